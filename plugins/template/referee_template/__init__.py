"""A house rule: the last trick is worth more than ten."""

from collections.abc import Sequence
from typing import Final

from referee import LineKind, Manifest, Option, Options, Preset, Rule, Tally, Text, hookimpl
from referee.rules.bonuses import Bonus, Scale, ScoreItem

REVISION: Final = 1
"""Goes up with every change of a verdict or a score."""

SOURCE: Final = "The house's own rules"
"""Name the text that your rule comes from, with its year: a rule without a source is not loaded."""

LAST_TRICK: Final = Rule(
    "template/last_trick",
    Text(
        "The last trick is worth as much more than ten as the house agrees on.",
        "Le dernier pli vaut, en plus des dix points, ce dont la maison est convenue.",
    ),
    source=SOURCE,
    options=("template_last_trick",),
)

OPTIONS: Final = (
    Option(
        name="template_last_trick",
        default=10,
        line=Text("What the last trick is worth beyond its ten", "Ce que vaut le dernier pli en plus de ses dix"),
        details=Text(
            "10: it is worth twenty in all. 0: ten, as everywhere else.",
            "10 : il vaut vingt en tout. 0 : dix, comme partout ailleurs.",
        ),
        source=SOURCE,
        points=("bonuses",),
        numbers=(0, 10),
        rule_ids=(LAST_TRICK.id,),
    ),
)

PRESETS: Final = (
    Preset(
        id="template_table",
        base="classic",
        features=("template",),
        name=Text("Classic belote with a dear last trick", "Belote classique, dernier pli plus cher"),
        line=Text("Federation rules, the last trick is worth 20", "Règles de la fédération, le dernier pli vaut 20"),
        source=SOURCE,
    ),
)


class Template:
    """The feature ``template``: each method answers one extension point with the options in force."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        """The option, the rule and the preset of this house."""
        return Manifest(
            id="template",
            revision=REVISION,
            name=Text("Template", "Template"),
            line=Text("The last trick is worth more than ten.", "Le dernier pli vaut plus de dix points."),
            options=OPTIONS,
            presets=PRESETS,
            rules=(LAST_TRICK,),
        )

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        """What the last trick is worth beyond its ten."""
        worth = options.number("template_last_trick")

        def bonus(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
            if tally.last_trick is None or not worth:
                return ()
            return (ScoreItem(tally.last_trick, LineKind.LAST_TRICK, LineKind.TRICKS, worth, LAST_TRICK.id),)

        return (bonus,)
