"""Two devices in one game: they join, play, lose the connection, and reconnect."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from damaci.play import commands as c
from damaci.play.events import ClockTimes, Settings, other
from damaci.play.refusal import Refusal, TableCode
from tests.host.fakes import eventually
from tests.links.devices import QUICK, Device, begin, device, offer, same

pytestmark = pytest.mark.anyio

OPENING = ("d3-d4", "h6-h5", "e3-e4", "g6-g5")


async def play(host: Device, guest: Device, game: str, moves: tuple[str, ...]) -> None:
    """Plays moves on both devices in turn; the host is White."""
    room = await host.room(game)
    for text in moves:
        table = room.table
        mover = host if table.turn == "white" else guest
        await eventually(lambda ply=table.ply: ply == room.table.ply)
        done = await mover.submit(game, c.Move(color=table.turn, ply=table.ply + 1, move=text, id=f"m{table.ply}"))
        assert isinstance(done, int), done
        await same(host, guest, game)


async def test_a_game_is_joined_and_played(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    await play(host, guest, game, OPENING)
    room = await guest.room(game)
    assert guest.desk.visits.room(game, room.events) is room
    assert room.table.seats["white"].name == "Ayşe"
    assert room.table.seats["black"].name == "Mehmet"
    assert (host.desk.bonds.held(game), guest.desk.bonds.held(game)) == (["white"], ["black"])
    assert visit.host == "Ayşe"


async def test_the_host_may_choose_black(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest, color="black")
    assert guest.desk.bonds.held(game) == ["white"]
    assert isinstance(await guest.submit(game, c.Move(color="white", ply=1, move="d3-d4")), int)


async def test_a_no_ends_the_visit(host: Device, guest: Device) -> None:
    visit = await guest.desk.visits.join("tcp", await offer(host), "Mehmet")
    await eventually(lambda: host.desk.reception.newcomers)
    [newcomer] = host.desk.reception.newcomers
    host.desk.reception.refuse(newcomer)
    await eventually(lambda: visit.over)
    assert visit.problem == "refused"


async def test_nothing_is_offered_nothing_listens(host: Device, guest: Device) -> None:
    address = await offer(host)
    await host.desk.withdraw()
    assert host.desk.listeners == {}
    visit = await guest.desk.visits.join("tcp", address, "Mehmet")
    await eventually(lambda: visit.over)
    assert visit.problem == "lost"


async def test_an_offer_at_which_nobody_looks_is_withdrawn(
    tmp_path: Path, anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    call_later = loop.call_later
    waiting: list[tuple[asyncio.TimerHandle, Callable[[], object]]] = []

    def notice(seconds: float, callback: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        handle = call_later(seconds, callback, *arguments)
        if seconds == 3600:
            waiting.append((handle, callback))
        return handle

    monkeypatch.setattr(loop, "call_later", notice)
    async with device(tmp_path / "host", unwatched=3600) as host:
        await offer(host)
        host.desk.watch()
        assert [handle.cancelled() for handle, _ in waiting] == [True, False]
        assert host.desk.reception.offer
        waiting[1][1]()
        await eventually(lambda: not host.desk.listeners)
        assert host.desk.reception.offer is None


async def test_a_wrong_code_is_refused_and_after_some_the_code_is_another(host: Device, guest: Device) -> None:
    address = await offer(host, codes=frozenset({"tcp"}))
    assert host.desk.reception.offer
    first = host.desk.reception.offer.code
    for _ in range(5):
        assert host.desk.reception.offer.code == first
        visit = await guest.desk.visits.join("tcp", address, "Mehmet", "000000")
        await eventually(lambda visit=visit: visit.over)
        assert visit.problem == "wrong-code"
    assert host.desk.reception.offer.code != first
    code = host.desk.reception.offer.code
    visit = await guest.desk.visits.join("tcp", address, "Mehmet", f" {code[:3].lower()}-{code[3:]}")
    await eventually(lambda: visit.state == "waiting")


async def test_the_game_goes_on_when_the_link_comes_back(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    await play(host, guest, game, OPENING[:2])
    await guest.cable.cut()
    await eventually(lambda: visit.state == "away")
    await host.submit(game, c.Move(color="white", ply=3, move=OPENING[2]))
    guest.cable.broken = False
    await same(host, guest, game)
    await eventually(lambda: host.desk.link(game) == guest.desk.link(game) == "up")
    await play(host, guest, game, OPENING[3:])


async def test_a_command_waits_for_the_link(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest)
    await play(host, guest, game, OPENING[:1])
    await guest.cable.cut()
    asked = asyncio.create_task(guest.submit(game, c.Move(color="black", ply=2, move=OPENING[1])))
    await asyncio.sleep(0.05)
    assert not asked.done()
    guest.cable.broken = False
    assert await asked == 3


async def test_a_command_that_cannot_be_told_is_refused(host: Device, tmp_path: Path) -> None:
    async with device(tmp_path / "hasty", replace(QUICK, patience=0.3)) as guest:
        game, visit = await begin(host, guest)
        await play(host, guest, game, OPENING[:1])
        await guest.cable.cut()
        answer = await guest.submit(game, c.Move(color="black", ply=2, move=OPENING[1]))
        assert isinstance(answer, Refusal)
        assert answer.code is TableCode.UNREACHABLE
        assert not visit.over


async def test_a_refused_move_is_explained_without_asking_the_host(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest, Settings(fen="W:Wd4,h2:Bd5,d7,a8"), color="black")
    await guest.cable.cut()
    answer = await guest.submit(game, c.Move(color="white", ply=1, move="h2-h3"))
    assert isinstance(answer, Refusal)
    assert answer.move
    assert [str(move.origin) for move in answer.move.instead] == ["d4"]


async def test_nobody_moves_for_the_other_side(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    answer = await visit.ask(game, c.Move(color="white", ply=1, move="d3-d4"))
    assert isinstance(answer, Refusal)
    assert answer.code is TableCode.NOT_YOUR_SEAT
    assert (await host.room(game)).table.ply == 0


async def test_another_game_of_the_host_is_out_of_reach(host: Device, guest: Device) -> None:
    from damaci.play.events import Seat

    _, visit = await begin(host, guest)
    private = await host.rooms.create(Settings(), Seat("person"), Seat("person"))
    answer = await visit.ask(private.game, c.Resign(color="black"))
    assert isinstance(answer, Refusal)
    assert answer.code is TableCode.NOT_YOUR_SEAT
    assert private.table.ended is None


async def test_talk_offers_takeback_and_resigning_cross_the_link(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest)
    await play(host, guest, game, OPENING[:2])
    for device_, command in (
        (guest, c.Say(color="black", phrase="hello")),
        (guest, c.OfferDraw(color="black")),
        (host, c.DeclineDraw(color="white")),
        (guest, c.OfferTakeback(color="black", ply=2)),
        (host, c.OfferTakeback(color="white")),
        (guest, c.Resign(color="black")),
    ):
        assert isinstance(await device_.submit(game, command), int)
        await same(host, guest, game)
    assert (await guest.room(game)).table.ended
    assert [summary.result for summary in await guest.store.games.list()] == ["1-0"]


async def test_a_rematch_is_there_before_its_players_are_sent_to_it(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest)
    await guest.submit(game, c.Resign(color="black"))
    await guest.submit(game, c.OfferRematch(color="black"))
    await host.submit(game, c.OfferRematch(color="white"))
    await same(host, guest, game)
    following = (await guest.room(game)).table.next_game
    await same(host, guest, following)
    assert guest.desk.bonds.held(following) == ["white"]
    assert isinstance(await guest.submit(following, c.Move(color="white", ply=1, move="d3-d4")), int)
    assert isinstance(await host.submit(following, c.Move(color="black", ply=2, move="d6-d5")), int)
    await same(host, guest, following)


async def test_a_rematch_agreed_while_the_link_was_down_comes_with_it(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest)
    await guest.submit(game, c.Resign(color="black"))
    await guest.submit(game, c.OfferRematch(color="black"))
    await guest.cable.cut()
    await host.submit(game, c.OfferRematch(color="white"))
    guest.cable.broken = False
    await guest.submit(game, c.Say(color="black", phrase="thanks"))
    await same(host, guest, game)
    following = (await host.room(game)).table.next_game
    await same(host, guest, following)


async def test_leaving_is_told_and_final(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest)
    await guest.desk.leave(game)
    await eventually(lambda: host.desk.link(game) == "left")
    assert guest.desk.link(game) == "left"
    await eventually(lambda: host.desk.listeners == {})
    answer = await guest.submit(game, c.Resign(color="black"))
    assert isinstance(answer, Refusal)


async def test_the_host_leaves(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest)
    await host.desk.leave(game)
    await eventually(lambda: visit.over)
    assert visit.problem == "left"
    await eventually(lambda: guest.desk.link(game) == "left")


@pytest.mark.parametrize("which", ["host", "guest", "both"])
async def test_a_killed_app_goes_on_where_it_was(tmp_path: Path, which: str, anyio_backend: str) -> None:
    async with device(tmp_path / "host") as host:
        async with device(tmp_path / "guest") as guest:
            game, _ = await begin(host, guest)
            await play(host, guest, game, OPENING[:3])
            if which == "host":
                await host.desk.close()
                await host.rooms.close()
                async with device(tmp_path / "host") as again:
                    await play(again, guest, game, OPENING[3:])
                return
        if which == "guest":
            async with device(tmp_path / "guest") as again:
                await play(host, again, game, OPENING[3:])
            return
    async with device(tmp_path / "guest") as guest, device(tmp_path / "host") as host:
        await play(host, guest, game, OPENING[3:])


async def test_both_have_the_game_if_one_never_returns(host: Device, guest: Device) -> None:
    game, _ = await begin(host, guest)
    await play(host, guest, game, OPENING)
    await guest.cable.cut()
    assert [(summary.id, summary.plies) for summary in await guest.store.games.list()] == [(game, 4)]
    assert (await host.log(game)) == (await guest.log(game))


async def test_clocks_are_the_hosts(host: Device, guest: Device) -> None:
    game, visit = await begin(host, guest, Settings(clock=ClockTimes(300, 2)))
    await play(host, guest, game, OPENING)
    visit.ahead += 1000
    room = await guest.room(game)
    here = await host.room(game)
    assert room.table.clocks == here.table.clocks
    assert room.now() - here.now() == pytest.approx(1000, abs=1)
    assert other(room.table.turn) == "black"
