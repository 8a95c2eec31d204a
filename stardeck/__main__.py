"""python -m stardeck: the command line."""

from __future__ import annotations

import sys

from stardeck import main

if __name__ == "__main__":
    sys.exit(main())
