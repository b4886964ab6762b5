"""The secrets of cookies, tokens and links. The database has only their hashes."""

import hashlib
import secrets


def hashed(secret: str) -> str:
    """The hash of a secret, as the database stores it. A fast hash is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """256 random bits as text."""
    return secrets.token_urlsafe(32)
