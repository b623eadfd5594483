"""The contract with its comments, as the compiler read it."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

ROOT: Final = Path(__file__).resolve().parents[2]
MESSAGE, ENUM, SERVICE, MEMBER, VALUE, METHOD, ONEOF = 4, 5, 6, 2, 2, 2, 8
"""Numbers by which the compiler says what a comment belongs to."""

Described: TypeAlias = DescriptorProto | EnumDescriptorProto | ServiceDescriptorProto


class Contract:
    """Its messages, enums and service by name, and what is said of each part."""

    def __init__(self, files: FileDescriptorSet) -> None:
        self.messages: dict[str, DescriptorProto] = {}
        self.enums: dict[str, EnumDescriptorProto] = {}
        self.services: dict[str, ServiceDescriptorProto] = {}
        self._said: dict[tuple[str, ...], str] = {}
        for file in files.file:
            said = {tuple(one.path): _whole(one.leading_comments) for one in file.source_code_info.location}
            for index, message in enumerate(file.message_type):
                self.messages[message.name] = message
                self._keep(said, (MESSAGE, index), message, MEMBER, [one.name for one in message.field])
                self._keep(said, (MESSAGE, index), message, ONEOF, [one.name for one in message.oneof_decl])
            for index, enum in enumerate(file.enum_type):
                self.enums[enum.name] = enum
                self._keep(said, (ENUM, index), enum, VALUE, [one.name for one in enum.value])
            for index, service in enumerate(file.service):
                self.services[service.name] = service
                self._keep(said, (SERVICE, index), service, METHOD, [one.name for one in service.method])

    def said(self, *names: str) -> str:
        """The comment of a message, enum or service, or of one of its parts."""
        return self._said[names]

    def _keep(
        self, said: dict[tuple[int, ...], str], path: tuple[int, int], of: Described, kind: int, names: Sequence[str]
    ) -> None:
        self._said[(of.name,)] = said.get(path, "")
        for index, name in enumerate(names):
            self._said[of.name, name] = said.get((*path, kind, index), "")


def _whole(comment: str) -> str:
    """A comment with its lines joined, its paragraphs apart."""
    paragraphs = comment.strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


@cache
def contract() -> Contract:
    """The contract of this checkout, read by the pinned compiler."""
    buf = Path(sys.executable).with_name("buf")
    words = [str(buf), "build", "proto", "--as-file-descriptor-set", "--output", "-"]
    built = subprocess.run(words, cwd=ROOT, capture_output=True, check=True)
    return Contract(FileDescriptorSet.FromString(built.stdout))


def reached(contract: Contract, names: Sequence[str]) -> Iterator[str]:
    """The named messages, and all messages and enums that they can hold."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        if name in contract.messages:
            waiting += [plain(one.type_name) for one in contract.messages[name].field if one.type_name]


def plain(type_name: str) -> str:
    """A type's name without its package."""
    return type_name.rpartition(".")[2]
