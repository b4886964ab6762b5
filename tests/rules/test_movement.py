import pytest

from damaci.rules.catalogue import RULESETS
from damaci.rules.movement import Movement, last_rank


@pytest.mark.parametrize(("name", "men", "first"), [("turkish", 16, 8), ("world", 16, 8), ("bulgarian", 12, 0)])
def test_start_squares(name: str, men: int, first: int) -> None:
    movement = Movement.of(name)
    white = set(movement.start(white=True))
    black = set(movement.start(white=False))
    assert len(white) == len(black) == men
    assert min(white) == first
    assert black == {63 - square for square in white}
    assert all(movement.playable(square) for square in white)


def test_black_sees_the_board_from_the_other_side() -> None:
    for movement in (rules.movement for rules in RULESETS.values()):
        for king in (False, True):
            for capturing in (False, True):
                white = movement.steps(white=True, king=king, capturing=capturing)
                black = movement.steps(white=False, king=king, capturing=capturing)
                assert {(-file, -rank) for file, rank in black} == set(white)


def test_only_the_bulgarian_board_has_32_squares() -> None:
    used = {name: sum(map(rules.movement.playable, range(64))) for name, rules in RULESETS.items()}
    assert used == dict.fromkeys(RULESETS, 64) | {"bulgarian": 32}


def test_last_rank() -> None:
    assert [square for square in range(64) if last_rank(square, white=True)] == list(range(56, 64))
    assert [square for square in range(64) if last_rank(square, white=False)] == list(range(8))


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="chess"):
        Movement.of("chess")
