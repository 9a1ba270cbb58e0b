"""The command line, `vllm-digest`.

Results (the paths written) go to stdout; progress, warnings and errors to stderr, an error being one line. What a
command needs is imported when it runs, so that ``--help`` is quick.
"""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from digest import __version__
from digest.errors import SettingsError, UsageError
from digest.settings.options import OPTIONS, YES
from handler import failure
from handler import help as texts
from handler.options import taking
from handler.secrecy import masked, secrets

if TYPE_CHECKING:
    from digest.outcome import Outcome
    from digest.pipeline import Stage
    from digest.settings.find import Findings
    from digest.settings.values import Settings

NAME = "vllm-digest"
INTERRUPTED = 130
Given = Mapping[str, object]


@dataclass(frozen=True)
class World:
    """What the command line takes from outside, read once."""

    environ: Mapping[str, str]
    folder: Path
    now: datetime


def main(arguments: Sequence[str] | None = None) -> int:
    """The entry point: runs the command and returns its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    world = World(dict(os.environ), Path.cwd(), datetime.now(UTC))
    try:
        status = _run(given, world)
    except TyperException as error:
        return _failed(_mistake(error), error.exit_code, given, world)
    except Exception as error:
        return _failed(failure.told(error), failure.status(error), given, world)
    if status == INTERRUPTED:
        print("interrupted; what was finished is kept in the state", file=sys.stderr)
    return status


def _mistake(error: TyperException) -> str:
    """What is wrong with a command line, in one line. An option that another command has is no slip of the pen."""
    context = getattr(error, "ctx", None)
    see = f"(see {context.command_path if context else NAME} --help)"
    option = getattr(error, "option_name", None)
    if not hasattr(error, "possibilities"):
        return f"{' '.join(error.format_message().split())} {see}"
    having = [f"`{command}`" for one in OPTIONS if one.flag == option for command in one.commands]
    near = get_close_matches(str(option), error.possibilities or (), n=1, cutoff=0.7)
    hint = f"; it belongs to {', '.join(having)}" if having else f"; did you mean {near[0]}?" if near else ""
    return f"No such option: {option}{hint} {see}"


def _run(arguments: list[str], world: World) -> int:
    """Typer turns Ctrl-C into the status 130."""
    status = get_command(app).main(arguments, prog_name=NAME, standalone_mode=False, obj=world)
    return status if isinstance(status, int) else 0


def _failed(message: str, status: int, arguments: list[str], world: World) -> int:
    hidden = secrets(world.environ, arguments)
    if "--verbose" in arguments or world.environ.get("VLLM_DIGEST_VERBOSE", "").strip().lower() in YES:
        print(masked(traceback.format_exc(), hidden), file=sys.stderr)
    print(masked(f"error: {message}", hidden), file=sys.stderr)
    return status


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, help=texts.PROGRAM)
config = typer.Typer(help="Look at the settings.")
app.add_typer(config, name="config")


@app.callback(invoke_without_command=True, epilog=texts.EPILOG)
def program(
    ctx: typer.Context, version: bool = typer.Option(False, "--version", help="Show the version and exit.")
) -> None:
    """Shows the version, or the help where no command was given."""
    if version:
        typer.echo(f"{NAME} {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
        raise typer.Exit


def _report(ctx: typer.Context, given: Given) -> int:
    from digest import pipeline

    return _go(ctx.obj, pipeline.run, _findings(ctx.obj, given))


def _backfill(ctx: typer.Context, given: Given) -> int:
    """The days are asked for by flags alone: a window that is set elsewhere is a single run's."""
    import asyncio

    from digest.deadline import Deadline
    from handler import backfill, console

    world: World = ctx.obj
    asked = backfill.asked(given)
    settings = [one.required() for one in _each_repository(world, given)]
    progress = console.progress(sys.stderr)
    try:
        deadline = Deadline.after(settings[0].deadline)
        done = asyncio.run(backfill.run(settings, asked, world.now, progress, deadline, backfill.to_stdout))
    finally:
        progress.close()
    if done.done:
        print("\n".join(backfill.closing(done.done)), file=sys.stderr)
    backfill.required_done(done, strict=settings[0].strict)
    return 0


