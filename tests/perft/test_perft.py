"""The referee counts as many legal continuations as the second engine wrote into the `.perft` files."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from referee import plugins
from referee.judge import choices
from referee.model.action import Action, Pass, Play, Take
from referee.model.card import CARD_NAMED, Card, Cards, cards_in, cards_of
from referee.model.deal import Deal, RulesetChoice
from referee.model.ruling import Ruling
from referee.model.seat import Seat
from referee.model.trump import TRUMP_NAMED, Trump
from referee.replay import replay_clean
from referee.rules.play import ModePlay, led_suit
from referee.ruleset import Ruleset
from tests.naive.cards import suit
from tests.naive.perft import FOLDER, PerftDeal, read_perft

FILES = {path.stem: path for path in sorted(FOLDER.glob("*.perft"))}
RULESETS = plugins.load(discover=False)


@pytest.fixture(params=FILES.values(), ids=list(FILES))
def counted(request: pytest.FixtureRequest) -> PerftDeal:
    path: Path = request.param
    return read_perft(path)


def ruleset_of(counted: PerftDeal) -> tuple[RulesetChoice, Ruleset]:
    choice = RulesetChoice("ffb_classic", (), tuple(counted.options.items()))
    return choice, RULESETS.get(choice)


def test_the_compiled_judges_count_the_same(counted: PerftDeal) -> None:
    _, ruleset = ruleset_of(counted)
    hands = [cards_of(CARD_NAMED[card] for card in hand) for hand in counted.hands]
    play = ruleset.play[TRUMP_NAMED[counted.trump]]
    partners = ruleset.table.partners
    found: dict[int, int] = dict.fromkeys(counted.counts, 0)
    count_by_judge(play, partners, hands, (), counted.leader, 1, found)
    assert found == counted.counts


def count_by_judge(
    play: ModePlay,
    partners: tuple[tuple[bool, ...], ...],
    hands: list[Cards],
    trick: tuple[Card, ...],
    leader: int,
    depth: int,
    found: dict[int, int],
) -> None:
    """Adds to each depth from here on how many sequences of legal cards lead there."""
    seat = (leader + len(trick)) % 4
    led, best, partner_best = 0, 0, False
    if trick:
        master = play.mode.best_of(trick)
        led, best, partner_best = led_suit(trick[0]), trick[master], partners[seat][(leader + master) % 4]
    legal, _ = play.judge(hands[seat], led, best, partner_best)
    found[depth] += legal.bit_count()
    if depth == max(found):
        return
    for card in cards_in(legal):
        hands[seat] &= ~card
        after, next_leader = (*trick, card), leader
        if len(after) == 4:
            after, next_leader = (), (leader + play.mode.best_of(after)) % 4
        count_by_judge(play, partners, hands, after, next_leader, depth + 1, found)
        hands[seat] |= card


def test_the_choices_of_growing_records_count_the_same(counted: PerftDeal) -> None:
    choice, ruleset = ruleset_of(counted)
    found: dict[int, int] = dict.fromkeys(counted.counts, 0)
    count_by_records(ruleset, taken(choice, counted), 1, found)
    assert found == counted.counts


def count_by_records(ruleset: Ruleset, deal: Deal, depth: int, found: dict[int, int]) -> None:
    """The same count, each position replayed from its record and its choices listed."""
    position = replay_clean(ruleset, deal)
    legal = [one.action for one in choices(ruleset, position) if one.judgement.ruling is Ruling.LEGAL]
    found[depth] += len(legal)
    if depth < max(found):
        for action in legal:
            assert isinstance(action, Play)
            count_by_records(ruleset, replace(deal, actions=(*deal.actions, action)), depth + 1, found)


def taken(choice: RulesetChoice, counted: PerftDeal) -> Deal:
    """A record whose auction leaves the trump and the leader of the file: the first card of some hand was turned."""
    trump = TRUMP_NAMED[counted.trump]
    dealer = Seat((counted.leader + 3) % 4 + 1)
    holders = {card: seat for seat, hand in enumerate(counted.hands) for card in hand}
    turned = next(card for card in holders if suit(card) == counted.trump or trump > Trump.SPADES)
    taker = holders[turned]
    before = (taker - counted.leader) % 4
    passes = before if trump is trump_of_card(turned) else before + 4
    hands: Mapping[Seat, tuple[Card, ...]] = {
        Seat(seat + 1): tuple(CARD_NAMED[card] for card in hand) for seat, hand in enumerate(counted.hands)
    }
    calls: tuple[Action, ...] = (*[Pass()] * passes, Take(trump))
    return Deal(choice, dealer, hands=hands, turn_up=CARD_NAMED[turned], actions=calls)


def trump_of_card(card: str) -> Trump:
    return TRUMP_NAMED[suit(card)]


def test_the_record_made_for_a_file_is_its_deal(counted: PerftDeal) -> None:
    choice, ruleset = ruleset_of(counted)
    position = replay_clean(ruleset, taken(choice, counted))
    assert position.contract is not None
    assert position.contract.trump is TRUMP_NAMED[counted.trump]
    assert position.turn is Seat(counted.leader + 1)
    assert [*position.held.values()] == [cards_of(CARD_NAMED[card] for card in hand) for hand in counted.hands]
    assert not any(position.hidden.values())


@pytest.mark.parametrize("name", ["spades_undertrump_opponent_free", "diamonds_raise_unless_partner_master"])
def test_without_its_option_the_count_is_another(name: str) -> None:
    counted = replace(read_perft(FILES[name]), options={})
    _, ruleset = ruleset_of(counted)
    hands = [cards_of(CARD_NAMED[card] for card in hand) for hand in counted.hands]
    found: dict[int, int] = dict.fromkeys(counted.counts, 0)
    play = ruleset.play[TRUMP_NAMED[counted.trump]]
    count_by_judge(play, ruleset.table.partners, hands, (), counted.leader, 1, found)
    assert found != counted.counts
