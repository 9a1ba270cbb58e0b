"""One page a day for a busy GitHub repository: exact counts, verified sentences, quiet publishing."""

__version__ = "0.1.0"
