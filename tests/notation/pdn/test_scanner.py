"""Splitting PDN into games, without reading the moves."""

import io
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from damaci.notation import pdn
from damaci.notation.pdn import scanner

TWO_GAMES = """\
% made by hand
[Event "One"]
[Result "1-0"]

1. d3-d4! {good (1-0 [x] ;} d6d5 (1... e6-e5 2. h3xh5xf5 {why} (2. a3-a4)) $1
2. f3xf5xd5xd7xb7(?) 1-0 {resigned}

[Event "Two \\"b\\" \\\\ c"] 1. e3-e4 ; to the end 0-1 [Event "no"]
... a6-a5
"""

FRAGMENTS = st.lists(
    st.sampled_from(
        [
            *[
                "d3-d4",
                "d6d5",
                "f3xf5xd5",
                "1.",
                "2...",
                "...",
                "!",
                "?!",
                "(!)",
                "(",
                ")",
                "$1",
                "$",
                "%",
                "{",
                "}",
                ";",
                "[",
                "]",
                "/",
            ],
            *[
                "1-0",
                "0-1",
                "*",
                "1/2-1/2",
                "1-1",
                "-",
                "x",
                '[Event "x"]',
                '[A "',
                '"]',
                "[A",
                "\\",
                '"',
                "\n",
                "\n",
                " ",
                " ",
                "\r\n",
            ],
            *["word", "é", "\ud8ff", "D3–D4", "d6:d5?", "1 ", "(0:12)", "½-½", "\x00", "9", "a1", "{x}", "\ufeff"],
        ]
    ),
    max_size=40,
).map("".join)


def scanned(text: str) -> tuple[list[scanner.RawGame], list[str]]:
    errors: list[str] = []
    return list(pdn.scan(io.StringIO(text), on_error=lambda error: errors.append(str(error)))), errors


def test_games_with_all_that_may_be_in_them() -> None:
    one, two = pdn.scan(TWO_GAMES.encode())
    assert one.tags == {"Event": "One", "Result": "1-0"}
    assert one.moves() == ["d3-d4", "d6d5", "f3xf5xd5xd7xb7"]
    assert two.tags == {"Event": 'Two "b" \\ c'}
    assert two.moves() == ["e3-e4", "a6-a5"]
    assert (one.place, two.place) == ((1, 1), (8, 1))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_any_line_ending_with_and_without_a_mark(newline: str, encoding: str) -> None:
    text = TWO_GAMES.replace("\n", newline)
    assert (
        list(pdn.scan(text.encode(encoding)))
        == list(pdn.scan(io.StringIO(text, newline="")))
        == list(pdn.scan(TWO_GAMES.encode()))
    )


def test_bytes_of_older_programs_are_turkish_letters() -> None:
    (game,) = pdn.scan('[White "Ayşe Çağ"] 1. d3-d4 {İyi} *'.encode("cp1254"))
    assert game.tags == {"White": "Ayşe Çağ"}
    assert "{İyi}" in game.text
    (game,) = pdn.scan(b'[White "\xe9\x81\xff"] *')
    assert game.tags == {"White": "é\ufffdÿ"}


def test_half_a_character_in_a_text_is_no_text() -> None:
    with pytest.raises(pdn.PdnError, match="line 1, column 9: '\\\\ud8ff' is half a character: expected Unicode text"):
        list(pdn.scan(io.StringIO('[White "\ud8ff"]')))


def test_files_put_together_keep_their_marks() -> None:
    text = TWO_GAMES.encode("utf-8-sig")
    assert [game.tags for game in pdn.scan(text + text)] == [game.tags for game in pdn.scan(text)] * 2


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("", 0),
        (" \n\t", 0),
        ("; nothing but a remark", 0),
        ("1. d3-d4", 1),
        ("*", 1),
        ("d3-d4 * d3-d4 * d3-d4", 3),
        ("1. d3-d4 1-0 1. d3-d4 2-0 1. d3-d4 1/2-1/2", 3),
        ('[Event "a"] 1. d3-d4 [Event "b"] [Event2 "c"] 1. d3-d4', 2),
        ('[Event "a"] [Event2 "b"]', 1),
        ("1. d3-d4 (1. e3-e4 1-0) 1-0", 1),
        ("1. d3-d4 {1-0} 1-0 {*} ; [Event", 1),
    ],
)
def test_where_games_end(text: str, games: int) -> None:
    found = list(pdn.scan(text.encode()))
    assert len(found) == games
    assert "".join(game.text for game in found) in ("", text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "hello",
            (
                "line 1, column 1: 'hello' has no meaning here: expected a tag, a move such as d3-d4, a comment, a "
                "variation or a result"
            ),
        ),
        ("1. d3-d4 d9-d5", "line 1, column 10: 'd9-d5' has no meaning here"),
        ("1. d3-d4\n  d6 d5", "line 2, column 3: 'd6' has no meaning here"),
        ("1. 22_18", "line 1, column 4: '22_18' has no meaning here"),
        ("x" * 30, f"line 1, column 1: '{'x' * 20}…' has no meaning here"),
        ('[Event "x"]\n[Site x]\n', 'line 2, column 1: expected a tag such as [Event "Cup"], complete on one line'),
        ('[Event "x"', 'line 1, column 1: expected a tag such as [Event "Cup"]'),
        ('[Event "x\ny"]', 'line 1, column 1: expected a tag such as [Event "Cup"]'),
        ("1. d3-d4 {good\n\n d6-d5", "line 1, column 10: this comment is never closed: expected a }"),
        ("1. d3-d4 }", "line 1, column 10: '}' has no meaning here"),
        ('1. d3-d4 /FEN "W:Wa2:Bb7"/', "line 1, column 10: a set-up between moves is not read"),
    ],
)
def test_what_is_not_pdn(text: str, error: str) -> None:
    with pytest.raises(pdn.PdnError) as caught:
        list(pdn.scan(text.encode(errors="surrogateescape")))
    assert str(caught.value).startswith(error)
    assert str(caught.value) == f"line {caught.value.line}, column {caught.value.column}: {caught.value.message}"


