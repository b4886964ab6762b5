"""Data sets have the contents of their sources, and the same commands write the same bytes."""

import csv
import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from damaci import Game, Position
from damaci.book import ballots
from damaci.tablebase import Material, Plan, Tables, Terms, build
from lab import files
from lab.commands import main
from lab.datasets import csv_file
from lab.datasets import games as games_module
from lab.datasets.endings import MaterialTable
from lab.datasets.games import Settings
from lab.datasets.positions import RecordedPositions
from lab.records import read_shard, shard_path
from lab.shards import Shards

NODES = 30


def rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def card(path: Path) -> str:
    return path.with_name(path.name.replace(".csv.gz", ".md")).read_text(encoding="utf-8")


def selfplay(folder: Path, *more: str) -> Path:
    assert main(["selfplay", str(folder), "--shard-games", "1", "--nodes", "50", "--games", "2", *more]) == 0
    return folder


def play(out: Path, *more: str, games: int = 3) -> int:
    settings = ["--games", str(games), "--shard-games", "1", "--nodes", str(NODES)]
    return main(["dataset", "games", str(out), *settings, *more])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("recorded")
    return [selfplay(folder / "one"), selfplay(folder / "other", "--seed", "7")]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("games") / "games.csv.gz"
    assert play(out) == 0
    return out


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for ruleset, material in (("turkish", "KKvK"), ("world", "KvM"), ("bulgarian", "MvK")):
        for _ in build(folder, Plan.of(Material.parse(material), Terms.of(ruleset)), 1):
            pass
    return folder


# ---- positions -------------------------------------------------------------------------------------------------------


def test_positions_are_those_of_the_shards(recorded: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "positions.csv.gz"
    assert main(["dataset", "positions", *map(str, recorded), "--out", str(out)]) == 0
    found = rows(out)
    assert list(found[0]) == ["fen", "score", "result", "game"]
    paths = [shard_path(folder, number) for folder in recorded for number in range(2)]
    source = [(game, row) for game, path in enumerate(paths) for row in read_shard(path)[1]]
    for row, (game, record) in zip(found, source, strict=True):
        position = Position.from_fen(row["fen"])
        assert [position.kernel.white_men, position.kernel.white_kings] == record["boards"][:2].tolist()
        assert [position.kernel.black_men, position.kernel.black_kings] == record["boards"][2:].tolist()
        assert position.kernel.white_to_move == record["white_to_move"]
        sign = 1 if record["white_to_move"] else -1
        assert (int(row["score"]), int(row["result"])) == (record["score"], sign * record["result"])
        assert int(row["game"]) == game


def test_the_card_of_positions(recorded: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "positions.csv.gz"
    assert main(["dataset", "positions", *map(str, recorded), "--out", str(out)]) == 0
    text = gzip.decompress(out.read_bytes())
    assert f"| SHA-256 of the text before compression | `{hashlib.sha256(text).hexdigest()}` |" in card(out)
    assert f"| rows | {len(rows(out)):,} |" in card(out)
    again = "python -m lab selfplay games-1 --ruleset turkish --nodes 50 --seed 7 --shard-games 1 --games 2\n"
    assert again in card(out)
    assert "python -m lab dataset positions games-0 games-1 --out positions.csv.gz\n" in card(out)
    assert "creativecommons.org/publicdomain/zero" in card(out)


def test_positions_again_are_the_same_bytes(recorded: list[Path], tmp_path: Path) -> None:
    made = []
    for name in ("first", "second"):
        out = tmp_path / name / "positions.csv.gz"
        assert main(["dataset", "positions", str(recorded[0]), "--out", str(out)]) == 0
        made.append((out.read_bytes(), card(out)))
    assert made[0] == made[1]


def test_an_interrupted_file_is_as_it_was(
    recorded: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_: object) -> Iterator[csv_file.Row]:
        yield "W:Wa2:Bh7", 0, 0, 0
        raise KeyboardInterrupt

    out = tmp_path / "positions.csv.gz"
    out.write_bytes(b"before")
    monkeypatch.setattr(RecordedPositions, "rows", broken_off)
    assert main(["dataset", "positions", str(recorded[0]), "--out", str(out)]) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["positions.csv.gz"]
    assert out.read_bytes() == b"before"


def test_many_rows_are_written_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_file, "AT_ONCE", 3)
    written = csv_file.write(tmp_path / "x.csv.gz", ["a", "b"], ((number, None) for number in range(8)))
    assert written.rows == 8
    assert gzip.decompress((tmp_path / "x.csv.gz").read_bytes()) == b"a,b\n" + b"".join(b"%d,\n" % n for n in range(8))


# ---- games -----------------------------------------------------------------------------------------------------------


def test_games_are_legal_and_end_as_stated(games: Path) -> None:
    found = rows(games)
    assert list(found[0]) == ["opening", "moves", "plies", "result", "reason"]
    assert [tuple(row["opening"].split()) for row in found] == [ballot.moves for ballot in ballots()[:3]]
    for row in found:
        game = Game(moves=row["moves"].split())
        outcome = game.outcome()
        assert outcome is not None
        assert (outcome.result, outcome.reason, game.ply) == (row["result"], row["reason"], int(row["plies"]))
        assert row["moves"].startswith(row["opening"] + " ")


def test_a_game_that_is_too_long_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_module, "MOST_PLIES", 6)
    _, text = games_module.play_shard(games_module.GamesShard(0, Settings("turkish", NODES, 0, 1)))
    assert text.decode().endswith(",6,1/2-1/2,too-long\n")


