"""`referee variants`: presets, and the options, rules, steps and words of each feature, in tables or one by one."""

import difflib
from typing import Annotated, Final

import typer

from referee.cli.asking import Unanswered
from referee.cli.catalogue import Catalogue, catalogue_of
from referee.cli.flags import Lang, Language, Naming, Target, asking
from referee.cli.listing import Listing
from referee.cli.screen import Screen
from referee.model.text import Text

UNKNOWN: Final = Text(
    "no preset, feature, option, rule, step or word {id}",
    "ni préréglage, ni extension, ni option, ni règle, ni étape, ni mot {id}",
)
PERHAPS: Final = Text("; perhaps {ids}", " ; peut-être {ids}")


def variants(
    id: Annotated[  # noqa: A002  # the word that the reader sees in the help
        str | None,
        typer.Argument(metavar="[ID]", help="A preset, feature, option, rule, step or word; everything when left out."),
    ] = None,
    lang: Lang = Language.en,
    target: Target = None,
) -> None:
    """List presets, and what each feature brings: options, rules, steps, words; or tell all about one of them."""
    with asking(target, lang.value) as referee:
        catalogue = catalogue_of(referee)
        screen = Screen.of(catalogue, Naming.en.value, lang.value)
        listing = Listing(catalogue, screen)
        if id is None:
            listing.everything()
        elif not listing.one(id):
            raise Unanswered(_unknown(catalogue, id, screen.language))


def _unknown(catalogue: Catalogue, asked: str, language: str) -> str:
    known = [one.id for one in catalogue.presets] + [one.id for one in catalogue.features]
    known += [one.id for one in catalogue.rules] + [one.name for one in catalogue.options]
    known += [one.id for one in catalogue.custom_actions] + [one.id for one in catalogue.terms]
    close = difflib.get_close_matches(asked, known)
    hint = PERHAPS.filled(ids=", ".join(close))(language) if close else ""
    return UNKNOWN.filled(id=asked)(language) + hint
