"""``make bench``: figures of this machine at this moment. Ratios within one run say more than the figures."""

import argparse

from referee import plugins
from referee.core import CORE
from referee.service import Service
from tests.bench import engine, ratios
from tests.bench.record import mid_request
from tests.load.generator import H2LOAD


def main() -> None:
    """Prints every figure, and the ratios once more as one line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer calls in fewer rounds: to see that it runs")
    parser.add_argument("--again", action="store_true", help="only what the same question costs at once a second time")
    asked = parser.parse_args()
    quick = asked.quick
    service = Service(plugins.load(discover=False))
    print(f"core: {CORE}")
    calls, rounds = (960, 2) if quick else (4800, 5)
    if asked.again:
        request = mid_request(service)
        _tell(ratios.again(service, request, calls, rounds))
        return
    request = engine.tell(service, 200 if quick else 2000)
    found = ratios.measured(service, request, calls, rounds)
    print(f"load: {'h2load' if H2LOAD else 'Python clients (install h2load for a lighter generator, and for web)'}")
    _tell(found)
    for name in ratios.NAMES:
        print(f"{name:<30}{found.told(name):>10}  {' '.join(f'{one:.2f}' for one in found.of.get(name, []))}")
    print("bench:", " ".join(f"{name}={found.told(name)}" for name in ratios.NAMES))


def _tell(found: ratios.Figures) -> None:
    for name, figures in found.of.items():
        if name not in ratios.NAMES:
            print(f"{name:<30}{found.median(name):10.0f}  {' '.join(f'{one:.0f}' for one in figures)}")


if __name__ == "__main__":
    main()
