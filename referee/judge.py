"""Position and action → ruling; position → choices. Verdict and reason come from the same table.

A hidden hand is enumerated by the classes of cards it may hold: legal or illegal only where every such hand agrees.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from referee import declared, exchanges
from referee.model.action import Action, Custom, Play
from referee.model.card import Card, Cards, cards_in
from referee.model.position import Phase, Position
from referee.model.refusal import Reason, Refused
from referee.model.rule import Rule
from referee.model.ruling import LEGAL, BidRange, Choice, Judgement, Ruling, Violation
from referee.model.seat import Seat
from referee.model.text import Text
from referee.model.words import CARD_WORDS, call_words, listed
from referee.rules.play import ModePlay, led_suit
from referee.ruleset import Ruleset


@dataclass(slots=True)
class Standing:
    """All that the ruling on one card looks at: the mover's hand as known, and the trick so far."""

    play: ModePlay
    seat: Seat
    hand: Cards
    hidden: int
    pool: Cards
    led: Cards
    best: Card
    partner_best: bool
    shown: Mapping[Card, tuple[Seat, bool]]
    first_card: bool = False
    """The seat has played no card yet."""

    def sorted_out(self) -> tuple[Cards, int]:
        """The playable cards of the known hand, and its situation; right only where nothing of it is hidden."""
        playable, situation = self.play.judge(self.hand, self.led, self.best, self.partner_best)
        return playable & self.hand, situation

    def objections(self, card: Card, hand: Cards) -> tuple[str, ...]:
        """Duties that the card breaks out of this hand."""
        mask, situation = self.play.judge(hand, self.led, self.best, self.partner_best)
        return () if card & mask else self.play.objections(card, self.led, self.best, situation)

    def possible_hands(self, hand: Cards, hidden: int, pool: Cards) -> list[Cards]:
        """One hand for each way in which classes of cards may be present among the hidden ones."""
        found = [(hand, 0, 0)]
        for group in self.play.classes(self.led, self.best):
            part = group & pool
            if part:
                room = part.bit_count()
                found += [(union | part, present + 1, most + room) for union, present, most in found]
        return [union for union, present, most in found if present <= hidden <= most]


def _violation(rule: Rule, what: Text, cards: Cards, to_beat: Card) -> Violation:
    best = _BEST[to_beat] if rule.names_best else _NOTHING
    allowed = _allowed(cards)
    english = f"{what.en}: {rule.statement.en}{best.en}{allowed.en}"
    return Violation(rule, Text(english, f"{what.fr} : {rule.statement.fr}{best.fr}{allowed.fr}"), cards_in(cards))


@lru_cache(maxsize=1024)
def _allowed(cards: Cards) -> Text:
    if not cards:
        return _NOTHING
    words = listed(cards_in(cards))
    return Text(f" Allowed: {words.en}.", f" Permis : {words.fr}.")


_NOTHING: Final = Text("", "")
_BEST: Final = {
    0: _NOTHING,
    **{
        card: Text(f" The best card is the {one.en}.", f" La plus forte : {one.fr}.")
        for card, one in CARD_WORDS.items()
    },
}


def violations(
    ruleset: Ruleset, rule_ids: Iterable[str], what: Text, right: Cards = 0, to_beat: Card = 0
) -> tuple[Violation, ...]:
    """The objections in catalogue order, each about this very action, with the cards that would have been right."""
    ordered = sorted(set(rule_ids), key=ruleset.rule_order.__getitem__)
    return tuple(_violation(ruleset.rules[rule_id], what, right, to_beat) for rule_id in ordered)


