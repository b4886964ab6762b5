"""Who is where in a tournament of any system."""

from damaci.arguments import expect_kind
from damaci.tournament import arena, knockout
from damaci.tournament.crosstable import Player
from damaci.tournament.standings import Standing, standings
from damaci.tournament.tournament import Tournament


def ranking(tournament: Tournament) -> list[Standing]:
    """Everybody, the first one first.

    In a knock-out the points are the matches won, and players who were out in the same stage share a place. An arena
    has points of its own, and no tie-breaks. Raises BadArgument.
    """
    match expect_kind("tournament", tournament, Tournament).settings.system:
        case "knockout":
            return _placed(tournament, dict(knockout.places(tournament)))
        case "arena":
            return _placed(tournament, _arena(tournament))
    swiss = tournament.settings.system == "swiss"
    return standings(tournament.crosstable, tournament.settings.tiebreaks, swiss)


def _arena(tournament: Tournament) -> dict[int, tuple[int, int]]:
    """By player, the place and the points."""
    points = arena.points(tournament)
    places: dict[int, int] = {}
    for place, own in enumerate(sorted(points.values(), reverse=True), 1):
        places.setdefault(own, place)
    return {id: (places[own], own) for id, own in points.items()}


def _placed(tournament: Tournament, places: dict[int, tuple[int, int]]) -> list[Standing]:
    found = []
    for id in sorted(tournament.seeds, key=lambda id: places[id][0]):
        entrant = tournament.entrants[id]
        rank, points = places[id]
        found.append(Standing(Player(id, entrant.name, entrant.rating), float(points), rank))
    return found
