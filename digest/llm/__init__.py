"""One way to ask a model for JSON, whoever provides it. Knows nothing of GitHub.

Importing this costs nothing: litellm is loaded by the first call.
"""

from digest.llm.cache import Cache
from digest.llm.client import Answer, Asks, Client, Estimate
from digest.llm.ledger import Need
from digest.llm.question import Choices, Message, Question, size
from digest.llm.recorded import NotRecorded, Recorded, Recorder, Recording
from digest.llm.settings import ModelSettings

__all__ = [
    "Answer",
    "Asks",
    "Cache",
    "Choices",
    "Client",
    "Estimate",
    "Message",
    "ModelSettings",
    "Need",
    "NotRecorded",
    "Question",
    "Recorded",
    "Recorder",
    "Recording",
    "size",
]
