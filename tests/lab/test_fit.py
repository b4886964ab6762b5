"""A fit finds the weights by which positions were judged."""

from random import Random

import numpy as np
import pytest

from damaci import Position
from damaci.batch import Positions
from lab import layout
from lab.fit import Fit, Sample, Settings
from lab.selection import POSITION, Selected
from lab.symmetry import Symmetry

EXACT = Settings(lam=0.0, penalty=1e-6, iterations=300)


def planted(ruleset: str) -> bytes:
    """Weights of kings' squares alone, of a man or so."""
    parameters = np.zeros((layout.PLACES, 2))
    parameters[layout.WHITE_KING : layout.BLACK_KING] = np.random.default_rng(3).normal(0, 100, (64, 2))
    return layout.tables(Symmetry(Position.start(ruleset).ruleset).weights(parameters))


def two_kings_each(ruleset: str, count: int) -> Positions:
    random, playable = Random(4), Position.start(ruleset).ruleset.movement.playable
    squares = [square for square in range(64) if playable(square)]
    kings = [random.sample(squares, 4) for _ in range(count)]
    boards = np.array([[0, 1 << a | 1 << b, 0, 1 << c | 1 << d] for a, b, c, d in kings], np.uint64)
    return Positions(boards, np.arange(count) % 2 == 0, ruleset)


def judged(batch: Positions, tables: bytes) -> Selected:
    """As selected positions, every fourth held out, with the score that the tables give."""
    selected = np.zeros(len(batch), POSITION)
    selected["boards"], selected["white_to_move"] = batch.boards, batch.white_to_move
    selected["score"] = batch.evaluate(tables)
    selected["held_out"] = np.arange(len(batch)) % 4 == 0
    return selected


@pytest.mark.parametrize("ruleset", ["turkish", "bulgarian"])
def test_planted_weights_are_found(ruleset: str) -> None:
    batch, tables = two_kings_each(ruleset, 800), planted(ruleset)
    selected = judged(batch, tables)
    fit = Fit(ruleset, selected, EXACT)
    heard: list[float] = []
    fit.run(heard.append)
    assert heard[-1] < heard[0]
    assert fit.iteration == len(heard)
    unseen = batch[selected["held_out"]]
    wanted, found, by_hand = unseen.evaluate(tables), unseen.evaluate(layout.tables(fit.weights())), unseen.evaluate()
    assert np.abs(wanted - by_hand).mean() > 50
    assert np.abs(wanted - found).mean() < 3
    losses = fit.losses()
    assert losses.floor <= losses.learned < losses.floor + 1e-4 < losses.hand_made


def test_the_slope_is_that_of_the_loss() -> None:
    fit = Fit("turkish", judged(two_kings_each("turkish", 200), planted("turkish")), Settings(penalty=0.2))
    random = np.random.default_rng(5)
    point, way = random.normal(0, 0.1, (2, len(fit.point)))
    (above, _), (below, _), (_, slope) = (fit._loss(point + step * way) for step in (1e-4, -1e-4, 0))
    assert np.isclose((above - below) / 2e-4, slope @ way, rtol=1e-5)


def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    selected, random = judged(two_kings_each("turkish", 100), planted("turkish")), np.random.default_rng(6)
    weights, by_logits = random.normal(size=(layout.PLACES, 2)), random.normal(size=100)

    def seen() -> tuple[np.ndarray, np.ndarray]:
        sample = Sample("turkish", selected, EXACT)
        return sample.logits(1.1, weights), sample.by_weights(by_logits)

    whole = seen()
    monkeypatch.setattr("lab.fit.CHUNK", 33)
    assert all(np.allclose(*pair) for pair in zip(whole, seen(), strict=True))


def test_the_label_mixes_result_and_score() -> None:
    selected = judged(two_kings_each("turkish", 4), planted("turkish"))
    selected["score"], selected["result"] = [0, 180, -180, 180], [1, 0, -1, -1]
    selected["white_to_move"] = [True, True, True, False]
    chance = 1 / (1 + np.exp(-1))
    sample = Sample("turkish", selected, Settings(lam=0.25, k=180))
    expected = [0.25 + 0.375, 0.125 + 0.75 * chance, 0.75 * (1 - chance), 0.75 * (1 - chance)]
    assert np.allclose(sample.label, expected)
