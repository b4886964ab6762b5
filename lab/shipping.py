"""Makes the package's files for openings from the laboratory's, each with its card."""

from dataclasses import dataclass
from datetime import date
from importlib.metadata import version

import numpy as np

from damaci.book.book import pack_book
from damaci.book.canonical import KEY_BITS
from lab.book import Plan
from lab.graph import Graph
from lab.losing import A_MAN

_UNUSED_BITS = np.uint64(64 - KEY_BITS)


def book_file(graph: Graph) -> bytes:
    """The file of a graph's book: all positions, with their values by minimax."""
    values = graph.values(graph.moves())
    return pack_book(zip((graph.keys >> _UNUSED_BITS).tolist(), values.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class BookCard:
    """The facts about a book."""

    plan: Plan
    graph: Graph

    def markdown(self) -> str:
        """The card as Markdown."""
        plan = self.plan
        graph = self.graph
        moves = graph.moves()
        values = graph.values(moves)
        losses = graph.losses(moves, values)
        plies = graph.distances(moves, np.ones(len(losses), np.int32))[graph.expanded]
        return f"""# Opening book for `{plan.ruleset}`

| | |
|---|---|
| positions | {len(graph):,}, of which {len(graph.expanded):,} are expanded |
| expanded up to ply | {plies.max()}; half of them up to ply {int(np.median(plies))} |
| searched for each position | {plan.nodes:,} nodes |
| one ply deeper counts like a loss of | {plan.step} centimen |
| moves that are worse than the best by a man or more | {(losses >= A_MAN).mean():.1%} |
| value of the start for its side to move | {values[0] / 100:+.2f} men |
| made by | Damacı {version("damaci")}, {date.today().isoformat()} |
| licence | [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): to the public domain |

Drop-out expansion: the next position to be expanded is always the one nearest to the start, where a move's length is
what it loses against the best move, plus the constant above. Every new position is searched; values are backed up by
minimax, with transpositions, mirror images and swapped colours joined, and a repetition as a draw. To make it again:

```sh
python -m lab book {plan.ruleset}.npz --ruleset {plan.ruleset} --positions {len(graph)} --nodes {plan.nodes} \\
    --step {plan.step}
python -m lab pack-book {plan.ruleset}.npz --out {plan.ruleset}.book
```
"""
