"""Chooses the faster HTTP parser that is installed, with a limit on the size of request headers."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_HEAD = 64 * 1024
"""The most bytes received without completing a request's headers or a part of its body. h11 has this limit itself,
httptools has none."""

FASTEST: type[asyncio.Protocol] = H11Protocol
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    pass
else:

    class Patient(HttpToolsProtocol):
        """Uvicorn's protocol on httptools, with the limit."""

        _in_vain = 0

        def data_received(self, data: bytes) -> None:
            """See asyncio.Protocol."""
            self._in_vain += len(data)
            super().data_received(data)
            if self._in_vain > MAX_HEAD and not self.transport.is_closing():
                self.send_400_response("The request has too long a head.")

        def on_headers_complete(self) -> None:
            """See httptools."""
            self._in_vain = 0
            super().on_headers_complete()

        def on_body(self, body: bytes) -> None:
            """See httptools."""
            self._in_vain = 0
            super().on_body(body)

    FASTEST = Patient
