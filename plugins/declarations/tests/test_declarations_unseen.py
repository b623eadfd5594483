"""What is known of who scores while some cards are not: never the opposite of the truth, and nothing less than it."""

from collections.abc import Sequence
from itertools import product
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee_declarations import unseen
from referee_declarations.contest import OneSideScores
from referee_declarations.options import OPTIONS

from referee.model.card import PACK, PACK_32, RANK_OF, SUIT_OF, Rank, cards_in, cards_of
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.rules.declarations import Combination, Said
from referee.rules.ranking import Mode
from referee.rules.table import FOUR_SEATS

from .declared_hands import MODES, SEATS, combination, contest, found, hidden, mode, said_by

LAWS = [
    f"{'' if carre else 'carre_beats_sequence=no'} {'long_sequence_compare=by_length' if long else ''} "
    f"{'declaration_tie=first_to_speak' if first else ''} {'long_sequence=best_split' if split else ''} "
    f"{'card_in_two_declarations=yes' if two else ''}"
    for carre, long, first, split, two in product((True, False), repeat=5)
]
laws = st.sampled_from(LAWS)
modes = st.sampled_from(list(MODES.values()))
packs = st.permutations(PACK)

OPEN = """
two of a kind | H | | P1 tierce; P2 tierce | open open
the longer kind | H | | P1 tierce; P2 cinquante | no yes
nothing beats it | H | | P1 QH KH AH; P2 tierce | yes no
a tierce in trumps might | H | | P1 QS KS AS; P2 tierce | open open
the cards for it lie elsewhere | H | | P1 QS KS AS; P2 tierce; P3 TH JH QH KH AH | yes no yes
a level one might | NT | | P1 QS KS AS; P2 tierce | open no
three may be level | NT | | P1 QS KS AS; P2 tierce; P3 QD KD AD | open no open
the same hand says its cards once | H | | P1 JS QS KS AS; P2 QH KH AH; P2 cinquante | open no no
a level one does not hurt the first to speak | NT | declaration_tie=first_to_speak | P1 QS KS AS; P2 tierce | yes no
it hurts the second | NT | declaration_tie=first_to_speak | P2 QS KS AS; P3 tierce | yes no
but not the one before | NT | declaration_tie=first_to_speak | P1 tierce; P2 QS KS AS | open open
a carré over a cent | H | | P1 carre; P2 cent | yes no
a carré of 100 or of more | H | carre_beats_sequence=no | P1 carre; P2 cent | open open
a carré over a cinquante | H | carre_beats_sequence=no | P1 carre; P2 cinquante | yes no
four jacks | H | | P1 JC JD JH JS; P2 carre | yes no
four nines | H | | P1 9C 9D 9H 9S; P2 carre | open open
four nines and a jack elsewhere | H | | P1 9C 9D 9H 9S; P2 carre; P3 JS QS KS | yes no yes
four nines at no-trump | NT | | P1 9C 9D 9H 9S; P2 carre | no yes
no longer run than eight | S | long_sequence_compare=by_length | P1 7S 8S 9S TS JS QS KS AS; P2 cent | yes no
a higher cent might | H | | P1 9S TS JS QS KS; P2 cent | open open
the highest in trumps | S | | P1 TS JS QS KS AS; P2 cent | yes no
a longer one might | S | long_sequence_compare=by_length | P1 TS JS QS KS AS; P2 cent | open open
one side alone | H | | P1 tierce; P3 carre | yes yes
three and one | H | | P1 cinquante; P2 tierce; P3 tierce; P4 tierce | yes no yes no
its partner's carré settles it | H | | P1 tierce; P2 tierce; P3 JC JD JH JS | yes no yes
two carrés, and what goes with them | H | | P1 carre; P2 carre; P3 JC QC KC; P4 9D TD JD | open open open open
nobody speaks | H | | |
a kind of another game | H | | P1 belle; P2 tierce | open open
"""


def open_rows() -> list[list[str]]:
    return [[cell.strip() for cell in f"{line} ".split("|")] for line in OPEN.strip().splitlines()]


