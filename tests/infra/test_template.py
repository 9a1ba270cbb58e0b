"""The template as a whole: what can be given, what it tells, what it leaves behind."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest
import yaml
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

from tests.infra.conftest import GIVEN
from tests.infra.stack import (
    ACCOUNT,
    FOLDER,
    FUNCTION,
    IMAGE,
    REGION,
    Stack,
    written,
)


def test_everything_that_can_be_tagged_is(full: Stack):
    kinds = "S3::Bucket SecretsManager::Secret Logs::LogGroup SQS::Queue Lambda::Function IAM::Role SNS::Topic"
    kinds += " Scheduler::ScheduleGroup CloudWatch::Alarm"
    for kind in kinds.split():
        for one in full.of(f"AWS::{kind}").values():
            tags = {tag["Key"]: tag["Value"] for tag in one["Tags"]}
            assert (tags["Project"], tags["Repository"]) == ("vllm-digest", "acme/rocket")


def test_only_the_bucket_outlives_the_stack(full: Stack):
    assert [name for name, one in full.resources.items() if one.get("DeletionPolicy") == "Retain"] == ["Bucket"]


def test_other_stacks_find_the_function(stack: Stack):
    assert stack.outputs()["FunctionArn"] == FUNCTION
    assert stack.resolve(stack.template["Outputs"]["FunctionArn"]["Export"]) == {"Name": "digest-function"}


def test_the_outputs_name_what_a_person_needs(stack: Stack, full: Stack):
    told = stack.outputs()
    assert told["BucketName"] == "digest-bucket"
    assert told["TokenSecret"] == stack.variables["VLLM_DIGEST_GITHUB_TOKEN_ARN"]
    assert full.outputs()["TokenSecret"] == GIVEN["GitHubTokensArn"]
    assert "--function-name digest-function" in told["Invoke"]


def test_what_is_given_changes_nothing_in_what_sam_makes_of_the_template(full: Stack):
    # So that one transformed template, worked out with different parameters, is what CloudFormation would see.
    translator = Translator({}, Parser())
    assert translator.translate(deepcopy(written("template.yaml")), dict(GIVEN)) == full.template
    translator.metrics.publish()


@pytest.mark.parametrize("name", ["template.yaml", "registry.yaml"])
def test_a_template_has_no_yaml_that_cloudformation_does_not_read(name: str):
    # https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-formats.html
    events = list(yaml.parse((FOLDER / name).read_text(encoding="utf-8")))
    assert not [event for event in events if isinstance(event, yaml.AliasEvent)]
    assert (FOLDER / name).stat().st_size < 51_200  # what can be sent without a bucket


GOOD = {
    "ImageUri": [IMAGE, f"{IMAGE.split(':')[0]}@sha256:{'0' * 64}"],
    "Repository": ["vllm-project/vllm", "a/b.c_d-e"],
    "DayStart": ["00:00", "11:21", "23:59"],
    "Schedule": ["cron(0 8 * * ? *)"],
    "DueSchedule": ["cron(30 12 * * ? *)", ""],
    "MaxCost": ["", "0", "0.25", "12"],
    "ConfigKey": ["", "vllm-digest.yml", "config/a/b.yml"],
    "AppId": ["", "12345"],
    "AlarmEmail": ["", "a@b.example"],
    **{
        name: [
            "",
            f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/x",
            f"arn:aws-cn:secretsmanager:{REGION}:{ACCOUNT}:secret:x",
        ]
        for name in ("GitHubTokenArn", "GitHubTokensArn", "PublishTokenArn", "ApiKeyArn", "AppPrivateKeyArn")
    },
}
BAD = {
    "ImageUri": ["ghcr.io/org/vllm-digest:1.0.0", IMAGE.split(":")[0], ""],
    "Repository": ["vllm", "https://github.com/a/b", "a/b/c"],
    "DayStart": ["24:00", "8:00", "0800"],
    "Schedule": ["", "rate(1 day)", "0 8 * * *"],
    "MaxCost": ["$1", "-1", "1,5"],
    "ConfigKey": ["/x", "a//b", "s3://b/k"],
    "GitHubTokenArn": ["ghp_0123456789abcdefghijABCDEFGHIJ012345", "arn:aws:s3:::x"],
    "AppId": ["my-app"],
    "AlarmEmail": ["nobody"],
}


@pytest.mark.parametrize("name", GOOD)
def test_a_parameter_takes_what_is_right(name: str):
    pattern = written("template.yaml")["Parameters"][name]["AllowedPattern"]
    assert [text for text in GOOD[name] if not re.search(pattern, text)] == []


@pytest.mark.parametrize("name", BAD)
def test_a_parameter_refuses_what_is_wrong_before_anything_is_made(name: str):
    pattern = written("template.yaml")["Parameters"][name]["AllowedPattern"]
    assert [text for text in BAD[name] if re.search(pattern, text)] == []


def test_an_image_is_all_that_has_to_be_given():
    parameters = written("template.yaml")["Parameters"]
    assert [name for name, one in parameters.items() if "Default" not in one] == ["ImageUri"]
    grouped = written("template.yaml")["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
    assert sorted(name for group in grouped for name in group["Parameters"]) == sorted(parameters)


@pytest.mark.parametrize(
    ("given", "goes"),
    [
        ({}, True),
        ({"AppId": "1"}, False),
        ({"AppPrivateKeyArn": "arn"}, False),
        ({"AppId": "1", "AppPrivateKeyArn": "arn"}, True),
        ({"AppId": "1", "AppPrivateKeyArn": "arn", "AppInstallationId": "2"}, True),
        ({"AppInstallationId": "2"}, False),
    ],
)
def test_an_apps_id_and_its_key_need_each_other_and_its_installation_needs_both(given: dict[str, str], goes: bool):
    stack = Stack(parameters={"ImageUri": IMAGE, **given})

    def holds(rule: dict[str, Any]) -> bool:
        asserted = (stack.resolve(one["Assert"]) for one in rule["Assertions"])
        return not stack.resolve(rule["RuleCondition"]) or all(asserted)

    assert goes is all(map(holds, stack.template["Rules"].values()))
