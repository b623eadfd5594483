"""Questions about a new deal: who deals, the cut, which cards come where."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from belote.referee.v1 import referee_service_pb2 as api

from referee.testing.cases.question import Found, Look, Question, same
from referee.testing.cases.record_questions import position_looks, rules_look
from referee.testing.cases.wire_words import UNSET, cards, entries, seat, seat_word

SHUFFLED = "shuffled"
WHOLE = 32


class DealingQuestion(Question):
    """`draw S KH, E 7D`, `dealer`, `cut` and `deck`; `deck shuffled` leaves the shuffling to the referee."""

    SETUP = frozenset({"draw", "dealer", "cut", "deck"})

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        return {
            **position_looks(lambda: self.answer.position),
            "rules": rules_look(lambda: self.answer.ruleset),
            "deals": self.deals,
            "anew": self.anew,
        }

    def ask(self) -> object:
        """Puts the whole question, for cases that expect it to be refused."""
        return self.answer

    @cached_property
    def request(self) -> Any:
        """What is asked of the referee."""
        deck = self.situation.get("deck")
        request = api.DealCardsRequest(
            ruleset=self.situation.ruleset(),
            dealer=seat(self.situation.get("dealer", UNSET)),
            draws=[api.Draw(seat=seat(who), card=cards(what)[0]) for who, what in entries(self.situation.get("draw"))],
            deck=[] if deck == SHUFFLED else cards(deck),
        )
        if cut := self.situation.get("cut"):
            request.cut = int(cut)
        return request

    @cached_property
    def answer(self) -> Any:
        """What the referee answers."""
        return self.referee.ask(self.request)

    def deals(self, text: str) -> Found:
        """`deals E`, `deals somebody`, or `deals nobody` when the draw must be repeated."""
        who = "nobody yet, draw again" if self.answer.redraw else seat_word(self.answer.dealer)
        return same(text, "somebody" if text == "somebody" and self.answer.dealer else who)

    def anew(self, text: str) -> Found:
        """`anew yes`: two such deals bring the whole pack in different orders; `no`: in the same."""
        first, second = self.answer.deal.deck, self.referee.ask(self.request).deal.deck
        if len(set(first)) != WHOLE or set(first) != set(second):
            return same(text, "not the whole pack")
        return same(text, "no" if list(first) == list(second) else "yes")
