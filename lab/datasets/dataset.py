"""A data set: its rows, and the card that is written beside them."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from lab import files
from lab.datasets import csv_file
from lab.datasets.csv_file import SUFFIX, Row, Written


@dataclass(frozen=True, slots=True)
class Dataset:
    """The facts that are on a data set's card."""

    title: str
    facts: dict[str, str]
    columns: dict[str, str]
    """What each column means."""
    commands: str
    """The commands that make the data set again."""

    def write(self, out: Path, rows: Iterable[Row]) -> Written:
        """Writes the rows, which have a value for each column, and the card. Raises OSError, and any error that the
        iterator of rows raises."""
        written = csv_file.write(out, list(self.columns), rows)
        files.write(beside(out, ".md"), self._card(out.name, written).encode())
        return written

    def _card(self, name: str, written: Written) -> str:
        facts = "\n".join(f"| {fact} | {value} |" for fact, value in self.facts.items())
        columns = "\n".join(f"| `{column}` | {meaning} |" for column, meaning in self.columns.items())
        return f"""# {self.title}

| | |
|---|---|
| rows | {written.rows:,} |
{facts}
| SHA-256 of the text before compression | `{written.sha256}` |
| made by | Damacı {version("damaci")} |
| licence | [CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): to the public domain |

| column | meaning |
|---|---|
{columns}

Comma-separated values in UTF-8 with a header, compressed by gzip: `pandas.read_csv("{name}")` or
`polars.read_csv("{name}", infer_schema_length=None)` reads them. To make it again:

```sh
{self.commands}
```
"""


def beside(out: Path, suffix: str) -> Path:
    """The path of the same name with another suffix."""
    return out.with_name(out.name.removesuffix(SUFFIX) + suffix)
