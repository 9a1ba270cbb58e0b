"""Settings: event, environment and a config file in a bucket, in this order; secrets by ARN, kept for minutes."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

import boto3
import pytest
from pydantic import SecretStr

from digest.errors import DigestError, Forbidden, NotFound, SettingsError
from handler.lambda_.event import read
from handler.lambda_.settings import Told, told
from handler.lambda_.warm import Warm
from tests.aws.conftest import kept_parameter, kept_secret, rotate
from tests.keys import pair
from tests.publishing.s3 import Answer, Proxy

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)
PEM = pair().private


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The function's own folder: no config file is in it."""
    folder = tmp_path / "task"
    folder.mkdir()
    return folder


def asked(event: dict[str, object], folder: Path, warm: Warm | None = None, **environ: str) -> Told:
    return told(read(event, NOW), environ, folder, warm or Warm(), NOW)


def wrong(folder: Path, **environ: str) -> DigestError:
    with pytest.raises(DigestError) as failed:
        asked({}, folder, **environ)
    return failed.value


def config(text: str, key: str = "conf/vllm-digest.yml") -> str:
    boto3.client("s3").put_object(Bucket="digest", Key=key, Body=text.encode())
    return f"s3://digest/{key}"


def test_the_schedulers_own_time_sets_the_day_however_late_it_is_delivered(folder: Path):
    for due, day in [
        ("2026-03-03T16:15:00Z", date(2026, 3, 3)),
        ("2026-03-03T16:05:00Z", date(2026, 3, 2)),
        ("2026-03-09T15:59:00Z", date(2026, 3, 8)),
    ]:
        assert asked({"time": due}, folder).settings.on == day
    assert asked({}, folder).settings.on == date(2026, 3, 9)
    assert asked({"time": "2026-03-03T16:15:00Z", "timezone": "UTC"}, folder).settings.on == date(2026, 3, 2)
    assert asked({"time": "2026-03-03T16:15:00Z", "date": "2026-01-05"}, folder).settings.on == date(2026, 1, 5)
    free = asked({"since": "2026-03-01T00:00", "until": "2026-03-01T06:00"}, folder).settings
    assert (free.on, free.since) == (None, datetime(2026, 2, 28, 16, tzinfo=UTC))


def test_the_event_comes_before_the_environment_and_that_before_the_config_in_a_bucket(aws: Proxy, folder: Path):
    where = config("timezone: UTC\nlanguage: en\nday-start: 11:21\nno-llm: true\n")
    environ = {"VLLM_DIGEST_CONFIG": where, "VLLM_DIGEST_DAY_START": "08:00"}
    found = asked({"language": ["en", "zh-CN"], "no-llm": False}, folder, **environ).settings
    assert (found.timezone, found.day_start.hour, found.languages) == ("UTC", 8, ("en", "zh-CN"))
    assert not found.no_llm


def test_a_config_file_may_be_in_the_image_and_be_named_by_the_event(aws: Proxy, folder: Path):
    (folder / "vllm-digest.yml").write_text("timezone: Europe/Berlin\n")
    assert asked({}, folder).settings.timezone == "Europe/Berlin"
    where = config("timezone: America/New_York\n")
    assert asked({"config": where}, folder).settings.timezone == "America/New_York"


def test_what_is_wrong_in_a_config_in_a_bucket_is_told_with_its_line(aws: Proxy, folder: Path):
    where = config("timezone: UTC\nlangauge: en\n")
    told = str(wrong(folder, VLLM_DIGEST_CONFIG=where))
    assert told == "s3://digest/conf/vllm-digest.yml, line 2: unknown key 'langauge'; did you mean 'language'?"
    assert str(wrong(folder, VLLM_DIGEST_CONFIG="s3://digest/none.yml")) == (
        "VLLM_DIGEST_CONFIG: there is no s3://digest/none.yml; put the config file there, or name another"
    )
    assert "names no file" in str(wrong(folder, VLLM_DIGEST_CONFIG="s3://digest"))
    aws.fault = lambda _: Answer(403, "AccessDenied")
    denied = wrong(folder, VLLM_DIGEST_CONFIG=where)
    assert isinstance(denied, Forbidden)
    assert "allow s3:GetObject" in str(denied)


