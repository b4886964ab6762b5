"""A worker that searches, called from Python: bytes go in, bytes come out (static/pocket/search.js)."""

from collections.abc import Callable
from struct import Struct
from typing import Any, Protocol

from pyodide.ffi import JsException, create_proxy, to_js


class OpenedWorker(Protocol):
    """The object that `damaci_search.open()` returns: see Search in static/pocket/search.js."""

    def begin(self) -> int:
        """Starts the worker unless it runs; returns its number. Earlier workers are gone, with all that they knew."""

    async def gather(self) -> None:
        """Gives the worker several threads from now on, if the device can."""

    async def call(self, name: str, input: Any, data: Any, on_report: Any) -> Any:
        """Returns the result of a function of the kernel."""

    def stop(self) -> None:
        """Ends the search that runs."""

    def end(self) -> None:
        """Ends the worker."""


class SearchWorker:
    """The worker that searches. It takes one call at a time."""

    def __init__(self, opened: OpenedWorker) -> None:
        self._opened = opened

    def begin(self) -> int:
        """The number of the worker that will be called."""
        return self._opened.begin()

    async def gather(self) -> None:
        """Searches with several threads from now on, if the device can, except searches that want one. Another worker
        may take the place of the present one."""
        await self._opened.gather()

    async def call(
        self, name: str, form: str, *values: Any, data: bytes = b"", on_report: Callable[[bytes], None] | None = None
    ) -> bytes | None:
        """The result of a function; None if it has none, or the worker was ended meanwhile. `on_report` gets the
        reports.

        `form`: the format of the values for `struct`. Raises ValueError when the call is refused.
        """
        proxy = create_proxy(lambda report: on_report and on_report(report.to_bytes()))
        try:
            result = await self._opened.call(name, to_js(Struct(form).pack(*values)), to_js(data), proxy)
        except JsException as error:
            raise ValueError(str(error)) from None
        finally:
            proxy.destroy()
        if result is None:
            return None
        return bytes(result.to_bytes())

    def stop(self) -> None:
        """Ends the running search: it returns its result, or the worker is ended."""
        self._opened.stop()

    def end(self) -> None:
        """Ends the worker, and with it the running call."""
        self._opened.end()
