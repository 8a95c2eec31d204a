"""What somebody may be called, and text that shows as it is wherever it is put out."""

from __future__ import annotations

import re

from controller.errors import Misuse

LONGEST = 24  # characters of a person's name
JOINERS = "\u200c\u200d"  # no signs of their own, but names in some scripts need them
CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
ANY_CONTROL = re.compile(f"[{CONTROLS}]")
OTHER_THAN_LINES = re.compile(rf"(?![\n\t])[{CONTROLS}]")
OTHER_THAN_COLOURS = re.compile(rf"(\x1b\[[0-9;]*m)|([{CONTROLS}])")


def is_line(text: str, most: int) -> bool:
    """True if this is one line of at most so many signs that can be seen."""
    return len(text) <= most and all(one.isprintable() or one in JOINERS for one in text)


def is_name(name: str) -> bool:
    """True if somebody may be called so: this is the one rule, wherever a name comes from."""
    return bool(name) and name == name.strip() and is_line(name, LONGEST)


def check_name(name: str) -> str:
    """The same name; Misuse when nobody may be called so."""
    if not is_name(name):
        raise Misuse("player.bad_name", called=mended_name(name), most=LONGEST)
    return name


def mended_name(name: str) -> str:
    """The nearest that somebody may be called; '' where nothing is left."""
    return "".join(one for one in name[: 4 * LONGEST] if is_line(one, 1)).strip()[:LONGEST].strip()


def visible(text: str) -> str:
    """This text with every control character spelt out, but for ends of lines and tabs."""
    return OTHER_THAN_LINES.sub(spelt_out, text)


def visible_line(text: str) -> str:
    """The same, where an end of a line would begin another entry."""
    return ANY_CONTROL.sub(spelt_out, text)


def visible_colours(text: str) -> str:
    """The same, where colours are meant to reach a terminal and nothing else is."""
    return OTHER_THAN_COLOURS.sub(lambda found: found[1] or spelt_out(found), text)


def spelt_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
