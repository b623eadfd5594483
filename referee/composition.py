"""Rulesets are composed once: presets, features and options become one frozen object, cached by fingerprint.

Which value holds: the request's, else what an added feature overrides, else the preset's, else the option's default.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from traceback import walk_tb
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from referee.model.deal import RulesetChoice
from referee.model.kept import Kept
from referee.model.refusal import BadField, Reason, Refused, bad_field, echo
from referee.model.trump import Trump
from referee.rules.misshapen import Misshapen
from referee.rules.ranking import Mode
from referee.ruleset import MANY, ONE_OWNER, Feature, Manifest, Option, Options, Preset, Rule, Ruleset, Value

CACHED_CHOICES: Final = 1024
"""So many rulesets are kept."""
CACHED_BOOKS: Final = 64
"""So many sets of features have their rules listed once."""


class _Book(NamedTuple):
    """The rules of some features and their order, which all rulesets of these features share."""

    rules: Mapping[str, Rule]
    order: Mapping[str, int]


class Rulesets:
    """The features of a server and the rulesets composed of them so far."""

    def __init__(
        self,
        features: Iterable[Feature],
        family_rules: Iterable[Rule],
        quarantined: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.features: Mapping[str, Feature] = {one.manifest.id: one for one in features}
        self.family_rules = tuple(family_rules)
        self.quarantined = tuple(quarantined)
        """Plugins that were left out, by name, and why."""
        presets = [preset for one in self.features.values() for preset in one.manifest.presets]
        self.waiting: Mapping[str, tuple[str, ...]] = {
            preset.id: absent
            for preset in presets
            if (absent := tuple(sorted({*preset.features} - set(self.features))))
        }
        """Presets that do not exist here, with the features that would have to be installed."""
        self.presets: Mapping[str, Preset] = {preset.id: preset for preset in presets if preset.id not in self.waiting}
        self.options: Mapping[str, tuple[Feature, Option]] = {
            option.name: (one, option) for one in self.features.values() for option in one.manifest.options
        }
        self.composed = 0
        """How many rulesets were composed so far."""
        self.when_composed: Callable[[], None] | None = None
        """Asked each time that one is."""
        self._by_choice: Kept[tuple[RulesetChoice, tuple[type, ...]], Ruleset] = Kept(CACHED_CHOICES)
        self._by_identity: Kept[tuple[object, ...], Ruleset] = Kept(CACHED_CHOICES)
        self._books: Kept[tuple[str, ...], _Book] = Kept(CACHED_BOOKS)

    def get(self, choice: RulesetChoice) -> Ruleset:
        """The ruleset a request asks for, composed at first use.

        Raises Refused: PRESET_UNKNOWN, FEATURE_UNKNOWN, OPTION_UNKNOWN, OPTION_INVALID or RULESET_CONFLICT.
        """
        # To Python true equals 1, and an option that is a number must not be known by a flag.
        key = choice, tuple(type(value) for _, value in choice.options)
        found = self._by_choice.get(key)
        if found is None:
            found = self._resolve(choice)
            self._by_choice.keep(key, found)
        return found

    def blamed(self, error: BaseException) -> str | None:
        """The plugin in whose code an error arose, innermost first; None when no plugin had a part in it."""
        if isinstance(error, Misshapen):
            culprit = error.culprit
            module = getattr(culprit, "__module__", None) or type(culprit).__module__
            return next(
                (one.plugin for one in self.features.values() if f"{module}.".startswith(f"{one.module}.")), None
            )
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        for frame in reversed(frames):
            name, place = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
            here = [one for one in self.features.values() if f"{name}.".startswith(f"{one.module}.")]
            # Several plugins may share a package: the one whose class the code belongs to comes first.
            here.sort(key=lambda one: not place.startswith(f"{one.owner}."))
            if here:
                return here[0].plugin
        return None

    def _resolve(self, choice: RulesetChoice) -> Ruleset:
        preset = self.presets.get(choice.preset)
        if preset is None:
            known = ", ".join(sorted(self.presets))
            kind = "preset", "préréglage"
            raise Refused.for_fields([_unknown(Reason.PRESET_UNKNOWN, "preset", choice.preset, known, kind)])
        bad: list[BadField] = []
        known = ", ".join(sorted(self.features))
        strange = [
            _unknown(Reason.FEATURE_UNKNOWN, f"features[{index}]", name, known, ("feature", "extension"))
            for index, name in enumerate(choice.features)
            if name not in self.features
        ]
        if strange:
            raise Refused.for_fields(strange)
        used = self._ordered({preset.base, *preset.features, *choice.features}, bad)
        if bad:
            raise Refused.for_fields(bad)
        values = self._values(preset, used, choice, bad)
        if bad:
            raise Refused.for_fields(bad)
        composed = _compose(preset, used, values, self._book(used))
        self.composed += 1
        if self.when_composed is not None:
            self.when_composed()
        key = (composed.preset, composed.features, *composed.values.values())  # the features say whose values
        return self._by_identity.get(key) or self._by_identity.keep(key, composed)

    def _book(self, used: list[Feature]) -> _Book:
        ids = tuple(one.manifest.id for one in used)
        found = self._books.get(ids)
        if found is None:
            listed = (*self.family_rules, *(rule for one in used for rule in one.manifest.rules))
            rules = {rule.id: rule for rule in listed}
            order = {name: index for index, name in enumerate(rules)}
            found = self._books.keep(ids, _Book(MappingProxyType(rules), MappingProxyType(order)))
        return found

    def _ordered(self, ids: set[str], bad: list[BadField]) -> list[Feature]:
        for name in sorted(ids):
            manifest = self.features[name].manifest
            bad += [
                _conflict(f"{name} requires {needed}", f"{name} exige {needed}", name, needed)
                for needed in manifest.requires
                if needed not in ids
            ]
            bad += [
                _conflict(f"{name} and {other} exclude each other", f"{name} et {other} s'excluent", name, other)
                for other in manifest.conflicts
                if other in ids
            ]
        bases = [name for name in ids if self.features[name].manifest.is_base]
        if len(bases) != 1:
            listed = ", ".join(sorted(bases))
            bad.append(
                _conflict(
                    f"one base is needed, not: {listed}", f"il faut une seule base, et non : {listed}", *sorted(bases)
                )
            )
        ordered: list[Feature] = []
        waiting = sorted(ids, key=lambda name: (not self.features[name].manifest.is_base, name))
        while waiting:
            ready = next(
                (name for name in waiting if not set(self.features[name].manifest.after) & set(waiting)), waiting[0]
            )
            waiting.remove(ready)
            ordered.append(self.features[ready])
        return ordered

    def _values(
        self, preset: Preset, used: list[Feature], choice: RulesetChoice, bad: list[BadField]
    ) -> dict[str, Value]:
        """Option's default, then the preset's value, then what an added feature overrides, then the request's."""
        offered = {option.name: option for feature in used for option in feature.manifest.options}
        values: dict[str, Value] = {name: option.default for name, option in offered.items()}
        values.update({name: value for name, value in preset.options.items() if name in offered})
        added = [one for one in used if one.manifest.id not in (preset.base, *preset.features)]
        set_by: dict[str, Manifest] = {}
        for manifest in (one.manifest for one in added):
            for name, value in manifest.overrides.items():
                earlier = set_by.get(name)
                if earlier is not None and earlier.overrides[name] != value and earlier.id not in manifest.after:
                    pair = earlier.id, manifest.id
                    english = f"{pair[0]} and {pair[1]} want {name} to be different things"
                    bad.append(_conflict(english, f"{pair[0]} et {pair[1]} ne s'accordent pas sur {name}", *pair))
                if name in offered:
                    values[name] = value
                set_by[name] = manifest
        before = dict(values)
        seen: set[str] = set()
        for index, (name, value) in enumerate(choice.options):
            path = f"options[{index}]"
            option = offered.get(name)
            if option is None:
                bad.append(self._unknown_option(path, name))
            elif name in seen:
                bad.append(
                    bad_field(
                        path,
                        Reason.OPTION_INVALID,
                        f"option {name} is set twice",
                        f"l'option {name} est donnée deux fois",
                        option=name,
                        value=echo(value),
                        allowed=option.allowed(),
                    )
                )
            elif not option.allows(value):
                shown, allowed = echo(value), option.allowed()
                bad.append(
                    bad_field(
                        path,
                        Reason.OPTION_INVALID,
                        f"option {name} cannot be {shown}; allowed: {allowed}",
                        f"l'option {name} ne peut valoir {shown} ; valeurs admises : {allowed}",
                        option=name,
                        value=shown,
                        allowed=allowed,
                    )
                )
            else:
                values[name] = value
            seen.add(name)
        if not bad:
            self._refuse_idle(choice, used, offered, before, values, bad)
        return values

    def _unknown_option(self, path: str, name: str) -> BadField:
        shown = echo(name)
        if name not in self.options:
            english, french = f"no option {shown} exists", f"l'option {shown} n'existe pas"
            return bad_field(path, Reason.OPTION_UNKNOWN, english, french, option=shown)
        owner = self.options[name][0].manifest.id
        return bad_field(
            path,
            Reason.OPTION_UNKNOWN,
            f"option {shown} belongs to feature {owner}, which is not in use",
            f"l'option {shown} relève de l'extension {owner}, qui n'est pas en jeu",
            option=shown,
            feature=owner,
        )

    def _refuse_idle(
        self,
        choice: RulesetChoice,
        used: list[Feature],
        offered: Mapping[str, Option],
        before: Mapping[str, Value],
        values: Mapping[str, Value],
        bad: list[BadField],
    ) -> None:
        """An option that can have no effect is refused, not ignored, unless it repeats the value in force."""
        owners = _owners(used)
        for index, (name, value) in enumerate(choice.options):
            if value == before[name]:
                continue
            path, option = f"options[{index}]", offered[name]
            owner = self.options[name][0].manifest
            read = not option.points or any(
                point in MANY or owners[point].manifest.id == owner.id or name in owners[point].manifest.reads
                for point in option.points
                if point in MANY or point in owners
            )
            if not read:
                bad.append(
                    bad_field(
                        path,
                        Reason.RULESET_CONFLICT,
                        f"option {name} has no effect in this ruleset",
                        f"l'option {name} n'a aucun effet dans ces règles",
                        conflict=name,
                    )
                )
            for other, listed, wanted in (
                *((other, listed, True) for other, listed in option.only_if),
                *((other, listed, False) for other, listed in option.not_if),
            ):
                if other in values and (values[other] in listed) is not wanted:
                    shown = " / ".join(map(echo, listed))
                    english = f"is {shown}" if wanted else f"is not {shown}"
                    french = f"vaut {shown}" if wanted else f"ne vaut pas {shown}"
                    bad.append(
                        bad_field(
                            path,
                            Reason.RULESET_CONFLICT,
                            f"option {name} has an effect only where {other} {english}",
                            f"l'option {name} n'a d'effet que si {other} {french}",
                            conflict=f"{name},{other}",
                        )
                    )


