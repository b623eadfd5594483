"""docs/service-config.md shows the service config that the clients have, and says what becomes of every status."""

import json
import re
from pathlib import Path
from typing import Final

import grpc

from referee.model.refusal import Reason
from referee.service.failure import status_of

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "service-config.md").read_text(encoding="utf-8")
CLIENTS: Final = json.loads((ROOT / "clients" / "service_config.json").read_text(encoding="utf-8"))
SHOWN: Final = [json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)]
ROWS: Final = [row.split(" | ") for row in re.findall(r"^\| (`.*) \|$", PAGE, re.MULTILINE)]
BY_ITSELF: Final = {grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED, grpc.StatusCode.UNIMPLEMENTED}
"""What gRPC answers, or the server before a call is read."""
GUARDED: Final = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}


def test_what_is_shown_is_what_the_clients_have() -> None:
    alone, several = SHOWN
    assert alone == CLIENTS
    assert several == CLIENTS | {"loadBalancingConfig": [{"round_robin": {}}]}


def test_every_status_has_a_row_that_says_what_the_config_says() -> None:
    told = {name: again for names, again, _ in ROWS for name in re.findall(r"`([A-Z_]+)`", names)}
    answered = {status_of(reason) for reason in Reason} | BY_ITSELF | GUARDED
    assert told.keys() == {code.name for code in answered}
    sent_again = CLIENTS["methodConfig"][0]["retryPolicy"]["retryableStatusCodes"]
    assert {name for name, again in told.items() if again == "yes"} == set(sent_again)
    assert set(told.values()) == {"yes", "no"}


def test_every_reason_that_is_named_stands_at_its_status() -> None:
    for names, _, why in ROWS:
        for reason in set(re.findall(r"`([A-Z_]+)`", why)) & {str(one) for one in Reason}:
            assert status_of(Reason(reason)).name in names
