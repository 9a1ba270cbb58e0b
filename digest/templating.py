"""Where the templates are, and the Jinja2 environment that reads them. All prose for readers stands in them.

Nothing is read at import time, and Jinja2 is imported on the first use.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def folder() -> Path:
    """The templates: ``digest/templates`` in an installed copy, ``templates`` beside ``digest`` in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "templates"
    return installed if installed.is_dir() else here.parent / "templates"


@cache
def environment(autoescape: bool = False) -> Environment:
    """An environment over `folder` in which a name that nobody passed is an error, not an empty string.

    A statement that stands alone on a line leaves no line behind. Compiling the templates takes longer than
    filling them in, so there is one environment a process.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder()),
        undefined=StrictUndefined,
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
