"""Nine Men's Morris as it is played: a moment of the game, and what may follow it."""

from __future__ import annotations

from collections.abc import Iterator

from stardeck.game import (
    Light,
    Option,
    Outcome,
    Refusal,
    Saying,
    Scene,
    Seat,
    Setting,
    Site,
    dimmed,
    player,
)
from stardeck_nine_mens_morris import attempts, consequences, evaluation, refusals
from stardeck_nine_mens_morris.board import COLOURS, PAINTS, SEATS, other
from stardeck_nine_mens_morris.moves import Choice, Place, Slide, Take
from stardeck_nine_mens_morris.standing import FLIERS, Standing

OPTIONS = {"no_flying": Option("M4", "nine_mens_morris.option.no-flying")}
THRICE = 3  # times that a board may stand alike (M8)
LONGEST = 50  # moves without a mill (M9)
FAINT = 0.35  # of its light has a man that no mill keeps safe


class Morris(Standing, frozen=True):
    """A moment of the game, as the table knows it."""

    @property
    def actors(self) -> frozenset[Seat]:
        return frozenset() if self.outcome else frozenset({self.mover})

    @property
    def outcome(self) -> Outcome | None:
        if self.takes:
            return None
        if self.strength(self.mover) < FLIERS or not any(self._choices()):
            return Outcome(frozenset({other(self.mover)}), self.scores())
        drawn = len(self.past) > LONGEST or self.past.count(self.figure()) >= THRICE
        return Outcome(frozenset(SEATS), self.scores()) if drawn else None

    def moves(self) -> Iterator[Choice]:
        return iter(()) if self.outcome else self._choices()

    def attempts(self, near: frozenset[Site]) -> Iterator[Choice]:
        return attempts.attempts(self, near)

    def refusal(self, move: Choice) -> Refusal | None:
        return refusals.GAME_OVER if self.outcome else refusals.refusal(self, move)

    def after(self, move: Choice) -> Morris:
        return consequences.after(self, move)

    def scene(self) -> Scene:
        """Every man in his colour, bright in a mill."""
        return {
            point: Light(PAINTS[seat] if self.milled(seat, point) else dimmed(PAINTS[seat], FAINT))
            for seat in SEATS
            for point in self.held(seat)
        }

    def credits(self, before: Morris, seat: Seat) -> tuple[str, ...]:
        return ("M6",) if self.scores()[seat] != before.scores()[seat] else ()

    def evaluate(self, seat: Seat) -> float:
        outcome = self.outcome
        return evaluation.at_the_end(outcome, seat) if outcome else evaluation.evaluate(self, seat)

    def asks(self) -> Saying:
        if outcome := self.outcome:
            return the_end(outcome)
        who: dict[str, str | Saying] = {"player": player(self.mover), "colour": colour(self.mover)}
        if self.takes:
            return Saying("nine_mens_morris.take", {**who, "other": colour(other(self.mover))})
        if left := self.beside(self.mover):
            return Saying("nine_mens_morris.place", {**who, "left": left})
        flies = self.flies(self.mover)
        return Saying("nine_mens_morris.fly" if flies else "nine_mens_morris.move", who)

    def _choices(self) -> Iterator[Choice]:
        """What the mover may do, as long as the game goes on."""
        mover = self.mover
        if self.takes:
            yield from (Take(mover, point) for point in self.prey(other(mover)))
        elif self.beside(mover):
            yield from (Place(mover, point) for point in self.free())
        else:
            free = self.free()
            for source in self.held(mover):
                reach = self.reach(mover, source)
                yield from (Slide(mover, source, goal) for goal in free if goal in reach)


def the_end(outcome: Outcome) -> Saying:
    """Who has won, in words."""
    if len(outcome.winners) > 1:
        return Saying("nine_mens_morris.drawn")
    (winner,) = outcome.winners
    return Saying("nine_mens_morris.won", {"player": player(winner), "colour": colour(winner)})


def start(setting: Setting) -> Morris:
    """An empty board, nine men beside it on either side."""
    return Morris(flying="no_flying" not in setting.agreed)


def colour(seat: int) -> Saying:
    """A side by its colour: said, since the bare word also stands for one of its men."""
    return Saying(f"nine_mens_morris.{COLOURS[seat]}")
