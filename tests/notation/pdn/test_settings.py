"""Options and draw rules as tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damaci import Endings, OneEach, Options
from damaci.notation.pdn.settings import read_endings, read_options, write_endings, write_options

COUNTS = st.integers(0, 9999)


@given(st.builds(Options, st.booleans(), st.booleans(), st.booleans()))
def test_options_read_back(options: Options) -> None:
    assert read_options(write_options(options)) == options


@given(st.builds(Endings, st.sampled_from(OneEach), COUNTS, COUNTS, COUNTS))
def test_endings_read_back(endings: Endings) -> None:
    assert read_endings(write_endings(endings)) == endings


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("last-three", "unknown option 'last-three': expected none, or of touch-move, announcements, last-three-kings"),
        ("touch-move,", "unknown option ''"),
    ],
)
def test_options_that_there_are_not(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        read_options(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "fifty 3",
            (
                "unknown draw rule 'fifty 3': expected none, or of one-each, kings-only-moves, repetitions, "
                "no-progress-moves"
            ),
        ),
        ("one-each always", "'one-each always': expected one-each with one of never, at-once, unless-capture"),
        ("repetitions", "'repetitions': expected repetitions with a number of at most four digits"),
        ("repetitions 99999", "'repetitions 99999': expected repetitions with a number"),
    ],
)
def test_endings_that_there_are_not(text: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        read_endings(text)
