"""Prints the tables of docs/10-endings.md, with the outcomes and mutual zugzwangs of all endings of up to five pieces,
and writes the longest win of each ending as a game.

damaci tablebase build --pieces 5 --one-each at-once --dir TABLES     (and unless-capture)
python -m tools.endings TABLES GAMES
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from damaci.board.position import Position
from damaci.game.game import Game
from damaci.game.record import to_pdn
from damaci.notation import pdn
from damaci.rules.endings import Endings, OneEach
from damaci.tablebase import Material, Survey, Tables, Terms, survey

COLUMNS = ("material", "positions", "won %", "drawn %", "lost %", "longest win", "zugzwang")
SHORT = 5
"""A longest win of this many plies or fewer is not worth keeping as a game."""


def strength(material: Material) -> tuple[int, ...]:
    """The sort key of a material: few pieces first, then many against few."""
    own = material.own_men + material.own_kings
    enemy = material.enemy_men + material.enemy_kings
    return material.pieces, -own, enemy, -material.own_kings, -material.enemy_kings


def row(tables: Tables, material: Material, found: Survey) -> str:
    """One row, for a material in which the side that is named first is to move."""
    counts = tables.materials[material]
    shares = [f"{100 * count / counts['positions']:.2f}" for count in (counts["win"], counts["draw"], counts["loss"])]
    longest_win = str(counts["longest_win"] or "")
    cells = [str(material), f"{counts['positions']:,}", *shares, longest_win, f"{found.draws_to_move.count:,}"]
    return f"| {' | '.join(cells)} |"


def table(tables: Tables, surveys: dict[Material, Survey], title: str) -> None:
    """Prints the rows of these materials under a heading; nothing if there are none."""
    if not surveys:
        return
    print(f"\n## {title}: {tables.terms.one_each.value}\n")
    print(f"| {' | '.join(COLUMNS)} |\n|---|{'---:|' * (len(COLUMNS) - 1)}")
    for material, found in surveys.items():
        print(row(tables, material, found))


def longest_wins(tables: Tables, surveys: dict[Material, Survey]) -> Iterator[pdn.PdnGame]:
    """The best play of both sides from a longest win of each material."""
    for material, found in surveys.items():
        plies = tables.materials[material]["longest_win"]
        if found.longest and plies > SHORT:
            yield played(tables, material, found.longest, plies)


def played(tables: Tables, material: Material, start: Position, plies: int) -> pdn.PdnGame:
    """A win, played to its end by the tables."""
    game = Game(fen=start.fen, endings=Endings(tables.terms.one_each))
    for move in tables.line(start, plies):
        game.push(move)
    return to_pdn(game, {"Event": f"{material}: a win in {plies} plies", "White": "Tables", "Black": "Tables"})


def surveyed(tables: Tables) -> dict[Material, Survey]:
    """The survey of each material, with a line for each on standard error."""
    found = {}
    for material in sorted(tables.materials, key=strength):
        found[material] = survey(tables, material)
        print(f"{tables.terms.one_each.value}: {material}", file=sys.stderr, flush=True)
    return found


def publish(folder: Path, games: Path, reading: OneEach) -> None:
    """Prints two tables, for up to four pieces and for five, and writes a file of games: see `Survey`."""
    tables = Tables(folder, Terms("turkish", reading))
    found = surveyed(tables)
    table(tables, {each: what for each, what in found.items() if each.pieces <= 4}, "One piece each")
    table(tables, {each: what for each, what in found.items() if each.pieces == 5}, "Five pieces, one piece each")
    both_lose = {each: what.both_lose.count for each, what in found.items() if what.both_lose.count}
    print(
        "\nPositions in which the side to move loses, whichever side it is:",
        *(f"{each} {count:,}" for each, count in both_lose.items()),
    )
    pdn.write(longest_wins(tables, found), games / f"{reading.value}.pdn")


def main(folder: str, games: str) -> None:
    """Publishes the endings for both readings of the rule that differ."""
    for reading in (OneEach.AT_ONCE, OneEach.UNLESS_CAPTURE):
        publish(Path(folder), Path(games), reading)


if __name__ == "__main__":
    main(*sys.argv[1:])
