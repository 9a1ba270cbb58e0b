"""A function has no flags: its messages name the places where its settings are."""

from __future__ import annotations

import pytest

from digest.settings.find import find
from handler.lambda_.event import DOOR
from handler.lambda_.wording import names, worded
from tests.aws.conftest import Function

SAID = {
    "the deadline (--deadline) passed while listing": "the deadline (the function's timeout) passed while listing",
    "no time to try again; raise --deadline": "no time to try again; raise the function's timeout",
    "--model: no model gave a usable answer": "event: model: no model gave a usable answer",
    "check --model and --api-base": "check event: model and VLLM_DIGEST_API_BASE",
    "--publish s3://b/r: denied": "VLLM_DIGEST_PUBLISH s3://b/r: denied",
    "a range--deadline-x, --no-such": "a range--deadline-x, --no-such",
}


@pytest.mark.parametrize(("said", "told"), SAID.items())
def test_a_setting_is_named_as_it_is_set_in_a_function(said: str, told: str):
    found = find({"model": ["openai/any"]}, {"VLLM_DIGEST_PUBLISH": "s3://b/r"}, None, door=DOOR).found
    assert worded(said, names(found)) == told


def test_a_deadline_that_is_given_is_named_where_it_is_given():
    found = find({}, {"VLLM_DIGEST_DEADLINE": "60s"}, None, door=DOOR).found
    assert worded("raise --deadline", names(found)) == "raise VLLM_DIGEST_DEADLINE"


def test_with_no_time_left_neither_error_nor_log_names_a_flag_or_a_model_that_nobody_asked(warm: Function):
    before = len(warm.log)
    told = warm.invoke(seconds=3.1)
    assert told.error.startswith("Unfinished: ")
    said = [told.error, *(line["message"] for line in warm.log[before:])]
    assert not [one for one in said if " --" in one or "(--" in one or "nothing usable" in one]
