"""The stack with the least that it needs, and with everything that it can be given."""

from __future__ import annotations

import os

import pytest

from tests.infra.stack import ACCOUNT, IMAGE, REGION, Stack

_SECRET = f"arn:aws:secretsmanager:{REGION}:{ACCOUNT}:secret:"
GIVEN = {
    "ImageUri": IMAGE,
    "Architecture": "arm64",
    "Repository": "acme/rocket",
    "TimeZone": "Europe/Berlin",
    "DayStart": "06:00",
    "Languages": "en, zh-CN",
    "PublishTo": "discussion:acme/news?category=Daily digest, pr:acme/news?labels=digest%2Cdaily",
    "ConfigKey": "config/vllm-digest.yml",
    "Models": "bedrock/eu.amazon.nova-pro-v1:0, openai/gpt-5",
    "BedrockModelArns": (
        f"arn:aws:bedrock:{REGION}:{ACCOUNT}:inference-profile/eu.amazon.nova-pro-v1:0, "
        "arn:aws:bedrock:eu-central-1::foundation-model/amazon.nova-pro-v1:0"
    ),
    "ApiKeyArn": f"{_SECRET}key-AbCdEf",
    "MaxCost": "0.50",
    "GitHubTokensArn": f"{_SECRET}tokens-AbCdEf",
    "PublishTokenArn": f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/digest/publish",
    "AppId": "12345",
    "AppInstallationId": "678",
    "AppPrivateKeyArn": f"{_SECRET}app-AbCdEf",
    "SecretsKeyArn": f"arn:aws:kms:{REGION}:{ACCOUNT}:key/11111111-2222-3333-4444-555555555555",
    "AlarmEmail": "night@acme.example",
    "LogRetentionDays": "90",
    "StateDays": "60",
    "ReservedConcurrency": "0",
}


@pytest.fixture(autouse=True)
def _region(monkeypatch: pytest.MonkeyPatch) -> None:
    """SAM's translator asks boto3 which region it is for; nothing else of this machine's AWS is seen."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)


LEAST = Stack(parameters={"ImageUri": IMAGE})
FULL = Stack(parameters=GIVEN)
REGISTRY = Stack("registry.yaml")


@pytest.fixture
def stack() -> Stack:
    """With an image, and nothing else given."""
    return LEAST


@pytest.fixture
def full() -> Stack:
    """With everything given that goes together."""
    return FULL


@pytest.fixture
def registry() -> Stack:
    return REGISTRY