def _each_repository(world: World, given: Given) -> list[Findings]:
    """Of each ``--repository``, else of the one that is set."""
    single = ("VLLM_DIGEST_DATE", "VLLM_DIGEST_SINCE", "VLLM_DIGEST_UNTIL", "VLLM_DIGEST_SNAPSHOT")
    world = replace(world, environ={name: value for name, value in world.environ.items() if name not in single})
    flags = {name: value for name, value in given.items() if name not in ("since", "until", "jobs")}
    # GitHub's names know no case.
    named = {one.casefold(): one for one in reversed(cast("list[str]", given.get("repository") or []))}
    return [_findings(world, {**flags, "repository": one}) for one in [*reversed(named.values())] or [""]]


def _fetch(ctx: typer.Context, given: Given) -> int:
    """A snapshot that is set for `run` in the environment is nothing to a fetch."""
    from digest import pipeline

    world: World = ctx.obj
    environ = {name: value for name, value in world.environ.items() if name != "VLLM_DIGEST_SNAPSHOT"}
    return _go(world, pipeline.fetch, _findings(replace(world, environ=environ), given))


def _sample(ctx: typer.Context, given: Given) -> int:
    """Alone with the bundled data: no config file, and no setting of the environment that a sample has no use for."""
    from digest import pipeline, templating
    from digest.settings.find import find

    bundled = {"snapshot": str(templating.folder() / "sample" / "snapshot.json"), "no-llm": True}
    world: World = ctx.obj
    environ = {name: world.environ.get(name, "") for name in ("VLLM_DIGEST_LANGUAGE", "VLLM_DIGEST_OUT")}
    return _go(world, pipeline.run, _replaying(find({**given, **bundled}, environ, None)))


def _rollup(ctx: typer.Context, given: Given) -> int:
    """The days are stored: a snapshot that is set for `run` in the environment is nothing to it."""
    from digest import rolling

    world: World = ctx.obj
    environ = {name: value for name, value in world.environ.items() if name != "VLLM_DIGEST_SNAPSHOT"}
    flags = {name: value for name, value in given.items() if name not in ("week", "month")}
    findings = _findings(replace(world, environ=environ), flags)
    return _go(world, rolling.rollup, _spanning(findings, given))


def _spanning(findings: Findings, given: Given) -> Findings:
    """With the week or month that is given. Raises WindowError or SettingsError for none, both, and what is neither."""
    from digest.span import parse_month, parse_week

    week, month = (str(given[name] or "").strip() for name in ("week", "month"))
    if bool(week) is bool(month):
        raise SettingsError("--week: name one week, like 2026-W10, or one --month, like 2026-03")
    span = parse_week(week) if week else parse_month(month)
    if findings.settings is None:
        return findings
    return replace(findings, settings=findings.settings.model_copy(update={"span": span}))


def _replaying(findings: Findings) -> Findings:
    """With the bundled answers, if there are any, and with what the report of the day before told to watch."""
    from digest import templating

    if findings.settings is None:
        return findings
    folder = templating.folder() / "sample"
    bundled = {"recording": folder / "answers.json", "watched": folder / "watched.json"}
    found = {name: path for name, path in bundled.items() if path.is_file()}
    return replace(findings, settings=findings.settings.model_copy(update=found))


def _check(ctx: typer.Context, given: Given) -> int:
    from digest.settings.find import find
    from handler import check

    world: World = ctx.obj
    findings = find({**given, "config": given["file"]}, world.environ, world.folder)
    problems = check.problems(findings, world.now)
    _print([*check.table(findings), "", *check.plan(findings, world.now)])
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return problems[0].exit_status if problems else 0


def _verify(ctx: typer.Context, given: Given) -> int:
    from handler import verify

    world: World = ctx.obj
    told = verify.outcome(Path(str(given["report"])), given, world.environ, world.folder)
    _print(verify.lines(told, as_json=bool(given["json"])))
    return verify.REFUTED if told.is_refuted else 0


def _site(ctx: typer.Context, given: Given) -> int:
    from digest.rendering.site.build import Look
    from handler import site

    world: World = ctx.obj
    settings = _findings(world, {name: value for name, value in given.items() if name != "language"}).required()
    language = site.known_language(given["language"], settings.catalogues)
    look = Look(language=language, base_url=settings.base_url, catalogues=settings.catalogues)
    built = site.build(Path(str(given["dir"])), look)
    print("\n".join(site.lines(built)), file=sys.stderr)
    if built.written:
        _print(map(str, built.written))
    return site.PASSED_OVER if built.warnings else 0


