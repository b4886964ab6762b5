"""Notices between the tabs of a browser that play from the same records."""

from collections.abc import Callable

import msgspec

from damaci.host.bus import OnNotice


class _Notice(msgspec.Struct, omit_defaults=True):
    """A notice between tabs; one without a game says only that there is a tab."""

    game: str = ""
    version: int = 0


_notices = msgspec.json.Decoder(_Notice)


class TabBus:
    """See damaci.host.bus.Bus. `post` sends a text to all other tabs; their texts are given to `receive`."""

    up = True

    def __init__(self, post: Callable[[str], None], *, shared: bool) -> None:
        """`shared`: whether there are other tabs already."""
        self.shared = shared
        self._post = post
        self._subscribed: dict[str, OnNotice] = {}
        self._tell(_Notice())

    def publish(self, game: str, version: int) -> None:
        """See damaci.host.bus.Bus."""
        self._tell(_Notice(game, version))

    def subscribe(self, game: str, on_notice: OnNotice) -> None:
        """See damaci.host.bus.Bus."""
        self._subscribed[game] = on_notice

    def unsubscribe(self, game: str) -> None:
        """See damaci.host.bus.Bus."""
        self._subscribed.pop(game, None)

    def receive(self, text: str) -> None:
        """Takes a text of another tab. Texts of another version of the app are ignored if they cannot be read."""
        self.shared = True
        try:
            notice = _notices.decode(text)
        except msgspec.DecodeError:
            return
        if on_notice := self._subscribed.get(notice.game):
            on_notice(notice.game, notice.version)

    def _tell(self, notice: _Notice) -> None:
        self._post(msgspec.json.encode(notice).decode())
