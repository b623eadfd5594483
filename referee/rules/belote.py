"""King and queen of trumps in one hand: what must be said, and when the twenty points are earned.

Rules: belote/not_held, belote/wrong_card, belote/both_words, belote/tolerance, belote/automatic, belote/king_first,
belote/all_trump (rows 44 to 53).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.model.card import RANK_OF, SUIT_OF, Card, Rank
from referee.model.position import BeloteSaid
from referee.model.seat import Seat
from referee.rules.ranking import Mode

BOTH_WORDS = "both_words"
WITH_TOLERANCE = "both_words_with_tolerance"
AUTOMATIC = "automatic"


@dataclass(frozen=True, slots=True)
class BeloteLaw:
    """The table's way with belote: the words, the order of the cards, one or several at all-trump."""

    announcement: str = BOTH_WORDS
    king_first: bool = False
    one_only: bool = False
    """At all-trump only the first belote completed scores."""

    @property
    def automatic(self) -> bool:
        """Nothing need be said."""
        return self.announcement == AUTOMATIC

    def on_table(self, shown: Mapping[Card, tuple[Seat, bool]], mode: Mode) -> tuple[BeloteSaid, ...]:
        """The belotes that the shown kings and queens make, in the order in which they were completed or begun.

        A lone card counts as begun only when "belote" was said over it; two cards of one suit from two seats make none.
        """
        found: list[BeloteSaid] = []
        order = {card: index for index, card in enumerate(shown)}
        for card, (seat, said) in shown.items():
            other = mode.belote_partner[card]
            suit = SUIT_OF[card]
            if other not in shown:
                if said and not self.automatic:
                    found.append(
                        BeloteSaid(seat, suit, belote_said=True, rebelote_said=False, complete=False, scores=False)
                    )
                continue
            if order[other] > order[card] or shown[other][0] != seat:
                continue
            first_said = shown[other][1]
            scores, forgiven = self._scores(other, first_said, said)
            if self.one_only and any(one.scores for one in found):
                scores, forgiven = False, False
            found.append(
                BeloteSaid(
                    seat,
                    suit,
                    belote_said=first_said or self.automatic,
                    rebelote_said=said or self.automatic,
                    complete=True,
                    scores=scores,
                    forgiven=forgiven,
                )
            )
        return tuple(found)

    def _scores(self, first: Card, first_said: bool, second_said: bool) -> tuple[bool, bool]:
        if self.king_first and RANK_OF[first] is not Rank.KING:
            return False, False
        if self.automatic or (first_said and second_said):
            return True, False
        forgiven = self.announcement == WITH_TOLERANCE and first_said
        return forgiven, forgiven
