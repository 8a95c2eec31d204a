"""All durations that decisions about a hand depend on."""

from __future__ import annotations

from msgspec import Struct


class Waits(Struct, frozen=True):
    """The waits in seconds; most count from the last change at the sites concerned."""

    # An unambiguous lawful move counts after:
    key: float = 0.0  # a key alone
    key_late: float = 0.2  # a key, if antennas may still report what was done before it
    race: float = 0.05  # a piece laid in a race; no reed bounces for so long
    contact: float = 0.15  # a piece on a contact; put down for less, it was only passing
    card: float = 0.2  # a card on a reader; two simultaneous cards are reported one after the other
    departure: float = 0.2  # added at antennas, which still report a tag that has gone
    # Everything else is decided after:
    settle: float = 0.4  # anything that may still change, at contacts
    linger: float = 1.2  # several moves in one gesture, while a single move is still open
    hover: float = 2.0  # a question about a piece that may still be held over the board
    mistake: float = 2.5  # a mistake that may still become lawful
    round: float = 0.9  # added at antennas and coils, which are read in turn
    forget: float = 3.0  # a touch without effect, and a missing piece
    # Which of two changes came first, and whether one move answers another:
    jitter: float = 0.05  # two changes so close are reported in either order
    overlap: float = 0.5  # a carried piece may close its goal before it opens its source
    lost_edge: float = 1.5  # an edge that was lost is reported with the next heartbeat's snapshot
    dragged: float = 3.0  # a piece dragged to the next cell closes both for a while
    antennas: float = 2.0  # time to read a whole panel of antennas
    reply: float = 0.2  # no player answers a move sooner than it can be seen
    instant: float = 0.005  # a contact is accepted after two samples this far apart
    # After a move was counted:
    repair: float = 0.8  # a piece that slides on to the next cell corrects the move
    leave: float = 1.5  # a hand has let go of everything


WAITS = Waits()
"""The waits in use; tests change them to play against slower and faster people."""
