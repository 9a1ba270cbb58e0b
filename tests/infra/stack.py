"""A template of ``infra/`` as CloudFormation sees it: transformed by SAM's own translator, its functions worked out.

Nothing is asked over the network. Names that CloudFormation would make up are made up here, the same each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

FOLDER = Path(__file__).parents[2] / "infra"
ACCOUNT, REGION, NAME = "123456789012", "us-east-1", "digest"
IMAGE = f"{ACCOUNT}.dkr.ecr.{REGION}.amazonaws.com/vllm-digest:1.0.0"

_PSEUDO = {
    "AWS::AccountId": ACCOUNT,
    "AWS::Region": REGION,
    "AWS::Partition": "aws",
    "AWS::StackName": NAME,
    "AWS::URLSuffix": "amazonaws.com",
}
_HERE = f"{REGION}:{ACCOUNT}"
_ARNS = {
    "AWS::S3::Bucket": "arn:aws:s3:::{name}",
    "AWS::SecretsManager::Secret": f"arn:aws:secretsmanager:{_HERE}:secret:{{name}}-AbCdEf",
    "AWS::Logs::LogGroup": f"arn:aws:logs:{_HERE}:log-group:{{name}}:*",
    "AWS::SQS::Queue": f"arn:aws:sqs:{_HERE}:{{name}}",
    "AWS::SNS::Topic": f"arn:aws:sns:{_HERE}:{{name}}",
    "AWS::Lambda::Function": f"arn:aws:lambda:{_HERE}:function:{{name}}",
    "AWS::IAM::Role": f"arn:aws:iam::{ACCOUNT}:role/{{name}}",
    "AWS::Scheduler::ScheduleGroup": f"arn:aws:scheduler:{_HERE}:schedule-group/{{name}}",
    "AWS::StepFunctions::StateMachine": f"arn:aws:states:{_HERE}:stateMachine:{{name}}",
    "AWS::Events::Rule": f"arn:aws:events:{_HERE}:rule/{{name}}",
}
_REF_IS_ARN = ("AWS::SecretsManager::Secret", "AWS::SNS::Topic", "AWS::StepFunctions::StateMachine")
_NOTHING = object()
Node = Any
Value = str | int | list[str]


@cache
def written(name: str) -> dict[str, Any]:
    """The template as it stands in the file. Not to be changed."""
    return dict(yaml_parse((FOLDER / name).read_text(encoding="utf-8")))


@cache
def transformed(name: str) -> dict[str, Any]:
    """The template as SAM hands it to CloudFormation. The translator asks boto3 for the region (AWS_DEFAULT_REGION)."""
    source = deepcopy(written(name))
    if "Transform" not in source:
        return source
    for one in source["Resources"].values():
        if one["Type"] == "AWS::Serverless::StateMachine":  # `sam deploy` uploads the file, and says where it is then
            one["Properties"]["DefinitionUri"] = f"s3://uploaded/{one['Properties']['DefinitionUri']}"
    translator = Translator({}, Parser())
    found = dict(translator.translate(source, {}))
    translator.metrics.publish()  # to nobody; it complains where that is left out
    return found


@dataclass(frozen=True)
class Stack:
    """``parameters`` are those that were given; the others have their defaults."""

    file: str = "template.yaml"
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def template(self) -> dict[str, Any]:
        return transformed(self.file)

    @cached_property
    def values(self) -> dict[str, Value]:
        """The parameters' values, as `Ref` gives them."""
        declared = self.template.get("Parameters", {})
        assert set(self.parameters) <= set(declared)
        return {
            name: _value(one, str(self.parameters.get(name, one.get("Default", "")))) for name, one in declared.items()
        }

    def holds(self, condition: str) -> bool:
        return bool(self.resolve(self.template["Conditions"][condition]))

    @cached_property
    def resources(self) -> dict[str, dict[str, Any]]:
        """Those whose condition holds, worked out."""
        found = self.template["Resources"].items()
        return {
            name: {**one, "Properties": self.resolve(one.get("Properties", {}))}
            for name, one in found
            if "Condition" not in one or self.holds(one["Condition"])
        }

    def of(self, kind: str) -> dict[str, dict[str, Any]]:
        """The properties of each resource of that type."""
        return {name: one["Properties"] for name, one in self.resources.items() if one["Type"] == kind}

    def __getitem__(self, name: str) -> dict[str, Any]:
        """The properties of the resource of that name."""
        return dict(self.resources[name]["Properties"])

    def outputs(self) -> dict[str, str]:
        return {name: str(self.resolve(one["Value"])) for name, one in self.template["Outputs"].items()}

    @property
    def variables(self) -> dict[str, str]:
        """The function's environment."""
        return dict(self["Function"]["Environment"]["Variables"])

    def resolve(self, node: Node) -> Node:
        if isinstance(node, list):
            return [one for one in map(self.resolve, node) if one is not _NOTHING]
        if not isinstance(node, dict):
            return node
        if len(node) == 1 and (work := self._functions.get(next(iter(node)))):
            return work(next(iter(node.values())))
        worked_out = {key: self.resolve(value) for key, value in node.items()}
        return {key: value for key, value in worked_out.items() if value is not _NOTHING}

    @property
    def _functions(self) -> dict[str, Callable[[Node], Node]]:
        return {
            "Ref": self.ref,
            "Condition": lambda name: self.holds(name) if isinstance(name, str) else {"Condition": self.resolve(name)},
            "Fn::GetAtt": lambda path: self.attribute(*(path.split(".") if isinstance(path, str) else path)),
            "Fn::Sub": lambda text: re.sub(r"\$\{([^}]+)\}", self._filled, text),
            "Fn::Join": lambda told: told[0].join(map(str, self.resolve(told[1]))),
            "Fn::Split": lambda told: str(self.resolve(told[1])).split(told[0]),
            "Fn::Select": lambda told: self.resolve(told[1])[int(told[0])],
            "Fn::If": lambda told: self.resolve(told[1] if self.holds(told[0]) else told[2]),
            "Fn::Equals": lambda told: len({str(self.resolve(one)) for one in told}) == 1,
            "Fn::Not": lambda told: not self.resolve(told[0]),
            "Fn::And": lambda told: all(self.resolve(one) for one in told),
        }

    def ref(self, name: str) -> Node:
        if name == "AWS::NoValue":
            return _NOTHING
        if name in _PSEUDO or name in self.values:
            return _PSEUDO.get(name) or self.values[name]
        if self._kind(name) == "AWS::SQS::Queue":
            return f"https://sqs.{REGION}.amazonaws.com/{ACCOUNT}/{self.physical(name)}"
        return self.attribute(name, "Arn") if self._kind(name) in _REF_IS_ARN else self.physical(name)

    def attribute(self, name: str, attribute: str) -> str:
        if attribute == "QueueName":
            return self.physical(name)
        if attribute == "RepositoryUri":
            return f"{ACCOUNT}.dkr.ecr.{REGION}.amazonaws.com/{self.physical(name)}"
        assert attribute == "Arn"
        return _ARNS[self._kind(name)].format(name=self.physical(name))

    def physical(self, name: str) -> str:
        """The name in the account."""
        told = self.template["Resources"][name].get("Properties", {})
        given = [
            told[key] for key in ("LogGroupName", "RepositoryName", "AlarmName", "StateMachineName") if key in told
        ]
        return str(self.resolve(given[0])) if given else f"{NAME}-{name}".lower()

    def _kind(self, name: str) -> str:
        return str(self.template["Resources"][name]["Type"])

    def _filled(self, found: re.Match[str]) -> str:
        name, _, attribute = found[1].partition(".")
        return self.attribute(name, attribute) if attribute else str(self.ref(name))


def _value(declared: Mapping[str, Any], text: str) -> Value:
    if declared["Type"] == "CommaDelimitedList":
        return [one.strip() for one in text.split(",")]
    return int(text) if declared["Type"] == "Number" else text


BUCKET = "arn:aws:s3:::digest-bucket"
QUEUE = f"arn:aws:sqs:{_HERE}:digest-givenup"
FUNCTION = f"arn:aws:lambda:{_HERE}:function:digest-function"
"""What the template's own resources are called here."""


def statements(role: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What a role may do."""
    for policy in role["Policies"]:
        yield from policy["PolicyDocument"]["Statement"]


def pairs(role: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Each action with each resource that it is allowed on."""
    told = ((listed(one["Action"]), listed(one["Resource"])) for one in statements(role))
    return {(action, resource) for actions, resources in told for action in actions for resource in resources}


def allows(role: Mapping[str, Any], action: str, resource: str) -> bool:
    return any(action == one and fnmatchcase(resource, pattern) for one, pattern in pairs(role))


def listed(told: Any) -> list[Any]:
    return told if isinstance(told, list) else [told]
