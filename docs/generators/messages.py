"""The messages between table and board, out of firmware/wire.py: layouts and numbers."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from controller.scene import Glow
from firmware import fit, lights, panel, wire
from generators.markdown import code, join_parts, table
from generators.meanings import meanings

FORMAT_TOKEN = re.compile(r"(\d*)([a-zA-Z])")
TYPES = {"B": "u8", "H": "u16", "I": "u32", "i": "i32"}
FIRST_DOWN = 0x20  # kinds from here on go to the board, but for ACK
NUMBER_GROUPS = {  # groups of numbers in firmware/wire.py, by the field that holds one of them
    "HELLO.can": ("CAN_FEEL", "CAN_LIGHT", "CAN_ROLL", "CAN_MARK", "CAN_TAG", "CAN_SOUND"),
    "HELLO.cause": ("POWER", "BUTTON", "BITTEN", "ASKED", "DIPPED", "CRASHED"),
    "ROLLER.trust": ("LOST", "ASSUMED", "LOCATED"),
    "TAG.seen": ("LIES", "LISTED"),
    "MARK.track": ("CLOCK", "DATA", "HOME"),
    "FAULT.code": ("CHAIN", "BUS", "READER", "SUPPLY"),
    "CONFIGURE.key": ("DEBOUNCE", "COUNTS_PER_ROW", "PLACE", "TURNED"),
    "REBOOT.loader": ("TO_PANEL", "TO_LOADER", "TO_REPL"),
    "ACK.status": ("DONE", "UNKNOWN", "MALFORMED", "UNKEPT"),
}
RUN_FIELDS = "first count red green blue manner"
NOTE_FIELDS = "hertz ms"
FIT_FIELDS = "panel keys readers rolls back"


def messages() -> str:
    """Return the list of messages, the layout of each, and the numbers in their fields."""
    layouts = ((name, layout(name, form, names)) for name, form, names in wire.SHAPES.values())
    records = [
        ("RUN", wire.RUN_FORMAT, RUN_FIELDS),
        ("NOTE", wire.NOTE_FORMAT, NOTE_FIELDS),
        ("FIT head", fit.HEAD_FORMAT, FIT_FIELDS),
    ]
    own = ((name, layout(name, form, names)) for name, form, names in records)
    numbers = ((group, number_table(group)) for group in NUMBER_GROUPS)
    limits = ("limits", limit_table())
    return join_parts([("list", message_list()), *layouts, *own, *numbers, limits])


def message_list() -> str:
    """Return a table of all messages; each needs a section of its own in the page."""
    means = meanings("messages", wire.KIND_NAMED)
    rows = (
        (f"[{name}](#{name.lower()})", code(f"0x{kind:02X}"), way, means[name])
        for name, kind, way in directed()
    )
    return table(("message", "kind", "direction", "what it is for"), rows)


def directed() -> Iterator[tuple[str, int, str]]:
    """Yield each message with its number and its direction."""
    for name, kind in wire.KIND_NAMED.items():
        up = kind < FIRST_DOWN or kind == wire.ACK
        yield name, kind, "to the table" if up else "to the board"


def layout(name: str, form: str, names: str) -> str:
    """Return a table of the fields of one message, or that it has none."""
    if not names:
        return "This message has no payload."
    means = meanings(f"wire {name}", names.split())
    rows = (
        (code(field), kind, at, means[field]) for field, kind, at in message_fields(form, names)
    )
    return table(("field", "type", "byte", "meaning"), rows)


def message_fields(form: str, names: str) -> Iterator[tuple[str, str, str]]:
    """Yield each field with its type and the byte of the payload at which it begins."""
    at, tokens = 0, FORMAT_TOKEN.findall(form)
    for place, name in enumerate(names.split()):
        if place == len(tokens):
            yield name, "bytes", f"{at} to the end"
            continue
        many, letter = tokens[place]
        yield name, f"{many} bytes" if letter == "s" else TYPES[letter], str(at)
        at += struct.calcsize(f"<{many}{letter}")


def number_table(group: str) -> str:
    """Return what each number of a field means."""
    names = NUMBER_GROUPS[group]
    means = meanings(f"wire {group}", names)
    rows = ((str(getattr(wire, name)), code(name), means[name]) for name in names)
    return table(("number", "name in the code", "meaning"), rows)


def limit_table() -> str:
    """Return the sizes and times that both ends keep to."""
    known = {
        "protocol": wire.PROTOCOL,
        "frame": f"{wire.LONGEST_FRAME} bytes",
        "runs": wire.RUNS,
        "notes": wire.MOST_NOTES,
        "heartbeat": f"{panel.HEARTBEAT_MS} ms",
        "silence": f"{panel.HOST_SILENCE} ms",
        "strip": f"{panel.ROLL} ms",
        "faults": f"{panel.COMPLAIN} ms",
        "rhythm": f"{panel.REDRAW} ms",
        "supply": f"{panel.LOW} mV, {panel.RECOVERED} mV",
        "tags": f"{panel.REPEAT_CARDS_MS} ms",
        "test": f"{panel.TRIAL // 1000} ms",
        "samples": f"1 to {panel.MOST_SAMPLES}",
        "counts": f"1 to {panel.MOST_COUNTS}",
        "place": f"±{wire.FARTHEST}",
        "idle": f"{lights.DARK_PIXEL} mA",
        "glows": f"0 to {max(Glow).value}",
        "chains": fit.MOST_CHAINS,
        "pixels": fit.MOST_PIXELS,
        "lines": f"{fit.PIXEL_LINES}; {fit.BESIDE_A_STRIP} beside a strip",
        "chips": fit.CHIPS,
        "rows": fit.MOST_ROWS,
        "coils": fit.MOST_COILS,
    }
    means = meanings("wire limits", known)
    return table(("what", "value"), ((means[name], str(value)) for name, value in known.items()))
