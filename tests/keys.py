"""Pairs of RSA keys, in the form in which GitHub hands them out; each is made once, since that takes a while."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat


@dataclass(frozen=True)
class Pair:
    private: str
    public: str

    def traces(self) -> list[str]:
        """What would show the private key: each line of its text."""
        return [line for line in self.private.splitlines() if not line.startswith("-----")]


def pair(number: int = 1) -> Pair:
    """The same number is the same pair."""
    return _made(number)


@cache
def _made(_: int) -> Pair:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return Pair(private.decode(), public.decode())
