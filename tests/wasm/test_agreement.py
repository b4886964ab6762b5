"""Python in WebAssembly over the kernel's module tells the same of random positions and games as this Python."""

import pytest

from tests.wasm import agreement, runtime


@pytest.mark.parametrize(("kind", "count"), [("positions", 6), ("records", 4), ("games", 6)])
def test_both_tell_the_same(kind: str, count: int) -> None:
    arguments = [kind, "1", str(count)]
    assert runtime.run("agreement.py", *arguments) == agreement.main(arguments)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize(("kind", "count"), [("positions", 60), ("records", 40), ("games", 60)])
def test_both_tell_the_same_of_hundreds(kind: str, count: int, seed: int) -> None:
    arguments = [kind, str(seed), str(count)]
    assert runtime.run("agreement.py", *arguments) == agreement.main(arguments)
