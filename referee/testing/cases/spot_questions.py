"""Questions about one trick: what a hand may play to it, who wins it and what it is worth. No record is needed."""

from collections.abc import Mapping
from functools import cached_property
from itertools import cycle, islice
from typing import Any

from belote.referee.v1 import referee_service_pb2 as api

from referee.testing.cases.files import Miswritten
from referee.testing.cases.question import Found, Look, Question, listed, same
from referee.testing.cases.wire_words import UNSET, card_word, card_words, cards, entries, seat, seat_word, trump


def read_trick(text: str, seated: str) -> tuple[str, str]:
    """The leader and the cards of a trick; where seats stand before the cards, they must be in order of play."""
    words = text.replace(",", " ").split()
    seats, played = words[::2], words[1::2]
    if not words or len(words[0]) != 1:
        return "", " ".join(words)
    if seats != turns(seated, seats[0], len(seats)) or len(seats) != len(played):
        raise Miswritten(f"trick {text}: seats come in the order of play, {seated}")
    return seats[0], " ".join(played)


def turns(seated: str, first: str, times: int) -> list[str]:
    """The seats that act from a first one on, so many times."""
    return list(islice(cycle(seated), seated.index(first), seated.index(first) + times))


class HandQuestion(Question):
    """`trump`, `trick` so far, `hand`: which cards may be played, and why the others may not."""

    SETUP = frozenset({"trump", "trick", "hand"})

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        return {"may": self.may, "not": self.refused_cards, "master": self.master}

    def ask(self) -> object:
        """Puts the whole question, for cases that expect it to be refused."""
        return self.answer

    @cached_property
    def answer(self) -> Any:
        """What the referee answers."""
        leader, played = read_trick(self.situation.get("trick"), self.seated)
        words = self.situation.get("hand").split()
        mover = words.pop(0) if len(words[0]) == 1 else ""
        if mover and leader and turns(self.seated, leader, len(played.split()) + 1)[-1] != mover:
            raise Miswritten(f"hand {mover}: it is the turn of another seat")
        request = api.ListLegalCardsRequest(
            ruleset=self.situation.ruleset(),
            trump=trump(self.situation.get("trump", UNSET)),
            hand=cards(" ".join(words)),
            trick=cards(played),
            leader=seat(leader or mover or UNSET),
        )
        return self.referee.ask(request)

    def may(self, text: str) -> Found:
        """`may 7H AD`: the legal cards, all of them."""
        return Found(card_words(cards(text)), card_words(self.answer.legal))

    def refused_cards(self, text: str) -> Found:
        """`not 7H AD rule …`: every other card of the hand with all the rules that object."""
        expected = []
        for words in entries(text):
            rules = [word for word in words if "/" in word]
            expected += [" ".join([word, *rules]) for word in words if "/" not in word]
        legal = set(self.answer.legal)
        answered = []
        for one in self.answer.refused:
            rules = [violation.rule_id for violation in one.violations]
            wrong = [
                violation
                for violation in one.violations
                if not 0 < len(set(violation.cards) & legal) == len(violation.cards)
            ]
            answered.append(" ".join([card_word(one.card), *rules, *(["names wrong cards"] if wrong else [])]))
        return listed(", ".join(expected), answered)

    def master(self, text: str) -> Found:
        """`master W`: who holds the trick so far."""
        leader, _ = read_trick(self.situation.get("trick"), self.seated)
        return same(text, turns(self.seated, leader, self.answer.winner_index + 1)[-1])


class TrickQuestion(Question):
    """`trump`, `trick`, perhaps a `leader`: who wins it, or is master of it so far, and what its cards are worth."""

    SETUP = frozenset({"trump", "trick", "leader"})

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        return {"won": self.won, "master": self.master, "worth": self.worth}

    def ask(self) -> object:
        """Puts the whole question, for cases that expect it to be refused."""
        return self.answer

    @cached_property
    def answer(self) -> Any:
        """What the referee answers."""
        leader, played = read_trick(self.situation.get("trick"), self.seated)
        request = api.JudgeTrickRequest(
            ruleset=self.situation.ruleset(),
            trump=trump(self.situation.get("trump", UNSET)),
            leader=seat(self.situation.get("leader") or leader or "S"),
            cards=cards(played),
        )
        return self.referee.ask(request)

    def won(self, text: str) -> Found:
        """`won E 9H`: the trick is complete, and whose it is with which card. The seat may be left out."""
        return self._winner(text) if self.answer.complete else same(text, "the trick is not complete")

    def master(self, text: str) -> Found:
        """`master E 9H`: the same of a trick that is not complete."""
        return same(text, "the trick is complete") if self.answer.complete else self._winner(text)

    def _winner(self, text: str) -> Found:
        words = [seat_word(self.answer.winner), card_word(self.answer.winning_card)]
        return same(text, " ".join(words[-len(text.split()) :]))

    def worth(self, text: str) -> Found:
        """`worth 34`: card points of the trick, without what the last trick brings."""
        return same(text, str(self.answer.points))
