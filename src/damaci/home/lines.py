"""Engine lines and reviews over a WebSocket."""

import logging

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect

from damaci.home.services import HomeServices
from damaci.services.line_reader import LineReader
from damaci.site.language import catalog
from damaci.site.pages import language_of
from damaci.site.socket import AnySocket, TextFrames
from damaci.wire.closing import ACCIDENT

_logger = logging.getLogger(__name__)


@websocket("/ws/analysis")
async def follow(socket: AnySocket) -> None:
    """Serves the lines and reviews of one page."""
    await socket.accept()
    say = catalog(language_of(socket)).translate_reason
    reader = LineReader(TextFrames(socket), HomeServices.of(socket).engine_lines, say, WebSocketDisconnect)
    try:
        await reader.run()
    except WebSocketDisconnect:
        pass
    except Exception:
        _logger.exception("the analysis failed")
        await socket.close(ACCIDENT, "something went wrong on the server")
    finally:
        await reader.stop()
