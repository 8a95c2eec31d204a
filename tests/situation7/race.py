"""Two hands at full speed over one board: python -m tests.situation7.race 1000

Each hand lays about ten pieces a second, now and then where no rule allows it, and now and then
both lay on the same space at the same instant. Beside the table an oracle plays the same acts in
values, in the order in which the hands made them: every lawful piece must be counted once, in
order, and none that was unlawful, however lawful it may have become while it lay there.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

from controller.game import Move, Setting
from controller.games.situation7 import GAME
from controller.games.situation7.moves import Arm, Drop, Lay, Man, Ready, Stop
from controller.values import Piece, Seat, Site, standing
from sims.bench.rig import Rig
from tests.panels import load_panel

PACE = 0.1  # s between two acts of one hand
INSTANT = 0.02  # s; two samples 5 ms apart must agree, and the two hands fall between them
PRESSED = 0.15  # s a finger needs for a key, there and away
LET_GO = 0.1  # s until a hand that has laid a piece can lift it again, to point at it
SEEN = 0.5  # s until a player has seen that his piece is lit, and takes it off
WRONG, CONTESTED = 0.12, 0.05  # shares of all acts

Deed = Callable[[], None]


class Race:
    """One game: what each hand does next, and what the oracle makes of it."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.rig = Rig(GAME.start(Setting(2)), load_panel("situation7"), seed=seed)
        self.rig.settle()
        self.oracle = self.rig.table.position
        self.counted: list[tuple[float, Move]] = []
        self.seen: Counter[str] = Counter()
        self.laid: dict[Site, float] = {}  # when each piece that counts was laid
        self.lying: set[Site] = set()  # pieces that do not count and are still there
        self._due: list[tuple[float, int, Deed]] = []
        self._number = 0
        self._last = [0.0, 0.0]
        self._busy = [0.0, 0.0]
        for seat in (Seat(0), Seat(1)):
            self.act(Ready(seat))
            self.wait(0.2)
            self.at(self.pause(), lambda seat=seat: self.turn(seat))

    def at(self, later: float, deed: Deed) -> None:
        """Let this happen so many seconds from now."""
        self._number += 1
        heappush(self._due, (self.rig.clock.now() + later, self._number, deed))

    def wait(self, seconds: float) -> None:
        self.rig.wait(seconds)

    def pause(self) -> float:
        return max(2 * INSTANT, self.luck.expovariate(1 / PACE))

    def play(self) -> None:
        """To the end, one deed after the other."""
        while self._due and self.oracle.outcome is None:
            when, _, deed = heappop(self._due)
            if when > self.rig.clock.now():
                self.wait(when - self.rig.clock.now())
            deed()
        self.wait(2.0)

    def turn(self, seat: Seat) -> None:
        """What this hand does now, and when it comes again."""
        if self.oracle.outcome:
            return
        chance = self.luck.random()
        if self.rig.clock.now() - self._last[1 - seat] < INSTANT:
            self.at(INSTANT, lambda: self.turn(seat))  # not within the other's instant
            return
        if chance < CONTESTED:
            self.contest()
        elif chance < CONTESTED + WRONG:
            self.blunder(seat)
        else:
            self.choose(seat)
        self._last[seat] = self.rig.clock.now()
        self.at(self.pause() + self._busy[seat], lambda: self.turn(seat))
        self._busy[seat] = 0.0

    def choose(self, seat: Seat) -> None:
        moves = [move for move in self.oracle.moves() if move.seat == seat and self.free(move)]
        lays = [move for move in moves if not isinstance(move, Stop)]
        if lays:
            self.act(self.luck.choice(lays))
        elif moves and not self.lying:
            self.act(moves[0])

    def free(self, move: Move) -> bool:
        """Nothing lies there that is still to come off, and the hand has let go of what it laid."""
        if isinstance(move, Man) and self.rig.clock.now() < self.laid[move.space] + LET_GO:
            return False
        return getattr(move, "space", None) not in self.lying

    def blunder(self, seat: Seat) -> None:
        """A piece where it does not count; it is taken off when it has been seen."""
        lawful = {getattr(move, "space", None) for move in self.oracle.moves() if move.seat == seat}
        lays = [Lay(seat, space) for space in self.oracle.box.board.bit if space not in lawful]
        wrong = [lay for lay in lays if self.free(lay) and not self.own(lay)]
        if wrong:
            self.misplace(self.luck.choice(wrong), "wrong")

    def own(self, lay: Lay) -> bool:
        """The side's only copy of this piece lies there already."""
        return self.piece(lay) in standing(self.oracle.layout(), lay.space)

    def contest(self) -> None:
        """Both lay the same space within one instant: the lower piece counts (S1)."""
        both = [
            {m.space for m in self.oracle.moves() if m.seat == s and isinstance(m, Lay)}
            for s in (0, 1)
        ]
        spaces = sorted(both[0] & both[1] - self.lying)
        if spaces:
            space, lower = self.luck.choice(spaces), self.luck.randrange(2)
            self.act(Lay(Seat(lower), space))
            self.misplace(Lay(Seat(1 - lower), space), "contested")
            self._last = [self.rig.clock.now()] * 2

    def misplace(self, lay: Lay, kind: str) -> None:
        self.seen[kind] += 1
        self.lying.add(lay.space)
        self.rig.bench.put(self.piece(lay), lay.space)
        self.at(self.luck.uniform(SEEN, 2 * SEEN), lambda: self.take_off(lay))

    def take_off(self, lay: Lay) -> None:
        self.rig.bench.lift(lay.space, self.piece(lay).name)
        self.at(2 * INSTANT, lambda: self.lying.discard(lay.space))

    def act(self, move: Move) -> None:
        """Do it on the bench; the oracle knows it at once."""
        self.counted.append((self.rig.clock.now(), move))
        if isinstance(move, Lay | Drop):
            self.rig.bench.put(self.piece(move), move.space)
            self.laid[move.space] = self.rig.clock.now()
        elif isinstance(move, Man):
            self.rig.hand.point(move.space)
        else:
            (key,) = move.touches
            self.rig.bench.press(key)
            self._busy[move.seat] = PRESSED
        self.oracle = self.oracle.after(move)
        self.seen["acts"] += 1
        self.seen["equipment"] += isinstance(move, Arm | Drop | Man)

    def piece(self, move: Lay | Drop) -> Piece:
        """That side's copy of this piece of the puzzle."""
        return dict(self.oracle.box.puzzles[move.seat])[move.space][0]


