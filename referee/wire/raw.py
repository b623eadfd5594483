"""Requests about a record, with its rules and its actions left as bytes, and batches with their questions left so.

Nearly every action has been read before, and is known by its bytes faster than it can be taken apart. The kinds here
are those of the contract but for a few fields, derived from it when the module is loaded, so that they cannot fall
behind. A message inside a message lies in the bytes as a field of bytes does; all these fields are repeated here, since
of a singular field of bytes only the last would be kept where of messages all are merged.
"""

from typing import Any, Final

from belote.referee.v1 import deal_pb2, referee_service_pb2
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.message import DecodeError, Message

_LEFT_AS_BYTES: Final = {
    deal_pb2.Deal.DESCRIPTOR.full_name: {"ruleset", "actions"},
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
_QUESTION: Final = _kind(referee_service_pb2.Question)
_ANSWERS: Final = referee_service_pb2.BatchJudgeResponse.DESCRIPTOR.fields_by_name["answers"].number


def list_legal_actions(request: bytes) -> Any:
    """The request, or None when the bytes are none."""
    return _read(_LIST_LEGAL_ACTIONS, request)


def questions(request: bytes) -> Any:
    """The bytes of each question of a batch, or None when the bytes are no batch. What is in them is not looked at."""
    batch = _read(_BATCH, request)
    return None if batch is None else batch.questions


def asks_what_is_legal(question: bytes) -> Any:
    """The request for legal actions that a question holds, or None where it holds another one, or none."""
    found = _read(_QUESTION, question)
    return found.list_legal_actions if found is not None and found.HasField("list_legal_actions") else None


def framed(number: int, content: bytes) -> bytes:
    """A serialised message that has one field with this number and these bytes, a message's or a string's."""
    size, length = len(content), bytearray()
    while size > 127:
        length.append(size & 127 | 128)
        size >>= 7
    length.append(size)
    return b"%c%b%b" % (number << 3 | 2, bytes(length), content)


def answer_in_batch(answer: bytes) -> bytes:
    """A serialised response to a batch that has this answer and nothing else; joined, such parts are one response."""
    return framed(_ANSWERS, answer)


def _read(kind: Any, content: bytes) -> Any:
    try:
        return kind.FromString(content)
    except DecodeError:
        return None
