"""Messages on a stream of bytes (Bluetooth, TCP): each is its length in four bytes, most significant first, then
itself."""

from collections.abc import Iterator

from damaci.errors import DamaciError

HEADER = 4
MAX_FRAME = 4 * 1024 * 1024
"""Bytes of the longest payload that either side accepts by default."""


class BadFrame(DamaciError):
    """The stream cannot be cut into messages any more; the link has to be closed."""


def frame(payload: bytes) -> bytes:
    """The payload with its length before it."""
    return len(payload).to_bytes(HEADER, "big") + payload


class Deframer:
    """Puts together again what a stream delivers in arbitrary pieces."""

    def __init__(self, max_size: int = MAX_FRAME) -> None:
        self._max_size = max_size
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Every payload that is complete now, in order. Raises BadFrame at a length of 0 or above the maximum, before
        buffering for it."""
        self._buffer += data
        return self._complete()

    def _complete(self) -> Iterator[bytes]:
        while (size := self._announced()) is not None and len(self._buffer) >= HEADER + size:
            payload = bytes(self._buffer[HEADER : HEADER + size])
            del self._buffer[: HEADER + size]
            yield payload

    def close(self) -> None:
        """The stream is at its end. Raises BadFrame when that cuts a message in two."""
        if self._buffer:
            raise BadFrame(f"stream ended inside a message, {len(self._buffer)} bytes into it")

    def _announced(self) -> int | None:
        """The length of the payload being received, once its header is there."""
        if len(self._buffer) < HEADER:
            return None
        size = int.from_bytes(self._buffer[:HEADER], "big")
        if not 0 < size <= self._max_size:
            raise BadFrame(f"message of {size} bytes announced: expected 1 to {self._max_size}")
        return size
