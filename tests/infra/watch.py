"""What CloudWatch makes of an alarm, by its documentation, as far as the template's alarms go.

A window slides with each evaluation; missing points are treated as the alarm says, but only where there are too few
points in a range that is longer than what the alarm looks at:
https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

_FURTHER = 2
"""Points that CloudWatch looks at beyond those that an alarm names."""

_COMPARISONS = {
    "GreaterThanOrEqualToThreshold": operator.ge,
    "LessThanThreshold": operator.lt,
}
_STATISTICS = {"Sum": sum, "Maximum": max}
Points = list[float | None]
"""Newest first; None where nothing was told."""


@dataclass(frozen=True)
class Told:
    """One value of a metric, at its time."""

    metric: str
    at: datetime
    value: float = 1.0


def in_alarm(alarm: Mapping[str, Any], told: Sequence[Told], at: datetime) -> bool:
    wanted = int(alarm["EvaluationPeriods"])
    there = [point for point in _points(alarm, told, at, wanted + _FURTHER) if point is not None][:wanted]
    breaching = sum(_COMPARISONS[alarm["ComparisonOperator"]](point, float(alarm["Threshold"])) for point in there)
    if alarm["TreatMissingData"] == "breaching":
        breaching += wanted - len(there)
    return breaching >= int(alarm.get("DatapointsToAlarm", wanted))


def metrics(alarm: Mapping[str, Any]) -> list[tuple[str, str, list[dict[str, str]]]]:
    """Namespace, name and dimensions of each metric that the alarm looks at."""
    stats = [one["MetricStat"]["Metric"] for one in alarm.get("Metrics", ()) if "MetricStat" in one]
    return [(one["Namespace"], one["MetricName"], one["Dimensions"]) for one in stats or [alarm]]


def _points(alarm: Mapping[str, Any], told: Sequence[Told], at: datetime, number: int) -> Points:
    if "MetricName" in alarm:
        return _series(alarm["MetricName"], alarm["Statistic"], int(alarm["Period"]), told, at, number)
    [expression] = [one["Expression"] for one in alarm["Metrics"] if one["ReturnData"]]
    series = {
        one["Id"]: _series(stat["Metric"]["MetricName"], stat["Stat"], int(stat["Period"]), told, at, number)
        for one in alarm["Metrics"]
        if (stat := one.get("MetricStat"))
    }
    return _worked_out(expression, series)


def _series(name: str, statistic: str, period: int, told: Iterable[Told], at: datetime, number: int) -> Points:
    slots: list[list[float]] = [[] for _ in range(number)]
    for one in told:
        slot = (at - one.at) // timedelta(seconds=period)
        if one.metric == name and 0 <= slot < number:
            slots[slot].append(one.value)
    return [float(_STATISTICS[statistic](values)) if values else None for values in slots]


def _worked_out(expression: str, series: Mapping[str, Points]) -> Points:
    if filled := re.fullmatch(r"FILL\((\w+), 0\)", expression):
        there = series[filled[1]]
        # It is not documented what becomes of a series that is empty; the alarm has to ring either way.
        return [point or 0.0 for point in there] if any(point is not None for point in there) else there
    both = re.fullmatch(r"IF\((\w+) > 0 AND (\w+) > 0, 1, 0\)", expression)
    assert both, f"{expression} is not known here"
    # Where one of two series has no value it counts as 0; where neither has there is no point.
    pairs = zip(series[both[1]], series[both[2]], strict=True)
    return [None if one is other is None else float(bool(one and other)) for one, other in pairs]
