"""Each record is a line of JSON, with the request that it is about, and without secrets."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from damaci.online.logs import write_json_lines
from tests.online.conftest import Server


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers = root.handlers[:]
    level = root.level
    stream = io.StringIO()
    write_json_lines(stream)
    yield stream
    root.handlers[:] = handlers
    root.level = level


def lines(stream: io.StringIO) -> list[dict[str, str]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_record_is_one_line(written: io.StringIO) -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        logging.getLogger("damaci.somewhere").exception("game %s failed:\nbadly", "g")
    [line] = lines(written)
    assert (line["level"], line["logger"], line["message"]) == ("error", "damaci.somewhere", "game g failed:\nbadly")
    assert "ValueError: first\nsecond" in line["error"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["at"])
    assert "request" not in line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://dama:s3cret@db/dama", "postgresql://dama:***@db/dama"),
        ("redis://:s3cret@redis:6379", "redis://:***@redis:6379"),
        ("authorization: Bearer s3cret", "authorization: Bearer ***"),
        ("authorization: basic s3cret==", "authorization: basic ***"),
        ("cookie: a=b; damaci-session=s3cret; c=d", "cookie: a=b; damaci-session=***; c=d"),
        ("no such token: 'damaci_" + "s3cretXY-_" * 4 + "abc'", "no such token: 'damaci_***'"),
        ("cookie: __Host-damaci-board-g1=s3cret; c=d", "cookie: __Host-damaci-board-g1=***; c=d"),
        ("failed at /mail/confirm/s3cret now", "failed at /mail/confirm/*** now"),
        ("path='/mail/end/p1.s3cret'", "path='/mail/end/***'"),
        ("http://db:5432/@", "http://db:5432/@"),
    ],
)
def test_secrets_are_not_written(written: io.StringIO, text: str, shown: str) -> None:
    logging.getLogger("x").warning("%s", text)
    assert lines(written)[0]["message"] == shown


def test_what_is_logged_in_a_request_bears_its_id(
    written: io.StringIO, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("damaci.services.finished_games.FinishedGames.find", fail)
    answer = server.someone().send("GET", "/api/v1/games/abc")
    assert (answer.status_code, "planted" in answer.text) == (500, False)
    [line] = [line for line in lines(written) if line["level"] == "error"]
    assert line["request"] == answer.headers["x-request-id"]
    assert "planted" in line["error"]