def test_a_bad_game_is_passed_over_as_a_whole() -> None:
    text = (
        '[Event "1"]\n[Site 2]\n[Date "3"]\n1. d3-d4 1-0\n\n[Event "2"]\n1. d3-d4 huh 1-0\n\n'
        '[Event "3"]\n1. d3-d4 1-0\n'
    )
    games, errors = scanned(text)
    assert [game.tags for game in games] == [{"Event": "3"}]
    assert [error.partition(":")[0] for error in errors] == ["line 2, column 1", "line 7, column 10"]


@given(FRAGMENTS, st.integers(1, 30))
@example('[A "1-0 d3-d4 1-0 e3-e4"] [B "{ ; %"] *', 20)
@example("1. d3-d4 {1-0 d3-d4 1-0 d3-d4} 1-0", 25)
def test_where_the_blocks_end_does_not_matter(text: str, size: int) -> None:
    whole = scanned(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanner, "BLOCK", size)
        assert scanned(text) == whole


@given(FRAGMENTS)
def test_nothing_is_lost_or_doubled(text: str) -> None:
    errors: list[pdn.PdnError] = []
    list(pdn.scan(io.StringIO(text), on_error=errors.append))
    lines = (
        io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True).removeprefix("\ufeff").split("\n")
    )
    for error in errors:
        assert 1 <= error.column <= len(lines[error.line - 1])


class Endless(io.RawIOBase):
    """A stream that repeats the same game, which is created while it is read."""

    def __init__(self, game: bytes, times: int) -> None:
        self.game = game
        self.left = times

    def read(self, size: int = -1) -> bytes:
        count = min(self.left, max(1, size // len(self.game)))
        self.left -= count
        return self.game * count


def peak(games: Iterator[object]) -> int:
    tracemalloc.start()
    try:
        assert sum(1 for _ in games) > 0
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "BLOCK", 1 << 14)
    game = TWO_GAMES.encode()
    # A raw stream can be read like a buffered one.
    few, many = (peak(pdn.scan(Endless(game, times))) for times in (200, 4000))  # type: ignore[arg-type]
    assert many < 1.2 * few < 1_000_000


def test_a_game_without_end_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "BLOCK", 1 << 10)
    monkeypatch.setattr(scanner, "LONGEST", 1 << 14)
    for endless in (b"1. d3-d4 d6-d5 ", b"{ word "):
        stream = Endless(endless, 10**6)
        with pytest.raises(pdn.PdnError, match="line 1, column 1: a game of more than 16,384 characters"):
            list(pdn.scan(stream))  # type: ignore[arg-type]  # a raw stream is read likewise
        assert stream.left > 900_000


@pytest.mark.parametrize(
    "rubbish", ["{", "[", '[a "', "\n[{", "}", "1", "a1", "(", "%", '"', "\\", "$", "[A", "1.", "; "]
)
def test_rubbish_takes_no_longer_than_a_game(rubbish: str) -> None:
    """A scanner that takes quadratic time would need minutes for this."""
    for text in (rubbish * 100_000, rubbish * 100_000 + "\n"):
        scanned(text)


def test_streams_that_were_given_stay_open() -> None:
    stream = io.BytesIO(b"1. d3-d4 *")
    list(pdn.scan(stream))
    assert not stream.closed


def test_a_missing_file() -> None:
    with pytest.raises(FileNotFoundError):
        list(pdn.scan("no/such/file.pdn"))
