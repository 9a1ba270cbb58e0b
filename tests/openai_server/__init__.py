"""A small OpenAI-compatible server: ``/v1/chat/completions`` over HTTP, with answers from a function.

https://platform.openai.com/docs/api-reference/chat/create
"""

from tests.openai_server.server import Ask, Fail, Hang, OpenAIServer, Say, Script, Slow, serving

__all__ = ["Ask", "Fail", "Hang", "OpenAIServer", "Say", "Script", "Slow", "serving"]
