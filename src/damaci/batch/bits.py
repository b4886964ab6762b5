"""Converts sets of squares between 64-bit integers and arrays of their 64 bits."""

import numpy as np
from numpy.typing import NDArray


def unpack(boards: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Converts sets [n, 4] to zeros and ones [n, 4, 64], by square from a1 to h8."""
    octets = boards.astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=1, bitorder="little").reshape(-1, 4, 64)


def pack(squares: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Converts zeros and ones [n, 4, 64] to sets [n, 4]."""
    octets = np.packbits(squares, axis=2, bitorder="little")
    return octets.view("<u8").reshape(-1, 4).astype(np.uint64)


def turn_round(boards: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The boards [n, 4] seen from the other side, with swapped colours."""
    return pack(unpack(boards)[:, [2, 3, 0, 1], ::-1])
