"""The names that `import damaci` provides, and the modules that it does not load."""

import subprocess
import sys

import pytest

import damaci


def test_every_public_name_is_there_and_documented() -> None:
    for name in damaci.__all__:
        assert name.isupper() or getattr(damaci, name).__doc__, name
    assert dir(damaci) == sorted(damaci.__all__)


def test_an_unknown_name() -> None:
    assert not hasattr(damaci, "Chess")
    with pytest.raises(ImportError, match="cannot import name 'Chess' from 'damaci'"):
        exec("from damaci import Chess")


def test_the_import_is_light() -> None:
    code = "import sys, damaci; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {
        "asyncio",
        "damaci.engine",
        "damaci.notation",
        "click",
        "jinja2",
        "json",
        "litestar",
        "msgspec",
        "rich",
        "sqlalchemy",
        "typer",
    }
    assert "damaci.game.game" in loaded
    assert not heavy & set(loaded)
