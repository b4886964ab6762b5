"""HTTP as fast as this installation speaks it, for requests whose heads have an end."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_HEAD = 64 * 1024
"""Bytes that may come one after the other without being a head or a part of a body. h11 has this limit of its own,
httptools has none."""

FASTEST: type[asyncio.Protocol] = H11Protocol
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    pass
else:

    class Patient(HttpToolsProtocol):
        """Reads by httptools, but not for ever."""

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
