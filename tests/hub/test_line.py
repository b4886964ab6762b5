import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci.errors import DamaciError
from damaci.hub.line import HubLine, read_line

NAMES = st.text(st.characters(codec="ascii", exclude_categories=("Cc", "Zs"), exclude_characters='="'), min_size=1)
VALUES = st.text(st.characters(codec="ascii", exclude_categories=("Cc",), exclude_characters='"')).map(
    lambda text: " ".join(text.split())
)


@given(NAMES, st.dictionaries(NAMES, VALUES))
def test_what_is_written_is_read(command: str, arguments: dict[str, str]) -> None:
    line = HubLine(command, arguments)
    assert read_line(str(line)) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("go think\r\n", HubLine("go", {"think": ""})),
        ("  level   depth = 5  nodes=7 ", HubLine("level", {"depth": "5", "nodes": "7"})),
        ('id author="A  B" country=', HubLine("id", {"author": "A  B", "country": ""})),
    ],
)
def test_reading_is_lenient(text: str, line: HubLine) -> None:
    assert read_line(text) == line


@pytest.mark.parametrize("text", ["", "  \t\n"])
def test_an_empty_line_is_nothing(text: str) -> None:
    assert read_line(text) is None


@pytest.mark.parametrize(
    ("text", "message"), [("=5", "character 1: expected a command"), ('pos pos="W', "character 4: expected name=value")]
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(DamaciError, match=message):
        read_line(text)


@given(st.text())
def test_rubbish_is_refused_or_read(text: str) -> None:
    try:
        line = read_line(text)
    except DamaciError:
        return
    assert line is None or line.command in text


def test_one_move_is_quoted_too() -> None:
    assert str(HubLine("info", {"pv": "41-33"})) == 'info pv="41-33"'