def game(seed: int) -> Counter[str]:
    """One race; AssertionError says what was counted wrongly."""
    race = Race(seed)
    race.play()
    counted, history = [move for _, move in race.counted], race.rig.table.history
    assert Counter(history) == Counter(counted), (
        f"too much: {Counter(history) - Counter(counted)}, "
        f"missing: {Counter(counted) - Counter(history)}"
    )
    when = defaultdict(list)
    for at, move in reversed(race.counted):
        when[move].append(at)
    times = [when[move].pop() for move in history]
    for place, (one, other) in enumerate(pairwise(times)):
        assert one <= other + INSTANT, f"{history[place + 1]} was before {history[place]}"
    race.seen["games"] = 1
    return race.seen


def tried(seed: int) -> Counter[str] | str:
    try:
        return game(seed)
    except AssertionError as wrong:
        return f"seed {seed}: {wrong}"


def main(count: int) -> int:
    total: Counter[str] = Counter()
    wrong = 0
    with ProcessPoolExecutor() as pool:
        for seen in pool.map(tried, range(count), chunksize=4):
            if isinstance(seen, str):
                wrong += 1
                sys.stdout.write(f"{seen}\n")
            else:
                total += seen
    counts = ", ".join(f"{number} {name}" for name, number in sorted(total.items()))
    verdict = "" if wrong else ": every lawful piece once, in order"
    sys.stdout.write(f"{count} games, {wrong} went wrong ({counts}){verdict}\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
