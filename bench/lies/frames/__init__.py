"""Sentences in which true and false things are told, in English and Chinese; braces are filled in by `bench.lies`.

The same frame tells a truth or a lie: only what is filled in decides.
"""
