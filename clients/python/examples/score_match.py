"""A match of three deals, each told by what the table counted."""

import sys

from belote_client import Referee, tally, word
from belote_client.messages import Team

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"

deals = [
    tally(taker="south_north", card_points={"south_north": 94}, last_trick="south_north"),
    tally(taker="east_west", card_points={"east_west": 70}, last_trick="south_north", belotes={"south_north": 1}),
    tally(passed_out=True),
]

with Referee(TARGET) as referee:
    answer = referee.score_match("ffb_classic", deals, first_dealer="west")

for number, standing in enumerate(answer.running, start=1):
    print(f"after deal {number}:", ", ".join(f"{word(Team, one.team)} {one.points}" for one in standing.totals))
print("over" if answer.over else "the match goes on")
