"""One function a call: from a request to its response, for every call but BatchJudge."""

from dataclasses import dataclass, field, replace
from secrets import SystemRandom
from typing import Any

from belote.referee.v1 import deal_pb2, referee_service_pb2, ruleset_pb2

from referee.composition import Rulesets
from referee.dealt import check_cards, no_seat
from referee.events import events
from referee.judge import bid_ranges, choices, violations
from referee.matches import MatchDeal, score_match
from referee.model.card import NAME_OF, Card, cards_in, cards_of
from referee.model.contract import Doubling
from referee.model.deal import Deal, RulesetChoice
from referee.model.kept import Kept
from referee.model.position import Phase
from referee.model.refusal import Reason, Refused, bad_field
from referee.model.ruling import Ruling
from referee.model.seat import Seat
from referee.model.trump import Trump
from referee.model.words import CARD_WORDS
from referee.plugins import BUILT_IN
from referee.redact import redact
from referee.replay import advance, replay, replay_clean
from referee.rules.dealing import cut_deck, draw_dealer
from referee.rules.play import led_suit
from referee.ruleset import Ruleset
from referee.service.asking import CACHED, LONGEST_CACHED, MAX_DEALS, Ask, check_count, counted, under, winner, wire
from referee.service.listing import legal_actions, legal_cards
from referee.service.naming import Naming
from referee.service.seal import WHOLE, Seals, made_for
from referee.tally import check_claim, count, score
from referee.wire import encode, raw
from referee.wire.catalogue import catalogue
from referee.wire.decode import Reader, quick_deal, quick_raw_deal
from referee.wire.plain import plain_request