def _unknown(reason: Reason, path: str, name: str, known: str, kind: tuple[str, str]) -> BadField:
    shown = echo(name)
    english, french = f"no {kind[0]} {shown}; there are: {known}", f"{kind[1]} {shown} inconnu ; il existe : {known}"
    return bad_field(path, reason, english, french, **{kind[0]: shown, "known": known[:1000]})


def _conflict(english: str, french: str, *names: str) -> BadField:
    return bad_field("features", Reason.RULESET_CONFLICT, english, french, conflict=",".join(names))


def _owners(used: list[Feature]) -> dict[str, Feature]:
    """The holder of each one-owner point; claimed twice without *replaces* is a conflict that names both."""
    owners: dict[str, Feature] = {}
    for feature in used:
        for point in ONE_OWNER:
            if point not in feature.points:
                continue
            holder = owners.get(point)
            if holder is not None and (point, holder.manifest.id) not in feature.manifest.replaces:
                mine, theirs = feature.manifest.id, holder.manifest.id
                raise Refused.for_fields(
                    [
                        _conflict(
                            f"{mine} and {theirs} both claim the {point}",
                            f"{mine} et {theirs} veulent tous deux {point}",
                            mine,
                            theirs,
                        )
                    ]
                )
            owners[point] = feature
    return owners


