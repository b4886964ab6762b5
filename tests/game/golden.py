"""Makes the golden games: `python -m tests.game.golden`. Existing games are not changed; more are made only for a new
ruleset."""

import json
from random import Random
from typing import Any

from damaci.engine.engine import Engine
from damaci.game.game import Game
from damaci.rules.catalogue import RULESETS
from tests.support import DATA

FOLDER = DATA / "golden"
LONGEST = 400


def by_engine(ruleset: str, seed: int) -> Game:
    """A game of the engine's level `easy` against itself."""
    game = Game(ruleset)
    with Engine(hash_megabytes=4) as engine:
        while not game.outcome() and game.ply < LONGEST:
            game.push(engine.play(game, "easy", seed=seed + game.ply))
    return game


def by_chance(ruleset: str, seed: int) -> Game:
    """A game of random legal moves."""
    game = Game(ruleset)
    random = Random(seed)
    while not game.outcome() and game.ply < LONGEST:
        game.push(random.choice(game.legal_moves))
    return game


def record(game: Game, made: str) -> dict[str, Any]:
    """A game as stored data. Its moves have every landing square, so that they can be replayed without knowing the
    rules."""
    outcome = game.outcome()
    assert outcome
    moves = " ".join(map(str, game.moves))
    return {"made": made, "result": outcome.result, "reason": outcome.reason, "fen": game.position.fen, "moves": moves}


def golden(ruleset: str) -> list[dict[str, Any]]:
    """Two games of the engine, and for each way in which random games end, the first two."""
    games = [
        record(game, f"easy, seed {seed}") for seed in range(1, 7) if (game := by_engine(ruleset, seed)).outcome()
    ][:2]
    seen: list[str] = []
    for seed in range(1, 400):
        outcome = (game := by_chance(ruleset, seed)).outcome()
        if outcome and seen.count(outcome.reason) < 2:
            seen.append(outcome.reason)
            games.append(record(game, f"chance, seed {seed}"))
    return games


if __name__ == "__main__":
    for name in RULESETS:
        (FOLDER / f"{name}.json").write_text(json.dumps(golden(name), indent=1) + "\n", encoding="utf-8")
