"""`damaci puzzle`: positions in which one move wins, to be solved, or for other programs."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from secrets import randbits

import click

from damaci.cli.options import json_option, ruleset_option
from damaci.cli.positions import Answer, print_json
from damaci.puzzles import Goal, Puzzle, Theme, find, puzzles
from damaci.puzzles.collection import UnknownPuzzle
from damaci.puzzles.themes import TITLES


@click.command(name="puzzle")
@click.argument("name", metavar="[ID]", required=False)
@ruleset_option
@click.option("--theme", type=click.Choice([str(theme) for theme in Theme]), help="Only puzzles of this theme.")
@click.option(
    "--count", type=click.IntRange(0), default=1, show_default=True, help="How many; 0 for all, the easiest first."
)
@click.option("--seed", type=int, help="The same puzzles for the same number; by chance unless given.")
@click.option("--solution", is_flag=True, help="Show the solution too.")
@json_option
def puzzle(
    name: str | None, ruleset: str, theme: str | None, count: int, seed: int | None, solution: bool, as_json: bool
) -> None:
    """Show a puzzle: the one with that ID, or some of a ruleset."""
    chosen: Iterable[Puzzle]
    if name:
        chosen = [find(name)]
    else:
        chosen = choose(ruleset, theme, count, seed)
    for each in chosen:
        if as_json:
            print_json(described(each))
        else:
            show(each, solution)


def choose(ruleset: str, theme: str | None, count: int, seed: int | None) -> Iterator[Puzzle]:
    """So many different puzzles of the ruleset and theme, by chance; all of them, easiest first, for 0. Raises
    UnknownRuleset, UnknownPuzzle for a theme that the ruleset has no puzzles of."""
    collection = puzzles(ruleset)
    if theme and theme not in collection.sizes:
        known = ", ".join(collection.sizes)
        raise UnknownPuzzle(f"{ruleset} has no puzzles of the theme {theme}: expected one of {known}")
    numbers = [*range(len(collection))]
    if count:
        Random(randbits(64) if seed is None else seed).shuffle(numbers)
    found = (collection[number] for number in numbers)
    fitting = (each for each in found if theme is None or theme in each.themes)
    return islice(fitting, min(count, len(numbers)) or None)


def described(each: Puzzle) -> Answer:
    """A puzzle as scripts see it."""
    return {
        "id": each.id,
        "ruleset": each.ruleset,
        "fen": each.fen,
        "moves": list(each.moves),
        "rating": each.rating,
        "themes": list(each.themes),
        "goal": each.goal,
        "before": each.before,
        "last": each.last,
        "tail": list(each.tail),
        "source": each.source,
        "depth": each.depth,
        "nodes": each.nodes,
    }


def show(each: Puzzle, solution: bool) -> None:
    """For people: the board, and beside it what is to be done."""
    from damaci.cli.show import board, say, table

    position = each.position
    task = "wins" if each.goal is Goal.WIN else "saves the draw"
    rows = [("Puzzle", each.id), ("Rating", str(each.rating)), ("Last move", each.last)]
    if solution:
        rows.append(("Solution", " ".join(each.moves)))
        rows += [("Theme", TITLES[theme]) for theme in each.themes]
    say(f"{position.turn.capitalize()} to move {task}", board(position), table(("", ""), rows))
