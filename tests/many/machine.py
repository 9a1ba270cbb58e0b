"""The state machine of ``infra/map.asl.yml`` in moto's Step Functions, whose Lambda is our own function.

moto interprets the definition in this process: its task calls, retries, waits and maps are real. What it leaves out is
the share of failures that is tolerated (a map of its never fails) and what a map writes of its items to S3.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boto3
import yaml
from moto import mock_aws
from moto.awslambda_simple.models import lambda_simple_backends

DEFINITION = Path(__file__).parents[2] / "infra" / "map.asl.yml"
ACCOUNT, REGION, BUCKET = "123456789012", "us-east-1", "bucket"
LONGEST = 300.0

Function = Callable[[dict[str, Any]], Mapping[str, Any]]
"""Takes an event, and answers or raises as the Lambda does."""


@dataclass(frozen=True)
class Call:
    """One call of the function, from ``begun`` to ``ended`` on the clock of waits (`time.time`)."""

    event: Mapping[str, Any]
    begun: float
    ended: float
    answer: Mapping[str, Any] | None
    error: str

    @property
    def item(self) -> str:
        """The repository that it was made for, if it was."""
        return str((self.event.get("item") or {}).get("repository", ""))

    @property
    def told(self) -> str:
        """The answer's status, or the kind of error."""
        return self.error or str((self.answer or {}).get("status", ""))


@dataclass
class Lambda:
    """moto's Lambda: it hands an event to our function and tells its errors as Lambda does.

    https://docs.aws.amazon.com/lambda/latest/dg/python-exceptions.html
    """

    function: Function
    calls: list[Call] = field(default_factory=list)
    most: int = 0
    """Calls at the same time, at most."""
    _running: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def invoke(
        self, function_name: str, qualifier: str | None, body: Any, headers: Any, response_headers: dict[str, str]
    ) -> bytes:
        event = json.loads(body)
        with self._lock:
            self._running += 1
            self.most = max(self.most, self._running)
        begun = time.time()
        answer, error = None, ""
        try:
            answer = self.function(event)
            return json.dumps(answer).encode()
        except Exception as raised:
            error = type(raised).__name__
            response_headers["x-amz-function-error"] = "Unhandled"
            return json.dumps({"errorType": error, "errorMessage": str(raised), "stackTrace": []}).encode()
        finally:
            with self._lock:
                self._running -= 1
                self.calls.append(Call(event, begun, time.time(), answer, error))


@dataclass(frozen=True)
class Ended:
    status: str
    output: Any
    error: str = ""
    cause: str = ""


@dataclass(frozen=True)
class Machine:
    arn: str
    function: Lambda

    def run(self, name: str, **order: Any) -> Ended:
        """An execution from its start to its end."""
        client = boto3.client("stepfunctions", REGION)
        started = client.start_execution(stateMachineArn=self.arn, name=name, input=json.dumps(order))
        until = time.monotonic() + LONGEST
        while (told := client.describe_execution(executionArn=started["executionArn"]))["status"] == "RUNNING":
            assert time.monotonic() < until, "the execution does not end"
            # moto runs the machine in threads of its own, and tells nobody when it is done: one has to look.
            time.sleep(0.05)
        return Ended(
            told["status"], json.loads(told.get("output") or "null"), told.get("error", ""), told.get("cause", "")
        )


def definition(**values: str) -> str:
    """The definition with the substitutions that CloudFormation makes."""
    given = {
        "Name": "many",
        "Partition": "aws",
        "FunctionArn": f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:digest",
        "Bucket": BUCKET,
        "Prefix": "state/_runs",
        "Config": "",
        "MaxConcurrency": "2",
        "ToleratedFailurePercentage": "10",
        "MaxWaits": "3",
        **values,
    }
    text = re.sub(r"\$\{(\w+)\}", lambda found: given[found[1]], DEFINITION.read_text())
    return json.dumps(yaml.safe_load(text))


@contextmanager
def running(function: Function, **values: str) -> Iterator[Machine]:
    """A state machine and its bucket, in an AWS of their own."""
    backend = Lambda(function)
    with mock_aws(config={"stepfunctions": {"execute_state_machine": True}, "lambda": {"use_docker": False}}):
        boto3.client("s3", REGION).create_bucket(Bucket=BUCKET)
        lambda_simple_backends[ACCOUNT][REGION].invoke = backend.invoke  # type: ignore[method-assign]
        made = boto3.client("stepfunctions", REGION).create_state_machine(
            name="many", definition=definition(**values), roleArn=f"arn:aws:iam::{ACCOUNT}:role/machine"
        )
        yield Machine(made["stateMachineArn"], backend)


def text(key: str) -> str:
    """An object of the bucket."""
    return boto3.client("s3", REGION).get_object(Bucket=BUCKET, Key=key)["Body"].read().decode()


def kept(key: str) -> Any:
    """The same as JSON."""
    return json.loads(text(key))
