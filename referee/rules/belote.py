"""King and queen of trumps in one hand: what must be said, and when the twenty points are earned.

Rules: belote/not_held, belote/wrong_card, belote/both_words, belote/tolerance, belote/automatic, belote/king_first,
belote/all_trump (rows 44 to 53).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.model.card import RANK_OF, SUIT_OF, Card, Rank
from referee.model.position import BeloteSaid
from referee.model.seat import Seat, Team
from referee.rules.ranking import Mode
from referee.rules.table import Table

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

    def on_table(
        self, shown: Mapping[Card, tuple[Seat, bool]], mode: Mode, table: Table, spent: frozenset[Team] = frozenset()
    ) -> tuple[BeloteSaid, ...]:
        """The belotes that the shown kings and queens make, in the order in which they were completed or begun.

        A lone card counts as begun only when "belote" was said over it; two cards of one suit from two seats make none.
        ``spent`` are the teams that were forgiven a "rebelote" before; each is forgiven once.
        """
        found: list[BeloteSaid] = []
        earlier: set[Card] = set()
        for card, (seat, said) in shown.items():
            other = mode.belote_partner[card]
            if other in earlier:
                holder, first_said = shown[other]
                if holder == seat:
                    found.append(self._said(other, seat, first_said=first_said, second_said=said, complete=True))
            elif said and other not in shown and not self.automatic:
                found.append(self._said(card, seat, first_said=True, second_said=False, complete=False))
            earlier.add(card)
        return self._settled(found, table, spent) if found else ()

    def _said(self, first: Card, seat: Seat, *, first_said: bool, second_said: bool, complete: bool) -> BeloteSaid:
        rule_id = self._rule(first, first_said, second_said)
        return BeloteSaid(
            seat,
            SUIT_OF[first],
            belote_said=first_said or self.automatic,
            rebelote_said=second_said or self.automatic,
            complete=complete,
            scores=complete and rule_id in ("belote/automatic", "belote/worth_twenty", "belote/tolerance"),
            rule_id=rule_id,
        )

    def _rule(self, first: Card, first_said: bool, second_said: bool) -> str:
        """The rule by which a belote scores, or the one that it fell short of."""
        if self.king_first and RANK_OF[first] is not Rank.KING:
            return "belote/king_first"
        if self.automatic:
            return "belote/automatic"
        if first_said and second_said:
            return "belote/worth_twenty"
        return "belote/tolerance" if self.announcement == WITH_TOLERANCE and first_said else "belote/both_words"

    def _settled(self, found: list[BeloteSaid], table: Table, spent: frozenset[Team]) -> tuple[BeloteSaid, ...]:
        """What the tolerance forgives, once a team, and what counts where only one belote may."""
        forgiven = set(spent)
        settled = []
        for one in found:
            team = table.team_of(one.seat)
            if one.forgiven and team in forgiven:
                settled.append(replace(one, scores=False, rule_id="belote/both_words"))
                continue
            if one.forgiven:
                forgiven.add(team)
            settled.append(one)
        if self.one_only:
            # A belote said in full needs no grace, so it comes before one that does.
            best = next((one for one in settled if one.scores and not one.forgiven), None)
            best = best or next((one for one in settled if one.scores), None)
            settled = [
                one if one is best or not one.scores else replace(one, scores=False, rule_id="belote/all_trump")
                for one in settled
            ]
        return tuple(settled)
