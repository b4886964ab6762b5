"""The studies of all players: who may do what with each, and how much a player may keep."""

import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from damaci.online.costs import MOST_MEMBERS, MOST_STUDIES, STUDY_CHARACTERS
from damaci.online.names import fold
from damaci.online.people import is_known
from damaci.services.run import Run
from damaci.services.studies import ChapterContents, ChapterSource, NewStudy, ShownStudy, Studies, UnknownStudy
from damaci.services.tree import Tree, record_of
from damaci.site.rejection import Rejected
from damaci.store import Store
from damaci.store.players import Player
from damaci.store.shared_studies import Access, SharedStudy, StudyMember, Used, Visibility
from damaci.studies import Study
from damaci.studies.commands import Order
from damaci.studies.pdn import write_chapter

Role = Literal["owner", "member", "reader"]
WRITERS: tuple[Role, ...] = ("owner", "member")


class StudyWriter(msgspec.Struct, frozen=True):
    """A player with an account. `account` is the last part of the address of the player's page."""

    name: str
    account: str


class Sharing(msgspec.Struct, frozen=True):
    """What the visitor is in a study, whose it is, and who may read it. Readers are not told who else may write."""

    role: Role
    owner: StudyWriter
    visibility: Visibility
    members: Sequence[StudyWriter]


