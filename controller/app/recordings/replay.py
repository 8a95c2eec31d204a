"""Replay a recording: the same bytes through the same link, board and table, in their own time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from controller.app.recordings.protocol_tape import TAPES
from controller.app.recordings.readings import spell_reading
from controller.app.recordings.recording import DEALT, RecordingHead
from controller.app.recordings.tape import Reading as Recorded
from controller.app.recordings.tape import Tape
from controller.app.setup.start_game import replay_game
from controller.errors import BadRecording
from controller.game import Game, Move, Position, why
from controller.games import SHELF
from controller.names import mended_name
from controller.scene import Glow, Scene
from controller.sitting.loop import Loop
from controller.sitting.luck import Luck
from controller.sitting.table import Table
from controller.table_rules import rules_by_names
from controller.values import CHANCE, Observation, Reading, Saying, Site, Unsure
from controller.words import say
from drivers.board import Board
from drivers.clock import Clock, StepClock
from drivers.link import Link
from drivers.ports.memory_port import register_handlers
from drivers.wiring import PiFile, checked_wiring, tag_numbers

PINNED = re.compile(r"([\w.]+)(?: (-?\d{1,5}(?:\.\d{1,6})?))?")  # `key.yes`, or `roller 3.5`
FAR = 10.0  # s that are replayed of a long time without a board
GLOW_NAMES = {glow: glow.name.lower().replace("_", " ") for glow in Glow}


class TapedPins:
    """The sensors on a Pi's own pins, replayed: they do not pass over the line."""

    def __init__(self, pi: PiFile, clock: Clock) -> None:
        self._clock, self._since = clock, clock.now()
        self._sites = {key.site for key in pi.keys} | ({pi.roller.site} if pi.roller else set())
        self._said: list[tuple[Site, Reading]] = []

    def say(self, site: Site, rows: str | None) -> None:
        """Note a key press, or the rows of a strip; ignore sites that are not on the pins."""
        if site in self._sites:
            self._said.append((site, Unsure(float(rows), self._since) if rows else None))

    def drain(self) -> Iterator[tuple[Site, Reading, float]]:
        """Yield the noted readings with the time now, and forget them."""
        said, self._said = self._said, []
        yield from ((site, reading, self._clock.now()) for site, reading in said)

    def close(self) -> None:
        """Do nothing: nothing was opened."""


