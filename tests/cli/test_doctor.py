"""`damaci doctor`."""

import sys
import webbrowser
from pathlib import Path

import pytest

from damaci.store.store import FILE
from tests.cli.console import Cli, Done


def finding(done: Done, name: str) -> dict[str, object]:
    assert done.status == 0
    [found] = [each for each in done.json["findings"] if each["name"] == name]
    assert found["ok"] or found["remedy"], "what is missing has a remedy"
    return found


def test_what_works(cli: Cli, tmp_path: Path) -> None:
    done = cli("doctor", "--json", "--data-dir", str(tmp_path / "new"))
    for name in ("Python", "kernel", "data folder", "database"):
        assert finding(done, name)["ok"], name
    assert not (tmp_path / "new").exists(), "looking changes nothing"


def test_a_folder_that_cannot_be(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not finding(cli("doctor", "--json", "--data-dir", str(tmp_path / "file" / "below")), "data folder")["ok"]


def test_a_broken_database(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is no database" * 100)
    found = finding(cli("doctor", "--json", "--data-dir", str(tmp_path)), "database")
    assert not found["ok"]
    assert str(tmp_path / FILE) in str(found["found"])


def test_endgame_tables(cli: Cli, tmp_path: Path) -> None:
    name = "endgame tables"
    assert "damaci tablebase build" in str(
        finding(cli("doctor", "--json", "--data-dir", str(tmp_path)), name)["remedy"]
    )
    cli("tablebase", "build", "--pieces", "2", "--dir", str(tmp_path / "tables"))
    found = finding(cli("doctor", "--json", "--data-dir", str(tmp_path)), name)
    assert found["ok"]
    assert "up to 2 pieces" in str(found["found"])
    next((tmp_path / "tables").rglob("*.table")).write_text("rubbish")
    assert "is not an endgame table" in str(
        finding(cli("doctor", "--json", "--data-dir", str(tmp_path)), name)["found"]
    )


def test_no_browser(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    assert "--no-browser" in str(finding(cli("doctor", "--json"), "browser")["remedy"])


@pytest.mark.skipif(sys.platform != "linux", reason="BlueZ is Linux's")
def test_no_bluetooth(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent")
    found = finding(cli("doctor", "--json"), "Bluetooth")
    assert not found["ok"]
    assert "bluez" in str(found["remedy"])


def test_for_people(cli: Cli, tmp_path: Path) -> None:
    done = cli("doctor", "--data-dir", str(tmp_path))
    assert done.status == 0
    assert str(tmp_path) in done.out
