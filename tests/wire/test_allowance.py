"""How much a connection may send."""

import itertools
from types import SimpleNamespace

import pytest

from damaci.wire.allowance import Allowance


def test_an_allowance_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr("damaci.wire.allowance.time", SimpleNamespace(monotonic=lambda: next(clock)))
    allowance = Allowance(rate=0.5, burst=3)
    assert [allowance.take() for _ in range(10)] == [True] * 5 + [False, True, False, True, False]
