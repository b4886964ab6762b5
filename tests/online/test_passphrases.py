"""Passphrases with the server's own hash, not with the cheap one of the other tests."""

import argon2
import pytest

from damaci.online import passphrases
from damaci.online.passphrases import Passphrases

pytestmark = pytest.mark.anyio
RIGHT = "correct horse battery"


@pytest.fixture(autouse=True)
def as_costly_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrases, "PasswordHasher", argon2.PasswordHasher)


async def test_a_hash_costs_memory_and_time_to_try() -> None:
    hashed = await Passphrases().hash(RIGHT)
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert await Passphrases().fits(hashed, RIGHT)
    assert not await Passphrases().fits(hashed, "wrong horse battery")


@pytest.mark.parametrize("hashed", [None, "", "no hash"])
async def test_without_a_hash_nothing_fits(hashed: str | None) -> None:
    assert not await Passphrases().fits(hashed, "nobody's passphrase")
