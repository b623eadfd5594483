"""Bids, doubles, declarations and steps as text, in every naming, by themselves and in deals as they are played."""

from dataclasses import replace

import pytest

from referee import plugins
from referee.model.action import Action, Bid, Coinche, Custom, Declaration, Pass, Play, Surcoinche
from referee.model.card import CARD_NAMED
from referee.model.deal import RulesetChoice
from referee.model.seat import Seat
from referee.model.trump import Trump
from referee.notation import NAMINGS, action_text, deal_text, read_deal
from referee.testing.deals import random_deal

FOUR_SPADES = Declaration("cinquante", tuple(CARD_NAMED[name] for name in ("AS", "KS", "QS", "JS")))

CALLS: list[tuple[str, str, str, Action]] = [
    ("en", "capot S", "bid capot S", Bid(Trump.SPADES, "capot")),
    ("en", "generale H", "bid generale H", Bid(Trump.HEARTS, "generale")),
    ("en", "E:Capot spades", "E:bid capot S", Bid(Trump.SPADES, "capot", Seat.EAST)),
    ("fr", "bid 100 cœur", "bid 100 C", Bid(Trump.HEARTS, 100)),
    ("fr", "générale P", "bid generale P", Bid(Trump.SPADES, "generale")),
    ("fr", "bid générale TA", "bid generale TA", Bid(Trump.ALL_TRUMP, "generale")),
    ("fr", "O:capot K", "O:bid capot K", Bid(Trump.DIAMONDS, "capot", Seat.WEST)),
    ("fr", "Coinche", "coinche", Coinche()),
    ("es", "bid 250 copas", "bid 250 C", Bid(Trump.HEARTS, 250)),
    ("es", "capot espadas", "bid capot E", Bid(Trump.SPADES, "capot")),
    ("es", "O:surcoinche", "O:surcoinche", Surcoinche(Seat.WEST)),
]


@pytest.mark.parametrize(("names", "text", "printed", "action"), CALLS)
def test_calls_of_contracts_are_read_as_people_write_them(names: str, text: str, printed: str, action: Action) -> None:
    head = f"names {names}\npreset p\ndealer S\n"
    assert action_text(action, names) == printed
    for written in (text, printed):
        assert read_deal(f"{head}calls {written}").actions == (action,)
        assert read_deal(f"{head}calls pass, {written} pass").actions == (Pass(), action, Pass())


SPOKEN: list[tuple[str, str, Action]] = [
    ("fr", "AP cinquante(AP RP DP VP)", Play(CARD_NAMED["AS"], False, (FOUR_SPADES,))),
    ("es", "1E cinquante(1E 12E 11E 10E)", Play(CARD_NAMED["AS"], False, (FOUR_SPADES,))),
    ("fr", "O:RP belote tierce(?)", Play(CARD_NAMED["KS"], True, (Declaration("tierce"),), Seat.WEST)),
    ("fr", "seven_swap(7C)", Custom("seven_swap", (CARD_NAMED["7H"],))),
    ("es", "O:discard(4C 10E n=2)", Custom("discard", (CARD_NAMED["7H"], CARD_NAMED["JS"]), (("n", 2),), Seat.WEST)),
]


@pytest.mark.parametrize(("names", "text", "action"), SPOKEN)
def test_declarations_and_steps_are_written_in_every_naming(names: str, text: str, action: Action) -> None:
    key = "trick" if isinstance(action, Play) else "step"
    assert action_text(action, names) == text
    assert read_deal(f"names {names}\npreset p\ndealer S\n{key} {text}").actions == (action,)


RULESETS = plugins.load()


@pytest.mark.parametrize("preset", sorted(RULESETS.presets))
@pytest.mark.parametrize("names", NAMINGS)
def test_played_deals_of_every_preset_are_read_back(preset: str, names: str) -> None:
    """Bids, doubles, declarations, steps as they really come."""
    choice = RulesetChoice(preset)
    ruleset = RULESETS.get(choice)
    for seed in range(8):
        deal = random_deal(ruleset, seed, choice).deal
        assert read_deal(deal_text(deal, names, ruleset.table.size)) == deal, seed
        for part in range(0, len(deal.actions), 5):
            begun = replace(deal, actions=deal.actions[:part])
            assert read_deal(deal_text(begun, names, ruleset.table.size)) == begun, (seed, part)


def test_played_deals_of_contracts_have_all_that_is_written() -> None:
    """What the test before is worth."""
    texts = []
    for choice in (RulesetChoice("ffb_coinche"), RulesetChoice("coinche_web", (), (("generale", "solo_500"),))):
        texts += [deal_text(random_deal(RULESETS.get(choice), seed, choice).deal) for seed in range(60)]
    for word in ("bid 80 ", "bid capot ", "bid generale ", " coinche", "surcoinche", "tierce(", "rebelote"):
        assert any(word in text for text in texts), word
