"""A feature held to every promise of the kit: its catalogue, its cases, its options, random deals played with it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.plugins import PluginRefused
from referee.ruleset import Manifest
from referee.testing.cases import Miswritten, OwnReferee, judged, rule_file
from referee.testing.catalogue import Composed, check_orders, check_texts
from referee.testing.features import Trial, name_of, rulesets_of
from referee.testing.promises import Broken, Fault, Found
from referee.testing.whole_deals import Bench

COMBINED_IN: Final = 4
"""One deal in so many is played with another feature beside it."""
OTHER_VALUES_IN: Final = 3
"""One deal in so many is played under some value of an option that is not its default."""
TOLD: Final = 3
"""How often one promise is told to be broken; more of the same would bury the rest."""


@dataclass(frozen=True)
class Report:
    """What came of a feature's examination."""

    feature: str
    faults: tuple[Fault, ...] = ()
    deals: Mapping[str, int] = field(default_factory=dict)
    """How many random deals were played under each ruleset."""
    reached: Mapping[str, int] = field(default_factory=dict)
    """Kinds of action, declarations that scored, contract terms: in how many deals each came up."""

    @property
    def promises(self) -> set[str]:
        """Names of the promises that are broken."""
        return {fault.promise for fault in self.faults}

    def __str__(self) -> str:
        played = "; ".join(f"{count} deals of {name}" for name, count in self.deals.items())
        reached = ", ".join(f"{name} {count}" for name, count in sorted(self.reached.items()))
        return "\n".join([f"{self.feature}: {played}", f"met in them: {reached}", *map(str, self.faults)])


def check_feature(
    feature: Any,
    *,
    beside: Sequence[Any] = (),
    presets: Sequence[str] = (),
    cases: Path | None = None,
    deals: int = 200,
    first: int = 0,
) -> Report:
    """Holds a feature to every promise of the kit, with so many random deals under each preset, from seed ``first`` on.

    ``beside`` are features that it needs or is to be combined with; ``presets`` are those to try, all unless told;
    ``cases`` is the folder of its case files. Raises Broken with everything that is wrong.
    """
    report = examined(feature, beside=beside, presets=presets, cases=cases, deals=deals, first=first)
    if report.faults:
        raise Broken(*report.faults)
    return report


def examined(
    feature: Any,
    *,
    beside: Sequence[Any] = (),
    presets: Sequence[str] = (),
    cases: Path | None = None,
    deals: int = 200,
    first: int = 0,
) -> Report:
    """The same as a report, faults included, for those who want to look at it first."""
    examination = _Examination(feature, beside, tuple(presets))
    examination.run(cases, range(first, first + deals))
    return Report(
        name_of(feature), tuple(examination.faults), dict(examination.played), dict(sorted(examination.reached.items()))
    )


