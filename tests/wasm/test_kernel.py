"""The kernel's own tests (kernel/tests), in WebAssembly."""

from tests.support import skip_unless_ci
from tests.wasm import runtime
from tools import wasm


def test_the_kernels_own_tests() -> None:
    if problem := wasm.missing():
        skip_unless_ci("the kernel as a WebAssembly module", problem)
    told = runtime.say(runtime.node(), runtime.HERE / "wasi.mjs", wasm.build_tests()).splitlines()
    assert len(told) > 50
    assert all(line.startswith("passed ") for line in told)
