"""The WebSockets of a page, which a test can cut, silence or delay: `page.route_web_socket(address, wire.connect)`."""

from playwright.sync_api import WebSocketRoute


class Wire:
    """Passes every message on until it is cut or silenced."""

    def __init__(self) -> None:
        self._is_cut = False
        self._ends: list[WebSocketRoute] = []

    def connect(self, page: WebSocketRoute) -> None:
        """Connects a new WebSocket of the page."""
        if self._is_cut:
            page.close(code=1012)
        else:
            self._ends += [page, page.connect_to_server()]

    def cut(self) -> None:
        """Closes the open WebSockets, and every new one."""
        self._is_cut = True
        for end in self._ends:
            end.close(code=3000)
        self._ends = []

    def silence(self) -> None:
        """Passes no more messages on between the ends of the open WebSockets, which stay open."""
        for end in self._ends:
            end.on_message(lambda message: None)

    def mend(self) -> None:
        """Connects new WebSockets again."""
        self._is_cut = False


class SlowWire:
    """Delays the server's messages while it is told to."""

    def __init__(self, *, holding: bool = False) -> None:
        self._holding = holding
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    def connect(self, page: WebSocketRoute) -> None:
        """Connects a new WebSocket of the page."""
        page.connect_to_server().on_message(lambda message: self._arrive(page, message))

    def hold(self) -> None:
        """Delays the messages that arrive from now on."""
        self._holding = True

    def release(self) -> None:
        """Passes on the delayed messages and all later ones."""
        self._holding = False
        for page, message in self._held:
            page.send(message)
        self._held = []

    def _arrive(self, page: WebSocketRoute, message: str | bytes) -> None:
        if self._holding:
            self._held.append((page, message))
        else:
            page.send(message)
