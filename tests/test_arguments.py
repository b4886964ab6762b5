"""Any argument of a public function leads to a result, or to a DamaciError that says what was expected."""

import re
from collections.abc import Callable
from functools import partial
from io import StringIO
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import damaci
from damaci import Position, Setup, Square, pdn, svg
from damaci.batch import Positions
from damaci.book import SHIPPED, Book, EngineGames, ballots, explore
from damaci.book.book import pack_book
from damaci.engine import Clock, time_for_move
from damaci.engine.weights import learned, pack, unpack
from damaci.hub import Client, Server
from damaci.match import Elo, Match, Opening, Sprt, TimeControl, generate, read_contender
from damaci.match.statistics import elo_of, expected_score
from damaci.puzzles import find, puzzles
from damaci.rating import Glicko2, Rating
from damaci.tablebase import Material, Plan, Tablebase, Tables, Terms, build, survey
from damaci.tournament import Settings, Tournament, decide, ranking
from damaci.tournament.commands import Pair
from damaci.tournament.crosstable import Points
from damaci.tournament.trf import read_trf, write_trf
from tests.hostile import unanswered

POSITION = damaci.Position.start()
GAME = damaci.Game(moves=["d3-d4"])
BATCH = Positions.start(2)
TERMS = Terms.of("turkish")
WHITE = damaci.Piece(damaci.Color.WHITE)
ENGINE = damaci.Engine(hash_megabytes=1)
FIRST = POSITION.legal_moves[0]
CONTENDER = read_contender("easy")
OPENINGS = [Opening(POSITION)]
PLAN = Plan.up_to(2, TERMS)
TABLES = Tables("nowhere", TERMS)
SETTINGS = Settings("Cup")


def written(*line: Any) -> str:
    """The PDN of a game with a line of these arguments."""
    return pdn.write_game(pdn.PdnGame(line=pdn.Line(*line)))


def opened_with(name: str, value: Any) -> Any:
    """A new tournament with this setting."""
    return Tournament(Tournament.open(replace(SETTINGS, **{name: value}), 0.0)).crosstable


def worth(name: str, value: Any) -> Any:
    """A new tournament in which a result is worth this."""
    return opened_with("points", replace(Points(), **{name: value}))


