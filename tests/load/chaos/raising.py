"""A referee with a plugin that raises while it judges, served as ``referee serve`` serves."""

import asyncio
import os
import sys
from functools import cache

from belote.referee.v1 import referee_service_pb2

from referee import plugins
from referee.server import Settings, log
from referee.server.lifecycle import serve
from referee.service import Service
from tests.load.questions import Asked, record
from tests.properties import odd_plugins

NAME = "odd-raising"
FEATURE = "raising"


def finished(*features: str) -> Asked:
    """A finished deal to score, under these features beside its own."""
    deal = record().__class__()
    deal.CopyFrom(record())
    deal.ruleset.features.extend(features)
    return Asked("ScoreDeal", referee_service_pb2.ScoreDealRequest(deal=deal).SerializeToString())


@cache
def service() -> Service:
    """The service with the plugin beside those that are installed."""
    return Service(plugins.load(beside={NAME: odd_plugins.raising}))


if __name__ == "__main__":
    settings = Settings.read(os.environ)
    log.configure(settings.log_level)
    sys.exit(asyncio.run(serve(settings, service)))
