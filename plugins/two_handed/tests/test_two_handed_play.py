"""The three layouts at the table: who holds what, who may swap, what each player sees."""

from dataclasses import replace
from pathlib import Path

import pytest
from referee_two_handed import TwoHanded

from referee import Ruleset
from referee.composition import Rulesets
from referee.events import events
from referee.judge import choices, judge_action
from referee.model.action import Custom, Pass, Play, Take
from referee.model.card import CARD_NAMED, cards_of
from referee.model.deal import Deal, RulesetChoice
from referee.model.event import EventKind
from referee.model.position import Phase
from referee.model.refusal import Reason, Refused
from referee.model.ruling import Ruling
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.redact import redact
from referee.replay import replay_clean
from referee.testing import check_feature, rulesets_of

CASES = Path(__file__).parent / "cases"
S, N = Seat.SOUTH, Seat.NORTH
DECK = "7C 8C 9C 7H 8H 9H TC JC QC TH JH QH QD KC AC 7D KH AH 8D 9D TD JD KD AD 7S 8S 9S TS JS QS KS AS"
"""North deals: south has clubs and the seven of diamonds, north hearts and the eight, and QD is turned."""
STACKS = "AC AD AH AS 7C 8C 9C TC KC KD KH KS JC QC 7H 8H QD QH QS JD 9H TH JH 7S TD TS 9D 8D 8S 9S JS 7D"


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_NAMED[name] for name in text.split())


def plays(text: str) -> tuple[Play, ...]:
    return tuple(map(Play, cards(text)))


@pytest.fixture(scope="module")
def rulesets() -> Rulesets:
    return rulesets_of(TwoHanded)


def rules(rulesets: Rulesets, layout: str = "closed", swap: str = "whole_hand") -> Ruleset:
    options: tuple[tuple[str, str], ...] = (("two_handed_layout", layout),)
    if layout != "decouverte":
        options += (("seven_swap", swap),)
    return rulesets.get(RulesetChoice("belote_2p", options=options))


def dealt(*actions: Play | Take | Pass | Custom, deck: str = DECK) -> Deal:
    return Deal(RulesetChoice("belote_2p"), N, cards(deck), actions=actions)


TAKE = Take(Trump.DIAMONDS)
SWAP = Custom("seven_swap", cards("7D"), seat=S)


def test_the_swap_is_offered_to_the_holder_of_the_seven_and_nobody_has_to(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets)
    position = replay_clean(ruleset, dealt(TAKE))
    offered = [one.action for one in choices(ruleset, position)]
    assert SWAP in offered
    assert [one for one in offered if isinstance(one, Custom)] == [SWAP]
    assert len([one for one in offered if isinstance(one, Play)]) == 9
    assert position.turn == S


def test_swapped_cards_change_places(rulesets: Rulesets) -> None:
    position = replay_clean(rules(rulesets), dealt(TAKE, SWAP))
    assert position.turn_up == CARD_NAMED["7D"]
    assert CARD_NAMED["QD"] & position.held[S]
    assert not CARD_NAMED["7D"] & position.held[S]
    assert position.held[S].bit_count() == 9


@pytest.mark.parametrize(
    ("actions", "step"),
    [
        ((TAKE, SWAP), SWAP),
        ((TAKE, *plays("AC")), SWAP),
        ((Pass(), Pass(), Take(Trump.CLUBS)), SWAP),
        ((Pass(), Pass(), Take(Trump.CLUBS)), Custom("seven_swap", cards("7C"), seat=S)),
    ],
    ids=["swapped", "after the lead", "another suit is trumps", "the seven of that suit"],
)
def test_there_is_a_time_for_it(
    rulesets: Rulesets, actions: tuple[Play | Take | Pass | Custom, ...], step: Custom
) -> None:
    ruleset = rules(rulesets)
    ruled = judge_action(ruleset, replay_clean(ruleset, dealt(*actions)), step)
    assert ruled.ruling is Ruling.ILLEGAL
    assert [one.rule_id for one in ruled.violations] == ["exchange/not_now"]


def test_a_player_sees_the_own_hand_and_what_lies_turned(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets)
    seen = redact(ruleset, dealt(TAKE, SWAP, *plays("AC 8D")), N)
    assert seen.deck == ()
    assert seen.hands == {N: cards("7H 8H 9H TH JH QH KH AH 8D")}
    assert seen.turn_up == CARD_NAMED["QD"]
    position = replay_clean(ruleset, seen)
    assert position.hidden == {S: 7, N: 0}
    assert position.held[S] == CARD_NAMED["QD"]


def test_a_hidden_hand_may_hold_the_seven(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets)
    seen = redact(ruleset, dealt(TAKE), N)
    ruled = judge_action(ruleset, replay_clean(ruleset, seen), SWAP)
    assert (ruled.ruling, ruled.open_rules) == (Ruling.UNDETERMINED, ("play/not_held",))


def test_nine_tricks_and_the_rest_is_out_of_play(rulesets: Rulesets) -> None:
    deck = "7C 8C 9C 7H 8H 9H TC JC QC TH JH QH QS KC AC 7D KH AH 8D 9D TD JD KD AD 7S 8S 9S TS JS QD KS AS"
    actions: tuple[Play | Take | Pass | Custom, ...] = (
        Take(Trump.SPADES),
        *plays("7C 7H 8C 8H 9C 9H TC TH JC JH QC QH KC KH AC AH 7D 8D"),
    )
    ruleset = rules(rulesets)
    position = replay_clean(ruleset, dealt(*actions, deck=deck))
    assert position.phase is Phase.FINISHED
    assert len(position.tricks) == 9
    assert sum(position.points.values()) == 60
    with pytest.raises(Refused) as refusal:
        replay_clean(ruleset, dealt(*actions, *plays("9D"), deck=deck))
    assert refusal.value.fields[0].reason is Reason.DEAL_FINISHED


