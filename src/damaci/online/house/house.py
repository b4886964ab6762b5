"""The house: its players in the store, how many games they play, and how a game with one of them begins."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from damaci.host import Rooms
from damaci.host.first_events import opening
from damaci.online.house.acceptance import nearest, refusal
from damaci.online.house.characters import Character, characters_of
from damaci.online.names import fold
from damaci.online.settings import OnlineSettings
from damaci.online.terms import GameTerms, seats
from damaci.play.events import Color, Seat, Settings, other
from damaci.play.speed import speed
from damaci.rating.first import first_standing
from damaci.rating.standing import Standing
from damaci.store import Store
from damaci.store.players import NameTaken, Player
from damaci.store.ratings import RatingKey
from damaci.store.seats import Playing


class House:
    """The players of the house. Every method raises StoreError."""

    def __init__(self, store: Store, rooms: Rooms, settings: OnlineSettings) -> None:
        self._store = store
        self._rooms = rooms
        self._settings = settings
        self._characters = characters_of(settings)
        self._levels = {each.id: each.plays for each in self._characters}
        self._players: Mapping[str, Player] = {}

    @property
    def most(self) -> int:
        """The unfinished games that each of them may have."""
        return self._settings.house_games

    @property
    def waits(self) -> float:
        """Seconds after which they accept a seek; 0 for never."""
        return self._settings.house_seconds

    @property
    def players(self) -> Sequence[Player]:
        """Its players who are there, weakest first."""
        return list(self._players.values())

    def player(self, id: str) -> Player | None:
        """The one with that id."""
        return self._players.get(id)

    async def enter(self) -> None:
        """Makes sure that the store has them, under their names, or if people have these, with a number."""
        for character in self._characters:
            if await self._store.players.get(character.id) is None:
                await self._add(character)
        await self.look()

    async def look(self) -> None:
        """Reads who is there: an operator may have renamed one, or closed the account."""
        known = await self._store.players.some({each.id for each in self._characters})
        there = [known[each.id] for each in self._characters if each.id in known]
        self._players = {each.id: each for each in there if each.closed is None}

    async def _add(self, character: Character) -> None:
        for number in range(1, 1000):
            name = character.name if number == 1 else f"{character.name} {number}"
            player = Player(character.id, name, time.time(), account=fold(name), computer=character.level)
            try:
                await self._store.players.add(player)
            except NameTaken:
                if await self._store.players.get(character.id):  # Another process has added it.
                    return
            else:
                return

    async def playing(self) -> Sequence[Playing]:
        """Their unfinished games."""
        return await self._store.seats.playing(list(self._players)) if self._players else ()

    async def choose(self, terms: GameTerms, rating: float | None, playing: Sequence[Playing]) -> Player | None:
        """The house's player for an opponent of that rating on these terms; None if none plays."""
        if not self._players or refusal(terms):
            return None
        busy = [id for id, games in Counter(each.player for each in playing).items() if games >= self.most]
        ratings = {id: each.rating.rating for id, each in (await self.standings(terms.settings())).items()}
        chosen = nearest(ratings, busy, rating)
        return self._players[chosen] if chosen else None

    async def standings(self, agreed: Settings) -> Mapping[str, Standing]:
        """Their ratings for games of that kind, by id."""
        found = await self._store.ratings.of_players(list(self._players))
        of = speed(agreed.clock, agreed.days)
        new = {id: first_standing(each.computer) for id, each in self._players.items()}
        if of is None:
            return new
        return {id: found.get(RatingKey(id, agreed.ruleset, of), new[id]) for id in self._players}

    async def begin(self, game: str, terms: GameTerms, mine: Color, me: str, computer: Player, *, seek: bool) -> None:
        """Begins a game of one of them against the player `me`, who has the side `mine`. `seek`: it is that of the
        seek with its id. Raises SeatTaken, PlaysEnough."""
        seat = Seat("engine", name=computer.name, level=self._levels[computer.id], resigns=True)
        both = seats(mine, Seat("person"), seat)
        events = opening(terms.settings(), both["white"], both["black"], self._rooms.now())
        players = {mine: me, other(mine): computer.id}
        await self._store.pairings.begin(game, events, players, seek=seek)


def terms_of(wish: str) -> GameTerms:
    """The terms of a stored seek."""
    return msgspec.json.decode(wish, type=GameTerms)
