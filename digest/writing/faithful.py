"""Whether a translation says what its source says, as far as code can tell, and is borne out itself.

The check of claims asks whether the snapshot bears a sentence out. A translation has to pass it like any other claim;
beside that it may name no number, flag or name that its source has not, and has to name all that are there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from digest.claims import Claim, Judged, Kind, Outcome, Parsed, Reason, Sources, Verdict, judge, parse
from digest.claims.check import is_quotable
from digest.claims.days import without_days
from digest.claims.figures import check_figures
from digest.claims.glossary import glossary
from digest.claims.numerals import plain, value
from digest.claims.sources import fold
from digest.claims.told import sentences
from digest.claims.words import TYPED_QUOTE
from digest.writing import filler, limits
from digest.writing.opaque import Opaque

WIDER = 1.5
"""How much wider than a claim may be a translation may be: English needs more room than Chinese."""


def judge_translation(source: Claim, opaque: Opaque, told: str, language: str, sources: Sources) -> Judged:
    """The verdict on ``told``, the translation of ``source`` with its tokens."""
    claim = source.model_copy(update={"text": opaque.restored(told)})
    broken = tuple(opaque.problems(told))
    if broken:
        return refused(claim, broken)
    judged = judge(claim, sources)
    parted = tuple(_differences(parse(source.text), parse(claim.text), language))
    reasons = (*judged.reasons, *parted, *_form(source, claim))
    return judged if not reasons else refused(claim, reasons, judged.verdict)


def refused(claim: Claim, reasons: tuple[Reason, ...], verdict: Verdict = Verdict.UNSUPPORTED) -> Judged:
    """A claim that is not published."""
    worst = verdict if verdict is Verdict.REFUTED else Verdict.UNSUPPORTED
    return Judged(claim=claim, verdict=worst, reasons=tuple(dict.fromkeys(reasons)), outcome=Outcome.DROPPED)


def unanswered(source: Claim) -> Judged:
    """A claim of which there is no translation."""
    return refused(source, (_wording("it was not translated"),))


def _differences(source: Parsed, told: Parsed, language: str) -> Iterator[Reason]:
    yield from _figures(_comparable(source.prose), _comparable(told.prose))
    yield from _terms(source.prose, told.prose)
    yield from _quoted(source.prose, told.prose)
    yield from _language(source.prose, told.prose, language)
    if len(sentences(told)) > len(sentences(source)):
        yield _wording("it has more sentences than the text")


def _figures(source: str, told: str) -> Iterator[Reason]:
    """A reason for each number, flag, identifier and name that is in one of the two alone."""
    for reason in check_figures(told, _searched(source, with_terms=True), frozenset()):
        yield Reason(kind=reason.kind, detail=f"{_named(reason)} is not in the text")
    for reason in check_figures(source, _searched(told, with_terms=False), frozenset()):
        yield Reason(kind=reason.kind, detail=f"{_named(reason)} is in the text and missing here")


def _named(reason: Reason) -> str:
    return reason.detail.removesuffix(" stands nowhere in what is cited")


_LARGE = re.compile(r"\d+(?:\.\d+)?\s*[万亿]")
_TIMES = re.compile(r"(\d+)\s*次")
_ORDINAL = re.compile(
    r"第\s*(?:[一二三四五六七八九十]+|\d+)|\b(?:first|second|third|fourth|fifth)(?! ?s?\d)\b", re.IGNORECASE
)
_TWICE = (("两次", "twice"), ("一次", "once"))


def _comparable(prose: str) -> str:
    """Without days and ordinals, which the check of claims holds against the data, and with 1.2 万 as 12000."""
    return _LARGE.sub(lambda found: plain(value(found[0]) or 0.0), _ORDINAL.sub(" ", without_days(prose)))


def _searched(prose: str, with_terms: bool) -> str:
    """What figures are looked for in. A spelled-out term stands for its letters, but not the letters for nothing."""
    spellings = [f"{found[1]} times" for found in _TIMES.finditer(prose)]
    spellings += [word for pair in _TWICE for word in pair if any(one in prose.casefold() for one in pair)]
    for term, expansions in glossary().terms.items():
        if _stands(term, prose) or any(_stands(one, prose) for one in expansions):
            spellings += (term, *expansions) if with_terms else expansions
    return fold(" ; ".join((prose, *spellings)))


def _terms(source: str, told: str) -> Iterator[Reason]:
    for term in terms_in(source):
        if not _stands(term, told):
            yield _wording(f"{term} is a term, and stays as it is")


def terms_in(text: str) -> dict[str, tuple[str, ...]]:
    """The terms of the glossary that stand in the text, with their right expansions in all languages."""
    return {term: expansions for term, expansions in glossary().terms.items() if _stands(term, text)}


def _stands(words: str, text: str) -> bool:
    if is_chinese_text(words):
        return words in text
    if len(words.split()) > 1:
        return words.casefold() in text.casefold()
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(words)}s?(?![A-Za-z0-9_])", text) is not None


def _quoted(source: str, told: str) -> Iterator[Reason]:
    """Words in quotation marks are somebody's, and stay in their language."""
    before, after = ({fold(one) for one in TYPED_QUOTE.findall(text) if is_quotable(one)} for text in (source, told))
    for words in sorted(before ^ after):
        what = "stays as it is" if words in before else "does not stand in quotation marks in the text"
        yield Reason(kind=Kind.TITLE, detail=f"{words!r} {what}")


_HAN = re.compile(r"[\u3400-\u9fff]")
_ASIDE = re.compile(r"`[^`]*`")
_WORD = re.compile(r"(?<![\w./-])[a-z]{2,}(?![\w/-])")
_SPOKEN = 4
"""So many plain words are a sentence; fewer may all be terms."""


def is_chinese_text(text: str) -> bool:
    return _HAN.search(text) is not None


def _language(source: str, told: str, language: str) -> Iterator[Reason]:
    """Whether it was translated at all: by the letters for Chinese, for others by the words that stayed."""
    rest = TYPED_QUOTE.sub(" ", _ASIDE.sub(" ", told))
    tongue = language.lower().split("-")[0]
    words = len(_WORD.findall(rest)) >= _SPOKEN
    if tongue not in ("zh", "ja") and is_chinese_text(rest):
        yield _wording(f"there is Chinese in it: it has to be in {language}")
    elif words and ((tongue == "zh" and not is_chinese_text(rest)) or fold(source) == fold(told)):
        yield _wording(f"it is not in {language}")


def _form(source: Claim, claim: Claim) -> Iterator[Reason]:
    if limits.extent(claim) > WIDER * max(limits.LONGEST[claim.section], limits.extent(source)):
        yield _wording("it is too long")
    if words := filler.filler(claim.text):
        yield _wording(f"filler: {words!r} would be as true on any other day")


def _wording(detail: str) -> Reason:
    return Reason(kind=Kind.TERM, detail=detail)
