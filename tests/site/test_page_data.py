from damaci.board.position import Position
from damaci.notation.pdn import PdnGame
from damaci.services.studies import ChapterContents, ShownStudy
from damaci.services.tree import tree_of
from damaci.site.page_data import shown_study
from damaci.studies import Chapter, Study


def test_the_tree_of_a_study_is_in_its_page_once_and_is_not_copied() -> None:
    tree = tree_of(PdnGame(Position.start()))
    study = Study(title="Endings", chapters=(Chapter(id="c", title="One", ruleset="turkish"),))
    data = shown_study(ShownStudy(id="s", study=study, chapter="c", contents=ChapterContents(version=3, tree=tree)))
    assert data["tree"] is tree
    assert data["study"]["contents"] == {"version": 3}
    assert data["study"]["study"]["title"] == "Endings"
