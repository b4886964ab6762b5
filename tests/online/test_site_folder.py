"""Where `damaci serve` finds the site with which its players analyse."""

import json
from pathlib import Path

import pytest

import damaci
from damaci.online.settings import OnlineSettings
from damaci.online.site_folder import usual_places, with_site
from tests.online.process import serving


def test_the_folder_that_is_named_comes_first(tmp_path: Path) -> None:
    settings = with_site(OnlineSettings(site="elsewhere"), iter([tmp_path]))
    assert settings.site == "elsewhere"


def test_else_the_first_place_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    places = iter([tmp_path / "first", tmp_path / "second", tmp_path])
    assert with_site(OnlineSettings(), places).site == str(tmp_path / "second")
    assert not with_site(OnlineSettings(), iter([tmp_path / "first"])).site


def test_none_is_served_where_it_is_switched_off(tmp_path: Path) -> None:
    assert not with_site(OnlineSettings(site="off"), iter([tmp_path])).site


def test_a_clone_has_what_make_site_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = tmp_path / "clone"
    monkeypatch.setattr(damaci, "__file__", str(clone / "src" / "damaci" / "__init__.py"))
    assert [place.name for place in usual_places()] == ["site"]  # that of the data folder; an installation is no clone
    clone.mkdir()
    (clone / "pyproject.toml").write_text("")
    assert [*usual_places()][1:] == [clone / "build" / "site"]


def test_the_log_says_that_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    hide = f"import damaci; damaci.__file__ = {str(tmp_path / 'no' / 'src' / 'damaci' / '__init__.py')!r}"
    assert _warnings(tmp_path / "games", hide, DAMACI_SITE="") == [
        "no analysis in the players' browsers: `make site` makes it, or DAMACI_SITE=off if that is what you want"
    ]
    assert _warnings(tmp_path / "games", hide, DAMACI_SITE="off") == []


def _warnings(folder: Path, first: str, **environment: str) -> list[str]:
    """The warnings that the server logs from its start to its end."""
    with serving(folder, first, **environment) as server:
        server.process.terminate()
        _, errors = server.process.communicate(timeout=20)
    lines = [json.loads(line) for line in errors.splitlines()]
    return [line["message"] for line in lines if line["level"] == "warning"]