CALLS: dict[str, Callable[[Any], object]] = {
    # positions, moves and games
    "ruleset": damaci.ruleset,
    "Position.start": damaci.Position.start,
    "Position.from_fen": damaci.Position.from_fen,
    "Position.from_fen, ruleset": lambda it: damaci.Position.from_fen("W:Wd4:Bd5", it),
    "Position.play": POSITION.play,
    "Position.text": POSITION.text,
    "Position.is_legal": POSITION.is_legal,
    "Position.paths": POSITION.paths,
    "Position.paths, limit": lambda it: POSITION.paths("d3-d4", it),
    "Position.piece_at": POSITION.piece_at,
    "Position.perft": POSITION.perft,
    "Position.perft, threads": lambda it: POSITION.perft(1, threads=it),
    "Position.perft, hash_megabytes": lambda it: POSITION.perft(1, hash_megabytes=it),
    "Square.parse": damaci.Square.parse,
    "Move": lambda it: POSITION.play(damaci.Move(it, damaci.Square.D4)),
    "Move, captured": lambda it: POSITION.play(damaci.Move(damaci.Square.D3, damaci.Square.D4, it)),
    "Setup, square": lambda it: damaci.Setup({str(it): WHITE}).position(),
    "Setup, piece": lambda it: damaci.Setup({damaci.Square.D4: it}).position(),
    "Piece, color": damaci.Piece,
    "Piece, king": lambda it: damaci.Piece(damaci.Color.WHITE, king=it),
    "Setup, color": lambda it: damaci.Setup({damaci.Square.D4: damaci.Piece(it)}).position(),
    "Setup, turn": lambda it: damaci.Setup({damaci.Square.D4: WHITE}, it).position(),
    "Setup, ruleset": lambda it: damaci.Setup(ruleset=it),
    "Game": damaci.Game,
    "Game, fen": lambda it: damaci.Game(fen=it),
    "Game, endings": lambda it: damaci.Game(endings=it),
    "Game, options": lambda it: damaci.Game(options=it),
    "Game, ended": lambda it: damaci.Game(ended=it),
    "Game.push": lambda it: GAME.copy().push(it),
    "Game.touch": lambda it: GAME.copy().touch(it),
    "Game.explain": GAME.explain,
    "Game.end": lambda it: GAME.copy().end(it, "resignation"),
    "Game.end, reason": lambda it: GAME.copy().end("1-0", it),
    "Endings, one_each": lambda it: damaci.Endings(one_each=it),
    "Endings, repetitions": lambda it: damaci.Endings(repetitions=it),
    "Endings, no_progress_moves": lambda it: damaci.Endings(no_progress_moves=it),
    "Endings, kings_only_moves": lambda it: damaci.Endings(kings_only_moves=it),
    "Options": damaci.Options,
    "to_pdn": damaci.to_pdn,
    "to_pdn, tags": lambda it: damaci.to_pdn(GAME, it),
    "from_pdn": damaci.from_pdn,
    "pdn.write_game": pdn.write_game,
    "pdn.write": lambda it: pdn.write(it, StringIO()),
    "svg.board": svg.board,
    "svg.board, size": lambda it: svg.board(POSITION, size=it),
    "svg.board, last_move": lambda it: svg.board(POSITION, last_move=it),
    "svg.board, highlights": lambda it: svg.board(POSITION, highlights=it),
    "svg.board, highlight": lambda it: svg.board(POSITION, highlights=[it]),
    "svg.board, color": lambda it: svg.board(POSITION, highlights={"d4": it}),
    "svg.board, arrows": lambda it: svg.board(POSITION, arrows=it),
    "svg.board, arrow": lambda it: svg.board(POSITION, arrows=[it]),
    "svg.board, arrow's end": lambda it: svg.board(POSITION, arrows=[("d3", it)]),
    # the engine
    "Limits, depth": lambda it: damaci.Limits(depth=it),
    "Limits, nodes": lambda it: damaci.Limits(nodes=it),
    "Limits, seconds": lambda it: damaci.Limits(seconds=it),
    "Clock": lambda it: time_for_move(Clock(it)),
    "Clock, increment": lambda it: Clock(1, it),
    "Clock, moves": lambda it: Clock(1, 0, it),
    "Score": lambda it: damaci.Score(cp=it),
    "level": damaci.level,
    "Level, temperature": lambda it: damaci.Level("a", "A", "", damaci.Limits(), 1, it, 1),
    "Level, lines": lambda it: damaci.Level("a", "A", "", damaci.Limits(), it, 1, 1),
    "Engine, hash_megabytes": lambda it: damaci.Engine(hash_megabytes=it),
    "Engine, threads": lambda it: damaci.Engine(1, threads=it),
    "Engine, tables": lambda it: damaci.Engine(1, tables=it),
    "Engine.analyse": lambda it: ENGINE.analyse(it, depth=1),
    "Engine.analyse, lines": lambda it: ENGINE.analyse(POSITION, depth=1, lines=it),
    "Engine.play": lambda it: ENGINE.play(it, damaci.Limits(depth=1)),
    "Engine.play, how": lambda it: ENGINE.play(POSITION, it),
    "Engine.play, seed": lambda it: ENGINE.play(POSITION, damaci.Limits(depth=1), seed=it),
    "Engine.play, seconds": lambda it: ENGINE.play(POSITION, damaci.Limits(depth=1), seconds=it),
    "Engine.limit": ENGINE.limit,
    "Engine.load_weights": lambda it: ENGINE.load_weights(it, b""),
    "Engine.load_weights, tables": lambda it: ENGINE.load_weights("turkish", it),
    "weights": learned,
    "analyse_many": lambda it: list(damaci.analyse_many(it, depth=1, threads=1, hash_megabytes=1)),
    "analyse_many, threads": lambda it: damaci.analyse_many([], depth=1, threads=it, hash_megabytes=1),
    # ratings
    "Glicko2, tau": lambda it: Glicko2(tau=it),
    "Glicko2.after": lambda it: Glicko2().after(it, []),
    "Glicko2.after, results": lambda it: Glicko2().after(Rating(), it),
    "Glicko2.after, result": lambda it: Glicko2().after(Rating(), [it]),
    # arrays
    "Positions": lambda it: Positions(it, BATCH.white_to_move),
    "Positions, white_to_move": lambda it: Positions(BATCH.boards, it),
    "Positions.start": Positions.start,
    "Positions.of, all": Positions.of,
    "Positions.replaced": lambda it: BATCH.replaced(np.array([True, False]), it),
    "Position.parse_move": POSITION.parse_move,
    "Setup": Setup,
    "Setup.of": Setup.of,
    "Game, moves": lambda it: damaci.Game(moves=it),
    "Game.steps": lambda it: list(damaci.Game().steps(it)),
    "Game.explain, by": lambda it: damaci.Game().explain("d3-d4", by=it),
    "Tablebase": Tablebase,
    "Positions.of": lambda it: Positions.of([it]),
    "Positions.from_fens, all": Positions.from_fens,
    "Positions.from_fens": lambda it: Positions.from_fens([it]),
    "Positions.play": BATCH.play,
    "Positions.play, threads": lambda it: BATCH.play(np.array([0, 0]), it),
    "Positions.legal_moves": BATCH.legal_moves,
    "Positions.mask": BATCH.mask,
    "Positions.successors": BATCH.successors,
    "Positions.keys": BATCH.keys,
    "Positions.perft": BATCH.perft,
    "Positions.results": BATCH.results,
    "Positions.evaluate": BATCH.evaluate,
    "Moves.choose": lambda it: BATCH.legal_moves().choose(it),
    "Moves.find": lambda it: BATCH.legal_moves().choose([it, it]),
    # other engines, and matches
    "Client": Client,
    "Client, seconds": lambda it: Client("true", start_seconds=it),
    "TimeControl": TimeControl,
    "TimeControl.parse": TimeControl.parse,
    "Sprt": lambda it: Sprt(0, it),
    "Sprt, error": lambda it: Sprt(0, 5, it),
    "Elo.of": lambda it: Elo.of([it] * 5),
    "expected_score": expected_score,
    "elo_of": elo_of,
    "read_contender": read_contender,
    "generate": lambda it: generate(count=it),
    "Match, games": lambda it: Match(read_contender("easy"), read_contender("easy"), OPENINGS, games=it),
    # endgame tables
    "Material.parse": Material.parse,
    "Plan.up_to": lambda it: Plan.up_to(it, TERMS),
    "Plan.of": lambda it: Plan.of(it, TERMS),
    "Terms.of": Terms.of,
    "Terms.of, endings": lambda it: Terms.of("turkish", it),
    "Tables, terms": lambda it: Tables("nowhere", it),
    "survey": lambda it: survey(it, Material.parse("KvK")),
    "Tablebase.probe": Tablebase("nowhere").probe,
    "build, threads": lambda it: next(build(Path("nowhere"), Plan.up_to(2, TERMS), it)),
    # positions and games that are not made from text
    "Position.of": Position.of,
    "Position.of, key": lambda it: Position.of({str(it): WHITE}),
    "Position.of, piece": lambda it: Position.of({Square.D4: it}),
    "Position.of, turn": lambda it: Position.of({Square.D4: WHITE}, it),
    "Position.men": POSITION.men,
    "Position.kings": POSITION.kings,
    "Position.count": POSITION.count,
    "Position.with_kings_only": POSITION.with_kings_only,
    "Position.under": POSITION.under,
    "Position.all_captures": POSITION.all_captures,
    "Movement.of": damaci.Movement.of,
    "Outcome, winner": lambda it: damaci.Outcome(damaci.Reason.BLOCKED, it).result,
    "Game.settle": GAME.settle,
    "Game.replay": lambda it: damaci.Game().replay(it, []),
    "PdnGame": lambda it: pdn.write_game(pdn.PdnGame(it)),
    "PdnGame, tags": lambda it: pdn.write_game(pdn.PdnGame(tags=it)),
    "PdnGame, line": lambda it: pdn.write_game(pdn.PdnGame(line=it)),
    "PdnGame, result": lambda it: pdn.write_game(pdn.PdnGame(result=it)),
    "PdnGame, options": lambda it: pdn.write_game(pdn.PdnGame(options=it)),
    "PdnGame, endings": lambda it: pdn.write_game(pdn.PdnGame(endings=it)),
    "PdnGame.of": lambda it: pdn.PdnGame.of(it, []),
    "PdnGame.of, moves": lambda it: pdn.PdnGame.of(POSITION, it),
    "PdnGame.of, tags": lambda it: pdn.PdnGame.of(POSITION, [], tags=it),
    "Line": lambda it: written(it),
    "Line, comments": lambda it: written([], it),
    "Node": lambda it: written([it]),
    "Node, move": lambda it: written([pdn.Node(it)]),
    "Node, nags": lambda it: written([pdn.Node(FIRST, it)]),
    "Node, comments": lambda it: written([pdn.Node(FIRST, [], it)]),
    "Node, variations": lambda it: written([pdn.Node(FIRST, [], [], it)]),
    "Node, variation": lambda it: written([pdn.Node(FIRST, [], [], [it])]),
    "pdn.read, ruleset": lambda it: list(pdn.read(b"1. d3-d4 *", it)),
    "pdn.read, on_error": lambda it: list(pdn.read(b"1. d3-d4 *", on_error=it)),
    "pdn.scan, on_error": lambda it: list(pdn.scan(b"1. d3-d4 *", on_error=it)),
    "Engine.analyse, on_depth": lambda it: None if it is int else ENGINE.analyse(POSITION, depth=1, on_depth=it),
    "Engine.tune": ENGINE.tune,
    "Engine.tune, name": lambda it: ENGINE.tune({str(it): 1}),
    "Engine.tune, number": lambda it: ENGINE.tune({"x": it}),
    "weights.pack": pack,
    "weights.unpack": unpack,
    "Rating.moved_towards": lambda it: Rating().moved_towards(it, 0.5),
    "Glicko2.aged": lambda it: Glicko2().aged(it, 1),
    "Match, a": lambda it: Match(it, CONTENDER, OPENINGS),
    "Match, openings": lambda it: Match(CONTENDER, CONTENDER, it),
    "Sprt.llr": Sprt(0, 5).llr,
    "generate, seed": lambda it: generate(count=0, seed=it),
    "read_contender, limits": lambda it: read_contender("own:depth=1", it),
    "read_contender, ruleset": lambda it: read_contender("easy", None, it),
    "Server": Server,
    "Server.run": lambda it: Server(str).run([it]),
    "Server.run, lines": Server(str).run,
    "Material": lambda it: Material(it, 1, 1, 1),
    "Material.of": Material.of,
    "Plan.up_to, terms": lambda it: Plan.up_to(2, it),
    "Plan.cost": PLAN.cost,
    "Plan.memory_of": PLAN.memory_of,
    "Plan.size": PLAN.size,
    "Plan.missing": lambda it: PLAN.missing(it) if not isinstance(it, str) else None,
    "Terms": lambda it: Terms(it, damaci.OneEach.NEVER),
    "Terms, one_each": lambda it: Terms("turkish", it),
    "Terms, kings_only_moves": lambda it: Terms("turkish", damaci.OneEach.NEVER, it),
    "Terms.read_as": TERMS.read_as,
    "Tables.moves": TABLES.moves,
    "Tables.line": lambda it: TABLES.line(it, 1),
    "Tables.line, most": lambda it: TABLES.line(POSITION, it),
    "Tablebase.tables": Tablebase("nowhere").tables,
    "Tablebase.usable": Tablebase("nowhere").usable,
    "Book": Book,
    "Book.value": Book(pack_book(())).value,
    "EngineGames": EngineGames,
    "ballots, library": lambda it: ballots("turkish", it),
    "explore": explore,
    "explore, library": lambda it: explore(POSITION, it),
    "Library.moves": SHIPPED.moves,
    "Library.results": SHIPPED.results,
    "find": find,
    "Collection.get": puzzles().get,
    "Collection.numbers": puzzles().numbers,
    "read_trf": read_trf,
    "write_trf": write_trf,
    "Tournament": Tournament,
    "Tournament.open": lambda it: Tournament.open(it, 0.0),
    "Tournament.open, at": lambda it: Tournament.open(SETTINGS, it),
    "Tournament.fold": Tournament.fold,
    "Tournament.fold, one": lambda it: Tournament.fold([it]),
    "Tournament.apply": Tournament(Tournament.open(SETTINGS, 0.0)).apply,
    "decide": lambda it: decide(it, Pair(round=1), 0.0),
    "decide, command": lambda it: decide(Tournament(Tournament.open(SETTINGS, 0.0)), it, 0.0),
    "decide, at": lambda it: decide(Tournament(Tournament.open(SETTINGS, 0.0)), Pair(round=1), it),
    "ranking": ranking,
}  # fmt: skip
CALLS |= {f"tournament.Settings, {name}": partial(opened_with, name) for name in SETTINGS.__struct_fields__}
CALLS |= {f"Points, {name}": partial(worth, name) for name in Points.__struct_fields__}


