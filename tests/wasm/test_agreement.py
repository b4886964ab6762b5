"""Python in WebAssembly, with the kernel's module, gives the same results for random positions and games as this
Python."""

import json

import pytest

from tests.wasm import agreement, runtime


def compare(*arguments: str) -> None:
    here = json.loads(agreement.main([*arguments]))
    there = json.loads(runtime.run("agreement.py", *arguments))
    assert len(here) > 1
    assert here == there


def test_both_tell_the_same() -> None:
    compare("1", "positions=6", "records=4", "games=6")


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 12))
def test_both_tell_the_same_of_hundreds(seed: int) -> None:
    compare(str(seed), "positions=60", "records=40", "games=60")
