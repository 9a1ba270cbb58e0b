"""How a report is to look: for whom, in which language, on which surface."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator

from digest.model import Value
from digest.rendering.escape import isolated


class Look(Value):
    """``title`` is the project's name as readers know it ("vLLM"). ``version`` is this program's."""

    title: Annotated[str, AfterValidator(isolated)]
    language: str = "zh-CN"
    surface: Literal["file", "github"] = "file"
    """On ``github`` the lists are folded. What GitHub acts on is taken care of by `digest.rendering.github`."""
    version: str = ""
    site: str = ""
    """The address of the site of reports, without a slash at its end: on ``github`` a roll-up links its days there."""
    with_model: bool = False
    """Whether a model was asked to write; if it gave nothing, the page says so."""
