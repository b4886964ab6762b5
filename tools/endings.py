"""Prints the table of docs/10-endings.md: the outcomes of all endings of up to four pieces under the three readings of
the rule of one piece each.

damaci tablebase build --one-each at-once --dir FOLDER     (and unless-capture, and never)
python tools/endings.py FOLDER
"""

import sys
from pathlib import Path

from damaci.rules.endings import OneEach
from damaci.tablebase import Material, Tables, Terms


def strength(material: Material) -> tuple[int, ...]:
    """The sort key: few pieces first, then many against few."""
    own, enemy = material.own_men + material.own_kings, material.enemy_men + material.enemy_kings
    return material.pieces, -own, enemy, -material.own_kings, -material.enemy_kings


def row(tables: Tables, material: Material) -> str:
    """One row: a material, with the side that is named first to move."""
    counts = tables.materials[material]
    results = (counts["win"], counts["draw"], counts["loss"])
    shares = " | ".join(f"{100 * count / counts['positions']:.2f}" for count in results)
    return f"| {material} | {counts['positions']:,} | {shares} | {counts['longest_win'] or ''} |"


def main(folder: str) -> None:
    """Prints one table for each reading."""
    for reading in (OneEach.AT_ONCE, OneEach.UNLESS_CAPTURE, OneEach.NEVER):
        tables = Tables(Path(folder), Terms("turkish", reading))
        print(f"\n## One piece each: {reading.value}\n")
        print("| material | positions | won % | drawn % | lost % | longest win |\n|---|---:|---:|---:|---:|---:|")
        for material in sorted(tables.materials, key=strength):
            print(row(tables, material))


if __name__ == "__main__":
    main(*sys.argv[1:])
