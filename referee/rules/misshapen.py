"""What a feature's part returned cannot be used: told where it is found, with whose it was."""


class Misshapen(TypeError):
    """An answer of the wrong kind or with impossible values; ``culprit`` is the object or function that gave it."""

    def __init__(self, culprit: object, said: str) -> None:
        super().__init__(said)
        self.culprit = culprit
