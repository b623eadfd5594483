"""Requests about a record, with its rules, deck and actions left as bytes, and batches with their questions left so.

Nearly every action has been read before, and is known by its bytes faster than it can be taken apart; a deck is a byte
a card. The kinds here are those of the contract but for a few fields, derived from it when the module is loaded, so
that they cannot fall behind. A message inside a message lies in the bytes as a field of bytes does; all these fields
are repeated here, since of a singular field of bytes only the last would be kept where of messages all are merged.
Numbers may also come one by one instead of all in one field; such a deck is among the fields that are not known here.
"""

from functools import lru_cache
from typing import Any, Final

from belote.referee.v1 import deal_pb2, referee_service_pb2
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.message import DecodeError, Message

_LEFT_AS_BYTES: Final = {
    deal_pb2.Deal.DESCRIPTOR.full_name: {"ruleset", "deck", "actions"},
    referee_service_pb2.BatchJudgeRequest.DESCRIPTOR.full_name: {"questions"},
}


def _pool() -> descriptor_pool.DescriptorPool:
    pool, known = descriptor_pool.DescriptorPool(), set[str]()

    def add(file: FileDescriptor) -> None:
        if file.name in known:
            return
        known.add(file.name)
        for needed in file.dependencies:
            add(needed)
        copy = descriptor_pb2.FileDescriptorProto()
        file.CopyToProto(copy)
        for kind in copy.message_type:
            left = _LEFT_AS_BYTES.get(f"{file.package}.{kind.name}", ())
            for field in kind.field:
                if field.name in left:
                    field.type = descriptor_pb2.FieldDescriptorProto.TYPE_BYTES
                    field.label = descriptor_pb2.FieldDescriptorProto.LABEL_REPEATED
                    field.ClearField("type_name")
        pool.Add(copy)

    add(referee_service_pb2.DESCRIPTOR)
    return pool


_POOL: Final = _pool()


def _kind(message: type[Message]) -> Any:
    return message_factory.GetMessageClass(_POOL.FindMessageTypeByName(message.DESCRIPTOR.full_name))


_LIST_LEGAL_ACTIONS: Final = _kind(referee_service_pb2.ListLegalActionsRequest)
_BATCH: Final = _kind(referee_service_pb2.BatchJudgeRequest)
_SHORT: Final = 130
"""Below so many bytes of a question one byte says how many come after its tag, from there on mostly two."""
_ASKED: Final = referee_service_pb2.Question.DESCRIPTOR.fields_by_name["list_legal_actions"].number
_ANSWERS: Final = referee_service_pb2.BatchJudgeResponse.DESCRIPTOR.fields_by_name["answers"].number


def list_legal_actions(request: bytes) -> Any:
    """The request, or None when the bytes are none."""
    return _read(_LIST_LEGAL_ACTIONS, request)


def questions(request: bytes) -> Any:
    """The bytes of each question of a batch, or None when the bytes are no batch. What is in them is not looked at."""
    batch = _read(_BATCH, request)
    return None if batch is None else batch.questions


def asks_what_is_legal(question: bytes) -> bytes | None:
    """The request for legal actions that a question begins with and ends with; None where it has another shape."""
    size = len(question)
    before = 2 if size < _SHORT else 3
    head = _head(_ASKED, max(0, size - before))
    return question[before:] if len(head) == before and question.startswith(head) else None


def framed(number: int, content: bytes) -> bytes:
    """A serialised message that has one field with this number and these bytes, a message's or a string's."""
    return _head(number, len(content)) + content


def heads(number: int, most: int) -> list[bytes]:
    """For each size below ``most``, what a serialised message of so many bytes begins with, which has one field.

    For a size that no such message has it is longer than that, so that nothing of the size begins so.
    """
    found = [b"\xff" * most] * most
    for size in range(most):
        head = _head(number, size)
        if len(head) + size < most:
            found[len(head) + size] = head
    return found


@lru_cache(maxsize=4096)
def _head(number: int, size: int) -> bytes:
    """What comes before so many bytes."""
    head = bytearray([number << 3 | 2])
    while size > 127:
        head.append(size & 127 | 128)
        size >>= 7
    head.append(size)
    return bytes(head)


def answer_in_batch(answer: bytes) -> bytes:
    """A serialised response to a batch that has this answer and nothing else; joined, such parts are one response."""
    return framed(_ANSWERS, answer)


def _read(kind: Any, content: bytes) -> Any:
    try:
        return kind.FromString(content)
    except DecodeError:
        return None
