"""Calls of the WebAssembly module, with bytes as arguments and results."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from struct import Struct
from typing import Any, NamedTuple

import damaci_kernel
from pyodide.ffi import create_proxy, to_js

_NOTHING = -1
_REFUSED = -2

_outgoing = bytearray(128)
_incoming = bytearray(4096)
"""The buffers are as long as the arrays in JavaScript (INPUT and OUTPUT in kernel.js), which are copied as a whole."""


class _Bound(NamedTuple):
    """The JavaScript functions that each call uses. They are kept, because looking them up takes longer than a call."""

    functions: dict[str, Callable[[], int]]
    write: Callable[[bytearray], None]
    """Copies bytes into the input."""
    read: Callable[[bytearray], None]
    """Copies bytes out of the output."""


_bound: list[_Bound] = []


def _bind() -> _Bound:
    names = damaci_kernel.names.to_py()
    functions = {name: getattr(damaci_kernel.functions, name) for name in names}
    _bound.append(_Bound(functions, damaci_kernel.input.assign, damaci_kernel.output.assign_to))
    return _bound[0]


def unbind() -> None:
    """Releases all objects of JavaScript, so that a snapshot of memory can be made. The next call binds them again."""
    _bound.clear()


class Function:
    """A function of the module."""

    def __init__(self, name: str, form: str = "<") -> None:
        """`form`: the format of its arguments, as in `struct`."""
        self._name = name
        self._pack = Struct(form).pack_into

    def maybe(self, *values: Any) -> memoryview | bytes | None:
        """The result, which has to be read before the next call; None if there is none. Raises ValueError when the
        module refuses the arguments."""
        bound = _bound[0] if _bound else _bind()
        self._pack(_outgoing, 0, *values)
        bound.write(_outgoing)
        size = bound.functions[self._name]()
        if size == _NOTHING:
            return None
        if size == _REFUSED:
            raise ValueError(damaci_kernel.refusal())
        if size > len(_incoming):
            return bytes(damaci_kernel.result(size).to_bytes())
        bound.read(_incoming)
        return memoryview(_incoming)[:size]

    def __call__(self, *values: Any) -> memoryview | bytes:
        """The result of a function that always has one."""
        return self.maybe(*values) or b""


def give(data: bytes) -> None:
    """Passes the long argument of the next call."""
    damaci_kernel.give(to_js(data))


class Handle:
    """An object in the module, freed with this one."""

    def __init__(self, kind: str, form: str, *values: Any) -> None:
        """`kind`: the name of the functions that open and close it; `form`, `values`: the arguments to open it."""
        self.number = int.from_bytes(Function(f"{kind}_open", form)(*values), "little")
        self._close = Function(f"{kind}_close", "<I")

    def __del__(self) -> None:
        self._close(self.number)


@contextmanager
def on_report(handle: Callable[[memoryview], None]) -> Iterator[None]:
    """Within this context, `handle` is called with each report of a search. An exception of it is raised at the end."""
    failures = list[BaseException]()

    def pass_on(report: Any) -> None:
        if not failures:
            try:
                handle(memoryview(report.to_bytes()))
            except BaseException as error:
                failures.append(error)
                damaci_kernel.stop()

    proxy = create_proxy(pass_on)
    damaci_kernel.listen(proxy)
    try:
        yield
    finally:
        damaci_kernel.listen(None)
        proxy.destroy()
    if failures:
        raise failures[0]
