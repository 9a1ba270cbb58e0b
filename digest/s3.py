"""S3 and stores that speak like it (``AWS_ENDPOINT_URL``): bytes under keys, with errors in one line.

Credentials, region and endpoint are boto3's own: the environment, the shared files, or a role. The functions block;
coroutines call them in a thread. boto3 is imported when a client is made.
https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from digest.errors import Forbidden, NotFound, RateLimited, RemoteError, SettingsError, Unauthorized, Unreachable
from digest.model import Value

if TYPE_CHECKING:
    from botocore.loaders import Loader
    from botocore.session import Session
    from types_boto3_s3 import S3Client

# https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html; other stores also take capitals and `_`.
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]")


@dataclass(frozen=True)
class Waits:
    """Seconds for one connection and for one answer to begin, and how often a request is sent, at the most."""

    connect: float = 10.0
    read: float = 60.0
    attempts: int = 3

    def within(self, seconds: float) -> Waits:
        """Such that a request that nobody answers has failed for good by then, the pauses between its attempts too.

        They are up to 1, 2, 4 … seconds: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
        """
        pauses = 2.0 ** (self.attempts - 1) - 1.0
        share = max(_LEAST, 0.9 * max(seconds - pauses, seconds / 2) / self.attempts)
        connect = min(self.connect, share / 4)
        return replace(self, connect=connect, read=min(self.read, share - connect))


_LEAST = 0.1
SMALL = Waits(connect=5.0, read=15.0, attempts=2)
"""For small objects that a run has to have: one that hangs is told of in less than a minute."""


class Location(Value):
    """``s3://BUCKET/PREFIX``. ``prefix`` has no slash at either end; it may be empty."""

    bucket: str
    prefix: str = ""

    def __str__(self) -> str:
        return f"s3://{self.bucket}/{self.prefix}".rstrip("/")

    @classmethod
    def parse(cls, text: str, option: str) -> Location:
        """Raises SettingsError, naming the option."""
        bucket, _, prefix = text.removeprefix("s3://").partition("/")
        prefix = prefix.strip("/")
        if not text.startswith("s3://") or not _BUCKET.fullmatch(bucket):
            raise SettingsError(f"{option}: {text!r} names no bucket; write s3://BUCKET/PREFIX")
        if prefix and any(part in ("", ".", "..") for part in prefix.split("/")):
            raise SettingsError(f"{option}: {text!r} has an empty or dotted part; write it like s3://BUCKET/reports")
        return cls(bucket=bucket, prefix=prefix)


class Taken(Exception):
    """A conditional write that lost: the object is no longer what the writer had read."""


@dataclass(frozen=True)
class Object:
    data: bytes
    etag: str


