"""Our replacement for a small part of networkx gives the same pairs as networkx."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from random import Random

import networkx
import pytest

from damaci.tournament import commands, swiss, weighted
from damaci.tournament.graphs import fast_matchings
from damaci.tournament.tournament import Game
from tests.tournament.played import Played


@pytest.mark.parametrize("seed", range(30))
def test_a_matching_has_as_many_pairs_and_as_much_weight(seed: int) -> None:
    lots = Random(seed)
    ours = weighted.Graph()
    theirs = networkx.Graph()
    names = [f"v{number}" for number in range(lots.randint(1, 14))]
    for name in names:
        ours.add_node(name)
        theirs.add_node(name)
    for one in names:
        for two in names:
            if one < two and lots.random() < 0.3:
                weight = lots.randint(0, 40)
                ours.add_edge(one, two, weight=weight)
                theirs.add_edge(one, two, weight=weight)
    found = weighted.max_weight_matching(ours, maxcardinality=True)
    expected = networkx.max_weight_matching(theirs, maxcardinality=True)
    assert len(found) == len(expected)
    assert sum(ours[one][two] for one, two in found) == sum(theirs[one][two]["weight"] for one, two in expected)
    some = [*names[::2], "nobody"]
    assert {frozenset(edge[:2]) for edge in ours.edges(some)} == {frozenset(edge[:2]) for edge in theirs.edges(some)}
    assert len({vertex for pair in found for vertex in pair}) == 2 * len(found)


def test_what_else_networkx_can_do_is_refused() -> None:
    with pytest.raises(NotImplementedError):
        weighted.max_weight_matching(weighted.Graph())


@pytest.mark.parametrize(("seed", "players"), [(1, 9), (2, 13), (3, 20)])
def test_a_tournament_is_paired_as_with_networkx(seed: int, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = _pairings(seed, players, monkeypatch, fast_matchings)
    assert ours == _pairings(seed, players, monkeypatch, nullcontext)


def _pairings(
    seed: int, players: int, monkeypatch: pytest.MonkeyPatch, matchings: Callable[[], AbstractContextManager[None]]
) -> list[list[Game]]:
    monkeypatch.setattr(swiss, "fast_matchings", matchings)
    club = Played(rounds=6)
    club.enter(players)
    lots = Random(seed)
    for _ in range(6):
        club.pair()
        club.score_all(lots)
        player = lots.randint(1, players)
        club.do(commands.AskBye(player=player, round=len(club.tournament.rounds) + 1))
    return [round.games for round in club.tournament.rounds]
