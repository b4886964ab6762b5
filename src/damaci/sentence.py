"""A text with values, before it is translated."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

Translate = Callable[[str], str]
"""An English text to the same in the reader's language."""

_NOTHING: Mapping[str, object] = MappingProxyType({})


class Sentence(NamedTuple):
    """An English text, and the values that go in place of its `{name}`s; a value can be a sentence itself.

    >>> str(Sentence("found {found}", {"found": Sentence("the end")}))
    'found the end'
    """

    text: str
    values: Mapping[str, object] = _NOTHING

    def translated(self, translate: Translate) -> str:
        """In the language that `translate` knows."""
        text = translate(self.text)
        if not self.values:
            return text
        return text.format(**{name: _translated(value, translate) for name, value in self.values.items()})

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, dict[str, object]]]:
        # Between processes, which a read-only view of a mapping cannot pass.
        return Sentence, (self.text, dict(self.values))

    def __str__(self) -> str:
        return self.translated(str)


def _translated(value: object, translate: Translate) -> object:
    if isinstance(value, Sentence):
        return value.translated(translate)
    return value
