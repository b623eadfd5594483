"""docs/browsers.md says what the web door does."""

import re
from pathlib import Path

from referee.server.door import ANSWERED_WITH, ASKED_WITH

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "browsers.md").read_text(encoding="utf-8")


def test_it_names_the_headers_that_pages_may_send_and_read() -> None:
    sentence = re.search(r"A page may send (.*?), and may read (.*?)\. ", GUIDE, re.DOTALL)
    assert sentence
    sent, read = (set(re.findall(r"`([a-z-]+)`", part)) for part in sentence.groups())
    assert (sent, read) == (set(ASKED_WITH), set(ANSWERED_WITH))
