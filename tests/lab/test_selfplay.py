"""Self-play: the same seeds give the same games, and the records are correct."""

import numpy as np
import pytest

from damaci import RULESETS
from damaci.batch import Positions
from lab.selfplay import Shard, play_shard
from tests.lab.agreement import random_tables


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_shard(ruleset: str) -> None:
    number, records = play_shard(Shard(7, 2, ruleset, nodes=60, seed=1))
    assert number == 7
    assert len(records) > 20
    assert set(records["game"]) == {0, 1}
    positions = Positions(records["boards"].copy(), records["white_to_move"].copy(), ruleset)
    assert not positions.legal_moves().captured.any()
    for game in (0, 1):
        assert len(set(records["result"][records["game"] == game])) == 1
    assert set(records["result"]) <= {-1, 0, 1}


def test_who_has_won_was_ahead_at_the_end() -> None:
    _, records = play_shard(Shard(0, 6, "turkish", nodes=60, seed=2))
    last = np.append(np.diff(records["game"]) > 0, True)
    white_score = np.where(records["white_to_move"], records["score"], -records["score"].astype(int))
    decided = last & (records["result"] != 0)
    assert decided.any()
    assert (np.sign(white_score[decided]) == records["result"][decided]).mean() > 0.6


def test_shards_repeat_and_differ() -> None:
    shard = Shard(0, 1, "turkish", nodes=60, seed=1)
    assert (play_shard(shard)[1] == play_shard(shard)[1]).all()
    others = [Shard(1, 1, "turkish", 60, 1), Shard(0, 1, "turkish", 60, 2)]
    first = play_shard(shard)[1]["boards"][:10].tolist()
    assert all(play_shard(other)[1]["boards"][:10].tolist() != first for other in others)


def test_weights_are_played_with() -> None:
    plain, wild = (play_shard(Shard(0, 1, "turkish", 60, 1, weights))[1] for weights in (None, random_tables()))
    assert plain["boards"].tolist() != wild["boards"].tolist()
