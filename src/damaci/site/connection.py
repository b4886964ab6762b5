"""The types of a request, and of a request or WebSocket, of any app."""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection

AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]
