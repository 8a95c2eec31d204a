"""What a sitting consists of, and what may be asked of it; nothing is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller import output
from controller.course import Course
from controller.flow import Flow, Stage
from controller.game import Move, Position
from controller.guide import Dials, Strips
from controller.keys import OWN_KEYS, Keys
from controller.luck import Luck
from controller.output import Said, Shown
from controller.reading.gesture import Gesture
from controller.reading.infer import Finding
from controller.reading.input_filter import InputFilter
from controller.reading.moment import Moment
from controller.recovery import Recovery
from controller.values import Refusal, Saying, Seat, Senses


class Tabletop:
    """The course of the game, the hand over the board, and what is said and asked of both."""

    def __init__(self, senses: Senses, dials: Dials | None = None) -> None:
        self.senses = senses
        self.dials: Dials = dials or {}
        self.flow = Flow()
        self.keys = Keys()
        self.input = InputFilter(senses, self.dials, OWN_KEYS)
        self.strips = Strips()
        self.lay(Course())

    def lay(self, course: Course) -> None:
        """In this game nothing was said, asked or done so far."""
        self.course = course
        self.gesture = Gesture()
        self.recovery = Recovery()
        self.said = Said()
        self.wish: Move | None = None  # the move of a seat that has no hands

    @property
    def stage(self) -> Stage:
        return self.flow.stage

    @property
    def moments(self) -> Sequence[Moment]:
        return self.course.moments

    @property
    def position(self) -> Position[Any]:
        return self.course.position

    @property
    def history(self) -> list[Move]:
        return self.course.history

    @property
    def last_seat(self) -> Seat:
        return self.course.last_seat

    @property
    def luck(self) -> Luck | None:
        return self.course.luck

    @property
    def busy(self) -> bool:
        return self.course.busy

    @property
    def unsaved(self) -> str:
        """Why nothing is being written down, when nothing is."""
        return self.course.pen.trouble

    @property
    def finding(self) -> Finding:
        return self.gesture.finding

    @property
    def chosen(self) -> int:
        return self.gesture.chosen

    @property
    def notice(self) -> Refusal | None:
        return self.said.notice

    @property
    def message(self) -> Saying | None:
        return self.said.message

    @property
    def alarm(self) -> bool:
        return self.strips.alarm

    def asks(self) -> Saying:
        """The one thing the board asks for now."""
        return output.asks(self.shown())

    def shown(self) -> Shown:
        """All that the lights and the words go by."""
        return Shown(
            stage=self.stage,
            here=self.course.here if self.moments else None,
            felt=self.input.felt,
            finding=self.finding,
            chosen=self.chosen,
            wish=self.wish,
            step=self.recovery.step,
            pointing=self.said.pointing,
            strips=self.strips,
            senses=self.senses,
            dials=self.dials,
        )
