"""What the function and the scheduler may do: just this, and on their own resources alone."""

from __future__ import annotations

import pytest

from tests.infra.conftest import GIVEN
from tests.infra.stack import (
    ACCOUNT,
    BUCKET,
    FUNCTION,
    IMAGE,
    NAME,
    QUEUE,
    REGION,
    Stack,
    allows,
    pairs,
    statements,
)

LOGS = f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/vllm-digest/digest:*"
ALWAYS = {
    ("s3:GetObject", f"{BUCKET}/state/*"),
    ("s3:PutObject", f"{BUCKET}/state/*"),
    ("s3:GetObject", f"{BUCKET}/reports/*"),
    ("s3:PutObject", f"{BUCKET}/reports/*"),
    ("s3:ListBucket", BUCKET),
    ("s3:GetBucketPublicAccessBlock", BUCKET),
    ("logs:CreateLogStream", LOGS),
    ("logs:PutLogEvents", LOGS),
    ("sqs:SendMessage", QUEUE),
}


def secrets(*arns: str) -> set[tuple[str, str]]:
    return {(action, arn) for action in ("secretsmanager:GetSecretValue", "ssm:GetParameter") for arn in arns}


def test_the_function_may_do_this_and_nothing_else(stack: Stack):
    token = f"arn:aws:secretsmanager:{REGION}:{ACCOUNT}:secret:digest-githubtoken-AbCdEf"
    assert pairs(stack["FunctionRole"]) == ALWAYS | secrets(token)


def test_with_everything_given_it_may_also_use_just_that(full: Stack):
    given = tuple(GIVEN[name] for name in ("ApiKeyArn", "GitHubTokensArn", "PublishTokenArn", "AppPrivateKeyArn"))
    models = [one.strip() for one in GIVEN["BedrockModelArns"].split(",")]
    assert pairs(full["FunctionRole"]) == ALWAYS | secrets(*given) | {
        ("s3:GetObject", f"{BUCKET}/config/vllm-digest.yml"),
        ("kms:Decrypt", GIVEN["SecretsKeyArn"]),
        *(("bedrock:InvokeModel", model) for model in models),
    }


def test_a_key_is_used_for_secrets_alone_of_whatever_region(full: Stack):
    [key] = [one for one in statements(full["FunctionRole"]) if one["Action"] == "kms:Decrypt"]
    services = [f"{one}.*.{end}" for end in ("amazonaws.com", "amazonaws.com.cn") for one in ("secretsmanager", "ssm")]
    assert key["Condition"] == {"StringLike": {"kms:ViaService": services}}


@pytest.mark.parametrize("key", ["", "#github"])
def test_a_token_given_is_the_one_that_is_read_also_as_a_key_of_a_secret(key: str):
    arn = f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/github"
    stack = Stack(parameters={"ImageUri": IMAGE, "GitHubTokenArn": f"{arn}{key}"})
    assert pairs(stack["FunctionRole"]) == ALWAYS | secrets(arn)
    assert stack.variables["VLLM_DIGEST_GITHUB_TOKEN_ARN"] == f"{arn}{key}"
    assert not stack.of("AWS::SecretsManager::Secret")


def test_nothing_may_be_listed_by_prefix_alone(stack: Stack):
    # Under a condition on the prefix S3 answers 403 in place of 404, and the first run would fail.
    [folders] = [one for one in statements(stack["FunctionRole"]) if "s3:ListBucket" in one["Action"]]
    assert "Condition" not in folders


def test_the_scheduler_may_call_this_function_and_nothing_else(full: Stack):
    assert pairs(full["SchedulerRole"]) == {("lambda:InvokeFunction", FUNCTION), ("sqs:SendMessage", QUEUE)}


def test_each_role_is_for_one_service(full: Stack):
    function, scheduler = (full[name]["AssumeRolePolicyDocument"] for name in ("FunctionRole", "SchedulerRole"))
    assert [one["Principal"] for one in function["Statement"]] == [{"Service": "lambda.amazonaws.com"}]
    [trust] = scheduler["Statement"]
    assert trust["Principal"] == {"Service": "scheduler.amazonaws.com"}
    group = f"arn:aws:scheduler:{REGION}:{ACCOUNT}:schedule-group/digest-schedules"
    assert trust["Condition"] == {"StringEquals": {"aws:SourceAccount": ACCOUNT, "aws:SourceArn": group}}


def test_no_role_has_a_wildcard_action_a_managed_policy_or_a_foreign_resource(full: Stack):
    roles = full.of("AWS::IAM::Role")
    given = {one.strip() for text in GIVEN.values() for one in text.split(",")}
    assert set(roles) == {"FunctionRole", "SchedulerRole"}
    for role in roles.values():
        assert "ManagedPolicyArns" not in role
        assert all("*" not in action for action, _ in pairs(role))
        assert all(resource in given or "digest-" in resource or f"/{NAME}:" in resource for _, resource in pairs(role))


def test_what_lies_beside_state_and_reports_is_not_the_functions(full: Stack):
    role = full["FunctionRole"]
    assert allows(role, "s3:GetObject", f"{BUCKET}/state/acme/rocket/x.json")
    assert not allows(role, "s3:PutObject", f"{BUCKET}/config/vllm-digest.yml")
    assert not allows(role, "s3:GetObject", f"{BUCKET}/config/other.yml")
    assert not allows(role, "s3:GetObject", "arn:aws:s3:::digest-bucket-2/state/x.json")
