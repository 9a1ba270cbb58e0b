"""Everything that GitHub acts on, as strangers may write it, and items that are full of it."""

from __future__ import annotations

from digest.model import Item
from tests.made import comment, issue, pull

SHA = "0123456789abcdef0123456789abcdef01234567"
FORMS = [
    "@alice",
    "@org/team",
    "(@alice)",
    "cc:@alice,@bob",
    "#1",
    "(#12345)",
    "GH-26",
    "gh-26",
    "xGH-30",
    "1gh-31",
    "_GH-32",
    "owner/repo#1",
    "o.w-n_er/re.po#1",
    SHA,
    SHA[:7],
    SHA.upper(),
    f"owner/repo@{SHA}",
    f"alice@{SHA[:10]}",
    "1234567",
    "https://github.com/o/r/issues/1",
    "http://www.github.com/o/r/pull/2#discussion_r1234567",
    "HTTPS://GITHUB.COM/o/r/discussions/3#discussioncomment-4",
    "www.github.com/o/r/issues/1",
    *(f"{before}www.github.com/o/r/issues/1" for before in ("_", "*", "~", "(", "-", ".", "中文", "é", "0", "a", "/")),
    *(f"{before}https://github.com/o/r/pull/1" for before in ("_", "中文", "0", "a", "-")),
    "_www.github.com/o/r/issues/1_",
    "https://github.com\\/o/r/issues/1 www.github.com/o/r/issues/1",
    "https://me@github.com/o/r/issues/1",
    f"https://github.com/o/r/commit/{SHA}",
    "https://github.com./o/r/issues/1",
    "<https://github.com/o/r/issues/1>",
    "[x](https://github.com/o/r/issues/1)",
    "`[x](https://github.com/o/r/issues/1)`",
    "![x](https://github.com/o/r/issues/1)",
    "<a href='https://github.com/o/r/issues/1'>x</a>",
    "[skip ci]",
    "[CI Skip] [no ci] [skip actions] [actions skip]",
    "fixes #1",
    "Closes: o/r#1",
    "RESOLVED GH-1",
    "fix https://github.com/o/r/issues/1",
    "&#64;alice &commat;alice &#35;1",
    "\\@alice \\#1",
    "`@alice #1 GH-1`",
    "``@alice`` `` ` @bob",
    "a](@alice) [b](#1)",
    "Duplicate of #1",
    "Co-authored-by: Alice <alice@example.com>",
    "@alice‏ #1",
    "🎉@alice",
    "中文@alice、#12",
    "_@alice_ **#1** ~~GH-2~~",
]


def hostile_items() -> list[Item]:
    """An argued issue and a merged pull request for each form, with it in title, labels, body and what is said."""
    items = []
    for n, form in enumerate(FORMS, 1):
        said = (
            comment(f"a{n}", "bob", "09:00", f"I disagree with {form}, this is wrong."),
            comment(f"b{n}", "eve", "09:10", f"I think we should take {form} since it is faster."),
            comment(f"c{n}", "bob", "09:20", f"No. {form}"),
        )
        title = f"[Bug]: {form} gives wrong results"
        items.append(issue(2 * n, title, f"{n}-@x", comments=said, labels=(form[:40],), body=f"Fixes {form}"))
        items.append(pull(2 * n + 1, f"Remove `--y{n}` {form}", labels=("@x",), merged_at=issue(1).created_at))
    return items
