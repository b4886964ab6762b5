"""Something to be said, before it is translated."""

from typing import NamedTuple


class Sentence(NamedTuple):
    """An English text, and the values that go in place of its `{name}`s."""

    text: str
    values: dict[str, str | int] = {}  # noqa: RUF012 - never changed

    def __str__(self) -> str:
        return self.text.format(**self.values)
