"""Conditional moves: which lines can be stored, and which of them are left as the game goes on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.play import Refusal, Table, commands, decide
from damaci.play import events as e
from damaci.play.conditional import LONGEST, MOST, BadLines, Conditional, lines_for
from damaci.play.events import AnyEvent, Color

PERSON = e.Seat("person")


class Playing:
    """A game by the day, with all its events."""

    def __init__(self, **settings: object) -> None:
        opened = Table.open(e.Settings(**{"days": 3} | settings), PERSON, PERSON, at=0)  # type: ignore[arg-type]
        self.table = Table.fold(opened)
        self.events: list[AnyEvent] = [*opened]

    def do(self, command: commands.AnyCommand) -> None:
        decision = decide(self.table, command, at=1)
        assert not isinstance(decision, Refusal), decision
        self.table.apply(decision)
        self.events += decision.events

    def play(self, *texts: str) -> "Playing":
        for text in texts:
            self.do(commands.Move(color=self.table.turn, ply=self.table.ply + 1, move=text))
        return self

    def lines(self, color: Color, *lines: str) -> Conditional:
        return lines_for(self.table, color, [line.split() for line in lines])

    def left(self, moves: Conditional) -> list[str]:
        return [" ".join(line) for line in moves.left(self.table, self.events)]

    def answer(self, moves: Conditional) -> str:
        return moves.answer(self.table, self.events)


def refused(playing: Playing, color: Color, *lines: str) -> str:
    with pytest.raises(BadLines) as raised:
        playing.lines(color, *lines)
    return raised.value.why


def test_an_answer_follows_and_the_rest_waits() -> None:
    game = Playing().play("a3-a4")
    moves = game.lines("white", "h6h5 b3-b4", "h6-h5 b3b4 g6-g5 c3-c4", "f6-f5 d3-d4")
    assert game.left(moves) == ["h6-h5 b3-b4 g6-g5 c3-c4", "f6-f5 d3-d4"]
    assert game.answer(moves) == ""
    game.play("h6-h5")
    assert game.answer(moves) == "b3-b4"
    game.play("b3-b4")
    assert game.left(moves) == ["g6-g5 c3-c4"]
    game.play("g6-g5")
    assert game.answer(moves) == "c3-c4"
    game.play("c3-c4")
    assert game.left(moves) == []


@pytest.mark.parametrize("played", ["e6-e5", "h6-h5 d3-d4"])
def test_another_way_leaves_nothing(played: str) -> None:
    """The lines are dropped if the opponent plays another move, or if their owner does."""
    game = Playing().play("a3-a4")
    moves = game.lines("white", "h6-h5 b3-b4")
    game.play(*played.split())
    assert game.left(moves) == []
    assert game.answer(moves) == ""


def test_captures_are_told_apart_by_what_they_take() -> None:
    game = Playing(fen="W:WKa1,h1:Bb4,e4,g6,Kh8")
    game.play("a1-a3")
    line = ["h8-h6", str(game.table.game.legal_moves[0])]
    assert refused(game, "white", " ".join(line)) == "lines-illegal"


def test_an_offer_of_the_other_side_is_answered_by_the_player() -> None:
    game = Playing().play("a3-a4", "h6-h5", "b3-b4")
    moves = game.lines("white", "g6-g5 c3-c4")
    game.do(commands.OfferDraw(color="black"))
    game.play("g6-g5")
    assert game.answer(moves) == ""
    assert game.left(moves) == ["c3-c4"]
    game.do(commands.DeclineDraw(color="white"))
    assert game.answer(moves) == "c3-c4"


def test_a_request_to_take_back_is_answered_by_the_player() -> None:
    game = Playing().play("a3-a4", "h6-h5", "b3-b4")
    moves = game.lines("white", "g6-g5 c3-c4")
    game.play("g6-g5")
    game.do(commands.OfferTakeback(color="black"))
    assert game.answer(moves) == ""
    game.do(commands.DeclineTakeback(color="white"))
    assert game.answer(moves) == "c3-c4"


def test_a_move_that_is_taken_back_takes_the_lines_along() -> None:
    game = Playing().play("a3-a4", "h6-h5", "b3-b4")
    moves = game.lines("white", "g6-g5 c3-c4 f6-f5 d3-d4")
    game.play("g6-g5", "c3-c4")
    game.do(commands.OfferTakeback(color="black"))
    game.do(commands.OfferTakeback(color="white"))
    assert game.table.ply == 3
    game.play("g6-g5")
    assert game.answer(moves) == ""
    assert game.left(moves) == []


def test_nothing_is_left_when_the_game_is_over() -> None:
    game = Playing().play("a3-a4")
    moves = game.lines("white", "h6-h5 b3-b4")
    game.do(commands.Resign(color="black"))
    assert game.left(moves) == []
    assert refused(game, "white", "h6-h5 b3-b4") == "lines-by-the-day"


def test_lines_that_cannot_be_kept() -> None:
    game = Playing().play("a3-a4")
    assert refused(Playing(days=0).play("a3-a4"), "white", "h6-h5 b3-b4") == "lines-by-the-day"
    assert refused(game, "black", "h6-h5 b3-b4") == "lines-your-turn"
    assert refused(game, "white", "h6-h5") == "lines-length"
    assert refused(game, "white", "h6-h5 b3-b4 g6-g5") == "lines-length"
    assert refused(game, "white", "d6-d4 b3-b4") == "lines-illegal"
    assert refused(game, "white", "h6-h5 nonsense") == "lines-illegal"
    assert refused(game, "white", "h6-h5 b3-b4", "h6-h5 d3-d4") == "lines-two-answers"
    assert refused(game, "white", "h6-h5 b3-b4 g6-g5 c3-c4", "h6-h5 b3-b4 g6-g5 d3-d4") == "lines-two-answers"


def test_a_line_may_not_go_past_the_end_of_the_game() -> None:
    game = Playing(fen="B:WKa1,Kb5:BKh8")
    assert refused(game, "white", "h8-h7 b5-b7 h7-h8 b7-h7 h8xh6 a1-a2") == "lines-illegal"


def test_no_more_and_no_longer_lines_than_allowed() -> None:
    game = Playing().play("a3-a4")
    answers = [str(each) for each in Playing().play("a3-a4", "e6-e5").table.game.legal_moves]
    firsts = [f"{first} {answer}" for first in ("e6-e5", "f6-f5") for answer in answers]
    assert len(firsts) > MOST
    assert refused(game, "white", *firsts[: MOST + 1]) == "lines-too-many"
    to_and_fro = " ".join(["h6-h5 d3-d4"] + ["x y"] * (LONGEST // 2))
    assert refused(game, "white", to_and_fro) == "lines-length"


@given(st.data())
def test_what_is_answered_is_legal_and_a_line_says_so(data: st.DataObject) -> None:
    """With random lines and random moves, an answer is given exactly if a line begins with all moves that have been
    played."""
    game = Playing().play("a3-a4")
    line = _random_line(data, game, 2 * data.draw(st.integers(1, 3)))
    moves = lines_for(game.table, "white", [line])
    played: list[str] = []
    for _ in range(6):
        along = tuple(line[: len(played)]) == tuple(played) and len(played) < len(line)
        assert moves.left(game.table, game.events) == ((tuple(line[len(played) :]),) if along else ())
        answer = game.answer(moves)
        assert answer == (line[len(played)] if along and game.table.turn == "white" else "")
        if game.table.ended:
            return
        chosen = line[len(played)] if along and data.draw(st.booleans()) else _random_move(data, game.table)
        played.append(chosen)
        game.play(chosen)


def _random_move(data: st.DataObject, table: Table) -> str:
    return table.game.position.text(data.draw(st.sampled_from(table.game.legal_moves)))


def _random_line(data: st.DataObject, game: Playing, plies: int) -> list[str]:
    later = Playing().play(*game.table.game.texts)
    for _ in range(plies):
        later.play(_random_move(data, later.table))
    return list(later.table.game.texts[game.table.ply :])
