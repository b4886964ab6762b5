"""What the pages of tournaments show: the same for every app that has them."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from damaci.rules.catalogue import RULESETS
from damaci.services.tournaments import Held, Tournaments, UnknownTournament
from damaci.site.language import Catalog
from damaci.site.page_data import ruleset_titles
from damaci.site.tiebreak_names import tiebreak_names
from damaci.site.tournament_log import RESULTS, log, pieces
from damaci.tournament import Settings, Tournament
from damaci.tournament.crosstable import Mark, RoundEntry
from damaci.tournament.rounds import is_complete, results_missing, total_rounds
from damaci.tournament.standings import WITH_TIEBREAKS, Standing
from damaci.tournament.tournament import Game, Round

View = Literal["round", "players", "standings", "crosstable", "log", "papers", "wall", "sheets"]
VIEWS = ("round", "players", "standings", "crosstable", "log", "papers")
"""The views with a tab."""
MARKS = {
    Mark.WIN: "1", Mark.DRAW: "½", Mark.LOSS: "0", Mark.SHORT_WIN: "1", Mark.SHORT_DRAW: "½", Mark.SHORT_LOSS: "0",
    Mark.FORFEIT_WIN: "+", Mark.FORFEIT_LOSS: "−", Mark.PENDING: "…",
}  # fmt: skip
LINES = 60
"""Moves for which a notation sheet has room."""


async def overview(tournaments: Tournaments, words: Catalog) -> dict[str, Any]:
    """What the template of the overview shows. Raises StoreError."""
    names = tiebreak_names(words)
    return {"tournaments": await tournaments.list(), "rulesets": ruleset_titles(words), "tiebreaks": names}


async def tournament(tournaments: Tournaments, id: str, view: View, round: int, words: Catalog) -> dict[str, Any]:
    """What the template of a tournament shows in a view; `round` 0 is the last one. Raises UnknownTournament,
    StoreError."""
    held = await tournaments.find(id)
    found = held.tournament
    if not 0 <= round <= len(found.rounds):
        raise UnknownTournament(f"{id!r} has no round {round}")
    number = round or len(found.rounds)
    shown = _common(id, held, view, number, words)
    if view in ("round", "wall", "sheets"):
        shown |= _round(found, number)
    if view in ("standings", "wall"):
        shown |= _standings(held)
    if view == "players":
        shown |= _players(found)
    if view == "crosstable":
        shown |= _crosstable(held)
    if view == "log":
        shown["log"] = log(found, held.happened, words)
    return shown


def empty(words: Catalog) -> dict[str, Any]:
    """What the template of a tournament shows before the app has told what there is."""
    opened = Tournament.open(Settings(name="…"), 0.0)
    return _common("", Held(Tournament(opened), [opened]), "round", 0, words) | _round(Tournament(opened), 0)


def for_scripts(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What the page's scripts have to know."""
    return {name: shown[name] for name in ("id", "view", "round")}


def points(value: float) -> str:
    """Points with halves as people write them."""
    whole = int(value)
    if value - whole == 0.5:
        return f"{whole or ''}½"
    return f"{value:g}"


def _common(id: str, held: Held, view: View, number: int, words: Catalog) -> dict[str, Any]:
    found = held.tournament
    total = total_rounds(found) if found.rounds or found.settings.system == "swiss" else None
    last = found.steps[-1][1] if found.steps else None
    pending = found.pending
    return {
        "id": id,
        "view": view,
        "views": VIEWS,
        "version": found.version,
        "settings": found.settings,
        "ruleset": words.translations.gettext(RULESETS[found.settings.ruleset].title),
        "tiebreaks": tiebreak_names(words),
        "round": number,
        "rounds": len(found.rounds),
        "total": total,
        "count": len(found.entrants),
        "closed": found.closed,
        "complete": is_complete(found),
        "pending": len(pending),
        "numbers": dict(enumerate(found.seeds, 1)),
        "can_pair": _can_pair(found),
        "last_step": found.last_step,
        "last_pieces": pieces(found, last, words) if last else (),
        "points": points,
        "arbiter": True,
        "enters": True,
        "accounts": {},
        "computers": (),
        "known": {},
        "games": {},
    }


def _can_pair(found: Tournament) -> bool:
    return not (found.closed or is_complete(found) or results_missing(found)) and len(found.entrants) > 1


# ---- a round ---------------------------------------------------------------------------------------------------------


