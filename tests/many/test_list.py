"""The first state: from a short order to the list that the map reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from digest.errors import DigestError
from handler.many.table import rows
from tests.many.conftest import RUNS, put
from tests.many.machine import text

pytestmark = pytest.mark.usefixtures("bucket")
Listing = Callable[..., dict[str, Any]]
LIST = "state/_runs/first/list.csv"


def listed(run: str = "first") -> list[Any]:
    return list(rows(text(f"state/_runs/{run}/list.csv").encode()))


@pytest.fixture
def listing(function: Callable[[dict[str, Any]], dict[str, Any]]) -> Listing:
    """``listing(repositories=[…], since=…)``: as the state machine calls it, on 6 March at 09:00 UTC."""

    def call(config: str = "", started: str = "2026-03-06T09:00:00.250Z", run: str = "first", **order: Any) -> Any:
        bounds = {"concurrency": "4", "tolerated": "10", "waits": "3"}
        event = {"step": "list", "runs": RUNS, "run": run, "started": started, "order": order, "config": config}
        return function(event | bounds)

    return call


def test_each_repository_has_each_of_its_days_and_old_days_come_first(listing: Listing):
    answer = listing(repositories=["acme/rocket", "acme/pad"], since="2026-03-01", until="2026-03-03")
    assert listed() == [
        {"repository": "acme/rocket", "date": "2026-03-01"},
        {"repository": "acme/pad", "date": "2026-03-01"},
        {"repository": "acme/rocket", "date": "2026-03-02"},
        {"repository": "acme/pad", "date": "2026-03-02"},
    ]
    assert answer == {
        "run": "first",
        "key": LIST,
        "items": 4,
        "first": "2026-03-01",
        "last": "2026-03-02",
        "concurrency": 4,
        "tolerated": 10.0,
        "waits": 3,
    }


def test_the_list_is_a_table_that_a_spreadsheet_opens(listing: Listing):
    own = {"repository": "acme/pad", "language": ["en", "zh-CN"], "timezone": "UTC"}
    listing(repositories=["acme/rocket", own])
    assert text(LIST).splitlines() == [
        "repository,date,before,options",
        "acme/rocket,2026-03-05,,",
        'acme/pad,2026-03-05,,"{""language"": [""en"", ""zh-CN""], ""timezone"": ""UTC""}"',
    ]


def test_a_day_names_the_one_before_it_in_the_list_as_far_back_as_reports_look(listing: Listing):
    listing(repositories=["acme/rocket", "acme/pad"], since="2026-03-01", until="2026-03-03")
    assert text(LIST).splitlines()[1:] == [
        "acme/rocket,2026-03-01,,",
        "acme/pad,2026-03-01,,",
        "acme/rocket,2026-03-02,2026-03-01,",
        "acme/pad,2026-03-02,2026-03-01,",
    ]
    for day in ("2026-03-02", "2026-03-03", "2026-03-04"):
        put(f"state/_runs/long/done/acme/rocket/{day}.json", "{}")
    listing(run="long", repositories=["acme/rocket"], since="2026-02-20", until="2026-03-06")
    for day in range(21, 29):
        put(f"state/_runs/long/done/acme/rocket/2026-02-{day}.json", "{}")
    listing(run="again", again="long")
    assert text("state/_runs/again/list.csv").splitlines()[1:] == [
        "acme/rocket,2026-02-20,,",
        "acme/rocket,2026-03-01,,",
        "acme/rocket,2026-03-05,2026-03-01,",
    ]


def test_without_days_it_is_the_newest_complete_one_in_each_repositorys_own_zone(listing: Listing):
    west = {"repository": "acme/west", "timezone": "America/Los_Angeles", "day-start": "02:00"}
    listing(repositories=["acme/rocket", west])
    assert listed() == [{**west, "date": "2026-03-04"}, {"repository": "acme/rocket", "date": "2026-03-05"}]


def test_a_start_alone_reaches_to_the_newest_complete_day(listing: Listing):
    assert listing(repositories=["acme/rocket"], since="2026-03-03")["last"] == "2026-03-05"


def test_the_schedulers_own_time_decides_however_late_the_run_begins(listing: Listing):
    late = {"started": "2026-03-08T03:00:00Z", "time": "2026-03-06T09:00:00Z"}
    assert listing(repositories=["acme/rocket"], **late)["last"] == "2026-03-05"


def test_a_date_that_a_zone_skipped_is_no_day(listing: Listing):
    apia = {"repository": "acme/rocket", "timezone": "Pacific/Apia"}
    listing(repositories=[apia], since="2011-12-29", until="2012-01-01")
    assert [item["date"] for item in listed()] == ["2011-12-29", "2011-12-31"]


def test_a_file_names_the_repositories_and_the_input_may_choose_the_days(listing: Listing):
    put(
        "config/many.yml",
        "repositories:\n- acme/rocket\n- repository: acme/pad\n  language: [en, no]\nsince: 2026-03-04\n",
    )
    file = "s3://bucket/config/many.yml"
    assert listing(file)["items"] == 4
    assert listing(file, run="second", since="2026-03-01", until="2026-03-02")["items"] == 2
    pad = {"repository": "acme/pad", "language": ["en", "no"], "date": "2026-03-01"}
    assert listed("second")[1] == pad
    assert listing(file, run="third", repositories=["acme/tower"])["items"] == 1


def test_the_items_of_a_run_that_did_not_end_well_are_taken_again(listing: Listing):
    listing(repositories=["acme/rocket", "acme/pad", "acme/tower"])
    put("state/_runs/first/done/acme/pad/2026-03-05.json", "{}")
    put("state/_runs/first/failed/acme/tower/2026-03-05.json", "{}")
    assert listing(run="second", again="first")["items"] == 2
    assert [item["repository"] for item in listed("second")] == ["acme/rocket", "acme/tower"]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ({}, "repositories: none are named; start with"),
        ({"repositories": "acme/rocket"}, "input: repositories: this is one value; write a list of OWNER/NAME"),
        ({"repositories": ["rocket"]}, "input: repositories: 'rocket' is no OWNER/NAME"),
        ({"repositories": [{"name": "x"}]}, "an entry is OWNER/NAME, or options with `repository: OWNER/NAME`"),
        ({"repositories": ["a/b", "A/B"]}, "repositories: A/B is named twice"),
        ({"repositories": [{"repository": "a/b", "date": "2026-03-01"}]}, "a/b: date: the days are the whole list's"),
        ({"repositories": [{"repository": "a/b", "api-key": "sk-1234567"}]}, "a/b: api-key: a list is kept as it is"),
        ({"repositories": [{"repository": "a/b", "langauge": "en"}]}, "repositories: a/b: event: langauge"),
        ({"repositories": [{"repository": "a/b", "timezone": "Mars"}]}, "'Mars' is no IANA time zone"),
        ({"repository": ["a/b"]}, "input: there is no key 'repository'; did you mean 'repositories'?"),
        ({"repositories": ["a/b"], "since": "1 March"}, "input: since: '1 March' is no calendar date"),
        ({"repositories": ["a/b"], "until": "2026-03-01"}, "input: until: needs since beside it"),
        ({"repositories": ["a/b"], "since": "2026-03-02", "until": "2026-03-02"}, "2026-03-02 is not later than since"),
        (
            {"repositories": ["a/b"], "since": "2026-03-02", "until": "2026-03-08"},
            "until: 2026-03-07 lies in the future",
        ),
        ({"repositories": ["a/b"], "since": "2026-03-07"}, "since: 2026-03-07 lies in the future"),
        (
            {"repositories": [f"a/{n}" for n in range(30)], "since": "2025-03-01"},
            "30 repositories by their days are 11100 items",
        ),
        ({"again": "never"}, "there is no run 'never'"),
        ({"again": "../state"}, "run: '../state' names none"),
        ({"again": "first", "repositories": ["a/b"]}, "again: takes the items of that run; leave out repositories"),
        ({"repositories": ["a/b"], "time": "noon"}, "time: 'noon' is no ISO 8601 time"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_before_anything_starts(listing: Listing, order: Any, told: str):
    with pytest.raises(DigestError) as error:
        listing(**order)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- acme/rocket\n", "s3://bucket/config/many.yml: this is a list; write keys and values"),
        ("repositories: [acme/rocket\n", "s3://bucket/config/many.yml: this is no YAML"),
        ("repos: [acme/rocket]\n", "s3://bucket/config/many.yml: there is no key 'repos'; did you mean"),
        (None, "config: there is no s3://bucket/config/many.yml"),
    ],
    ids=["a list", "no YAML", "another key", "nothing"],
)
def test_a_file_that_cannot_be_read_is_named(listing: Listing, text: str | None, told: str):
    if text is not None:
        put("config/many.yml", text)
    with pytest.raises(DigestError, match=told):
        listing("s3://bucket/config/many.yml")


def test_a_name_is_one_runs_alone_but_a_first_state_may_be_tried_again(listing: Listing):
    assert listing(repositories=["acme/rocket"]) == listing(repositories=["acme/rocket"])
    with pytest.raises(DigestError, match="run: there was one called 'first'; start it under another name"):
        listing(repositories=["acme/rocket"], since="2026-03-01")


def test_a_list_that_was_refused_is_not_there(listing: Listing):
    with pytest.raises(DigestError):
        listing(repositories=["acme/rocket", {"repository": "acme/pad", "timezone": "Mars"}])
    with pytest.raises(DigestError, match="there is no run 'first'"):
        listing(run="second", again="first")