@dataclass(frozen=True)
class Bucket:
    """The keys below a location. Every method raises a RemoteError that says what is wrong with the bucket."""

    location: Location
    client: S3Client = field(repr=False)

    @classmethod
    def open(cls, location: Location, waits: Waits = Waits()) -> Bucket:
        """Raises RemoteError where AWS is not set up."""
        import boto3
        from botocore.config import Config
        from botocore.exceptions import BotoCoreError

        config = Config(
            connect_timeout=waits.connect,
            read_timeout=waits.read,
            retries={"mode": "standard", "total_max_attempts": waits.attempts},
            user_agent_extra="vllm-digest",
        )
        try:
            session = boto3.session.Session(botocore_session=_core())
            # Without a region in the environment signing still works; S3 then says which region is right.
            client = session.client("s3", region_name=session.region_name or "us-east-1", config=config)
        except (BotoCoreError, ValueError) as error:
            raise RemoteError(f"{location}: AWS is not set up right: {_short(error)}") from None
        return cls(location, client)

    def read(self, key: str) -> Object | None:
        """None where there is no such key."""
        with self._told("s3:GetObject"):
            try:
                found = self.client.get_object(Bucket=self.location.bucket, Key=self._key(key))
                return Object(found["Body"].read(), found["ETag"])
            except self.client.exceptions.NoSuchKey:
                return None

    def write(self, key: str, data: bytes, content_type: str, cache_control: str = "", **condition: str) -> Object:
        """The whole of ``data``, checked against its hash on the other side, or nothing; gives back what is there.

        ``condition`` is ``IfMatch`` with an ETag or ``IfNoneMatch="*"``; raises Taken where it does not hold:
        https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
        """
        told: dict[str, Any] = {**condition, **({"CacheControl": cache_control} if cache_control else {})}
        with self._told("s3:PutObject", "conditional writes (If-Match)" if condition else ""):
            answer = self.client.put_object(
                Bucket=self.location.bucket,
                Key=self._key(key),
                Body=data,
                ContentType=content_type,
                ChecksumSHA256=base64.b64encode(hashlib.sha256(data).digest()).decode(),
                **told,
            )
        return Object(data, answer["ETag"])

    def remove(self, prefix: str) -> None:
        """Every key below."""
        with self._told("s3:DeleteObject"):
            for key in self.keys(prefix):
                self.client.delete_object(Bucket=self.location.bucket, Key=self._key(f"{prefix}/{key}"))

    def below(self, prefix: str) -> tuple[str, ...]:
        """The names right below, as in a folder: those of keys, and those that further keys begin with."""
        return tuple(sorted({name.rstrip("/") for name in self._level(prefix)}))

    def folders(self, prefix: str) -> tuple[str, ...]:
        """Of the names right below those that further keys begin with."""
        return tuple(name.rstrip("/") for name in self._level(prefix) if name.endswith("/"))

    def keys(self, prefix: str) -> dict[str, str]:
        """Every key below with its ETag."""
        start = self._key(prefix.rstrip("/") + "/")
        found: dict[str, str] = {}
        with self._told("s3:ListBucket"):
            for page in self.client.get_paginator("list_objects_v2").paginate(
                Bucket=self.location.bucket, Prefix=start
            ):
                found |= {one["Key"][len(start) :]: one["ETag"] for one in page.get("Contents", ())}
        return found

    def is_closed(self) -> bool:
        """Whether the bucket is known to show nothing to the public; False where that cannot be told."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            block = self.client.get_public_access_block(Bucket=self.location.bucket)["PublicAccessBlockConfiguration"]
        except (ClientError, BotoCoreError):
            return False
        return bool(block.get("IgnorePublicAcls") and block.get("RestrictPublicBuckets"))

    def _level(self, prefix: str) -> Iterator[str]:
        start = self._key(prefix.rstrip("/") + "/" if prefix else "")
        pages = self.client.get_paginator("list_objects_v2")
        with self._told("s3:ListBucket"):
            for page in pages.paginate(Bucket=self.location.bucket, Prefix=start, Delimiter="/"):
                yield from (one["Prefix"][len(start) :] for one in page.get("CommonPrefixes", ()))
                yield from (one["Key"][len(start) :] for one in page.get("Contents", ()) if one["Key"] != start)

    def _key(self, key: str) -> str:
        return f"{self.location.prefix}/{key}" if self.location.prefix else key

    @contextmanager
    def _told(self, permission: str, feature: str = "") -> Iterator[None]:
        """``feature`` is what a store has to know for it beyond the usual."""
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            yield
        except ClientError as error:
            raise self._refused(cast("Mapping[str, Any]", error.response), permission, feature) from None
        except BotoCoreError as error:
            raise self._broken(error) from None

    def _refused(self, answer: Mapping[str, Any], permission: str, feature: str) -> Exception:
        """By the codes of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html."""
        code = str(answer.get("Error", {}).get("Code") or "")
        status = int(answer.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
        bucket = self.location.bucket
        match code:
            case "PreconditionFailed" | "ConditionalRequestConflict":
                return Taken()
            case "NoSuchBucket":
                return NotFound(f"there is no bucket {bucket!r}; make it, or check its name and AWS_ENDPOINT_URL")
            case "PermanentRedirect" | "AuthorizationHeaderMalformed" | "IllegalLocationConstraintException" | "301":
                region = answer.get("ResponseMetadata", {}).get("HTTPHeaders", {}).get("x-amz-bucket-region", "")
                return RemoteError(f"bucket {bucket!r} is in another region; set AWS_REGION={region or 'its region'}")
            case "InvalidAccessKeyId" | "SignatureDoesNotMatch" | "ExpiredToken" | "InvalidToken":
                return Unauthorized(f"AWS refused the credentials ({code}); give some that are valid and not expired")
            case "SlowDown" | "Throttling" | "ThrottlingException" | "RequestLimitExceeded" | "TooManyRequests":
                return RateLimited(f"bucket {bucket!r} is throttled ({code}), and goes on being so; run again later")
            case "NotImplemented":
                return RemoteError(
                    f"the store of bucket {bucket!r} does not know {feature or f'what {permission} needs'}; "
                    "publish to one that does (docs/publishing.md)"
                )
        if status in (401, 403):
            return Forbidden(f"access to bucket {bucket!r} is denied; allow {permission} on it ({code or status})")
        kind = Unreachable if status >= 500 else RemoteError
        return kind(f"bucket {bucket!r} refused the request: {code or status}")

    def _broken(self, error: Exception) -> Exception:
        from botocore import exceptions

        if isinstance(error, exceptions.NoCredentialsError | exceptions.CredentialRetrievalError):
            return Unauthorized("there are no AWS credentials; set AWS_ACCESS_KEY_ID and its secret, or give a role")
        return Unreachable(
            f"bucket {self.location.bucket!r} cannot be reached: {type(error).__name__}; try again later"
        )


def _core() -> Session:
    """A session of its own, as its environment says now. Only what botocore ships in files is shared."""
    from botocore.session import get_session

    core = get_session()
    core.register_component("data_loader", _models(core.get_config_variable("data_path")))
    return core


@cache
def _models(path: str | None) -> Loader:
    """How services are called, read once: that takes a tenth of a second of CPU, and a run opens several buckets."""
    from botocore.loaders import create_loader

    return create_loader(path)


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
