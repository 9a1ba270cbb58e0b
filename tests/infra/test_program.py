"""The program under this template: it knows the variables it is given, and what its role allows is enough for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import boto3
import pytest

from digest.publishing.targets import DiscussionTarget, PullRequestTarget, S3Target
from digest.s3 import Bucket, Location
from digest.settings.find import find
from digest.settings.options import OPTIONS
from digest.settings.values import Settings
from handler.lambda_ import settings as settings_of_the_function
from handler.lambda_.settings import ARN
from tests.cli.conftest import SAMPLE, SAMPLE_DAY, Command, bare, digest, served  # noqa: F401
from tests.infra.stack import Stack, allows
from tests.publishing.s3 import Answer, Asked, Proxy, stores

SECRETS = {f"{variable}{ARN}" for variable in settings_of_the_function.SECRETS}
APP = {"VLLM_DIGEST_APP_ID", "VLLM_DIGEST_APP_INSTALLATION_ID"}


def settings(stack: Stack, folder: Path) -> Settings:
    """What the program makes of the environment, but for what the function's door reads before it."""
    beside = {*SECRETS, *APP, "VLLM_DIGEST_CONFIG"}
    environ = {name: value for name, value in stack.variables.items() if name not in beside}
    found = find({}, {**environ, "VLLM_DIGEST_GITHUB_TOKEN": "ghs_stub"}, folder)
    assert (found.problems, found.unknown) == ((), ())
    assert found.settings is not None
    return found.settings


def test_every_variable_is_one_that_the_program_knows(stack: Stack, full: Stack):
    known = {option.variable for option in OPTIONS} | SECRETS | APP
    assert set(stack.variables) | set(full.variables) <= known
    assert set(full.variables) >= APP | {"VLLM_DIGEST_CONFIG", "VLLM_DIGEST_MODEL", "VLLM_DIGEST_MAX_COST"}


def test_with_an_image_alone_it_is_the_report_that_one_gets_everywhere(stack: Stack, tmp_path: Path):
    found = settings(stack, tmp_path)
    assert (str(found.repository), found.timezone, found.day_start.isoformat("minutes")) == (
        "vllm-project/vllm",
        "Asia/Shanghai",
        "00:00",
    )
    assert (found.languages, found.models, found.max_cost) == (("zh-CN",), (), None)
    assert found.state == Location(bucket="digest-bucket", prefix="state")
    assert [target.location for target in found.publish] == [Location(bucket="digest-bucket", prefix="reports")]
    assert "VLLM_DIGEST_OUT" not in stack.variables  # the door knows where a function may write


def test_what_is_given_arrives(full: Stack, tmp_path: Path):
    found = settings(full, tmp_path)
    assert (str(found.repository), found.timezone) == ("acme/rocket", "Europe/Berlin")
    assert found.languages == ("en", "zh-CN")
    assert found.models == ("bedrock/eu.amazon.nova-pro-v1:0", "openai/gpt-5")
    assert found.max_cost == 0.5
    own, discussion, pull = found.publish
    assert isinstance(own, S3Target)
    assert isinstance(discussion, DiscussionTarget)
    assert discussion.category == "Daily digest"
    assert isinstance(pull, PullRequestTarget)
    assert pull.labels == ("digest", "daily")


def test_secrets_stand_in_the_environment_by_their_arn_alone(stack: Stack, full: Stack):
    for one in (stack, full):
        for name in SECRETS & set(one.variables):
            assert one.variables[name].startswith("arn:aws:")
    named = {name for name in full.variables if any(word in name for word in ("TOKEN", "KEY"))}
    assert named <= SECRETS


# The role is enough


@pytest.fixture
def store(stack: Stack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Proxy]:
    """The stack's bucket over HTTP, which refuses what the function's role does not allow."""
    with stores() as proxy:
        for name, value in {**proxy.environ, "AWS_CONFIG_FILE": str(tmp_path / "none")}.items():
            monkeypatch.setenv(name, value)
        boto3.client("s3").create_bucket(Bucket=stack.physical("Bucket"))
        proxy.asked.clear()
        proxy.fault = lambda asked: None if allows(stack["FunctionRole"], *wanted(asked)) else _DENIED
        yield proxy


_DENIED = Answer(403, "AccessDenied")


def wanted(asked: Asked) -> tuple[str, str]:
    """The permission that a request needs, and on what.

    https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
    """
    parts = urlsplit(asked.path)
    bucket, _, key = unquote(parts.path).lstrip("/").partition("/")
    query = parse_qs(parts.query, keep_blank_values=True)
    if key:
        return f"s3:{asked.method.capitalize()}Object", f"arn:aws:s3:::{bucket}/{key}"
    actions = {"list-type": "s3:ListBucket", "publicAccessBlock": "s3:GetBucketPublicAccessBlock"}
    return next((actions[name] for name in query if name in actions), "s3:Unknown"), f"arn:aws:s3:::{bucket}"


def test_a_whole_run_needs_no_more_than_the_role_allows(
    stack: Stack,
    store: Proxy,
    digest: Command,  # noqa: F811
    served: dict[str, str],  # noqa: F811
    tmp_path: Path,
):
    environ = served | {name: value for name, value in stack.variables.items() if name not in SECRETS}
    environ["VLLM_DIGEST_OUT"] = str(tmp_path / "reports")
    for status in ("created", "unchanged"):
        done = digest("run", *SAMPLE_DAY, **environ)
        assert done.status == 0, done.err
        assert status in done.err
    written = {wanted(asked)[1] for asked in store.asked if asked.writes}
    assert {arn.split("/")[1] for arn in written} == {"state", "reports"}
    # What is asked before a private repository's report is published.
    assert not Bucket.open(Location(bucket=stack.physical("Bucket"))).is_closed()
    used = {wanted(asked)[0] for asked in store.asked}
    assert used == {"s3:GetObject", "s3:PutObject", "s3:ListBucket", "s3:GetBucketPublicAccessBlock"}


def test_a_bucket_that_is_not_the_stacks_is_refused(
    stack: Stack,
    store: Proxy,
    digest: Command,  # noqa: F811
    tmp_path: Path,
):
    target = f"s3://{stack.physical('Bucket')}/elsewhere"
    done = digest("run", "--snapshot", str(SAMPLE), "--publish", target, "--out", str(tmp_path / "reports"))
    assert done.status == 1
    assert "allow s3:" in done.err
