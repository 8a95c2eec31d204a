"""What a Pico does when it gets power: it serves its panel, unless a maker wants it.

Hold the key `back` while plugging it in, or leave a file called `repl` on it, and the REPL answers
instead; the file counts once.
"""

import micropython

micropython.kbd_intr(-1)  # what the host says are no keys, from the first byte on

from firmware.pico import serve  # noqa: E402

serve.begin()
