"""The referee as a server: a port, limits, health, reflection, a graceful stop. It knows nothing of belote."""

from referee.server.lifecycle import run
from referee.server.settings import Settings, SettingsRefused

__all__ = ["Settings", "SettingsRefused", "run"]
