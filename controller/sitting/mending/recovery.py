"""Recovery: the next step towards a correct board, and which pieces are in the hand."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from controller.reading.held_pieces import HeldPieces
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.sitting.mending.way_back import Step, doubt_step, next_step
from controller.values import Dials, Site, Trace


class Recovery(Struct, frozen=True, eq=False):
    """How the board is led back to how it should stand."""

    grip: HeldPieces = field(default_factory=HeldPieces)
    step: Step | None = None  # None if nothing is wrong
    returning: bool = False  # the board was away, and a move may have been made meanwhile
    played: str = ""  # moves made on pages while the board was away, until made on it
    scattered: bool = False  # several pieces were in the air at once since the last move
    here: Moment | None = None
    looked: Site | None = None  # the cell that the player was asked to check again

    def look(self, here: Moment, felt: Felt, dials: Dials, *, told: bool = False) -> Recovery:
        """Find the next thing to put right; `told` says if the players were shown the last step."""
        asked = self.step if told and self.step else Step()
        self.grip.asked = asked.source, asked.target
        self.grip.follow(here, felt)
        look = doubt_step(here, felt.unsure, due=self.returning)
        astray, held = self.grip.astray, self.grip.held
        wrong = look or next_step(here, felt.lying(), dials, astray, held, asked.target)
        step = wrong or (Step(played=self.played) if self.played else None)
        return replace(
            self,
            step=step,
            here=here,
            scattered=self.scattered and here is self.here,
            looked=self.looked if step else None,
        )

    def follow(self, seen: Trace) -> Recovery:
        """Note if several pieces are lifted for no lawful move, and may then change places."""
        gone = [site for site, reading in seen.changes.items() if reading is None]
        return replace(self, scattered=self.scattered or len(gone) > 1)

    @property
    def mixed(self) -> bool:
        """True if pieces may have changed places."""
        return self.scattered or self.grip.mixed

    def gather(self) -> Recovery:
        """Forget that pieces may have changed places, after the board is right again."""
        self.grip.mixed = False
        return replace(self, scattered=False)
