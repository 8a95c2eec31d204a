"""The way back for a board that stands wrong: the next step, and what was there before."""

from __future__ import annotations

from controller.reading.held_pieces import HeldPieces
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.sitting.mending.way_back import Step, doubt, next_step
from controller.values import Dials, Site, Trace


class Recovery:
    """How the board is being led to where it should stand."""

    def __init__(self) -> None:
        self.step: Step | None = None  # None when nothing stands wrong
        self.grip = HeldPieces()
        self.returning = False  # the board was away, and a move may have been made meanwhile
        self.played = ""  # what was played at pages while the board was away, until it is made here
        self.scattered = False  # several pieces were in the air at once, since the last move
        self._here: Moment | None = None
        self.looked: Site | None = None  # where somebody was asked to look once more

    def look(self, here: Moment, felt: Felt, dials: Dials, *, told: bool = False) -> None:
        """Find the first thing to put right; the last was `told` to whoever is at the board."""
        if here is not self._here:
            self._here, self.scattered = here, False
        asked = self.step if told and self.step else Step()
        self.grip.asked = asked.source, asked.target
        self.grip.follow(here, felt)
        look = doubt(here, felt.unsure, due=self.returning)
        wrong = look or next_step(here, felt.lying(), dials, self.grip.astray, self.grip.held)
        self.step = wrong or (Step(played=self.played) if self.played else None)
        if self.step is None:
            self.looked = None

    def follow(self, seen: Trace) -> None:
        """Note that several pieces were lifted for no move: each may be put where another was."""
        gone = [site for site, reading in seen.changes.items() if reading is None]
        self.scattered |= len(gone) > 1

    @property
    def mixed(self) -> bool:
        """Pieces may have changed places."""
        return self.scattered or self.grip.mixed

    def gather(self) -> bool:
        """The board stands right again; whether pieces may have changed places meanwhile."""
        was = self.mixed
        self.scattered = self.grip.mixed = False
        return was
