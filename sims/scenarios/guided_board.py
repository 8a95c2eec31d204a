"""Scenarios on a real board: a person is told what to do, by sentences and by lights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from controller.errors import BadScenario, Misuse
from controller.games import SHELF
from controller.scene import RGB, Chain, Frame, Glow, Light, Pixel, Scene, render
from controller.sitting.flow import Stage
from controller.sitting.loop import Loop
from controller.sitting.luck import Luck
from controller.sitting.table import Table
from controller.sounds.sound import Note
from controller.values import Observation, Reading, Saying, Site, Unsure
from controller.words import say
from drivers.board import Board
from drivers.clock import Clock
from drivers.wiring import Wiring
from sims.bench.verbs import find_cell, number
from sims.scenarios.expected_board import ExpectedBoard
from sims.scenarios.scenario import Scenario
from sims.scenarios.worlds import table_arguments

POINTING: RGB = (0, 150, 150)  # a colour that nothing else uses
PERSON_TIMEOUT = 300.0  # s a person may take for one step
STILL_BEFORE_NEXT = 0.5  # s without a touch before the next sentence
REMINDER = 15.0  # s before the hint to press Enter
# verbs for which the piece must be named if there are several
PICKING = ("lift", "put", "move", "away")
ALL = "all"
ENTER_NOW = Saying("scenario.enter_now")


class PointingBoard:
    """A board whose lights can also point at sites; it keeps the frame that the table commanded."""

    def __init__(self, board: Board, chain: Chain, pixels: int) -> None:
        self.board = board
        self.frame: Frame = []
        self.sites: tuple[Site, ...] = ()
        self.seen = Observation(0.0, {}, {}, present=False)
        self._chain, self._pixels = chain, pixels

    def observe(self, patience: float | None = None) -> Observation:
        self.seen = self.board.observe(patience)
        return self.seen

    def show(self, frame: Frame) -> None:
        self.frame = frame
        self.board.show([over if any(over) else under for over, under in self._finger(frame)])

    def sound(self, tune: Sequence[Note], volume: int) -> None:
        self.board.sound(tune, volume)

    def lights(self) -> dict[Site, Light]:
        """Return the lights that the table commanded, by site, from each site's first pixel."""
        found: dict[Site, Light] = {}
        for site, pixels in self._chain.items():
            red, green, blue, manner = self.frame[pixels.start]
            if red or green or blue:
                found[site] = Light((red, green, blue), Glow(manner & 15))
        return found

    def _finger(self, frame: Frame) -> Iterable[tuple[Pixel, Pixel]]:
        scene: Scene = dict.fromkeys(self.sites, Light(POINTING, Glow.DOUBLE))
        return zip(render(scene, self._chain, self._pixels), frame, strict=True)


class GuidedTask(Struct, frozen=True):
    """One thing to do: its sentence, the sites to point at, and the check that it is done."""

    saying: Saying
    sites: tuple[Site, ...]
    done: Callable[[Observation], bool]
    unfelt: bool = False  # no sensor can show it

    @property
    def sentence(self) -> str:
        return f"{say(self.saying)} {say(ENTER_NOW)}" if self.unfelt else say(self.saying)


