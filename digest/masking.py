"""Takes keys and passwords out of what people pasted, before a model or a reader sees it."""

from __future__ import annotations

import re

MASK = "[masked]"

# Shapes as their issuers publish them, among others
# https://github.blog/engineering/behind-githubs-new-authentication-token-formats/,
# https://github.blog/changelog/2026-04-24-notice-about-upcoming-new-format-for-github-app-installation-tokens/ and
# https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html.
_SHAPES = re.compile(
    r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\Z)"
    r"|\bgh[opusr]_(?:[A-Za-z0-9]+_eyJ[A-Za-z0-9_.-]{16,}|[A-Za-z0-9]{16,})|\bgithub_pat_[A-Za-z0-9_]{16,}|\bglpat-[A-Za-z0-9_-]{16,}"
    r"|\bsk-[A-Za-z0-9_-]{16,}|\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}"
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|\bhf_[A-Za-z0-9]{16,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{30,}"
    r"|\bxox[a-z]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}|\bnvapi-[A-Za-z0-9_-]{16,}|\bgsk_[A-Za-z0-9]{20,}"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    re.DOTALL,
)
# Assignments by their name: `HF_TOKEN=…`, `"api_key": "…"`, `Authorization: Bearer …`, `--api-key …`.
_NAMED = re.compile(
    r"(?<![A-Za-z0-9_-])(?P<name>(?:[A-Za-z0-9_-]{0,60}?(?:password|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|[_-]token)|authorization)"
    r"[\"']?\s*(?:[=:]\s*|\s+(?=[\"']))(?:bearer\s+|basic\s+)?[\"']?)(?P<value>[A-Za-z0-9+/_.~=-]{8,})",
    re.IGNORECASE,
)
_FLAG = re.compile(
    r"(?P<name>(?<!\S)--?[A-Za-z0-9-]*(?:password|passwd|secret|api-?key|access-?key|auth-?token|hf-?token)\s+[\"']?)"
    r"(?P<value>[A-Za-z0-9+/_.~=-]{8,})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(?P<name>\bbearer\s+)(?P<value>[A-Za-z0-9+/_.~=-]{16,})", re.IGNORECASE)
_IN_URL = re.compile(r"(?P<name>://[^\s/:@]+:)(?P<value>[^\s/@]+)(?=@)")


def masked(text: str) -> str:
    """The text with what looks like a credential replaced by `MASK`."""
    text = _SHAPES.sub(MASK, text)
    for pattern in (_NAMED, _FLAG, _BEARER, _IN_URL):
        text = pattern.sub(rf"\g<name>{MASK}", text)
    return text
