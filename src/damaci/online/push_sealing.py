"""Encrypts a message for one browser, so that its push service cannot read it (RFC 8291, RFC 8188)."""

import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from damaci.online.push_keys import uncompressed

RECORD = 4096
"""Bytes of the one record that a message is."""
MOST = 3000
"""Bytes of a message: every push service accepts as much."""
LAST = b"\x02"
"""Ends the last record."""


def public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """A browser's key. Raises ValueError if the point is not on the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def seal(message: bytes, browser: bytes, secret: bytes) -> bytes:
    """A message for the browser with that public key (65 bytes) and that secret (16 bytes). Raises ValueError."""
    if len(message) > MOST:
        raise ValueError(f"{len(message)} bytes: expected {MOST} at most")
    key = public_key(browser)
    own = ec.generate_private_key(ec.SECP256R1())
    point = uncompressed(own.public_key())
    shared = _derived(own.exchange(ec.ECDH(), key), secret, b"WebPush: info\x00" + browser + point, 32)
    salt = os.urandom(16)
    content_key = _derived(shared, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\x00", 12)
    header = salt + struct.pack("!LB", RECORD, len(point)) + point
    return header + AESGCM(content_key).encrypt(nonce, message + LAST, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
