"""The operators' page, the container file and the compose file say what is so."""

import re
from typing import Any

import msgspec
import yaml
from click.testing import CliRunner

from damaci.cli.serve import serve
from damaci.online.settings import PREFIX, OnlineSettings, load
from tests.support import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "11-operating.md").read_text(encoding="utf-8")
GIVEN = {"DOMAIN": "dama.example", "POSTGRES_PASSWORD": "secret", "OPERATOR_TOKEN": "sixteen-letters-at-least"}


def filled_in(text: str) -> str:
    """As compose fills in its variables, all of which have to be given."""
    return re.sub(r"\$\{(\w+):\?\}", lambda found: GIVEN[found[1]], text)


def test_the_settings_table_is_complete_and_right() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \|$", PAGE, re.MULTILINE)
    fields = msgspec.structs.fields(OnlineSettings)
    defaults = {field.name: getattr(OnlineSettings(), field.name) for field in fields}
    assert dict(rows) == {name: f"`{value}`" if value not in ("", []) else "" for name, value in defaults.items()}


def test_both_processes_have_settings_that_exist_and_make_sense() -> None:
    for name in ("app1", "app2"):
        environment = {key: filled_in(value) for key, value in COMPOSE["services"][name]["environment"].items()}
        assert {key.removeprefix(PREFIX).lower() for key in environment} <= set(OnlineSettings.__struct_fields__)
        settings = load(environment)
        assert (settings.public_url, settings.alone, settings.secure) == ("https://dama.example", False, True)
        assert name in settings.hosts


def test_what_the_settings_name_is_there() -> None:
    services = COMPOSE["services"]
    settings = load({key: filled_in(value) for key, value in services["app1"]["environment"].items()})
    assert re.findall(r"[@/](\w+)/", settings.database + " " + settings.redis) == ["postgres", "redis"]
    assert {"postgres", "redis"} <= services["app1"]["depends_on"].keys() <= services.keys()
    assert settings.trusted_proxies == [COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]]
    [caddyfile] = [config["content"] for config in COMPOSE["configs"].values()]
    assert re.findall(r"(\w+):(\d+)", caddyfile) == [("app1", "3264"), ("app2", "3264")]
    volumes = [volume.partition(":")[0] for service in services.values() for volume in service.get("volumes", [])]
    assert sorted(volumes) == sorted(COMPOSE["volumes"])


def test_only_the_proxy_is_reached_from_outside_and_operators_pages_are_not() -> None:
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]
    assert "@inside path /operator* /health" in COMPOSE["configs"]["caddyfile"]["content"]


def test_every_variable_the_compose_file_needs_is_on_the_page() -> None:
    needed = set(re.findall(r"\$\{(\w+):\?\}", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    assert needed == set(GIVEN)
    assert all(f"{name}=" in PAGE for name in needed)


def test_the_container_starts_a_command_that_there_is() -> None:
    [entry] = re.findall(r"^ENTRYPOINT (.*)$", CONTAINERFILE, re.MULTILINE)
    command, *arguments = yaml.safe_load(entry)
    assert [command, arguments[0]] == ["damaci", "serve"]
    assert CliRunner().invoke(serve, [*arguments[1:], "--help"]).exit_code == 0
    assert f"EXPOSE {arguments[-1]}" in CONTAINERFILE
    extras = set(re.findall(r"\[(\w+)\]\"", CONTAINERFILE))
    assert extras == {"server"}
