"""Which options a feature really reads."""

from collections.abc import Mapping

from referee.ruleset import Options, Value


class WatchedOptions(Options):
    """Values in force that remember in ``seen`` which of them were read, by whatever way."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.seen: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.seen.add(name)
        return super().__getitem__(name)

    def flag(self, name: str) -> bool:
        """A true or false option, remembered."""
        self.seen.add(name)
        return super().flag(name)

    def number(self, name: str) -> int:
        """A number, remembered."""
        self.seen.add(name)
        return super().number(name)

    def limit(self, name: str) -> int | None:
        """A number or none, remembered."""
        self.seen.add(name)
        return super().limit(name)

    def choice(self, name: str) -> str:
        """A named choice, remembered."""
        self.seen.add(name)
        return super().choice(name)
