"""The keys by which push services know this server (VAPID, RFC 8292), made once and kept in the database."""

import base64
import json
import time
from typing import Self
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from damaci.store.settings import Settings

KEY = "push-key"
LASTS_SECONDS = 12 * 3600.0
"""A push service accepts a signed header for so long; at most a day is allowed."""


def encode(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class PushKeys:
    """A key pair on the curve P-256."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = encode(uncompressed(private.public_key()))
        """As browsers want it when they subscribe."""

    @classmethod
    async def open(cls, settings: Settings) -> Self:
        """The keys of this database, made by whoever asks first. Raises StoreError."""
        new = ec.generate_private_key(ec.SECP256R1())
        await settings.put_new(KEY, f"{new.private_numbers().private_value:064x}")
        return cls(ec.derive_private_key(int(await settings.get(KEY), 16), ec.SECP256R1()))

    def authorization(self, endpoint: str, contact: str, at: float | None = None) -> str:
        """The header by which a push service knows who sends. `contact`: the server's address, or one for mail."""
        place = urlsplit(endpoint)
        until = int((time.time() if at is None else at) + LASTS_SECONDS)
        claims = {"aud": f"{place.scheme}://{place.netloc}", "exp": until, "sub": contact}
        signed = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return f"vapid t={signed}.{encode(signature)}, k={self.public}"


def uncompressed(key: ec.EllipticCurvePublicKey) -> bytes:
    """A point of the curve in 65 bytes."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
