import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.board import svg
from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.board.square import Square
from damaci.errors import AmbiguousMove, FenError, GameOver, IllegalMove, MoveTextError, UnknownRuleset
from damaci.game.game import Game
from damaci.game.outcome import Outcome, Reason
from damaci.rules.catalogue import RULESETS
from damaci.rules.endings import Endings, OneEach
from damaci.rules.options import Options

OPENING = ["c3-c4", "f6-f5", "g3-g4", "b6-b5"]


def played(moves: list[str], *args: object, **kwargs: object) -> Game:
    game = Game(*args, **kwargs)
    for move in moves:
        game.push(move)
    return game


def test_a_new_game() -> None:
    game = Game()
    assert game.position == game.start == Position.start()
    assert (game.ply, game.turn, game.moves, game.texts, game.outcome()) == (0, Color.WHITE, (), (), None)
    assert len(game.legal_moves) == 8
    assert game.endings == RULESETS["turkish"].endings
    assert repr(game) == "Game()"


def test_playing() -> None:
    game = played(OPENING)
    assert game.texts == tuple(OPENING)
    assert [position.turn for position in game.positions] == [Color.WHITE, Color.BLACK] * 2 + [Color.WHITE]
    game.push("c4-c5")
    assert game.push("b5xd5") == Move(Square.B5, Square.D5, (Square.C5,))
    assert (game.ply, game.turn, game.texts[-1]) == (6, Color.WHITE, "b5xd5")


def test_popping_goes_back_exactly() -> None:
    game = Game()
    states = []
    for text in OPENING:
        states.append((game.position, game.moves, game.legal_moves, game.history))
        game.push(text)
    for state in reversed(states):
        game.pop()
        assert (game.position, game.moves, game.legal_moves, game.history) == state
    with pytest.raises(IndexError):
        game.pop()
    assert game.position == game.start


def test_a_copy_is_played_on_apart() -> None:
    game = played(OPENING)
    twin = game.copy()
    twin.push(twin.legal_moves[0])
    twin.end("1-0", "resignation")
    assert (game.ply, game.outcome(), game.texts) == (4, None, tuple(OPENING))
    game.pop()
    assert (twin.ply, twin.outcome()) == (5, Outcome(Reason.RESIGNATION, Color.WHITE))


def test_a_refused_move_changes_nothing() -> None:
    game = played(OPENING)
    before = game.position, game.moves, game.legal_moves
    for wrong, error in [
        ("c4-c6", IllegalMove),
        ("nonsense", MoveTextError),
        (Move(Square.A1, Square.A2), IllegalMove),
    ]:
        with pytest.raises(error):
            game.push(wrong)
    assert (game.position, game.moves, game.legal_moves) == before


def test_the_reason_is_in_the_error() -> None:
    with pytest.raises(IllegalMove, match="f3xf5xh5: this captures 2, and 4 pieces have to be captured"):
        Game(fen="W:Wf3:Bc7,d6,e5,g5,f4").push("f3xf5xh5")
    with pytest.raises(AmbiguousMove, match="can mean h1xh7, h1xh8"):
        Game(fen="W:We5,Kh1:Bh6,f5").push("h1xh6")


def test_a_move_pushed_without_its_path_is_remembered_with_one() -> None:
    game = Game(fen="W:Wf3:Bc7,d6,e5,g5,f4")
    captured = Square.F4, Square.E5, Square.D6, Square.C7
    assert str(game.push(Move(Square.F3, Square.B7, captured))) == "f3xf5xd5xd7xb7"
    assert str(game.moves[-1]) == "f3xf5xd5xd7xb7"


def test_the_path_played_is_the_path_remembered() -> None:
    path = "c8xc4xc2xf2xf4xh4xh2xd2xa2"
    assert str(played([path], fen="B:Wc5,g4,c3,f3,h3,b2,e2,g2:BKc8").moves[0]) == path


def test_nothing_is_played_once_the_game_is_over() -> None:
    game = played(["d4xd6"], fen="W:Wd4,a1:Bd5")
    assert game.outcome() == Outcome(Reason.CAPTURED_ALL, Color.WHITE)
    assert game.legal_moves == ()
    with pytest.raises(GameOver, match="the game is over: 1-0, captured-all"):
        game.push("d6-d7")
    assert repr(game) == "Game(fen='W:Wd4,a1:Bd5', moves=['d4xd6'])"
    game.pop()
    assert game.outcome() is None


