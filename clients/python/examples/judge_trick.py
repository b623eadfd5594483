"""Who won a trick, and what it is worth. No record is needed."""

import sys

from belote_client import Referee, text, word
from belote_client.messages import Seat

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    answer = referee.judge_trick("ffb_classic", trump="hearts", leader="south", cards="AC TC 7H KC")

print(f"{word(Seat, answer.winner)} wins with {text(answer.winning_card)}: {answer.points} points")
