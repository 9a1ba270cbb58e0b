"""Many repositories and days: the three calls that a state machine makes beside those for single reports.

It makes the list, works off one item of it, and tells at the end what came of each (infra/map.asl.yml).
"""
