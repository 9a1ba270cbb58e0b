"""The template in an account: moto's, over HTTP, read back through each service's own API.

moto's CloudFormation makes a part of the resources, and of those a part of their properties, and says CREATE_COMPLETE
all the same. So nothing counts here but what a service itself answers; what CloudFormation left out is made through the
service's API from the transformed template's own properties, which also holds them against AWS's model of that API.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
import yaml
from moto.server import ThreadedMotoServer

from tests.infra.stack import ACCOUNT, NAME, Stack

MADE = (
    "AWS::S3::Bucket",
    "AWS::SQS::Queue",
    "AWS::SNS::Topic",
    "AWS::Logs::LogGroup",
    "AWS::IAM::Role",
    "AWS::Lambda::Function",
    "AWS::ECR::Repository",
)
"""What moto's CloudFormation makes."""


@pytest.fixture(scope="module")
def _moto() -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def account(_moto: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """boto3 leads to moto."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", _moto)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")


@pytest.fixture
def deployed(account: None, full: Stack) -> Iterator[dict[str, str]]:
    yield from _deployed(full)


@pytest.fixture
def registered(account: None, registry: Stack) -> Iterator[dict[str, str]]:
    yield from _deployed(registry)


def _deployed(stack: Stack) -> Iterator[dict[str, str]]:
    """The stack as far as moto makes it; the physical name of each resource. Gone again afterwards."""
    client = boto3.client("cloudformation")
    parameters = [{"ParameterKey": key, "ParameterValue": value} for key, value in stack.parameters.items()]
    body = json.dumps(_for_moto(stack))
    client.create_stack(StackName=NAME, TemplateBody=body, Parameters=parameters, Capabilities=["CAPABILITY_IAM"])
    found = client.describe_stack_resources(StackName=NAME)["StackResources"]
    yield {one["LogicalResourceId"]: one["PhysicalResourceId"] for one in found}
    client.delete_stack(StackName=NAME)


def _for_moto(stack: Stack) -> dict[str, Any]:
    """The transformed template without the resources that moto cannot make, and without what refers to them."""
    resources = {name: one for name, one in stack.template["Resources"].items() if one["Type"] in MADE}
    left_out = set(stack.template["Resources"]) - set(resources)

    def standing(node: Any) -> Any:
        if isinstance(node, dict):
            path = node.get("Fn::GetAtt")
            if node.get("Ref") in left_out or (path and path[0] in left_out):
                return stack.resolve(node)
            return {key: standing(value) for key, value in node.items()}
        return [standing(one) for one in node] if isinstance(node, list) else node

    kept = {key: value for key, value in stack.template.items() if key in ("Parameters", "Conditions")}
    return {**kept, "Resources": standing(resources)}


# What CloudFormation made


def test_the_function_is_there_with_its_settings(deployed: dict[str, str], full: Stack):
    found = boto3.client("lambda").get_function(FunctionName=deployed["Function"])
    told = found["Configuration"]
    assert (told["Timeout"], told["MemorySize"]) == (900, 1024)
    assert told["Role"].startswith(f"arn:aws:iam::{ACCOUNT}:role/")
    assert found["Code"]["ImageUri"] == full.parameters["ImageUri"]
    variables = told["Environment"]["Variables"]
    assert set(variables) == set(full.variables)
    assert variables["VLLM_DIGEST_STATE"] == f"s3://{deployed['Bucket']}/state"
    assert variables["VLLM_DIGEST_LANGUAGE"].split() == [
        "en",
        "zh-CN",
    ]  # moto does not trim them


def test_the_roles_are_there_with_what_they_may_do(deployed: dict[str, str], full: Stack):
    client = boto3.client("iam")
    for role, policy in (("FunctionRole", "function"), ("SchedulerRole", "schedules")):
        name = deployed[role]
        assert client.list_role_policies(RoleName=name)["PolicyNames"] == [policy]
        assert client.list_attached_role_policies(RoleName=name)["AttachedPolicies"] == []
        document = _policy(name, policy)
        [wanted] = full[role]["Policies"]
        expected = [(one["Sid"], one["Action"]) for one in wanted["PolicyDocument"]["Statement"]]
        assert [(one["Sid"], one["Action"]) for one in document["Statement"]] == expected
        trust = client.get_role(RoleName=name)["Role"]["AssumeRolePolicyDocument"]
        assert trust == full[role]["AssumeRolePolicyDocument"]


def test_the_roles_name_the_resources_that_were_made(deployed: dict[str, str]):
    document = _policy(deployed["FunctionRole"], "function")
    by_sid = {one["Sid"]: one["Resource"] for one in document["Statement"]}
    bucket = f"arn:aws:s3:::{deployed['Bucket']}"
    assert by_sid["StateAndReports"] == [f"{bucket}/state/*", f"{bucket}/reports/*"]
    assert by_sid["Folders"] == bucket
    assert by_sid["GivenUp"] == _queue(deployed, "QueueArn")
    document = _policy(deployed["SchedulerRole"], "schedules")
    function = boto3.client("lambda").get_function(FunctionName=deployed["Function"])["Configuration"]
    assert [one["Resource"] for one in document["Statement"]] == [
        function["FunctionArn"],
        _queue(deployed, "QueueArn"),
    ]


def _policy(role: str, name: str) -> dict[str, Any]:
    """moto gives back Python's text of it in place of JSON; YAML reads either."""
    found: Any = boto3.client("iam").get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
    return dict(yaml.safe_load(found) if isinstance(found, str) else found)


def test_the_bucket_is_there_encrypted(deployed: dict[str, str]):
    client = boto3.client("s3")
    [rule] = client.get_bucket_encryption(Bucket=deployed["Bucket"])["ServerSideEncryptionConfiguration"]["Rules"]
    assert rule["ApplyServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"
    tags = {one["Key"]: one["Value"] for one in client.get_bucket_tagging(Bucket=deployed["Bucket"])["TagSet"]}
    assert tags["Repository"] == "acme/rocket"


def test_the_queue_is_there_encrypted_and_keeps_for_two_weeks(deployed: dict[str, str]):
    assert _queue(deployed, "SqsManagedSseEnabled") == "true"
    assert _queue(deployed, "MessageRetentionPeriod") == "1209600"


def _queue(deployed: dict[str, str], attribute: str) -> str:
    client = boto3.client("sqs")
    return client.get_queue_attributes(QueueUrl=deployed["GivenUp"], AttributeNames=[attribute])["Attributes"][
        attribute
    ]


def test_the_log_group_is_there_and_forgets(deployed: dict[str, str]):
    [group] = boto3.client("logs").describe_log_groups(logGroupNamePrefix="/vllm-digest/digest")["logGroups"]
    assert (group["logGroupName"], group["retentionInDays"]) == ("/vllm-digest/digest", 90)


def test_the_topic_is_there_with_its_reader(deployed: dict[str, str]):
    client = boto3.client("sns")
    [one] = client.list_subscriptions_by_topic(TopicArn=deployed["Topic"])["Subscriptions"]
    assert (one["Protocol"], one["Endpoint"]) == ("email", "night@acme.example")


def test_the_registry_is_there(registered: dict[str, str]):
    [found] = boto3.client("ecr").describe_repositories(repositoryNames=[registered["Registry"]])["repositories"]
    assert found["imageTagMutability"] == "IMMUTABLE"
    assert found["repositoryUri"].endswith("/vllm-digest")


# What it left out, made through each API


@pytest.mark.parametrize("name", ["Daily", "Due"])
def test_a_schedule_is_taken_by_the_scheduler_and_read_back(name: str, account: None, full: Stack):
    client = boto3.client("scheduler")
    told = full[name]
    client.create_schedule_group(Name=told["GroupName"])
    try:
        client.create_schedule(Name=name, **told)
        found = client.get_schedule(Name=name, GroupName=told["GroupName"])
        assert {key: found[key] for key in told} == told
        assert found["ScheduleExpressionTimezone"] == "Europe/Berlin"
    finally:
        client.delete_schedule(Name=name, GroupName=told["GroupName"])
        client.delete_schedule_group(Name=told["GroupName"])


@pytest.mark.parametrize("name", ["Failed", "Unfinished", "Degraded", "NoReport", "GivenUpAlarm"])
def test_an_alarm_is_taken_by_cloudwatch_and_read_back(name: str, account: None, full: Stack):
    client = boto3.client("cloudwatch")
    told = _typed(full[name])
    client.put_metric_alarm(**told)
    try:
        [found] = client.describe_alarms(AlarmNames=[told["AlarmName"]])["MetricAlarms"]
        tags = client.list_tags_for_resource(ResourceARN=found["AlarmArn"])["Tags"]
    finally:
        client.delete_alarms(AlarmNames=[told["AlarmName"]])
    assert _sorted(tags) == _sorted(told.pop("Tags"))
    assert {key: _plain(found[key]) for key in told} == {key: _plain(value) for key, value in told.items()}


def _typed(told: dict[str, Any]) -> dict[str, Any]:
    """CloudFormation turns texts into what the API takes."""
    switch = {"ActionsEnabled": told["ActionsEnabled"] == "true"} if "ActionsEnabled" in told else {}
    return {**told, **switch}


def _plain(value: Any) -> Any:
    """Without what moto adds to the metrics of an alarm."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if one not in (None, "", [])}
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _sorted(tags: list[dict[str, str]]) -> list[tuple[str, str]]:
    return sorted((one["Key"], one["Value"]) for one in tags)


@pytest.fixture
def bucket(account: None, full: Stack) -> Iterator[str]:
    """A bucket with the rest of its properties."""
    client, told = boto3.client("s3"), full["Bucket"]
    name = full.physical("Bucket")
    client.create_bucket(Bucket=name)
    block = told["PublicAccessBlockConfiguration"]
    client.put_public_access_block(Bucket=name, PublicAccessBlockConfiguration=block)
    client.put_bucket_ownership_controls(Bucket=name, OwnershipControls=told["OwnershipControls"])
    client.put_bucket_versioning(Bucket=name, VersioningConfiguration=told["VersioningConfiguration"])
    rules = [_rule(one) for one in told["LifecycleConfiguration"]["Rules"]]
    client.put_bucket_lifecycle_configuration(Bucket=name, LifecycleConfiguration={"Rules": rules})
    client.put_bucket_policy(Bucket=name, Policy=json.dumps(full["BucketPolicy"]["PolicyDocument"]))
    yield name
    client.delete_bucket(Bucket=name)


def _rule(told: dict[str, Any]) -> dict[str, Any]:
    """A rule of the lifecycle in the API's words, in place of CloudFormation's."""
    expiration = {
        "Days": int(told["ExpirationInDays"]) if "ExpirationInDays" in told else None,
        "ExpiredObjectDeleteMarker": told.get("ExpiredObjectDeleteMarker"),
    }
    same = {
        key: told[key]
        for key in ("Status", "NoncurrentVersionExpiration", "AbortIncompleteMultipartUpload")
        if key in told
    }
    given = {key: value for key, value in expiration.items() if value is not None}
    return {"ID": told["Id"], "Filter": {"Prefix": told.get("Prefix", "")}, "Expiration": given, **same}


def test_the_bucket_is_closed_versioned_and_forgets_state(bucket: str):
    client = boto3.client("s3")
    block = client.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"]
    assert list(block.values()) == [True] * 4
    assert client.get_bucket_versioning(Bucket=bucket)["Status"] == "Enabled"
    [owner] = client.get_bucket_ownership_controls(Bucket=bucket)["OwnershipControls"]["Rules"]
    assert owner == {"ObjectOwnership": "BucketOwnerEnforced"}
    state, versions = client.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"]
    assert (state["Filter"], state["Expiration"]["Days"]) == ({"Prefix": "state/"}, 60)
    assert versions["NoncurrentVersionExpiration"]["NoncurrentDays"] == 30
    assert "Days" not in versions.get("Expiration", {})
    policy = json.loads(client.get_bucket_policy(Bucket=bucket)["Policy"])
    assert [one["Effect"] for one in policy["Statement"]] == ["Deny"]


def test_the_function_is_taken_by_lambda_and_what_fails_for_good_goes_to_the_queue(account: None, full: Stack):
    client, iam = boto3.client("lambda"), boto3.client("iam")
    told, event = full["Function"], full["FunctionEventInvokeConfig"]
    tags = {one["Key"]: one["Value"] for one in told["Tags"]}
    iam.create_role(RoleName=full.physical("FunctionRole"), AssumeRolePolicyDocument="{}")
    client.create_function(**{**told, "FunctionName": event["FunctionName"], "Tags": tags})
    try:
        client.put_function_event_invoke_config(**event)
        found = client.get_function_configuration(FunctionName=event["FunctionName"])
        asked = client.get_function_event_invoke_config(FunctionName=event["FunctionName"], Qualifier="$LATEST")
    finally:
        client.delete_function(FunctionName=event["FunctionName"])
        iam.delete_role(RoleName=full.physical("FunctionRole"))
    assert (found["PackageType"], found["Architectures"], found["Timeout"]) == ("Image", ["arm64"], 900)
    assert found["Environment"]["Variables"] == full.variables
    assert (asked["MaximumRetryAttempts"], asked["MaximumEventAgeInSeconds"]) == (2, 10800)
    assert asked["DestinationConfig"]["OnFailure"] == {"Destination": full.attribute("GivenUp", "Arn")}


def test_the_registry_is_taken_with_its_scans_and_its_policies(account: None, registry: Stack):
    client, told = boto3.client("ecr"), registry["Registry"]
    name = told["RepositoryName"]
    client.create_repository(
        repositoryName=name,
        imageTagMutability=told["ImageTagMutability"],
        imageScanningConfiguration={"scanOnPush": told["ImageScanningConfiguration"]["ScanOnPush"]},
    )
    try:
        client.put_lifecycle_policy(
            repositoryName=name, lifecyclePolicyText=told["LifecyclePolicy"]["LifecyclePolicyText"]
        )
        client.set_repository_policy(repositoryName=name, policyText=json.dumps(told["RepositoryPolicyText"]))
        [found] = client.describe_repositories(repositoryNames=[name])["repositories"]
        rules = json.loads(client.get_lifecycle_policy(repositoryName=name)["lifecyclePolicyText"])["rules"]
        policy = json.loads(client.get_repository_policy(repositoryName=name)["policyText"])
    finally:
        client.delete_repository(repositoryName=name, force=True)
    assert found["imageScanningConfiguration"] == {"scanOnPush": True}
    assert [one["selection"]["countNumber"] for one in rules] == [5]
    assert policy == told["RepositoryPolicyText"]


def test_the_queue_takes_its_policy(account: None, full: Stack):
    client = boto3.client("sqs")
    url = client.create_queue(QueueName="digest-policy")["QueueUrl"]
    client.set_queue_attributes(
        QueueUrl=url, Attributes={"Policy": json.dumps(full["GivenUpPolicy"]["PolicyDocument"])}
    )
    found = client.get_queue_attributes(QueueUrl=url, AttributeNames=["Policy"])["Attributes"]["Policy"]
    assert json.loads(found) == full["GivenUpPolicy"]["PolicyDocument"]
    client.delete_queue(QueueUrl=url)


def test_the_secret_waits_for_its_token(account: None, stack: Stack):
    client = boto3.client("secretsmanager")
    arn = client.create_secret(Name="digest-token", **stack["GitHubToken"])["ARN"]
    assert client.get_secret_value(SecretId=arn)["SecretString"] == "put your GitHub token here"
    client.put_secret_value(SecretId=arn, SecretString="ghp_new")
    assert client.get_secret_value(SecretId=arn)["SecretString"] == "ghp_new"
    client.delete_secret(SecretId=arn, ForceDeleteWithoutRecovery=True)
