"""A cheap hash of passphrases for tests, because the server's own hash takes a quarter of a second of processor
time."""

from functools import partial

from argon2 import PasswordHasher

HASHER = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
"""Replaces `PasswordHasher` in `damaci.online.passphrases`."""
