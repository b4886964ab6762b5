"""`damaci serve`: the server for many players."""

import logging
import math
import os
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import click

FEW_FILES = 4096
"""As many open files are enough for a server on a busy evening."""
SWITCH_SECONDS = 0.001
"""How long the event loop waits for a thread that plays through a game; Python's own 5 ms add up to a slow answer."""


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; by default only this machine reaches it.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=3264, show_default=True, help="Port; 0 takes any free one."
)
@click.option(
    "--config", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A TOML file with settings."
)
def serve(host: str, port: int, config: Path | None) -> None:
    """Serve games for many players.

    Its address is the first line of output; what it has to say after that are JSON lines on standard error. Settings
    are read from the file and from variables such as DAMACI_PUBLIC_URL, which win.
    """
    from damaci.cli.app import CannotStart, bind
    from damaci.online.addressing import connection_limit
    from damaci.online.app import create_online_app
    from damaci.online.costs import MOST_CONNECTIONS, SHARE_OF_FILES
    from damaci.online.instance import holding
    from damaci.online.logs import write_json_lines
    from damaci.online.settings import load
    from damaci.online.site_folder import with_site
    from damaci.site.server import address
    from damaci.site.server import serve as answer
    from damaci.store import StoreError

    chosen = load(os.environ, config)
    settings = with_site(chosen)
    write_json_lines()
    try:
        listener = bind(host, port)
    except OSError as error:
        raise CannotStart(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    if not (settings.site or chosen.site):
        _say_without_site()
    files = _allow_connections()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_online_app(
        settings, hosts=[host, listener.getsockname()[0]], end=lambda: signal.raise_signal(signal.SIGTERM)
    )
    with ExitStack() as stack:
        try:
            if settings.folder:
                stack.enter_context(holding(settings.folder, address(listener)))
        except OSError as error:
            raise CannotStart(f"cannot use the folder {settings.folder}: {error.strerror or error}") from error
        try:
            answer(
                listener,
                app,
                _started,
                before_end=lambda: app.state.services.process.drain(),
                limit=connection_limit(min(MOST_CONNECTIONS, files * SHARE_OF_FILES), settings.proxies),
            )
        except StoreError as error:
            raise CannotStart(str(error)) from error
        except KeyboardInterrupt:
            return


def _allow_connections() -> float:
    """Lets the process open as many files as the system allows, because each connection takes one. Returns their
    number."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return math.inf
    first, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if first != most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            first = most
    if 0 <= first < FEW_FILES:
        logging.getLogger("damaci.serve").warning("at most %d connections: raise the limit of open files", first)
    if first == resource.RLIM_INFINITY:
        return math.inf
    return first


def _say_without_site() -> None:
    logging.getLogger("damaci.serve").warning(
        "no analysis in the players' browsers: `make site` makes it, or DAMACI_SITE=off if that is what you want"
    )


def _started(address: str) -> None:
    from damaci.online.garbage import Garbage

    Garbage().start()
    print(address, flush=True)
