"""A text with values that can be translated."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

Translate = Callable[[str], str]
"""Translates an English text into the reader's language."""

_NOTHING: Mapping[str, object] = MappingProxyType({})


class Sentence(NamedTuple):
    """An English text, and the values that replace its `{name}`s; a value can itself be a sentence.

    >>> str(Sentence("found {found}", {"found": Sentence("the end")}))
    'found the end'
    """

    text: str
    values: Mapping[str, object] = _NOTHING

    def translated(self, translate: Translate) -> str:
        """The text in the language of `translate`."""
        text = translate(self.text)
        if not self.values:
            return text
        return text.format(**{name: _translated(value, translate) for name, value in self.values.items()})

    def __reduce__(self) -> tuple[type["Sentence"], tuple[str, dict[str, object]]]:
        # For other processes: a read-only view of a mapping cannot be pickled.
        return Sentence, (self.text, dict(self.values))

    def __str__(self) -> str:
        return self.translated(str)


def _translated(value: object, translate: Translate) -> object:
    if isinstance(value, Sentence):
        return value.translated(translate)
    return value