def judge_card(ruleset: Ruleset, standing: Standing, action: Play) -> Judgement:
    """The ruling on a card of the seat whose turn it is."""
    card = action.card
    certain: list[str] = []
    open_rules: set[str] = set()
    hand, hidden, pool = standing.hand, standing.hidden, standing.pool
    held = bool(card & hand)
    if not held:
        if hidden and card & pool:
            open_rules.add("play/not_held")
            hand, hidden, pool = hand | card, hidden - 1, pool & ~card
        else:
            certain.append("play/not_held")
    if not certain and standing.led and not card & standing.led & standing.play.follows_freely:
        if hidden:
            found = [standing.objections(card, possible) for possible in standing.possible_hands(hand, hidden, pool)]
            if all(found):
                # What objects whatever the hand is; else one of them does, and nobody knows which.
                always = set.intersection(*map(set, found)) if found else set()
                certain += always or {rule_id for ids in found for rule_id in ids}
            else:
                open_rules.update(rule_id for ids in found for rule_id in ids)
        else:
            certain += standing.objections(card, hand)
    if action.says_belote and not ruleset.belote.automatic:
        _judge_belote(standing, card, hand, hidden, pool, certain, open_rules)
    if action.declarations:
        broken, left = declared.objections(
            ruleset,
            standing.play.mode,
            action.declarations,
            hand,
            hidden,
            pool,
            first_card=standing.first_card,
        )
        certain += broken
        open_rules.update(left)
    what = CARD_WORDS[card]
    if "play/not_held" in open_rules and any(_rests_on_the_hand(ruleset, rule_id) for rule_id in certain):
        certain.append("play/not_held")  # the one or the other was broken
    if certain:
        right = 0 if standing.hidden else standing.sorted_out()[0]
        # What is wrong with words is not mended by another card.
        said = [rule_id for rule_id in certain if ruleset.rules[rule_id].about_words]
        played = [rule_id for rule_id in certain if not ruleset.rules[rule_id].about_words]
        objections = (*violations(ruleset, played, what, right, standing.best), *violations(ruleset, said, what))
        ordered = sorted(objections, key=lambda one: ruleset.rule_order[one.rule_id])
        return Judgement(Ruling.ILLEGAL, tuple(ordered))
    if open_rules:
        return Judgement(Ruling.UNDETERMINED, (), tuple(sorted(open_rules, key=ruleset.rule_order.__getitem__)))
    return LEGAL


def _rests_on_the_hand(ruleset: Ruleset, rule_id: str) -> bool:
    """Whether the rule can have been broken only by a hand that has, or lacks, some card."""
    return not ruleset.rules[rule_id].about_words or rule_id in (_NO_BELOTE, declared.NOT_HELD)


_NO_BELOTE: Final = "belote/not_held"


def _judge_belote(
    standing: Standing, card: Card, hand: Cards, hidden: int, pool: Cards, certain: list[str], open_rules: set[str]
) -> None:
    other = standing.play.mode.belote_partner.get(card)
    if other is None:
        certain.append(standing.play.mode.no_belote_rule)
    elif other in standing.shown:
        if standing.shown[other][0] != standing.seat:
            certain.append(_NO_BELOTE)
    elif not other & hand:
        if hidden and other & pool:
            open_rules.add(_NO_BELOTE)
        else:
            certain.append(_NO_BELOTE)


def standing_of(ruleset: Ruleset, position: Position) -> Standing:
    """What the ruling on the next card looks at."""
    assert position.contract is not None and position.contract.trump is not None and position.turn is not None
    seat, stock = position.turn, position.played.stock
    play = ruleset.duties(position.contract.trump, stock) if stock else ruleset.play[position.contract.trump]
    led, best, partner_best = 0, 0, False
    trick = position.played.under_way
    if trick is not None:
        led, best = led_suit(trick.cards[0]), trick.cards[play.mode.best_of(trick.cards)]
        table = ruleset.table.playing(position.contract.taker)
        partner_best = table.partners[table.place_of[seat]][table.place_of[trick.winner]]
    return Standing(
        play,
        seat,
        position.held[seat],
        position.hidden[seat],
        position.pool,
        led,
        best,
        partner_best,
        position.shown,
        position.played.in_first_trick,
    )


def judge_action(ruleset: Ruleset, position: Position, action: Action) -> Judgement:
    """The ruling on any action next.

    Raises Refused: DEAL_FINISHED, or FIELD_INVALID for a custom action that no feature in use knows.
    """
    if position.phase is Phase.FINISHED:
        text = "the deal is over", "la donne est terminée"
        raise Refused.for_field("", Reason.DEAL_FINISHED, *text, action_index=len(position.deal.actions))
    if isinstance(action, Custom):
        return _judge_step(ruleset, position, action)
    seat = action.seat if action.seat is not None else position.turn
    if isinstance(action, Play):
        what = CARD_WORDS[action.card]
        if position.phase is Phase.AUCTION:
            return Judgement(Ruling.ILLEGAL, violations(ruleset, ("play/before_contract",), what))
        if position.phase is Phase.EXCHANGE:
            return Judgement(Ruling.ILLEGAL, violations(ruleset, (exchanges.DUE,), what))
        if seat != position.turn:
            return Judgement(Ruling.ILLEGAL, violations(ruleset, ("play/out_of_turn",), what))
        return judge_card(ruleset, standing_of(ruleset, position), action)
    what = call_words(action)
    if position.phase is not Phase.AUCTION:
        return Judgement(Ruling.ILLEGAL, violations(ruleset, ("auction/over",), what))
    if seat is None or seat not in position.may_act:
        return Judgement(Ruling.ILLEGAL, violations(ruleset, ("auction/out_of_turn",), what))
    objections = ruleset.auction.objections(position.auction_state, seat, action)
    return Judgement(Ruling.ILLEGAL, violations(ruleset, objections, what)) if objections else LEGAL


