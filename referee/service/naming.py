"""How an answer names its rules: in short, in full, or beside a batch; kept serialised, which takes less room."""

from typing import Any

from belote.referee.v1 import referee_service_pb2, ruleset_pb2

from referee.model.kept import Kept
from referee.ruleset import Ruleset
from referee.service.asking import CACHED, Ask
from referee.wire import encode


class Naming:
    """The infos of rulesets, each made once."""

    def __init__(self) -> None:
        self._infos: Kept[tuple[str, str, bool], bytes] = Kept(CACHED)
        self._listed: Kept[tuple[int, bool], bytes] = Kept(CACHED)
        """By the ruleset's serial number."""

    def info(self, ruleset: Ruleset, ask: Ask, *, full: bool) -> bytes:
        """The serialised message. Within a batch a full one goes beside the answers."""
        if full and ask.batch is not None:
            _put_beside(ask.batch, ruleset)
            full = False
        return self._info(ruleset, full=full)

    def write(self, answer: Any, ruleset: Ruleset, ask: Ask, *, full: bool) -> None:
        """Names the rules in the field that every answer has for it: parsing is cheaper than copying a message."""
        answer.ruleset.MergeFromString(self.info(ruleset, ask, full=full))

    def listed(self, ruleset: Ruleset, ask: Ask, full: bool) -> bytes:  # by name this costs more than it looks up
        """A serialised ListLegalActionsResponse that names the rules and nothing else."""
        if full and ask.batch is not None:
            _put_beside(ask.batch, ruleset)
            full = False
        key = ruleset.serial, full
        found = self._listed.get(key)
        if found is None:
            named = referee_service_pb2.ListLegalActionsResponse()
            named.ruleset.MergeFromString(self._info(ruleset, full=full))
            found = self._listed.keep(key, named.SerializeToString())
        return found

    def _info(self, ruleset: Ruleset, *, full: bool) -> bytes:
        key = (*ruleset.identity, full)
        found = self._infos.get(key)
        if found is None:
            found = self._infos.keep(key, encode.info(ruleset, full=full).SerializeToString())
        return found


def _put_beside(batch: dict[tuple[str, str], ruleset_pb2.RulesetInfo], ruleset: Ruleset) -> None:
    if ruleset.identity not in batch:
        batch[ruleset.identity] = encode.info(ruleset, full=True)
