"""Something to be said, before it is translated."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

_NOTHING: Mapping[str, object] = MappingProxyType({})


class Sentence(NamedTuple):
    """An English text, and the values that go in place of its `{name}`s; a value can be a sentence itself.

    >>> str(Sentence("found {found}", {"found": Sentence("the end")}))
    'found the end'
    """

    text: str
    values: Mapping[str, object] = _NOTHING

    def told(self, translate: Callable[[str], str]) -> str:
        """In the language that `translate` knows."""
        values = {
            name: value.told(translate) if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        text = translate(self.text)
        return text.format(**values) if values else text

    def __str__(self) -> str:
        return self.told(str)