class _Examination:
    """One examination under way."""

    def __init__(self, feature: Any, beside: Sequence[Any], presets: tuple[str, ...]) -> None:
        self.feature, self.beside, self.presets = feature, tuple(beside), presets
        self.faults: list[Fault] = []
        self.played: Counter[str] = Counter()
        self.reached: Counter[str] = Counter()

    def run(self, cases: Path | None, seeds: range) -> None:
        try:
            rulesets = rulesets_of(self.feature, *self.beside)
            twin = rulesets_of(*reversed((self.feature, *self.beside)))
        except PluginRefused as refusal:
            self._note("admitted", str(refusal))
            return
        manifest = rulesets.features[name_of(self.feature)].manifest
        self._gather(check_texts(manifest), "its manifest")
        trials = list(self._trials(rulesets, manifest))
        if not trials:
            self._note("admitted", "there is no preset that it goes with")
            return
        for trial in trials:
            self._gather(check_orders(trial, twin), str(trial))
        composed = Composed(rulesets, manifest, [trial.choice for trial in trials])
        self._gather(iter(composed.faults), "its options")
        if cases is not None:
            self._check_cases(rulesets, manifest, cases)
        for trial in trials:
            self._play(trial, twin, seeds)
            others = [choice for choice in composed.choices if choice.preset == trial.choice.preset]
            self._play_others(rulesets, others, seeds)

    def _note(self, promise: str, how: str, where: str = "") -> None:
        self._add(Fault(promise, how, where))

    def _add(self, fault: Fault) -> None:
        if sum(one.promise == fault.promise for one in self.faults) < TOLD:
            self.faults.append(fault)

    def _gather(self, found: Found, where: str) -> None:
        for promise, how in found:
            self._note(promise, how, where)

    def _trials(self, rulesets: Rulesets, manifest: Manifest) -> Iterator[Trial]:
        """Each preset with the feature, and with each of the others beside it, as far as they go together."""
        others = [name_of(one) for one in self.beside]
        seen = set()
        for preset in self.presets or rulesets.presets:
            if preset not in rulesets.presets:
                self._note("admitted", f"there is no preset {preset}")
                continue
            there = {rulesets.presets[preset].base, *rulesets.presets[preset].features}
            if manifest.is_base and manifest.id not in there:
                continue
            for group in ((manifest.id,), *((manifest.id, other) for other in others)):
                added = tuple(name for name in group if name not in there)
                if (preset, added) in seen:
                    continue
                seen.add((preset, added))
                trial = Trial(rulesets, RulesetChoice(preset, added))
                if self._goes(trial):
                    yield trial

    def _goes(self, trial: Trial) -> bool:
        """Whether a ruleset composes; a conflict is none of the feature's faults, anything else is."""
        try:
            return bool(trial.ruleset.features)
        except Refused as refusal:
            if refusal.reason is not Reason.RULESET_CONFLICT:
                self._note("options_compose", f"it is refused as {refusal.reason}: {refusal}", str(trial))
        except Exception as error:  # noqa: BLE001  # whatever a feature raises is told as its fault
            self._note("nothing_raises", f"{type(error).__name__}: {error}", str(trial))
        return False

    def _check_cases(self, rulesets: Rulesets, manifest: Manifest, folder: Path) -> None:
        """Every rule of the feature has its file, and every file in the folder is answered as it is written."""
        referee = OwnReferee(rulesets)
        for rule in manifest.rules:
            if not (folder / f"{rule.id}.txt").is_file():
                self._note("rule_has_cases", f"there is no {rule.id}.txt", str(folder))
        for path in sorted(folder.glob("*/*.txt")):
            try:
                file = rule_file(path)
            except Miswritten as fault:
                self._note("case_holds", f"its file cannot be read: {fault}", str(path))
                continue
            if {case.contrast for case in file.cases} != {False, True}:
                self._note("rule_has_cases", f"{file.name} is not shown both ways, by a case and a contrast", str(path))
            for case in file.cases:
                for difference in judged(referee, case).differences:
                    self._note("case_holds", f"in “{case.title}” {difference}", f"{folder.name}/{case.place}")

    def _play(self, trial: Trial, twin: Rulesets, seeds: range) -> None:
        bench = Bench(trial, twin, self.reached)
        combined = len(trial.choice.features) > 1
        bad = 0
        for seed in seeds[::COMBINED_IN] if combined else seeds:
            self.played[str(trial)] += 1
            found = bench.faults(seed)
            for fault in found:
                self._add(fault)
            bad += bool(found)
            if bad == TOLD:
                break  # the next deals would tell the same

    def _play_others(self, rulesets: Rulesets, choices: Sequence[RulesetChoice], seeds: range) -> None:
        """Deals under other values of the feature's options, each value in its turn."""
        for index, seed in enumerate(seeds[::OTHER_VALUES_IN] if choices else ()):
            trial = Trial(rulesets, choices[index % len(choices)])
            self.played[f"{trial.choice.preset} with other values"] += 1
            for fault in Bench(trial, None, self.reached).faults(seed):
                self._add(fault)
