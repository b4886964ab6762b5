"""Settings: from the environment, from a file, and what is said of those that make no sense."""

from pathlib import Path

import pytest

from damaci.online.settings import BadSettings, OnlineSettings, load


def test_nothing_need_be_set() -> None:
    assert load({}) == OnlineSettings()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "damaci.toml"
    file.write_text('public_url = "https://a.example"\ntrusted_proxies = ["10.0.0.0/8"]\nengine_games = 5\n')
    settings = load({"DAMACI_PUBLIC_URL": "https://b.example", "DAMACI_ENGINE_GAMES": "0", "HOME": "/"}, file)
    assert settings == OnlineSettings(public_url="https://b.example", trusted_proxies=["10.0.0.0/8"], engine_games=0)
    assert settings.secure


def test_lists_have_commas_in_the_environment() -> None:
    assert load({"DAMACI_TRUSTED_PROXIES": "10.0.0.1, 192.168.0.0/16"}).trusted_proxies == [
        "10.0.0.1",
        "192.168.0.0/16",
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ACCOUNTS", "maybe", "accounts"),
        ("ENGINE_GAMES", "-1", "engine_games"),
        ("ENGINE_GAMES", "many", "engine_games"),
        ("PUBLIC_URL", "dama.example", "public_url"),
        ("PUBLIC_URL", "https://dama.example/play", "public_url"),
        ("TRUSTED_PROXIES", "everybody", "everybody"),
    ],
)
def test_a_setting_that_makes_no_sense_is_named(name: str, value: str, said: str) -> None:
    with pytest.raises(BadSettings, match=said):
        load({f"DAMACI_{name}": value})


@pytest.mark.parametrize(
    ("text", "said"),
    [("colour = 1", "no setting 'colour'"), ("accounts =", "Invalid value"), ("accounts = 1", "accounts")],
)
def test_a_file_that_makes_no_sense_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "damaci.toml"
    file.write_text(text)
    with pytest.raises(BadSettings, match=said):
        load({}, file)
