"""A door for tests: the Action in a process of its own, at a time that is given.

python -m tests.action.at 2026-03-05T00:30:00+00:00
"""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

from handler.action import main

if __name__ == "__main__":
    sys.exit(main(dict(os.environ), Path.cwd(), datetime.fromisoformat(sys.argv[1])))