def _compose(preset: Preset, used: list[Feature], values: dict[str, Value], book: _Book) -> Ruleset:
    """Asks each point in the order of the hooks' page, with what is composed so far."""
    options = Options(dict(sorted(values.items())))
    owners = _owners(used)
    given: dict[str, Any] = {"options": options}

    def owned(point: str) -> Any:
        return owners[point].points[point](given)

    def gathered(point: str, key: str) -> dict[Any, Any]:
        """What all features bring to a point, by a key that each value must have to itself."""
        found: dict[Any, Any] = {}
        holders: dict[Any, Feature] = {}
        for feature in used:
            for one in feature.points[point](given) if point in feature.points else ():
                name = getattr(one, key)
                if name in found:
                    raise Refused.for_fields([_both(point, str(name), feature, holders[name])])
                found[name], holders[name] = one, feature
        return found

    table = given["table"] = owned("table")
    dealing = owned("dealing")
    if objection := dealing.objections(table):
        raise Refused.for_fields([_undealable(owners["dealing"], owners["table"], objection)])
    modes: Mapping[Trump, Mode] = MappingProxyType(gathered("trump_modes", "trump"))
    given["modes"] = modes
    auction = owned("auction")
    exchanges = gathered("exchange", "id")
    holder = owned("play")
    declarations = gathered("declarations", "id")
    contest = owned("declaration_contest") if "declaration_contest" in owners else None
    if (contest is None) is not (not declarations):
        raise Refused.for_fields([_half_declared(used)])
    if declarations and dealing.covered:
        raise Refused.for_fields([_undeclarable(owners["dealing"], owners["declaration_contest"])])
    steps = {step.id: step for one in used for step in one.manifest.steps if step.id in exchanges}
    if set(exchanges) - set(steps):
        raise Refused.for_fields([_untold(sorted(set(exchanges) - set(steps)))])
    bonuses = [bonus for one in used if "bonuses" in one.points for bonus in one.points["bonuses"](given)]
    settlement, match = owned("settlement"), owned("match")
    if auction.needs_turn_up and not dealing.turn_up:
        raise Refused.for_field(
            "options",
            Reason.RULESET_CONFLICT,
            "this auction proposes a turned card, and the dealing (deal_pattern) turns none",
            "ces enchères proposent une retourne, et la distribution (deal_pattern) n'en montre pas",
            conflict="deal_pattern,auction",
        )
    if dealing.turn_up and not auction.needs_turn_up:
        raise Refused.for_field(
            "options",
            Reason.RULESET_CONFLICT,
            "the dealing (deal_pattern) turns a card, and this auction has no use for it",
            "la distribution (deal_pattern) montre une retourne, et ces enchères n'en font rien",
            conflict="deal_pattern,auction",
        )
    play = {trump: holder.for_mode(mode) for trump, mode in modes.items()}
    unlisted = {duty.rule_id for one in play.values() for row in one.duties for duty in row} - set(book.rules)
    if unlisted:
        listed = ", ".join(sorted(unlisted))
        raise Refused.for_fields(
            [_conflict(f"duties without a rule: {listed}", f"devoirs sans règle : {listed}", listed)]
        )
    features = tuple((one.manifest.id, one.manifest.revision) for one in used)
    text = "|".join(f"{name}@{revision}" for name, revision in features)
    text += "".join(f"|{name}={value!r}" for name, value in options.items())
    return Ruleset(
        preset=preset.id,
        features=features,
        values=options,
        fingerprint=hashlib.sha256(text.encode()).hexdigest()[:12],
        table=table,
        dealing=dealing,
        auction=auction,
        modes=modes,
        play=MappingProxyType(play),
        belote=holder.belote,
        declarations=MappingProxyType(declarations),
        contest=contest,
        exchanges=MappingProxyType(exchanges),
        steps=MappingProxyType(steps),
        bonuses=tuple(bonuses),
        settlement=settlement,
        match=match,
        rules=book.rules,
        rule_order=book.order,
    )


