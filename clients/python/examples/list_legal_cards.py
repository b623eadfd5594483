"""Which cards of a hand may be played to a trick. No record is needed."""

import sys

from belote_client import Referee, text

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    answer = referee.list_legal_cards("ffb_classic", trump="hearts", hand="7H AS", trick="KC")

print("may:", text(answer.legal))
for refused in answer.refused:
    print(f"not {text(refused.card)}: {refused.violations[0].message}")
