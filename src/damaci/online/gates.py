"""Limits how many requests of an address are handled at a time. The others wait, and hold up nobody else."""

import asyncio
from weakref import WeakValueDictionary

MOST = 8
"""Requests of one address that are handled at a time."""


class AddressGates:
    """A semaphore for each address, kept while it is held or waited for."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Semaphore:
        """The semaphore of an address."""
        gate = self._gates.get(address)
        if gate is None:
            gate = self._gates[address] = asyncio.Semaphore(self._most)
        return gate
