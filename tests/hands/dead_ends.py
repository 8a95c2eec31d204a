"""No dead end: from whatever came of hands, keys and faults, what is lit and said leads to play."""

from __future__ import annotations

from collections import Counter
from random import Random

from controller.reading.timing import WAITS
from controller.sitting.flow import Stage
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.table_rules import OPTIONS, TableRules
from controller.values import Piece, Sense, Site
from sims.bench.hal import AUDIT
from tests.hands.disturbance import Disturbance
from tests.hands.failure import Failure, Found
from tests.hands.ill_luck import IllLuck
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated, any_kind, sit_down

WALK = 8  # acts before the way back is looked for
ROUNDS = 3
PAUSES = (0.02, 0.1, 0.3, 0.6, 1.5, 3.5)  # s
ACTS = ("lift", "put", "home", "own_key", "any_key", "show", "wind", "move", "trouble", "wait")


class Walk:
    """A hand that does anything."""

    def __init__(self, rig: Seated, luck: Random) -> None:
        self.rig = rig
        self.luck = luck
        self.hand = Disturbance(rig, luck)
        self.ill = IllLuck(rig, luck)
        self.acts = self.hand.acts = self.ill.acts

    def step(self) -> None:
        getattr(self, self.luck.choice(ACTS))()
        self.rig.wait(self.luck.choice(PAUSES))

    def lift(self) -> None:
        if len(self.rig.in_air) < 4 and (sites := self.hand.occupied(1)):
            self.hand.lift(sites[0], 0.0)

    def put(self) -> None:
        if self.rig.in_air:
            self.hand.put(self.luck.choice(self.rig.in_air), self.hand.anywhere(), 0.0)

    def home(self) -> None:
        if self.rig.in_air:
            piece = self.luck.choice(self.rig.in_air)
            self.hand.put(piece, self.hand.homes.get(piece.name, self.hand.empty()), 0.0)

    def own_key(self) -> None:
        self.press(self.luck.choice([YES, NO, NEXT, BACK]))

    def any_key(self) -> None:
        senses = self.rig.wiring.senses
        self.press(self.luck.choice([s for s, sense in senses.items() if sense is Sense.KEY]))

    def press(self, key: Site) -> None:
        self.acts.append(f"press {key}")
        self.rig.hand.press(key)

    def show(self) -> None:
        readers = [s for s, sense in self.rig.wiring.senses.items() if sense is Sense.TAP]
        if readers:
            name = self.luck.choice([*self.rig.wiring.tags.values(), "stranger"])
            reader = self.luck.choice(readers)
            self.acts.append(f"show {reader} {name}")
            self.rig.hand.tap(reader, name)

    def wind(self) -> None:
        for dial in self.rig.wiring.limits:
            rows = self.luck.choice([-1.4, -0.5, 0.4, 1.0, 2.0])
            self.acts.append(f"turn {rows}")
            self.rig.hand.turn(dial, rows)

    @property
    def untidy(self) -> bool:
        return bool(self.rig.in_air or self.rig.astray())

    def move(self) -> None:
        """A lawful move, as far as the board lets it be made."""
        moves = list(self.rig.table.position.moves())
        if moves and self.rig.table.stage is Stage.WAITING and not self.untidy:
            move = any_kind(moves, self.luck)
            self.acts.append(f"play {move}")
            self.rig.play(move)

    def trouble(self) -> None:
        faults = self.rig.bench.faults
        broken = len(faults.stuck | faults.dead) >= 2
        kinds = ["spark", "flip", "chatter", "replug"]
        self.ill.strike(self.luck.choice(kinds if broken else [*kinds, "weld", "die"]))

    def wait(self) -> None:
        self.rig.wait(1.0)


class Stubborn(ObedientHand):
    """Where NO is not understood, or changes nothing, it says YES.

    What it took off it puts where there is light.
    """

    denied = ""  # the last question it has said NO to

    def at_hand(self, cells: list[Site]) -> list[Piece]:
        return self.aside if cells else []

    def press(self, key: Site) -> None:
        before, words = self.rig.table.stage, self.rig.words
        asked_again = key == NO and before is Stage.ASKING and words == self.denied
        super().press(YES if asked_again else key)
        self.denied = words
        self.rig.wait(0.5)
        if key == NO and before is Stage.ASKING and self.rig.table.stage is Stage.ASKING:
            super().press(YES)


def any_rules(luck: Random) -> TableRules:
    """Whatever may have been agreed at a table."""
    return TableRules(**{name: luck.random() < 0.4 for name in OPTIONS})


def until_told(rig: Seated) -> float:
    """Seconds until every coil or antenna was looked at once more."""
    if rig.wiring.wakes:
        return AUDIT + 0.3
    return WAITS.antennas if Sense.TAG in rig.wiring.senses.values() else 0.0


def check(panel: str, seed: int) -> Found:
    """A walk and the way back, three times."""
    luck = Random(f"dead ends {panel} {seed}")
    rig = sit_down(panel, luck, rules=any_rules(Random(f"rules {panel} {seed}")))
    walk = Walk(rig, luck)
    counts: Counter[str] = Counter()
    for _ in range(ROUNDS):
        walk.acts.append("|")
        for _ in range(WALK):
            walk.step()
        rig.wait(until_told(rig))
        hand = Stubborn(rig, luck, walk.hand.homes)
        wrong = rig.astray()
        back = hand.obey(3 * (len(wrong) + len(rig.in_air)) + 10)
        counts += Counter(troubles=1, steps=len(hand.done))
        if not back or not (rig.feels_right() or rig.table.stage is Stage.OVER):
            kind = f"dead end in {rig.table.stage.value}" if not back else "play on a wrong board"
            told = f"{rig.told()}; did {', '.join(hand.done)}; astray {rig.astray()}"
            acts = ", ".join(walk.acts)
            faults = rig.bench.faults
            where = f"welded {sorted(faults.stuck)}, dead {sorted(faults.dead)}"
            failure = Failure("deadends", kind, rig.game.name, panel, seed, where, acts, told)
            return Found((failure,), counts)
    return Found(counts=counts)
