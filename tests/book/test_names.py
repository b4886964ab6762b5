"""Names of openings."""

import pytest

from damaci import RULESETS, Position
from damaci.book.names import NAMED_PLIES, PHRASES, name, tree


def named(*texts: str, ruleset: str = "turkish") -> tuple[str, ...]:
    position = Position.start(ruleset)
    moves = []
    for text in texts:
        moves.append(position.read(text))
        position = position.play(text)
    return name(moves)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a3-a4", "Edge opening"),
        ("g3-g4", "Wing opening"),
        ("c3-c4 c6-c5", "Flank opening, met head-on"),
        ("d3-d4 e6-e5", "Centre opening, mirrored"),
        ("d3-d4 c6-c5", "Centre opening, met from beside"),
        ("d3-d4 a6-a5 d4-d5", "Centre opening, answered on the same side, pushed on"),
        ("d3-d4 h6-h5 d4-e4", "Centre opening, answered on the other side, stepping aside"),
        ("d3-d4 h6-h5 e3-e4 h7-h6", "Centre opening, answered on the other side, making a pair, backed up"),
        (
            "d3-d4 h6-h5 a3-a4 g6-g5 b3-b4",
            "Centre opening, answered on the other side, with a second front, making a pair",
        ),
    ],
)
def test_names_say_where_and_how(line: str, expected: str) -> None:
    assert ", ".join(named(*line.split())) == expected


def test_mirror_images_have_the_same_name() -> None:
    assert named("d3-d4", "h6-h5", "c3-c4") == named("e3-e4", "a6-a5", "f3-f4")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_tree_has_each_name_once_after_what_it_continues(ruleset: str) -> None:
    nodes = tree(Position.start(ruleset), 3)
    names = [node.name for node in nodes]
    assert len(set(names)) == len(names) > 30
    assert all(named(*node.moves, ruleset=ruleset) == node.name for node in nodes)
    assert all(len(each) == 1 or each[:-1] in names[:at] for at, each in enumerate(names))
    assert {phrase for each in names for phrase in each} <= set(PHRASES)
    assert max(map(len, names)) == 3 < NAMED_PLIES
