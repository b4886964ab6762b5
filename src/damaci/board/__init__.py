"""The board's immutable values: squares, pieces, moves, positions."""
