"""`python -m controller` is `stardeck`."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in stardeck/__init__.py: nothing that takes long is imported here
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; see `controller.app.commands.main`."""
    from controller.app.commands import main as begin

    return begin(words)


if __name__ == "__main__":
    from stardeck import main as begin

    sys.exit(begin())
