"""The command without a name: starts the app on this machine and opens it in the browser."""

import errno
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

from damaci.cli.folder import default_data_dir
from damaci.errors import DamaciError
from damaci.home.instance import Hold

DEFAULT_PORT = 3264  # 32 pieces on 64 squares
PORTS_TRIED = 20


class CannotStart(DamaciError):
    """The app cannot start as asked; the text says what to ask for instead."""


def run(
    port: int | None = None,
    host: str = "127.0.0.1",
    browser: bool = True,
    data_dir: Path | None = None,
    tables: int = 0,
) -> None:
    """Starts the app and serves it until it is stopped. If it runs on the same data folder already, shows that one
    and returns.

    `port` 0 is any free port, None the usual one or the next free. `tables`: endgame tables of up to so many pieces are
    made meanwhile. Raises CannotStart if the address or the data folder cannot be used.
    """
    folder = data_dir or default_data_dir()
    try:
        hold = Hold(folder)
        ours = hold.take()
    except OSError as error:
        raise CannotStart(
            f"cannot use the data folder {folder}: {error.strerror}; choose another with --data-dir"
        ) from error
    with hold:
        if not ours:
            _show_other(hold, folder, browser)
            return
        try:
            _serve(_listen(host, port), host, folder, tables, lambda address: _announce(hold, address, browser))
        except KeyboardInterrupt:
            return


def _show_other(hold: Hold, folder: Path, browser: bool) -> None:
    address = hold.other()
    if address is None:
        raise CannotStart(
            f"another damaci has the data folder {folder} but does not answer; end it, or choose another with "
            f"--data-dir"
        )
    print(f"damaci: already running on {folder}", file=sys.stderr)
    print(address, flush=True)
    if browser:
        webbrowser.open(address)


def _announce(hold: Hold, address: str, browser: bool) -> None:
    hold.announce(address)
    print(address, flush=True)
    if browser:
        # Opening may last as long as the browser is open, and the server has to answer it.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _listen(host: str, port: int | None) -> socket.socket:
    if port is not None:
        ports = [port]
    else:
        ports = [*range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED), 0]
    reason: str | None = None
    for tried in ports:
        try:
            return bind(host, tried)
        except OSError as error:
            reason = error.strerror
    raise CannotStart(
        f"cannot listen on {host}, port {ports[0]}: {reason}; choose another with --port (0 is any free one)"
    )


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises OSError."""
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except UnicodeError:
        raise OSError(errno.EINVAL, "not the name of a host") from None
    return socket.create_server((host, port), family=family, backlog=128)


def _serve(listener: socket.socket, host: str, folder: Path, tables: int, on_started: Callable[[str], None]) -> None:
    # Imported here: the web stack takes most of the time of a start, and a start that only shows the running app does
    # not need it. Without garbage collection, which finds nothing during imports, it is loaded a tenth faster.
    gc.disable()
    from damaci.cli.local import create_local_app
    from damaci.home.settings import HomeSettings
    from damaci.site.server import serve
    from damaci.store import StoreError

    gc.enable()
    try:
        hosts = frozenset({host, listener.getsockname()[0]})
        serve(listener, create_local_app(HomeSettings(data_dir=folder, tables=tables, hosts=hosts)), on_started)
    except StoreError as error:
        raise CannotStart(f"{error}; choose another folder with --data-dir") from error
