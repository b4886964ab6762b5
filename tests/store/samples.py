"""Events for the store, which does not check whether they make a valid game."""

from damaci.play.events import AnyEvent, Ended, Moved, Opened, Seat, Settings


def opened(at: float = 0.0, ruleset: str = "turkish", black: str = "Bora") -> Opened:
    return Opened(
        at=at, settings=Settings(ruleset=ruleset), white=Seat("person", "Ayşe"), black=Seat("engine", black, "easy")
    )


def moved(ply: int, at: float = 0.0) -> Moved:
    return Moved(at=at, ply=ply, path=["d3", "d4"], id=f"m{ply}")


def ended(at: float = 0.0) -> Ended:
    return Ended(at=at, result="1-0", reason="resignation")


def game(plies: int) -> list[AnyEvent]:
    return [opened(), *(moved(ply) for ply in range(1, plies + 1))]
