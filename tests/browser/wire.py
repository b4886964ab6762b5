"""The WebSockets of a page, which a test cuts, silences or holds up: `page.route_web_socket(address, wire.connect)`."""

from playwright.sync_api import WebSocketRoute


class Wire:
    """Carries everything, until it is cut or silenced."""

    def __init__(self) -> None:
        self._is_cut = False
        self._ends: list[WebSocketRoute] = []

    def connect(self, page: WebSocketRoute) -> None:
        """Connects a new socket of the page."""
        if self._is_cut:
            page.close(code=1012)
        else:
            self._ends += [page, page.connect_to_server()]

    def cut(self) -> None:
        """Closes what is open, and each new socket."""
        self._is_cut = True
        for end in self._ends:
            end.close(code=3000)
        self._ends = []

    def silence(self) -> None:
        """Neither end of what is open hears from the other any more, and none is told so."""
        for end in self._ends:
            end.on_message(lambda message: None)

    def mend(self) -> None:
        """Connects new sockets again."""
        self._is_cut = False


class SlowWire:
    """Holds back what the server says, while it is told to."""

    def __init__(self, *, holding: bool = False) -> None:
        self._holding = holding
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []

    def connect(self, page: WebSocketRoute) -> None:
        """Connects a new socket of the page."""
        page.connect_to_server().on_message(lambda message: self._arrive(page, message))

    def hold(self) -> None:
        """Holds back what comes from now on."""
        self._holding = True

    def release(self) -> None:
        """Lets through what was held back, and all that follows."""
        self._holding = False
        for page, message in self._held:
            page.send(message)
        self._held = []

    def _arrive(self, page: WebSocketRoute, message: str | bytes) -> None:
        if self._holding:
            self._held.append((page, message))
        else:
            page.send(message)
