"""Messages to JSON and back. Bytes that are no message lead to one clear error."""

from typing import TypeVar

import msgspec

from damaci.errors import DamaciError
from damaci.wire.messages import ClientMessage, ServerMessage

MAX_REQUEST = 4 * 1024
"""Bytes of the longest message accepted from a client: a move with its whole path needs a few hundred."""
MAX_ANSWER = 4 * 1024 * 1024
"""Bytes of the longest message accepted from a host: a snapshot of a very long game stays far below."""

Message = TypeVar("Message")

_encoder = msgspec.json.Encoder()
_requests: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_answers: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class BadMessage(DamaciError):
    """Bytes that are not one of our messages; says what was expected and where."""


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """The message as UTF-8 JSON."""
    return _encoder.encode(message)


def decode_request(data: bytes | str) -> ClientMessage:
    """Decodes a message of a client. Raises BadMessage."""
    return _understood(_requests, data, MAX_REQUEST)


def decode_answer(data: bytes | str) -> ServerMessage:
    """Decodes a message of a host. Raises BadMessage."""
    return _understood(_answers, data, MAX_ANSWER)


def _understood(decoder: msgspec.json.Decoder[Message], data: bytes | str, limit: int) -> Message:
    if len(data) > limit:
        raise BadMessage(f"message of {len(data)} bytes: expected at most {limit}")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"not a message: {error}") from None