class GuidedBoard:
    """A scenario's world on a real board.

    `tell` shows a sentence; `entered` is polled and returns whether Enter was pressed.
    """

    def __init__(
        self,
        scenario: Scenario,
        wiring: Wiring,
        board: Board,
        clock: Clock,
        *,
        tell: Callable[[str], None],
        entered: Callable[[], bool],
    ) -> None:
        self.scenario = scenario
        self.clock = clock
        self.known = len(scenario.played)
        self.table = Table(wiring.senses, wiring.limits)
        luck = Luck(scenario.seed) if scenario.virtual else None
        middles = scenario.game.middles(scenario.start)
        self.table.take(scenario.start, luck=luck, middles=middles, **table_arguments(scenario))
        self.pointer = PointingBoard(board, wiring.chain, wiring.file.pixels)
        self._wiring, self._tell, self._entered = wiring, tell, entered
        self._loop = Loop(self.table, self.pointer, wiring.chain, wiring.file.pixels)
        self._expected = ExpectedBoard(self.table, scenario.game, wiring)

    def begin(self) -> None:
        """Have the board set up, or cleared, as the scenario begins."""
        self._tell(say(Saying("scenario.begin", {"title": self.scenario.title})))
        self.wait(1.0)
        if self.scenario.board == "empty":
            self._ask(GuidedTask(Saying("scenario.clear"), (), self._bare))
        else:
            self._lead()

    def perform(self, text: str) -> None:
        """Ask the person to do this, and wait until it is done."""
        verb, *words = text.split()
        match verb:
            case "say":
                game = SHELF[self._wiring.file.game]
                self.table.say(game.parse(" ".join(words)))
                self.wait(0.1)
            case "wait":
                self._tell(say(Saying("scenario.wait", {"seconds": words[0]})))
                self.wait(number(words[0], 3600))
            case "tidy":
                self._tell(say(Saying("scenario.tidy")))
                self._lead()
            case _:
                self._ask(self._task(verb, words))

    def wait(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self._loop.turn()

    def lights(self) -> dict[Site, Light]:
        return self.pointer.lights()

    def close(self) -> None:
        self.pointer.board.close()

    # ---------------------------------------------------------------------------- telling, waiting

    def _ask(self, task: GuidedTask) -> None:
        """Tell the task, point at it until it is touched, and return when it is done."""
        sentence = task.sentence
        began = self.clock.now()
        reminded = False
        self._tell(sentence)
        self.pointer.sites = task.sites
        while not task.done(self.pointer.seen) and not self._entered():
            self._loop.turn()
            if self._touched(task.sites, began):
                self.pointer.sites = ()
            waited = self.clock.now() - began
            if waited > REMINDER and not reminded:
                self._tell(say(Saying("scenario.enter")))
                reminded = True
            self._give_up(waited, sentence)
        self.pointer.sites = ()
        self._loop.turn()

    def _touched(self, sites: tuple[Site, ...], since: float) -> bool:
        return any(self.pointer.seen.changed.get(site, 0.0) > since for site in sites)

    def _give_up(self, waited: float, sentence: str) -> None:
        if waited > PERSON_TIMEOUT:
            raise BadScenario("scenario.nobody", seconds=int(PERSON_TIMEOUT), sentence=sentence)

    def _lead(self) -> None:
        """Tell what the table asks for, until the board is set up."""
        began = self.clock.now()
        self.wait(0.6)
        asked = ""
        while self.table.stage in (Stage.SETUP, Stage.MENDING, Stage.PAUSED):
            sentence = say(self.table.asks())
            if sentence != asked and self.pointer.seen.still > STILL_BEFORE_NEXT:
                asked = sentence
                self._tell(sentence)
            self._entered()
            self._loop.turn()
            self._give_up(self.clock.now() - began, sentence)
        self._expected.stand(self.table.position.layout())

    # -------------------------------------------------------------------------------- how it shows

    def _task(self, verb: str, words: list[str]) -> GuidedTask:
        at = [Site(word.lower()) for word in words]
        match verb:
            case "lift" | "put" | "move" | "slide" | "fetch" | "away" | "point":
                return self._handled(verb, words)
            case "tap":
                return self._shown(at[0], words[1])
            case "turn":
                return self._turned(number(words[0], 100))
            case "press":
                key = Site(f"key.{at[0]}")
                return GuidedTask(Saying("scenario.press", {"key": at[0]}), (key,), self._felt(key))
            case "unplug":
                return GuidedTask(Saying("scenario.unplug"), (), lambda seen: not seen.present)
            case "plug":
                return GuidedTask(Saying("scenario.plug"), (), lambda seen: seen.present)
            case "reset":
                return self._restarted()
        raise Misuse("scenario.no_hand_can", verb=verb)

    def _handled(self, verb: str, words: list[str]) -> GuidedTask:
        """Return the task of moving pieces; the expected board tells what sensors will read."""
        sites = [] if verb in ("fetch", "away") else self._places(verb, words)
        pool = None if verb in ("put", "away") or not sites else sites[0]
        before = self._expected.names(pool)
        changes = self._expected.changes(" ".join([verb, *words]))
        which = taken_piece(before, self._expected.names(pool)) if verb in PICKING else ""
        piece = words[0] if verb == "fetch" else which
        gaps = {"piece": piece, **names_in_sentence(sites)}
        felt = [self._felt(site) for site in sites if verb == "point" or self._hole(site)]
        felt += [self._reads(site, reading) for site, reading in changes.items()]
        return GuidedTask(
            Saying(f"scenario.{verb}{sentence_variant(which)}", gaps),
            tuple(sites),
            lambda seen: bool(felt) and all(done(seen) for done in felt),
            unfelt=not felt,
        )

    def _places(self, verb: str, words: list[str]) -> list[Site]:
        """Return the cells that a deed names."""
        count = len(words) if verb in ("move", "slide") else 1
        return [find_cell(self._expected, word) for word in words[:count]]

    def _hole(self, site: Site) -> bool:
        senses = self._wiring.senses
        return site in senses and senses[site].momentary

    def _shown(self, reader: Site, card: str) -> GuidedTask:
        known = {name.lower(): name for name in self._wiring.tags.values()}.get(card.lower())
        felt = self._felt(reader)

        def done(seen: Observation) -> bool:
            there = str(seen.readings.get(reader))
            return felt(seen) and (there == known if known else there.startswith("?"))

        gaps = {"card": known or card, "reader": reader}
        return GuidedTask(
            Saying("scenario.tap" if known else "scenario.stranger", gaps), (reader,), done
        )

    def _turned(self, rows: float) -> GuidedTask:
        dial = next(iter(self._wiring.limits))
        goal = strip_row(self.pointer.seen.readings.get(dial)) + rows
        key = "scenario.turn_on" if rows > 0 else "scenario.turn_back"

        def done(seen: Observation) -> bool:
            return abs(strip_row(seen.readings.get(dial)) - goal) <= 0.2

        return GuidedTask(Saying(key, {"rows": f"{abs(rows):g}"}), (dial,), done)

    def _restarted(self) -> GuidedTask:
        life = self.pointer.board.hello
        return GuidedTask(
            Saying("scenario.reset"),
            (),
            lambda seen: seen.present and self.pointer.board.hello is not life,
        )

    def _reads(self, site: Site, reading: Reading) -> Callable[[Observation], bool]:
        return lambda seen: seen.present and seen.readings.get(site) == reading

    def _felt(self, site: Site) -> Callable[[Observation], bool]:
        before = self.pointer.seen.changed.get(site, 0.0)
        return lambda seen: seen.changed.get(site, 0.0) > before

    def _bare(self, seen: Observation) -> bool:
        senses = self._wiring.senses
        return not any(senses[site].holds for site in seen.readings)


def names_in_sentence(sites: list[Site]) -> dict[str, str]:
    """Return the gaps of a sentence that name its cells."""
    if not sites:
        return {}
    between = ", ".join(sites[1:-1]) or sites[-1]
    return {"site": sites[0], "source": sites[0], "target": sites[-1], "way": between}


def taken_piece(before: list[str], after: list[str]) -> str:
    """Return which piece was taken: its name, ALL, or '' if there was only one."""
    if len(before) < 2:
        return ""
    gone = list((Counter(before) - Counter(after)).elements())
    return gone[0] if len(gone) == 1 else ALL


def sentence_variant(which: str) -> str:
    """Return the suffix of the sentence's key."""
    return f"_{ALL}" if which == ALL else "_piece" if which else ""


def strip_row(reading: Reading) -> float:
    """Return the row of a strip, or how far it was turned since its place was lost."""
    if isinstance(reading, Unsure):
        return reading.rows
    return float(reading) if isinstance(reading, int | float) else 0.0
