"""The answer of a public server when the store fails."""

import logging
from typing import Any

from litestar import Request, Response

from damaci.host.conversation import NOT_NOW
from damaci.site.errors import answer_failure
from damaci.store import StoreError

_logger = logging.getLogger(__name__)


def answer_store_failure_to_strangers(request: Request[Any, Any, Any], error: StoreError) -> Response[Any]:
    """Logs the database's message, which may name its address, and answers without it."""
    _logger.error("%s", error)
    return answer_failure(request, StoreError(NOT_NOW))
