"""The options and arguments that several commands take."""

import click

from damaci.cli.positions import START
from damaci.rules.catalogue import RULESETS

fen_argument = click.argument("fen", default=START)
fen_option = click.option("--fen", default=START, help="The position; `-` reads one a line from standard input.")
ruleset_option = click.option("--ruleset", default="turkish", show_default=True, help=f"One of {', '.join(RULESETS)}.")
json_option = click.option("--json", "as_json", is_flag=True, help="JSON instead of text for people.")
threads_option = click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use."
)
