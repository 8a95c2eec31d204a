"""A simulated table: a bench, a Pico on it, hands, and what its lights show."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha1
from random import Random

from controller.app.setup.twin import Answer
from controller.errors import Misuse, StardeckError
from controller.game import Game, Move
from controller.scene import Light, Scene
from controller.sitting.table import NOT_NOW, Table
from controller.values import Refusal, Saying, Site, Stack, kind, standing
from controller.web.view import Eyes
from drivers.clock import Clock
from drivers.wiring import Wiring
from sims.bench import verbs
from sims.bench.bench import Bench, vicinity
from sims.bench.faults import Faults
from sims.bench.hal import AUDIT
from sims.bench.helper import Helper
from sims.bench.motions import Agenda, Motion, Motions
from sims.bench.protocol_sim import BENCHES, Pico, install, told_lights
from sims.bench.showing import make_move
from sims.bench.snapshot import Snapshot

log = logging.getLogger(__name__)

HAND_LEAVES = 0.3  # s that a robot's hand takes to leave the board


def tag_of_piece(name: str) -> bytes:
    """Return a tag number for this piece: seven bytes that begin as NXP's do."""
    return b"\x04" + sha1(name.encode()).digest()[:6]


def pieces_by_tag(wiring: Wiring, pieces: Sequence[str]) -> dict[bytes, str]:
    """Return every piece by its tag; where there are coils, also by one that coils read."""
    found = {tag_of_piece(piece): piece for piece in pieces}
    if not wiring.wakes:
        return found
    return {**found, **{vicinity(piece): piece for piece in pieces}}


class Twin:
    """A simulated table; its hands play for the table that `sit` gives it, if any."""

    verbs = verbs.VERB_HELP
    round = AUDIT + 0.1  # s until every coil was read: a robot makes no other move before

    def __init__(
        self,
        wiring: Wiring,
        pieces: Iterable[str],
        clock: Clock,
        *,
        seed: int = 0,
        faults: Faults | None = None,
        name: str = "table",
    ) -> None:
        self.clock = clock
        self.name = name
        self.wiring = wiring.tagged(pieces_by_tag(wiring, [*pieces]))
        self.bench = Bench(self.wiring, clock, Random(seed), faults)
        self.motions = Motions(self.bench)
        self.overheard: Callable[[Move], None] = lambda move: None
        self._table: Table | None = None
        self.game: Game
        self._agenda = Agenda(clock)
        self._wanted = b""
        self._shining: Scene = {}

    @property
    def table(self) -> Table:
        assert self._table, "a table sits down before its hands move"
        return self._table

    def sit(self, table: Table, game: Game, *, standing: bool = True) -> None:
        self._table, self.game = table, game
        if standing:
            self.bench.stand(table.position.layout())

    def plug_in(self) -> str:
        install()
        self.pico = BENCHES[self.name] = Pico(self.bench, self.clock)
        self.pico.run()
        self.helper = Helper(self.bench, self.pico)
        return f"sim://{self.name}"

    def example_words(self) -> dict[str, str]:
        return verbs.example_words(self)

    def hang(self) -> None:
        """Raise Misuse: only real firmware has a watchdog."""
        raise Misuse("hand.cannot_hang")

    # ------------------------------------------------------------------------------------- hands

    @property
    def busy(self) -> bool:
        return self._agenda.busy

    def go_on(self) -> None:
        self._agenda.go_on()

    def obey(self, line: str, answer: Answer) -> None:
        self._agenda.add(answering(self._shown(verbs.obeyed(line, self)), answer))

    def _shown(self, motion: Motion) -> Motion:
        """Do the motion, then point at stacks that grew without any sensor noticing.

        The table's question then reaches every player; a player on a page has already said where
        the piece went.
        """
        stood = {site: len(stack) for site, stack in self.bench.stacks.items()}
        yield from motion
        for site, before in stood.items():
            if len(self.bench.stacks.get(site, ())) > before and self._hidden(site):
                yield from self.motions.point(site)

    def _hidden(self, site: Site) -> bool:
        """True if more pieces stand there than belong, but the site reads as it should."""
        sense, stack = self.wiring.senses.get(site), tuple(self.bench.stacks[site])
        belongs = standing(self.table.position.layout(), site)
        if sense is None or not 0 < len(belongs) < len(stack):
            return False
        return sense.read(stack) == sense.read(belongs)

    @property
    def unfelt(self) -> bool:
        layout, stacks = self.table.position.layout(), self.bench.stacks
        cells = [(site, sense) for site, sense in self.wiring.senses.items() if sense.holds]
        both = [(sense, tuple(stacks.get(s, ())), standing(layout, s)) for s, sense in cells]
        wrong = [(sense, lies, due) for sense, lies, due in both if kinds_in(lies) != kinds_in(due)]
        return bool(wrong) and all(
            sense.read(lies) == sense.read(due) for sense, lies, due in wrong
        )

    def make(self, move: Move) -> None:
        self._agenda.add(self._made(move))

    def _made(self, move: Move) -> Motion:
        yield from make_move(move, self, self.motions, spoken=True)
        yield HAND_LEAVES + (self.round if self.wiring.wakes else 0.0)

    def say(self, move: Move) -> Refusal | None:
        """Speak a move to the table; a recording gets it by `overheard`."""
        refusal = self.table.say(move)
        if refusal is not NOT_NOW:
            self.overheard(move)
        return refusal

    @property
    def held(self) -> tuple[str, ...]:
        return tuple(piece.name for piece in self.motions.held)

    def holds(self) -> bool:
        return bool(self.motions.held)

    def works(self, site: Site) -> bool:
        return self.bench.faults == Faults()

    def as_it_stands(self) -> Callable[[], float]:
        return Snapshot(self.bench, self.motions).restore

    def stand_right(self) -> float:
        self._agenda.leave_off()
        return Snapshot.as_laid(self.bench, self.motions, self.table.position.layout()).restore()

    # -------------------------------------------------------------------------------------- eyes

    def eyes(self) -> Eyes:
        bench = self.bench
        return Eyes(
            pieces={site: tuple(stack) for site, stack in bench.stacks.items() if stack},
            held=self.held,
            rows={dial: round(bench.row(dial), 2) for dial in self.wiring.limits},
            lights=self._seen(),
            busy=self.busy,
        )

    def lights(self) -> dict[Site, Light]:
        return told_lights(self.pico.panel, self.wiring)

    @property
    def told_pixels(self) -> bytes:
        return bytes(self.pico.panel.lights.wanted)

    def _seen(self) -> Scene:
        """Return the lights of the Pico; none while it has no power."""
        if not self.bench.plugged:
            return {}
        wanted = self.told_pixels
        if wanted != self._wanted:
            self._wanted, self._shining = wanted, self.lights()
        return self._shining


def open_twin(wiring: Wiring, pieces: Sequence[str], clock: Clock, seed: int) -> Twin:
    """Open the simulated table behind sim://."""
    return Twin(wiring, pieces, clock, seed=seed)


def answering(motion: Motion, answer: Answer) -> Motion:
    """Do the motion and then call `answer` with None or with what went wrong."""
    try:
        yield from motion
    except GeneratorExit:
        answer(None)  # cancelled: the pieces were set right instead
        raise
    except StardeckError as trouble:
        answer(trouble.saying)
    except Exception:
        log.exception("A hand at the bench broke off")
        answer(Saying("page.our_fault"))
    else:
        answer(None)


def kinds_in(stack: Stack) -> list[str]:
    """Return the kinds of pieces in a stack, sorted: pieces that look alike are equal."""
    return sorted(kind(piece.name) for piece in stack)
