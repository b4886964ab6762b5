"""The book: positions that are worth the same have one key, and files are searched without being loaded."""

from random import Random

import numpy as np
import pytest

from damaci import RULESETS, Position
from damaci.batch import Positions
from damaci.board.color import Color
from damaci.book import SHIPPED, Book, EngineGames, Library, ballots, explore
from damaci.book.book import pack_book
from damaci.book.canonical import KEY_BITS, canonical_key
from damaci.book.games import MOST, Results, pack_games
from damaci.errors import DamaciError
from lab.graph import canonical
from tests.support import conformance_positions


@pytest.mark.parametrize("ruleset", RULESETS)
def test_keys_agree_with_those_of_the_laboratory(ruleset: str) -> None:
    fens = [each["fen"] for each in conformance_positions() if each["ruleset"] == ruleset][:200]
    positions = Positions.from_fens(fens, ruleset)
    _, keys = canonical(positions)
    assert [canonical_key(position) for position in positions] == (keys >> np.uint64(64 - KEY_BITS)).tolist()


def test_mirror_images_and_swapped_colours_share_a_key() -> None:
    keys = {
        canonical_key(Position.from_fen(fen))
        for fen in ("W:Wa2,Kd4:Bc7,Kh8", "W:Wh2,Ke4:Bf7,Ka8", "B:Wc2,Kh1:Ba7,Kd5", "B:Wf2,Ka1:Bh7,Ke5")
    }
    assert len(keys) == 1
    assert canonical_key(Position.from_fen("B:Wa2,Kd4:Bc7,Kh8")) not in keys


def test_where_only_dark_squares_are_played_on_there_is_no_mirror() -> None:
    one = Position.from_fen("W:Wa3:Bb8", "bulgarian")
    assert canonical_key(one) == canonical_key(Position.from_fen("B:Wg1:Bh6", "bulgarian"))


def test_a_book_finds_every_value_and_no_other() -> None:
    random = Random(1)
    values = {random.getrandbits(KEY_BITS): random.randint(-20_000, 20_000) for _ in range(500)}
    start = Position.start()
    values[canonical_key(start)] = -31
    book = Book(pack_book(values.items()))
    assert len(book) == len(values)
    assert book.value(start) == -31
    assert book.value(start.play("d3-d4")) is None


def test_a_book_knows_the_moves_only_where_it_knows_them_all() -> None:
    position = Position.from_fen("W:Wa2:Bc7")
    after = {move: canonical_key(position.play(move)) for move in position.legal_moves}
    whole = Book(pack_book((key, value) for value, key in enumerate(after.values())))
    assert [-each.value for each in whole.moves(position)] == list(range(len(after)))
    assert Book(pack_book([(next(iter(after.values())), 5)])).moves(position) == ()


@pytest.mark.parametrize("file", [b"", b"damaci weights 2\n", pack_book([(1, 1)])[:-1]])
def test_another_kind_of_file_is_refused(file: bytes) -> None:
    with pytest.raises(DamaciError, match="file of openings"):
        Book(file)


def test_results_are_those_of_white_and_black_whoever_is_to_move() -> None:
    start = Position.start()
    after = start.play("d3-d4")
    games = EngineGames(pack_games([(canonical_key(start), (7, 2, 1)), (canonical_key(after), (1, 2, MOST))]))
    assert games.results(start) == Results(white=7, draw=2, black=1)
    assert games.results(after) == games.results(start.play("e3-e4")) == Results(white=MOST, draw=2, black=1)
    assert games.results(after).games == MOST + 3
    assert after.turn is Color.BLACK
    assert games.results(after.play("d6-d5")) == Results()


def test_moves_are_explored_best_first_and_those_without_a_value_last() -> None:
    position = Position.from_fen("W:Wd2:Bc7")
    keys = [canonical_key(position.play(move)) for move in ("d2-c2", "d2-d3", "d2-e2")]
    files = {
        "turkish.book": pack_book([(keys[0], 10), (keys[1], -20)]),
        "turkish.games": pack_games([(keys[2], (1, 0, 0))]),
    }
    found = explore(position, Library(files.get))
    assert [(str(each.move), each.value) for each in found] == [("d2-d3", 20), ("d2-c2", -10), ("d2-e2", None)]
    assert found[2].results == Results(black=1)


# ---- the shipped books


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_shipped_book_knows_the_first_moves(ruleset: str) -> None:
    start = Position.start(ruleset)
    moves = SHIPPED.moves(start)
    assert {each.move for each in moves} == set(start.legal_moves)
    assert abs(moves[0].value) < 50
    assert moves[0].value == SHIPPED.openings(ruleset).book.value(start)
    assert len(SHIPPED.openings(ruleset).book) >= (200_000 if ruleset == "turkish" else 10_000)


def test_the_shipped_games_begin_at_the_start_and_go_through_every_ballot() -> None:
    start = Position.start()
    results = SHIPPED.results(start)
    assert results.games >= 100_000
    after = [SHIPPED.results(start.play(move)).games for move in start.legal_moves]
    assert sum(after) == 2 * results.games  # each move and its mirror image
    assert all(0 <= (ballot.draw_share or -1) <= 1 and ballot.results.games > 100 for ballot in ballots())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ballots_are_balanced_and_lead_to_different_positions(ruleset: str) -> None:
    found = ballots(ruleset)
    assert len({canonical_key(ballot.position) for ballot in found}) == len(found) >= 30
    assert all(3 <= len(ballot.moves) <= 5 and abs(ballot.value) <= 10 for ballot in found)
    assert all(not ballot.position.must_capture for ballot in found)
