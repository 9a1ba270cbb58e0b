"""The page on many repositories tells the truth: parameters, tries, limits, prices that add up, commands, links."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from handler.many.listing import LONGEST
from handler.many.order import KEYS
from tests.infra.stack import written
from tests.infra.test_map import FULL, definition
from tests.infra.watch import metrics

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "many-repositories.md").read_text(encoding="utf-8")
PARAMETERS = written("map.yaml")["Parameters"]
BLOCKS = [block for tag, block in re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if tag == ""]


def rows(head: str) -> dict[str, list[str]]:
    """The table that begins with that cell, by its first cells."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    lines = [line.strip("|").split("|") for line in table.splitlines()[2:]]
    return {cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_a_parameter_stands_with_its_default():
    told = {name: cells[0].strip("`") for name, cells in rows("parameter").items()}
    assert told == {name: str(one.get("Default", "")) for name, one in PARAMETERS.items()}


def test_what_can_be_asked_for_is_told():
    assert {*rows("key"), "time"} == set(KEYS)
    assert f"A list has {LONGEST:,} items at most" in PAGE


def test_the_tries_are_those_of_the_definition():
    retries = definition()["States"]["Digests"]["ItemProcessor"]["States"]["Digest"]["Retry"]
    tried = [retry for retry in retries if "MaxDelaySeconds" in retry]
    told = [cells[0] for cells in rows("what went wrong").values() if "more tries" in cells[0]]
    for retry, text in zip(tried, told, strict=True):
        assert f"up to {retry['MaxAttempts']} more tries" in text
        longest = retry["MaxDelaySeconds"] // 60
        assert f"up to {longest} minute" in text


def test_every_alarm_has_its_row():
    names = {one["AlarmName"].replace("digest-", "STACK-", 1) for one in FULL.of("AWS::CloudWatch::Alarm").values()}
    assert set(rows("alarm")) == names


def test_the_prices_add_up_and_count_what_there_is():
    table = rows("what")
    *prices, total = (float(cells[-1].strip("*")) for cells in table.values())
    assert total == pytest.approx(sum(prices))
    items, runs = 200 * 30, 30
    assert table["Step Functions"][0].startswith(f"{items * 3 + runs * 3:,} transitions")
    assert float(table["Step Functions"][1]) == pytest.approx((items * 3 + runs * 3) * 0.025 / 1000, abs=0.005)
    assert float(table["Lambda, x86, 1 GB"][1]) == pytest.approx(items * 10 * 0.0000166667, abs=0.005)
    s3 = items * (30 * 0.005 + 44 * 0.0004) / 1000
    assert float(table["S3 requests"][1]) == pytest.approx(s3, abs=0.005)
    looked_at = sum(len(metrics(alarm)) for alarm in FULL.of("AWS::CloudWatch::Alarm").values())
    assert table["alarms"] == [f"2 alarms over {looked_at} metrics at 0.10 a metric", f"{looked_at * 0.1:.2f}"]
    assert float(table["custom metrics"][1]) == pytest.approx(11 * 0.30 * 2 / 24, abs=0.006)


def test_how_many_fit_into_an_hour_follows_from_their_points():
    for _, points, fit in rows("a repository's day").values():
        assert int(fit) == pytest.approx(5000 / int(points), rel=0.02)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_command_is_one_that_a_shell_can_read(block: str):
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_commands_ask_for_outputs_that_there_are():
    for function, template in (("output", "template.yaml"), ("many", "map.yaml")):
        asked = set(re.findall(rf"\$\({function} (\w+)\)", PAGE))
        assert asked
        assert asked <= set(written(template)["Outputs"])


def test_links_lead_to_pages_that_there_are():
    for target in re.findall(r"\]\((?!https:)([^)#]+)[^)]*\)", PAGE):
        assert (DOCS / target).exists(), target
