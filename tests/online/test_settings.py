"""Settings from the environment and from a file, and the messages about those that are invalid."""

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
        ("ACCOUNTS", "maybe", "accounts: .*expected one of: (off, open|open, off)"),
        ("ENGINE_GAMES", "-1", "^settings: engine_games: "),
        ("ENGINE_GAMES", "many", "engine_games"),
        ("PUBLIC_URL", "dama.example", "public_url"),
        ("PUBLIC_URL", "https://dama.example/play", "public_url"),
        ("TRUSTED_PROXIES", "everybody", "trusted_proxies: 'everybody'"),
        ("REDIS", "cache:6379", "redis: expected a URL"),
        ("REDIS", "https://cache/0", "redis: expected a URL"),
        ("REDIS", "redis://cache:port/0", "redis: expected a number"),
        ("DATABASE", "postgresql://u:w@host:port/x", "database: expected a number"),
        ("PUBLIC_URL", "https://dama.example:99999", "public_url: expected a number"),
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


MAIL = {"mail_host": "mail.example", "mail_from": "dama@dama.example", "public_url": "https://dama.example"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"public_url": ""}, "public_url"),
        ({"mail_from": ""}, "mail_from"),
        ({"mail_from": "dama@dama.example\nBcc: eve@example.org"}, "mail_from"),
        ({"mail_from": "<dama>@dama.example"}, "mail_from"),
        ({"mail_from": "da..ma@dama.example"}, "mail_from"),
        ({"mail_port": "99999"}, "mail_port"),
        ({"mail_tls": "maybe"}, "mail_tls"),
        ({"mail_user": "dama", "mail_tls": "off"}, "mail_tls"),
        ({"mail_password": "secret", "mail_password_file": "x"}, "mail_password"),
        ({"mail_password_file": "/there/is/no/such/file"}, "mail_password_file"),
        ({"mail_per_day": "0"}, "mail_per_day"),
    ],
)
def test_a_mail_server_that_makes_no_sense_is_named(change: dict[str, str], said: str) -> None:
    with pytest.raises(BadSettings, match=said) as failure:
        load({f"DAMACI_{name.upper()}": value for name, value in (MAIL | change).items()})
    assert "secret" not in str(failure.value)


def test_the_passphrase_of_the_mail_server_can_be_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("a long passphrase\n")
    settings = load(
        {f"DAMACI_{name.upper()}": value for name, value in MAIL.items()} | {"DAMACI_MAIL_PASSWORD_FILE": str(file)}
    )
    assert settings.mail_password == "a long passphrase"
