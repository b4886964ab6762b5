"""Whether the other end of a WebSocket is still there: both ends may ask, in exactly these characters."""

PING = '{"type":"ping"}'
PONG = '{"type":"pong"}'
