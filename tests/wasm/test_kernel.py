"""The kernel's own tests (kernel/tests), in WebAssembly."""

from tests.wasm import runtime
from tools import wasm


def test_the_kernels_own_tests() -> None:
    runtime.require_compiler()
    told = runtime.say(runtime.node(), runtime.HERE / "wasi.mjs", wasm.build_tests()).splitlines()
    assert len(told) > 50
    assert all(line.startswith("passed ") for line in told)
