"""``make bench``: figures of this machine at this moment. Ratios within one run say more than the figures."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import grpc
from belote.referee.v1 import deal_pb2, referee_service_pb2

from referee import plugins
from referee.model.card import cards_of
from referee.replay import replay
from referee.rules.play import led_suit
from referee.ruleset import Ruleset
from referee.service import SERVICE_NAME, Service
from referee.wire.decode import Reader
from tests.bench.load import H2LOAD, rate
from tests.bench.record import contract_record, mid_record, whole_record

ROOT = Path(__file__).parents[2]


def best_of(function: Callable[[], object], times: int, rounds: int = 7) -> float:
    """Microseconds of one call: the fastest round, since every disturbance only adds."""
    found = []
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(times):
            function()
        found.append((time.perf_counter() - started) / times)
    return min(found) * 1e6


def questions(ruleset: Ruleset, times: int) -> float:
    """Microseconds of a legality question, over the hands and tricks of one deal, loop included."""
    play = next(iter(ruleset.play.values()))
    above = play.mode.above
    cards = list(above)
    asked = [
        (cards_of(cards[start : start + 8]), led_suit(cards[start - 3]), cards[start - 3], bool(start % 2))
        for start in range(3, 24)
    ]
    judge = play.judge

    def ask_all() -> None:
        for hand, led, best, partner in asked:
            judge(hand, led, best, partner)

    return best_of(ask_all, times // len(asked)) / len(asked)


def cpu_seconds(process: subprocess.Popen[str]) -> float | None:
    """Processor time a process has used so far, where the system tells."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / 100


def _bytes_from(channel: grpc.Channel, path: str) -> "grpc.UnaryUnaryMultiCallable[bytes, bytes]":
    return channel.unary_unary(path)


def beside_an_echo(body: bytes, calls: int, rounds: int) -> None:
    """Throughput and processor time of a call and of its echo, in turn, on one server."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.server"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        target = server.stdout.readline().removeprefix("listening on ").strip()
        paths = {name: f"/{SERVICE_NAME}/{name}" for name in ("ListLegalActions", "Echo")}
        with grpc.insecure_channel(target) as channel:
            sizes = {name: len(_bytes_from(channel, path)(body)) for name, path in paths.items()}
        assert len(set(sizes.values())) == 1, sizes
        rates: dict[str, list[float]] = {name: [] for name in paths}
        costs: dict[str, list[float]] = {name: [] for name in paths}
        for number in range(rounds + 1):
            for name, path in paths.items():
                before = cpu_seconds(server)
                reached = rate(target, path, body, calls)
                after = cpu_seconds(server)
                if number:  # the first round warms up
                    rates[name].append(reached)
                    if before is not None and after is not None:
                        costs[name].append((after - before) / calls * 1e6)
    finally:
        server.terminate()
        server.wait(30)
    ratio = median(call / echo for call, echo in zip(rates["ListLegalActions"], rates["Echo"], strict=True))
    print(f"load: {'h2load' if H2LOAD else 'Python clients (install h2load for a lighter generator)'}, 32 under way")
    for name in paths:
        cost = f", {median(costs[name]):.0f} µs of processor a call" if costs[name] else ""
        print(f"{name:<17}{median(rates[name]):8.0f} calls/s{cost}")
    print(f"ListLegalActions ÷ echo, throughput: {ratio:.2f}")


def contract_over_classic(times: int, rounds: int = 3) -> float:
    """What a whole deal of coinche with declarations costs, replay and ScoreDeal together, in whole deals of classic.

    The median of so many rounds, each of which measures both.
    """
    service = Service(plugins.load())
    found = []
    for _ in range(rounds):
        costs = [whole_deal(service, record, times) for record in (contract_record(service), whole_record(service))]
        found.append(costs[0] / costs[1])
    return median(found)


def whole_deal(service: Service, record: deal_pb2.Deal, times: int) -> float:
    """Microseconds of replaying a finished record and of scoring it, from bytes to bytes."""
    reader = Reader()
    choice = reader.choice("ruleset", record.ruleset)
    deal, ruleset = reader.deal("deal", record, choice), service.rulesets.get(choice)
    request = referee_service_pb2.ScoreDealRequest(deal=record).SerializeToString()
    replayed = best_of(lambda: replay(ruleset, deal), times, 3)
    return replayed + best_of(lambda: service.answer("ScoreDeal", request, "en"), times, 3)


def main() -> None:
    """Prints every figure."""
    quick = "--quick" in sys.argv
    times = 200 if quick else 2000
    service = Service(plugins.load(discover=False))
    whole = whole_record(service)
    reader = Reader()
    choice = reader.choice("ruleset", whole.ruleset)
    deal, ruleset = reader.deal("deal", whole, choice), service.rulesets.get(choice)
    request = referee_service_pb2.ListLegalActionsRequest(deal=mid_record(whole)).SerializeToString()
    plays = len(deal.actions) - 4
    print(f"a legality question: {questions(ruleset, times * 20):.2f} µs")
    print(f"a record replayed (auction and {plays} plays): {best_of(lambda: replay(ruleset, deal), times):.1f} µs")
    answered = best_of(lambda: service.answer("ListLegalActions", request, "en"), times)
    print(f"ListLegalActions, bytes to bytes ({len(request)} bytes in): {answered:.1f} µs")
    print(f"coinche with declarations ÷ classic, replay and ScoreDeal: {contract_over_classic(times // 4):.2f}")
    beside_an_echo(request, 960 if quick else 9600, 2 if quick else 5)


if __name__ == "__main__":
    main()
