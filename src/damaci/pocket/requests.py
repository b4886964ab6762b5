"""How requests of pages are answered: a table has the type of the values and the function that answers for each."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import IO, Any

import msgspec

from damaci.errors import DamaciError
from damaci.lessons import CONTEXT
from damaci.pocket.services import PocketServices
from damaci.puzzles import CONTEXT as PUZZLES
from damaci.sentence import Translate
from damaci.services.puzzles import Puzzles
from damaci.site.language import Catalog

PERSON = ""
"""The one person whose puzzles are kept."""


@dataclass(frozen=True)
class PageRequest:
    """A request: the services that answer it, the reader's language, the file that came with it."""

    services: PocketServices
    words: Catalog
    file: IO[bytes] | None = None

    @property
    def translate(self) -> Translate:
        """Translates the texts of damaci.lessons."""
        return partial(self.words.translations.pgettext, CONTEXT)

    @property
    def puzzle_words(self) -> Translate:
        """Translates the texts of damaci.puzzles."""
        return partial(self.words.translations.pgettext, PUZZLES)

    async def puzzles(self) -> Puzzles:
        """The service of puzzles, with all puzzles if they can be fetched."""
        await self.services.whole.puzzles()
        return self.services.puzzles


class BadRequest(DamaciError):
    """A request that this app does not know, or whose values are wrong."""

    code = "bad-request"


class Nothing(msgspec.Struct):
    """No values."""


Handler = Callable[[PageRequest, Any], Awaitable[Any]]
Requests = Mapping[str, tuple[type, Handler]]
"""The type of the values and the function that answers, by the name of a request."""


async def answer(requests: Requests, asked: PageRequest, name: str, data: object) -> Any:
    """The answer to a request: Text, Parts, or what is encoded as JSON. Raises BadRequest, and what services raise."""
    if name not in requests:
        raise BadRequest(f"no request {name!r}")
    kind, handler = requests[name]
    try:
        values: Any = msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(str(error)) from None
    return await handler(asked, values)
