from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from damaci.board.color import Color
from damaci.board.move import Move
from damaci.board.position import Position
from damaci.board.square import Square
from damaci.engine import LEVELS, Engine, Level, Limits, Line, Score, level
from damaci.errors import UnknownLevel
from damaci.game.game import Game

STRONG = Limits(nodes=4_000)
"""Limits in place of those of the strong levels, for tests that must not depend on time."""


def lines(*scores: Score) -> list[Line]:
    return [Line(score, (Move(Square(16 + file), Square(24 + file)),)) for file, score in enumerate(scores)]


def picks(who: Level, choice: list[Line], ply: int = 0, times: int = 300) -> set[int]:
    start = Position.start()
    return {choice.index(who.pick(start, choice, ply, Random(seed))) for seed in range(times)}


def play(white: Level | Limits, black: Level | Limits, seed: int, plies: int = 120) -> Game:
    game = Game()
    engines = {Color.WHITE: Engine(1), Color.BLACK: Engine(1)}
    while game.outcome() is None and game.ply < plies:
        game.push(engines[game.turn].play(game, white if game.turn is Color.WHITE else black, seed))
    return game


# ---- the levels


def test_levels_have_names_and_descriptions() -> None:
    assert list(LEVELS) == ["beginner", "easy", "casual", "medium", "club", "hard", "expert", "master"]
    assert all(each.name == name and each.title and each.about.endswith(".") for name, each in LEVELS.items())
    assert isinstance(LEVELS, Mapping)


def test_every_level_answers_in_time() -> None:
    assert all(each.limits.seconds is not None and each.limits.seconds <= 3 for each in LEVELS.values())


def test_levels_are_found_by_name() -> None:
    assert level("hard") is LEVELS["hard"]
    assert level(LEVELS["easy"]) is LEVELS["easy"]
    with pytest.raises(UnknownLevel, match="no level named 'godlike': expected one of beginner, easy"):
        level("godlike")


# ---- picking


@pytest.mark.parametrize(("name", "depth", "seconds"), [("free-5s", None, 5), ("free-60s-d12", 12, 60)])
def test_a_free_level_is_spelled(name: str, depth: int | None, seconds: float) -> None:
    assert level(name).limits == Limits(depth=depth, seconds=seconds)
    assert level(name).name == name


@pytest.mark.parametrize("name", ["free", "free-", "free-0s", "free-d3", "free-5s-d0", "free-100s", "free-5s "])
def test_a_free_level_that_is_misspelled_is_none(name: str) -> None:
    with pytest.raises(UnknownLevel, match="free-5s"):
        level(name)


def test_a_level_varies_among_good_moves_only() -> None:
    choice = lines(Score(cp=30), Score(cp=25), Score(cp=-500))
    assert picks(LEVELS["hard"], choice) == {0, 1}


@pytest.mark.parametrize("name", ["casual", "medium", "club", "hard", "expert", "master"])
def test_no_level_above_easy_walks_into_a_loss_it_sees(name: str) -> None:
    assert picks(LEVELS[name], lines(Score(cp=-40), Score(loss=4))) == {0}


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_takes_a_win_it_sees(name: str) -> None:
    assert picks(LEVELS[name], lines(Score(win=3), Score(cp=300))) == {0}


def test_a_level_with_a_style_is_spelled() -> None:
    trader = level("expert-trader")
    assert (trader.name, trader.titles) == ("expert-trader", ("Expert", "Trader"))
    assert trader.limits == LEVELS["expert"].limits
    assert trader.considered(30) == LEVELS["expert"].lines


@pytest.mark.parametrize("name", ["easy-", "easy-wild", "bold", "-bold", "easy-bold-bold", "free-5s-bold"])
def test_a_level_with_a_style_that_is_misspelled_is_none(name: str) -> None:
    with pytest.raises(UnknownLevel, match="such as easy-bold"):
        level(name)


@pytest.mark.parametrize("name", ["expert", "master"])
def test_the_strongest_vary_only_in_the_opening(name: str) -> None:
    choice = lines(Score(cp=10), Score(cp=9))
    who = LEVELS[name]
    assert picks(who, choice, ply=2) == {0, 1}
    assert picks(who, choice, ply=30) == {0}
    assert (who.considered(2), who.considered(30)) == (who.lines, 1)


# ---- playing


@pytest.mark.parametrize("name", ["beginner", "easy", "medium"])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    who = LEVELS[name]
    first = play(who, who, seed=5, plies=30)
    again = play(who, who, seed=5, plies=30)
    assert first.moves == again.moves


def test_a_level_plays_the_same_whatever_the_engine_did_before() -> None:
    position = Position.start()
    engine = Engine(1)
    expected = engine.play(position, "medium", seed=3)
    engine.analyse(position, depth=8)
    assert engine.play(position, "medium", seed=3) == expected


@pytest.mark.parametrize("name", ["beginner", "medium"])
def test_other_seeds_play_other_games(name: str) -> None:
    who = LEVELS[name]
    assert len({play(who, who, seed, plies=12).moves for seed in range(5)}) == 5


def test_a_stronger_level_beats_a_weaker_one() -> None:
    beaten = [play(LEVELS["easy"], STRONG, seed).position for seed in range(2)] + [
        play(LEVELS["beginner"], LEVELS["medium"], seed).position for seed in range(2)
    ]
    assert all(_lead(position, Color.BLACK) >= 4 for position in beaten)


def test_a_beginner_can_be_beaten_by_a_careful_player_who_hardly_looks() -> None:
    careful = replace(LEVELS["easy"], oversight=None, temperature=1.0)
    assert sum(_lead(play(careful, LEVELS["beginner"], seed).position, Color.WHITE) > 0 for seed in range(4)) >= 3


def _lead(position: Position, color: Color) -> int:
    """The number of men by which a side is ahead; a king counts as four."""
    own, enemy = ((position.men(c).bit_count() + 4 * position.kings(c).bit_count()) for c in (color, color.other))
    return own - enemy


def test_seconds_shorten_what_a_level_takes() -> None:
    assert Engine(1).play(Position.start(), "master", seconds=0.05) in Position.start().legal_moves
