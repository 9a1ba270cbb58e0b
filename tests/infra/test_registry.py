"""The registry that Lambda pulls the image from."""

from __future__ import annotations

import json

from tests.infra.stack import (
    ACCOUNT,
    REGION,
    Stack,
    listed,
)


def test_the_registry_scans_keeps_tags_as_they_are_and_forgets_old_images(registry: Stack):
    found = registry["Registry"]
    assert found["ImageScanningConfiguration"] == {"ScanOnPush": True}
    assert found["ImageTagMutability"] == "IMMUTABLE"
    assert found["EncryptionConfiguration"] == {"EncryptionType": "AES256"}
    [rule] = json.loads(found["LifecyclePolicy"]["LifecyclePolicyText"])["rules"]
    assert (rule["selection"]["countType"], rule["selection"]["countNumber"]) == ("imageCountMoreThan", 5)
    assert rule["action"] == {"type": "expire"}


def test_the_registry_goes_with_its_images_and_serves_functions_of_this_account_alone(registry: Stack):
    found = registry["Registry"]
    assert found["EmptyOnDelete"] is True
    assert registry.resources["Registry"]["DeletionPolicy"] == "Delete"
    [one] = found["RepositoryPolicyText"]["Statement"]
    assert one["Principal"] == {"Service": "lambda.amazonaws.com"}
    assert set(listed(one["Action"])) == {"ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"}
    functions = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:*"
    assert one["Condition"] == {"StringLike": {"aws:sourceArn": functions}}
