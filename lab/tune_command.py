"""The command that tunes the numbers of the search."""

from dataclasses import asdict
from pathlib import Path

import click

from damaci.cli.options import ruleset_option
from damaci.engine import Limits
from damaci.engine import weights as weight_files
from damaci.rules.catalogue import ruleset as find_ruleset
from lab.options import file_path, positive, workers_options
from lab.parameters import DEFAULTS, RANGES
from lab.progress import progress
from lab.spsa import Spsa
from lab.tuning import Tuning
from lab.work import Workers


@click.command(name="tune")
@click.argument("out", type=file_path)
@ruleset_option
@click.option(
    "--parameter",
    "names",
    type=click.Choice(sorted(RANGES)),
    multiple=True,
    help="What is tuned; can be given several times. Default: everything.",
)
@click.option("--games", type=positive, default=60_000, show_default=True, help="Number of games, played in pairs.")
@click.option("--nodes", type=positive, default=15_000, show_default=True, help="Nodes for each move.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@workers_options
def tune_command(
    out: Path, ruleset: str, names: tuple[str, ...], games: int, nodes: int, seed: int, workers: int, ray: str | None
) -> None:
    """Tune the numbers of the search by games against itself (SPSA), and save them in OUT.

    Each step moves all numbers at once, up or down by chance, plays a pair of games between the two sides, and changes
    the numbers by the result.
    """
    ruleset = find_ruleset(ruleset).name
    limits = Limits(nodes=nodes)
    steps = (games + 1) // 2
    ranges = {name: each for name, each in RANGES.items() if not names or name in names}
    starts = {name: float(DEFAULTS[name]) for name in ranges}
    about = {"ruleset": ruleset, "limits": asdict(limits), "seed": seed, "steps": steps, "starts": starts}
    spsa = Spsa(ranges, steps, starts)
    tuning = Tuning(ruleset, weight_files.learned(ruleset), limits, out, about, spsa, seed)
    with progress() as bar:
        task = bar.add_task("", what="pairs", total=steps, completed=tuning.done)
        for done in tuning.run(Workers(workers, ray)):
            bar.update(task, completed=done)
    for name, value in spsa.rounded().items():
        click.echo(f"{name:20} {DEFAULTS[name]:6} -> {value}")
