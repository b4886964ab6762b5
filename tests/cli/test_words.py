"""What a game in the terminal says when the game ends."""

import pytest

from damaci.cli.terminal.words import Words
from damaci.game.outcome import Reason
from damaci.languages import LANGUAGES
from damaci.play.events import Ended

DRAWN = {
    Reason.ONE_EACH,
    Reason.KINGS_ONLY,
    Reason.REPETITION,
    Reason.NO_PROGRESS,
    Reason.AGREEMENT,
    Reason.TOO_LONG,
    Reason.ABANDONED,
    Reason.ADJUDICATED,
    Reason.ANNULLED,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_end_has_a_sentence_of_its_own(language: str) -> None:
    words = Words(language)
    drawn = [words.end(Ended(at=1.0, result="1/2-1/2", reason=reason)) for reason in sorted(DRAWN)]
    won = [words.end(Ended(at=1.0, result="1-0", reason=reason)) for reason in Reason if reason not in DRAWN]
    assert len(set(drawn)) == len(drawn)
    assert len(set(won)) == len(won)


def test_a_drawn_game_that_was_abandoned_blames_nobody() -> None:
    told = Words("en").end(Ended(at=1.0, result="1/2-1/2", reason=Reason.ABANDONED))
    assert told.endswith("The game was abandoned.")
