"""Wrong puzzles are removed from a collection, and its card says so."""

import gzip
import shutil
from pathlib import Path

import pytest

from damaci.puzzles import Theme, puzzles
from damaci.puzzles.collection import write_row
from lab.commands import main
from lab.errors import LabError
from lab.puzzles.checking import Checked, Finding
from lab.puzzles.dropping import OUT, Dropping
from lab.puzzles.verdicts import Verdict, Verdicts
from tests.support import ROOT

DATA = ROOT / "src" / "damaci" / "puzzles" / "data"
SHIPPED = puzzles("kenyan")


def log(path: Path, *names: str, finding: Finding = Finding.NOT_ALONE) -> str:
    verdicts = Verdicts(path)
    for name in names:
        verdicts.add(name, Verdict(1_000, (Checked(name, "W:Wa2:Bc7", "a2-a3", finding, ""),)))
    return str(path)


def test_what_is_wrong_goes_and_the_rest_stays_as_it_is(tmp_path: Path) -> None:
    for name in ("kenyan.tsv.gz", "kenyan.md"):
        shutil.copy(DATA / name, tmp_path / name)
    options = ["--ruleset", "kenyan", "--out", str(tmp_path)]
    for each in (SHIPPED[0], SHIPPED[7]):
        assert main(["drop-puzzles", log(tmp_path / each.id, each.id), *options]) == 0
    rows = gzip.decompress((tmp_path / "kenyan.tsv.gz").read_bytes()).decode().splitlines()
    assert rows == [write_row(each) for number, each in enumerate(SHIPPED) if number not in (0, 7)]


def test_the_card_counts_what_stays() -> None:
    before = (DATA / "kenyan.md").read_text()
    dropping = Dropping(tuple(SHIPPED), [SHIPPED[0].id])
    card = dropping.card(before)
    assert f"| in the collection | {len(SHIPPED) - 1} |" in card
    catching = sum(Theme.CATCH_DAMA in each.themes for each in SHIPPED[1:])
    assert f"| `catch-dama` | {catching} |" in card
    assert card.count(f"| {OUT} | ") == 1
    again = Dropping(dropping.kept, [SHIPPED[1].id, SHIPPED[2].id]).card(card)
    assert again.count(f"| {OUT} | ") == 1
    assert out(again) == out(card) + 2


def out(card: str) -> int:
    return int(card.partition(f"| {OUT} | ")[2].split()[0])


def test_what_is_right_stays(tmp_path: Path) -> None:
    for name in ("kenyan.tsv.gz", "kenyan.md"):
        shutil.copy(DATA / name, tmp_path / name)
    right = log(tmp_path / "log", SHIPPED[0].id, finding=Finding.ALONE)
    assert main(["drop-puzzles", right, "--ruleset", "kenyan", "--out", str(tmp_path)]) == 0
    for name in ("kenyan.tsv.gz", "kenyan.md"):
        assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes()


def test_a_card_without_its_rows_is_refused() -> None:
    with pytest.raises(LabError, match="the card has 0 rows 'in the collection', expected one"):
        Dropping(tuple(SHIPPED), []).card("# Puzzles\n")
