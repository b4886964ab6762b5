"""The search in a worker finds what the native one finds, and can be stopped at once."""

import asyncio
import json

import pytest

from tests.wasm import runtime, searching


@pytest.mark.parametrize("kind", ["levels", "analysis"])
def test_both_find_the_same(kind: str) -> None:
    assert runtime.run("searching.py", kind) == asyncio.run(searching.main([kind]))


@pytest.mark.parametrize("isolated", [True, False])
def test_a_search_is_stopped(isolated: bool) -> None:
    moved, again = json.loads(runtime.run("searching.py", "stop", isolated=isolated))
    assert moved
    assert again


@pytest.mark.parametrize("isolated", [True, False])
def test_an_analysis_that_nobody_reads_ends(isolated: bool) -> None:
    depth, best = json.loads(runtime.run("searching.py", "endless", isolated=isolated))
    assert depth == 4
    assert best
