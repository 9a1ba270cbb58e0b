"""What a merged change means for those who use the project: the flags, variables, defaults and interfaces in it.

An effect is claimed only where a verb stands right beside the name that it is about ("add `--x`", "`VLLM_Y` now
defaults to 1"), in the title or in the author's own sentences; names are given to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from digest.facts import prose
from digest.facts.behaviour import changes_behaviour
from digest.facts.stance import LONGEST_QUOTE, shorten
from digest.facts.values import Change, Effect, Quote
from digest.facts.voices import of_body, quote
from digest.model import Item

# Flags, environment variables, HTTP paths, dotted or called names: what a user types.
_FLAG = r"--[a-z][\w-]*[a-z0-9]"
_VARIABLE = r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+"
_PATH = r"(?:(?:GET|POST|PUT|DELETE) )?/v?\d?[a-z][\w/{}-]+"
_CODE = r"[A-Za-z_][\w.]*(?:\(\))?"
_NAME = (
    rf"(?:`(?:{_FLAG}|{_VARIABLE}|{_PATH}|{_CODE})(?:[= ][\w.,:/-]+)?`|(?<![\w/-]){_FLAG}|(?<![\w$]){_VARIABLE}(?!\w))"
)
_FILLER = (
    r"(?:\s+(?:a|an|the|new|old|deprecated|unused|legacy|opt-in|optional|experimental|support|for|of|via"
    r"|env(?:ironment)?|var(?:iable)?s?|"
    r"flags?|options?|arguments?|args?|parameters?|params?|fields?|switch|endpoints?|api|cli|server|engine"
    r"|request|sampling|knob|setting|metric|"
    r"long-deprecated|\w+ly)){0,6}\s+"
)
_AND = rf"(?:(?:\s*,\s*|\s*,?\s+(?:and|or)\s+){_NAME})*"
_NAMES = re.compile(_NAME)
_STATUS = r"(?:40[013-9]|41[0-57]|42[2-9]|431|451|50[0-4])"


class _Rule(NamedTuple):
    effect: Effect
    pattern: re.Pattern[str]


def _rule(effect: Effect, pattern: str) -> _Rule:
    return _Rule(effect, re.compile(pattern, re.I))


# Verbs match in any case, so names are looked for again with their own case by `_names`.
_RULES = (
    _rule(
        Effect.RENAMED,
        rf"\brenam(?:e[sd]?|ing){_FILLER}(?P<old>{_NAME})\s+(?:to|as|into|->|→)\s+(?:the\s+)?(?P<new>{_NAME})"
        rf"|(?P<old2>{_NAME})\s+(?:is|was|has been)\s+renamed\s+(?:to|as)\s+(?P<new2>{_NAME})",
    ),
    _rule(
        Effect.REMOVED,
        rf"\b(?:remov(?:e[sd]?|ing)|drop(?:s|ped|ping)?|delet(?:e[sd]?|ing))\b(?:{_FILLER})(?P<names>{_NAME}{_AND})"
        rf"|(?P<names2>{_NAME}{_AND})\s+(?:is|are|was|were|has been|have been)\s+(?:now\s+)?(?:removed|dropped|gone)",
    ),
    _rule(
        Effect.DEFAULT,
        rf"(?P<names>{_NAME})(?:\s+(?:flag|option|env|variable))*\s+now\s+defaults?\s+to\s+(?P<new>`[^`]+`|[\w.-]*\w)"
        rf"|(?P<names5>{_NAME})\s+defaults?\s+(?:changes|changed)\b"
        rf"|\bchanges?\s+(?:the\s+)?default(?:\s+value)?\s+(?:of|for)\s+(?:the\s+)?(?P<names2>{_NAME})"
        rf"|\b(?:enable[sd]?|disable[sd]?|turn(?:s|ed)? (?:on|off))\s+(?P<names3>{_NAME})\s+by\s+default"
        rf"|\b(?:chang|flip|rais|lower|switch|set)(?:e[sd]?|s|ped|ping|ing|ed"
        rf"|es)?\b{_FILLER}(?P<names4>{_NAME})\s+default\b",
    ),
    _rule(
        Effect.DEPRECATED,
        rf"\bdeprecat(?:e[sd]?|ing){_FILLER}(?P<names>{_NAME}{_AND})"
        rf"|(?P<names2>{_NAME}{_AND})\s+(?:is|are)\s+(?:now\s+)?deprecated",
    ),
    _rule(
        Effect.ADDED,
        rf"\b(?:add(?:s|ed|ing)?|introduc(?:e[sd]?|ing)|expos(?:e[sd]?|ing)|new)\b(?:{_FILLER})(?P<names>{_NAME}{_AND})"
        rf"|\badd(?:s|ed|ing)?\b[^.;]{{0,60}}\b(?:via|behind|through|controlled by)\s+(?:the\s+)?(?P<names2>{_NAME})",
    ),
    _rule(
        Effect.STATUS,
        rf"\b(?:return(?:s|ed)?|giv(?:es|en)?|respond(?:s|ed)?(?: with)?|answer(?:s|ed)?(?: with)?)\s+"
        rf"(?:now\s+)?(?:an?\s+)?"
        rf"(?:HTTP\s+)?(?P<new>{_STATUS})\b[^.;]{{0,40}}?\b(?:instead of|not|rather than)\s+"
        rf"(?:an?\s+)?(?:HTTP\s+)?(?P<old>{_STATUS})\b"
        rf"|\b(?:HTTP|status(?: codes?)?)\s+(?P<old2>{_STATUS})\s*(?:->|→|to)\s*(?P<new2>{_STATUS})\b",
    ),
)
_BUMP = re.compile(
    r"(?:bump|upgrade|update|pin)[sd]?\s+(?:the\s+)?(?:version of\s+)?(?P<name>`?[A-Za-z][\w.-]*`?)(?:\s+version)?"
    r"(?:\s+from\s+v?(?P<old>\d[\w.+-]*\w))?\s+(?:to|==|>=|->|→)\s*v?(?P<new>\d+\.[\w.+-]*\w)(?=$|[,;.)]|\s*\("
    r"|\s+(?:in|for|on|and|with|to)\b)",
    re.I,
)
# Who acts in a sentence that tells of this change: nobody (an imperative), "this PR", "it", "we". What other changes,
# versions or branches did is no effect of this one.
_SUBJECT = re.compile(
    r"(?:\[[^\]]*\]\s*|[\w/ .-]{1,24}(?:\([\w/ .-]+\))?:\s+)*"
    r"(?:(?:this|the)\s+(?:pr|pull request|change|patch|commit)|this|it|we|also|and|so|now|then|finally|additionally|"
    r"the|flag|option|"
    r"env(?:ironment)?|var(?:iable)?|switch|parameter|\s|,|a|new|opt-in)*\s*",
    re.I,
)
# The name ends what is named: a `--x` check, guard or timeout is something else than the flag.
_WHOLE = re.compile(
    r"\s*(?:$|[,;.:)\]]|\((?!.*\btest)|env(?:ironment)?\b|var(?:iable)?s?\b|flags?\b|options?\b"
    r"|arg(?:ument)?s?\b|param(?:eter)?s?\b|"
    r"switch\b|endpoints?\b|knob\b|setting\b|and\b|or\b|for\b|so\b|that\b|which\b|via\b|when\b|if\b"
    r"|in (?:favou?r|v\d)|as\b|to (?:log|cap|"
    r"choose|control|turn|select|limit|set|skip|allow|enable|disable|report|keep|`?/v\d|the (?:server|cli|api"
    r"|engine|frontend))|by default\b|"
    r"with (?:a|an|no) |instead\b|->|→|keep\b)",
    re.I,
)
_NOT_YET = re.compile(
    r"[^.;]{0,30}\b(?:is|are|will be)\s+(?:left|done|planned|kept)\b|[^.;]{0,30}\b(?:later|follow-?up|next release)\b",
    re.I,
)
_RESTORED = re.compile(r"\b(?:restore|bring(?:s|ing)? back|re-?add|re-?introduce|undo)\b", re.I)
_DENIED = re.compile(
    r"\b(?:not|never|no longer needs?|without|instead of|does(?:n't| not)|would|could|will|plan(?:s|ned)?"
    r"|future|follow-?up|later|if we|alternative|main|before|currently|earlier|used to|was|were|had|other)\b|#\d"
    r"|\d\.\d",
    re.I,
)
# What a user types: a flag, a variable, a path, a status. Names like `foo_bar` are as often functions inside the
# project, so they count only beside a word that says they belong to a request.
_TYPED = rf"(?:{_FLAG}|{_VARIABLE}|{_PATH}|[45]\d\d)(?:[= ].+)?"
_TYPED_IN_REQUEST = rf"(?:{_TYPED}|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?:[= ].+)?"
_REQUEST = re.compile(r"\b(?:param(?:eter)?s?|fields?|options?|arguments?|args?|request|metric|endpoint)\b", re.I)
_SWITCHED = re.compile(r"(?P<on>enable|turn(?:s|ed)? on)|disable|turn(?:s|ed)? off", re.I)
_REVERT = re.compile(r"(?:\[[^\]]*\]\s*)*(?:revert\s*(?:\"|“|#\d|pr\b|the\b|:)|back out #\d)|.*回退\s?#\d", re.I)
_DEFAULT = re.compile(
    r"(?:\[[^\]]*\]\s*)*(?:make|enable|disable|turn|use|switch|change|set|flip|raise|lower|increase|decrease)\b"
    r".*(?:\bby default(?=$|[\s,;.)])(?! in\b)|(?<=\w )the default(?=$|[,;.)]| (?:on|for|when|backend|with)\b))"
    r"|.*默认(?:开启|关闭|启用|值改)",
    re.I,
)
_BREAKING = re.compile(r"\[breaking[^\]]*\]|^breaking:|不兼容变更", re.I)
# What a change is for stands above its tests; what those print would be read as effects.
_PINS = re.compile(
    r"requirements|\.toml$|\.lock$|Dockerfile|setup\.(?:py|cfg)$|\.github/workflows/|package(?:-lock)?\.json$"
    r"|CMakeLists",
    re.I,
)
_ASIDE = re.compile(r"test|result|benchmark|checklist|not in|alternativ|future|follow|environment", re.I)
_TITLED = (Effect.DEFAULT, Effect.DEFAULT_ON, Effect.DEFAULT_OFF, Effect.REVERTED)
_ORDER = list(Effect)


def changes(item: Item) -> tuple[Change, ...]:
    """The effects of a pull request on its users, what they must act on first; each name once.

    Work on tests, CI and documents has no effect on users, but for the dependencies that it moves.
    """
    felt = changes_behaviour(item)
    found = sorted(_found(item), key=lambda one: _ORDER.index(one.effect))
    seen: set[str] = set()
    kept = []
    for one in found:
        names = {name.casefold() for name in (*one.names, one.old, one.new) if name}
        if (names and names <= seen) or not (felt or one.effect is Effect.DEPENDENCY):
            continue
        seen |= names
        kept.append(one)
    if felt:
        kept += _by_title_alone(item) if not any(one.effect in _TITLED for one in kept) else []
    if not kept and (_BREAKING.search(item.title) or any("breaking" in label.casefold() for label in item.labels)):
        kept.append(Change(number=item.number, effect=Effect.BREAKING))
    return tuple(sorted(kept, key=lambda one: _ORDER.index(one.effect)))


def is_revert(item: Item) -> bool:
    """Whether it takes back an earlier change; GitHub names such pull requests `Revert "..."`."""
    return _REVERT.match(item.title) is not None


def _by_title_alone(item: Item) -> list[Change]:
    """Effects that a title states without naming anything that could be typed."""
    if is_revert(item):
        return [Change(number=item.number, effect=Effect.REVERTED)]
    if _DEFAULT.match(item.title):
        return [Change(number=item.number, effect=Effect.DEFAULT)]
    return []


def _found(item: Item) -> Iterator[Change]:
    yield from _in_sentence(item, item.title, None)
    for passage in prose.read(item.body).passages:
        if _ASIDE.search(passage.heading):
            continue
        for sentence in passage.sentences:
            told = quote(of_body(item), shorten(sentence, LONGEST_QUOTE))
            yield from _in_sentence(item, sentence, told)


def _in_sentence(item: Item, sentence: str, told: Quote | None) -> Iterator[Change]:
    start = _opening(sentence)
    if (bump := _BUMP.match(sentence, start)) and _is_dependency(item, bump, in_title=told is None):
        named = bump["name"].strip("`")
        old, new = bump["old"] or "", bump["new"]
        yield Change(number=item.number, effect=Effect.DEPENDENCY, names=(named,), old=old, new=new, quote=told)
    for rule in _RULES:
        found = rule.pattern.search(sentence)
        if found is None or not _is_ours(sentence, found):
            continue
        if rule.effect in (Effect.REMOVED, Effect.DEPRECATED) and _RESTORED.search(item.title):
            continue
        if (change := _change(item, rule.effect, found, told)) is not None:
            yield change


def _opening(sentence: str) -> int:
    """Where what is said of this change begins, past tags and "this PR"."""
    lead = _SUBJECT.match(sentence)
    return lead.end() if lead else 0


def _is_ours(sentence: str, found: re.Match[str]) -> bool:
    """Whether the sentence tells that this change does it, now: not another one, not later."""
    lead = sentence[: found.start()]
    joined = re.sub(r".*(?:,|;|\band\b|\bthen\b)\s*", "", lead)
    ours = _SUBJECT.fullmatch(lead) or (_SUBJECT.fullmatch(joined) and not _DENIED.search(lead))
    return bool(ours) and bool(_WHOLE.match(sentence, found.end())) and not _NOT_YET.match(sentence, found.end())


def _is_dependency(item: Item, bump: re.Match[str], *, in_title: bool) -> bool:
    """A bump is one where a file that pins dependencies was touched, or a title gives both versions."""
    pins = any(_PINS.search(file.path) for file in item.files)
    return pins or (in_title and (bump["old"] is not None or not item.files))


def _change(item: Item, effect: Effect, found: re.Match[str], quoted: Quote | None) -> Change | None:
    groups = {key.rstrip("0123456789"): value for key, value in found.groupdict().items() if value}
    old, new = groups.get("old", "").strip("`"), groups.get("new", "").strip("`")
    names = tuple(dict.fromkeys(_bare(name) for name in _NAMES.findall(groups.get("names", ""))))
    if not (names or (old and new)):
        return None
    typed = re.compile(_TYPED_IN_REQUEST if _REQUEST.search(found.group(0)) else _TYPED)
    told = (*names, old) if effect is Effect.DEFAULT else (*names, old, new)
    if not all(typed.fullmatch(name) for name in told if name):
        return None
    if effect is Effect.DEFAULT and (switched := _SWITCHED.match(found.group(0))):
        effect = Effect.DEFAULT_ON if switched["on"] else Effect.DEFAULT_OFF
    return Change(number=item.number, effect=effect, names=names, old=old, new=new, quote=quoted)


def _bare(name: str) -> str:
    """Without backticks, and without the value that stands behind a flag or variable."""
    name = name.strip("`")
    return name if "/" in name else re.split(r"[= ]", name, maxsplit=1)[0]
