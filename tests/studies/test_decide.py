"""The events that commands lead to in a study."""

import pytest

from damaci.board.position import Position
from damaci.notation.pdn import Node, PdnGame
from damaci.notation.pdn.tree import Line
from damaci.studies import Refusal, Study, StudyChange, StudyCode, commands, decide, read_study
from damaci.studies.study import LONGEST_CHAPTER, LONGEST_TITLE, MOST_CHAPTERS


def game(*moves: str) -> PdnGame:
    position = Position.start()
    nodes = []
    for text in moves:
        move = position.parse_move(text)
        nodes.append(Node(move))
        position = position.play(move)
    return PdnGame(line=Line(nodes))


def new(id: str, title: str = "Chapter") -> commands.NewChapter:
    return commands.NewChapter(id=id, title=title, game=game())


def done(study: Study, command: commands.AnyCommand) -> StudyChange:
    change = decide(study, command)
    assert isinstance(change, StudyChange), change
    assert change.study.version == study.version + 1
    return change


def refused(study: Study, command: commands.AnyCommand) -> StudyCode:
    refusal = decide(study, command)
    assert isinstance(refusal, Refusal)
    return refusal.code


@pytest.fixture
def study() -> Study:
    chapters = tuple(new(id, title) for id, title in (("a", "One"), ("b", "Two"), ("c", "Three")))
    return done(Study(title="Openings"), commands.Add(chapters=chapters)).study


def order(study: Study) -> str:
    return "".join(each.id for each in study.chapters)


@pytest.mark.parametrize(
    ("place", "after"), [(0, "cab"), (1, "acb"), (2, "abc"), (9, "abc"), (2**63, "abc"), (-(2**63) - 1, "cab")]
)
def test_a_chapter_is_put_to_another_place(study: Study, place: int, after: str) -> None:
    assert order(done(study, commands.Move(chapter="c", place=place)).study) == after


def test_a_chapter_is_removed_with_what_is_in_it_but_never_the_last(study: Study) -> None:
    change = done(study, commands.Remove(chapter="a"))
    assert (order(change.study), change.texts) == ("bc", {"a": None})
    last = done(change.study, commands.Remove(chapter="b")).study
    assert refused(last, commands.Remove(chapter="c")) == "last-chapter"
    assert refused(last, commands.Remove(chapter="b")) == "unknown-chapter"


def test_titles_are_kept_without_needless_spaces(study: Study) -> None:
    assert done(study, commands.Rename(title="  Açmaz \n I ")).study.title == "Açmaz I"
    chapter = done(study, commands.RenameChapter(chapter="b", title="İki")).study.chapter("b")
    assert chapter is not None
    assert chapter.title == "İki"


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("مرحبا\u200f", "مرحبا"),
        ("a\u00adb", "ab"),
        ("x\u202ey", "xy"),
        ("\u200bX", "X"),
    ],
)
def test_a_title_is_kept_without_what_cannot_be_seen(study: Study, title: str, kept: str) -> None:
    assert done(study, commands.Rename(title=title)).study.title == kept
    assert done(study, commands.Add(chapters=(new("d", title),))).study.chapters[-1].title == kept


@pytest.mark.parametrize("title", ["", "  ", "a" * (LONGEST_TITLE + 1), "a\x00b"])
def test_what_is_no_title_is_refused(study: Study, title: str) -> None:
    assert refused(study, commands.Rename(title=title)) == "bad-title"
    assert refused(study, commands.RenameChapter(chapter="a", title=title)) == "bad-title"
    assert refused(study, commands.Add(chapters=(new("d", title),))) == "bad-title"


def test_of_two_who_write_at_once_the_second_is_told_and_loses_nothing(study: Study) -> None:
    first = done(study, commands.Write(chapter="a", version=1, game=game("d3-d4")))
    assert "d3-d4" in (first.texts["a"] or "")
    assert refused(first.study, commands.Write(chapter="a", version=1, game=game("e3-e4"))) == "changed"
    beside = done(first.study, commands.Write(chapter="b", version=1, game=game("e3-e4")))
    done(beside.study, commands.Write(chapter="a", version=2, game=game("d3-d4", "d6-d5")))


def test_a_title_or_a_place_does_not_stop_who_writes(study: Study) -> None:
    renamed = done(study, commands.RenameChapter(chapter="a", title="Uno")).study
    moved = done(renamed, commands.Move(chapter="a", place=2)).study
    written = done(moved, commands.Write(chapter="a", version=1, game=game("d3-d4"))).study.chapter("a")
    assert written is not None
    assert (written.title, written.version) == ("Uno", 2)


def test_a_study_has_so_many_chapters_and_no_more(study: Study) -> None:
    rest = tuple(new(f"n{number}") for number in range(MOST_CHAPTERS - 3))
    full = done(study, commands.Add(chapters=rest)).study
    assert refused(full, commands.Add(chapters=(new("z"),))) == "full"


def test_a_chapter_holds_so_much_and_no_more(study: Study) -> None:
    long = game("d3-d4")
    long.line.comments = ["ş" * (LONGEST_CHAPTER // 2)]
    assert refused(study, commands.Write(chapter="a", version=1, game=long)) == "too-long"
    added = commands.NewChapter(id="d", title="Long", game=long)
    assert refused(study, commands.Add(chapters=(added,))) == "too-long"
    long.line.comments = ["ş" * (LONGEST_CHAPTER // 2 - 200)]
    done(study, commands.Write(chapter="a", version=1, game=long))


def test_what_is_in_a_chapter_can_be_read_again(study: Study) -> None:
    written = game("d3-d4", "d6-d5")
    written.tags = {"White": "Ada", "ChapterName": "Not its title"}
    written.line.nodes[0].marks = ["Gd4", "Rd4d5"]
    text = done(study, commands.Write(chapter="a", version=1, game=written)).texts["a"]
    (_, [chapter]) = read_study(text or "")
    assert chapter.game.line == written.line
    assert chapter.game.tags == {"White": "Ada"}
