"""How often Python looks for garbage: seldom, since it costs time while a hand waits for a light.

A table makes many values that live for one turn. They are freed at once, without a look, because
none of them is in a circle (`tests/test_garbage.py`).
"""

from __future__ import annotations

import gc

NEW_VALUES = 10_000  # new values between two looks at them; CPython's own number is 700
LOOKS = (20, 50)  # such looks before one at what has survived, and before one at everything


def collect_seldom() -> None:
    """Look for garbage seldom from now on, and never among what exists by now, such as modules."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(NEW_VALUES, *LOOKS)
