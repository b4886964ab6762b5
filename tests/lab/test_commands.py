"""The commands, from games to weights to a match, interrupted and continued."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from damaci.batch import Positions
from damaci.engine import weights
from lab import checkpoint
from lab.commands import main, read_weights
from lab.errors import LabError
from lab.fit import Fit, Settings
from lab.network import Floats
from lab.selection import read_positions
from tests.support import ROOT, require_module

posix = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent to a process as POSIX does")


def selfplay(folder: Path, *more: str) -> list[str]:
    return ["selfplay", str(folder), "--shard-games", "1", "--nodes", "100", *more]


def games(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def started(*arguments: str) -> "subprocess.Popen[str]":
    # A signal may come between the opening of a file and the `with` that closes it.
    warnings = ["-W", "error", "-W", "ignore::ResourceWarning"]
    command = [sys.executable, *warnings, "-m", "lab", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab")
    assert main(selfplay(folder / "games", "--games", "12")) == 0
    assert main(["select", str(folder / "games"), "--out", str(folder / "positions.npz")]) == 0
    return folder / "positions.npz"


@posix
def test_without_a_command_the_commands_are_listed_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    told = capsys.readouterr().err
    assert told.startswith("Usage: lab [OPTIONS] COMMAND [ARGS]...\n\n")
    assert "\nCommands:\n  " in told


def test_self_play_goes_on_after_ctrl_c(tmp_path: Path) -> None:
    arguments = selfplay(tmp_path / "broken", "--games", "40")
    with started(*arguments, "--workers", "2") as process:
        while not list((tmp_path / "broken").glob("*.npz")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert 0 < len(games(tmp_path / "broken")) < 40
    stamps = {path: path.stat().st_mtime_ns for path in (tmp_path / "broken").glob("*.npz")}
    assert main(arguments) == 0
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in stamps.items())
    assert main(selfplay(tmp_path / "whole", "--games", "40", "--workers", "2")) == 0
    assert games(tmp_path / "broken") == games(tmp_path / "whole")


def test_self_play_by_ray(tmp_path: Path) -> None:
    require_module("ray", "pip install ray, where there is one for the system")
    with started(*selfplay(tmp_path / "ray", "--games", "3", "--ray", "local")) as process:
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert main(selfplay(tmp_path / "here", "--games", "3")) == 0
    assert games(tmp_path / "ray") == games(tmp_path / "here")


def test_other_games_in_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(selfplay(tmp_path, "--games", "1")) == 0
    assert main(selfplay(tmp_path, "--games", "2", "--seed", "5")) == 2
    assert "games-000000.npz: made with seed 0, not 5" in capsys.readouterr().err
    (tmp_path / "games-000000.npz").write_bytes(b"rubbish")
    assert main(selfplay(tmp_path, "--games", "2")) == 2
    assert "games-000000.npz: not a file of the lab" in capsys.readouterr().err


def test_a_fit(positions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = positions.with_name("learned.weights")
    assert main(["fit", str(positions), "--out", str(out), "--epochs", "12"]) == 0
    tables = read_weights(out)
    card = out.with_suffix(".md").read_text()
    assert tables == weights.unpack(out.read_bytes())
    start = Positions.start()
    assert (start.evaluate(tables) != start.successors().evaluate(tables)).any()
    assert "| games of self-play | 12 |" in card
    assert "python -m lab selfplay games-0 --ruleset turkish --nodes 100 --seed 0 --shard-games 1 --games 12\n" in card
    loss = capsys.readouterr().out.split()[6].rstrip(",")
    assert f"| loss on the games held out | {loss}; " in card
    assert not checkpoint.path_for(out).exists()


def test_a_fit_goes_on_after_ctrl_c(positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["fit", str(positions), "--epochs", "5", "--out"]
    assert main([*arguments, str(tmp_path / "whole.weights")]) == 0
    broken = tmp_path / "broken.weights"
    learned = Fit._step

    def broken_off(fit: Fit, state: Floats, step: int, batch: Floats, labels: Floats) -> float:
        if fit.epoch == 3:
            raise KeyboardInterrupt
        return learned(fit, state, step, batch, labels)

    monkeypatch.setattr(Fit, "_step", broken_off)
    assert main([*arguments, str(broken)]) == 130
    assert checkpoint.path_for(broken).exists()
    monkeypatch.setattr(Fit, "_step", learned)
    assert main([*arguments, str(broken)]) == 0
    assert broken.read_bytes() == (tmp_path / "whole.weights").read_bytes()


def test_a_fit_of_others(positions: Path, tmp_path: Path) -> None:
    fit = Fit("turkish", read_positions(positions)[1], Settings())
    path = tmp_path / "fit.npz"
    checkpoint.save(path, fit, {"of": "these"})
    with pytest.raises(LabError, match=r"fit\.npz: of a fit with other positions or settings"):
        checkpoint.resume(path, fit, {"of": "others"})


def test_tables_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(selfplay(tmp_path / "games", "--games", "1")) == 0
    arguments = ["select", str(tmp_path / "games"), "--out", str(tmp_path / "positions.npz"), "--tables"]
    assert main([*arguments, str(tmp_path / "games")]) == 2
    assert "expected endgame tables in turkish-one-each-at-once, found none" in capsys.readouterr().err
    assert main([*arguments, str(tmp_path / "nowhere")]) == 2


def test_too_few_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(selfplay(tmp_path / "games", "--games", "1")) == 0
    assert main(["select", str(tmp_path / "games"), "--out", str(tmp_path / "positions.npz")]) == 0
    assert main(["fit", str(tmp_path / "positions.npz"), "--out", str(tmp_path / "w.weights")]) == 2
    assert "0 of them to learn from: expected more games" in capsys.readouterr().err


def test_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "hand-made", "hand-made", "--nodes", "40", "--out", str(tmp_path / "record.json")]
    assert main([*arguments, "--games", "2"]) == 0
    assert "pairs [0, 0, 1, 0, 0]" in capsys.readouterr().out
    assert main([*arguments, "--games", "4"]) == 0
    assert "pairs [0, 0, 2, 0, 0]" in capsys.readouterr().out


def test_a_bad_address_of_ray_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require_module("ray", "pip install ray, where there is one for the system")
    assert main(["selfplay", str(tmp_path / "games"), "--ray", "nonsense"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("lab: no Ray at nonsense: ")


@pytest.mark.parametrize(
    "content", [b"", b"rubbish", weights.HEADER, weights.HEADER + b"rubbish", weights.pack(bytes(8))]
)
def test_rubbish_weights(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.weights").write_bytes(content)
    arguments = ["match", "hand-made", str(tmp_path / "bad.weights"), "--out", str(tmp_path / "record.json")]
    assert main(arguments) == 2
    assert "bad.weights: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fit", "none.npz", "--out", "w"], "none.npz: there is no such file"),
        (["select", "nowhere", "--out", "p"], "nowhere: expected shards of games"),
        (["selfplay", "x", "--ruleset", "chess"], "chess"),
        (["match", "none.weights", "hand-made", "--out", "r"], "none.weights"),
        (
            ["match", "hand-made", "hand-made", "--out", "r", "--sprt", "5", "0"],
            "expected the first to be less than the second",
        ),
        (["fit"], "Missing argument"),
        (["fit", "none.npz", "--out", "w", "--lam", "nan"], "--lam': 'nan' is not a number"),
        (["match", "hand-made", "hand-made", "--out", "r", "--seconds", "nan"], "--seconds': 'nan' is not a number"),
    ],
)
def test_bad_input_is_told_in_a_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert errors.count("\n") == 1


def test_tuning_goes_on_and_a_match_plays_with_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tuned = tmp_path / "tuned.json"
    record = str(tmp_path / "match.json")
    tune = ["tune", str(tuned), "--games", "4", "--nodes", "100", "--parameter", "reduction_base"]
    assert main(tune) == 0
    assert capsys.readouterr().out.startswith("reduction_base ")
    assert main(tune) == 0, "there is nothing left to do"
    play = ["match", "shipped", "shipped", "--out", record, "--games", "2", "--nodes", "100"]
    assert main([*play, "--parameters", str(tuned)]) == 0
    assert "pairs [" in capsys.readouterr().out
    assert main(play) == 2, "the record is of a match with other numbers"
    assert "the record of another match" in capsys.readouterr().err


def test_what_cannot_be_tuned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rubbish.json").write_text("{}")
    assert main(["tune", str(tmp_path / "rubbish.json")]) == 2
    assert "rubbish.json: not the record of a tuning" in capsys.readouterr().err
    assert main(["tune", str(tmp_path / "new.json"), "--parameter", "luck"]) == 2
    assert "'luck' is not one of 'aspiration'" in capsys.readouterr().err
    out = ["--out", str(tmp_path / "match.json")]
    assert main(["match", "shipped", "shipped", *out, "--parameters", str(tmp_path / "rubbish.json")]) == 2
    assert "rubbish.json: not the record of a tuning" in capsys.readouterr().err
