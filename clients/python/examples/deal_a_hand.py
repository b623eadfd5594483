"""A hand from the dealing to the first card that a player may not play."""

import sys

from belote_client import Referee, text, word
from belote_client.messages import Ruling, Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    start = referee.deal_cards("ffb_classic", dealer="south")
    deal, position = start.deal, start.position
    print(f"south deals, {text(position.turn_up)} is turned up")

    choices = referee.list_legal_actions(deal)
    print(f"{word(Seat, choices.turn)} may {' or '.join(text(choice.action) for choice in choices.legal)}")
    taken = next(choice.action for choice in choices.legal if choice.action.call.HasField("take"))
    print(f"{word(Seat, choices.turn)}: {text(taken)}")
    deal = referee.apply_action(deal, taken).deal

    while True:
        choices = referee.list_legal_actions(deal)
        print(f"{word(Seat, choices.turn)} may play {' '.join(text(choice.action) for choice in choices.legal)}")
        if choices.refused:
            break
        card = choices.legal[0].action
        print(f"{word(Seat, choices.turn)}: {text(card)}")
        deal = referee.apply_action(deal, card).deal

    refused = referee.apply_action(deal, choices.refused[0].action)
    violation = refused.violations[0]
    print(f"{word(Seat, choices.turn)}: {text(choices.refused[0].action)} is {word(Ruling, refused.ruling)}")
    print(f"{violation.rule_id}: {violation.message}")