def _findings(world: World, given: Given) -> Findings:
    from digest.settings.find import find

    return find(given, world.environ, world.folder)


def _go(world: World, stage: Stage, findings: Findings) -> int:
    """Runs it, and tells the result. A mistake is told where it stands."""
    settings = findings.required()
    for unknown in findings.unknown:
        print(f"warning: {unknown}", file=sys.stderr)
    try:
        return _told(world, stage, settings)
    except UsageError as error:
        raise findings.placed(error) from error


def _told(world: World, stage: Stage, settings: Settings) -> int:
    import asyncio

    from digest.deadline import Deadline
    from handler import console, previews, summary

    progress = console.progress(sys.stderr)
    try:
        deadline = Deadline.after(settings.deadline)
        outcome: Outcome = asyncio.run(stage(settings, now=world.now, progress=progress, deadline=deadline))
    finally:
        progress.close()
    print("\n".join(summary.lines(outcome)), file=sys.stderr)
    _print([*map(str, outcome.paths), *previews.lines(outcome.previews)])
    outcome.required_published()
    if settings.strict:
        outcome.required_whole()
    return 0


def _print(lines: Iterable[str]) -> None:
    """To stdout. That whoever read it went away is no failure, but nothing more may be flushed into the closed pipe."""
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_FILE = inspect.Parameter(
    "file",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Argument(None, metavar="FILE", help="The config file [default: vllm-digest.yml]."),
    annotation=cast(type, str | None),
)

_REPORT = inspect.Parameter(
    "report",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Argument(..., metavar="REPORT.md", help="The report, in Markdown."),
    annotation=str,
)
_SNAPSHOTS = inspect.Parameter(
    "snapshot",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Option(None, "--snapshot", metavar="FILE", help="A snapshot.json; repeatable.", show_default=False),
    annotation=cast(type, list[str] | None),
)
_JSON = inspect.Parameter(
    "json",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Option(False, "--json", help="Print every claim with its verdict as JSON.", show_default=False),
    annotation=bool,
)

_DAYS = tuple(
    inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=typer.Option(None, f"--{name}", metavar=metavar, help=told, show_default=False),
        annotation=cast(type, list[str] | None if name == "repository" else str | None),
    )
    for name, metavar, told in texts.DAYS
)

_DIR = inspect.Parameter(
    "dir",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Argument(..., metavar="DIR", help="The folder of reports, where `run` writes to."),
    annotation=str,
)
_WEEK = inspect.Parameter(
    "week",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Option(None, "--week", metavar="YYYY-Www", help="An ISO week, Monday to Sunday.", show_default=False),
    annotation=cast(type, str | None),
)
_MONTH = inspect.Parameter(
    "month",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Option(None, "--month", metavar="YYYY-MM", help="A calendar month.", show_default=False),
    annotation=cast(type, str | None),
)
_LANGUAGE = inspect.Parameter(
    "language",
    inspect.Parameter.KEYWORD_ONLY,
    default=typer.Option(
        None, "--language", metavar="TAG", help="Language of the lists [default: the newest report's first]."
    ),
    annotation=cast(type, str | None),
)

app.command("run", help=texts.RUN, epilog=texts.EPILOG)(taking("run", _report))
app.command("sample", help=texts.SAMPLE)(taking("sample", _sample))
app.command("backfill", help=texts.BACKFILL)(
    taking("run", _backfill, *_DAYS, without=("repository", "date", "since", "until", "snapshot"))
)
app.command("fetch", help=texts.FETCH)(taking("fetch", _fetch))
app.command("rollup", help=texts.ROLLUP)(taking("rollup", _rollup, _WEEK, _MONTH))
app.command("verify", help=texts.VERIFY)(taking("verify", _verify, _REPORT, _SNAPSHOTS, _JSON))
app.command("site", help=texts.SITE)(taking("site", _site, _DIR, _LANGUAGE))
config.command("check", help=texts.CHECK)(taking("run", _check, _FILE, without=("config",)))