@pytest.mark.parametrize(
    ("result", "reason", "winner"),
    [
        ("1/2-1/2", "agreement", None),
        ("1-0", "resignation", Color.WHITE),
        ("0-1", Reason.TIME, Color.BLACK),
        ("0-1", "abandoned", Color.BLACK),
        ("1/2-1/2", "abandoned", None),
        ("1/2-1/2", "too-long", None),
        ("1/2-1/2", "annulled", None),
        ("1-0", "adjudicated", Color.WHITE),
        ("1/2-1/2", "adjudicated", None),
    ],
)
def test_endings_that_people_decide(result: str, reason: str, winner: Color | None) -> None:
    game = played(OPENING)
    assert game.end(result, reason) == game.outcome() == Outcome(Reason(reason), winner)
    assert game.outcome().result == result
    assert game.legal_moves == ()
    with pytest.raises(GameOver, match="the game is over"):
        game.end(result, reason)
    game.pop()
    assert game.outcome() is None


@pytest.mark.parametrize(
    ("result", "reason", "message"),
    [
        ("2-0", "resignation", "'2-0' is not a result: expected one of 1-0, 0-1, 1/2-1/2"),
        (
            "1-0",
            "blocked",
            "'blocked' is not for people to decide: expected one of agreement, too-long, annulled, resignation, time,"
            " abandoned, adjudicated",
        ),
        ("1-0", "boredom", "'boredom' is not for people to decide"),
        (
            "1-0",
            "agreement",
            "1-0 by agreement: agreement, too many moves and an annulled game are a draw, resignation and time are not",
        ),
        ("0-1", "too-long", "0-1 by too-long"),
        ("1-0", "annulled", "1-0 by annulled"),
        ("1/2-1/2", "time", "1/2-1/2 by time"),
        ("1/2-1/2", "resignation", "1/2-1/2 by resignation"),
    ],
)
def test_endings_that_cannot_be(result: str, reason: str, message: str) -> None:
    game = Game()
    with pytest.raises(ValueError, match=message):
        game.end(result, reason)
    assert game.outcome() is None


def test_bad_starts() -> None:
    with pytest.raises(UnknownRuleset):
        Game("chess")
    with pytest.raises(FenError):
        Game(fen="W:Wd8:B")


# ---- settings --------------------------------------------------------------------------------------------------------


def test_endings_of_another_game() -> None:
    game = Game(fen="W:WKd4:BKe8", endings=Endings())
    assert game.outcome() is None
    assert Game(fen="W:WKd4:BKe8", endings=Endings(one_each=OneEach.AT_ONCE)).outcome() == Outcome(Reason.ONE_EACH)


def test_last_three_become_kings_when_a_move_has_ended() -> None:
    options = Options(last_three_kings=True)
    game = Game(fen="W:Wd4,a2,b2,c2:Bd5,a7,b7,c7", options=options)
    game.push("d4xd6")
    assert game.position.fen == "B:Wd6,a2,b2,c2:BKa7,Kb7,Kc7"
    game.pop()
    assert game.position.fen == "W:Wd4,a2,b2,c2:Ba7,b7,c7,d5"


def test_last_three_wait_for_the_first_move() -> None:
    game = Game(fen="W:Wa2,b2:Ba7,b7,c7,d7", options=Options(last_three_kings=True))
    assert game.position.fen == "W:Wa2,b2:Ba7,b7,c7,d7"
    game.push("b2-b3")
    assert game.position.fen == "B:WKb3,Ka2:Ba7,b7,c7,d7"


def test_last_three_stay_men_without_the_option() -> None:
    assert played(["d4xd6"], fen="W:Wd4,a2,b2,c2:Bd5,a7,b7,c7").position.fen == "B:Wd6,a2,b2,c2:Ba7,b7,c7"


def test_a_touched_piece_has_to_be_played() -> None:
    game = Game(options=Options(touch_move=True))
    assert game.touch(Square.D3)
    assert {move.origin for move in game.legal_moves} == {Square.D3}
    with pytest.raises(IllegalMove, match="e3-e4: the piece on d3 has been touched and has to be played"):
        game.push("e3-e4")
    refusal = game.explain("e3-e4")
    assert refusal
    assert (refusal.code, list(map(str, refusal.instead))) == ("touched-piece", ["d3-d4"])
    assert not game.touch(Square.E3)
    game.push("d3-d4")
    assert len(game.legal_moves) == 8


