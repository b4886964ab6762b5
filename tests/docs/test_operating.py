"""The operators' page, the container file and the compose file are correct."""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
import yaml
from click.testing import CliRunner

from damaci.cli.admin import admin
from damaci.cli.serve import serve
from damaci.online.settings import PREFIX, OnlineSettings, load
from damaci.store import Store
from damaci.store.reports import PlayerReport
from tests.online.process import Client, serving
from tests.support import PATIENCE, ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "11-operating.md").read_text(encoding="utf-8")
GIVEN = {"DOMAIN": "dama.example", "POSTGRES_PASSWORD": "secret", "OPERATOR_TOKEN": "sixteen-letters-at-least"}


def filled_in(text: str) -> str:
    """Substitutes variables as compose does. Each variable has to be given."""
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


def test_the_proxy_on_the_page_is_that_of_the_compose_file() -> None:
    [on_page] = re.findall(r"```\n(dama\.example \{.+?)```", PAGE, re.DOTALL)
    content = COMPOSE["configs"]["caddyfile"]["content"].replace("{$$DOMAIN}", "dama.example")
    for name, port in (("app1:3264", 3264), ("app2:3264", 3265)):
        content = content.replace(name, f"127.0.0.1:{port}")
    assert on_page.split() == content.split()


def test_only_the_proxy_is_reached_from_outside_and_operators_pages_are_not() -> None:
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]
    assert "@inside path /operator* /health /ready" in COMPOSE["configs"]["caddyfile"]["content"]


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


# ---- the parts of compose's specification that are used here; compose refuses any others -----------------------------


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Build(Strict):
    context: str
    dockerfile: str


class Needed(Strict):
    condition: Literal["service_started", "service_healthy"]


class HealthCheck(Strict):
    test: list[str]
    interval: str
    retries: int


class Mounted(Strict):
    source: str
    target: str


class Service(Strict, kw_only=True):
    networks: list[str]
    restart: Literal["unless-stopped"]
    build: Build | None = None
    image: str = ""
    command: list[str] = []
    stop_grace_period: str = ""
    depends_on: dict[str, Needed] = {}
    environment: dict[str, str] = {}
    volumes: list[str] = []
    ports: list[str] = []
    healthcheck: HealthCheck | None = None
    configs: list[Mounted] = []


class Content(Strict):
    content: str


class Network(Strict):
    ipam: dict[Literal["config"], list[dict[Literal["subnet"], str]]]


class Compose(Strict):
    name: str
    services: dict[str, Service]
    configs: dict[str, Content]
    volumes: dict[str, None]
    networks: dict[str, Network]


@pytest.fixture(scope="module")
def compose() -> Compose:
    return msgspec.convert({key: value for key, value in COMPOSE.items() if not key.startswith("x-")}, Compose)


def test_the_compose_file_is_one_and_all_its_parts_are_there(compose: Compose) -> None:
    for name, service in compose.services.items():
        assert bool(service.build) != bool(service.image), name
        assert set(service.networks) <= compose.networks.keys()
        assert {mounted.source for mounted in service.configs} <= compose.configs.keys()
        for needed, how in service.depends_on.items():
            assert how.condition == "service_started" or compose.services[needed].healthcheck
        if service.build:
            assert (ROOT / service.build.context / service.build.dockerfile).is_file()


def test_there_is_time_to_end_well(compose: Compose) -> None:
    assert "STOPSIGNAL SIGTERM" in CONTAINERFILE
    assert compose.services["app1"].stop_grace_period == "15s"


def test_the_page_s_commands_name_what_there_is(compose: Compose) -> None:
    named = re.findall(r"docker compose up --detach --no-deps --wait (\w+)", PAGE)
    assert named == [name for name, service in compose.services.items() if service.build]
    assert "HEALTHCHECK" in CONTAINERFILE  # without it, --wait would not wait for an answer


def test_the_container_is_made_of_sources_only() -> None:
    """The container has no files that CMake has built on another machine, and no passwords."""
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "build", "dist", ".env"} <= set(left_out)
    needed = ("pyproject.toml", "README.md", "LICENSE", "CMakeLists.txt", "kernel", "src", "tools")
    assert not set(needed) & set(left_out)
    assert all((ROOT / each).exists() for each in needed)


def test_the_health_check_of_the_container_tells_a_server_from_none(tmp_path: Path) -> None:
    [given] = re.findall(r"^HEALTHCHECK .*? CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    python, *arguments = json.loads(given)
    assert python == "python"
    with serving(tmp_path) as server:
        here = [each.replace("127.0.0.1:3264", server.address.split("/")[2]) for each in arguments]
        assert here != arguments
        assert subprocess.run([sys.executable, *here], timeout=60).returncode == 0
    assert subprocess.run([sys.executable, *here], timeout=60, capture_output=True).returncode == 1


# ---- the actions of an operator, carried out as the page describes them ----------------------------------------------

ACTS = re.findall(r"^```sh\n(.*?)^```", PAGE.partition("## What operators do\n")[2].partition("\n## ")[0], re.M | re.S)


def test_every_act_of_an_operator_is_on_the_page() -> None:
    shown = {line.split()[2] for block in ACTS for line in block.splitlines()}
    assert shown == set(admin.commands) - {"tidy", "try-mail"}  # these two have sections of their own


def test_the_acts_of_an_operator_work_as_the_page_says(tmp_path: Path) -> None:
    with serving(tmp_path, DAMACI_ACCOUNTS="open") as server:
        ada = Client(server.address)
        me = ada.send("POST", "/api/v1/account", {"name": "Ada", "passphrase": "a long passphrase"})["id"]
        cup = ada.send("POST", "/api/v1/tournaments", {"name": "Cup", "starts": time.time() + 3600})["id"]

        async def report() -> list[str]:
            store = await Store(tmp_path).open_existing()
            await store.broadcasts.create("b", me, "Open", 1.0, 20)
            await store.reports.add(PlayerReport(id="r", created=1.0, about=me, by=None, reason="stalling"))
            processes = await store.processes.seen(0)
            await store.close()
            return [process.id for process in processes]

        [process] = asyncio.run(report())
        given = {"REPORT_ID": "r", "BROADCAST_ID": "b", "TOURNAMENT_ID": cup, "PROCESS_ID": process}
        environment = os.environ | {"DAMACI_DATABASE": str(tmp_path)}
        environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
        for block in ACTS:
            commands = re.sub("|".join(given), lambda found: given[found[0]], block)
            done = subprocess.run(
                ["sh", "-e", "-c", commands], env=environment, capture_output=True, text=True, timeout=PATIENCE
            )
            assert (done.returncode, done.stderr.replace("there are no reports\n", "")) == (0, ""), commands
            if "admin link" in commands:
                assert f"{server.address}sign-in#" in done.stdout
            if "admin audit" in commands:
                assert "drain" in done.stdout
        server.process.communicate(timeout=PATIENCE)
        assert server.process.returncode == 0
