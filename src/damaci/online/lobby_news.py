"""What the lobby sends to its followers: its state once, then only changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from damaci.online.people import ShownRating
from damaci.play.events import Color, Seat
from damaci.store.seeks import Seek
from damaci.stored import Summary


class OpenSeek(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seek that anyone may accept. `created`: seconds since the epoch. For a player with an account, also the last
    part of the address of the player's page, and the rating for such games."""

    id: str
    name: str
    terms: msgspec.Raw
    created: float
    account: str = ""
    rating: int | None = None
    provisional: bool = False
    computer: str = ""
    """What plays, if it is no person."""

    @classmethod
    def of(cls, seek: Seek, rating: ShownRating | None = None) -> "OpenSeek":
        """A stored seek. Its terms are passed on as they are stored."""
        raw = msgspec.Raw(seek.wish.encode())
        told = cls(seek.id, seek.name, raw, seek.created, seek.account or "", computer=seek.computer or "")
        if rating is None:
            return told
        return msgspec.structs.replace(told, rating=rating.rating, provisional=rating.provisional)


class Running(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that is being played. `accounts`: of the players who have one."""

    id: str
    ruleset: str
    white: Seat
    black: Seat
    plies: int
    accounts: Mapping[Color, str] = {}

    @classmethod
    def of(cls, game: Summary) -> "Running":
        """A stored game."""
        return cls(game.id, game.ruleset, game.white, game.black, game.plies)

    def as_far_as(self, before: "Running | None") -> "Running":
        """The same with as many moves as it had before."""
        if before is None:
            return self
        return msgspec.structs.replace(self, plies=before.plies)

    def is_renamed(self, before: "Running") -> bool:
        """Whether a player has another name than before, or, having been deleted, none."""
        return (self.white, self.black) != (before.white, before.black)


class Plies(msgspec.Struct, frozen=True):
    """How far a game has gone."""

    id: str
    plies: int


class LobbyState(msgspec.Struct, frozen=True, tag_field="type", tag="lobby"):
    """The lobby: open seeks and running games, the newest first, and the number of connected pages."""

    seeks: Sequence[OpenSeek]
    games: Sequence[Running]
    here: int


class SeekChanges(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seeks that have come, or have another name, and the ids of those that are gone."""

    added: Sequence[OpenSeek] = ()
    removed: Sequence[str] = ()


class GameChanges(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games that have come, or whose players have other names, games that have gone on, and the ids of those that are
    gone."""

    added: Sequence[Running] = ()
    changed: Sequence[Plies] = ()
    removed: Sequence[str] = ()


NO_SEEKS = SeekChanges()
NO_GAMES = GameChanges()
# The very same objects stand for "nothing": msgspec leaves out a default value by its identity.


class Changes(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="lobby-changes"):
    """What has changed since the message before."""

    seeks: SeekChanges = NO_SEEKS
    games: GameChanges = NO_GAMES
    here: int | None = None


class Own(msgspec.Struct, frozen=True, tag_field="type", tag="own"):
    """All open seeks of the reader, shown to others or not."""

    seeks: Sequence[OpenSeek]


class Accepted(msgspec.Struct, frozen=True, tag_field="type", tag="begun"):
    """The reader's seek was accepted: the game of that id has begun."""

    id: str


@dataclass(frozen=True)
class View:
    """What everybody sees, by id, the newest first."""

    seeks: Mapping[str, OpenSeek] = field(default_factory=dict)
    games: Mapping[str, Running] = field(default_factory=dict)
    here: int = 0

    def state(self) -> LobbyState:
        """All of it."""
        return LobbyState(list(self.seeks.values()), list(self.games.values()), self.here)

    def changes_since(self, before: "View") -> Changes:
        """The changes for those who have an earlier view."""
        here = self.here if self.here != before.here else None
        return Changes(self._seeks_since(before.seeks), self._games_since(before.games), here)

    def _seeks_since(self, before: Mapping[str, OpenSeek]) -> SeekChanges:
        added = tuple(
            each for each in self.seeks.values() if each.id not in before or before[each.id].name != each.name
        )
        removed = tuple(id for id in before if id not in self.seeks)
        if not added and not removed:
            return NO_SEEKS
        return SeekChanges(added, removed)

    def _games_since(self, before: Mapping[str, Running]) -> GameChanges:
        added = tuple(game for game in self.games.values() if game.id not in before or game.is_renamed(before[game.id]))
        known = [game for game in self.games.values() if game.id in before and not game.is_renamed(before[game.id])]
        changed = tuple(Plies(game.id, game.plies) for game in known if game.plies != before[game.id].plies)
        removed = tuple(id for id in before if id not in self.games)
        if not added and not changed and not removed:
            return NO_GAMES
        return GameChanges(added, changed, removed)
