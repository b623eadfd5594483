"""Answers that are kept because they will be asked for again, never more than so many."""

from typing import TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class Kept(dict[Key, Answer]):
    """A dictionary that starts afresh when it is full, so that no client can fill the memory.

    Looking up costs what it costs in a dictionary: nothing is done about the order in which entries were used.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: Key, answer: Answer) -> Answer:
        """The answer, kept under its key from now on."""
        if len(self) >= self.most:
            self.clear()
        self[key] = answer
        return answer
