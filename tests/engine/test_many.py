import time
from collections.abc import Iterator
from itertools import islice, repeat

import pytest

from damaci.board.position import Position
from damaci.engine import Engine, analyse_many

POSITIONS = [Position.start(name) for name in ("turkish", "hgware", "world", "bulgarian", "armenian", "kenyan")]


def test_results_come_in_order_and_do_not_depend_on_threads() -> None:
    alone = list(analyse_many(POSITIONS, depth=5, threads=1, hash_megabytes=1))
    together = list(analyse_many(POSITIONS, depth=5, threads=3, hash_megabytes=1))
    assert [found.position for found in together] == POSITIONS
    assert [(found.nodes, found.lines) for found in together] == [(found.nodes, found.lines) for found in alone]


def test_they_are_what_an_engine_finds() -> None:
    [found] = analyse_many([POSITIONS[0]], depth=6, lines=3, hash_megabytes=4)
    assert found.lines == Engine(4).analyse(POSITIONS[0], depth=6, lines=3).lines


def test_there_may_be_endlessly_many() -> None:
    assert [
        found.depth for found in islice(analyse_many(repeat(POSITIONS[0]), depth=3, threads=2, hash_megabytes=1), 9)
    ] == [3] * 9


def test_who_has_had_enough_does_not_wait() -> None:
    found = analyse_many([Position.from_fen("W:Wd4,e2:Bd5"), POSITIONS[0]], nodes=10**12, threads=2, hash_megabytes=1)
    begin = time.process_time()
    assert str(next(found).best) == "d4xd6"
    found.close()
    assert time.process_time() - begin < 5


def test_what_a_subject_raises_ends_it() -> None:
    def subjects() -> Iterator[Position]:
        yield POSITIONS[0]
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        list(analyse_many(subjects(), depth=3, threads=2, hash_megabytes=1))


@pytest.mark.parametrize(
    "wrong", [{}, {"depth": 0}, {"depth": 1, "threads": 0}, {"depth": 1, "lines": 0}, {"depth": 1, "hash_megabytes": 0}]
)
def test_wrong_numbers_are_refused_at_once(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        analyse_many(POSITIONS, **wrong)
