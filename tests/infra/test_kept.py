"""What is kept, and how: bucket, queue, topic, secret."""

from __future__ import annotations

from typing import Any

import pytest

from digest.errors import SettingsError
from digest.settings.parsing import secret
from tests.infra.stack import (
    ACCOUNT,
    BUCKET,
    IMAGE,
    QUEUE,
    REGION,
    Stack,
)


def without_tls(document: dict[str, Any]) -> list[dict[str, Any]]:
    condition = {"Bool": {"aws:SecureTransport": "false"}}
    return [one for one in document["Statement"] if one["Effect"] == "Deny" and one["Condition"] == condition]


def test_the_bucket_is_private_versioned_encrypted_and_stays(stack: Stack):
    bucket = stack["Bucket"]
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    assert len(bucket["PublicAccessBlockConfiguration"]) == 4
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    assert bucket["OwnershipControls"] == {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    [rule] = bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert rule == {"ServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
    kept = stack.resources["Bucket"]
    assert (kept["DeletionPolicy"], kept["UpdateReplacePolicy"]) == ("Retain", "Retain")


def test_old_state_and_old_versions_go_and_reports_stay(stack: Stack):
    state, versions = stack["Bucket"]["LifecycleConfiguration"]["Rules"]
    assert (state["Status"], state["Prefix"], state["ExpirationInDays"]) == ("Enabled", "state/", 90)
    assert (versions["Status"], versions["NoncurrentVersionExpiration"]) == ("Enabled", {"NoncurrentDays": 30})
    assert "Prefix" not in versions
    assert "ExpirationInDays" not in versions


def test_bucket_queue_and_topic_refuse_what_comes_without_tls(full: Stack):
    [bucket] = without_tls(full["BucketPolicy"]["PolicyDocument"])
    assert (bucket["Principal"], bucket["Action"]) == ("*", "s3:*")
    assert bucket["Resource"] == [BUCKET, f"{BUCKET}/*"]
    [queue] = without_tls(full["GivenUpPolicy"]["PolicyDocument"])
    assert (queue["Principal"], queue["Action"], queue["Resource"]) == ("*", "sqs:*", QUEUE)
    [topic] = without_tls(full["TopicPolicy"]["PolicyDocument"])
    assert (topic["Principal"], topic["Action"]) == ("*", "sns:Publish")
    assert full["BucketPolicy"]["Bucket"] == full.physical("Bucket")
    assert full["GivenUpPolicy"]["Queues"] == [full.ref("GivenUp")]


def test_nobody_is_let_in_by_a_policy_but_this_accounts_alarms(full: Stack):
    documents = [
        one["PolicyDocument"] for kind in ("S3::Bucket", "SQS::Queue", "SNS::Topic") for one in _of(full, kind)
    ]
    allowed = [one for document in documents for one in document["Statement"] if one["Effect"] == "Allow"]
    [alarms] = allowed
    assert (alarms["Principal"], alarms["Action"]) == ({"Service": "cloudwatch.amazonaws.com"}, "sns:Publish")
    assert alarms["Condition"] == {"StringEquals": {"aws:SourceAccount": ACCOUNT}}


def _of(stack: Stack, kind: str) -> list[dict[str, Any]]:
    return list(stack.of(f"AWS::{kind}Policy").values())


def test_the_queue_is_encrypted(stack: Stack):
    assert stack["GivenUp"]["SqsManagedSseEnabled"] is True


def test_the_placeholder_of_the_secret_is_never_sent_as_a_token(stack: Stack):
    placeholder = stack["GitHubToken"]["SecretString"]
    with pytest.raises(SettingsError, match="white space"):
        secret(placeholder, "VLLM_DIGEST_GITHUB_TOKEN")


@pytest.mark.parametrize("given", ["GitHubTokenArn", "GitHubTokensArn", "AppPrivateKeyArn"])
def test_the_stack_makes_no_secret_where_one_is_given(given: str):
    arn = f"arn:aws:secretsmanager:{REGION}:{ACCOUNT}:secret:mine-AbCdEf"
    assert not Stack(parameters={"ImageUri": IMAGE, given: arn}).of("AWS::SecretsManager::Secret")
