"""A worker that searches, called from Python: bytes go in, bytes come out (static/pocket/search.js)."""

from collections.abc import Callable
from struct import Struct
from typing import Any, Protocol

from pyodide.ffi import JsException, create_proxy, to_js


class OpenedWorker(Protocol):
    """What `damaci_search.open()` gives: see Search in static/pocket/search.js."""

    def begin(self) -> int:
        """Starts it if it is not there. Which one it is: those before are gone, with all that they knew."""

    async def gather(self) -> None:
        """Gives it several threads from now on, where the device can."""

    async def call(self, name: str, input: Any, data: Any, hear: Any) -> Any:
        """What a function of the kernel answers."""

    def stop(self) -> None:
        """Ends the search that runs."""

    def end(self) -> None:
        """Ends the worker."""


class SearchWorker:
    """One call at a time."""

    def __init__(self, opened: OpenedWorker) -> None:
        self._opened = opened

    def begin(self) -> int:
        """The number of the worker that will be called."""
        return self._opened.begin()

    async def gather(self) -> None:
        """From now on it searches with several threads where the device can, unless a search wants one. It may be
        another worker then."""
        await self._opened.gather()

    async def call(
        self, name: str, form: str, *values: Any, data: bytes = b"", hear: Callable[[bytes], None] | None = None
    ) -> bytes | None:
        """The result of a function; None for none, and where the worker was ended meanwhile. `hear` gets the reports.

        `form`: that of the values, as `struct` writes it. Raises ValueError when the call is refused.
        """
        proxy = create_proxy(lambda report: hear and hear(report.to_bytes()))
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
        """Ends the search that runs: it answers, or the worker is ended."""
        self._opened.stop()

    def end(self) -> None:
        """Ends the worker, and with it the call that runs."""
        self._opened.end()
