"""One way to ask a model for JSON, whoever provides it. Knows nothing of GitHub.

Importing this costs nothing: litellm is loaded by the first call.
"""

from digest.llm.client import Answer, Client
from digest.llm.provider import Message
from digest.llm.settings import ModelSettings

__all__ = ["Answer", "Client", "Message", "ModelSettings"]
