"""Publishing: one module for each kind of target. A target publishes what rendering made, as it stands."""
