"""Valid names for people, and text without control characters for pages, logs and terminals."""

from __future__ import annotations

import re

from controller.errors import Misuse

LONGEST_NAME = 24  # characters of a person's name
JOINERS = "\u200c\u200d"  # invisible, but names in some scripts need them
CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
ANY_CONTROL = re.compile(f"[{CONTROLS}]")
OTHER_THAN_LINES = re.compile(rf"(?![\n\t])[{CONTROLS}]")
OTHER_THAN_COLOURS = re.compile(rf"(\x1b\[[0-9;]*m)|([{CONTROLS}])")


def is_line(text: str, most: int) -> bool:
    """True if this is one line of at most `most` printable characters."""
    return len(text) <= most and all(one.isprintable() or one in JOINERS for one in text)


def is_name(name: str) -> bool:
    """True if this is a valid name for a person: the one rule for names from all sources."""
    return bool(name) and name == name.strip() and is_line(name, LONGEST_NAME)


def check_name(name: str) -> str:
    """Return the name; Misuse if it is not valid."""
    if not is_name(name):
        raise Misuse("player.bad_name", called=mended_name(name), most=LONGEST_NAME)
    return name


def mended_name(name: str) -> str:
    """Return the nearest valid name; "" if nothing valid is left."""
    return (
        "".join(one for one in name[: 4 * LONGEST_NAME] if is_line(one, 1))
        .strip()[:LONGEST_NAME]
        .strip()
    )


def visible(text: str) -> str:
    """Return this text with every control character escaped, except line ends and tabs."""
    return OTHER_THAN_LINES.sub(spelt_out, text)


def visible_line(text: str) -> str:
    """Return this text with every control character escaped, line ends too, as for a log entry."""
    return ANY_CONTROL.sub(spelt_out, text)


def visible_colours(text: str) -> str:
    """Return this text with every control character escaped, except colour codes for a terminal."""
    return OTHER_THAN_COLOURS.sub(lambda found: found[1] or spelt_out(found), text)


def spelt_out(found: re.Match[str]) -> str:
    """Return the escape sequence of the control character that was found."""
    return found[0].encode("unicode_escape").decode()
