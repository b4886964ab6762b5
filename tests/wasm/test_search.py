"""The search in a worker gives the same results as the native one, and can be stopped at once."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from damaci.tablebase import Plan, Tablebase, Terms, build
from tests.wasm import runtime, searching


def here(kind: str) -> Any:
    """The results of this Python."""
    return json.loads(asyncio.run(searching.main([kind])))[kind]


def test_both_find_the_same(tmp_path: Path) -> None:
    for _ in build(tmp_path, Plan.up_to(searching.PIECES, Terms.of("turkish"))):
        pass
    known = json.loads(json.dumps(asyncio.run(searching.known(Tablebase(tmp_path)))))
    there = json.loads(runtime.run("searching.py", "levels", "analysis", "tables"))
    assert there == {"levels": here("levels"), "analysis": here("analysis"), "tables": known}


def test_threads_share_a_search() -> None:
    told = json.loads(runtime.run("searching.py", "together", isolated=True))["together"]
    assert told["helping"] == 3
    assert told["found"] == ["win"] * searching.TIMES * len(searching.WINS)


@pytest.mark.parametrize("isolated", [True, False])
def test_searches_without_a_limit_end_at_once(isolated: bool) -> None:
    told = json.loads(runtime.run("searching.py", "stop", "endless", isolated=isolated))
    moved, again = told["stop"]
    depth, best = told["endless"]
    assert (moved, depth) == (True, 4)
    assert again
    assert best
