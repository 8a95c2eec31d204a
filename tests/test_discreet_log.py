"""The log tells where a fault was, and never what it stumbled over."""

from __future__ import annotations

import logging

from controller.app.computer.discreet_log import Discreet, Logbook


def stumble(card: str) -> None:
    raise KeyError(card)


def fault(card: str) -> logging.LogRecord:
    """As it comes to a handler, already written out by another with all its words."""
    records: list[logging.LogRecord] = []
    log = logging.Logger("table")
    log.addFilter(lambda record: records.append(record) or True)
    try:
        stumble(card)
    except KeyError:
        log.exception("A page asked to %s", "play")
    logging.Formatter().format(records[0])
    assert card in records[0].exc_text
    return records[0]


def test_a_fault_is_told_by_its_place_and_kind_alone():
    book = Logbook()
    record = fault("F2.1")
    book.emit(record)
    for told in (book.lines[0], Discreet(logging.BASIC_FORMAT).format(record)):
        assert "A page asked to play" in told
        assert "in stumble" in told and told.endswith("KeyError")
        assert "F2.1" not in told


def test_what_is_no_fault_is_told_as_it_is():
    book = Logbook()
    book.emit(logging.makeLogRecord({"msg": "Lost the board on %s.", "args": ("sim://",)}))
    assert book.lines[0].endswith("Lost the board on sim://.")


def test_what_others_have_written_begins_no_line_and_orders_no_terminal_about(tmp_path):
    text = "Ada\n12:00:00 all is well\r\x1b[2J\x9b31m\u2028 \x07"
    book = Logbook()
    record = logging.LogRecord("x", logging.INFO, "f", 1, "%s came", (text,), None)
    book.emit(record)
    (line,) = book.lines
    assert line.isprintable() and "all is well" in line
