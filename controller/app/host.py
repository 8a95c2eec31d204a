"""Keeps a table for whoever comes by a page: the loop, the robots, and what the lobby asks for."""

from __future__ import annotations

import logging
from concurrent.futures import InvalidStateError
from typing import Any

from msgspec.structs import replace

from controller.app.health_report import Logbook, condition
from controller.app.recording import Recording, head
from controller.app.start_game import House, Terms, begun, journal_of, kept, remind, resumed, seated
from controller.app.workshop_session import Workroom, first_game
from controller.errors import Misuse, StardeckError
from controller.flow import Stage
from controller.game import Move
from controller.journal import Record
from controller.loop import Loop
from controller.luck import Luck
from controller.robots.players import Player, chosen
from controller.table import Table
from controller.values import CHANCE, Observation, Saying, Seat, Sense
from controller.web.gallery import Gallery
from controller.web.mailbox import (
    Back,
    Begin,
    Choose,
    Direct,
    Discard,
    Letter,
    Mailbox,
    Obey,
    Play,
    Point,
    Resume,
    Start,
)
from controller.web.mailbox import Record as Switch
from controller.web.view import Condition, Errand, Kept, Sitting, View, look
from controller.words import say
from drivers.board import Board, open_board
from drivers.wiring import Wiring
from firmware import wire
from sims.bench.page_hands import Fingers
from sims.bench.rig import Rig

FRAME = 1 / 30  # s between two looks at the mailbox while there is no board to wait for
PAUSE = 1.0  # s before a robot moves, so that a person can follow
CHECKUP = 0.5  # s between two looks at the board's health

log = logging.getLogger(__name__)


