"""The tournaments of the server: announced, joined and left, and every step stored together with its games."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from random import Random

from damaci.board.position import Position
from damaci.game.outcome import Reason
from damaci.host import Rooms
from damaci.host.ids import new_id
from damaci.online.people import People
from damaci.online.tournaments.outcomes import BEGUN, BoardOutcome, adjudication
from damaci.online.tournaments.seating import game_settings, new_games, to_play
from damaci.online.tournaments.steps import takes_part, takes_players
from damaci.online.tournaments.wish import TournamentWish
from damaci.play.events import Color, Ended, word
from damaci.services.tournaments import Held, Pairer, TournamentRefused, Tournaments, UnknownTournament
from damaci.site.rejection import Rejected
from damaci.store import Store
from damaci.store.announced import AnnouncedTournament, BoardGame, JoinedPlayer, TooManyAnnounced, TournamentPlan
from damaci.store.players import Player
from damaci.store.tournament_steps import EndedBoardGame, Parts
from damaci.stored import VersionConflict
from damaci.stored.tournaments import row_of
from damaci.tournament import Refusal, Tournament, TournamentCode, commands, decide, events
from damaci.tournament.crosstable import MOST_PLAYERS
from damaci.tournament.decide import byes_refused
from damaci.tournament.events import AnyEvent, Bye

OwnCommand = commands.Return | commands.AskBye | commands.DropBye
MOST_ANNOUNCED = 5
"""Tournaments that a player may have announced which are not over."""
MOST_OWN_STEPS = 50
"""How often a player may leave, come back and change byes in a tournament before only leaving is left."""


class Club(Tournaments):
    """The tournaments of one store, which other processes may change too. Beyond those of an arbiter at the table, a
    step begins and ends games, and both are one transaction."""

    def __init__(
        self,
        store: Store,
        people: People,
        rooms: Rooms,
        pair: Pairer,
        many: int,
        lots: Random,
        now: Callable[[], float] | None = None,
    ) -> None:
        """See Tournaments."""
        super().__init__(store, pair, many, lots, now or rooms.now)
        self.announced = store.announced
        self._people = people
        self._rooms = rooms
        self.renamings = 0
        """The number of times that names have changed in the logs."""

    # ---- people ------------------------------------------------------------------------------------------------------

    async def announce(self, player: Player, wish: TournamentWish) -> str:
        """Announces a tournament; returns its id. Raises DamaciError, Rejected, StoreError."""
        plan = wish.plan(player.id, self._now())
        opened = Tournament.open(self._settings(wish.tournament()), self._now())
        id = new_id()
        row = row_of(Tournament(opened), opened.at)
        try:
            await self.announced.announce(id, [opened], row, plan, MOST_ANNOUNCED)
        except TooManyAnnounced:
            raise Rejected(409, "too-many-tournaments") from None
        return id

    async def plan(self, id: str) -> TournamentPlan:
        """How a tournament is run. Raises UnknownTournament, StoreError."""
        plan = await self.announced.plan(id)
        if plan is None:
            raise UnknownTournament(f"no tournament {id!r}")
        return plan

    async def listed(self, id: str) -> AnnouncedTournament:
        """A tournament as lists show it. Raises UnknownTournament, StoreError."""
        found = await self.announced.get(id)
        if found is None:
            raise UnknownTournament(f"no tournament {id!r}")
        return found

    async def join(self, player: Player, id: str) -> None:
        """Lets a player take part, also who had left. Raises Rejected, TournamentRefused, UnknownTournament,
        StoreError."""
        announced = await self.listed(id)
        tournament = (await self.find(id)).tournament
        member = await self.announced.membership(id, player.id)
        if member and member.entrant:
            await self._come_back(player, id, tournament, member.entrant)
            return
        if announced.plan.over or not takes_players(tournament):
            raise TournamentRefused(Refusal(TournamentCode.ENTRIES_CLOSED, "nobody can be entered any more"))
        if announced.joined >= MOST_PLAYERS:
            raise TournamentRefused(Refusal(TournamentCode.FULL, f"a tournament takes {MOST_PLAYERS} players"))
        await self.announced.join(id, player.id, self._now())

    async def _come_back(self, player: Player, id: str, tournament: Tournament, entrant: int) -> None:
        if not tournament.is_out(entrant):
            return
        if tournament.closed:
            raise TournamentRefused(Refusal(TournamentCode.CLOSED, "the tournament has been closed"))
        late = tournament.settings.system != "arena" and tournament.is_excluded(entrant)
        if late or not _left_alone(tournament, entrant, player.name):
            raise Rejected(403, "excluded")
        await self._do_own(player, id, commands.Return(player=entrant))

    async def leave(self, player: Player, id: str) -> None:
        """Takes a player out. Does nothing for somebody who has left already or never joined. Raises UnknownTournament,
        StoreError, TournamentRefused."""
        await self.plan(id)
        if await self.announced.leave(id, player.id, self._now()):
            return
        member = await self.announced.membership(id, player.id)
        tournament = (await self.find(id)).tournament
        if member and member.entrant and not (tournament.closed or tournament.is_out(member.entrant)):
            await self.do(id, commands.Withdraw(player=member.entrant), player.name)

    async def plays(self, player: str) -> bool:
        """Whether a player takes part in a tournament that is not over. Raises StoreError."""
        for id, entrant in (await self.announced.joined(player)).items():
            if takes_part((await self.find(id)).tournament, entrant):
                return True
        return False

    async def ask_bye(self, player: Player, id: str, round: int, mark: Bye) -> None:
        """Gives a player a bye in a round that is not paired yet. Enters a player who is still waiting to be entered.
        Raises Rejected, TournamentRefused, UnknownTournament, StoreError."""
        await self.plan(id)
        if refusal := byes_refused((await self.find(id)).tournament, round):
            raise TournamentRefused(refusal)
        entrant = await self._entered(player, id)
        await self._do_own(player, id, commands.AskBye(player=entrant, round=round, mark=mark))

    async def drop_bye(self, player: Player, id: str, round: int) -> None:
        """Lets a player play who had asked for a bye. Raises Rejected, TournamentRefused, UnknownTournament,
        StoreError."""
        await self.plan(id)
        entrant = await self._entered(player, id)
        await self._do_own(player, id, commands.DropBye(player=entrant, round=round))

    async def _do_own(self, player: Player, id: str, command: OwnCommand) -> None:
        """What a player asks for, and may not ask for without end: each time is a step in the log."""
        happened = (await self.find(id)).happened
        if sum(_is_own(event, command.player) for event in happened) >= MOST_OWN_STEPS:
            raise Rejected(409, "too-many-steps")
        await self.do(id, command, player.name)

    async def _entered(self, player: Player, id: str) -> int:
        """The number of a player who has joined, and is entered now at the latest. Raises Rejected."""
        while member := await self.announced.membership(id, player.id):
            if member.entrant:
                return member.entrant
            with suppress(VersionConflict):  # Somebody may have entered the player meanwhile.
                await self.take(id, [member])
        raise Rejected(403, "not-in-tournament")

    async def hold(self, player: Player, id: str, held: bool) -> None:
        """Lets a player go on by hand as the arbiter, or the server by itself. Raises StoreError."""
        await self.announced.hold(id, held, player.id, self._now())

    def forget_all(self) -> None:
        """Reads every tournament anew: a name has changed in the logs."""
        self._held = {}
        self.renamings += 1

    async def came(self, game: str, colors: Collection[Color]) -> None:
        """Notes that players are at a game, if it is one of a tournament and not known yet. Raises StoreError."""
        if new := await self.announced.missing(game) & set(colors):
            await self.announced.came(game, new)

    async def expect_arbiter(self, player: Player | None, id: str) -> Player:
        """The player, who has announced the tournament. Raises Rejected for everybody else, UnknownTournament,
        StoreError."""
        plan = await self.plan(id)
        if player is None or plan.owner != player.id:
            raise Rejected(403, "not-the-arbiter")
        return player

    # ---- the server's own steps --------------------------------------------------------------------------------------

    async def take(self, id: str, waiting: Sequence[JoinedPlayer]) -> None:
        """Enters players who wait, with their ratings. Raises TournamentRefused, VersionConflict, StoreError."""
        held = await self.find(id)
        tournament = held.tournament
        agreed = game_settings(tournament.settings, rated=False)
        ratings = await self._people.ratings_for([each.player for each in waiting], agreed)
        entrants = _entrants(tournament, waiting, ratings)
        decision = decide(tournament, commands.Enter(players=entrants), self._now())
        if isinstance(decision, Refusal):
            raise TournamentRefused(decision)
        first = len(tournament.entrants) + 1
        numbers = {each.player: first + place for place, each in enumerate(waiting)}
        await self._step(id, held, tournament.version, decision, Parts(entrants=numbers))

    async def enter_results(self, id: str, version: int, outcomes: Sequence[BoardOutcome]) -> None:
        """Enters what games have brought, each once; what an arbiter has entered stays. `version`: that of the
        tournament before its games were looked at. Raises VersionConflict, StoreError."""
        held = await self.find(id)
        tournament = held.tournament
        if tournament.version != version:
            raise VersionConflict(id, version)  # Meanwhile other games may have these boards.
        scored = [event for each in outcomes if (event := self._scored(tournament, each))]
        endings = [each.ending for each in outcomes if each.ending]
        entered = [(each.board.round, each.board.board) for each in outcomes]
        parts = Parts(ended=endings, entered=entered, over=_is_over_after(tournament, scored))
        await self._step(id, held, tournament.version, scored, parts)
        await self._rooms.refresh({each.game: each.version + len(each.events) for each in endings})

    def _scored(self, tournament: Tournament, outcome: BoardOutcome) -> AnyEvent | None:
        board = outcome.board
        game = tournament.game(board.round, board.board)
        if game is None or game.result is not None:
            return None
        score = commands.Score(round=board.round, board=board.board, result=outcome.result, plies=board.plies)
        decision = decide(tournament, score, self._now())
        return decision[0] if isinstance(decision, list) and decision else None

    # ---- storing -----------------------------------------------------------------------------------------------------

    async def _append(self, id: str, held: Held, version: int, events: Sequence[AnyEvent], at: float) -> None:
        parts = await self._parts(id, held.tournament, events)
        await self._step(id, held, version, events, parts)
        await self._rooms.refresh({each.game: each.version + len(each.events) for each in parts.ended})

    async def _step(self, id: str, held: Held, version: int, events: Sequence[AnyEvent], parts: Parts) -> None:
        row = self._row(held, version, events, self._now())
        await self.announced.append(id, version, events, row, parts)
        held.absorb(version, events)

    async def _parts(self, id: str, tournament: Tournament, happened: Sequence[AnyEvent]) -> Parts:
        """The games that begin and end with a step."""
        [event] = happened
        match event:
            case events.Paired():
                members = await self.announced.entrants(id, to_play(event))
                plan = await self.plan(id)
                return Parts(begun=new_games(tournament, event, members, plan.rated, self._now()), held=False)
            case events.Undone():
                return await self._undoing(id, tournament, event)
            case events.Scored():
                return await self._scoring(id, tournament, event)
            case events.Closed():
                return Parts(over=_is_over_after(tournament, [event]))
        return Parts()

    async def _scoring(self, id: str, tournament: Tournament, scored: events.Scored) -> Parts:
        """The game of a board ends when the arbiter enters its result."""
        over = _is_over_after(tournament, [scored])
        boards = await self.announced.boards(id, [scored.round])
        on = next((each for each in boards if each.board == scored.board and each.result == "*"), None)
        if on is None or scored.result is None:
            return Parts(over=over)
        return Parts(ended=[adjudication(on, scored.result, scored.at)], entered=[(on.round, on.board)], over=over)

    async def _undoing(self, id: str, tournament: Tournament, undone: events.Undone) -> Parts:
        """The games of a round that is undone end and count nothing. Then the arbiter goes on by hand, unless nothing
        is left to be played."""
        gone = tournament.gone_with(undone)
        left = tournament.replayed(step for number, step in tournament.steps if number not in gone)
        ended: list[EndedBoardGame] = []
        if len(left.rounds) < len(tournament.rounds):
            ended = _annulled(await self.announced.boards(id, [len(tournament.rounds)]), undone)
        over = left.closed and not left.pending
        return Parts(
            ended=ended, rounds_left=len(left.rounds), entrants_left=len(left.entrants), held=not over, over=over
        )


def _is_own(event: AnyEvent, entrant: int) -> bool:
    if not isinstance(event, events.Withdrawn | events.Returned | events.ByeAsked | events.ByeDropped):
        return False
    return event.player == entrant


def first_side(ruleset: str) -> Color:
    """The side that moves first."""
    return word(Position.start(ruleset).turn)


def _annulled(boards: Sequence[BoardGame], undone: events.Undone) -> list[EndedBoardGame]:
    """The ends of the games of a pairing that is undone. An arbiter who has not confirmed that the games may have begun
    is asked first."""
    if not undone.with_games and any(board.plies >= BEGUN or board.result != "*" for board in boards):
        raise Rejected(409, "games-are-on")
    ended = Ended(at=undone.at, result="1/2-1/2", reason=Reason.ANNULLED.value)
    return [EndedBoardGame(board.game, board.version, [ended]) for board in boards if board.result == "*"]


def _is_over_after(tournament: Tournament, happened: Sequence[AnyEvent]) -> bool | None:
    """True if nothing is left to be played after these events; None if that does not follow from them."""
    closed = tournament.closed or any(isinstance(event, events.Closed) for event in happened)
    scored = {(event.round, event.board): event.result for event in happened if isinstance(event, events.Scored)}
    if not closed:
        return None
    reopened = any(result is None for result in scored.values())
    return not reopened and set(tournament.pending) <= set(scored)


def _left_alone(tournament: Tournament, entrant: int, name: str) -> bool:
    """Whether nobody else has withdrawn a player who is out."""
    if not tournament.left_at(entrant):
        return True
    for _, step in reversed(tournament.steps):
        if isinstance(step, events.Withdrawn) and step.player == entrant:
            return step.by == name
    return False


def _entrants(tournament: Tournament, waiting: Sequence[JoinedPlayer], ratings: dict[str, int]) -> list[events.Entrant]:
    names = {entrant.name.casefold() for entrant in tournament.entrants.values()}
    found = []
    for each in waiting:
        name = each.name
        while name.casefold() in names:  # A player who was renamed or deleted may have had this name.
            name += "*"
        names.add(name.casefold())
        found.append(events.Entrant(name, ratings.get(each.player, 0)))
    return found
