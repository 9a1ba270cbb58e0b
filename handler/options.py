"""The options of the table as parameters of typer commands, so that flags, environment and file never drift apart."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import typer

from digest.settings.options import OPTIONS, Option, Shape

Act = Callable[[typer.Context, Mapping[str, object]], int]


def taking(command: str, act: Act, *more: inspect.Parameter, without: tuple[str, ...] = ()) -> Callable[..., int]:
    """A function for typer that takes the options of ``command`` and hands them to ``act`` by their names.

    Typer reads a command's options from its signature, so the signature is made from the table.
    """

    def run(ctx: typer.Context, **given: object) -> int:
        return act(ctx, {name.replace("_", "-"): value for name, value in given.items()})

    options = [_parameter(one) for one in OPTIONS if command in one.commands and one.name not in without]
    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    described: Any = run
    described.__signature__ = inspect.Signature([context, *more, *options])
    described.__doc__ = act.__doc__
    return run


def _parameter(option: Option) -> inspect.Parameter:
    kind = {Shape.ONE: str | None, Shape.MANY: list[str] | None, Shape.SWITCH: bool | None}[option.shape]
    shown = typer.Option(None, option.flag, help=_help(option), metavar=option.metavar or None, show_default=False)
    return inspect.Parameter(option.parameter, inspect.Parameter.KEYWORD_ONLY, default=shown, annotation=kind)


def _help(option: Option) -> str:
    default = option.default if isinstance(option.default, str) else ", ".join(option.default)
    return f"{option.help} [default: {default}]" if default else option.help
