"""Reports in a bucket: over HTTP, through a proxy that can fail, with an index that loses nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest

from digest.publishing.desk import Desk
from digest.rendering.index import Index
from digest.rendering.quiet import GAP
from digest.s3 import Location
from digest.snapshots import snapshot_json
from digest.state import S3Store
from tests.cli.conftest import SAMPLE
from tests.github_stub import GitHub, World, snapshot
from tests.made import issue, pull
from tests.made import snapshot as snapshot_of
from tests.publishing.conftest import START, Publishing, report, small
from tests.publishing.s3 import CUT, Answer, Asked, Fault, Proxy, bucket, stores

TARGET = "s3://digest/site"


@pytest.fixture(scope="module")
def _running() -> Iterator[Proxy]:
    with stores() as proxy:
        yield proxy


@pytest.fixture
def store(_running: Proxy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Proxy]:
    with bucket(_running, monkeypatch, tmp_path) as proxy:
        yield proxy


def client():
    return boto3.client("s3")


def objects() -> dict[str, bytes]:
    s3 = client()
    found = s3.list_objects_v2(Bucket="digest").get("Contents", ())
    return {one["Key"]: s3.get_object(Bucket="digest", Key=one["Key"])["Body"].read() for one in found}


def index() -> Index:
    return Index.read(client().get_object(Bucket="digest", Key="site/o/n/index.json")["Body"].read())


async def test_a_report_becomes_objects_with_their_types(to: Publishing, store: Proxy):
    made = small(languages=("en", "zh-CN"))
    [done] = await to(made, TARGET)
    assert (done.status, done.url) == ("created", "s3://digest/site/o/n/2026-03-03/")
    there = objects()
    assert {name: there[f"site/o/n/2026-03-03/{name}"] for name in made.files} == made.files
    lists = [
        "index.json",
        *(form.format(tag) for form in ("index{}.html", "feed{}.xml") for tag in ("", ".en", ".zh-CN")),
    ]
    beside = (*lists, "latest.json", "latest")
    pages = ("report.en.html", "report.zh-CN.html")
    assert {*there} - {f"site/o/n/2026-03-03/{name}" for name in made.files} == {
        *(f"site/o/n/{name}" for name in beside),
        *(f"site/o/n/2026-03-03/{name}" for name in pages),
        *(f"site/{name}" for name in lists),
    }
    page = client().head_object(Bucket="digest", Key="site/o/n/2026-03-03/report.zh-CN.html")
    assert page["ContentType"] == "text/html; charset=utf-8"
    head = client().head_object(Bucket="digest", Key="site/o/n/2026-03-03/report.zh-CN.md")
    assert head["ContentType"] == "text/markdown; charset=utf-8"
    assert head["CacheControl"] == "public, max-age=3600"
    assert all(one.checksum for one in store.asked if one.method == "PUT")
    latest = client().get_object(Bucket="digest", Key="site/o/n/latest.json")
    assert (latest["ContentType"], latest["CacheControl"]) == ("application/json; charset=utf-8", "public, max-age=300")
    assert json.loads(latest["Body"].read())["path"] == "o/n/2026-03-03"
    assert GAP.encode() not in there["site/o/n/2026-03-03/report.zh-CN.md"]


async def test_the_same_report_again_writes_nothing(to: Publishing, store: Proxy):
    await to(small(), TARGET)
    written = len(store.writes)
    [again] = await to(small(), TARGET)
    assert again.status == "unchanged"
    assert len(store.writes) == written


async def test_only_what_differs_is_written(to: Publishing, store: Proxy):
    await to(small(), TARGET)
    client().put_object(Bucket="digest", Key="site/o/n/2026-03-03/report.en.md", Body=b"something else")
    store.asked.clear()
    [again] = await to(small(), TARGET)
    assert again.status == "updated"
    assert store.writes == ["/digest/site/o/n/2026-03-03/report.en.md"]


async def test_what_a_run_paid_is_no_news(to: Publishing, store: Proxy):
    made = small()
    await to(made, TARGET)
    key = "site/o/n/2026-03-03/report.json"
    paid = json.loads(made.files["report.json"])
    paid["usage"]["llm_calls"] = 12
    client().put_object(Bucket="digest", Key=key, Body=json.dumps(paid).encode())
    assert (await to(made, TARGET))[0].status == "unchanged"


async def test_an_older_window_does_not_become_the_latest(to: Publishing, store: Proxy):
    for day in (3, 1, 2):
        await to(small(day=day), TARGET)
    assert [entry.name for entry in index().entries] == ["2026-03-06", "2026-03-05", "2026-03-04"]
    assert objects()["site/o/n/latest"] == b"2026-03-06\n"


async def test_the_index_is_made_anew_from_the_reports_that_are_there(to: Publishing, store: Proxy):
    for day in range(3):
        await to(small(day=day), TARGET)
    whole = index()
    client().put_object(Bucket="digest", Key="site/o/n/index.json", Body=b"{broken")
    await to(small(day=1), TARGET)
    assert index() == whole
    for key in [key for key in objects() if key.startswith("site/o/n/2026-03-03/")]:
        client().delete_object(Bucket="digest", Key=key)
    await to(small(day=1), TARGET)
    assert [entry.name for entry in index().entries] == ["2026-03-05", "2026-03-04"]


async def test_ten_runs_at_once_for_ten_windows_lose_nothing(to: Publishing, store: Proxy):
    done = await asyncio.gather(*(to(small(day=day), TARGET) for day in range(10)))
    assert [one.status for [one] in done] == ["created"] * 10
    assert [entry.name for entry in index().entries] == [f"2026-03-{day:02}" for day in range(12, 2, -1)]
    assert objects()["site/o/n/latest"] == b"2026-03-12\n"
    assert json.loads(objects()["site/o/n/latest.json"])["name"] == "2026-03-12"


def on(answer: Answer, times: int | None = None, *, writes: bool = True) -> Fault:
    left = iter(range(times)) if times else iter(int, 1)
    return lambda asked: answer if (asked.writes or not writes) and next(left, None) is not None else None


MOVED = {"x-amz-bucket-region": "eu-west-1"}
FAULTS = {
    "denied": (
        on(Answer(403, "AccessDenied")),
        "access to bucket 'digest' is denied; allow s3:PutObject on it (AccessDenied)",
    ),
    "denied without a word": (
        on(Answer(403, "")),
        "access to bucket 'digest' is denied; allow s3:PutObject on it (403)",
    ),
    "not allowed to list": (
        on(Answer(403, "AccessDenied"), writes=False),
        "access to bucket 'digest' is denied; allow s3:ListBucket on it (AccessDenied)",
    ),
    "another region": (
        on(Answer(301, "PermanentRedirect", MOVED), writes=False),
        "bucket 'digest' is in another region; set AWS_REGION=eu-west-1",
    ),
    "throttled": (
        on(Answer(503, "SlowDown")),
        "bucket 'digest' is throttled (SlowDown), and goes on being so; run again later",
    ),
    "a cut upload": (on(CUT), "bucket 'digest' cannot be reached: ConnectionClosedError; try again later"),
    "bad credentials": (
        on(Answer(403, "SignatureDoesNotMatch"), writes=False),
        "AWS refused the credentials (SignatureDoesNotMatch); give some that are valid and not expired",
    ),
    "a store without conditional writes": (
        lambda asked: Answer(501, "NotImplemented") if asked.writes and "index.json" in asked.path else None,
        "the store of bucket 'digest' does not know conditional writes (If-Match); publish to one that does "
        "(docs/publishing.md)",
    ),
    "broken inside": (on(Answer(500, "InternalError")), "bucket 'digest' refused the request: InternalError"),
}


@pytest.mark.parametrize(("fault", "told"), FAULTS.values(), ids=FAULTS.keys())
async def test_a_fault_is_one_clear_line_and_the_other_target_is_done(
    to: Publishing, store: Proxy, tmp_path: Path, fault: Fault, told: str
):
    store.fault = fault
    bucket, folder = await to(small(), TARGET, f"dir:{tmp_path}")
    assert (bucket.status, bucket.error) == ("failed", told)
    assert folder.status == "created"
    assert (tmp_path / "o/n/index.json").exists()
    store.fault = lambda _: None
    assert (await to(small(), TARGET))[0].status in ("created", "updated")


async def test_a_missing_bucket_is_named(to: Publishing, store: Proxy):
    [done] = await to(small(), "s3://nowhere/site")
    assert done.error == "there is no bucket 'nowhere'; make it, or check its name and AWS_ENDPOINT_URL"


async def test_without_credentials_it_says_so(to: Publishing, store: Proxy, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    [done] = await to(small(), TARGET)
    assert done.error == "there are no AWS credentials; set AWS_ACCESS_KEY_ID and its secret, or give a role"


async def test_a_fault_that_passes_is_none(to: Publishing, store: Proxy):
    for answer in (CUT, Answer(503, "SlowDown")):
        store.fault = on(answer, times=1)
        [done] = await to(report(issue(3, answer.code, created_at=START)), TARGET)
        assert done.error is None


async def test_a_private_report_goes_to_a_bucket_only_if_that_is_closed(to: Publishing, store: Proxy, desk: Desk):
    [done] = await to(small(private=True), TARGET)
    assert done.error == (
        "o/n is private, and bucket 'digest' is not known to be: "
        "block its public access, or allow it with --allow-public"
    )
    assert store.writes == []
    allowed = Desk(allow_public=True, patience=desk.patience)
    assert (await to(small(private=True), TARGET, at=allowed))[0].status == "created"
    names = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")
    client().put_public_access_block(Bucket="digest", PublicAccessBlockConfiguration=dict.fromkeys(names, True))
    assert (await to(small(day=1, private=True), TARGET))[0].status == "created"


async def test_a_bucket_is_told_no_more_than_github_shows_today(to: Publishing, store: Proxy, world: World, desk: Desk):
    source = world.repositories["o/n"]
    source.is_private = True
    [done] = await to(small(), TARGET)
    assert (done.error or "").startswith("o/n is private, and bucket 'digest' is not known to be: ")
    world.repositories.pop("o/n")
    [done] = await to(small(), TARGET)
    assert (done.error or "").startswith("o/n cannot be seen with GITHUB_TOKEN, so it may be private, and bucket ")
    assert store.writes == []
    assert (await to(small(seen_public=True), TARGET))[0].status == "created"
    assert (await to(small(), TARGET, at=Desk(patience=desk.patience)))[0].status == "unchanged"


RUN = [
    Path(sys.executable).parent / "vllm-digest",
    "run",
    "--snapshot",
    SAMPLE,
    "--language",
    "en",
    "--publish",
    TARGET,
]


def test_killed_at_every_write_the_next_run_makes_it_right(store: Proxy, tmp_path: Path):
    """Each of the twelve writes, one step further each time: what was written stays, and nothing is doubled."""
    day = snapshot_of(issue(1, "It fails"), pull(2, "Mend it"), sample=True)
    (tmp_path / "small.json").write_bytes(snapshot_json(day))
    command = [part if part != SAMPLE else "small.json" for part in RUN]

    def run(kill: bool) -> int:
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def done(asked: Asked) -> None:
            if kill and asked.writes:
                os.kill(process.pid, signal.SIGKILL)

        store.done = done
        return process.wait(timeout=60)

    deaths = 0
    while run(kill=True) == -signal.SIGKILL:
        deaths += 1
    assert deaths == 12
    written = len(store.writes)
    assert run(kill=False) == 0
    assert len(store.writes) == written
    [folder] = (tmp_path / "reports/o/n").iterdir()
    there = objects()
    for name in ("report.en.md", "snapshot.json"):
        assert there[f"site/o/n/{folder.name}/{name}"] == (folder / name).read_bytes()
    assert len(there) == 12
    assert json.loads(there["site/o/n/index.json"])["entries"][0]["name"] == folder.name


def test_the_state_can_be_in_a_bucket(store: Proxy):
    state = S3Store(Location(bucket="digest", prefix="state"))
    assert state.read("o/n/a.json") is None
    state.write("o/n/a.json", b"{}")
    state.write("o/n/b/c.json", b"[]")
    assert state.read("o/n/a.json") == b"{}"
    assert state.names("o/n") == ("a.json", "b")
    assert state.names("o/nothing") == ()


def test_a_fetch_goes_on_from_a_state_in_a_bucket(store: Proxy, github: GitHub, tmp_path: Path):
    snapshot.load(github.world, SAMPLE)
    environ = {**os.environ, "GITHUB_GRAPHQL_URL": github.url, "GITHUB_TOKEN": "ghs_stub"}
    day = ("--repository", "example-org/vllm-sample", "--date", "2026-03-03")

    def fetch(state: str) -> subprocess.CompletedProcess[str]:
        command = [RUN[0], "fetch", *day, "--state", state]
        return subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)

    assert fetch("s3://digest/state").returncode == 0
    asked = len(github.calls)
    again = fetch("s3://digest/state")
    assert (again.returncode, len(github.calls)) == (0, asked)
    assert again.stderr.splitlines()[-1] == "GitHub: nothing asked"
    assert all(key.startswith("state/example-org/vllm-sample/2026-03-03/") for key in objects())
    told = fetch("s3://nowhere/state").stderr.splitlines()[-1]
    assert told == ("error: --state: there is no bucket 'nowhere'; make it, or check its name and AWS_ENDPOINT_URL")
