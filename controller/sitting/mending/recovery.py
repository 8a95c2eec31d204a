"""Recovery: the next step towards a correct board, and which pieces are in the hand."""

from __future__ import annotations

from controller.reading.held_pieces import HeldPieces
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.sitting.mending.way_back import Step, doubt, next_step
from controller.values import Dials, Site, Trace


class Recovery:
    """Tracks how the board is led back to how it should stand."""

    def __init__(self) -> None:
        self.step: Step | None = None  # None if nothing is wrong
        self.grip = HeldPieces()
        self.returning = False  # the board was away, and a move may have been made meanwhile
        self.played = ""  # moves made on pages while the board was away, until made on it
        self.scattered = False  # several pieces were in the air at once since the last move
        self._here: Moment | None = None
        self.looked: Site | None = None  # the cell that the player was asked to check again

    def look(self, here: Moment, felt: Felt, dials: Dials, *, told: bool = False) -> None:
        """Find the next thing to put right; `told` says if the players were shown the last step."""
        if here is not self._here:
            self._here, self.scattered = here, False
        asked = self.step if told and self.step else Step()
        self.grip.asked = asked.source, asked.target
        self.grip.follow(here, felt)
        look = doubt(here, felt.unsure, due=self.returning)
        astray, held = self.grip.astray, self.grip.held
        wrong = look or next_step(here, felt.lying(), dials, astray, held, asked.target)
        self.step = wrong or (Step(played=self.played) if self.played else None)
        if self.step is None:
            self.looked = None

    def follow(self, seen: Trace) -> None:
        """Note if several pieces are lifted for no lawful move, and may then change places."""
        gone = [site for site, reading in seen.changes.items() if reading is None]
        self.scattered |= len(gone) > 1

    @property
    def mixed(self) -> bool:
        """True if pieces may have changed places."""
        return self.scattered or self.grip.mixed

    def gather(self) -> bool:
        """Reset after the board is right again; return True if pieces may have changed places."""
        was = self.mixed
        self.scattered = self.grip.mixed = False
        return was
