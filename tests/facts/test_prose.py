"""Reading what people wrote in Markdown."""

from __future__ import annotations

from digest.facts import prose


def sentences(markdown: str) -> tuple[str, ...]:
    return prose.read(markdown).sentences


def test_code_quotations_details_comments_and_pictures_are_left_out() -> None:
    body = """Real one.

> quoted one

```
code one
```

<details><summary>x</summary>

dump one

</details>

<!-- hidden one --> ![picture one](https://example.org/x.png) Real two.
"""
    assert sentences(body) == ("Real one.", "Real two.")


def test_what_was_struck_out_is_not_said() -> None:
    assert sentences("~~Workaround: set `X=0`~~ EDIT: no.") == ("EDIT: no.",)
    assert sentences("<del>Set `X=0`.</del> No.") == ("No.",)


def test_identifiers_keep_their_backticks() -> None:
    assert sentences("Set `VLLM_X=0` and **go**.") == ("Set `VLLM_X=0` and go.",)


def test_versions_and_abbreviations_end_no_sentence() -> None:
    assert sentences("It works in v0.17.0, e.g. on H100. Not in v0.18.") == (
        "It works in v0.17.0, e.g. on H100.",
        "Not in v0.18.",
    )


def test_chinese_sentences_end_at_their_own_stops() -> None:
    assert sentences("先合并。再补测试！可以吗？") == ("先合并。", "再补测试！", "可以吗？")


def test_a_key_in_a_sentence_is_masked() -> None:
    assert sentences("I use --api-key sk-" + "a" * 40 + " here.") == ("I use --api-key [masked] here.",)


def test_tables_come_with_the_words_above_them() -> None:
    (table,) = prose.read("## Result\n\n1x H100:\n\n| a | b |\n|---|---|\n| 1 | 2 |").tables
    assert (table.heading, table.intro, table.header, table.rows) == ("result", "1x H100:", ("a", "b"), (("1", "2"),))
