"""Every duration that a decision about a hand depends on, in one table."""

from __future__ import annotations

from msgspec import Struct


class Waits(Struct, frozen=True):
    """Seconds. Most count from the last change at the sites that a decision is about."""

    # A lawful move that can be nothing else counts after:
    key: float = 0.0  # a key alone
    key_late: float = 0.2  # a key, where antennas may still tell of what was done before it
    race: float = 0.05  # a piece laid where all play at once; no reed chatters for so long
    contact: float = 0.15  # a piece on a contact; what is set down for less was only passing
    card: float = 0.2  # a card on a reader; two cards at once are told one after the other
    departure: float = 0.2  # added at antennas, which still tell of a tag that has gone
    # Everything else is decided after:
    settle: float = 0.4  # anything that may still change, at contacts
    linger: float = 1.2  # several moves in one gesture, while a single move is still open
    hover: float = 2.0  # a question about a piece that may only be in the air
    mistake: float = 2.5  # a mistake that may still become lawful
    round: float = 0.9  # added at antennas and coils, which are looked at in turn
    forget: float = 3.0  # a mere touch, and what is missing
    # Which of two changes came first, and whether one move answers another:
    jitter: float = 0.05  # two changes so close are told in either order
    overlap: float = 0.5  # a carried piece may close its goal before it opens its source
    lost_edge: float = 1.5  # an edge that was lost comes with the next heartbeat's snapshot
    dragged: float = 3.0  # a piece dragged to the next cell closes both for a while
    antennas: float = 2.0  # a whole panel of antennas is looked at in so long
    reply: float = 0.2  # nobody answers another player's move sooner than it can be seen
    instant: float = 0.005  # a contact is believed after two samples so far apart
    # After a move was counted:
    repair: float = 0.8  # a piece that slides on to the next cell corrects it
    leave: float = 1.5  # a hand has let go of everything


WAITS = Waits()
"""The table in use. Tests change it to play against slower and quicker people."""
