"""Features with one planted fault each, named after it, beside the promises that it breaks."""

from tests.testing_kit.planted import auctions, catalogue, dealing, declarations, play, scores
from tests.testing_kit.planted.planting import PLANTED

__all__ = ["PLANTED", "auctions", "catalogue", "dealing", "declarations", "play", "scores"]
