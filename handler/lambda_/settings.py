"""The settings of a call: event, environment, secrets by ARN, a config file in a bucket, a Lambda's own defaults."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from digest import window
from digest.errors import NotFound, RemoteError, SettingsError
from digest.github.variables import PRIVATE_KEY
from digest.s3 import SMALL, Bucket, Location
from digest.settings import file
from digest.settings.find import Findings, find
from digest.settings.options import OPTIONS, PUBLISH_TOKEN, SHARED_TOKENS, TOKEN_VARIABLES
from digest.settings.values import Settings
from handler.lambda_.event import DOOR, Asked
from handler.lambda_.secret import Arn, fetch, value
from handler.lambda_.warm import Warm

CONFIG = next(option for option in OPTIONS if option.name == "config")
SECRETS = (TOKEN_VARIABLES[0], SHARED_TOKENS, PUBLISH_TOKEN, "VLLM_DIGEST_API_KEY", PRIVATE_KEY)
"""What can be named by an ARN: the variable with `ARN` after it."""
ARN = "_ARN"

Environ = Mapping[str, str]


@dataclass(frozen=True)
class Told:
    """The settings, the findings that they rest on, and the environment with the secrets in it."""

    settings: Settings
    findings: Findings
    environ: Environ

    def writing_to(self, folder: Path) -> Told:
        """With what is written in there, where no place is named for it."""
        if self.findings.found["out"].source != "default":
            return self
        return replace(self, settings=self.settings.model_copy(update={"out": folder}))

    def warnings(self) -> Iterator[str]:
        yield from map(str, self.findings.unknown)
        if not isinstance(self.settings.state, Location):
            yield (
                f"VLLM_DIGEST_STATE: {self.settings.state} goes with this instance of the function, so that a retry "
                "pays again and deliveries at once do not see each other; name s3://BUCKET/PREFIX"
            )
        if not self.settings.publish:
            yield "VLLM_DIGEST_PUBLISH: there is no target, and what is written goes with the function; name one"


def told(asked: Asked, environ: Environ, folder: Path, warm: Warm, now: datetime) -> Told:
    """Raises a UsageError for what is wrong, a RemoteError for secrets and a config file that cannot be had."""
    asked, given, config = _with_config(asked, with_secrets(environ, warm), warm)
    findings = find(asked.flags, given, folder, door=DOOR, config=config)
    return Told(_due(_kept(findings), asked.at or now), findings, given)


def with_secrets(environ: Environ, warm: Warm) -> Environ:
    """The environment with each secret in the variable that holds it elsewhere."""
    found = dict(environ)
    for variable in SECRETS:
        text = found.pop(f"{variable}{ARN}", "").strip()
        if not text:
            continue
        if found.get(variable, "").strip():
            raise SettingsError(f"{variable}: {variable}{ARN} stands beside it; keep one of the two")
        found[variable] = _secret(Arn.parse(text, f"{variable}{ARN}"), f"{variable}{ARN}", warm)
    return found


def repository(asked: Asked, environ: Environ, folder: Path) -> str:
    """Whose report it is, as far as that is known without asking anybody: for a log and metrics."""
    asked, known, named = _without_config(asked, environ)
    config = file.Reading() if _is_in_a_bucket(named) else None
    return str(find(asked.flags, known, folder, door=DOOR, config=config).sound.repository)


def _secret(arn: Arn, variable: str, warm: Warm) -> str:
    return value(warm.get(arn.text, lambda: fetch(arn, variable)), arn, variable)


def _with_config(asked: Asked, environ: Environ, warm: Warm) -> tuple[Asked, Environ, file.Reading | None]:
    """With what a config file in a bucket says; one in the image is found as everywhere."""
    others, rest, named = _without_config(asked, environ)
    if not _is_in_a_bucket(named):
        return asked, environ, None
    data = warm.get(named, lambda: _object(named))
    return others, rest, file.parse(data, named)


def _without_config(asked: Asked, environ: Environ) -> tuple[Asked, Environ, str]:
    """Event and environment as they are without a config file in a bucket, and which one they name."""
    named = str(asked.flags.get(CONFIG.name) or environ.get(CONFIG.variable, "")).strip()
    if not _is_in_a_bucket(named):
        return asked, environ, named
    flags = {name: text for name, text in asked.flags.items() if name != CONFIG.name}
    rest = {name: text for name, text in environ.items() if name != CONFIG.variable}
    return replace(asked, flags=flags), rest, named


def _is_in_a_bucket(named: str) -> bool:
    return named.startswith("s3://")


def _object(named: str) -> bytes:
    location = Location.parse(named, CONFIG.variable)
    folder, _, name = location.prefix.rpartition("/")
    if not name:
        raise SettingsError(f"{CONFIG.variable}: {named!r} names no file; write s3://BUCKET/vllm-digest.yml")
    try:
        found = Bucket.open(location.model_copy(update={"prefix": folder}), SMALL).read(name)
    except RemoteError as error:
        raise type(error)(f"{CONFIG.variable}: {error}") from None
    if found is None:
        raise NotFound(f"{CONFIG.variable}: there is no {named}; put the config file there, or name another")
    return found.data


def _kept(findings: Findings) -> Settings:
    """The settings, with the state where a function may write, unless another place is named."""
    settings = findings.required()
    if findings.found["state"].source != "default":
        return settings
    return settings.model_copy(update={"state": Path(tempfile.gettempdir()) / "vllm-digest"})


def _due(settings: Settings, at: datetime) -> Settings:
    """For the day that was the newest one when the run was due, however late or often its event is delivered."""
    if settings.snapshot is not None or settings.on is not None or settings.since is not None:
        return settings
    return settings.model_copy(update={"on": window.newest_day(at, settings.timezone, settings.day_start).day})