def test_a_piece_that_cannot_move_may_be_touched() -> None:
    game = Game(options=Options(touch_move=True))
    assert not game.touch(Square.D2)
    assert not game.touch(Square.D6)
    assert not game.touch(Square.A5)
    assert len(game.legal_moves) == 8


def test_touching_binds_nobody_without_the_option() -> None:
    game = Game()
    assert not game.touch(Square.D3)
    game.push("e3-e4")


# ---- explaining ------------------------------------------------------------------------------------------------------


def test_a_legal_move_needs_no_explanation() -> None:
    game = Game()
    assert game.explain("d3-d4") is None
    assert game.explain((Square.D3, Square.D4), by=Color.WHITE) is None


@pytest.mark.parametrize(
    ("move", "by", "code"),
    [
        ("d3-d5", None, "illegal-move"),
        ((Square.D3, Square.D5), None, "illegal-move"),
        ((Square.D2, Square.D3), None, "cannot-move"),
        ("d6-d5", None, "not-your-piece"),
        ("d6-d5", Color.BLACK, "not-your-turn"),
        ("hello", None, "bad-text"),
        ("a4-a5", None, "empty-square"),
    ],
)
def test_refusals(move: str | tuple[Square, Square], by: Color | None, code: str) -> None:
    refusal = Game().explain(move, by)
    assert refusal
    assert refusal.code == code


def test_a_finished_game_is_explained_first() -> None:
    refusal = Game(fen="W:Wd4:B").explain("rubbish", Color.BLACK)
    assert refusal
    assert (refusal.code, str(refusal)) == ("game-over", "the game is over: 1-0, captured-all")


# ---- history ---------------------------------------------------------------------------------------------------------


def test_history_begins_after_what_cannot_be_undone() -> None:
    game = played(["d4-d5", "e7-f7", "a1-a2", "h8-h7"], fen="W:WKa1,d4:Be7,Kh8")
    assert game.history == (tuple(position.key for position in game.positions[1:-1]), 2)
    game.pop()
    game.pop()
    assert game.history == ((game.positions[1].key,), 0)
    game.push("d5-d6")
    assert game.history == ((), 0)


@given(st.sampled_from(sorted(RULESETS)), st.randoms(use_true_random=False))
def test_random_games_end_as_their_positions_say(ruleset: str, random) -> None:  # type: ignore[no-untyped-def]
    game = Game(ruleset, endings=Endings())
    while not game.outcome() and game.ply < 150:
        game.push(random.choice(game.legal_moves))
    outcome = game.outcome()
    loser = outcome.winner.other if outcome and outcome.winner else None
    assert (loser is not None) == (not game.position.has_moves)
    assert loser in (None, game.turn)
    assert game.texts == tuple(position.text(move) for position, move in zip(game.positions, game.moves, strict=False))
    replayed = played(list(game.texts), ruleset, endings=Endings())
    assert replayed.position == game.position


@pytest.mark.parametrize(
    "game",
    [
        Game(),
        Game(moves=["d3-d4", "d6-d5", "d4xd8"]),
        Game("bulgarian", moves=["a3-b4"]),
        Game(fen="W:WKa1,d2:BKh8,e7", endings=Endings(repetitions=4), options=Options(touch_move=True)),
        Game(moves=["d3-d4"], ended=("1/2-1/2", "agreement")),
    ],
    ids=repr,
)
def test_its_repr_makes_it_again(game: Game) -> None:
    again = eval(repr(game))
    assert repr(again) == repr(game)
    assert (again.positions, again.moves, again.outcome()) == (game.positions, game.moves, game.outcome())
    assert (again.endings, again.options) == (game.endings, game.options)


def test_it_prints_and_draws_itself() -> None:
    game = Game(moves=["d3-d4"])
    assert str(game) == f"{game.position}\n\nply 1: black to move"
    assert "1-0" in str(Game(fen="W:Wd4,a2:Bd5", moves=["d4xd6"]))
    assert game._repr_svg_() == svg.board(game.position, size=400, last_move="d3-d4")
    assert Game()._repr_svg_() == svg.board(Game().position, size=400)
