"""The API is tested by its own description: whatever is sent, the response is one of those in the description."""

import re
import warnings
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
from hypothesis import HealthCheck, given, settings

from damaci.online.app import create_online_app
from damaci.online.settings import OnlineSettings
from damaci.play.commands import SeatCommand
from tests.online.process import Client, serving

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        negative_data_rejection,
        response_schema_conformance,
        status_code_conformance,
    )

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
LEFT_OUT = ("/api/v1/account", "/api/v1/session", "/api/v1/data")
"""These requests remove what the others need, or spend a second on a passphrase."""


def operations() -> Iterator[tuple[str, str]]:
    paths = create_online_app(OnlineSettings()).openapi_schema.to_schema()["paths"]
    for path in sorted(paths.keys() - set(LEFT_OUT)):
        yield from ((path, method) for method in paths[path])


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("openapi"), DAMACI_ENGINE_GAMES="0") as server:
        guest = Client(server.address)
        yield Client(server.address, guest.send("POST", "/api/v1/tokens", {"name": "tester"})["secret"])


@pytest.fixture(scope="module")
def description(program: Client) -> Any:
    return schemathesis.openapi.from_url(f"{program.address}/api/v1/openapi.json")


@pytest.mark.parametrize(("path", "method"), list(operations()))
def test_every_answer_is_described(description: Any, program: Client, path: str, method: str) -> None:
    @settings(max_examples=20, suppress_health_check=list(HealthCheck))
    @given(case=description[path][method].as_strategy())
    def check(case: Any) -> None:
        case.call_and_validate(headers=program.headers, checks=CHECKS)

    check()


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_is_not_there_is_refused_as_everywhere(program: Client, method: str) -> None:
    answer = httpx.request(method, f"{program.address}/api/v1/nothing", headers=program.headers)
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")


def test_a_missing_body_is_called_missing(program: Client) -> None:
    answer = httpx.post(f"{program.address}/api/v1/games", headers=program.headers)
    assert (answer.status_code, answer.json()) == (400, {"error": "bad-request", "detail": "data: missing"})


def test_options_names_every_method(program: Client) -> None:
    described = create_online_app(OnlineSettings()).openapi_schema.to_schema()["paths"]
    for path, methods in described.items():
        address = program.address + re.sub(r"{\w+}", "1", path)
        allowed = httpx.options(address, headers=program.headers).headers["allow"]
        assert {*allowed.lower().split(", ")} == {*methods, "options"}, path


def test_every_kind_of_request_is_described() -> None:
    described = create_online_app(OnlineSettings()).openapi_schema.to_schema()
    body = described["paths"]["/api/v1/games/{game}/requests"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    assert len(body["oneOf"]) == len(get_args(SeatCommand))
