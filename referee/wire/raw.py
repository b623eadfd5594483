"""Requests about a record, with its rules and its actions left as bytes.

Nearly every action has been read before, and is known by its bytes faster than it can be taken apart. The kinds here
are those of the contract but for two fields of ``Deal``, derived from it when the module is loaded, so that they cannot
fall behind. A message inside a message lies in the bytes as a field of bytes does; both fields are repeated here, since
of a singular field of bytes only the last would be kept where of messages all are merged.
"""

from typing import Any, Final

from belote.referee.v1 import deal_pb2, referee_service_pb2
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.message import DecodeError

_LEFT_AS_BYTES: Final = frozenset({"ruleset", "actions"})


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
        for kind in copy.message_type if file.name == deal_pb2.DESCRIPTOR.name else ():
            for field in kind.field if kind.name == deal_pb2.Deal.DESCRIPTOR.name else ():
                if field.name in _LEFT_AS_BYTES:
                    field.type = descriptor_pb2.FieldDescriptorProto.TYPE_BYTES
                    field.label = descriptor_pb2.FieldDescriptorProto.LABEL_REPEATED
                    field.ClearField("type_name")
        pool.Add(copy)

    add(referee_service_pb2.DESCRIPTOR)
    return pool


_LIST_LEGAL_ACTIONS: Final[Any] = message_factory.GetMessageClass(
    _pool().FindMessageTypeByName(referee_service_pb2.ListLegalActionsRequest.DESCRIPTOR.full_name)
)


def list_legal_actions(request: bytes) -> Any:
    """The request, or None when the bytes are none."""
    try:
        return _LIST_LEGAL_ACTIONS.FromString(request)
    except DecodeError:
        return None
