"""How an answer names its rules: in short, in full, or beside a batch; serialised where that is what is wanted."""

from belote.referee.v1 import referee_service_pb2, ruleset_pb2

from referee.model.kept import Kept
from referee.ruleset import Ruleset
from referee.service.asking import CACHED, Ask
from referee.wire import encode


class Naming:
    """The infos of rulesets, each made once."""

    def __init__(self) -> None:
        self._infos: Kept[tuple[str, str, bool], ruleset_pb2.RulesetInfo] = Kept(CACHED)
        self._of_sheets: Kept[tuple[str, str], bytes] = Kept(CACHED)
        self._listed: Kept[tuple[str, str, bool], bytes] = Kept(CACHED)

    def info(self, ruleset: Ruleset, ask: Ask, *, full: bool) -> ruleset_pb2.RulesetInfo:
        """The message; shared, so never to be changed. Within a batch a full one goes beside the answers."""
        if full and ask.batch is not None:
            ask.batch.setdefault(ruleset.identity, encode.info(ruleset, full=True))
            full = False
        key = (*ruleset.identity, full)
        found = self._infos.get(key)
        if found is None:
            found = self._infos.keep(key, encode.info(ruleset, full=full))
        return found

    def of_sheet(self, ruleset: Ruleset, ask: Ask) -> bytes:
        """The full info of a score sheet, serialised: parsing it is cheaper than copying the message."""
        info = self.info(ruleset, ask, full=True)
        if ask.batch is not None:
            return info.SerializeToString()
        found = self._of_sheets.get(ruleset.identity)
        if found is None:
            found = self._of_sheets.keep(ruleset.identity, info.SerializeToString())
        return found

    def listed(self, ruleset: Ruleset, ask: Ask, *, full: bool) -> bytes:
        """A serialised ListLegalActionsResponse that names the rules and nothing else."""
        if full and ask.batch is not None:
            info = self.info(ruleset, ask, full=True)
            return referee_service_pb2.ListLegalActionsResponse(ruleset=info).SerializeToString()
        key = (*ruleset.identity, full)
        found = self._listed.get(key)
        if found is None:
            info = self.info(ruleset, ask, full=full)
            named = referee_service_pb2.ListLegalActionsResponse(ruleset=info)
            found = self._listed.keep(key, named.SerializeToString())
        return found
