"""The page of how the score orders known games.

python -m lab.breeding.trials.ordering docs/ordering.md          # write it
python -m lab.breeding.trials.ordering docs/ordering.md --check  # say whether it is stale
"""

from __future__ import annotations

import sys

from lab.breeding.trials.ordering.known import known, read
from lab.breeding.trials.ordering.page import page
from lab.pages.command import main

if __name__ == "__main__":
    sys.exit(main(__doc__, lambda path: {path: page(known(), read())}))
