"""Requests of pages about endings and endgame tables, by name: the names and answers are those of damaci.home."""

from random import SystemRandom
from typing import Any

import msgspec

from damaci.board.position import Position
from damaci.pocket.requests import Nothing, PageRequest, Requests
from damaci.rules.catalogue import ruleset as find_ruleset
from damaci.services.dealing import Deal, Dealt, deal
from damaci.services.endings import EndingQuestion, Looked


class OfRuleset(msgspec.Struct):
    """A ruleset."""

    ruleset: str


async def look_at_ending(asked: PageRequest, ask: EndingQuestion) -> Looked:
    """What the endgame tables say of a position."""
    await asked.services.fair_play.expect_no_help(Position.from_fen(ask.fen, ask.ruleset))
    return await asked.services.endings.look(ask)


async def deal_ending(asked: PageRequest, wish: Deal) -> Dealt:
    """A random position with chosen pieces."""
    return deal(wish, SystemRandom())


async def show_tables(asked: PageRequest, _: Nothing) -> dict[str, Any]:
    """Which endgame tables are kept."""
    shown: dict[str, Any] = msgspec.to_builtins(await asked.services.tables.state())
    for each in shown["rulesets"]:
        each["title"] = asked.words.translations.gettext(find_ruleset(each["ruleset"]).title)
    return shown


async def make_tables(asked: PageRequest, of: OfRuleset) -> dict[str, Any]:
    """Begins to make the tables of four pieces."""
    await asked.services.tables.want(of.ruleset)
    return await show_tables(asked, Nothing())


async def stop_tables(asked: PageRequest, _: Nothing) -> dict[str, Any]:
    """Stops making the tables of four pieces."""
    await asked.services.tables.stop()
    return await show_tables(asked, Nothing())


async def remove_tables(asked: PageRequest, _: Nothing) -> dict[str, Any]:
    """Deletes the tables of four pieces."""
    await asked.services.tables.remove()
    return await show_tables(asked, Nothing())


REQUESTS: Requests = {
    "endings.look": (EndingQuestion, look_at_ending),
    "endings.deal": (Deal, deal_ending),
    "tables.show": (Nothing, show_tables),
    "tables.make": (OfRuleset, make_tables),
    "tables.stop": (Nothing, stop_tables),
    "tables.remove": (Nothing, remove_tables),
}
