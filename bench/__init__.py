"""What the program costs: ``python -m bench`` (or ``make bench``)."""
