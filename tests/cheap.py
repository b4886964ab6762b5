"""Passphrases that cost next to nothing: a hash as the server makes it takes a quarter of a second of a processor."""

from functools import partial

from argon2 import PasswordHasher

HASHER = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
"""For the place of `PasswordHasher` in `damaci.online.passphrases`."""
