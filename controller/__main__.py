"""`python -m controller` is `stardeck`."""

from __future__ import annotations

import sys

from controller.app.commands import main

if __name__ == "__main__":
    sys.exit(main())
