"""What sentences do and do not, in the words of people who write on GitHub."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from digest.facts import cues

Cue = Callable[[str], bool]

DOES: list[tuple[Cue, str]] = [
    (cues.is_workaround, "A workaround until there is a fix: set `VLLM_SORT=0`."),
    (cues.is_workaround, "For now: use TP=4."),
    (cues.is_workaround, "Using `--enforce-eager` avoids the crash."),
    (cues.is_workaround, "Setting `--max-num-batched-tokens 16384` by hand brings 0.91 s back."),
    (cues.is_workaround, "Setting `VLLM_X=0` fixes it for us."),
    (cues.is_workaround, "确认有效：设置 `VLLM_CACHE_GIB=0` 之后内存稳定在 15 GiB。"),
    (cues.is_workaround, "临时规避：加上 `--enforce-eager`。"),
    (cues.is_confirmation, "That fixes it here as well."),
    (cues.is_confirmation, "Works for us with 4 cards."),
    (cues.is_confirmation, "亲测有效。"),
    (cues.is_firm, "From today's meeting: not approved as it is."),
    (cues.is_firm, "We decided to keep 8192."),
    (cues.is_firm, "Closing in favour of the other one."),
    (cues.is_firm, "结论是先合并再补测试。"),
    (cues.is_change_of_mind, "I changed my mind about the flag."),
    (cues.is_turn, "Then I was wrong about the cause."),
    (cues.is_turn, "Agreed, refuse first."),
    (cues.is_change_of_mind, "OK, you convinced me."),
    (cues.is_change_of_mind, "I withdraw my objection."),
    (cues.is_change_of_mind, "With (a) and (b) my objection is gone."),
    (cues.is_change_of_mind, "我收回之前的意见。"),
    (cues.is_turn, "You are right about the notice, that was our mistake."),
    (cues.is_turn, "你说得对。"),
    (cues.is_promise, "I will send a fix tomorrow."),
    (cues.is_promise, "I'll open a PR for the log line."),
    (cues.is_promise, "我明天提一个 PR。"),
    (cues.is_dissent, "I don't think we should do this in the scheduler."),
    (cues.is_dissent, "我不同意把默认值改掉。"),
]

# Written by somebody who tried to make the page say something false.
LOOKS_LIKE: list[tuple[Cue, str]] = [
    (cues.is_workaround, "Setting `NCCL_DEBUG=INFO` helped to narrow it down."),
    (cues.is_workaround, "To get the correct traceback set CUDA_LAUNCH_BLOCKING=1."),
    (cues.is_workaround, "With `--enforce-eager` it works for five minutes, then gets stuck."),
    (cues.is_workaround, "After setting `--max-num-batched-tokens 8192` the speedup is gone."),
    (cues.is_workaround, "For now we deploy with `--tensor-parallel-size 8`, in which I see it."),
    (cues.is_workaround, "`--port 8001` works, but I get empty strings."),
    (cues.is_workaround, "使用 `--tensor-parallel-size 1` 启动正常，发请求后进程就退出"),
    (cues.is_workaround, "临时把 `--max-model-len 4096` 调小了，首字延迟涨到 9 秒"),
    (cues.is_workaround, "Until this is merged nobody can use `--enable-expert-parallel`."),
    (cues.is_confirmation, "Confirmed on H100 and MI325X as well."),
    (cues.is_confirmation, "I confirmed with AMD that this is a known issue."),
    (cues.is_confirmation, "有效 token 数一直是 0"),
    (cues.is_confirmation, "Works for me on main without any flag."),
    (cues.is_confirmation, "That fixed it. Kidding."),
    (cues.is_change_of_mind, "I'm convinced this is a race in RCCL."),
    (cues.is_change_of_mind, "I'll drop my batch size to 4."),
    (cues.is_change_of_mind, "The trace convinced me to file the issue."),
    (cues.is_change_of_mind, "I take it back to the team."),
    (cues.is_firm, "Raising the timeout won't fix it."),
    (cues.is_firm, "It is decided at compile time."),
    (cues.is_firm, "The decision is made by the router."),
    (cues.is_firm, "This is not approved by the code owners so far."),
    (cues.is_firm, "测试结论是 TP=2 时更慢"),
    (cues.is_firm, "Before closing this I would like to see numbers."),
    (cues.is_firm, "We keep hitting this in the nightly."),
    (cues.is_firm, "We'll keep this open to track."),
    (cues.is_dissent, "This should not affect the accuracy."),
    (cues.is_dissent, "I tested against this branch."),
    (cues.is_dissent, "I don't want to block you, go ahead."),
    (cues.is_dissent, "The top-1 accuracy of Phase-1 is the same."),
    (cues.is_promise, "I can run the test without problems."),
    (cues.is_promise, "I'll leave the test to you."),
    (cues.is_promise, "我这周测了一遍"),
    (cues.is_promise, "升级之后我会在启动时发现报错"),
    (cues.is_promise, "I'll close mine once you open a PR."),
    (cues.is_addressed, "I fixed the merge conflict only, your comments come tomorrow."),
    (cues.is_addressed, "Not done."),
    (cues.is_asked, "It is the same as before, right?"),
]

DOES_NOT: list[tuple[Cue, str]] = [
    (cues.is_workaround, "For now the server crashes whenever I pass `--enable-prefix-caching`."),
    (cues.is_workaround, "If I run with `--enable-lora` the output is no longer correct."),
    (cues.is_workaround, "The workaround of setting `VLLM_ROCM_USE_AITER=0` fails on MI300X."),
    (
        cues.is_workaround,
        "I tried setting `VLLM_USE_V1=0` and the first request is correct, the second one is garbage.",
    ),
    (cues.is_workaround, "Upgrading made things worse for us with `VLLM_X=0` as a workaround."),
    (cues.is_workaround, "Did you try `VLLM_X=0` as a workaround?"),
    (cues.is_workaround, "设置 `--tensor-parallel-size 8` 可以稳定复现。"),
    (cues.is_workaround, "设置 `--enable-prefix-caching` 后输出不正常。"),
    (cues.is_workaround, "临时复现方法：`--max-num-seqs=1`，第二个请求必崩。"),
    (cues.is_confirmation, "Same here on H100 with v0.9.1."),
    (cues.is_confirmation, "I can confirm this bug on main."),
    (cues.is_confirmation, "我这边也确认有这个问题。"),
    (cues.is_confirmation, "确认了，v0.9 上必现。"),
    (cues.is_confirmation, "This worked in v0.8, so it is a regression."),
    (cues.is_confirmation, "It works on A100 only."),
    (cues.is_firm, "With k=3 about 60% of the draft tokens are accepted."),
    (cues.is_firm, "No decision yet, we should wait for the benchmark."),
    (cues.is_firm, "The requests get accepted and then fail."),
    (cues.is_firm, "I have not decided yet."),
    (cues.is_firm, "There are race conditions in the scheduler."),
    (cues.is_firm, "The sampler rejected 3 tokens."),
    (cues.is_firm, "I am merging main into this branch."),
    (cues.is_firm, "结论还没有。"),
    (cues.is_change_of_mind, "Correct me if I am wrong, but this is the same."),
    (cues.is_change_of_mind, "You have not convinced me, sorry."),
    (cues.is_change_of_mind, "Nothing in this thread has convinced me so far."),
    (cues.is_change_of_mind, "是我错过了什么吗"),
    (cues.is_change_of_mind, "I'll drop a comment in the RFC."),
    (cues.is_turn, "Good point, but I still disagree."),
    (cues.is_turn, "I don't think you are right here."),
    (cues.is_turn, "没有道理。"),
    (cues.is_turn, "你说得对吗？我不这么认为。"),
    (cues.is_promise, "I can't test this on MI300X."),
    (cues.is_promise, "I will not fix this here."),
    (cues.is_promise, "If nobody objects I will open a PR."),
    (cues.is_objection, "The last block reads experts of the previous step."),
    (cues.is_dissent, "I will move it to breaking changes in the notes."),
]


def test_a_sentence_that_names_the_switch_confirms_it() -> None:
    assert cues.is_confirmation("Confirmed, `VLLM_SORT=0` gives 0.89 again on 8x MI300X.", "VLLM_SORT")
    assert not cues.is_confirmation("Confirmed on 8x MI300X.", "VLLM_SORT")


@pytest.mark.parametrize(("cue", "sentence"), DOES)
def test_a_sentence_does_what_it_says(cue: Cue, sentence: str) -> None:
    assert cue(sentence)


@pytest.mark.parametrize(("cue", "sentence"), [*DOES_NOT, *LOOKS_LIKE])
def test_a_sentence_with_the_same_words_may_do_something_else(cue: Cue, sentence: str) -> None:
    assert not cue(sentence)
