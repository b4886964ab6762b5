"""`lab puzzles` and `lab collect`: from games to a collection with its card."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from damaci.puzzles.collection import read_row
from lab.commands import main
from lab.puzzles.collecting import Sieve
from lab.puzzles.mining import Found
from tests.support import ROOT, require_module

BEFORE = "W:WKe8,c2,Kf1:Bb6,Kh5,a3"
MOVES = ("f1-b1", "h5-h8", "b1xb8", "h8xa8")
RUBBISH = gzip.compress(b"rubbish", mtime=0)
FOUND = Found(BEFORE, MOVES, (), "win", 2, 1, 126, "self-play 0/0/1, ply 5")


def search(folder: Path, *more: str) -> int:
    return main(["puzzles", str(folder), "--shard-games", "10", "--endings", "1", "--seed", "1", *more])


def test_from_games_to_a_collection(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "found"
    assert search(folder, "--games", "10") == 0
    [first] = folder.iterdir()
    stamp = first.stat().st_mtime_ns
    assert search(folder, "--games", "30") == 0
    assert first.stat().st_mtime_ns == stamp
    assert len([*folder.iterdir()]) == 3
    assert main(["collect", str(folder), "--out", str(tmp_path / "data")]) == 0
    rows = gzip.decompress((tmp_path / "data" / "turkish.tsv.gz").read_bytes()).decode().splitlines()
    assert rows
    assert all(600 <= read_row("turkish", row).rating <= 2600 for row in rows)
    card = (tmp_path / "data" / "turkish.md").read_text()
    assert f"| in the collection | {len(rows)} |" in card
    assert "--endings 1.0 --seed 1 --games 30" in card


@pytest.mark.nightly
def test_ray_finds_the_same_as_workers(tmp_path: Path) -> None:
    require_module("ray", "pip install ray, where there is one for the system")
    for place, more in (("ray", ["--ray", "local"]), ("here", [])):
        assert search(tmp_path / place, "--games", "40", "--workers", "2", *more) == 0
    ray, here = ({path.name: path.read_bytes() for path in (tmp_path / each).iterdir()} for each in ("ray", "here"))
    assert len(here) == 4
    assert ray == here


def test_an_earlier_collection_is_kept(tmp_path: Path) -> None:
    assert search(tmp_path / "few", "--games", "10") == 0
    assert search(tmp_path / "more", "--seed", "2", "--puzzles", "1") == 0
    assert main(["collect", str(tmp_path / "few"), "--out", str(tmp_path)]) == 0
    earlier = tmp_path / "earlier.tsv.gz"
    (tmp_path / "turkish.tsv.gz").rename(earlier)
    assert main(["collect", str(tmp_path / "more"), "--out", str(tmp_path), "--keep", str(earlier)]) == 0
    before, now = (gzip.decompress(path.read_bytes()).splitlines() for path in (earlier, tmp_path / "turkish.tsv.gz"))
    assert before
    assert set(before) < set(now)
    names = [row.split(b"\t")[0] for row in now]
    assert len(set(names)) == len(names)
    card = (tmp_path / "turkish.md").read_text()
    assert f"| kept of EARLIER, a collection that was made before, in the same way | {len(before)} " in card
    assert f"`{hashlib.sha256(earlier.read_bytes()).hexdigest()}`" in card
    assert " --keep EARLIER\n" in card


@pytest.mark.parametrize("content", [b"", b"rubbish", RUBBISH, RUBBISH[:-3]])
def test_what_is_no_collection_is_not_kept(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    assert search(tmp_path / "found", "--games", "10") == 0
    (tmp_path / "earlier.tsv.gz").write_bytes(content)
    out = ["--out", str(tmp_path / "data"), "--keep", str(tmp_path / "earlier.tsv.gz")]
    assert main(["collect", str(tmp_path / "found"), *out]) == 2
    assert "earlier.tsv.gz: not a collection of puzzles of turkish, or damaged" in capsys.readouterr().err


def test_a_collection_of_another_ruleset_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert search(tmp_path / "found", "--games", "10") == 0
    shipped = ROOT / "src" / "damaci" / "puzzles" / "data" / "bulgarian.tsv.gz"
    assert main(["collect", str(tmp_path / "found"), "--out", str(tmp_path), "--keep", str(shipped)]) == 2
    assert "bulgarian.tsv.gz: not a collection of puzzles of turkish, or damaged" in capsys.readouterr().err


def test_it_stops_when_enough_are_found(tmp_path: Path) -> None:
    assert search(tmp_path, "--puzzles", "1") == 0
    counts = [json.loads(path.read_bytes())["counts"]["puzzles"] for path in sorted(tmp_path.glob("*.json"))]
    assert sum(counts[:-1]) == 0 < counts[-1]


def test_shards_of_other_settings_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert search(tmp_path, "--games", "10") == 0
    assert (
        main(["puzzles", str(tmp_path), "--shard-games", "10", "--endings", "0", "--seed", "1", "--games", "10"]) == 2
    )
    assert "made with endings 1.0, not 0.0" in capsys.readouterr().err


def test_puzzles_of_other_squares_are_not_solved_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tmp_path / "found"
    assert search(found, "--puzzles", "1") == 0
    assert search(tmp_path / "again", "--ruleset", "bulgarian", "--again", str(found)) == 2
    assert "turkish is played on all squares, bulgarian only on the dark ones" in capsys.readouterr().err


@pytest.mark.parametrize(("key", "value"), [("about", {}), ("counts", {"games": "many"})])
def test_shards_with_other_values_are_refused(
    tmp_path: Path, key: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert search(tmp_path, "--puzzles", "1") == 0
    shard = tmp_path / "puzzles-000000.json"
    shard.write_text(json.dumps(json.loads(shard.read_text()) | {key: value}))
    capsys.readouterr()
    assert main(["collect", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "not a file of puzzles, or damaged" in capsys.readouterr().err


def test_damaged_shards_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "puzzles-000000.json").write_text("{}")
    assert search(tmp_path, "--games", "10") == 2
    assert "not a file of puzzles, or damaged" in capsys.readouterr().err
    assert main(["collect", str(tmp_path / "none"), "--out", str(tmp_path)]) == 2


def sifted(*others: Found) -> tuple[int, dict[str, int]]:
    sieve = Sieve()
    return len([*sieve.sift("turkish", [FOUND, *others])]), dict(sieve.refused)


def test_mirror_images_are_refused() -> None:
    mirrored = Found("W:WKd8,f2,Kc1:Bg6,Ka5,h3", ("c1-g1", "a5-a8", "g1xg8", "a8xh8"), (), "win", 2, 1, 126, "b, ply 2")
    assert sifted(mirrored) == (1, {"duplicate or mirror image": 1})


def test_a_part_of_another_is_refused() -> None:
    part = Found("B:WKe8,c2,Kb1:Bb6,Kh5,a3", ("h5-h8", "b1xb8"), (), "win", 2, 1, 126, "b, ply 2")
    assert sifted(part) == (1, {"part of another": 1})


def test_the_same_idea_of_one_game_is_kept_once() -> None:
    twin = Found("W:WKe8,d2,Kf1:Bb6,Kh5,a3", MOVES, (), "win", 2, 1, 126, "self-play 0/0/1, ply 7")
    assert sifted(twin) == (1, {"same game and key move": 1})
    elsewhere = Found("W:WKe8,d2,Kf1:Bb6,Kh5,a3", MOVES, (), "win", 2, 1, 126, "self-play 0/0/2, ply 7")
    assert sifted(elsewhere) == (2, {})
