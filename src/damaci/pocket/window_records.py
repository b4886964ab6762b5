"""Records of a window in which the browser keeps nothing: its pages hand them on, from one to the next."""

from collections.abc import Callable, Mapping

import msgspec

from damaci.pocket.records import MemoryRecords


class WindowRecords(MemoryRecords):
    """Records that last as long as the window."""

    def __init__(self, text: str, tell: Callable[[Mapping[str, str | None]], None]) -> None:
        """`text`: what the page before has handed on, as JSON. `tell` tells the page of each change."""
        super().__init__()
        self._tell = tell
        for key, value in _read(text).items():
            self._change(key, value)
        tell({})

    async def write(
        self, expected: Mapping[str, str | None], changes: Mapping[str, str | None], *, lasting: bool = True
    ) -> bool:
        """See Records."""
        done = await super().write(expected, changes, lasting=lasting)
        if done:
            self._tell(changes)
        return done


def _read(text: str) -> dict[str, str]:
    """The records in the text; none if the text was not written by this app."""
    try:
        return msgspec.json.decode(text or "{}", type=dict[str, str])
    except msgspec.DecodeError:
        return {}
