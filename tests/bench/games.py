"""Every game on the shelf: how fast it is played in values, and read from its panels.

All in time of our own thread: what others do on the machine is no part of it.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from random import Random
from statistics import quantiles
from typing import Any

from controller.drawing import Point
from controller.game import Game, Position, Setting
from controller.games import SHELF
from controller.reading.choose import Ranking, rank
from controller.reading.evidence import Evidence
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.reading.move_index import know
from controller.reading.stepwise import Memo, Stepwise, finish
from controller.values import CHANCE, Senses, Site, Trace, expect
from tests.bench.figures import Figure, spread
from tests.panels import PANELS, load_panel
from tests.space_walk.speed import speeds

LONGEST = 1500  # moves of a random game: a war between dice may last for ever
TAKEN = 3.0  # s for each figure
READ = 250  # positions
GESTURES = ("a lift", "a landing", "one bad sensor")


def walk(game: Game, seats: int, luck: Random) -> Iterator[Position[Any]]:
    """The positions of one random game, the last one being its end."""
    position = game.start(Setting(seats))
    yield position
    while position.outcome is None:
        position = position.after(luck.choice(list(position.moves())))
        yield position


def playouts(game: Game, seats: int) -> Iterator[Figure]:
    luck = Random(seats)
    start, games, moves = time.thread_time(), 0, 0
    while time.thread_time() - start < TAKEN:
        moves += sum(1 for _ in islice(walk(game, seats, luck), 1, LONGEST))
        games += 1
    took = time.thread_time() - start
    yield Figure(f"{game.name}, {seats} seats: random playouts", games / took, "/s")
    yield Figure(f"{game.name}, {seats} seats: random moves", moves / took, "/s")


def reading(panel: str) -> Iterator[Figure]:
    """What is known of a position, worked out when a move is made; infer, on every snapshot."""
    wiring = load_panel(panel)
    game, luck = SHELF[wiring.file.game], Random(1)
    met = [p for p in islice(walk(game, game.seats[-1], luck), 4 * READ) if p.actors - {CHANCE}]
    some = met[:: len(met) // READ + 1]
    gc.collect()
    taken = [read(position, wiring.senses, luck) for position in some]
    marking, inferring = (list(times) for times in zip(*taken, strict=True))
    yield from spread(f"{panel}: marks of a position", marking)
    yield from spread(f"{panel}: infer a snapshot", inferring)
    middles = game.middles(met[0])
    gestures = [understand(position, wiring.senses, middles, luck) for position in some]
    for what, times in zip(GESTURES, zip(*gestures, strict=True), strict=True):
        yield from spread(f"{panel}: understand {what}, longest turn", list(times))
    bad = quantiles([times[-1] for times in gestures], n=100)[98]
    whole = quantiles([whole_position(position, wiring.senses) for position in some], n=100)[98]
    yield Figure(f"{panel}: one bad sensor, of the whole-position method", bad / whole, "x")


def whole_position(position: Position[Any], senses: Senses) -> float:
    """Seconds of what other boards do: every lawful move made, and what would be read compared."""
    start, seen = time.thread_time(), expect(position.layout(), senses)
    for move in position.moves():
        assert expect(position.after(move).layout(), senses) is not seen
    return time.thread_time() - start


def understand(
    position: Position[Any], senses: Senses, middles: Mapping[Site, Point], luck: Random
) -> list[float]:
    """Seconds of the longest turn that it takes to find what a lawful move means, while the piece
    is in the air and when it has landed; and what a cell does that has closed by itself."""
    here = Moment(position, senses)
    offered = here.known.marks, here.known.starts
    assert any(offered), "somebody can act"
    move = luck.choice(list(position.moves()))
    after = expect(position.after(move).layout(), senses)
    landed = {site: was for site, was in after.items() if not senses[site].momentary}
    first = next((site for site in here.expected if site not in landed), None)
    lifted = {site: was for site, was in here.expected.items() if site != first}
    free = [s for s, sense in senses.items() if sense.holds and s not in here.expected]
    bad = luck.choice(free or list(here.expected))
    taken = []
    for readings in (lifted, landed, {**here.expected, bad: True}):
        felt = Felt(senses, 10.0, readings, changed=dict.fromkeys(senses, 9.0), middles=middles)
        touches = move.touches if readings is landed else frozenset()
        evidence = Evidence(felt.trace(here, touches), felt, (here,), senses)
        taken.append(max(turns(rank(evidence, Memo()))))
    return taken


def turns(thought: Stepwise[Ranking]) -> Iterator[float]:
    """Seconds of every step of a thought: one is taken in each turn of the loop."""
    done = False
    while not done:
        start = time.thread_time()
        done = next(thought, True) is True
        yield time.thread_time() - start


def read(position: Position[Any], senses: Senses, luck: Random) -> tuple[float, float]:
    """Seconds to know this position and what to light of it, and to read one of its moves."""
    move = luck.choice(list(position.moves()))
    start = time.thread_time()
    known = finish(know(position, senses))
    offered = known.marks, known.starts
    marking = time.thread_time() - start
    assert any(offered), "somebody can act"
    trace = Trace.of(position.layout(), position.after(move).layout(), senses, move.touches)
    start = time.thread_time()
    known.completed(trace), known.begun(trace)
    return marking, time.thread_time() - start


def beside_plain_tuples() -> Iterator[Figure]:
    """Space Walk beside the plainest engine one can write for it, in one run."""
    found = speeds()
    yield from (Figure(name, value, "/s") for name, value in found.items())


def named(measure: Callable[..., object]) -> str:
    """What a measure is called: `playouts zylatron 4`, `reading astron`."""
    told, given = (measure.func, measure.args) if isinstance(measure, partial) else (measure, ())
    words = [getattr(one, "name", f"{one}") for one in given]
    return " ".join([told.__name__, *words])


GAMES: list[Callable[[], Iterator[Figure]]] = [
    *(
        partial(playouts, game, seats)
        for game in SHELF.values()
        for seats in sorted({game.seats[0], game.seats[-1]})
    ),
    beside_plain_tuples,
    *(partial(reading, panel) for panel in PANELS),
]
