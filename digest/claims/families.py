"""Families of names of which one excludes the other: whoever tells of NVFP4 does not mean MXFP4."""

from __future__ import annotations

import re

_FAMILIES = {
    "number format": (
        r"MXFP4|MXFP6|MXFP8|NVFP4|FP4|FP8|FP16|BF16|FP32|TF32|INT4|INT8|W4A16|W8A8|W4A8|W4A4|AWQ|GPTQ|GGUF"
        r"|AutoRound|BitsAndBytes"
    ),
    "card": (
        r"A100|A800|H20|H100|H200|H800|B100|B200|B300|GB200|GB300|GH200|L4|L40S?|T4|V100|A10G?|RTX ?\d{4}|RTX PRO \d{4}"
        r"|MI100|MI210|MI250X?|MI300[AX]?|MI308X?|MI325X|MI350X?|MI355X|Gaudi ?\d|TPU ?v\d\w?"
    ),
    "platform": r"ROCm|CUDA|XPU|TPU|HPU|Ascend|Neuron",
}
_PATTERNS = {
    name: re.compile(rf"(?<![A-Za-z0-9])(?:{members})(?![A-Za-z0-9])", re.IGNORECASE)
    for name, members in _FAMILIES.items()
}


def members_in(text: str) -> tuple[str, ...]:
    """The members of any family that stand in the text, as one spelling each."""
    found = (one[0].upper().replace(" ", "") for pattern in _PATTERNS.values() for one in pattern.finditer(text))
    return tuple(dict.fromkeys(found))


def family_of(name: str) -> str:
    """The family of a member, as `members_in` gives it; empty for what is none."""
    spaced = re.sub(r"^(RTX|TPU|GAUDI)(?=\w)", r"\1 ", name)
    return next(
        (family for family, pattern in _PATTERNS.items() if pattern.fullmatch(name) or pattern.fullmatch(spaced)), ""
    )
