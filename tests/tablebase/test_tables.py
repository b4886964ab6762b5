"""The results of tables follow from the rules: the result of every position follows from those of its successors, down
to the ends of games.

A win or loss in a number of plies is right if it always follows from results with smaller numbers; therefore a draw is
a position in which neither side can force a win.
"""

from random import Random

import pytest

from damaci.board.position import Position
from damaci.errors import TablebaseError
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import OneEach
from damaci.tablebase import Material, Plan, Probe, Tables, Terms, build
from tests.tablebase.conftest import MakeTables
from tests.tablebase.endings import is_drawn_by_rule, random_ending
from tests.tablebase.played_out import play_out

READINGS = [Terms.of(name) for name in RULESETS] + [
    Terms("turkish", OneEach.NEVER),
    Terms("turkish", OneEach.UNLESS_CAPTURE),
]
LOST = Probe(-1, 0)


def follows(tables: Tables, position: Position) -> Probe:
    """The result of a position, from the results after its moves."""
    if is_drawn_by_rule(position, tables.terms):
        return Probe(0, None)
    if not position.has_moves:
        return LOST
    return next(iter(tables.moves(position).values()))


@pytest.mark.parametrize("terms", READINGS, ids=lambda terms: terms.folder)
def test_outcomes_follow_from_the_moves(terms: Terms, tables_for: MakeTables) -> None:
    random = Random(3)
    tables = tables_for(terms)
    few = (
        3 if terms.kings_only_moves else 2
    )  # with two kings left, moves are counted, so the result of a position does not follow from those after its moves
    for _ in range(400):
        position = random_ending(random, terms.ruleset, random.randint(few, 3))
        assert tables.probe(position) == follows(tables, position), position.fen


def test_two_kings_against_one(tables_for: MakeTables) -> None:
    """The numbers are those of an independent solver: 30.58 % won and 69.42 % drawn if one piece each is a draw at
    once, 99.83 % won if it is not."""
    counts = tables_for(Terms.of("turkish")).materials[Material.parse("KKvK")]
    assert counts == {"positions": 124_992, "win": 38_228, "draw": 86_764, "loss": 0, "longest_win": 5}
    assert tables_for(Terms("turkish", OneEach.NEVER)).materials[Material.parse("KKvK")]["win"] == 124_784


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("W:WKa1:BKc3", None),  # the game is drawn after two quiet moves
        ("W:WKa1:BKa4", 1),
        ("W:WKa1:BKb8", None),
    ],
)
def test_hgware_kings_alone_have_three_moves(fen: str, plies: int | None, tables_for: MakeTables) -> None:
    probe = tables_for(Terms.of("hgware")).probe(Position.from_fen(fen, "hgware"))
    assert probe == Probe(0 if plies is None else 1, plies)


def test_best_play_ends_as_foretold(tables_for: MakeTables) -> None:
    play_out(tables_for(Terms.of("turkish")), pieces=3, games=200)


@pytest.mark.nightly
def test_best_play_with_four_pieces_ends_as_foretold(tables_for: MakeTables, folder: object) -> None:
    terms = Terms.of("turkish")
    for _ in build(folder, Plan.up_to(4, terms), threads=2):  # type: ignore[arg-type]
        pass
    play_out(Tables(folder, terms), pieces=4, games=10_000)  # type: ignore[arg-type]


def test_what_no_table_knows(tables_for: MakeTables) -> None:
    tables = tables_for(Terms.of("turkish"))
    assert tables.probe(Position.from_fen("W:Wa2,b2:BKh8,Kg8")) is None
    assert tables.probe(Position.from_fen("W:Wa1,Kc3:BKh8")) is None, "a man on its own first rank"
    assert tables.moves(Position.from_fen("W:Wa2,b2:BKh8,Kg8")) == {}
    with pytest.raises(ValueError, match="another ruleset"):
        tables.probe(Position.from_fen("W:WKa1:BKh8", "bulgarian"))


@pytest.mark.parametrize("text", ["KvK", "KKMvKMM"])
def test_material_is_written_as_it_is_read(text: str) -> None:
    assert str(Material.parse(text.lower())) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [("KK", "is no material"), ("vK", "each side needs a piece"), ("KKKKvMMM", "7 pieces"), ("MKvK", "is no material")],
)
def test_rubbish_is_no_material(text: str, why: str) -> None:
    with pytest.raises(TablebaseError, match=why):
        Material.parse(text)
