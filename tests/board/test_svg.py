"""The board as SVG."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci import RULESETS, Color, Position, Square, svg
from tests.board.samples import positions

SVG = "{http://www.w3.org/2000/svg}"
START = Position.start()


def drawn(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def classes(root: ElementTree.Element) -> list[str]:
    return [each.attrib["class"] for each in root.iter() if "class" in each.attrib]


@given(st.sampled_from(sorted(RULESETS)).flatmap(positions), st.booleans(), st.booleans())
def test_every_piece_is_drawn_where_it_stands(position: Position, flipped: bool, coordinates: bool) -> None:
    text = svg.board(position, flipped=flipped, coordinates=coordinates)
    margin = 40 if coordinates else 16
    found = {}
    for group in drawn(text).iter(f"{SVG}g"):
        if group.get("class", "").split()[0:1] in (["white"], ["black"]):
            x, y = map(int, group.attrib["transform"].removeprefix("translate(").removesuffix(")").split())
            column = (x - margin) // 100
            row = (y - margin) // 100
            square = Square(column + 8 * (7 - row)) if not flipped else Square(7 - column + 8 * row)
            found[square] = group.attrib["class"]
    assert found == {
        square: f"{piece.color} {'king' if piece.king else 'man'}" for square, piece in position.pieces().items()
    }
    assert svg.board(position, flipped=flipped, coordinates=coordinates) == text


def test_a_dama_is_two_discs_and_a_star() -> None:
    root = drawn(svg.board(Position.from_fen("W:WKd4,a2:Bh7")))
    king, man = (
        next(each for each in root.iter() if each.get("class") == kind) for kind in ("white king", "white man")
    )
    assert len(king.findall(f"{SVG}circle")) == 2 * len(man.findall(f"{SVG}circle"))
    assert (len(list(king.iter(f"{SVG}path"))), len(list(man.iter(f"{SVG}path")))) == (2, 0)


def test_coordinates_follow_the_side() -> None:
    def labels(text: str) -> list[str | None]:
        return [
            each.text
            for each in sorted(
                drawn(text).iter(f"{SVG}text"), key=lambda each: (int(each.attrib["y"]), int(each.attrib["x"]))
            )
        ]

    assert "".join(filter(None, labels(svg.board(START)))).endswith("abcdefgh")
    assert "".join(filter(None, labels(svg.board(START, flipped=True)))).endswith("hgfedcba")
    assert labels(svg.board(START, coordinates=False)) == []


def test_size_is_the_outer_size_only() -> None:
    plain = svg.board(START)
    sized = svg.board(START, size=400)
    assert drawn(sized).attrib["width"] == drawn(sized).attrib["height"] == "400"
    assert sized.replace(' width="400" height="400"', "") == plain


def test_arrows_highlights_and_the_last_move() -> None:
    move = START.parse_move("d3-d4")
    text = svg.board(
        START.play(move),
        last_move=move,
        highlights={Square.A1: "#ff0000", "b1": "rgb(0, 9, 0)"},
        arrows=[("d6", "d5"), svg.Arrow(Square.E6, Square.E5, "green"), ("h6", "h6")],
    )
    assert classes(drawn(text)).count("arrow") == 3
    for color in ("#ff0000", "rgb(0, 9, 0)", "green"):
        assert f'"{color}"' in text
    assert len(list(drawn(text).iter(f"{SVG}rect"))) == len(list(drawn(svg.board(START)).iter(f"{SVG}rect"))) + 4
    assert "<circle" in text.splitlines()[-2], "an arrow to where it comes from is a ring"


def test_unused_squares_are_another_wood() -> None:
    assert len(list(drawn(svg.board(Position.start("bulgarian"))).iter(f"{SVG}rect"))) == 2 + 32


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"size": 0}, "size is 0: expected a whole number from 1 to 100000"),
        ({"highlights": ["j9"]}, "'j9' is not a square"),
        ({"arrows": [("a1", "")]}, "'' is not a square"),
        ({"arrows": [("a1", "a2", '"/><script>')]}, ": expected such as #12707c"),
        ({"highlights": {"a1": "<"}}, "a colour is '<': expected such as"),
    ],
)
def test_options_that_cannot_be(options: dict[str, object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        svg.board(START, **options)  # type: ignore[arg-type]


def test_notebooks_show_positions() -> None:
    assert START._repr_svg_() == svg.board(START, size=400)
    assert Color.WHITE in START._repr_svg_()
