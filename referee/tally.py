"""The facts a score is made of: counted from a finished position, or claimed at a table and checked."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from referee.model.card import cards_in
from referee.model.contract import Contract, Doubling
from referee.model.position import Phase, Position
from referee.model.refusal import BadField, Reason, Refused, bad_field
from referee.model.score import Belote, ScoreSheet, Tally, TallyClaim
from referee.model.seat import Team
from referee.model.trump import Trump
from referee.rules.bonuses import Scale
from referee.rules.settlement import settle
from referee.ruleset import Ruleset


def score(ruleset: Ruleset, tally: Tally) -> ScoreSheet:
    """The score sheet of a tally under these rules."""
    return settle(tally, Scale(dict(ruleset.modes), ruleset.table.pack), ruleset.bonuses, ruleset.settlement)


def count(ruleset: Ruleset, position: Position, spent: Iterable[Team] = ()) -> Tally:
    """The tally of a finished deal; ``spent`` are the teams whose once-a-match tolerance is used up.

    Raises Refused DEAL_NOT_FINISHED while cards are still to be played.
    """
    deal, table = position.deal, ruleset.table
    if position.contract is not None:
        table = table.playing(position.contract.taker)
    if position.phase is not Phase.FINISHED:
        raise Refused.for_field(
            "actions",
            Reason.DEAL_NOT_FINISHED,
            "the deal is not over yet",
            "la donne n'est pas terminée",
            phase=position.phase.name,
            actions=len(deal.actions),
        )
    if position.exchanging is not None and position.exchanging.unseen:
        raise Refused.for_field(
            "actions",
            Reason.CARDS_HIDDEN,
            "cards were laid away that the record does not tell",
            "des cartes ont été écartées que la donne ne dit pas",
            seats=", ".join(seat.name for seat in position.exchanging.unseen),
        )
    reserve = deal.reserve_in or 0
    if position.contract is None:
        return Tally(None, table.sides, reserve_in=reserve, last_deal=deal.last_deal)
    trump = position.contract.trump
    assert trump is not None  # an auction leaves none open
    mode = ruleset.play[trump].mode
    said = ruleset.belote.on_table(position.shown, mode, table, frozenset(spent)) if position.shown else ()
    belotes = [
        Belote(table.team_of(one.seat), one.rule_id, scores=one.scores, forgiven=one.forgiven)
        for one in said
        if one.complete
    ]
    declared = dict.fromkeys(table.sides, 0)
    for said_one in position.declarations:
        if said_one.counts is None or said_one.points is None:
            raise Refused.for_field(
                "actions",
                Reason.CARDS_HIDDEN,
                "which declarations score depends on cards that the record does not tell",
                "les annonces qui comptent dépendent de cartes que la donne ne dit pas",
                seats=said_one.seat.name,
            )
        if said_one.counts:
            declared[table.team_of(said_one.seat)] += said_one.points
    winners = [table.team_of(trick.winner) for trick in position.tricks]
    trickless = frozenset(table.sides) - set(winners)
    return Tally(
        contract=position.contract,
        teams=table.sides,
        trump=trump,
        card_points=position.points,
        last_trick=winners[-1],
        sweep=winners[0] if len(set(winners)) == 1 else None,
        belotes=tuple(belotes),
        declarations=declared,
        tricks={team: winners.count(team) for team in table.sides},
        solo=all(trick.winner == position.contract.taker for trick in position.tricks),
        reserve_in=reserve,
        last_deal=deal.last_deal,
        trickless=trickless,
    )


def check_claim(ruleset: Ruleset, claim: TallyClaim) -> Tally:
    """The tally of what was counted at a table with real cards; the points of one side are enough.

    Raises Refused with every field that is missing, impossible, or at odds with another.
    """
    return _Claim(ruleset, claim).tally()


_OF_A_PLAYED_DEAL = (
    "taker",
    "trump",
    "target",
    "doubling",
    "card_points",
    "last_trick",
    "tricks",
    "capot",
    "no_capot",
    "belotes",
    "declarations",
    "solo",
)


class _Claim:
    """A claim under examination, with the faults found so far."""

    def __init__(self, ruleset: Ruleset, claim: TallyClaim) -> None:
        self.ruleset, self.claim = ruleset, claim
        self.sides = ruleset.table.sides
        self.bad: list[BadField] = []

    def missing(self, path: str, english: str, french: str) -> None:
        self.bad.append(bad_field(path, Reason.FIELD_MISSING, english, french))

    def at_odds(self, path: str, english: str, french: str, *others: str) -> None:
        fields = ",".join([path, *others])
        self.bad.append(bad_field(path, Reason.TALLY_INCONSISTENT, english, french, fields=fields))

    def of_tricks(self) -> str:
        """The field that tells who won no trick."""
        return "tricks" if self.claim.tricks else "capot"

    def tally(self) -> Tally:
        claim = self.claim
        self._check_teams()
        if self.bad:
            raise Refused.for_fields(self.bad)
        reserve = claim.reserve_in or 0
        if claim.passed_out:
            self._check_passed_out()
            if self.bad:
                raise Refused.for_fields(self.bad)
            return Tally(None, self.sides, reserve_in=reserve, last_deal=claim.last_deal)
        for name in self.ruleset.settlement.misfits(claim):
            self.at_odds(name, "means nothing in this game", "n'a pas de sens dans ce jeu")
        trump = self._trump()
        counts, sweep, trickless = self._tricks()
        card_points = self._card_points(trump, sweep, trickless)
        self._check_worth(trump, counts, card_points)
        last_trick = claim.last_trick or sweep
        if last_trick is None:
            self.missing("last_trick", "who won the last trick?", "qui a fait le dernier pli ?")
        elif last_trick in trickless:
            name = last_trick.name
            self.at_odds("last_trick", f"{name} won no trick", f"{name} n'a fait aucun pli", self.of_tricks())
        belotes = self._belotes(trump)
        self._declarations()
        if claim.taker is None:
            self.missing("taker", "which team took?", "quelle équipe a pris ?")
        for name in self.ruleset.settlement.missing(claim):
            self.missing(name, "this game cannot be scored without it", "ce jeu ne se compte pas sans cela")
        if self.bad:
            raise Refused.for_fields(self.bad)
        assert claim.taker is not None
        contract = Contract(None, claim.taker, claim.trump, claim.target, claim.doubling or Doubling.NONE)
        return Tally(
            contract=replace(contract, multiplier=self.ruleset.settlement.factor(contract)),
            teams=self.sides,
            trump=trump,
            card_points=card_points,
            last_trick=last_trick,
            sweep=sweep,
            belotes=belotes,
            declarations={team: claim.declarations.get(team, 0) for team in self.sides},
            solo=claim.solo,
            reserve_in=reserve,
            last_deal=claim.last_deal,
            trickless=trickless,
            tricks=counts if len(counts) == len(self.sides) else {},
        )

    def _check_teams(self) -> None:
        claim = self.claim
        named: list[tuple[str, Team | None]] = [
            ("taker", claim.taker),
            ("last_trick", claim.last_trick),
            ("capot", claim.capot),
        ]
        counts: tuple[tuple[str, Mapping[Team, int]], ...] = (
            ("card_points", claim.card_points),
            ("tricks", claim.tricks),
            ("belotes", claim.belotes),
            ("declarations", claim.declarations),
        )
        for name, by_team in counts:
            for index, (team, value) in enumerate(by_team.items()):
                path = f"{name}[{index}]"
                named.append((f"{path}.team", team))
                if value < 0:
                    self.at_odds(path, f"{team.name} has {value}", f"{team.name} a {value}")
        for path, one in named:
            if one is not None and one not in self.sides:
                self.bad.append(
                    bad_field(
                        path, Reason.SEAT_INVALID, "no such team at this table", "pas de telle équipe", team=one.name
                    )
                )

    def _check_passed_out(self) -> None:
        """Where nobody took, nothing else can be said of the deal."""
        if not self.ruleset.auction.may_pass_out:
            self.at_odds("passed_out", "somebody must take in these rules", "quelqu'un doit prendre dans ces règles")
        for name in _OF_A_PLAYED_DEAL:
            if getattr(self.claim, name):
                text = "nobody took, so nothing was won", "personne n'a pris : rien n'est gagné"
                self.at_odds("capot" if name == "no_capot" else name, *text, "passed_out")

    def _trump(self) -> Trump:
        """What the cards are counted by. A trump left out is one of those that count alike."""
        trump, modes = self.claim.trump, self.ruleset.modes
        if trump is None:
            pack = self.ruleset.table.pack
            alike = {(mode.pack_points(pack), mode.scaled, len(mode.belote_suits)) for mode in modes.values()}
            if len(alike) > 1:
                self.missing(
                    "trump", "trumps do not all count alike in these rules", "les atouts ne comptent pas tous pareil"
                )
            return next(iter(modes))
        if trump not in modes:
            self.at_odds("trump", f"{trump.name} is not played in these rules", f"{trump.name} ne se joue pas ici")
            return next(iter(modes))
        return trump

    def _tricks(self) -> tuple[dict[Team, int], Team | None, frozenset[Team]]:
        """How many tricks each side won, who won every one, and who won none, as far as counts and capot tell."""
        claim, whole = self.claim, self.ruleset.tricks
        counts = dict(claim.tricks)
        total = sum(counts.values())
        names = ", ".join(team.name for team in counts)
        if total > whole or (len(counts) == len(self.sides) and total != whole):
            self.at_odds("tricks", f"{names}: {total} tricks, not {whole}", f"{names} : {total} plis et non {whole}")
            return {}, None, frozenset()
        if len(counts) == len(self.sides) - 1:
            (left,) = (team for team in self.sides if team not in counts)
            counts[left] = whole - total
        sweep = next((team for team, won in counts.items() if won == whole), None)
        if claim.capot is not None:
            if counts and sweep != claim.capot:
                name = claim.capot.name
                self.at_odds("capot", f"{name} did not win every trick", f"{name} n'a pas fait tous les plis", "tricks")
            sweep = claim.capot
        if claim.no_capot and sweep is not None:
            self.at_odds("capot", "one team won every trick", "une équipe a fait tous les plis", "tricks")
        trickless = {team for team, won in counts.items() if won == 0}
        if sweep is not None:
            trickless |= {team for team in self.sides if team != sweep}
        return counts, sweep, frozenset(trickless)

    def _card_points(self, trump: Trump, sweep: Team | None, trickless: frozenset[Team]) -> dict[Team, int]:
        points = dict(self.claim.card_points)
        if self.ruleset.unplayed:
            return self._points_in_play(trump, sweep, trickless)
        whole = self.ruleset.modes[trump].pack_points(self.ruleset.table.pack)
        taken_all = sweep is not None and not (self.ruleset.dealing.taker_extra and sweep != self.claim.taker)
        if not points and taken_all:
            return {team: whole if team == sweep else 0 for team in self.sides}
        if not points:
            self.missing("card_points", "the card points of one side are needed", "il faut les points d'un camp")
            return {}
        total = sum(points.values())
        if len(points) == len(self.sides) - 1:
            (left,) = (team for team in self.sides if team not in points)
            points[left] = whole - total
            total = whole
            if points[left] < 0:
                more = next(iter(self.claim.card_points.values()))
                self.at_odds("card_points", f"{more} of {whole} card points", f"{more} points sur {whole}")
                return points
        if total != whole or len(points) != len(self.sides):
            self.at_odds(
                "card_points",
                f"{total} card points in all, not {whole} (without the last trick)",
                f"{total} points de cartes en tout et non {whole} (sans le dix de der)",
            )
        if sweep is None and not self.claim.no_capot and not self.claim.tricks and 0 in points.values():
            self.missing("capot", "no card points: did that side win no trick?", "aucun point : y a-t-il capot ?")
        self._check_trickless(trump, points, trickless)
        return points

    def _points_in_play(self, trump: Trump, sweep: Team | None, trickless: frozenset[Team]) -> dict[Team, int]:
        """The card points where part of the pack is never played, so that one side's do not tell the others'."""
        points = dict(self.claim.card_points)
        if sweep is not None and sweep in points:
            points = {team: points.get(team, 0) for team in self.sides}
        if len(points) < len(self.sides):
            self.missing(
                "card_points",
                "the card points of each side are needed, as some cards are out of play",
                "il faut les points de chaque camp, car des cartes sont hors du jeu",
            )
            return {}
        pack = self.ruleset.table.pack
        worth = sorted(self.ruleset.modes[trump].worth[card] for card in cards_in(pack))
        cards, total = len(worth) - self.ruleset.unplayed, sum(points.values())
        least, most = sum(worth[:cards]), sum(worth[len(worth) - cards :])
        if not least <= total <= most:
            self.at_odds(
                "card_points",
                f"{total} card points in all, where {cards} cards hold {least} to {most}",
                f"{total} points de cartes en tout, là où {cards} cartes en valent de {least} à {most}",
            )
        self._check_trickless(trump, points, trickless)
        return points

    def _check_trickless(self, trump: Trump, points: Mapping[Team, int], trickless: frozenset[Team]) -> None:
        for team in sorted(trickless):
            if points.get(team, 0) > self._most_laid(trump, team):
                name = team.name
                self.at_odds(
                    "card_points",
                    f"{name} has card points and no tricks",
                    f"{name} a des points et aucun pli",
                    self.of_tricks(),
                )

    def _most_laid(self, trump: Trump, team: Team) -> int:
        """The most that a side can have without a trick: the best cards that a taker may have laid away."""
        laid = self.ruleset.dealing.taker_extra
        if not laid or team != self.claim.taker:
            return 0
        return sum(sorted(map(self.ruleset.modes[trump].worth.__getitem__, cards_in(self.ruleset.table.pack)))[-laid:])

    def _check_worth(self, trump: Trump, counts: dict[Team, int], points: dict[Team, int]) -> None:
        """So many tricks cannot hold more than the best cards of so many tricks, nor less than the worst."""
        if self.bad:
            return
        worth = sorted(self.ruleset.modes[trump].worth[card] for card in cards_in(self.ruleset.table.pack))
        for team, won in counts.items():
            laid = self.ruleset.dealing.taker_extra if team == self.claim.taker else 0
            cards = won * self.ruleset.table.size + laid
            least, most = sum(worth[:cards]), sum(worth[len(worth) - cards :])
            if not least <= points[team] <= most:
                self.at_odds(
                    "card_points",
                    f"{team.name}: {won} tricks hold {least} to {most} card points, not {points[team]}",
                    f"{team.name} : {won} plis valent de {least} à {most} points, et non {points[team]}",
                    "tricks",
                )

    def _belotes(self, trump: Trump) -> tuple[Belote, ...]:
        mode, claimed = self.ruleset.play[trump].mode, self.claim.belotes
        most = min(len(mode.belote_suits), 1 if self.ruleset.belote.one_only else len(mode.belote_suits))
        total = sum(claimed.values())
        if total > most:
            self.at_odds(
                "belotes",
                f"{total} belotes, where there is at most {most} with this trump",
                f"{total} belotes, là où cet atout en permet {most} au plus",
                "trump",
            )
            return ()
        return tuple(Belote(team) for team, number in claimed.items() for _ in range(number))

    def _declarations(self) -> None:
        scoring = [team for team, points in self.claim.declarations.items() if points]
        contest = self.ruleset.contest
        if len(scoring) > 1 and (contest is None or contest.one_side_scores):
            self.at_odds("declarations", "only one side can score declarations", "un seul camp marque ses annonces")
        elif contest is not None and not all(contest.claimable(points) for points in self.claim.declarations.values()):
            self.at_odds("declarations", "no declarations come to that", "aucunes annonces ne font ce total")
        elif scoring and contest is None:
            self.at_odds("declarations", "declarations are not played here", "les annonces ne se jouent pas ici")
