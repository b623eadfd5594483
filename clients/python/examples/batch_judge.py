"""Many questions in one call; a bad one spoils no other."""

import sys

from belote_client import Referee, error_of_question, questions, text, word
from belote_client.messages import Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    trick, cards, doubtful = referee.batch_judge(
        [
            questions.judge_trick("ffb_classic", trump="hearts", leader="west", cards="AC TC 7H KC"),
            questions.list_legal_cards("ffb_classic", trump="clubs", hand="7H 8H", trick="AH"),
            questions.list_legal_cards("house_rules", trump="clubs", hand="7H 8H"),
        ]
    ).answers

print(word(Seat, trick.judge_trick.winner))
print(text(cards.list_legal_cards.legal))
print(error_of_question(doubtful.error))
