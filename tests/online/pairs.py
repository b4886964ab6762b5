"""Visitors who find opponents and play again, whatever fails meanwhile: they repeat each request until it is answered,
and record the answers."""

import asyncio
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv4Address
from typing import Any

import httpx

from damaci.site.security import TOKEN_COOKIE, TOKEN_HEADER

RETRY_SECONDS = 0.1
RIVALS = 0.3
"""The probability that two visitors accept the same seek at once."""
REGRETS = 0.15
"""The probability that a seek is cancelled while somebody accepts it."""


@dataclass
class Told:
    """The answers to many visitors together."""

    joined: list[tuple[str, str, str]] = field(default_factory=list)
    """Game, colour and player of each accepted seek, invitation or challenge."""
    offered: set[str] = field(default_factory=set)
    """Every seek, invitation and challenge that was acknowledged."""
    regretted: set[str] = field(default_factory=set)
    """Those that their players have tried to cancel."""
    cancelled: set[str] = field(default_factory=set)
    """Those whose cancellation was acknowledged."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """Game and player of each acceptance that came too late."""
    rematches: list[tuple[str, str, str]] = field(default_factory=list)
    """A game, and the game to which each of its players was sent."""
    visitors: list["Visitor"] = field(default_factory=list)
    lost: int = 0
    """Requests without an answer, or with an answer that leaves the outcome open."""
    broken: list[str] = field(default_factory=list)
    """Answers that no client should get."""

    @property
    def agreed(self) -> int:
        """The number of pairings and rematches."""
        return len(self.joined) + len(self.rematches)


class Visitor:
    """A client like a browser, which sends each request to any of the processes."""

    def __init__(self, client: httpx.AsyncClient, addresses: Sequence[str], told: Told) -> None:
        self._client = client
        self._addresses = addresses
        self._told = told
        self._cookies = {TOKEN_COOKIE: "t"}
        self._address = str(IPv4Address("10.0.0.0") + random.getrandbits(24))
        self.player = self.name = ""
        self._kinds: dict[str, str] = {}
        """For each game's id, how it was offered."""

    async def come(self, *, account: bool = False) -> None:
        """Becomes a guest, or a player with an account."""
        self.player = (await self.ask("POST", "/api/v1/player"))["id"]
        if account:
            await self.sign_up()
        self._told.visitors.append(self)

    async def sign_up(self) -> None:
        """Becomes a player with an account, who can be challenged."""
        self.name = f"P{secrets.token_hex(8)}"
        who = {"name": self.name, "passphrase": "correct horse battery"}
        answer = await self.ask("POST", "/api/v1/account", who)
        while "error" in answer and answer["error"] != "has-account":
            # If the account was created, the answer and its cookie were lost.
            path = "/api/v1/session" if answer["error"] == "name-taken" else "/api/v1/account"
            answer = await self.ask("POST", path, who)
        self.player = (await self.ask("POST", "/api/v1/player"))["id"]

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> dict[str, Any]:
        """Repeats a request at any process until the outcome is known; returns the answer. An error has the key "error"
        or "code"."""
        while True:
            try:
                answer = await self._send(method, random.choice(self._addresses) + path, body, headers)
            except httpx.TransportError:
                self._told.lost += 1
            else:
                if answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    found: dict[str, Any] = answer.json() if answer.content else {}
                    return found
                self._told.lost += 1
                if answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR:
                    self._told.broken.append(f"{method} {path}: {answer.text}")
            await asyncio.sleep(RETRY_SECONDS * random.random())

    async def _send(self, method: str, url: str, body: object, more: Mapping[str, str]) -> httpx.Response:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {TOKEN_HEADER: "t", "Cookie": cookies, "X-Forwarded-For": self._address, **more}
        if method == "GET":
            answer = await self._client.get(url, headers=headers)
        else:
            answer = await self._client.request(method, url, headers=headers, json=body)
        self._cookies |= dict(answer.cookies)
        self._client.cookies.clear()
        return answer

    # ---- a game ------------------------------------------------------------------------------------------------------

    async def offer(self, to: str) -> str:
        """Creates a seek, an invitation, or a challenge to the player of that name; returns its id."""
        kind = random.choice(("seeks", "games", "challenges"))
        wish = {"color": "white"} | ({"to": to} if kind == "challenges" else {})
        # If an answer is lost, there may be two seeks or invitations; but there must be one challenge, which the other
        # player waits for.
        key = {"Idempotency-Key": secrets.token_hex(8)} if kind == "challenges" else {}
        seek = str((await self.ask("POST", f"/api/v1/{kind}", wish, **key))["id"])
        self._kinds[seek] = kind
        self._told.offered.add(seek)
        return seek

    async def cancel(self, seek: str) -> None:
        self._told.regretted.add(seek)
        kind = "challenges" if self._kinds[seek] == "challenges" else "seeks"
        answer = await self.ask("DELETE", f"/api/v1/{kind}/{seek}")
        if "error" not in answer:
            self._told.cancelled.add(seek)

    async def join(self, seek: str) -> bool:
        answer = await self.ask("POST", f"/api/v1/games/{seek}/join", {})
        if "error" in answer:
            self._told.refused.add((seek, self.player))
            return False
        self._told.joined.append((answer["id"], answer["color"], self.player))
        return True

    async def request(self, game: str, kind: str) -> str:
        """Sends a request; returns "done", or the code of the refusal."""
        answer = await self.ask("POST", f"/api/v1/games/{game}/requests", {"type": kind})
        return str(answer.get("code") or answer.get("error") or answer["type"])

    async def following(self, game: str) -> str:
        """The id of the following game, as soon as there is one."""
        while True:
            now = (await self.ask("GET", f"/api/v1/games/{game}"))["now"]
            if now.get("rematch"):
                return str(now["rematch"])
            await asyncio.sleep(RETRY_SECONDS)


async def meet(client: httpx.AsyncClient, addresses: Sequence[str], told: Told) -> None:
    """Plays some rounds with new visitors."""
    white, black, rival = [Visitor(client, addresses, told) for _ in range(3)]
    await asyncio.gather(white.come(account=True), black.come(account=True), rival.come())
    for _ in range(5):
        seek = await white.offer(black.name)
        if random.random() < REGRETS:
            await asyncio.gather(white.cancel(seek), black.join(seek))
        elif random.random() < RIVALS:
            first, _ = await asyncio.gather(black.join(seek), rival.join(seek))
            if first:
                await play_again(white, black, seek, told)
        elif await black.join(seek):
            await play_again(white, black, seek, told)


async def play_again(white: Visitor, black: Visitor, game: str, told: Told) -> None:
    """One player resigns, and both ask for a rematch at once."""
    assert await white.request(game, "resign") in ("done", "game-over")
    answers = await asyncio.gather(*(each.request(game, "offer-rematch") for each in (white, black)))
    assert answers == ["done", "done"], answers
    one, other = await asyncio.gather(*(each.following(game) for each in (white, black)))
    told.rematches.append((game, one, other))