class StudyLibrary:
    """The studies of a server. `run` does what may take long; `now` are seconds since the epoch. A study that a player
    may not read does not exist: every method that takes one raises UnknownStudy, and Rejected for who may only read or
    is not the owner; all raise StoreError."""

    def __init__(self, store: Store, run: Run, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._shared = store.shared_studies
        self._run = run
        self._now = now
        self._studies = self._of("")

    def _of(self, owner: str) -> Studies:
        return Studies(self._shared.of(owner), self._run, self._now)

    # ---- looking -----------------------------------------------------------------------------------------------------

    async def lists(self, player: Player) -> tuple[Sequence[SharedStudy], Sequence[SharedStudy]]:
        """The player's own studies and those of others in which the player may write, last changed first."""
        return await self._shared.owned(player.id), await self._shared.shared(player.id)

    async def show(self, player: Player | None, study: str, chapter: str = "") -> ShownStudy:
        """A study with one of its chapters, the first unless another is asked for."""
        await self._may(player, study)
        return await self._studies.show(study, chapter)

    async def outline(self, player: Player | None, study: str) -> Study:
        """A study without what is in its chapters."""
        await self._may(player, study)
        return await self._studies.find(study)

    async def pdn(self, player: Player | None, study: str, chapter: str = "") -> str:
        """A study as one PDN, or one of its chapters."""
        await self._may(player, study)
        return await self._studies.pdn(study, chapter)

    async def sharing(self, player: Player | None, study: str) -> Sharing:
        """What a player is in a study, and who else is there."""
        role, access = await self._may(player, study)
        members = await self._shared.members(study) if role in WRITERS else ()
        return Sharing(role, _named(access.owner), access.visibility, [_named(each) for each in members])

    # ---- changing ----------------------------------------------------------------------------------------------------

    async def create(self, player: Player, wish: NewStudy) -> str:
        """Makes a private study; returns its id. Raises DamaciError."""
        if player.account is None:
            raise Rejected(403, "study-account-needed")
        used = await self._shared.used(player.id)
        if used.studies >= MOST_STUDIES:
            raise Rejected(409, "study-too-many")
        _expect_room(used)
        return await self._of(player.id).create(wish)

    async def add(self, player: Player | None, study: str, source: ChapterSource) -> Study:
        """Adds chapters at the end. Raises DamaciError, StudyRefused."""
        _expect_room(await self._used(player, study))
        return await self._studies.add(study, source)

    async def write(self, player: Player | None, study: str, chapter: str, contents: ChapterContents) -> Study:
        """Replaces what is in a chapter, in a full library only by what is not longer. Raises DamaciError, StudyRefused
        when somebody was quicker."""
        used = await self._used(player, study)
        if _is_full(used) and await self._grows(study, chapter, contents):
            raise Rejected(409, "study-no-room")
        return await self._studies.write(study, chapter, contents)

    async def do(self, player: Player | None, study: str, command: Order) -> Study:
        """Carries a command about order and titles out. Raises StudyRefused."""
        await self._may(player, study, *WRITERS)
        return await self._studies.do(study, command)

    async def delete(self, player: Player | None, study: str) -> None:
        """Deletes a study of the player."""
        await self._may(player, study, "owner")
        await self._studies.delete(study)

    # ---- sharing -----------------------------------------------------------------------------------------------------

    async def show_to(self, player: Player | None, study: str, visibility: Visibility) -> None:
        """Changes who may read a study of the player."""
        await self._may(player, study, "owner")
        await self._shared.show_to(study, visibility)

    async def invite(self, player: Player | None, study: str, name: str) -> None:
        """Lets the player with an account of that name write in a study of the player."""
        _, access = await self._may(player, study, "owner")
        invited = await self._store.players.with_account(fold(name))
        if invited is None or not is_known(invited):
            raise Rejected(404, "no-player")
        if len(await self._shared.members(study)) >= MOST_MEMBERS:
            raise Rejected(409, "study-too-many-members")
        if invited.id == access.owner.id or not await self._shared.join(study, invited.id, self._now()):
            raise Rejected(409, "study-member-already")

    async def dismiss(self, player: Player | None, study: str, name: str) -> None:
        """Takes a member out of a study: by its owner, or by the member."""
        leaving = player is not None and player.account == fold(name)
        await self._may(player, study, *(WRITERS if leaving else ("owner",)))
        member = await self._store.players.with_account(fold(name))
        if member is None or not await self._shared.leave(study, member.id):
            raise Rejected(404, "no-player")

    async def reported(self, player: Player, study: str, chapter: str) -> tuple[str, str]:
        """The owner of a study that the player reports, and the words of a chapter, the first unless another is asked
        for."""
        _, access = await self._may(player, study)
        shown = await self._studies.show(study, chapter)
        return access.owner.id, await self._studies.pdn(study, shown.chapter)

    # ---- rights ------------------------------------------------------------------------------------------------------

    async def _used(self, player: Player | None, study: str) -> Used:
        """What the owner uses of a study that the player may write in."""
        _, access = await self._may(player, study, *WRITERS)
        return await self._shared.used(access.owner.id)

    async def _grows(self, study: str, chapter: str, contents: ChapterContents) -> bool:
        """Whether a chapter would become longer than it is; one that is not there does not."""
        there = await self._shared.of("").texts(study, [chapter])
        text = await self._run(_text, contents.tree)
        return len(text) > len(there.get(chapter, text))

    async def _may(self, player: Player | None, study: str, *roles: Role) -> tuple[Role, Access]:
        """What the player is in a study: one of `roles`, if any are given."""
        access = await self._shared.access(study, player.id if player else "")
        role = _role(access, player) if access else None
        if access is None or role is None:
            raise UnknownStudy(f"no study {study!r}")
        if roles and role not in roles:
            raise Rejected(403, "study-read-only" if role == "reader" else "study-not-owner")
        return role, access


def _role(access: Access, player: Player | None) -> Role | None:
    if player and player.id == access.owner.id:
        return "owner"
    if not access.open:
        return None
    if access.member:
        return "member"
    if access.visibility == "link":
        return "reader"
    return None


def _named(player: StudyMember) -> StudyWriter:
    return StudyWriter(player.name, player.account)


def _text(tree: Tree) -> str:
    return write_chapter(record_of(tree))


def _is_full(used: Used) -> bool:
    return used.size >= STUDY_CHARACTERS


def _expect_room(used: Used) -> None:
    if _is_full(used):
        raise Rejected(409, "study-no-room")
