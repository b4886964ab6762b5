"""Sends players their challenges, over all the sockets that they have open."""

import time
from collections.abc import Collection, Mapping, Sequence

import msgspec

from damaci.host.repeating import Repeating
from damaci.online.connections import Connections, OpenSocket
from damaci.online.people import People, ShownRating
from damaci.store import Store
from damaci.store.challenges import Challenge

LOOK_SECONDS = 1.0
"""Seconds between two looks for challenges that another process has changed, or that have ended."""
LEFT_SECONDS = 30.0
"""For so long a player who has left is told of an acceptance: on the way from one page to another one."""


class ShownChallenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A challenge as one of its players reads it: `name` and `account` are the other's. Times in epoch seconds."""

    id: str
    name: str
    account: str
    terms: msgspec.Raw
    created: float
    until: float


class IncomingChallenge(ShownChallenge, frozen=True, omit_defaults=True):
    """A challenge to the reader, with the challenger's rating for such games."""

    rating: int | None = None
    provisional: bool = False


class OutgoingChallenge(ShownChallenge, frozen=True, omit_defaults=True):
    """A challenge by the reader. `declined`: why the other player does not want to."""

    declined: str = ""


class AcceptedChallenge(msgspec.Struct, frozen=True):
    """A challenge by the reader that was accepted: the game of that id has begun. `name` and `account` are the
    other's."""

    id: str
    name: str
    account: str


class ChallengeLists(msgspec.Struct, frozen=True, tag_field="type", tag="challenges"):
    """All challenges to and by the reader, and those by the reader that were accepted since the message before."""

    incoming: Sequence[IncomingChallenge] = ()
    outgoing: Sequence[OutgoingChallenge] = ()
    begun: Sequence[AcceptedChallenge] = ()


NOTHING = ChallengeLists()


async def challenges_of(people: People, player: str, found: Collection[Challenge]) -> ChallengeLists:
    """The challenges that concern a player, among some. Raises StoreError."""
    to = [each for each in found if each.target == player and not each.declined]
    by = [each for each in found if each.player == player]
    ratings = await people.of_seeks(to)
    return ChallengeLists([_incoming(each, ratings.get(each.id)) for each in to], [_outgoing(each) for each in by])


class ChallengeNews:
    """Reads the challenges of those who are connected."""

    def __init__(self, store: Store, connections: Connections, people: People) -> None:
        self._store = store
        self._connections = connections
        self._people = people
        self._standing: Mapping[str, Challenge] = {}
        """By id, as they were read last."""
        self._told: dict[OpenSocket, ChallengeLists] = {}
        self._until: dict[str, float] = {}
        """Players who are connected or have been lately: until when they are looked for."""
        self._missed: Mapping[str, list[AcceptedChallenge]] = {}
        """What could not be told to those who have left."""
        self.background = Repeating(self.look, LOOK_SECONDS, "the challenges cannot be told")

    def refresh(self) -> None:
        """Looks at once, because something has changed."""
        self.background.wake()

    async def look(self) -> None:
        """Reads the challenges, and sends them to those for whom something has changed. Raises StoreError."""
        players = self._connections.players
        found: Sequence[Challenge] = ()
        if expected := self._expected(players):
            found = await self._store.challenges.of_players(expected, time.time())
        begun = await self._begun({each.id for each in found})
        concerned = {one for each in found for one in (each.player, each.target)} & players
        news = {player: await challenges_of(self._people, player, found) for player in concerned}
        # Only now: what has begun is told by the next look if anything could not be read.
        self._standing = {each.id: each for each in found}
        self._tell(news, begun)

    def _expected(self, players: Collection[str]) -> Collection[str]:
        """The players who are connected, and those who have just left."""
        now = time.monotonic()
        self._until |= dict.fromkeys(players, now + LEFT_SECONDS)
        self._until = {player: until for player, until in self._until.items() if until > now}
        return self._until.keys()

    async def _begun(self, standing: Collection[str]) -> Mapping[str, list[AcceptedChallenge]]:
        """The challenges that were accepted and are not told yet, by the player who had made them."""
        begun = {player: [*missed] for player, missed in self._missed.items() if player in self._until}
        for each in self._standing.values():
            if each.id not in standing and await self._store.seats.of_game(each.id):
                begun.setdefault(each.player, []).append(_begun(each))
        return begun

    def _tell(self, news: Mapping[str, ChallengeLists], begun: Mapping[str, list[AcceptedChallenge]]) -> None:
        before = self._told
        self._told = {}
        self._missed = {player: each for player, each in begun.items() if player not in self._connections.players}
        for each in self._connections.open:
            player = each.player or ""
            state = self._told[each] = news.get(player, NOTHING)
            accepted = begun.get(player, [])
            if accepted or state != before.get(each, NOTHING):
                told = msgspec.structs.replace(state, begun=accepted)
                self._connections.tell(msgspec.json.encode(told).decode(), only=each)


def _incoming(challenge: Challenge, rating: ShownRating | None) -> IncomingChallenge:
    terms = msgspec.Raw(challenge.wish.encode())
    account = challenge.account or ""
    told = IncomingChallenge(challenge.id, challenge.name, account, terms, challenge.created, challenge.until)
    if rating is None:
        return told
    return msgspec.structs.replace(told, rating=rating.rating, provisional=rating.provisional)


def _begun(challenge: Challenge) -> AcceptedChallenge:
    return AcceptedChallenge(challenge.id, challenge.target_name, challenge.target_account or "")


def _outgoing(challenge: Challenge) -> OutgoingChallenge:
    return OutgoingChallenge(
        challenge.id,
        challenge.target_name,
        challenge.target_account or "",
        msgspec.Raw(challenge.wish.encode()),
        challenge.created,
        challenge.until,
        challenge.declined,
    )
