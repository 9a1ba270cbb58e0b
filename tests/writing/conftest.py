"""A model over HTTP for these tests."""

from tests.openai_server.plugin import serve

__all__ = ["serve"]
