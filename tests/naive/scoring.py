"""What a classic deal scores, item by item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .cards import pack_points
from .options import Options, TableRules, table_rules

SIDES = ["A", "B"]
LAST_TRICK = 10
BELOTE = 20

# By side, then by line.
Lines = dict[str, dict[str, int]]


@dataclass(frozen=True)
class ScoreSheet:
    """The outcome, the lines each side writes (tricks, belote, declarations, reserve, rounding), and their totals."""

    outcome: str
    written: Lines
    totals: dict[str, int]
    reserve_out: int


def score(
    taker: str | None,
    cards: Mapping[str, int],
    last_trick: str | None,
    *,
    trump: str = "H",
    capot: str | None = None,
    belotes: Sequence[str] = (),
    reserve_in: int = 0,
    last_deal: bool = False,
    options: Options = None,
) -> ScoreSheet:
    """Scores one classic deal without declarations; `taker` None is a deal that nobody took.

    `cards` are card points by side without the ten of the last trick and before scaling; `belotes`
    names the side of each belote that was validly announced, in the order announced.
    """
    table = table_rules(options)
    written = {side: blank_lines() for side in SIDES}
    if taker is None:
        return sheet("passed", written, reserve_in)
    check(taker, cards, last_trick, trump, capot, belotes, table)
    tricks = {side: points_in_tricks(side, cards, last_trick, trump, capot, table) for side in SIDES}
    belote = {side: BELOTE * belotes_that_count(belotes, trump, table).count(side) for side in SIDES}
    outcome = judge(taker, tricks, belote, capot, table)
    reserve_out = reserve_in
    if outcome == "made":
        write_made(written, taker, tricks, belote, capot, table)
        written[taker]["reserve"] = reserve_in
        reserve_out = 0
    elif outcome == "failed":
        write_failed(written, taker, belote, capot, table)
        if table.reserve_goes_to == "deal_winner":
            written[other(taker)]["reserve"] = reserve_in
            reserve_out = 0
    elif outcome == "litige":
        each_keeps = last_deal and table.reserve_at_game_end == "each_keeps"
        reserve_out += write_litige(written, taker, tricks, belote, each_keeps, table)
    if table.rounding != "none" and not (last_deal and not table.rounding_last_deal):
        write_rounding(written, outcome, taker, capot, table)
    return sheet(outcome, written, reserve_out)


def write_made(
    written: Lines,
    taker: str,
    tricks: Mapping[str, int],
    belote: Mapping[str, int],
    capot: str | None,
    table: TableRules,
) -> None:
    """Each side writes what it made."""
    for side in SIDES:
        written[side]["tricks"] = tricks[side]
        written[side]["belote"] = belote[side]
    if capot == taker and table.belote_if_no_trick == "lost":
        written[other(taker)]["belote"] = 0


def write_failed(written: Lines, taker: str, belote: Mapping[str, int], capot: str | None, table: TableRules) -> None:
    """The defenders write the lost deal; the taker at most a belote."""
    defence = other(taker)
    if capot == defence and table.capot_for_defenders:
        written[defence]["tricks"] = table.capot_points
    else:
        written[defence]["tricks"] = table.fail_points
    written[defence]["belote"] = belote[defence]
    if table.belote_on_fail == "to_defenders":
        written[defence]["belote"] += belote[taker]
    elif capot is None or table.belote_if_no_trick == "kept":
        written[taker]["belote"] = belote[taker]


def write_litige(
    written: Lines,
    taker: str,
    tricks: Mapping[str, int],
    belote: Mapping[str, int],
    each_keeps: bool,
    table: TableRules,
) -> int:
    """The defenders write what they made; returns what the taker made and may not write yet."""
    defence = other(taker)
    written[defence]["tricks"] = tricks[defence]
    written[defence]["belote"] = belote[defence]
    if each_keeps:
        written[taker]["tricks"] = tricks[taker]
        written[taker]["belote"] = belote[taker]
        return 0
    if table.litige_belote == "kept_by_holder" or not table.belote_counts_for_contract:
        written[taker]["belote"] = belote[taker]
        return tricks[taker]
    return tricks[taker] + belote[taker]


def points_in_tricks(
    side: str, cards: Mapping[str, int], last_trick: str | None, trump: str, capot: str | None, table: TableRules
) -> int:
    """What a side has in its tricks: the capot alone, or cards and last trick, scaled where all-trump counts 258."""
    if capot is not None:
        return table.capot_points if side == capot else 0
    points = cards[side]
    if side == last_trick:
        points += LAST_TRICK
    if trump == "AT" and table.all_trump_points == "trump_258_scaled":
        return nearest(points * 162, 258)
    return points


def nearest(amount: int, divisor: int) -> int:
    """The whole number nearest to amount / divisor; no amount of the 258 scale falls half way."""
    whole, rest = divmod(amount, divisor)
    return whole + 1 if 2 * rest > divisor else whole


def belotes_that_count(belotes: Sequence[str], trump: str, table: TableRules) -> list[str]:
    """The sides of the belotes that score: none in no-trump, and in all-trump as the table has it."""
    if trump == "NT":
        return []
    if trump == "AT" and table.all_trump_belotes == "none":
        return []
    if trump == "AT" and table.all_trump_belotes == "one_only":
        return list(belotes[:1])
    return list(belotes)


def judge(
    taker: str, tricks: Mapping[str, int], belote: Mapping[str, int], capot: str | None, table: TableRules
) -> str:
    """The outcome of a deal that was taken: made, failed, litige or redeal."""
    if capot is not None:
        return "made" if capot == taker else "failed"
    total = dict(tricks)
    if table.belote_counts_for_contract:
        for side in SIDES:
            total[side] += belote[side]
    ours, theirs = total[taker], total[other(taker)]
    if table.success_rule == "threshold_82":
        return "made" if ours >= 82 else "failed"
    if table.success_rule == "at_least_equal":
        return "made" if ours >= theirs else "failed"
    if ours == theirs:
        return table.tie_rule
    return "made" if ours > theirs else "failed"


def write_rounding(written: Lines, outcome: str, taker: str, capot: str | None, table: TableRules) -> None:
    """Adds to each side the line that brings its total to a ten."""
    defence = other(taker)
    rounding = table.rounding
    exact = {side: sum(written[side].values()) for side in SIDES}
    if rounding == "defence_then_complement" and outcome == "made":
        defence_tricks = to_ten(written[defence]["tricks"], five_goes_up=True)
        # Of 160, or of the capot as the table counts it, in tens.
        whole = 160 if capot is None else to_ten(table.capot_points, five_goes_up=True)
        taker_tricks = whole - defence_tricks
        rounded = {
            defence: exact[defence] - written[defence]["tricks"] + defence_tricks,
            taker: exact[taker] - written[taker]["tricks"] + taker_tricks,
        }
        for side in SIDES:
            rounded[side] = to_ten(rounded[side], five_goes_up=True)
    elif rounding == "half_to_taker":
        won = {"made": taker, "failed": defence}.get(outcome)
        rounded = {side: to_ten(exact[side], five_goes_up=side == won) for side in SIDES}
    else:
        rounded = {side: to_ten(exact[side], five_goes_up=rounding != "half_down") for side in SIDES}
    for side in SIDES:
        written[side]["rounding"] = rounded[side] - exact[side]


def to_ten(points: int, *, five_goes_up: bool) -> int:
    """The ten nearest to `points`."""
    ten, units = divmod(points, 10)
    if units > 5 or (units == 5 and five_goes_up):
        return 10 * ten + 10
    return 10 * ten


def other(side: str) -> str:
    """The side across."""
    return "B" if side == "A" else "A"


def blank_lines() -> dict[str, int]:
    """The lines of one side before anything is written."""
    return {"tricks": 0, "belote": 0, "declarations": 0, "reserve": 0, "rounding": 0}


def sheet(outcome: str, written: Lines, reserve_out: int) -> ScoreSheet:
    """The sheet whose totals are the sums of its lines."""
    return ScoreSheet(outcome, written, {side: sum(written[side].values()) for side in SIDES}, reserve_out)


def check(
    taker: str,
    cards: Mapping[str, int],
    last_trick: str | None,
    trump: str,
    capot: str | None,
    belotes: Sequence[str],
    table: TableRules,
) -> None:
    """Refuses with a ValueError what no played deal can have come to."""
    if taker not in SIDES or last_trick not in SIDES:
        raise ValueError("taker and last trick are side A or B")
    if sorted(cards) != SIDES or min(cards.values()) < 0:
        raise ValueError("card points are given for sides A and B, and never negative")
    if sum(cards.values()) != pack_points(trump, table):
        raise ValueError(f"the cards of both sides add up to {pack_points(trump, table)}")
    if capot is not None and (last_trick != capot or cards[other(capot)] != 0):
        raise ValueError("a capot has every trick, the last one included")
    if any(side not in SIDES for side in belotes):
        raise ValueError("a belote is held by side A or B")
    if len(belotes) > {"NT": 0, "AT": 4}.get(trump, 1):
        raise ValueError("more belotes than there are trump suits")
