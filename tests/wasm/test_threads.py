"""The threads of the kernel's module share its memory."""

from tests.wasm import runtime
from tools import wasm

THREADS = 4
TIMES = 20_000


def call(name: str, *arguments: int) -> int:
    """The result of a function of kernel/tests/threads."""
    runtime.require_compiler()
    parts = (wasm.build_threads_test(), runtime.SCRIPTS / "search_worker.js", str(THREADS), name)
    return int(runtime.say(runtime.node(), runtime.HERE / "threads.mjs", *parts, *map(str, arguments)))


def test_threads_allocate_at_the_same_time() -> None:
    assert call("sort_together", THREADS - 1, TIMES) == THREADS * TIMES


def test_a_thread_keeps_its_local_variables_when_it_sleeps() -> None:
    assert call("sleep_between", 41) == 42
