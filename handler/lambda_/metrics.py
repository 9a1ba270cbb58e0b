"""The metrics of a call, in CloudWatch's embedded metric format: one line of the log that becomes numbers.

https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

NAMESPACE = "vllm-digest"
DIMENSION, MACHINE = "Repository", "StateMachine"
"""What metrics are of: a report's repository, or the state machine that many reports are made by."""
METRICS = {
    "Reports": "Count",
    "Items": "Count",
    "PromptTokens": "Count",
    "CompletionTokens": "Count",
    "CostUSD": "None",
    "Degraded": "Count",
    "Failed": "Count",
    "Unfinished": "Count",
}
"""Each with its unit; dollars are none that CloudWatch knows."""


@dataclass(frozen=True)
class Metrics:
    """What a call comes to. ``cost`` is None where the price is not known; then it is no metric at all."""

    reports: int = 0
    items: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    degraded: bool = False
    failed: bool = False
    unfinished: bool = False

    def values(self) -> dict[str, float]:
        flags = (int(self.degraded), int(self.failed), int(self.unfinished))
        told = (self.reports, self.items, self.prompt_tokens, self.completion_tokens, self.cost, *flags)
        return {name: one for name, one in zip(METRICS, told, strict=True) if one is not None}

    def line(self, repository: str, about: Mapping[str, str], now: datetime) -> str:
        """The line of a report."""
        return embedded({DIMENSION: repository}, self.values(), about, now)


def embedded(dimension: Mapping[str, str], values: Mapping[str, float], about: Mapping[str, str], now: datetime) -> str:
    """A line of the format. What has no unit among `METRICS` is a count.

    ``about`` stands beside the numbers, to be searched for; it is no dimension.
    """
    directive = {
        "Namespace": NAMESPACE,
        "Dimensions": [[*dimension]],
        "Metrics": [{"Name": name, "Unit": METRICS.get(name, "Count")} for name in values],
    }
    metadata = {"Timestamp": int(now.timestamp() * 1000), "CloudWatchMetrics": [directive]}
    return json.dumps({"_aws": metadata, **dimension, **values, **about}) + "\n"