@dataclass
class Calls:
    """The calls, over the rulesets of one server."""

    rulesets: Rulesets
    seals: Seals | None = None
    random: SystemRandom = field(default_factory=SystemRandom)
    _known: Kept[bytes, tuple[RulesetChoice, Ruleset]] = field(default_factory=lambda: Kept(CACHED))
    _naming: Naming = field(default_factory=Naming)
    in_use: Ruleset | None = None
    """The rules that the latest request was judged by; whose features they are, when something goes wrong."""
    _catalogues: dict[str, referee_service_pb2.ListVariantsResponse] = field(default_factory=dict)

    # What the calls share

    def _ruleset(self, reader: Reader, path: str, message: ruleset_pb2.Ruleset) -> tuple[RulesetChoice, Ruleset | None]:
        """The ruleset a message names; what is wrong with it joins the reader's faults."""
        key = message.SerializeToString() if message.ByteSize() <= LONGEST_CACHED else b""
        known = self._known.get(key)
        if known is not None:
            self.in_use = known[1]
            return known
        before = len(reader.bad)
        choice = reader.choice(path, message)
        if len(reader.bad) > before:
            return choice, None
        try:
            ruleset = self.rulesets.get(choice)
        except Refused as refusal:
            reader.bad += refusal.under(path).fields
            return choice, None
        if key:
            self._known.keep(key, (choice, ruleset))
        self.in_use = ruleset
        return choice, ruleset

    def _record(self, message: deal_pb2.Deal, path: str = "deal") -> tuple[Ruleset, Deal]:
        if self.seals is not None:
            self.seals.check(message, path)
        rules = message.ruleset
        known = self._known.get(rules.SerializeToString()) if rules.ByteSize() <= LONGEST_CACHED else None
        if known is not None:
            quick = quick_deal(message, known[0])
            if quick is not None:
                self.in_use = known[1]
                return known[1], quick
        reader = Reader()
        choice, ruleset = self._ruleset(reader, f"{path}.ruleset", message.ruleset)
        deal = reader.deal(path, message, choice)
        cards_read = not any(
            one.path.startswith((f"{path}.deck", f"{path}.hands", f"{path}.turn")) for one in reader.bad
        )
        if reader.bad and ruleset is not None and cards_read and message.dealer:
            try:
                check_cards(ruleset, deal)
            except Refused as refusal:
                reader.bad += refusal.under(path).fields
        reader.done()
        assert ruleset is not None
        return ruleset, deal

    def _seal(self, message: deal_pb2.Deal, seat: int | None) -> None:
        """Seals a record that the referee made of a sealed one, or of none; what a caller made up stays unsealed."""
        if self.seals is not None and seat is not None:
            message.seal = self.seals.seal(message, seat)

    def _record_beside(self, reader: Reader, message: deal_pb2.Deal) -> tuple[Ruleset, Deal]:
        """The record of a request that has other fields, whose faults are told together with the record's."""
        try:
            return self._record(message)
        except Refused as refusal:
            raise Refused.for_fields([*refusal.fields, *reader.bad]) from refusal

    def _mode_cards(
        self, reader: Reader, ruleset: Ruleset | None, trump: int, groups: dict[str, Any]
    ) -> tuple[Trump | None, dict[str, tuple[Card, ...]]]:
        """Trump and cards of a spot question, checked as one set."""
        played = reader.needed("trump", Trump, trump)
        if played is not None and ruleset is not None and played not in ruleset.modes:
            name = played.name
            reader.invalid("trump", name, f"{name} is not played in these rules", f"{name} ne se joue pas ici")
        found = {path: reader.cards(path, numbers) for path, numbers in groups.items()}
        seen: dict[Card, str] = {}
        for path, cards in found.items():
            for index, card in enumerate(cards):
                here, name = f"{path}[{index}]", NAME_OF[card]
                if ruleset is not None and not card & ruleset.table.pack:
                    text = f"{name} is not in this pack", f"{name} n'est pas dans ce paquet"
                    reader.bad.append(bad_field(here, Reason.CARD_UNKNOWN, *text, card=name))
                elif card in seen:
                    text = f"{name} also at {seen[card]}", f"{name} figure aussi en {seen[card]}"
                    reader.bad.append(bad_field(here, Reason.CARD_DUPLICATED, *text, card=name))
                seen.setdefault(card, here)
        return played, found

    @staticmethod
    def _seat(reader: Reader, path: str, ruleset: Ruleset | None, number: int, *, needed: bool) -> Seat | None:
        seat = reader.needed(path, Seat, number) if needed else reader.optional(path, Seat, number)
        if seat is not None and ruleset is not None and seat not in ruleset.table.place_of:
            reader.bad.append(no_seat(path, seat))
        return seat

    # The calls

    def list_variants(
        self, request: referee_service_pb2.ListVariantsRequest, ask: Ask
    ) -> referee_service_pb2.ListVariantsResponse:
        """The catalogue."""
        found = self._catalogues.get(ask.language)
        if found is None:
            found = self._catalogues.setdefault(ask.language, catalogue(self.rulesets, BUILT_IN, ask.language))
        return found

    def deal_cards(
        self, request: referee_service_pb2.DealCardsRequest, ask: Ask
    ) -> referee_service_pb2.DealCardsResponse:
        """A new deal, shuffled or from the deck given."""
        reader = Reader()
        choice, ruleset = self._ruleset(reader, "ruleset", request.ruleset)
        if ask.batch is not None and not request.deck:
            reader.missing("deck")
        deck = reader.cards("deck", request.deck)
        draws = self._draws(reader, ruleset, request)
        dealer = self._seat(reader, "dealer", ruleset, request.dealer, needed=False)
        totals = reader.by_team("totals_in", request.totals_in, "points")
        reserve = reader.reserve("reserve_in", request)
        if request.dealer and request.draws:
            reader.invalid("draws", "", "dealer and draws exclude each other", "dealer et draws s'excluent")
        elif not (request.dealer or request.draws) and (
            # Within a batch nothing is left to chance, so that it may be repeated.
            ruleset is None or ruleset.dealing.draw_for_dealer or ask.batch is not None
        ):
            reader.missing("dealer")
        if request.HasField("cut") and ruleset is not None:
            least, most = ruleset.dealing.cut_min_packet, ruleset.table.pack.bit_count()
            if not least <= request.cut <= most - least:
                text = (
                    f"from {least} to {most - least} cards may be lifted",
                    f"on lève de {least} à {most - least} cartes",
                )
                reader.invalid("cut", request.cut, *text)
        reader.done()
        assert ruleset is not None
        response = referee_service_pb2.DealCardsResponse()
        self._naming.write(response, ruleset, ask, full=True)
        if draws:
            dealer = draw_dealer(draws)
            if dealer is None:
                response.redraw = True
                return response
        if dealer is None:
            dealer = self.random.choice(ruleset.table.players)
        if not deck:
            shuffled = list(cards_in(ruleset.table.pack))
            self.random.shuffle(shuffled)
            deck = tuple(shuffled)
        if request.HasField("cut"):
            check_cards(ruleset, Deal(choice, dealer, deck))
            deck = cut_deck(deck, request.cut)
        deal = Deal(choice, dealer, deck, reserve_in=reserve, totals_in=totals, last_deal=request.last_deal)
        position = replay_clean(ruleset, deal)
        message = encode.deal(replace(deal, turn_up=position.turn_up))
        self._seal(message, WHOLE)
        response.deal.CopyFrom(message)
        response.position.CopyFrom(encode.position(ruleset, position, ask.language))
        response.dealer = message.dealer
        return response

    def _draws(
        self, reader: Reader, ruleset: Ruleset | None, request: referee_service_pb2.DealCardsRequest
    ) -> dict[Seat, Card]:
        draws: dict[Seat, Card] = {}
        for index, draw in enumerate(reader.few("draws", request.draws)):
            path = f"draws[{index}]"
            seat = self._seat(reader, f"{path}.seat", ruleset, draw.seat, needed=True)
            card = reader.card(f"{path}.card", draw.card)
            if seat is not None and seat in draws:
                reader.invalid(f"{path}.seat", seat.name, f"{seat.name} draws twice", f"{seat.name} tire deux fois")
            if card and card in draws.values():
                name = NAME_OF[card]
                text = f"{name} is drawn twice", f"{name} est tiré deux fois"
                reader.bad.append(bad_field(f"{path}.card", Reason.CARD_DUPLICATED, *text, card=name))
            if seat is not None:
                draws.setdefault(seat, card)
        if request.draws and ruleset is not None and not ruleset.dealing.draw_for_dealer:
            reader.invalid("draws", "", "the first dealer is not drawn in these rules", "le donneur n'est pas tiré ici")
        elif request.draws and ruleset is not None and not reader.bad:
            drawn = {ruleset.table.team_of(seat) for seat in draws}
            absent = [team.name for team in ruleset.table.sides if team not in drawn]
            if absent:
                listed = ", ".join(absent)
                reader.invalid("draws", listed, f"nobody draws for {listed}", f"personne ne tire pour {listed}")
        return draws

    def inspect_deal(
        self, request: referee_service_pb2.InspectDealRequest, ask: Ask
    ) -> referee_service_pb2.InspectDealResponse:
        """What a record amounts to, a fault included."""
        ruleset, deal = self._record(request.deal)
        position, fault, opened = under("deal", replay, ruleset, deal)
        found = sorted(choices(ruleset, position), key=lambda one: one.judgement.ruling is not Ruling.LEGAL)
        response = referee_service_pb2.InspectDealResponse(
            position=encode.position(ruleset, position, ask.language),
            choices=[encode.offered(one, ask.language) for one in found],
            bid_ranges=[encode.bid_range(one) for one in bid_ranges(ruleset, position)],
            fault=None if fault is None else encode.fault(fault, ask.language),
            undetermined=[encode.open_action(one) for one in opened],
        )
        self._naming.write(response, ruleset, ask, full=True)
        return response

    def list_legal_actions(
        self, request: referee_service_pb2.ListLegalActionsRequest, ask: Ask
    ) -> referee_service_pb2.ListLegalActionsResponse:
        """What may be done, and why the rest may not."""
        listed = legal_actions(*self._record(request.deal), ask, self._naming, full=request.full_ruleset)
        return referee_service_pb2.ListLegalActionsResponse.FromString(listed)

    def quick_list_legal_actions(self, request: bytes, ask: Ask) -> bytes | None:
        """The same to a request as it came; None where it must be read in full."""
        if self.seals is not None:
            return None
        plain = plain_request(request)
        if plain is not None:
            rules, full, record = plain
            known = self._known.get(rules)
            if known is None:
                return None
            self.in_use = ruleset = known[1]
            answer = legal_cards(ruleset, record, ask.language)
            if answer is not None:
                return answer + self._naming.listed(ruleset, ask, full)
        message = raw.list_legal_actions(request)
        known = (
            self._known.get(message.deal.ruleset[0]) if message is not None and len(message.deal.ruleset) == 1 else None
        )
        deal = None if known is None else quick_raw_deal(message.deal, known[0])
        if known is None or deal is None:
            return None
        self.in_use = known[1]
        return legal_actions(known[1], deal, ask, self._naming, full=message.full_ruleset)

    def apply_action(
        self, request: referee_service_pb2.ApplyActionRequest, ask: Ask
    ) -> referee_service_pb2.ApplyActionResponse:
        """The ruling on an action and what it brings about."""
        reader = Reader()
        action = reader.action("action", request.action)
        ruleset, deal = self._record_beside(reader, request.deal)
        if action is not None and action.seat is not None and action.seat not in ruleset.table.place_of:
            reader.bad.append(no_seat("action.seat", action.seat))
        reader.done()
        assert action is not None
        before = under("deal", replay_clean, ruleset, deal)
        action = replace(action, seat=before.turn if action.seat is None else action.seat)
        judgement, after = under("action", advance, ruleset, before, action)
        response = referee_service_pb2.ApplyActionResponse(
            ruling=wire(judgement.ruling),
            violations=[encode.violation(one, ask.language) for one in judgement.violations],
            undetermined_rule_ids=judgement.open_rules,
        )
        self._naming.write(response, ruleset, ask, full=request.full_ruleset)
        if after is None:
            return response
        response.deal.CopyFrom(request.deal)
        response.deal.ClearField("seal")
        response.deal.DiscardUnknownFields()
        response.deal.actions.append(encode.action(action))
        self._seal(response.deal, made_for(request.deal))
        response.position.CopyFrom(encode.position(ruleset, after, ask.language))
        response.events.extend(encode.event(one) for one in events(ruleset, before, after, action))
        if after.phase is Phase.FINISHED and (tally := counted(ruleset, after)) is not None:
            rules = self._naming.info(ruleset, ask, full=True)
            encode.write_sheet(response.score_sheet, score(ruleset, tally), rules, ask.language)
        return response

    def redact_deal(
        self, request: referee_service_pb2.RedactDealRequest, ask: Ask
    ) -> referee_service_pb2.RedactDealResponse:
        """The record as one seat may see it."""
        reader = Reader()
        reader.needed("seat", Seat, request.seat)
        ruleset, deal = self._record_beside(reader, request.deal)
        reader.done()
        seat = self._seat(reader, "seat", ruleset, request.seat, needed=True)
        reader.done()
        assert seat is not None
        if self.seals is not None and made_for(request.deal) not in (None, WHOLE, seat):
            text = "the record was redacted for another seat", "la donne a été expurgée pour un autre joueur"
            raise Refused.for_field("deal.seal", Reason.SEAL_INVALID, *text)
        redacted = encode.deal(redact(ruleset, deal, seat))
        self._seal(redacted, None if made_for(request.deal) is None else seat)
        return referee_service_pb2.RedactDealResponse(deal=redacted)

    def score_deal(
        self, request: referee_service_pb2.ScoreDealRequest, ask: Ask
    ) -> referee_service_pb2.ScoreDealResponse:
        """The score sheet of a finished record."""
        ruleset, deal = self._record(request.deal)
        position = under("deal", replay_clean, ruleset, deal)
        sheet = score(ruleset, under("deal", count, ruleset, position))
        response = referee_service_pb2.ScoreDealResponse()
        encode.write_sheet(response.score_sheet, sheet, self._naming.info(ruleset, ask, full=True), ask.language)
        return response

    def score_match(
        self, request: referee_service_pb2.ScoreMatchRequest, ask: Ask
    ) -> referee_service_pb2.ScoreMatchResponse:
        """The match after its deals."""
        reader = Reader()
        choice, ruleset = self._ruleset(reader, "ruleset", request.ruleset)
        if len(request.deals) > MAX_DEALS:
            counted = len(request.deals)
            text = f"{counted} deals, where {MAX_DEALS} are read", f"{counted} donnes, pour {MAX_DEALS} au plus"
            raise Refused.for_field("deals", Reason.TOO_MANY_DEALS, *text, count=counted, limit=MAX_DEALS)
        first_dealer = self._seat(reader, "first_dealer", ruleset, request.first_dealer, needed=False)
        deals: list[MatchDeal] = []
        for index, told in enumerate(request.deals):
            path = f"deals[{index}]"
            match told.WhichOneof("told_as"):
                case "deal":
                    deals.append(self._match_record(reader, f"{path}.deal", told.deal, choice, ruleset))
                case "score_sheet":
                    deals.append(reader.sheet(f"{path}.score_sheet", told.score_sheet))
                case "tally":
                    deals.append(reader.tally(f"{path}.tally", told.tally, None))
                case _:
                    reader.missing(f"{path}.told_as")
        reader.done()
        assert ruleset is not None
        state, standings = score_match(ruleset, first_dealer, deals)
        response = referee_service_pb2.ScoreMatchResponse(
            totals=encode.team_points(state.totals),
            running=[
                referee_service_pb2.MatchStanding(
                    totals=encode.team_points(one.state.totals),
                    reserve=one.state.reserve,
                    written=encode.team_points(one.sheet.totals),
                    outcome=wire(one.sheet.outcome),
                    dealer=wire(one.dealer or 0),
                    counted=one.counted,
                )
                for one in standings
            ],
            reserve=state.reserve,
            over=state.over,
            winner=winner(state),
            deciding_deal_needed=state.deciding_deal_needed,
            next_dealer=wire(state.next_dealer or 0),
            deals_counted=state.deals_counted,
        )
        self._naming.write(response, ruleset, ask, full=request.full_ruleset)
        return response

    def _match_record(
        self, reader: Reader, path: str, message: deal_pb2.Deal, choice: RulesetChoice, ruleset: Ruleset | None
    ) -> Deal:
        """A record within a match: its ruleset may be left out, and must be the match's when given."""
        if self.seals is not None:
            self.seals.check(message, path)
        if not message.HasField("ruleset"):
            return reader.deal(path, message, choice)
        own_choice, own = self._ruleset(reader, f"{path}.ruleset", message.ruleset)
        if own is not None and ruleset is not None and own.fingerprint != ruleset.fingerprint:
            reader.bad.append(
                bad_field(
                    f"{path}.ruleset",
                    Reason.RULESET_MISMATCH,
                    "other rules than the match",
                    "d'autres règles que celles de la partie",
                    expected=ruleset.fingerprint,
                    found=own.fingerprint,
                )
            )
        return reader.deal(path, message, own_choice)

    def list_legal_cards(
        self, request: referee_service_pb2.ListLegalCardsRequest, ask: Ask
    ) -> referee_service_pb2.ListLegalCardsResponse:
        """What one hand may play to one trick."""
        reader = Reader()
        _, ruleset = self._ruleset(reader, "ruleset", request.ruleset)
        groups = {"hand": request.hand, "trick": request.trick}
        trump, found = self._mode_cards(reader, ruleset, request.trump, groups)
        leader = self._seat(reader, "leader", ruleset, request.leader, needed=False)
        taker = self._seat(reader, "taker", ruleset, request.taker, needed=False)
        if taker is not None and ruleset is not None and taker == ruleset.table.dummy:
            reader.bad.append(no_seat("taker", taker))
        reader.optional("doubling", Doubling, request.doubling)
        if ruleset is not None:
            check_count(reader, "hand", Reason.HAND_SIZE, len(request.hand), 1, ruleset.dealing.hand_size)
            check_count(reader, "trick", Reason.TRICK_SIZE, len(request.trick), 0, ruleset.table.size - 1)
        reader.done()
        assert ruleset is not None and trump is not None
        play, trick, hand = ruleset.play[trump], found["trick"], cards_of(found["hand"])
        led, best, winner, partner_best = 0, 0, None, False
        if trick:
            winner = play.mode.best_of(trick)
            led, best = led_suit(trick[0]), trick[winner]
            table = ruleset.table.playing(taker)
            order = table.around[table.place_of[leader or table.seats[0]]]
            partner_best = table.partners[order[len(trick)]][order[winner]]
        mask, situation = play.judge(hand, led, best, partner_best)
        refused = []
        for card in cards_in(hand & ~mask):
            ids = play.objections(card, led, best, situation)
            objections = violations(ruleset, ids, CARD_WORDS[card], mask, best)
            refused.append(
                referee_service_pb2.RefusedCard(
                    card=encode.numbers([card])[0],
                    violations=[encode.violation(one, ask.language) for one in objections],
                )
            )
        response = referee_service_pb2.ListLegalCardsResponse(
            legal=encode.set_numbers(mask),
            refused=refused,
            winner_index=winner,
        )
        self._naming.write(response, ruleset, ask, full=request.full_ruleset)
        return response

    def judge_trick(
        self, request: referee_service_pb2.JudgeTrickRequest, ask: Ask
    ) -> referee_service_pb2.JudgeTrickResponse:
        """Who holds a trick and what it is worth."""
        reader = Reader()
        _, ruleset = self._ruleset(reader, "ruleset", request.ruleset)
        trump, found = self._mode_cards(reader, ruleset, request.trump, {"cards": request.cards})
        leader = self._seat(reader, "leader", ruleset, request.leader, needed=True)
        if ruleset is not None:
            check_count(reader, "cards", Reason.TRICK_SIZE, len(request.cards), 1, ruleset.table.size)
        reader.done()
        assert ruleset is not None and trump is not None and leader is not None
        mode, cards, table = ruleset.modes[trump], found["cards"], ruleset.table
        winner = mode.best_of(cards)
        seat = table.seats[table.around[table.place_of[leader]][winner]]
        response = referee_service_pb2.JudgeTrickResponse(
            winner=wire(seat),
            winner_index=winner,
            winning_card=encode.numbers([cards[winner]])[0],
            points=mode.points_of(cards),
            complete=len(cards) == table.size,
        )
        self._naming.write(response, ruleset, ask, full=request.full_ruleset)
        return response

    def score_tally(
        self, request: referee_service_pb2.ScoreTallyRequest, ask: Ask
    ) -> referee_service_pb2.ScoreTallyResponse:
        """The score sheet of what a table counted."""
        reader = Reader()
        _, ruleset = self._ruleset(reader, "ruleset", request.ruleset)
        claim = reader.tally("tally", request.tally, reader.reserve("reserve_in", request))
        reader.done()
        assert ruleset is not None
        sheet = score(ruleset, under("tally", check_claim, ruleset, claim))
        response = referee_service_pb2.ScoreTallyResponse()
        encode.write_sheet(response.score_sheet, sheet, self._naming.info(ruleset, ask, full=True), ask.language)
        return response
