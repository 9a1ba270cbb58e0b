"""The page on AWS Lambda tells the truth: each parameter with its default, each alarm, prices that add up, commands."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from handler.lambda_.metrics import METRICS
from tests.infra.stack import FOLDER, Stack, written
from tests.infra.watch import metrics

PAGE = (Path(__file__).parents[2] / "docs" / "lambda.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
PARAMETERS = written("template.yaml")["Parameters"]


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> dict[str, list[str]]:
    """The table of a section by its first cell, without its head."""
    lines = [line.strip("|").split("|") for line in section(title).splitlines() if line.startswith("| ")]
    return {
        cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]] for cells in lines[1:] if "--" not in cells[0]
    }


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_stands_with_its_default(name: str):
    default, what = rows("Parameters")[name]
    assert default.strip("`") == str(PARAMETERS[name].get("Default", ""))
    assert what


def test_no_parameter_is_told_that_there_is_not():
    assert set(rows("Parameters")) == set(PARAMETERS)
    named = {
        name for block in BLOCKS for name in re.findall(r"(?<!\S)['\"]?([A-Z][A-Za-z]+)=", block) if name.isidentifier()
    }
    assert {name for name in named if not name.isupper()} <= set(PARAMETERS)


def test_every_alarm_has_its_row(full: Stack):
    names = {one["AlarmName"].replace("digest-", "STACK-", 1) for one in full.of("AWS::CloudWatch::Alarm").values()}
    assert set(rows("The alarms")) == names
    assert all(what and do for what, do in rows("The alarms").values())


def test_every_metric_is_named():
    [told] = re.findall(r"under `vllm-digest`: (.*?), each by", section("Logs"), re.DOTALL)
    assert set(re.findall(r"`(\w+)`", told)) == set(METRICS)


def test_the_prices_add_up_and_count_what_there_is(full: Stack):
    table = rows("What it costs")
    *prices, total = (float(cells[-1].strip("*")) for cells in table.values())
    assert total == pytest.approx(sum(prices))
    alarms = full.of("AWS::CloudWatch::Alarm").values()
    looked_at = sum(len(metrics(alarm)) for alarm in alarms)
    assert table["alarms"][0] == f"{len(alarms)} alarms over {looked_at} metrics at 0.10 a metric"
    assert float(table["alarms"][1]) == pytest.approx(looked_at * 0.10)
    assert table["custom metrics"][0].startswith(f"{len(METRICS)} metrics at 0.30")
    assert float(table["custom metrics"][1]) == pytest.approx(len(METRICS) * 0.30 * 2 / 24, abs=0.005)
    [free] = re.findall(r"takes ([\d.]+) of that off", PAGE)
    off = ("Lambda, x86, 1 GB", "alarms", "custom metrics")
    assert float(free) == pytest.approx(sum(float(table[name][-1]) for name in off))


def test_the_lambda_price_follows_from_the_template(stack: Stack):
    [said] = re.findall(r"([\d,]+) GB-s at ([\d.]+)", rows("What it costs")["Lambda, x86, 1 GB"][0])
    seconds = 30 * 5 * 60 + 30 * 2
    assert stack["Function"]["MemorySize"] == 1024
    assert int(said[0].replace(",", "")) == seconds
    assert float(rows("What it costs")["Lambda, x86, 1 GB"][1]) == pytest.approx(seconds * float(said[1]), abs=0.005)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_command_is_one_that_a_shell_can_read(block: str):
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_commands_ask_for_outputs_that_there_are():
    asked = set(re.findall(r"\$\(output (\w+)\)", PAGE))
    assert asked
    assert asked <= set(written("template.yaml")["Outputs"])
    assert list(written("registry.yaml")["Outputs"]) == ["Uri"]


def test_commands_name_files_that_there_are():
    named = set(re.findall(r"infra/(\w+\.yaml)", PAGE))
    assert named == {"registry.yaml", "template.yaml"}
    assert all((FOLDER / name).is_file() for name in named)


def test_links_lead_to_pages_that_there_are():
    folder = Path(__file__).parents[2] / "docs"
    for target in re.findall(r"\]\((?!https:)([^)#]+)[^)]*\)", PAGE):
        assert (folder / target).exists(), target