def test_drawn_cards_come_to_the_winner_first_and_the_turn_up_last(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets, "draw_pile")
    deal = dealt(TAKE, *plays("AC 8D"))
    position = replay_clean(ruleset, deal)
    assert position.stock == 12
    assert position.came == {N: cards("9D"), S: cards("TD")}
    while position.stock:
        legal = [one.action for one in choices(ruleset, position) if one.judgement.ruling is Ruling.LEGAL]
        deal = replace(deal, actions=(*deal.actions, legal[-1]))
        position = replay_clean(ruleset, deal)
    last = position.tricks[-1]
    assert len(position.tricks) == 7
    assert position.came[N if last.winner == S else S][-1] == CARD_NAMED["QD"]
    assert position.came[last.winner][-1] == CARD_NAMED["AS"]


def test_draws_are_told_from_the_winner_on(rulesets: Rulesets) -> None:
    ruleset, action = rules(rulesets, "draw_pile"), Play(CARD_NAMED["8D"])
    before, after = (replay_clean(ruleset, dealt(TAKE, *plays(text))) for text in ("AC", "AC 8D"))
    told = [(one.kind, one.seat, one.cards) for one in events(ruleset, before, after, action)]
    assert told == [
        (EventKind.TRICK_WON, N, cards("AC 8D")),
        (EventKind.CARDS_DEALT, N, cards("9D")),
        (EventKind.CARDS_DEALT, S, cards("TD")),
    ]


def test_only_the_own_draws_are_seen(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets, "draw_pile")
    seen = redact(ruleset, dealt(TAKE, *plays("AC 8D")), S)
    assert seen.hands == {S: cards("7C 8C 9C TC JC QC KC AC 7D TD")}
    position = replay_clean(ruleset, seen)
    assert position.hidden == {S: 0, N: 9}
    with pytest.raises(Refused) as refusal:
        replay_clean(ruleset, dealt_as(seen, {S: (*seen.hands[S], CARD_NAMED["JD"])}))
    assert refusal.value.fields[0].reason is Reason.HAND_SIZE


def dealt_as(deal: Deal, hands: dict[Seat, tuple[int, ...]]) -> Deal:
    return Deal(deal.choice, deal.dealer, hands=hands, turn_up=deal.turn_up, actions=deal.actions)


def test_what_was_swapped_is_not_drawn(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets, "draw_pile")
    seen = redact(ruleset, dealt(TAKE, SWAP, *plays("AC 8D")), N)
    assert replay_clean(ruleset, seen).came == {S: (0,), N: cards("9D")}
    with pytest.raises(Refused) as refusal:
        replay_clean(ruleset, dealt_as(seen, {N: (*seen.hands[N][:-1], CARD_NAMED["QD"])}))
    assert [(one.path, one.reason) for one in refusal.value.fields] == [("hands[0].cards", Reason.CARDS_INCONSISTENT)]


def test_open_cards_lie_open_to_both(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets, "decouverte")
    deal = dealt(*plays("KC JC"), deck=STACKS)
    position = replay_clean(ruleset, deal)
    assert position.contract is not None
    assert (position.contract.taker, position.contract.team, position.contract.trump) == (
        None,
        Team.NORTH,
        Trump.DIAMONDS,
    )
    for seat in (S, N):
        seen = redact(ruleset, deal, seat)
        assert seen.hands == {
            S: cards("KC KD KH KS TD TS 9D 8D AC"),
            N: cards("JC QC 7H 8H 8S 9S JS 7D 7C"),
        }
        assert replay_clean(ruleset, seen).hidden == {S: 0, N: 0}


def test_a_card_under_another_neither_obliges_nor_can_be_played(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets, "decouverte")
    position = replay_clean(ruleset, dealt(*plays("KS"), deck=STACKS))
    legal = [one.action for one in choices(ruleset, position) if one.judgement.ruling is Ruling.LEGAL]
    assert cards_of(one.card for one in legal if isinstance(one, Play)) == cards_of(cards("8S 9S JS"))
    ruled = judge_action(ruleset, position, Play(CARD_NAMED["7S"], seat=N))
    assert [one.rule_id for one in ruled.violations] == ["play/not_held"]


def test_open_cards_must_be_told(rulesets: Rulesets) -> None:
    ruleset = rules(rulesets, "decouverte")
    deal = Deal(RulesetChoice("belote_2p"), N, hands={S: cards("KC KD KH KS TD TS 9D 8D")}, turn_up=CARD_NAMED["7D"])
    with pytest.raises(Refused) as refusal:
        replay_clean(ruleset, deal)
    assert [(one.path, one.reason) for one in refusal.value.fields] == [("hands", Reason.FIELD_MISSING)]


def test_the_feature_keeps_every_promise() -> None:
    report = check_feature(TwoHanded, cases=CASES, deals=40)
    assert report.reached["seven_swap"]
    assert report.reached["trumps_by_last_card"]
