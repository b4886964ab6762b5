import pytest

from damaci.tournament.crosstable import Contradiction, Mark, Points
from tests.tournament.tables import table


def test_scores_after_each_round() -> None:
    found = table("2w1 H 3b0", "1b0 3w= U", "Z 2b= 1w1")
    assert [found.score(1, after) for after in range(4)] == [0, 1, 1.5, 1.5]
    assert [found.score(id) for id in (1, 2, 3)] == [1.5, 1.5, 1.5]
    assert found.until(1).score(3) == 0
    assert found.opponents(2) == {1, 3}
    assert found.colors(3) == ["black", "white"]


def test_rounds_missing_at_the_end_are_absence() -> None:
    found = table("2w1 U", "1b0")
    assert found.entry(2, 2).mark is Mark.ZERO_BYE


def test_other_points() -> None:
    found = table("2w1 H F", "1b0 U Z", points=Points(3, 1, 0, 0, 2))
    assert (found.score(1), found.score(2)) == (7, 2)


def test_both_can_lose() -> None:
    assert table("2w0 2b-", "1b0 1w-").score(1) == 0


@pytest.mark.parametrize(
    ("rows", "player", "reason"),
    [
        (("2w1", "1b1"), 1, "the result 1 does not fit 1 of player 2"),
        (("2w1", "1w0"), 1, "White"),
        (("2w1", "3b0", "2w1"), 1, "player 2 has no game against 1"),
        (("3w1",), 1, "there is no opponent 3"),
        (("1w1",), 1, "there is no opponent 1"),
        (("U", "1"), 2, "needs an opponent"),
    ],
)
def test_contradictions(rows: tuple[str, ...], player: int, reason: str) -> None:
    with pytest.raises(Contradiction, match=f"round 1 of player {player}.*{reason}") as caught:
        table(*rows)
    assert caught.value.player == player
