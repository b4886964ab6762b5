"""Studies of many players: their owners, who may read and write them, and how much each player may store."""

import pytest
from sqlalchemy import select

from damaci.store import Store
from damaci.store.players import Player
from damaci.store.schema import STUDY_ACCESS, STUDY_CHAPTERS, STUDY_MEMBERS
from damaci.store.shared_studies import StudyMember, Used
from damaci.stored.errors import VersionConflict
from damaci.studies import Study
from damaci.studies.study import Chapter

pytestmark = pytest.mark.anyio

ADA = Player("a", "Ada", 1.0, account="ada")
BORA = Player("b", "Bora", 1.0, account="bora")


def study(version: int, *chapters: str) -> Study:
    made = tuple(Chapter(id=id, title=id, ruleset="turkish") for id in chapters)
    return Study(title="Openings", chapters=made, version=version)


async def kept(store: Store) -> None:
    """Stores two studies of Ada's; Bora is a member of the first."""
    for player in (ADA, BORA):
        await store.players.add(player)
    mine = store.shared_studies.of("a")
    await mine.add("s", study(1, "1", "2"), {"1": "123", "2": "12345"}, 1.0)
    await mine.add("t", study(1, "1"), {"1": "1"}, 2.0)
    assert await store.shared_studies.join("s", "b", 3.0)


async def test_a_new_study_is_private_and_its_owners(store: Store) -> None:
    await kept(store)
    found = await store.shared_studies.access("s", "b")
    assert found
    assert found.owner == StudyMember("a", "Ada", "ada")
    assert (found.visibility, found.open, found.member) == ("private", True, True)
    other = await store.shared_studies.access("t", "b")
    assert other
    assert not other.member
    assert await store.shared_studies.access("x", "a") is None


async def test_a_study_of_one_person_at_home_belongs_to_nobody(store: Store) -> None:
    await store.studies.add("home", study(1, "1"), {"1": "1"}, 1.0)
    assert await store.shared_studies.access("home", "") is None


async def test_lists_are_of_the_owner_and_of_members(store: Store) -> None:
    await kept(store)
    owned = await store.shared_studies.owned("a")
    assert [(each.stored.id, each.stored.chapters) for each in owned] == [("t", 1), ("s", 2)]
    assert [each.owner.name for each in await store.shared_studies.shared("b")] == ["Ada"]
    assert not await store.shared_studies.owned("b")
    assert not await store.shared_studies.shared("a")


async def test_what_is_used_follows_every_change(store: Store) -> None:
    await kept(store)
    assert await store.shared_studies.used("a") == Used(2, 9)
    written = store.shared_studies.of("b")
    await written.change("s", 1, study(2, "2"), {"1": None, "2": "1234567"}, 4.0)
    assert await store.shared_studies.used("a") == Used(2, 8)
    with pytest.raises(VersionConflict):
        await written.change("s", 1, study(2, "2"), {"2": "x" * 99}, 5.0)
    assert await store.shared_studies.used("a") == Used(2, 8)
    await written.delete("s")
    assert await store.shared_studies.used("a") == Used(1, 1)
    assert await store.shared_studies.used("b") == Used(0, 0)


async def test_members_come_and_go(store: Store) -> None:
    await kept(store)
    assert not await store.shared_studies.join("s", "b", 4.0)
    assert not await store.shared_studies.join("s", "nobody", 4.0)
    assert not await store.shared_studies.join("gone", "b", 4.0)
    assert [each.name for each in await store.shared_studies.members("s")] == ["Bora"]
    assert await store.shared_studies.leave("s", "b")
    assert not await store.shared_studies.leave("s", "b")


async def test_readers_are_let_in_and_out(store: Store) -> None:
    await kept(store)
    await store.shared_studies.show_to("s", "link")
    found = await store.shared_studies.access("s", "")
    assert found
    assert found.visibility == "link"


async def test_a_deleted_players_studies_go_and_others_stay(store: Store) -> None:
    await kept(store)
    await store.shared_studies.of("b").add("u", study(1, "1"), {"1": "1"}, 5.0)
    assert await store.shared_studies.join("u", "a", 6.0)
    await store.erasure.erase("a", 7.0)
    assert await store.studies.ids("", 9) == ["u"]
    async with store._database.reading() as connection:
        chapters = [*await connection.scalars(select(STUDY_CHAPTERS.c.study))]
        owned = [*await connection.scalars(select(STUDY_ACCESS.c.study))]
        members = [*await connection.scalars(select(STUDY_MEMBERS.c.study))]
    assert (chapters, owned, members) == (["u"], ["u"], [])


async def test_nothing_is_kept_for_a_player_who_is_gone(store: Store) -> None:
    with pytest.raises(VersionConflict):
        await store.shared_studies.of("gone").add("s", study(1, "1"), {"1": "1"}, 1.0)
    assert not await store.studies.ids("", 9)
