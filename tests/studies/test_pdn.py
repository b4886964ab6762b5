"""Studies are written as one PDN file, and read back."""

import pytest

from damaci.board.position import Position
from damaci.notation.pdn import Line, PdnError, PdnGame
from damaci.studies import Written, read_study, write_study

GAME = """\
[StudyName "Açmaz \\"I\\""]
[ChapterName "Giving three"]
[White "Ada"]

{[%csl Gd4] [%cal Rd3d4,Yd4d5] Look} 1. d3-d4 $1 {[%csl Bd4] so} d6-d5
(1... a6-a5 {[%cal Ba5a4]} 2. e3-e4 (2. h3-h4 h6-h5) 2... e6-e5) 2. d4xd8 1-0
"""


def test_nothing_is_lost_on_the_way_there_and_back() -> None:
    title, chapters = read_study(GAME)
    assert (title, [each.title for each in chapters]) == ('Açmaz "I"', ["Giving three"])
    chapters += [
        Written("Ending", PdnGame(Position.from_fen("W:WKa1:Bh8", "turkish"))),
        Written("Hane", PdnGame(Position.start("armenian"))),
    ]
    assert read_study(write_study(title, chapters)) == (title, chapters)


@pytest.mark.parametrize("title", ["?", "...", "? .", "1. d3-d4", 'x\\"y'])
def test_every_title_of_a_chapter_is_kept(title: str) -> None:
    assert read_study(write_study(title, [Written(title, PdnGame())])) == (title, [Written(title, PdnGame())])


def test_marks_are_told_and_changed_without_touching_what_is_said() -> None:
    (chapter,) = read_study(GAME)[1]
    line = chapter.game.line
    assert line.marks == ["Gd4", "Rd3d4", "Yd4d5"]
    first = line.nodes[0]
    assert first.marks == ["Bd4"]
    first.marks = ["Gd4d5"]
    assert first.comments == ["[%cal Gd4d5]", "so"]
    first.marks = []
    assert first.comments == ["so"]


@pytest.mark.parametrize(
    ("tags", "title"),
    [
        ('[White "Ada"] [Black "Can"] [Event "Cup"]', "Ada – Can"),
        ('[White "?"] [Black "Can"] [Event "Cup"]', "Cup"),
        ('[Event "?"]', ""),
        ('[ChapterName "?"] [Event "Cup"]', "?"),
        ('[ChapterName "A\u00adB"] [Event "Cup"]', "AB"),
        ('[ChapterName " "] [Event "Cup"]', "Cup"),
    ],
)
def test_a_game_of_others_is_called_after_its_players(tags: str, title: str) -> None:
    assert read_study(f"{tags} 1. d3-d4 *")[1][0].title == title


def test_a_text_that_is_no_pdn_is_refused() -> None:
    with pytest.raises(PdnError):
        read_study("1. d3-d5 *")


def test_what_holds_other_than_marks_is_left_among_the_words() -> None:
    line = Line([], ["[%csl Gd4,Zd5] and [%cal Gd4]"])
    assert line.marks == ["Gd4"]
    assert Line([], ["[%csl Gi4]"]).marks == []
