"""One player's act leaves the others' lights on: their moves, and what they must take off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from controller.game import Move, Position, Setting
from controller.games import SHELF
from controller.reading.evidence import is_race
from controller.reading.move_index import marks
from controller.scene import RED, Frame, Glow, Light, Scene
from controller.sitting.flow import Stage
from controller.sitting.loop import LoopBoard
from controller.sounds.sound import Note
from controller.table_rules import TableRules
from controller.values import CHANCE, Observation, Seat, Site, differing
from tests.hands.failure import Failure, Found
from tests.hands.seated import LONGEST, Seated, any_kind, seated
from tests.panels import load_panel

ACTS = 6  # of one side, while the other is watched
PAUSES = (0.05, 0.15, 0.3, 0.6, 1.5)  # s between two of them
TRIES = 3  # at a move that does not end the game
BLAMED = 4.0  # s until a mistake is lit
OPEN = (Glow.PULSE, Glow.DOUBLE)
WRONG = Light(RED, Glow.FAST)
PLAYED = (Stage.WAITING, Stage.MOVING, Stage.ASKING, Stage.MENDING)


class Watch:
    """Passes every frame on to the board, and notes where the watched side's light is missing."""

    def __init__(self, rig: Seated, seat: Seat) -> None:
        self.rig = rig
        self.seat = seat
        self.mistake: frozenset[Site] = frozenset()  # what the watched side must take off
        self.dark: list[str] = []
        self.frames = 0
        self._board: LoopBoard = rig.loop.board
        rig.loop.board = self

    def observe(self, patience: float | None = None) -> Observation:
        return self._board.observe(patience)

    def sound(self, tune: Sequence[Note], volume: int) -> None:
        self._board.sound(tune, volume)

    def show(self, frame: Frame) -> None:
        position, stage = self.rig.table.position, self.rig.table.stage
        if stage in PLAYED and position.actors > {self.seat}:
            self.frames += 1
            self.judge(self.rig.loop.scene, position)
        self._board.show(frame)

    def judge(self, scene: Scene, position: Position[Any]) -> None:
        """Compare one scene with what the rules leave open to the watched side."""
        at, stage = self.rig.clock.now(), self.rig.table.stage.value
        for site in sorted(self.open_to(position) - self.mistake):
            if site not in scene or scene[site].glow not in OPEN:
                self.dark.append(f"{at:.3f} {stage}: {site} is not offered")
        for site in sorted(self.mistake):
            if scene.get(site) != WRONG:
                self.dark.append(f"{at:.3f} {stage}: {site} is not shown to be wrong")

    def open_to(self, position: Position[Any]) -> frozenset[Site]:
        """Where the watched side may act, but for what somebody has just laid there."""
        felt, expected = self.rig.table.state.input.felt, self.rig.table.moments[-1].expected
        own = [move for move in position.moves() if move.seat == self.seat]
        every = marks(position, own, felt.senses)
        sites: frozenset[Site] = frozenset().union(*(mark.sites for mark in every))
        return frozenset(s for s in sites if felt.readings.get(s) == expected.get(s))


def check(panel: str, seed: int) -> Found:
    """One side acts, at any pace, while another watches its own lights."""
    luck = Random(f"lights {panel} {seed}")
    start = shared_moment(panel, luck)
    if start is None:
        return Found(counts=Counter(never_at_once=1))
    rules = TableRules(confirm_moves=luck.random() < 0.2)
    rig = seated(panel, luck, start, rules=rules)
    actor, watched = luck.sample(sorted(rig.table.position.actors), 2)
    watch = Watch(rig, watched)
    deeds = [blunder(rig, watch, luck)] if luck.random() < 0.5 else []
    while len(deeds) < ACTS and {actor, watched} <= rig.table.position.actors:
        deeds.append(act(rig, actor, watch, luck))
        rig.wait(luck.choice(PAUSES))
    counts = Counter(frames=watch.frames, moves=len(deeds))
    if not watch.dark:
        return Found(counts=counts)
    said = f"{len(watch.dark)} lights missing in {watch.frames} frames: {watch.dark[0]}"
    gesture = "; ".join(filter(None, deeds))
    failure = Failure("lights", "dark", rig.game.name, panel, seed, said, gesture, rig.told())
    return Found((failure,), counts)


def shared_moment(panel: str, luck: Random) -> Position[Any] | None:
    """A moment of any stage of a game at which several may act; None where the game has none."""
    game = SHELF[load_panel(panel).file.game]
    position = game.start(Setting(luck.choice(game.seats)))
    shared = []
    for _ in range(LONGEST):
        if position.outcome:
            break
        if len(position.actors - {CHANCE}) > 1:
            shared.append(position)
        going_on = [position.after(any_kind(list(position.moves()), luck)) for _ in range(TRIES)]
        position = next((then for then in going_on if then.outcome is None), going_on[0])
    return luck.choice(shared) if shared else None


def act(rig: Seated, actor: Seat, watch: Watch, luck: Random) -> str:
    """Make a lawful move of this side, where the watched side's mistake leaves room for it."""
    moves = [move for move in rig.table.position.moves() if move.seat == actor]
    free = [move for move in moves if watch.mistake.isdisjoint(goals(rig, move))]
    if not free:
        return ""
    move = any_kind(free, luck)
    rig.play(move)
    return str(move)


def blunder(rig: Seated, watch: Watch, luck: Random) -> str:
    """The watched side lays a piece where it may not, and lets it lie."""
    position, lasting = rig.table.position, rig.wiring.senses
    if not is_race(rig.table.moments[-1]):  # else it is put right before anybody goes on
        return ""
    near = frozenset(s for s, sense in lasting.items() if sense.holds and s not in rig.bench.stacks)
    attempts = (move for move in position.attempts(near) if move.seat == watch.seat)
    wrong = sorted((move for move in attempts if position.refusal(move)), key=str)
    laid = [move for move in wrong if len(goals(rig, move)) == 1 and goals(rig, move) <= near]
    if not laid:
        return ""
    move = luck.choice(laid)
    (site,) = goals(rig, move)
    (piece,) = position.after(move).layout()[site]
    rig.bench.put(piece, site)
    rig.wait(BLAMED)
    watch.mistake = frozenset({site})
    return f"refused {move}"


def goals(rig: Seated, move: Move) -> frozenset[Site]:
    """Where pieces come or go by this move."""
    position = rig.table.position
    return frozenset(differing(position.layout(), position.after(move).layout()))
