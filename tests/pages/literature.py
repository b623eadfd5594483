"""The texts that the catalogue cites: what each one is, who gave it out and where it can be read."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple


class Work(NamedTuple):
    """A text by the name that sources give it; `where` is empty when it has no public address that is known."""

    name: str
    what: str
    by: str
    where: str


SURVEY: Final = "<https://github.com/Avo-k/colver>, `docs/rules-survey`"
CARG: Final = "<https://github.com/vareversat/carg>, `assets/rules`"
THROUGH: Final = f"as told by the survey {SURVEY}"
FFB: Final = "Fédération Française de Belote"
UNNAMED: Final = "no public address is known"

WORKS: Final = (
    Work(
        "FFB, official rules of belote, 27-01-2016",
        "Règles officielles de la belote: classic belote without declarations. The first authority here.",
        f"{FFB}, 27 January 2016",
        "<https://ffbelote.org/wp-content/uploads/2016/01/regles-officielles-de-la-Belote-27-01-2016.pdf>; "
        f"transcribed in {CARG}",
    ),
    Work(
        "FFB, rules of belote contrée, 27-01-2016",
        "Contrée for the federation's contests, with the table of scores on its page 7.",
        f"{FFB}, 27 January 2016",
        f"<https://ffbelote.org>, as a PDF; {THROUGH}",
    ),
    Work(
        "FFB, rules of belote contrée, 2015",
        "Règles de la belote contrée, the wording before that of 2016, which is stricter about the belote.",
        f"{FFB}, November 2015",
        f"<https://ffbelote.org/wp-content/uploads/2015/11/REGLES-DE-LA-BELOTE-CONTREE.pdf>; {THROUGH}",
    ),
    Work(
        "FFB, rules of belote coinchée, 2015",
        "Règles de la belote coinchée: contracts with declarations.",
        f"{FFB}, November 2015",
        f"<https://ffbelote.org/wp-content/uploads/2015/11/REGLES-DE-LA-BELOTE-COINCHEE.pdf>; transcribed in {CARG}",
    ),
    Work(
        "FFB web pages",
        "The federation's pages on belote with or without declarations, its official rules, contrée and coinche. They "
        "do not always say what its dated rules say.",
        f"{FFB}, undated",
        "<https://ffbelote.org/reglements-de-la-belote-avec-ou-sans-annonce/>, "
        "<https://ffbelote.org/regles-officielle-belote/>, <https://ffbelote.org/belote-contree/>, "
        f"<https://ffbelote.org/regles-coinche/>; {THROUGH}",
    ),
    Work(
        "Rule guide (000)",
        "A guide in English to classic belote that says it follows the federation and sums up variants.",
        "a web page, read in 2026",
        UNNAMED,
    ),
    Work(
        "Scoring page (001)",
        "A page in English on counting points, with declarations, that goes with a score counter.",
        "a web page, read in 2026",
        UNNAMED,
    ),
    Work(
        "Glossary (002)",
        "The terms of belote explained in English, with declarations and cards in Spanish suits.",
        "a web page, read in 2026",
        UNNAMED,
    ),
    Work(
        "Web game help (003)",
        "The help page of a web game that offers classic belote and coinche. The preset `online_250` is made after it.",
        "a web game, read in 2026",
        UNNAMED,
    ),
    Work(
        "Web game help (004)",
        "The help page of a web game of classic belote played to 501. The preset `online_252` is made after it.",
        "a web game, read in 2026",
        UNNAMED,
    ),
    Work(
        "Pagat, Belote",
        "The article on belote in the collection of card game rules.",
        "John McLeod, undated",
        f"<https://www.pagat.com/jass/belote.html>; {THROUGH}",
    ),
    Work(
        "Pagat, Coinche",
        "The article on coinche in the same collection.",
        "John McLeod, undated",
        f"<https://www.pagat.com/jass/coinche.html>; {THROUGH}",
    ),
    Work(
        "French Wikipedia, Belote",
        "The encyclopedia's article, which changes with time.",
        "Wikipédia",
        f"<https://fr.wikipedia.org/wiki/Belote>; {THROUGH}",
    ),
    Work(
        "French Wikipedia, Coinche",
        "The encyclopedia's article, which changes with time.",
        "Wikipédia",
        f"<https://fr.wikipedia.org/wiki/Coinche>; {THROUGH}",
    ),
    Work(
        "English Wikipedia, Coinche",
        "The encyclopedia's article, which changes with time.",
        "Wikipedia",
        f"<https://en.wikipedia.org/wiki/Coinche>; {THROUGH}",
    ),
    Work(
        "Cannes contrée championship, 2016",
        "The rules of the championship, edition of 2016.",
        "Festival des Jeux, Cannes, 2016",
        f"<https://www.festivaldesjeux-cannes.com>, as an archived PDF; its opening: <https://doczz.fr/doc/1037408>; "
        f"{THROUGH}, `reglement-cannes`",
    ),
    Work(
        "International tournament contrée rules",
        "Rules of contrée that call themselves those of an international tournament.",
        "belotecontree.free.fr, undated",
        f"<http://belotecontree.free.fr/article.php3?id_article=22>, <https://doczz.fr/doc/620677>; {THROUGH}",
    ),
    Work(
        "ASCEE 79 tournament rules",
        "The rules of a club's belote tournament, played clockwise.",
        "ASCEE 79, undated",
        f"<https://doczz.fr/doc/2880155>; {THROUGH}",
    ),
    Work("Casson contest rules", "The rules of a village contest, played clockwise.", "Casson, undated", THROUGH),
    Work(
        "AAPPMA Koenigshoffen contest rules",
        "The rules of an anglers' association's contest.",
        "AAPPMA Koenigshoffen, undated",
        THROUGH,
    ),
    Work("RJCV contest rules", "The rules of a Belgian contest.", "RJCV, undated", THROUGH),
    Work("Coinche as played in Guyane", "An account of the game as it is played there.", "undated", THROUGH),
    Work(
        "Ducale coinche leaflet, 2022",
        "The card maker's leaflet on coinche for experts.",
        "Ducale, 2022",
        f"<https://bk.jeux-ducale.fr>, as a PDF; {THROUGH}",
    ),
    Work(
        "GameDuell help pages",
        "The help pages of a site on which belote is played, questions 1054 and 1056.",
        "GameDuell, undated",
        f"<https://gameduell.helpshift.com>; {THROUGH}",
    ),
    Work(
        "Board Game Arena coinche",
        "The rules of the coinche of a site on which games are played, kept beside its code.",
        "Board Game Arena, undated",
        f"<https://drasill.github.io/bga-coinche/rules-fr.html>; {THROUGH}",
    ),
    Work(
        "Clubs de Bridge, on belote and rebelote",
        "A page on how belote and rebelote are announced.",
        "clubs-de-bridge.com, undated",
        "<https://clubs-de-bridge.com/belote/belote-annonce-rebelote>",
    ),
    Work(
        "Coinche apps, as surveyed in 2026",
        "What the settings of several coinche apps offer, the générale among them.",
        "their makers, read in 2026",
        THROUGH,
    ),
    Work(
        "Exoty, rules of two-handed belote",
        "Les règles de la Belote à deux: closed hands, and découverte. The preset `belote_2p` is made after it.",
        "exoty.com, undated",
        "<https://exoty.com/?page_id=4037>",
    ),
    Work(
        "Exoty, rules of three-handed belote",
        "Les règles de la Belote à trois. The preset `belote_3p` is made after it.",
        "exoty.com, undated",
        "<https://exoty.com/les-regles-de-la-belote-a-3>",
    ),
    Work(
        "AD Poker, three-handed belote",
        "Belote à trois: hands, capot and level deals.",
        "adpoker.fr, undated",
        "<https://www.adpoker.fr/belotte-a-trois.html>",
    ),
    Work(
        "Hoppare, three-handed belote",
        "Comment jouer à la belote à 3, with ten cards each and a dog.",
        "hoppare.com, undated",
        "<https://hoppare.com/comment-jouer-a-la-belote-a-3>",
    ),
    Work(
        "Jeux de cartes inédits, La belote découverte, 05-08-2009",
        "Belote for two in stacks, the upper cards face up.",
        "a web log on card games, August 2009",
        "<https://jeuxdecartesinedits.blogspot.com/2009/08/la-belote-decouverte.html>",
    ),
    Work(
        "Wikipedia, Klaberjass",
        "The encyclopedia's article on the two-handed game that is nearest to belote; it changes with time.",
        "Wikipedia",
        "<https://en.wikipedia.org/wiki/Klaberjass>",
    ),
    Work(
        "Croatian bela for three and two, survey of public rules",
        "Notes that compare ten Croatian texts on bela with fewer than four players.",
        "public notes, undated",
        "among the texts: <https://hr.wikipedia.org/wiki/Belot>, <https://bedakjen.wordpress.com/2016/08/14/belot/>",
    ),
    Work(
        "Trictrac forum, questions on belote, as surveyed in 2026",
        "Players of classic belote on a capot that is announced, and what it is worth where they play.",
        "Tric Trac, a forum on games, as surveyed in 2026",
        UNNAMED,
    ),
    Work(
        "Guiana coinche championship rules, 2016-2017",
        "The rules of a championship, with stakes for an announced capot and générale.",
        "season 2016-2017",
        UNNAMED,
    ),
    Work("House rule of a club", "One club's way of ending an auction in which all pass.", "undated", THROUGH),
    Work(
        "The referee's own reading",
        "No text speaks: what this referee does, where anything else would contradict the rules that are written.",
        "this project",
        "the rule or the option that cites it",
    ),
)

DESCRIBED: Final = "Help page of a web game"
"""How a preset describes the text that it names right after."""

ROWS: Final = re.compile(r"decision rows? (\d+(?:, \d+)*)")


def cited(source: str) -> Iterator[str]:
    """The texts that a source names, one by one, as it writes them; a number in brackets is a text of its own."""
    for part in source.split("; "):
        if ROWS.fullmatch(part) or part.startswith(DESCRIBED):
            continue
        if found := re.fullmatch(r"(.*) \((\d{3}(?:, \d{3})+)\)", part):
            yield from (f"{found[1]} ({number})" for number in found[2].split(", "))
        else:
            yield part


def work_of(name: str) -> Work | None:
    """The text meant by a name, which may be followed by a remark, or by what it says of a point: `that x is …`."""
    named = (work for work in WORKS if re.match(rf"(?:.+ is )?{re.escape(work.name)}(?!\w)", name, re.IGNORECASE))
    return next(named, None)


def rows(source: str) -> tuple[int, ...]:
    """The numbers of the decision rows that a source names."""
    return tuple(int(number) for found in ROWS.findall(source) for number in found.split(", "))
