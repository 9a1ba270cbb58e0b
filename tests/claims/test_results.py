"""Change, releases and duplicates that are told of items which changed nothing yet, against the sample."""

from __future__ import annotations

import pytest

from digest.claims import Verdict
from tests.claims.test_wording import judged, kinds


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90207, "The garbage output was repaired."),
        (90207, "并发超过 32 时的输出已修正。"),
        (90207, "The sort is off by default now."),
        (90207, "Output above 32 requests is correct again."),
        (90203, "The default returns to 16384."),
        (90203, "默认值恢复为 16384。"),
        (90203, '发布说明已把它移到 "Breaking changes"。'),
        (89731, "五个标志已并入 `AdmissionPolicy`。"),
        (90224, "加载器已拒绝切断 scale 块的 shard。"),
        (90207, "A fix is out."),
        (90207, "The workaround is obsolete."),
        (90207, "排序默认关掉了。"),
        (90243, "最后一个参数不再丢失。"),
        (90243, "The last argument is no longer lost."),
        (90214, "内存泄漏止住了。"),
    ],
)
def test_an_open_issue_has_changed_nothing(about, text):
    assert judged(about, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90240, "MLA decode 现由 AITER 负责。"),
        (90240, "Triton 路径已补齐 scale。"),
        (90262, "RoPE 与 KV cache 写入已合为一个 kernel。"),
        (90304, "The address check is in place."),
        (90136, "`recompute` 成了默认。"),
        (90247, "加载器按 head 保留 KV scale，不再取最大值。"),
        (89744, "默认哈希换成 xxhash3。"),
        (90218, "Pads the expert ids, so output above 32 requests is right again."),
    ],
)
def test_nor_has_a_pull_request_that_is_not_merged(about, text):
    assert judged(about, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (90207, "已有人确认 `VLLM_ROCM_AITER_MOE_SORT=0` 可绕过。"),
        (90207, "问题已由 [[@tomas--qa]] 定位到 [[#89960]]。"),
        (90207, "[[@umar--k8s]] 已在 8x MI300X 上复现。"),
        (90207, "With `VLLM_ROCM_AITER_MOE_SORT=0` the output is right again."),
        (90207, "设 `VLLM_ROCM_AITER_MOE_SORT=0` 后恢复正常。"),
        (90207, "For now `VLLM_ROCM_AITER_MOE_SORT=0` is the answer."),
        (90203, "`--max-num-batched-tokens` now defaults to 8192."),
        (90207, "With `VLLM_ROCM_AITER_MOE_SORT=0` the output no longer repeats."),
        (89888, "一个 rank 空闲 30 分钟后进程卡住了。"),
        (90243, "最后一个参数丢掉了。"),
        (90240, "双重 scale 的问题已被 [[@mira--kernel]] 指出。"),
        (90218, "拟把 expert id 一起补齐，旧路径改为按块读取。"),
        (90214, "有人换成 `MALLOC_ARENA_MAX=2` 后内存仍在上涨。"),
        (90211, "[[@theo--sched]] no longer asks for a process but for a `releases_gil` on the backend."),
        (90211, "[[@theo--sched]] requested changes, because threads only help while the compiler releases the GIL."),
        (89731, "[[@omar--router]] says that the conditions are in the RFC now."),
    ],
)
def test_what_people_found_out_plan_or_work_around_is_no_change(about, text):
    assert judged(about, text).reasons == ()


def test_what_somebody_says_they_did_is_theirs_to_tell():
    fixed = "[[@priya--amd]] fixed the double scale and reports gsm8k 0.941."
    assert judged(90240, fixed, "IC_90240004").is_published
    assert judged(90240, "[[@priya--amd]] 修复了重复的 scale。", "IC_90240004").is_published
    assert "state" in kinds(judged(90240, "[[@wei--hip]] fixed the double scale.", "IC_90240005"))
    assert "state" in kinds(judged(90240, "[[@priya--amd]] removed the Triton path.", "IC_90240004"))


@pytest.mark.parametrize(
    "text",
    [
        "v0.42.1 ships with the sort turned off.",
        "v0.42.1 已包含修复。",
        "The fix is in v0.42.1.",
        "修复已收入 v0.42.1。",
        "v0.42.1 turned the sort off.",
        "v0.42.1 has [[#90218]].",
    ],
)
def test_a_release_has_only_what_is_said_of_it(text):
    assert "state" in kinds(judged(90207, text))


@pytest.mark.parametrize("text", ["v0.42.0 has the new sort.", "v0.42.0 含有该排序。", "v0.42.1 两者都没有。"])
def test_what_is_said_of_a_release_may_be_told(text):
    assert judged(90207, text).is_published


@pytest.mark.parametrize(
    "text",
    [
        "Closed as a duplicate of [[#89790]].",
        "Marked as a duplicate.",
        "该 issue 因此以重复关闭。",
        "因与 [[#89790]] 重复而关闭。",
    ],
)
def test_only_a_duplicate_was_closed_as_one(text):
    assert judged(90257, text).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "text", ["[[@juno--audio]] asks whether it is a duplicate of an old one.", "并非旧问题的重复。"]
)
def test_a_duplicate_may_be_asked_for_and_denied(text):
    assert judged(90257, text).is_published


@pytest.mark.parametrize("text", ["回退仍在等待批准。", "It waits for approval.", "等候评审。"])
def test_what_is_merged_waits_for_nothing(text):
    assert judged(90235, text).verdict is Verdict.REFUTED
