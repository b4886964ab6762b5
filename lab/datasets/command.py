"""The commands `lab dataset positions`, `lab dataset games` and `lab dataset table`."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from damaci.cli.options import ruleset_option
from damaci.cli.tablebase import one_each_option, read_terms
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.tablebase import Material
from lab.datasets.csv_file import SUFFIX, Row
from lab.datasets.dataset import beside
from lab.datasets.endings import AT_ONCE, MaterialTable
from lab.datasets.games import PlayedGames, Settings
from lab.datasets.positions import RecordedPositions
from lab.interruption import begins_anew
from lab.options import file_path, positive, workers_options
from lab.progress import progress
from lab.records import shards
from lab.work import Workers


class CsvPath(click.Path):
    """The path of a data set. Its name ends in .csv.gz."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Refuses other names, and folders."""
        path = Path(os.fspath(value))
        if not path.name.removesuffix(SUFFIX) or not path.name.endswith(SUFFIX):
            self.fail(f"{path}: expected a name that ends in {SUFFIX}", param, ctx)
        super().convert(value, param, ctx)
        return path


out_option = click.option(
    "--out", type=CsvPath(), required=True, help="The .csv.gz to write. Its card is written beside it, as .md."
)


@click.group(name="dataset")
def dataset_command() -> None:
    """Make data sets: comma-separated values, compressed by gzip, each with a card."""


@dataset_command.command(name="positions")
@click.argument("folders", type=file_path, nargs=-1, required=True)
@out_option
@begins_anew()
def positions_command(folders: tuple[Path, ...], out: Path) -> None:
    """Write the positions that `lab selfplay` recorded in FOLDERS, with their scores and results."""
    paths = [path for folder in folders for path in shards(folder)]
    recorded = RecordedPositions(paths)
    with progress() as bar:
        task = bar.add_task("", what="shards", total=len(paths))
        written = recorded.dataset(out.name).write(out, recorded.rows(lambda: bar.advance(task)))
    click.echo(f"{written.rows:,} positions")


@dataset_command.command(name="games")
@click.argument("out", type=CsvPath())
@ruleset_option
@click.option("--games", type=positive, default=1_000, show_default=True, help="Rounded up to whole shards.")
@click.option(
    "--shard-games",
    type=positive,
    default=100,
    show_default=True,
    help="Games in a shard. Ctrl-C loses at most one shard a worker.",
)
@click.option("--nodes", type=positive, default=400, show_default=True, help="Nodes searched for each move.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@workers_options
def games_command(
    out: Path, ruleset: str, games: int, shard_games: int, nodes: int, seed: int, workers: int, ray: str | None
) -> None:
    """Play games of the engine against itself from the ballots of the package, and write them to OUT (.csv.gz).

    Shards are kept in the folder beside it whose name ends in .shards. Existing ones are not played again.
    """
    settings = Settings(find_ruleset(ruleset).name, nodes, seed, shard_games)
    played = PlayedGames(beside(out, ".shards"), settings)
    wanted = -(-games // shard_games)
    with progress() as bar:
        task = bar.add_task("", what="games", total=wanted * shard_games, completed=played.there(wanted) * shard_games)
        for _ in played.play(wanted, Workers(workers, ray)):
            bar.advance(task, shard_games)
    written = played.dataset(out.name, wanted).write(out, played.rows(wanted))
    click.echo(f"{written.rows:,} games")


@dataset_command.command(name="table")
@click.argument("material")
@click.option(
    "--tables",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="The folder of endgame tables.",
)
@ruleset_option
@one_each_option
@out_option
@begins_anew()
def table_command(material: str, folder: Path, ruleset: str, one_each: str | None, out: Path) -> None:
    """Write every position of a MATERIAL, such as KKvK, with what the endgame tables say of it."""
    table = MaterialTable.open(Material.parse(material), folder, read_terms(ruleset, one_each))
    written = table.dataset(out.name).write(out, _shown(table.rows(), len(table)))
    click.echo(f"{written.rows:,} positions")


def _shown(rows: Iterable[Row], total: int) -> Iterator[Row]:
    """Yields the rows, and shows the progress."""
    with progress() as bar:
        task = bar.add_task("", what="positions", total=total)
        for number, row in enumerate(rows, 1):
            yield row
            if number % AT_ONCE == 0 or number == total:
                bar.update(task, completed=number)
