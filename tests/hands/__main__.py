"""One case again, or many counted, on one panel or on all.

python -m tests.hands natural astroplane-tags 17
python -m tests.hands all all 0 40
"""

from __future__ import annotations

import logging
import sys
from collections import Counter

from tests.hands.failure import told
from tests.hands.laws import LAWS, all_tried
from tests.panels import EVERY


def main(law: str, panel: str, first: str, last: str = "") -> int:
    logging.disable(logging.WARNING)  # the board is lost on purpose
    wrong = 0
    for name in LAWS if law == "all" else [law]:
        for wired in EVERY if panel == "all" else [panel.replace("-", "_")]:
            found = all_tried(name, wired, range(int(first), int(last or first) + 1))
            if "all" not in (law, panel):
                sys.stdout.write(f"{told(found.failures)}\n")
            kinds = dict(Counter(failure.kind for failure in found.failures))
            sys.stdout.write(f"{name} {wired}: {dict(found.counts)} {kinds or 'kept'}\n")
            sys.stdout.flush()
            wrong += len(found.failures)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
