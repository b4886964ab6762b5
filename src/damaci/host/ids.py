"""Ids of games and players."""

import secrets

LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike."""
LENGTH = 10


def new_id() -> str:
    """A random id: 57^10 are possible, so it is neither guessed nor given twice."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