@pytest.mark.parametrize("name", CALLS)
def test_what_does_not_fit_is_told(name: str) -> None:
    assert list(unanswered(CALLS[name])) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: damaci.Engine(hash_megabytes=10**9), "hash_megabytes is 1000000000: expected a whole number"),
        (lambda: damaci.Engine(threads=10**6), "threads is 1000000: expected a whole number from 1 to 256"),
        (lambda: damaci.Endings(repetitions=1), "repetitions is 1: expected 0 for no such rule, or a whole"),
        (lambda: damaci.Endings(repetitions=-1), "repetitions is -1: expected a whole number from 0 to 9999"),
        (lambda: svg.board(POSITION, size=nan), "size is nan: expected a whole number from 1 to 100000"),
        (lambda: svg.board(POSITION, size=True), "size is True: expected a whole number from 1 to 100000"),
        (lambda: damaci.Limits(depth=True), "depth is True: expected a whole number from 1 to 200"),
        (lambda: damaci.Piece(5), "a piece is (5, False): expected a Color, and True for"),  # type: ignore[arg-type]
        (lambda: damaci.Piece("white"), "a piece is ('white', False): expected a Color"),  # type: ignore[arg-type]
        (lambda: damaci.Piece(damaci.Color.WHITE, king=1), "expected a Color, and True"),  # type: ignore[arg-type]
        (lambda: BATCH.play([0.0, 1.0]), "choice is 'an array of float64': expected whole numbers"),
        (lambda: damaci.Limits(seconds=nan), "seconds is nan: expected a number greater than 0"),
        (lambda: damaci.Limits(depth=2.5), "depth is 2.5: expected a whole number from 1 to 200"),
        (lambda: next(pdn.read(None)), "source is None: expected a path, bytes or"),  # type: ignore[arg-type]
        (lambda: Tables(3, TERMS), "folder is 3: expected a path"),  # type: ignore[arg-type]
        (lambda: next(build(3, Plan.up_to(2, TERMS))), "folder is 3: expected a path"),  # type: ignore[arg-type]
        (lambda: pdn.write([], 3), "target is 3: expected a path, or an open text stream"),  # type: ignore[arg-type]
        (lambda: damaci.Game(ended="1-0"), "ended is '1-0': expected a result and a reason"),  # type: ignore[arg-type]
        (lambda: damaci.Position.from_fen(None), "a FEN is None: expected a str"),  # type: ignore[arg-type]
        (lambda: Positions.from_fens("W:Wa2:Bb7"), "fens is 'W:Wa2:Bb7': expected a list, or another iterable"),
        (lambda: POSITION.play(3), "a move is 3: expected a Move, or a text such as d3-d4"),
        (lambda: POSITION.play("d3-e4"), "d3-e4: "),
        (lambda: Position.of({Square.D4: WHITE}, "white"), "the side to move is 'white': expected"),  # type: ignore
        (lambda: Position.of({"d4": WHITE}), "a key of the set-up is 'd4': expected an object of"),  # type: ignore
        (lambda: POSITION.men("blue"), "color is 'blue': expected one of white, black"),  # type: ignore[arg-type]
        (lambda: written([pdn.Node(FIRST, [], "good")]), "comments is 'good': expected a list"),
        (lambda: Match(CONTENDER, CONTENDER, OPENINGS, games=10**12), "games is 1000000000000: expected"),
        (lambda: Match(CONTENDER, CONTENDER, [3]), "an opening is 3: expected an object of"),  # type: ignore[list-item]
        (lambda: Terms("turkish", "no"), "one_each is 'no': expected an object of"),  # type: ignore[arg-type]
        (lambda: next(pdn.read("a\0b")), "source is 'a\\x00b': expected a path"),
        (lambda: pdn.write([], "a\0b"), "target is 'a\\x00b': expected a path"),
        (lambda: ENGINE.tune({1: 2}), "1 is not a parameter of the search"),  # type: ignore[dict-item]
    ],
)  # fmt: skip
def test_the_text_says_what_where_and_what_was_expected(call: Callable[[], object], message: str) -> None:
    with pytest.raises(damaci.DamaciError, match=re.escape(message)):
        call()


def test_positions_and_games_take_moves_and_texts() -> None:
    [move] = (move for move in POSITION.legal_moves if str(move) == "d3-d4")
    for given in (move, "d3-d4", "d3d4"):
        assert POSITION.play(given) == GAME.position
        assert POSITION.is_legal(given)
        assert POSITION.text(given) == "d3-d4"
        assert len(POSITION.paths(given)) == 1
        assert damaci.Game().explain(given) is None
        assert svg.board(GAME.position, last_move=given) == svg.board(GAME.position, last_move=move)
    assert not POSITION.is_legal("d3-d5")


def test_the_version_is_known() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", damaci.__version__)
