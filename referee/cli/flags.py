"""Flags that several commands share."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import typer
from belote.referee.v1 import ruleset_pb2

from referee.cli.asking import Referee, Unanswered, referee_at
from referee.cli.screen import UNREADABLE, complain
from referee.notation import UnreadableText, setting_value
from referee.plugins import PluginFailed, PluginRefused
from referee.server import SettingsRefused
from referee.wire.encode import rule_option

DEFAULT_PRESET: Final = "ffb_classic"


class Naming(StrEnum):
    """How cards, seats and teams are named."""

    en = "en"
    fr = "fr"
    es = "es"


class Language(StrEnum):
    """The language of sentences."""

    en = "en"
    fr = "fr"


Names: TypeAlias = Annotated[
    Naming | None,
    typer.Option(
        "--names",
        help="Names of cards: English, French, Spanish pack.",
        show_default="those of the language",
    ),
]
Lang: TypeAlias = Annotated[
    Language, typer.Option("--lang", envvar="REFEREE_LANG", help="Language of sentences: English, French.")
]
Target: TypeAlias = Annotated[
    str | None,
    typer.Option("--target", metavar="HOST:PORT", help="Ask this server, not one in this process."),
]
Preset: TypeAlias = Annotated[str, typer.Option("--preset", help="Rules to play by; see: referee variants.")]
Features: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--feature", "--features", metavar="ID", help="A feature on top of the preset; several with commas."),
]
Options: TypeAlias = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A departure from the preset.")
]


def naming(names: Naming | None, lang: Language) -> str:
    """The names that are asked for, else those of the language."""
    return (names or lang).value


def ruleset(preset: str, features: Iterable[str] | None, options: Iterable[str] | None) -> ruleset_pb2.Ruleset:
    """The rules that the flags ask for."""
    asked = []
    for option in options or ():
        name, sign, value = option.partition("=")
        if not sign:
            raise typer.BadParameter(f"{option!r} is not NAME=VALUE", param_hint="--option")
        asked.append(rule_option(name, setting_value(value)))
    named = [feature.strip() for listed in features or () for feature in listed.split(",")]
    return ruleset_pb2.Ruleset(preset=preset, features=filter(None, named), options=asked)


@contextmanager
def refusals(language: str) -> Iterator[None]:
    """Turns what cannot be read or answered into a few lines on standard error and exit status 2."""
    try:
        yield
    except Unanswered as unanswered:
        complain(str(unanswered))
    except UnreadableText as unreadable:
        complain(unreadable.report(language))
    except (PluginRefused, PluginFailed, SettingsRefused) as refused:
        complain(str(refused))
    except OSError as fault:  # a full disk under standard output
        complain(fault.strerror or type(fault).__name__)
    else:
        return
    raise typer.Exit(UNREADABLE)


@contextmanager
def asking(target: str | None, language: str) -> Iterator[Referee]:
    """The referee to ask, with every refusal told as a line."""
    with refusals(language), referee_at(target, language) as referee:
        yield referee