def test_two_workers_and_other_shards_play_the_same_games(games: Path, tmp_path: Path) -> None:
    out = tmp_path / games.name
    assert play(out, "--workers", "2") == 0
    assert out.read_bytes() == games.read_bytes()
    assert card(out) == card(games)
    _, text = games_module.play_shard(games_module.GamesShard(0, Settings("turkish", NODES, 0, 3)))
    assert gzip.decompress(games.read_bytes()).partition(b"\n")[2] == text


def test_another_seed_plays_other_games(games: Path) -> None:
    _, text = games_module.play_shard(games_module.GamesShard(0, Settings("turkish", NODES, 1, 3)))
    assert gzip.decompress(games.read_bytes()).partition(b"\n")[2] != text


def test_interrupted_games_go_on(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / games.name
    written = Shards.write

    def broken_off(shards: Shards, number: int, array: object) -> None:
        if number == 1:
            raise KeyboardInterrupt
        written(shards, number, array)  # type: ignore[arg-type]

    monkeypatch.setattr(Shards, "write", broken_off)
    assert play(out) == 130
    assert not out.exists()
    kept = tmp_path / "games.shards" / "moves-000000.npz"
    stamp = kept.stat().st_mtime_ns
    monkeypatch.setattr(Shards, "write", written)
    assert play(out) == 0
    assert kept.stat().st_mtime_ns == stamp
    assert out.read_bytes() == games.read_bytes()


def test_the_card_of_games_names_their_command(games: Path) -> None:
    assert "python -m lab dataset games games.csv.gz --ruleset turkish --games 3 \\\n" in card(games)
    assert "\n    --shard-games 1 --nodes 30 --seed 0\n" in card(games)
    assert "| rows | 3 |" in card(games)


def test_shards_of_other_games_are_refused(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(games, "--seed", "5") == 2
    errors = capsys.readouterr().err
    assert "moves-000000.npz: made with other settings" in errors


def test_a_damaged_shard_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files.write(tmp_path / "games.shards" / "moves-000000.npz", b"rubbish")
    assert play(tmp_path / "games.csv.gz") == 2
    assert "moves-000000.npz: not a file of the lab" in capsys.readouterr().err


# ---- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "material"), [("world", "KvM"), ("bulgarian", "MvK")])
def test_a_table_has_every_position(tables: Path, tmp_path: Path, ruleset: str, material: str) -> None:
    out = tmp_path / f"{material}.csv.gz"
    arguments = ["dataset", "table", material, "--ruleset", ruleset, "--tables", str(tables), "--out", str(out)]
    assert main(arguments) == 0
    opened = Tables(tables, Terms.of(ruleset))
    found = rows(out)
    counts = opened.materials[Material.parse(material)]
    assert len({row["fen"] for row in found}) == len(found) == counts["positions"]
    assert [sum(row["category"] == word for row in found) for word in ("win", "draw", "loss")] == [
        counts["win"],
        counts["draw"],
        counts["loss"],
    ]
    for row in found[::7]:
        position = Position.from_fen(row["fen"], ruleset)
        probe = opened.probe(position)
        assert probe is not None
        assert str(Material.of(position)) == material
        assert row["category"] == {1: "win", 0: "draw", -1: "loss"}[probe.result]
        assert row["plies"] == ("" if probe.plies is None else str(probe.plies))


def test_a_table_with_two_pieces_of_a_kind(tables: Path) -> None:
    table = MaterialTable.open(Material.parse("KKvK"), tables, Terms.of("turkish"))
    assert len({row[0] for row in table.rows()}) == len(table) == 64 * 63 // 2 * 62


def test_the_same_table_is_the_same_bytes(tables: Path, tmp_path: Path) -> None:
    made = []
    for name in ("first", "second"):
        out = tmp_path / name / "KvM.csv.gz"
        common = ["--ruleset", "world", "--tables", str(tables)]
        assert main(["dataset", "table", "kvm", *common, "--out", str(out)]) == 0
        made.append((out.read_bytes(), card(out)))
    assert made[0] == made[1]
    again = "python -m lab dataset table KvM --ruleset world --one-each never --tables tables --out KvM.csv.gz\n"
    assert again in made[0][1]


# ---- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["positions", "nowhere", "--out", "p.csv.gz"], "nowhere: expected shards of games"),
        (["positions", "nowhere", "--out", "p.parquet"], "p.parquet: expected a name that ends in .csv.gz"),
        (["positions", "nowhere", "--out", ".csv.gz"], "expected a name that ends in .csv.gz"),
        (["positions", "--out", "p.csv.gz"], "Missing argument"),
        (["games", "g.csv"], "g.csv: expected a name that ends in .csv.gz"),
        (["games", "g.csv.gz", "--ruleset", "chess"], "chess"),
        (["games", "g.csv.gz", "--games", "0"], "--games"),
        (["table", "KKvK", "--tables", ".", "--out", "t.csv.gz"], ": no table of "),
        (["table", "KKvK", "--tables", "nowhere", "--out", "t.csv.gz"], "nowhere"),
        (["table", "queens", "--tables", ".", "--out", "t.csv.gz"], "'queens' is no material"),
        (["table", "KKvK", "--tables", ".", "--ruleset", "chess", "--out", "t.csv.gz"], "chess"),
    ],
)
def test_bad_input_is_told_in_a_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["dataset", *arguments]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_positions_of_two_rulesets_are_refused(
    recorded: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = selfplay(tmp_path / "world", "--ruleset", "world")
    out = tmp_path / "p.csv.gz"
    capsys.readouterr()
    assert main(["dataset", "positions", str(recorded[0]), str(other), "--out", str(out)]) == 2
    assert "games of world, the others are of turkish" in capsys.readouterr().err
    assert not out.exists()


def test_a_damaged_table_is_named(tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Terms.of("world").folder
    for path in (tables / folder).iterdir():
        files.write(tmp_path / folder / path.name, path.read_bytes()[:-1])
    out = tmp_path / "t.csv.gz"
    assert main(["dataset", "table", "KvM", "--ruleset", "world", "--tables", str(tmp_path), "--out", str(out)]) == 2
    assert "is cut off or too long" in capsys.readouterr().err
    assert not out.exists()
