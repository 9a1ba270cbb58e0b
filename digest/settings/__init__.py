"""What a run is asked to do.

`options` is the table of everything that can be set, `find` looks a setting up (flag, environment, config
file, preset, default), `values` is the result: one immutable value.
"""