def test_secrets_are_read_by_their_arn_from_whichever_service_it_names(aws: Proxy, folder: Path):
    found = asked(
        {},
        folder,
        VLLM_DIGEST_GITHUB_TOKEN_ARN=kept_secret("ghs_reads"),
        VLLM_DIGEST_PUBLISH_TOKEN_ARN=kept_parameter("ghs_writes"),
        VLLM_DIGEST_API_KEY_ARN=kept_secret(json.dumps({"key": "sk-the-key"})),
        VLLM_DIGEST_APP_ID="7",
        VLLM_DIGEST_APP_PRIVATE_KEY_ARN=kept_secret(json.dumps({"id": 7, "pem": PEM, "other": "x"})) + "#pem",
    )
    github = found.settings.github
    assert github.token == SecretStr("ghs_reads")
    assert github.publish_token == SecretStr("ghs_writes")
    assert found.settings.api_key == SecretStr("sk-the-key")
    assert found.environ["VLLM_DIGEST_APP_PRIVATE_KEY"] == PEM.strip()
    assert not any(name.endswith("_ARN") for name in found.environ)


def test_what_is_wrong_with_a_secret_names_the_variable_and_tells_nothing_of_it(aws: Proxy, folder: Path):
    several = kept_secret(json.dumps({"one": "hidden-1", "two": "hidden-2"}))
    gone = kept_secret("x").replace("digest/", "gone/")
    told = {
        "hidden-secret-itself": "this is no ARN of a secret; write arn:aws:secretsmanager:",
        gone: f"there is no {gone}; make it, or name another",
        several: f"{several} is a JSON object; name one of its keys after a #: one, two",
        f"{several}#three": f"{several} has no text under 'three'; name one of its keys after a #: one, two",
        kept_parameter("plain-hidden") + "#key": "is no JSON object; leave #key out",
        kept_secret(" "): "is empty; put the secret there",
    }
    for arn, reason in told.items():
        error = wrong(folder, VLLM_DIGEST_API_KEY_ARN=arn)
        assert str(error).startswith("VLLM_DIGEST_API_KEY_ARN: ")
        assert reason in str(error)
        assert "hidden" not in str(error)
        assert isinstance(error, NotFound if arn == gone else SettingsError)
    both = wrong(folder, VLLM_DIGEST_API_KEY_ARN=several, VLLM_DIGEST_API_KEY="sk-x")
    assert str(both) == "VLLM_DIGEST_API_KEY: VLLM_DIGEST_API_KEY_ARN stands beside it; keep one of the two"


@pytest.mark.parametrize(
    ("kept", "needs"), [(kept_secret, "secretsmanager:GetSecretValue"), (kept_parameter, "ssm:GetParameter")]
)
def test_a_role_that_may_not_read_a_secret_is_told_what_it_needs(aws: Proxy, folder: Path, kept, needs: str):
    arn = kept("ghs_reads")
    aws.fault = lambda _: Answer(400, "AccessDeniedException", json=True)
    error = wrong(folder, VLLM_DIGEST_GITHUB_TOKEN_ARN=arn)
    assert isinstance(error, Forbidden)
    assert str(error) == (
        f"VLLM_DIGEST_GITHUB_TOKEN_ARN: access to {arn} is denied (AccessDeniedException); allow the function's role "
        f"{needs} on it, and kms:Decrypt on its key if that is your own"
    )


def test_a_warm_function_reads_a_secret_once_in_five_minutes_or_when_it_is_told_to_forget(aws: Proxy, folder: Path):
    clock = [1000.0]
    warm = Warm(lambda: clock[0])
    arn = kept_secret("first")

    def token() -> str:
        found = asked({}, folder, warm, VLLM_DIGEST_GITHUB_TOKEN_ARN=arn).settings.github.token
        assert found is not None
        return found.get_secret_value()

    asked_before = len(aws.asked)
    assert [token(), token()] == ["first", "first"]
    assert len(aws.asked) == asked_before + 1
    rotate(arn, "second")
    clock[0] += 299
    assert token() == "first"
    clock[0] += 1
    assert token() == "second"
    rotate(arn, "third")
    warm.forget()
    assert token() == "third"


def test_a_lambda_writes_where_it_may_and_is_warned_of_what_will_not_last(folder: Path):
    found = asked({}, folder)
    assert str(found.settings.state).endswith("/vllm-digest")
    assert [line.partition(":")[0] for line in found.warnings()] == ["VLLM_DIGEST_STATE", "VLLM_DIGEST_PUBLISH"]
    lasting = {"state": "s3://digest/state", "publish": ["s3://digest/reports"]}
    assert list(asked(lasting, folder).warnings()) == []
    [slip] = asked(lasting, folder, VLLM_DIGEST_TIMEZON="UTC").warnings()
    assert slip == "VLLM_DIGEST_TIMEZON: there is no such variable; did you mean VLLM_DIGEST_TIMEZONE?"