def _both(point: str, name: str, one: Feature, other: Feature) -> BadField:
    pair = one.manifest.id, other.manifest.id
    english = f"{pair[0]} and {pair[1]} both bring {name} to the point {point}"
    return _conflict(english, f"{pair[0]} et {pair[1]} apportent tous deux {name} au point {point}", *pair)


def _undealable(one: Feature, other: Feature, objection: str) -> BadField:
    pair = one.manifest.id, other.manifest.id
    return _conflict(
        f"the dealing of {pair[0]} does not fit the table of {pair[1]}: {objection}",
        f"la distribution de {pair[0]} ne va pas avec la table de {pair[1]}",
        *dict.fromkeys(pair),
    )


def _undeclarable(one: Feature, other: Feature) -> BadField:
    pair = one.manifest.id, other.manifest.id
    return _conflict(
        f"nothing can be declared of hands that lie in part under other cards ({pair[0]}, {pair[1]})",
        f"on ne peut rien annoncer d'une main dont des cartes sont sous d'autres ({pair[0]}, {pair[1]})",
        *pair,
    )


def _untold(ids: list[str]) -> BadField:
    listed = ", ".join(ids)
    return _conflict(
        f"steps without an entry in a manifest: {listed}", f"étapes absentes des manifestes : {listed}", *ids
    )


def _half_declared(used: list[Feature]) -> BadField:
    ids = [one.manifest.id for one in used if {"declarations", "declaration_contest"} & set(one.points)]
    listed = ", ".join(ids)
    return _conflict(
        f"declarations need kinds and a contest, and one of the two is missing beside {listed}",
        f"les annonces demandent des sortes et un départage, et l'un des deux manque auprès de {listed}",
        *ids,
    )
