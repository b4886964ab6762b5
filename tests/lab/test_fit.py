"""A fit finds the values of positions."""

from random import Random

import numpy as np
import pytest

from damaci import Position
from damaci.batch import Positions
from lab import fit as fits
from lab.fit import Dataset, Fit, Settings
from lab.selection import POSITION, Selected


def two_kings_each(ruleset: str, count: int) -> Positions:
    random = Random(4)
    playable = Position.start(ruleset).ruleset.movement.playable
    squares = [square for square in range(64) if playable(square)]
    kings = [random.sample(squares, 4) for _ in range(count)]
    boards = np.array([[0, 1 << a | 1 << b, 0, 1 << c | 1 << d] for a, b, c, d in kings], np.uint64)
    return Positions(boards, np.arange(count) % 2 == 0, ruleset)


def judged(batch: Positions) -> Selected:
    """The positions as selected positions, with every fourth held out. Their score is 20 centimen for each row by which
    the mover's kings are away from his side, less the same for the other's kings."""
    kings_by_rank = batch.for_mover().planes().sum(axis=3)
    selected = np.zeros(len(batch), POSITION)
    selected["boards"] = batch.boards
    selected["white_to_move"] = batch.white_to_move
    selected["score"] = 20 * (kings_by_rank[:, 1] @ np.arange(8) - kings_by_rank[:, 3] @ np.arange(8)[::-1])
    selected["held_out"] = np.arange(len(batch)) % 4 == 0
    return selected


@pytest.mark.parametrize("ruleset", ["turkish", "bulgarian"])
def test_what_was_planted_is_found(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fits, "BATCH_SIZE", 256)
    batch = two_kings_each(ruleset, 4_000)
    selected = judged(batch)
    fit = Fit(ruleset, selected, Settings(lam=0.0, epochs=30))
    heard = list[float]()
    fit.run(heard.append)
    assert heard[-1] < heard[0]
    assert fit.epoch == len(heard) == 30
    unseen = batch[selected["held_out"]]
    wanted = selected["score"][selected["held_out"]]
    assert np.abs(wanted).mean() > 50
    assert np.abs(wanted - unseen.evaluate(fit.network().tables(fit.settings.k))).mean() < 10
    losses = fit.losses()
    assert losses.floor < losses.learned < losses.floor + 2e-3 < losses.hand_made


def test_batches_are_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fits, "BATCH_SIZE", 33)
    dataset = Dataset("turkish", judged(two_kings_each("turkish", 100)), Settings())
    parts = list(dataset.batches(np.random.default_rng(5).permutation(100)))
    assert [len(label) for _, label in parts] == [33, 33, 33, 1]
    assert sum(float(label.sum()) for _, label in parts) == pytest.approx(float(dataset.labels.sum()))
    network = Fit("turkish", judged(two_kings_each("turkish", 100)), Settings()).network()
    in_parts = dataset.loss(network)
    monkeypatch.setattr(fits, "BATCH_SIZE", 100)
    assert dataset.loss(network) == pytest.approx(in_parts, abs=1e-6)


def test_the_label_mixes_result_and_score() -> None:
    selected = judged(two_kings_each("turkish", 4))
    selected["score"] = [0, 180, -180, 180]
    selected["result"] = [1, 0, -1, -1]
    selected["white_to_move"] = [True, True, True, False]
    chance = 1 / (1 + np.exp(-1))
    dataset = Dataset("turkish", selected, Settings(lam=0.25, k=180))
    expected = [0.25 + 0.375, 0.125 + 0.75 * chance, 0.75 * (1 - chance), 0.25 + 0.75 * chance]
    assert np.allclose(dataset.labels, expected)