class Host:
    """One table in one thread. Pages leave letters; every turn of the loop may be seen."""

    def __init__(self, house: House, gallery: Gallery, mailbox: Mailbox) -> None:
        self.house, self.gallery, self.mailbox = house, gallery, mailbox
        self.log, self.workroom = Logbook(), Workroom(house)
        self.recording = Recording(house.folder and house.folder / "recordings", house.clock)
        gallery.taken = self._taken
        self.table: Table | None = None
        self.loop: Loop | None = None
        self.board: Board | None = None
        self.fingers: Fingers | None = None
        self.sitting: Sitting | None = None
        self._terms: Terms | None = None
        self._players: dict[Seat, Player | None] = {}
        self._acted = 0.0
        self._condition: tuple[float, Condition | None] = (-CHECKUP, None)
        self._shown: View | None = None
        self._number = 0
        self._record: Record | None = None
        self._kept = kept(self.house, self._record)

    def turn(self) -> None:
        """Once round: the board, the letters, the robots."""
        if self.loop:
            self.loop.turn()
        else:
            self.house.clock.sleep(FRAME)
            self._publish(self._view(self._away()))
        for letter in self.mailbox.letters():
            self._open(letter)
        if self.workroom.wanted:
            self._lend()
        self._let_robots_play()

    def close(self) -> None:
        self.recording.end()
        if self.board:
            self.board.close()

    # --------------------------------------------------------------------------------- sitting down

    def sit(self, terms: Terms) -> None:
        """Begin or go on with this game, on a fresh simulated table or the board that is there."""
        wiring = self.house.panel(terms.game)
        play: dict[str, Any] = {"record": terms.record, "played": terms.played, "free": terms.free}
        if self.house.simulated:
            self._set_up(terms, wiring, play)
        else:
            self._clear(terms, wiring, play)
        assert self.loop and self.board
        self._number += 1
        self.sitting = Sitting(
            number=self._number,
            game=terms.game,
            drawing=terms.start.drawing(),
            who=terms.who,
            senses=wiring.senses,
            limits=wiring.limits,
            simulated=self.house.simulated,
            free=terms.free,
        )
        self._terms, self._record = terms, terms.record
        self._players = seated(terms)
        self._acted = self.house.clock.now()
        self._kept = kept(self.house, self._record)
        self.loop.witness = self._witness
        self.board.link.listener = self.recording.listen
        if self.recording.on or self.house.record:
            self._keep_reel()

    def _set_up(self, terms: Terms, wiring: Wiring, play: dict[str, Any]) -> None:
        clock, seed = self.house.clock, terms.seed
        rig = Rig(terms.start, wiring, clock=clock, seed=seed, virtual=terms.virtual, **play)
        if self.board:
            self.board.close()
        self.table, self.loop, self.board = rig.table, rig.loop, rig.board
        self.fingers = Fingers(rig)
        rig.overheard = lambda move: self.recording.say(f"say {move}")
        remind(rig)

    def _clear(self, terms: Terms, wiring: Wiring, play: dict[str, Any]) -> None:
        if self.table is None:
            self.board = open_board(self.house.url, wiring, self.house.clock)
            self.table = Table(wiring.senses, wiring.limits)
            self.loop = Loop(self.table, self.board, wiring.chain, wiring.file.pixels)
        elif self.sitting and self.sitting.game is not terms.game:
            raise Misuse(say(Saying("page.other_panel", {"game": self.sitting.game.title})))
        else:
            self.table.clear()
        self.table.notice = self.table.message = self.table.wish = None
        luck = Luck(terms.seed) if terms.virtual else None
        self.table.take(terms.start, luck=luck, **play)

    # -------------------------------------------------------------------------------------- letters

    def _open(self, letter: Letter) -> None:
        """Answer with a sentence; whatever was asked, the game goes on."""
        try:
            sentence = self._answer(letter)
        except StardeckError as trouble:
            sentence = str(trouble)
        except Exception:
            log.exception("A page asked for %r", letter.request)
            sentence = say(Saying("page.not_open"))
        try:
            letter.answer.set_result(sentence)
        except InvalidStateError:
            log.info("Nobody waited for the answer to %r", letter.request)

    def _answer(self, letter: Letter) -> str:
        request = letter.request
        if self.workroom.busy and isinstance(request, Play | Choose | Back | Begin | Resume):
            raise Misuse(say(Saying("page.lent")))
        match request:
            case Obey(line):
                return self._obey(line)
            case Play(move):
                return self._play(move, letter.seat)
            case Choose(move):
                return self._choose(move, letter.seat)
            case Back():
                return self._back(letter.seat)
            case Begin():
                self.sit(begun(self.house, request))
            case Resume(number):
                self.sit(resumed(self.house, number))
            case Discard(number):
                self._discard(number)
            case Switch(on):
                return self._record_or_not(on)
            case Start() | Direct() | Point():
                self.workroom.answer(request)
        return ""

    def _obey(self, line: str) -> str:
        if self.fingers is None:
            return say(Saying("page.no_game"))
        self.workroom.allow(line)
        if line.startswith("say "):
            self.recording.say(line)
        else:
            self.recording.remark(f"hand: {line}")
        self.fingers.obey(line)
        self._acted = self.house.clock.now()
        return ""

    def _own(self, text: str, seat: Seat) -> Move:
        """The move this seat speaks of; its own, and none else."""
        if self.table is None or self.sitting is None:
            raise Misuse(say(Saying("page.no_game")))
        move = self.sitting.game.parse(text)
        if move.seat != seat or seat not in self.table.position.actors:
            raise Misuse(say(Saying("page.not_yours")))
        return move

    def _play(self, text: str, seat: Seat) -> str:
        """Said where cards are dealt by luck; where they are real, shown to the reader."""
        move = self._own(text, seat)
        assert self.table
        if self.fingers and self.table.luck is None and (line := self._tap(move)):
            return self._obey(line)
        self.recording.say(f"say {move}")
        refusal = self.table.say(move)
        self._acted = self.house.clock.now()
        return say(Saying(refusal.words)) if refusal else ""

    def _tap(self, move: Move) -> str:
        assert self.table
        for mark in self.table.moments[-1].known.marks:
            for site, reading in mark.trace.changes.items():
                if mark.move == move and self.table.senses[site] is Sense.TAP:
                    return f"tap {site} {reading}"
        return ""

    def _choose(self, text: str, seat: Seat) -> str:
        move = self._own(text, seat)
        assert self.table
        self.recording.say(f"choose {move}")
        return "" if self.table.choose(move) else say(Saying("page.not_open"))

    def _back(self, seat: Seat) -> str:
        if self.table is None or not self.table.history:
            return say(Saying("table.nothing_back"))
        made = [move.seat for move in self.table.history if move.seat != CHANCE]
        if made[-1:] != [seat]:
            return say(Saying("page.not_your_back"))
        self.recording.say("back")
        self.table.take_back()
        return say(self.table.message) if self.table.message else ""

    def _discard(self, number: int) -> None:
        if self._record and self._record.sitting == number:
            raise Misuse(say(Saying("page.not_open")))
        journal_of(self.house).reopen(number).end("discarded")
        self._kept = kept(self.house, self._record)

    # --------------------------------------------------------------------------------------- robots

    def _let_robots_play(self) -> None:
        table = self.table
        if table is None or table.stage is not Stage.WAITING or table.wish:
            return
        if self.house.clock.now() - self._acted > PAUSE:
            self._acted = self.house.clock.now()
            if move := chosen(table.position, self._players, table.last_seat):
                self._robot_plays(move, table)

    def _robot_plays(self, move: Move, table: Table) -> None:
        """Its hand moves on a simulated table; on a real one the lights ask for a hand."""
        if self.fingers:
            self.fingers.rig.play(move, spoken=True)
            self.fingers.rig.wait(0.3)
        else:
            self.recording.say(f"say {move}")
            table.say(move)
        self._acted = self.house.clock.now()

    # ------------------------------------------------------------------------------ the workshop

    def _lend(self) -> None:
        """The workshop has the board: the game loses it, and finds it again afterwards."""
        rig = self.fingers.rig if self.fingers else None
        game = self.sitting.game if self.sitting else first_game()
        if self.board and self.loop:
            self.board.link.release()
            self.loop.turn()
        self.workroom.run(game, self.board, rig, self._attend)
        if self.board:
            self.board.forget()
        self._acted = self.house.clock.now()

    def _attend(self) -> None:
        """Between two frames of an errand: letters, and what can be seen."""
        for letter in self.mailbox.letters():
            self._open(letter)
        self._publish(self._view(self._away()))

    def _away(self) -> Observation:
        """No board is there to be felt."""
        return Observation(self.house.clock.now(), {}, {}, present=False)

    def _record_or_not(self, on: bool) -> str:
        if not on:
            self.recording.end()
        elif self.sitting is None:
            return say(Saying("page.no_game"))
        else:
            self._keep_reel()
        trouble = self.recording.trouble
        return say(Saying("page.not_recording", {"why": trouble})) if trouble else ""

    def _keep_reel(self) -> None:
        """From here on; the Pico tells once more how all stands, so that nothing is presumed."""
        assert self.board and self.table and self._terms
        self.recording.begin(head(self._terms, self.table, self.board, self.house.today()))
        self.board.link.send(wire.REQUEST_SNAPSHOT)

    def _taken(self, name: str) -> bytes | None:
        """What the workshop's page may take away; asked for in the pages' thread."""
        return self.workroom.files.get(name) or self.recording.reel(name)

    # ----------------------------------------------------------------------------------------- eyes

    def _witness(self, observation: Observation) -> None:
        """After every turn, even those within a robot's move: what can be seen now."""
        assert self.table
        waiting = self.table.stage is Stage.WAITING and not self.table.busy
        if self.recording.on and (self.recording.overfull or (self.recording.full and waiting)):
            self._keep_reel()
        self._publish(self._view(observation))

    def _view(self, observation: Observation) -> View:
        errand = self.workroom.errand
        if self.table is None or self.board is None or self.loop is None:
            return replace(shelf(self._kept), errand=errand)
        view = look(
            self.table,
            observation,
            self.loop.scene,
            sitting=self.sitting,
            trouble=str(self.board.trouble or "") or self._unrecorded(),
            eyes=self.fingers.eyes() if self.fingers else None,
            condition=self._checked(observation),
            kept=self._kept,
        )
        if errand and errand.running:
            return replace(view, errand=errand, asks=lent(errand), present=True)
        return replace(view, errand=errand) if errand else view

    def _unrecorded(self) -> str:
        why = self.recording.trouble
        return say(Saying("page.not_recording", {"why": why})) if why else ""

    def _publish(self, view: View) -> None:
        if view.differs(self._shown):
            self._shown = view
            self.gallery.publish(view)

    def _checked(self, observation: Observation) -> Condition | None:
        """The board's health, now and then, and only while somebody wants to know."""
        if not self.gallery.present.get("service"):
            return None
        at, found = self._condition
        lent = self.workroom.errand is not None and self.workroom.busy
        if observation.at - at >= CHECKUP and self.board and not lent:
            found = condition(self.board, observation, self.log, self.recording)
            self._condition = observation.at, found
        return found


def lent(errand: Errand) -> Saying:
    """What the table asks for while the workshop has the board."""
    task = say(errand.task) if errand.task else ""
    return Saying("errand.lent", {"task": task}) if task else Saying("errand.lent_still")


def shelf(kept: tuple[Kept, ...]) -> View:
    """No game, no board: only what may be chosen."""
    return View(
        sitting=None,
        stage=Stage.SHELF,
        moments=(),
        asks=Saying("table.shelf"),
        notice=None,
        message=None,
        unsaved="",
        alarm=False,
        alike=(),
        unfelt=False,
        scene={},
        readings={},
        present=True,
        trouble="",
        kept=kept,
    )
