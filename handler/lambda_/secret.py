"""Secrets by their ARN: from Secrets Manager or from SSM's parameters, whichever the ARN names.

https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from digest.errors import Forbidden, NotFound, RateLimited, RemoteError, SettingsError, Unauthorized, Unreachable

if TYPE_CHECKING:
    from botocore.exceptions import BotoCoreError, ClientError

CONNECT, READ = 5.0, 10.0
"""Seconds for a connection, and for an answer."""
_ARN = re.compile(
    r"arn:aws[a-z-]*:(?P<service>secretsmanager|ssm):(?P<region>[a-z0-9-]+):\d{12}:(?:secret:|parameter/)[^#\s]+"
)
_NEEDS = {"secretsmanager": "secretsmanager:GetSecretValue", "ssm": "ssm:GetParameter"}


@dataclass(frozen=True)
class Arn:
    """An ARN, and after a ``#`` the key that is taken of a secret which is a JSON object."""

    text: str
    service: str
    region: str
    key: str = ""

    @classmethod
    def parse(cls, text: str, variable: str) -> Arn:
        """Raises SettingsError, naming the variable; it does not repeat what may be the secret itself."""
        arn, _, key = text.partition("#")
        found = _ARN.fullmatch(arn)
        if not found:
            raise SettingsError(
                f"{variable}: this is no ARN of a secret; write arn:aws:secretsmanager:REGION:ACCOUNT:secret:NAME or "
                "arn:aws:ssm:REGION:ACCOUNT:parameter/NAME, and #KEY after it to take one key of a JSON secret"
            )
        return cls(arn, found["service"], found["region"], key)


def fetch(arn: Arn, variable: str) -> bytes:
    """The secret as it is kept there. Blocks. Raises a RemoteError that names the variable."""
    import boto3
    from botocore.config import Config
    from botocore.exceptions import BotoCoreError, ClientError

    config = Config(connect_timeout=CONNECT, read_timeout=READ, retries={"mode": "standard"})
    try:
        session = boto3.session.Session(region_name=arn.region)
        if arn.service == "ssm":
            found = session.client("ssm", config=config).get_parameter(Name=arn.text, WithDecryption=True)
            return found["Parameter"]["Value"].encode()
        held = session.client("secretsmanager", config=config).get_secret_value(SecretId=arn.text)
        return held["SecretBinary"] if "SecretBinary" in held else held["SecretString"].encode()
    except ClientError as error:
        raise _refused(error, arn, variable) from None
    except BotoCoreError as error:
        raise _broken(error, arn, variable) from None


def value(held: bytes, arn: Arn, variable: str) -> str:
    """The secret itself, out of what is kept: the text, or of a JSON object the value of its key.

    Raises SettingsError that repeats nothing of it but names of keys.
    """
    try:
        text = held.decode().strip()
    except UnicodeDecodeError:
        raise SettingsError(f"{variable}: {arn.text} holds bytes that are no text; keep the secret as text") from None
    members = _members(text)
    if members is None:
        if arn.key:
            raise SettingsError(f"{variable}: {arn.text} is no JSON object; leave #{arn.key} out")
        return _filled(text, arn, variable)
    key = arn.key or (next(iter(members)) if len(members) == 1 else "")
    if not isinstance(members.get(key), str):
        raise SettingsError(f"{variable}: {_choice(members, arn)}")
    return _filled(str(members[key]).strip(), arn, variable)


def _members(text: str) -> Mapping[str, object] | None:
    try:
        told = json.loads(text)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _choice(members: Mapping[str, object], arn: Arn) -> str:
    names = ", ".join(name for name, held in members.items() if isinstance(held, str)) or "none with a text"
    lacks = f"has no text under {arn.key!r}" if arn.key else "is a JSON object"
    return f"{arn.text} {lacks}; name one of its keys after a #: {names}"


def _filled(text: str, arn: Arn, variable: str) -> str:
    if not text:
        raise SettingsError(f"{variable}: {arn.text} is empty; put the secret there")
    return text


def _refused(error: ClientError, arn: Arn, variable: str) -> RemoteError:
    answer = cast("Mapping[str, Any]", error.response)
    code = str(answer.get("Error", {}).get("Code") or "")
    status = int(answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    needs = f"allow the function's role {_NEEDS[arn.service]} on it, and kms:Decrypt on its key if that is your own"
    if code in ("ResourceNotFoundException", "ParameterNotFound", "ParameterVersionNotFound"):
        return NotFound(f"{variable}: there is no {arn.text}; make it, or name another")
    if code.startswith("Throttling") or code == "TooManyRequestsException":
        return RateLimited(f"{variable}: {arn.text} is throttled, and goes on being so ({code})")
    if code in ("AccessDeniedException", "AccessDenied", "DecryptionFailure", "InvalidKeyId") or status == 403:
        return Forbidden(f"{variable}: access to {arn.text} is denied ({code}); {needs}")
    kind = Unreachable if status >= 500 else RemoteError
    return kind(f"{variable}: {arn.text} could not be read: {code or status}")


def _broken(error: BotoCoreError, arn: Arn, variable: str) -> RemoteError:
    from botocore import exceptions

    if isinstance(error, exceptions.NoCredentialsError | exceptions.CredentialRetrievalError):
        return Unauthorized(f"{variable}: there are no AWS credentials to read {arn.text} with; give a role")
    return Unreachable(f"{variable}: {arn.text} could not be reached: {type(error).__name__}")
