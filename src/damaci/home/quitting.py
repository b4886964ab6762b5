"""Ends the app from its pages, for people who started it without a terminal."""

import signal

from litestar import Response, post
from litestar.background_tasks import BackgroundTask


async def end() -> None:
    """As if Ctrl-C were pressed in the terminal: everything is stored, connections are closed."""
    signal.raise_signal(signal.SIGINT)


@post("/api/quit", status_code=202)
async def quit_app() -> Response[None]:
    """Answers, then ends the process."""
    return Response(None, background=BackgroundTask(end))


ROUTES = (quit_app,)
