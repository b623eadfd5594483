"""A client of the belote referee.

    with Referee("127.0.0.1:15200") as referee:
        answer = referee.list_legal_cards("ffb_classic", trump="hearts", hand="7H AS", trick="KC")
        print(text(answer.legal))

``Referee`` and ``AsyncReferee`` ask, the errors say why there is no answer, ``messages`` has what is answered,
``actions`` and ``questions`` make what is sent.
"""

from belote_client import actions, messages, questions
from belote_client.aio import AsyncReferee
from belote_client.connection import Tls
from belote_client.errors import (
    AccessDenied,
    BadField,
    DeadlinePassed,
    RecordIllegal,
    RefereeError,
    RequestRefused,
    ServerFault,
    Unavailable,
    VariantUnknown,
    error_of_call,
    error_of_question,
)
from belote_client.records import record, tally
from belote_client.referee import Referee
from belote_client.rules import ruleset
from belote_client.words import card, cards, doubling, seat, team, text, trump, word

__all__ = [
    "AccessDenied",
    "AsyncReferee",
    "BadField",
    "DeadlinePassed",
    "RecordIllegal",
    "Referee",
    "RefereeError",
    "RequestRefused",
    "ServerFault",
    "Tls",
    "Unavailable",
    "VariantUnknown",
    "actions",
    "card",
    "cards",
    "doubling",
    "error_of_call",
    "error_of_question",
    "messages",
    "questions",
    "record",
    "ruleset",
    "seat",
    "tally",
    "team",
    "text",
    "trump",
    "word",
]