def said_in(text: str, trump: Mode) -> list[Said]:
    """Declarations written "P1 QS KS AS; P2 tierce": by their cards or, while those are hidden, by their kind."""
    said = []
    for part in text.split(";"):
        if part.strip():
            name, _, words = part.strip().partition(" ")
            seat = SEATS[name]
            if words[-1].islower():
                said.append(Said(seat, FOUR_SEATS.team_of(seat), words, None))
            else:
                said += said_by(seat, combination(words, trump))
    return said


@pytest.mark.parametrize(
    ("trump", "options", "text", "expected"), [row[1:] for row in open_rows()], ids=[row[0] for row in open_rows()]
)
def test_what_is_known_of_hidden_cards(trump: str, options: str, text: str, expected: str) -> None:
    told = {True: "yes", False: "no", None: "open"}
    scoring = contest(options).scoring(said_in(text, mode(trump)), mode(trump))
    assert " ".join(told[one] for one in scoring) == expected


WORTH = [("tierce", 20), ("cinquante", 50), ("cent", 100), ("carre", None), ("belle", None)]


@pytest.mark.parametrize(("kind", "points"), WORTH)
def test_what_a_hidden_declaration_is_worth(kind: str, points: int | None) -> None:
    assert contest().points(Said(Seat.SOUTH, Team.SOUTH_NORTH, kind, None), mode("H")) == points


def all_said(law: OneSideScores, pack: Sequence[int], trump: Mode) -> list[Said]:
    """What the four hands of a dealt pack would say."""
    said = []
    for place, seat in enumerate(FOUR_SEATS.seats):
        hand = cards_of(pack[8 * place : 8 * place + 8])
        said += said_by(seat, *law.best(hand, trump))
    return said


def rich(pack: Sequence[int]) -> list[int]:
    """A pack in which neighbours lie together, so that hands have much to say: sorted but for some cards."""
    moved = set(pack[:12])
    kept = [card for card in PACK if card not in moved]
    return [card for pair in zip(pack[:12], kept[:12], strict=True) for card in pair] + kept[12:]


def second_opinion(said: Sequence[Said], trump: Mode, words: str) -> Team | None:
    """The winning side by the rules as a player would tell them, written apart from the contest."""

    def beats(one: Combination, other: Combination) -> bool:
        mine, theirs = sorted(cards_in(one.cards)), sorted(cards_in(other.cards))
        fours = one.kind == "carre", other.kind == "carre"
        if fours[0] and fours[1]:
            order = "ATKQJ9" if trump.trump is Trump.NO_TRUMP else "J9ATKQ"
            letters = {Rank.ACE: "A", Rank.TEN: "T", Rank.KING: "K", Rank.QUEEN: "Q", Rank.JACK: "J", Rank.NINE: "9"}
            return order.index(letters[RANK_OF[mine[0]]]) < order.index(letters[RANK_OF[theirs[0]]])
        if fours[0] != fours[1]:
            if "carre_beats_sequence=no" not in words:
                return fours[0]
            return one.points > other.points or (one.points == other.points and fours[1])
        classes = min(len(mine), 5), min(len(theirs), 5)
        if "by_length" in words:
            classes = len(mine), len(theirs)
        if classes[0] != classes[1]:
            return classes[0] > classes[1]
        if RANK_OF[mine[-1]] != RANK_OF[theirs[-1]]:
            return RANK_OF[mine[-1]] > RANK_OF[theirs[-1]]
        return SUIT_OF[mine[-1]].value == trump.trump.value != SUIT_OF[theirs[-1]].value

    told = [(one, one.combination) for one in said if one.combination is not None]
    best = [one for one, cards in told if not any(beats(other, cards) for _, other in told)]
    if not best:
        return None
    if "first_to_speak" in words:
        return best[0].team
    return best[0].team if len({one.team for one in best}) == 1 else None


@given(packs, modes, laws)
def test_what_a_hand_would_say_may_be_said(pack: Sequence[int], trump: Mode, words: str) -> None:
    law = contest(words)
    for dealt in (pack, rich(pack)):
        for place in range(4):
            hand = cards_of(dealt[8 * place : 8 * place + 8])
            best = law.best(hand, trump)
            assert law.objections(best) == ()
            assert all(one in found(one.kind, hand, trump, words) for one in best)