def _judge_step(ruleset: Ruleset, position: Position, action: Custom) -> Judgement:
    """The ruling on a step between auction and play; Refused FIELD_INVALID where no feature in use knows it."""
    if action.id not in ruleset.exchanges:
        raise exchanges.unknown_step("custom.id", action)
    what, at = ruleset.steps[action.id].name, position.exchanging
    if at is None or not position.played.nothing:
        return Judgement(Ruling.ILLEGAL, violations(ruleset, (exchanges.OUT_OF_TURN,), what))
    seat = exchanges.actor(ruleset, at, action, "")
    certain, left_open = exchanges.judged(ruleset, at, seat, action)
    if certain:
        return Judgement(Ruling.ILLEGAL, violations(ruleset, certain, what))
    return Judgement(Ruling.UNDETERMINED, (), tuple(left_open)) if left_open else LEGAL


def choices(ruleset: Ruleset, position: Position) -> tuple[Choice, ...]:
    """Every card of the hand to act, or every call worth asking about, ruled on; none where the hand is hidden."""
    if position.phase is Phase.AUCTION:
        return _calls(ruleset, position)
    if position.phase is Phase.FINISHED:
        return ()
    steps = _steps(ruleset, position) if position.exchanging is not None and position.played.nothing else ()
    if position.phase is not Phase.PLAY or position.hand_hidden:
        return steps
    return (*cards_ruled(ruleset, standing_of(ruleset, position)), *steps)


def _steps(ruleset: Ruleset, position: Position) -> tuple[Choice, ...]:
    """The steps that the seats who may act can take, as far as their hands are known."""
    assert position.exchanging is not None
    found = exchanges.offers(ruleset, position.exchanging, position.may_act)
    return tuple(Choice(action, _judge_step(ruleset, position, action)) for action in found)


def cards_ruled(ruleset: Ruleset, standing: Standing) -> tuple[Choice, ...]:
    """Every card of a hand that is wholly known and may act, ruled on."""
    playable, situation = standing.sorted_out()
    say, seat = sayable(ruleset, standing, playable), standing.seat
    found = [
        (_SAYABLE_CHOICES if card & say else _LEGAL_CHOICES)[seat, card]
        if card & playable
        else refusal(ruleset, standing, card, playable, situation)
        for card in cards_in(standing.hand)
    ]
    if standing.first_card and ruleset.contest is not None:
        declarations = declared.sayable(ruleset, standing.play.mode, standing.hand)
        if declarations:
            return tuple(replace(one, declarations=declarations) if one.judgement is LEGAL else one for one in found)
    return tuple(found)


def refusal(ruleset: Ruleset, standing: Standing, card: Card, playable: Cards, situation: int) -> Choice:
    """What is wrong with a card of the hand that is not among the playable ones."""
    rule_ids = standing.play.objections(card, standing.led, standing.best, situation)
    objections = violations(ruleset, rule_ids, CARD_WORDS[card], playable, standing.best)
    return Choice(PLAYS[standing.seat, card], Judgement(Ruling.ILLEGAL, objections))


def sayable(ruleset: Ruleset, standing: Standing, playable: Cards) -> Cards:
    """Those of the playable cards over which belote may be said."""
    mode = standing.play.mode
    found, cards = 0, playable & mode.belote_cards
    if cards and not ruleset.belote.automatic:
        for card in cards_in(cards):
            other = mode.belote_partner[card]
            shown = standing.shown.get(other)
            if other & standing.hand if shown is None else shown[0] == standing.seat:
                found |= card
    return found


def _calls(ruleset: Ruleset, position: Position) -> tuple[Choice, ...]:
    found = []
    for seat in position.may_act:
        for call in ruleset.auction.candidates(position.auction_state, seat):
            ids = ruleset.auction.objections(position.auction_state, seat, call)
            judgement = Judgement(Ruling.ILLEGAL, violations(ruleset, ids, call_words(call))) if ids else LEGAL
            found.append(Choice(replace(call, seat=seat), judgement))
    return tuple(found)


def bid_ranges(ruleset: Ruleset, position: Position) -> tuple[BidRange, ...]:
    """Numbered bids open to the seats that may act."""
    if position.phase is not Phase.AUCTION:
        return ()
    return tuple(one for seat in position.may_act for one in ruleset.auction.bid_ranges(position.auction_state, seat))


PLAYS = {(seat, card): Play(card, seat=seat) for seat in Seat for card in CARD_WORDS}
"""A bare play of each card by each seat."""

_SAYABLE_CHOICES = {key: Choice(play, LEGAL, may_say_belote=True) for key, play in PLAYS.items()}
_LEGAL_CHOICES = {key: Choice(play, LEGAL) for key, play in PLAYS.items()}
