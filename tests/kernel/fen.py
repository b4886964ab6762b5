"""A minimal FEN reader for the kernel's tests, which use nothing above the kernel."""

from damaci import _kernel


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def squares(*names: str) -> int:
    return sum(1 << square(name) for name in names)


def position(fen: str, ruleset: str = "turkish") -> _kernel.Position:
    turn, *sides = fen.split(":")
    sets = {}
    for side in sides:
        names = [name for name in side[1:].split(",") if name]
        sets[side[0], "men"] = squares(*(name for name in names if name[0] != "K"))
        sets[side[0], "kings"] = squares(*(name[1:] for name in names if name[0] == "K"))
    return _kernel.Position(
        ruleset, sets["W", "men"], sets["W", "kings"], sets["B", "men"], sets["B", "kings"], turn == "W"
    )


def start(ruleset: str = "turkish") -> _kernel.Position:
    movement = _kernel.movement(ruleset)
    board = 0xAA55AA55AA55AA55 if movement["dark_squares_only"] else 0xFFFFFFFFFFFFFFFF
    white = sum(0xFF << 8 * (rank - 1) for rank in movement["men_ranks"]) & board
    black = sum(0xFF << 8 * (8 - rank) for rank in movement["men_ranks"]) & board
    return _kernel.Position(ruleset, white, 0, black, 0, True)
