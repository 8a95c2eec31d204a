"""Waiting for another process: how long until it has hung, and a clock that gives it time."""

from __future__ import annotations

from drivers.clock import WallClock

HUNG = 300.0  # s; however busy a machine is, what has not answered by then never will
PATIENT = 20.0  # times as long as usual


class PatientClock(WallClock):
    """Wall time at a twentieth of its pace, so that a deadline of 2 s is one of 40.

    What arrives is still heard at once: only limits are further away.
    """

    def now(self) -> float:
        return super().now() / PATIENT