@given(packs, modes, laws)
def test_one_side_scores_all_or_nobody_anything(pack: Sequence[int], trump: Mode, words: str) -> None:
    law = contest(words)
    for dealt in (pack, rich(pack)):
        said = all_said(law, dealt, trump)
        scoring = law.scoring(said, trump)
        winner = second_opinion(said, trump, words)
        assert scoring == tuple(one.team == winner for one in said)
        assert len({one.team for one, scores in zip(said, scoring, strict=True) if scores}) <= 1


@given(packs, modes, laws, st.lists(st.booleans(), min_size=16, max_size=16))
def test_hidden_cards_never_hide_the_opposite(pack: Sequence[int], trump: Mode, words: str, away: list[bool]) -> None:
    law = contest(words)
    said = all_said(law, rich(pack), trump)
    seen = [hidden(one) if gone else one for one, gone in zip(said, away, strict=False)]
    known = zip(law.scoring(seen, trump), law.scoring(said, trump), strict=True)
    assert all(told is None or told == truth for told, truth in known)


def outcomes(law: OneSideScores, said: Sequence[Said], trump: Mode, words: str) -> set[tuple[bool | None, ...]]:
    """Every answer that some choice of the hidden cards gives, one card in one hand, said together by right."""
    choices = [
        found(one.kind, PACK_32, trump, words) if one.combination is None else (one.combination,) for one in said
    ]
    answers = set()
    for chosen in product(*choices):
        whole = [one._replace(combination=cards) for one, cards in zip(said, chosen, strict=True)]
        if may_be(law, whole):
            answers.add(law.scoring(whole, trump))
    return answers


def may_be(law: OneSideScores, said: Sequence[Said]) -> bool:
    hands: dict[Seat, list[Combination]] = {}
    for one in said:
        assert one.combination is not None
        hands.setdefault(one.seat, []).append(one.combination)
    cards = {seat: cards_of(one.cards for one in combinations) for seat, combinations in hands.items()}
    apart = sum(one.bit_count() for one in cards.values()) == cards_of(cards.values()).bit_count()
    return apart and not any(law.objections(one) for one in hands.values())


@settings(max_examples=60, deadline=None)
@given(packs, modes, laws, st.integers(0, 15), st.integers(0, 15))
def test_what_hidden_cards_cannot_change_is_known(
    pack: Sequence[int], trump: Mode, words: str, one: int, other: int
) -> None:
    law = contest(words)
    said = all_said(law, rich(pack), trump)
    seen = [hidden(known) if index in (one, other) else known for index, known in enumerate(said)]
    answers = outcomes(law, seen, trump, words)
    exact = tuple(among.pop() if len(among) == 1 else None for among in map(set, zip(*answers, strict=True)))
    assert law.scoring(seen, trump) == exact


@pytest.mark.parametrize(("kind", "each"), [("tierce", 3), ("cent", 2), ("carre", 3)])
def test_more_than_the_pack_holds_stays_open_and_is_not_searched(kind: str, each: int) -> None:
    said = said_in("; ".join(f"P{seat} {kind}" for seat in (1, 2, 3, 4) for _ in range(each)), mode("H"))
    with mock.patch.object(unseen._Search, "_fits", side_effect=AssertionError):
        assert contest().scoring(said, mode("H")) == (None,) * (4 * each)


def test_claims_that_cannot_be_true_together_stay_open() -> None:
    said = said_in("P1 carre; P2 carre; P3 7C 8C 9C TC JC QC KC AC", mode("H"))
    assert contest().scoring(said, mode("H")) == (None, None, None)


def test_a_search_that_is_cut_short_leaves_it_open() -> None:
    said = said_in("P1 QH KH AH; P2 tierce; P3 tierce", mode("H"))
    assert contest().scoring(said, mode("H")) == (True, False, True)
    said = said_in("P1 QS KS AS; P2 tierce; P3 TH JH QH KH AH", mode("H"))
    with mock.patch.object(unseen, "MOST_TRIALS", 0):
        assert None not in contest().scoring(said[:1], mode("H"))
        assert contest().scoring([said[0], said[1]], mode("H")) == (None, None)


def test_every_option_of_the_contest_is_among_the_laws() -> None:
    named = {name for words in LAWS for name in (word.partition("=")[0] for word in words.split())}
    read = {option.name for option in OPTIONS if "declaration_contest" in option.points}
    assert read - named == {"declaration_show"}