def _round(found: Tournament, number: int) -> dict[str, Any]:
    if not number:
        nothing = dict.fromkeys(("bye", "late", "started"))
        return nothing | {"boards": [], "byes": [], "ballot": "", "sheet_lines": LINES}
    round = found.rounds[number - 1]
    boards = [_board(found, place, game, number) for place, game in enumerate(round.games, 1)]
    return {
        "boards": boards,
        "open": len(round.pending),
        "bye": _named(found, round.bye) if round.bye else None,
        "byes": [(_named(found, id), mark == Mark.HALF_BYE) for id, mark in round.byes.items()],
        "late": _late(found, round),
        "started": round.started,
        "ballot": round.ballot,
        "pairing_step": found.pairing_step if number == len(found.rounds) and not found.closed else 0,
        "sheet_lines": LINES,
    }


def _named(found: Tournament, id: int) -> dict[str, Any]:
    return {"id": id, "name": found.entrants[id].name}


def _late(found: Tournament, round: Round) -> float | None:
    """Seconds until those who have not come have lost; None while the clocks stand still."""
    if round.started is None:
        return None
    return max(0.0, round.started + 60 * found.settings.minutes_late - time.time())


def _board(found: Tournament, board: int, game: Game, number: int) -> dict[str, Any]:
    result = game.result
    return {
        "board": board,
        "white": _side(found, game.white, number),
        "black": _side(found, game.black, number),
        "result": result,
        "shown": RESULTS.get(result or "", ""),
        "won": {"1-0": "white", "+/-": "white", "0-1": "black", "-/+": "black"}.get(result or "", ""),
    }


def _side(found: Tournament, id: int, number: int) -> dict[str, Any]:
    entrant = found.entrants[id]
    score = found.crosstable.score(id, number - 1)
    return {"id": id, "name": entrant.name, "rating": entrant.rating, "points": points(score)}


# ---- players and places ----------------------------------------------------------------------------------------------


def _players(found: Tournament) -> dict[str, Any]:
    numbers = {id: number for number, id in enumerate(found.seeds, 1)}
    asked: dict[int, list[tuple[int, bool]]] = {}
    for (id, round), mark in sorted(found.asked.items()):
        asked.setdefault(id, []).append((round, mark == Mark.HALF_BYE))
    players = [
        {
            "id": id,
            "number": numbers[id],
            "name": found.entrants[id].name,
            "rating": found.entrants[id].rating,
            "out": found.is_out(id),
            "forfeits": found.forfeits(id),
            "points": points(found.crosstable.score(id)),
            "asked": asked.get(id, []),
        }
        for id in found.seeds
    ]
    apart = [(numbers[one], numbers[two]) for one, two in found.apart]
    return {"players": players, "apart": apart}


def _standings(held: Held) -> dict[str, Any]:
    found = held.tournament
    rows = [_standing(found, each) for each in held.ranking]
    codes = found.settings.tiebreaks if found.settings.system in WITH_TIEBREAKS else ()
    return {"standings": rows, "codes": codes}


def _standing(found: Tournament, standing: Standing) -> dict[str, Any]:
    values = {code: f"{each.value:g}" for code, each in standing.tiebreaks.items()}
    return {
        "rank": standing.rank,
        "id": standing.player.id,
        "name": standing.player.name,
        "rating": standing.player.rating,
        "points": points(standing.points),
        "out": found.is_out(standing.player.id),
        "values": values,
        "arithmetic": {code: str(each) for code, each in standing.tiebreaks.items()},
    }


def _crosstable(held: Held) -> dict[str, Any]:
    found = held.tournament
    ranked = held.ranking
    places = {each.player.id: place for place, each in enumerate(ranked, 1)}
    table = found.crosstable
    rows = [
        {
            "place": places[each.player.id],
            "rank": each.rank,
            "id": each.player.id,
            "name": each.player.name,
            "points": points(each.points),
            "cells": _cells(table.entries(each.player.id), places),
        }
        for each in ranked
    ]
    return {"rows": rows}


def _cells(entries: Sequence[RoundEntry], places: Mapping[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "opponent": places.get(entry.opponent, 0),
            "color": entry.color or "",
            "mark": MARKS.get(entry.mark, ""),
            "bye": _bye(entry),
        }
        for entry in entries
    ]


def _bye(entry: RoundEntry) -> str:
    """What a round without an opponent brought."""
    if entry.opponent:
        return ""
    values = {Mark.PAIRING_BYE: "1", Mark.FULL_BYE: "1", Mark.HALF_BYE: "½"}
    return values.get(entry.mark, "0")
