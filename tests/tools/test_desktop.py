"""The desktop program before the app runs. tests/install/test_desktop.py tests the whole program, nightly."""

import subprocess
import sys
import webbrowser
from pathlib import Path
from urllib.request import url2pathname

import pytest

from tools.desktop import start


@pytest.mark.parametrize(
    ("given", "understood"),
    [([], []), (["perft", "5"], ["perft", "5"]), (["-m", "damaci", "tablebase", "build"], ["tablebase", "build"])],
)
def test_it_is_its_own_python(monkeypatch: pytest.MonkeyPatch, given: list[str], understood: list[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["damaci", *given])
    assert start.arguments() == understood


def test_a_failure_is_shown_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arguments: list[str]) -> int:
        print("damaci: the disk is full", file=sys.stderr)
        return 2

    opened: list[str] = []
    monkeypatch.setattr(start, "main", fail)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert start.app() == 2
    (address,) = opened
    page = Path(url2pathname(address.removeprefix("file://")))
    assert page.read_text(encoding="utf-8") == "damaci: the disk is full\n"


def test_on_a_mac_the_app_runs_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, str]] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "Popen", lambda command, *, env, **how: started.append(env))
    monkeypatch.setattr(start, "app", lambda: 7)
    assert start.click() == 0
    monkeypatch.setenv(start.APART, started[0][start.APART])
    assert start.click() == 7
    assert len(started) == 1
