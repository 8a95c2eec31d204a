"""The robots' seats: when each thinks, what it decides, and when its hand is free."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from controller.app.setup.start_game import GameSetup, players_by_seat
from controller.app.setup.thinker import Thinks, thinker_question
from controller.game import Move, Position
from controller.robots.levels import ladder
from controller.robots.opinion import Opinion, Trodden
from controller.robots.players import Player, greedy, robots_choice
from controller.sitting.luck import stream
from controller.values import CHANCE, Seat

MINUTE = 60.0  # s
UNHURRIED = 6.0  # pauses between two moves of a robot without a pace of its own


class Decision(Struct, frozen=True, eq=False):
    """What a seat decided in a position; no move means to wait, until `until`."""

    about: Position[Any]
    move: Move | None
    until: float  # s; a seat that has waited so long thinks again

    def holds(self, position: Position[Any], now: float) -> bool:
        """True if it still applies; where all play at once, a move holds while it is lawful."""
        if self.move is None:
            return self.about is position and now < self.until
        if self.about is position:
            return True
        return act_together(position) and position.refusal(self.move) is None


class RobotSeats:
    """The seats of one game that robots play, or cards that a robot's hand deals."""

    def __init__(self, terms: GameSetup, thinks: Thinks, pause: float) -> None:
        self.players: dict[Seat, Player | None] = players_by_seat(terms)
        self._terms, self._thinks, self._pause = terms, thinks, pause
        levels = ladder(terms.game).levels
        kinds = {Seat(seat): who.kind for seat, who in enumerate(terms.who)}
        self._levels = {seat: levels[kind] for seat, kind in kinds.items() if kind in levels}
        self._trodden = {seat: Trodden(terms.game) for seat in self._levels}
        self._thoughts: dict[Seat, Decision] = {}
        self._asked: tuple[Seat, Position[Any]] | None = None
        self._free: dict[Seat, float] = {}  # s, when a hand is free again, where all play at once

    def think(self, position: Position[Any], played: int, now: float) -> None:
        """Take the answer that is ready; ask for the next seat that must decide."""
        if self._asked and (answer := self._thinks.heard()):
            (seat, about), self._asked = self._asked, None
            move = self._decided(seat, about, answer.opinion)
            self._thoughts[seat] = Decision(about, move, now + self.rest(seat))
        if not self._thinks.busy:
            thinkers = sorted(position.actors & self._levels.keys())
            if wanting := [seat for seat in thinkers if self._wants(seat, position, now)]:
                self._ask(wanting[0], position, played)

    def choice(self, position: Position[Any], last: Seat, now: float) -> Move | None:
        """Return the move a robot makes now; None while all rest, think or wait for a person."""
        able = {seat: self._able(seat, position, now) for seat in position.actors}
        move = robots_choice(position, able, last)
        if move and act_together(position):
            self._free[move.seat] = now + self.rest(move.seat)
        return move

    def decided(self, position: Position[Any], now: float) -> bool:
        """True if a robot has decided and its hand is free."""
        seats = position.actors & self._levels.keys()
        return any(self._able(seat, position, now) for seat in seats)

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats that robots play; not CHANCE, whose cards any hand may turn up."""
        return frozenset(filter(self.sits, self.players)) - {CHANCE}

    def sits(self, seat: Seat) -> bool:
        """True if no person plays this seat."""
        return seat in self._levels or self.players.get(seat) is not None

    def rest(self, seat: Seat) -> float:
        """s between two moves of one robot, where all play at the same time."""
        level = self._levels.get(seat)
        return MINUTE / level.pace if level else UNHURRIED * self._pause

    # ------------------------------------------------------------------------------------ thinking

    def _able(self, seat: Seat, position: Position[Any], now: float) -> Player | None:
        """Return what moves for this seat if it can act now."""
        if now < self._free.get(seat, 0.0):
            return None
        if seat not in self._levels:
            return self.players.get(seat)
        thought = self._thoughts.get(seat)
        if thought is None or not thought.holds(position, now):
            return None
        move = thought.move
        return lambda position, seat: move

    def _wants(self, seat: Seat, position: Position[Any], now: float) -> bool:
        """True if the seat has no decision for this position, and its hand will soon be free."""
        thought = self._thoughts.get(seat)
        soon = now >= self._free.get(seat, 0.0) - self._seconds(seat, position)
        return soon and (thought is None or not thought.holds(position, now))

    def _seconds(self, seat: Seat, position: Position[Any]) -> float:
        """s that this seat may think; where all play at once, only while its hand rests."""
        seconds = self._levels[seat].seconds
        return min(seconds, self.rest(seat) / 2) if act_together(position) else seconds

    def _ask(self, seat: Seat, position: Position[Any], played: int) -> None:
        rounds, seconds = self._levels[seat].rounds, self._seconds(seat, position)
        seed = stream(self._terms.seed, f"robot {seat} {played}").getrandbits(64)
        self._thinks.ask(thinker_question(self._terms.game, position, seat, rounds, seconds, seed))
        self._asked = seat, position

    def _decided(self, seat: Seat, about: Position[Any], opinion: Opinion | None) -> Move | None:
        """Return the move that its level picks; one by a heuristic if thinking failed."""
        luck = stream(self._terms.seed, f"robot {seat} {about.evaluate(seat)}")
        if opinion is None:
            return greedy(luck)(about.seen_by(seat), seat)
        text = opinion.chosen(self._levels[seat], luck, self._trodden[seat].leaves(about))
        return self._terms.game.parse(text) if text else None


def act_together(position: Position[Any]) -> bool:
    """True if several seats may act at the same time, so that none is waited for."""
    return len(position.due) > 1