class Replay:
    """One recording being replayed; iterating gives the time and each thing read, played or lit."""

    def __init__(self, recorded: Recorded) -> None:
        self.head: RecordingHead = recorded.head
        if self.head.game not in SHELF:
            raise BadRecording("recording.not_on_shelf", game=self.head.game)
        self.game = SHELF[self.head.game]
        self.tape = Tape(recorded.lines, StepClock())
        register_handlers("controller.app.recordings")
        TAPES["replay"] = self.tape
        self.board = self._board()
        self.table = self._table()
        wiring = self.board.wiring
        self.loop = Loop(self.table, self.board, wiring.chain, wiring.file.pixels)
        self._vouched = False
        self._known = [str(move) for move in self.table.history]
        self._seen: dict[str, Any] = {}

    @property
    def title(self) -> Saying:
        """The line that says what was recorded, and when."""
        head = self.head
        gaps: dict[str, str | int] = {
            "game": self.game.title,
            "players": ", ".join(map(mended_name, head.players)),
            "begun": head.begun,
            "board": head.board,
            "count": len(head.moves),
        }
        return Saying("replay.head", gaps)

    def __iter__(self) -> Iterator[tuple[float, Saying]]:
        while not self.tape.over:
            observation = self.loop.turn().observation
            self._vouch(observation)
            for saying in self._news(observation):
                yield self.tape.now, saying
            self._hear()

    def _board(self) -> Board:
        wiring = checked_wiring(self.head.wiring).tagged(dict(tag_numbers(self.head.tags)))
        clock, self.pins = self.tape.clock, TapedPins(wiring.file.pi, self.tape.clock)
        return Board(Link("tape://replay", clock), wiring, clock, parts=[self.pins])

    def _table(self) -> Table:
        """Return the table as it was when the recording began."""
        head, wiring = self.head, self.board.wiring
        start, played = replay_game(self.game, bytes(head.start), head.moves)
        table = Table(wiring.senses, wiring.limits)
        luck = self._luck() if head.virtual else None
        table.take(
            start,
            luck=luck,
            played=played,
            passed=set(head.passed),
            rules=rules_by_names(self.game, head.agreed),
            middles=self.game.middles(start),
            robots=head.robots,
        )
        table.doubt(frozenset(head.disbelieved))
        return table

    def _luck(self) -> Luck:
        """Return a dealer with the known seed, else one that repeats the recorded deals."""
        if self.head.seed is not None:
            return Luck(self.head.seed)
        before = [(played, self.game.parse(move)) for played, move in self.head.dealt]
        later = [
            parse_deal(line.words, self.game) for line in self.tape.lines if line.sign == DEALT
        ]
        return Redealt([*before, *later])

    def _vouch(self, observation: Observation) -> None:
        """Confirm once where the strips stand, as had been done before the recording began."""
        told = self.head.rows.keys() <= observation.readings.keys()
        if observation.present and told and not self._vouched:
            self._vouched = True
            for dial, row in self.head.rows.items():
                self.table.vouch(dial, row)

    def _hear(self) -> None:
        """Do the commands given on pages; skip most of a long time without a board."""
        self.tape.idle()
        for words in self.tape.said:
            self._obey(words)
        self.tape.said.clear()
        away = self.tape.due - self.tape.clock.now()
        if not self.board.link.up and FAR < away < float("inf"):
            self.tape.clock.sleep(away - FAR)

    def _obey(self, words: str) -> None:
        match words.split(" ", 1):
            case ["say", move]:
                self.table.say(self.game.parse(move))
            case ["intend", move]:
                self.table.intend(self.game.parse(move))
            case ["choose", moves]:
                self.table.choose(self.game.parse_all(moves))
            case ["press", key]:
                self.table.press(Site(f"key.{key}"))
            case ["back"]:
                self.table.take_back()
            case ["pin", said] if spoken := PINNED.fullmatch(said):
                self.pins.say(Site(spoken[1]), spoken[2])
            case _:
                raise BadRecording("recording.unsayable", words=words)

    # --------------------------------------------------------------------------------- what is told

    def _news(self, observation: Observation) -> Iterator[Saying]:
        if self._changed("present", observation.present):
            yield Saying("replay.there" if observation.present else "replay.gone")
        yield from self._felt(observation.readings)
        yield from self._played()
        notice = self.table.notice
        if self._changed("notice", notice) and notice:
            words = say(why(notice))
            yield Saying("replay.refused", {"rule": notice.rule, "words": words})
        if self._changed("asks", asks := self.table.asks()):
            yield Saying("replay.asks", {"words": say(asks)})
        if self._changed("lit", lit := count_lights(self.loop.scene)):
            yield Saying("replay.lit", {"lights": lit})

    def _felt(self, readings: Any) -> Iterator[Saying]:
        before: dict[Site, Reading] = self._seen.get("readings", {})
        now = dict(readings)
        self._seen["readings"] = now
        for site in sorted({site for site, _ in now.items() ^ before.items()}):
            reading = spell_reading(now.get(site)) or say(Saying("replay.nothing"))
            yield Saying("replay.read", {"site": site, "reading": reading})

    def _played(self) -> Iterator[Saying]:
        """Yield moves that were taken back, then moves that were made."""
        before, now = self._known, [str(move) for move in self.table.history]
        self._known = now
        kept = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))))
        for move in reversed(before[kept:]):
            yield Saying("replay.back", {"move": move})
        for move in now[kept:]:
            yield Saying("replay.made", {"move": move})

    def _changed(self, name: str, value: Any) -> bool:
        before = self._seen.get(name)
        self._seen[name] = value
        return bool(before != value)


class Redealt(Luck):
    """A dealer of what was dealt in the recording, in the same order."""

    def __init__(self, then: Sequence[tuple[int, Move]]) -> None:
        super().__init__(0)
        self._then: dict[int, list[Move]] = {}
        for played, move in then:
            self._then.setdefault(played, []).append(move)

    def deal(self, position: Position[Any], played: int) -> Move | None:
        """Return the recorded deal after so many moves; None if there is none.

        The last one is returned repeatedly, as after a takeback.
        """
        known = self._then.get(played, [])
        if position.actors != {CHANCE} or not known:
            return None
        return known.pop(0) if len(known) > 1 else known[0]


def parse_deal(words: str, game: Game) -> tuple[int, Move]:
    """Return the number of moves and the deal in a text like `12 0 deals F2.1`."""
    played, _, move = words.partition(" ")
    if not played.isdecimal():
        raise BadRecording("recording.unsayable", words=words)
    return int(played), game.parse(move)


def count_lights(scene: Scene) -> str:
    """Return which sites are lit in each rhythm; steady ones are only counted."""
    by_glow = {glow: [site for site, light in scene.items() if light.glow is glow] for glow in Glow}
    steady = by_glow.pop(Glow.STEADY)
    parts = [f"{GLOW_NAMES[glow]} {' '.join(sites)}" for glow, sites in by_glow.items() if sites]
    return "; ".join([*parts, f"{len(steady)} {GLOW_NAMES[Glow.STEADY]}"])
