"""The private key of a GitHub App, in the forms in which environments hold a text of several lines."""

from __future__ import annotations

import base64
import binascii
import re
from textwrap import wrap

from pydantic import SecretStr

from digest.errors import SettingsError

_PEM = re.compile(r"-----BEGIN (?P<kind>[A-Z0-9 ]+)-----(?P<body>.*?)-----END (?P=kind)-----", re.DOTALL)
_KINDS = ("RSA PRIVATE KEY", "PRIVATE KEY")
_WIDTH = 64


def private_key(text: str, name: str) -> SecretStr:
    r"""The key as PEM, checked. Raises SettingsError, which names the variable and repeats nothing of the key.

    Lines may be lines, ``\n`` written out, or spaces; the whole may stand in quotes or be base64.
    """
    found = _PEM.search(text) or _PEM.search(_decoded(text))
    if found is None:
        raise _wrong(name, "is no private key in PEM, which begins with -----BEGIN RSA PRIVATE KEY-----")
    kind, body = found["kind"], re.sub(r"\\[nr]|\s", "", found["body"])
    if "ENCRYPTED" in kind or "ENCRYPTED" in body:
        raise _wrong(name, "is a key with a passphrase")
    if kind not in _KINDS:
        raise _wrong(name, f"is a {kind.lower()}")
    pem = "\n".join((f"-----BEGIN {kind}-----", *wrap(body, _WIDTH), f"-----END {kind}-----", ""))
    _check(pem, name)
    return SecretStr(pem)


def _decoded(text: str) -> str:
    try:
        return base64.b64decode("".join(text.split()), validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return ""


def _check(pem: str, name: str) -> None:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise _wrong(name, "is a private key that is cut or damaged") from None
    if not isinstance(key, RSAPrivateKey):
        raise _wrong(name, "is a private key, but no RSA key")


def _wrong(name: str, what: str) -> SettingsError:
    told = "give the file that GitHub made for the App, whole, as it is or in base64"
    return SettingsError(f"{name}: what stands there {what}; {told}")
