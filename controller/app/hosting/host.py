"""Host: runs one table for the web pages: requests, workshop jobs, recordings and views."""

from __future__ import annotations

import logging
from functools import partial

from msgspec.structs import replace

from controller.app.appliance.arrival import Arrival
from controller.app.appliance.decisions import act_on_decision
from controller.app.appliance.table_menu import TableMenu
from controller.app.computer.discreet_log import Logbook
from controller.app.hosting.health_report import Checkups
from controller.app.hosting.spoken import SeatCommands
from controller.app.library.history import history
from controller.app.library.library import Brought, GameLibrary, import_game
from controller.app.recordings.black_box import BlackBox
from controller.app.recordings.mishaps import Mishaps
from controller.app.recordings.recording import Recording, RecordingHead, Seal, head, secret
from controller.app.recordings.reels import Reels
from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import (
    Environment,
    GameSetup,
    agreed_game,
    branched,
    lesson_of,
    rematch,
    require_journal,
    resumable_games,
    resumed,
    unfinished_sittings,
)
from controller.app.workshop.session import WorkshopSession
from controller.errors import Misuse, StardeckError
from controller.games import SHELF
from controller.lessons.learnt import Learnt
from controller.sitting.flow import Stage
from controller.sitting.journal import SittingRecord
from controller.sitting.luck import is_open
from controller.sitting.shown.table_view import view_table
from controller.sitting.table import Table
from controller.values import Observation, Saying, Site
from controller.web.gallery import Gallery
from controller.web.mailbox import (
    Again,
    Back,
    Begin,
    Branch,
    Bring,
    Choose,
    Direct,
    Discard,
    Draft,
    Help,
    Hint,
    Illumine,
    Learn,
    Letter,
    LobbyAsks,
    Mailbox,
    Obey,
    Play,
    Point,
    Press,
    Resume,
    Start,
    answer,
    request_kind,
)
from controller.web.mailbox import Record as Switch
from controller.web.view import Condition, GameFacts, KeptGame, View
from controller.words import say
from firmware import wire

# Refused while the workshop has the board:
OF_A_GAME = (Play, Choose, Back, Hint, Begin, Learn, Resume, Again, Branch, Press)
IDLE_WAIT = 1.0  # s to wait at most while nothing happens; a letter ends the wait

log = logging.getLogger(__name__)


class Host:
    """One table in one thread: it takes requests (letters) from pages and publishes views."""

    def __init__(self, house: Environment, gallery: Gallery, mailbox: Mailbox) -> None:
        self.house, self.gallery, self.mailbox = house, gallery, mailbox
        self.log, self.workshop = Logbook(), WorkshopSession(house)
        folder, kept = house.folder, house.journal
        self.recording = Recording(
            folder and folder / "recordings", house.clock, kept.path if kept else None
        )
        self.recording.sealed = self._sealed
        self.learnt = Learnt(house.folder)
        self.black_box, self.mishaps = BlackBox(house.clock), Mishaps(house.clock)
        self.reels = Reels(self.recording, self.black_box)
        gallery.taken = self._taken
        gallery.explained = lambda number: self.running.explain(number) if self.running else None
        gallery.library = GameLibrary(house.journal.path, house.think) if house.journal else None
        self.running: RunningTable | None = None
        self.arrival: Arrival | None = None  # waits for a board, whose panel decides what is played
        self.menu: TableMenu | None = None  # the menu on a real board, for players without a page
        self.down = False  # True once the table is switched off
        self.sitting: GameFacts | None = None
        self._checkups = Checkups(self.log, self.recording, house)
        self._shown: View | None = None
        self._resting: str | None = None  # the trouble shown at rest, None before that
        self._number = 0
        self._look_up(None)

    @property
    def table(self) -> Table | None:
        return self.running.table if self.running else None

    def turn(self) -> None:
        """Run one turn; after an exception of our own, restart the table and continue the game."""
        try:
            self._go_round()
        except Exception:
            self._start_over()

    def _go_round(self) -> None:
        """Read the board, publish a view, answer letters, then let menu and robots act."""
        self._show(self._felt())
        self._checkups.note_firmware(self.running or self.menu)
        for letter in self.mailbox.letters():
            self._resting = None
            self._open(letter)
        if self.workshop.wanted:
            self._lend()
        act_on_decision(self)
        if self.running and not self.workshop.running and not (self.menu and self.menu.open):
            self.running.let_robots_play()
            self._school(self.running)

    def _school(self, running: RunningTable) -> None:
        """Save the lesson's progress; start the next lesson if YES was pressed for it."""
        if running.teacher:
            self.learnt.mark(running.teacher)
        if name := running.next_lesson:
            self.sit(lesson_of(running.terms.game, name))

    def close(self) -> None:
        self.recording.end()
        self.workshop.close()
        if self.running:
            self.running.close()
        if self.arrival:
            self.arrival.close()
        self._make_way()

    def _make_way(self) -> None:
        """Close the menu's connection to the board."""
        if self.menu:
            self.menu.make_way()

    def _start_over(self) -> None:
        """Save a recording of the fault, wait longer each time, and rebuild the table."""
        first = self.mishaps.note()
        log.exception("The table broke off. Recording: %s", self.reels.evidence() if first else "-")
        self.mishaps.rest()
        if self.running:
            self.running.start_over()
            self._listen(self.running)
            self._watch(self.running)

    def _felt(self) -> Observation:
        """Return the board's readings; absent while the workshop has the board or there is none."""
        if self.workshop.running:
            self._work()
        elif self.menu and self.menu.open:
            return self.menu.attend(self.running)
        elif self.running:
            turn = self.running.turn(IDLE_WAIT)
            self._change_reel(self.running.table)
            if self.menu:
                self.menu.watch(self.running, turn)
            return turn.observation
        elif self.arrival and not self.arrival.over:
            self.arrival.look()
        else:
            self.house.clock.doze(IDLE_WAIT)
        return Observation(self.house.clock.now(), {}, {}, present=False)

    # --------------------------------------------------------------------------------- sitting down

    def sit(self, terms: GameSetup) -> None:
        """Start or resume this game, on a fresh simulated table or the connected board."""
        self._make_way()
        if self.running and not self.house.simulated:
            self.running.play_again(terms)
        else:
            fresh = RunningTable(self.house, terms, self.reels.say)
            if self.running:
                self.running.close()
            self.running = fresh
        if self.menu:
            self.menu.menu.close()
        self._number += 1
        self.sitting = self.running.sitting(self._number)
        self._listen(self.running)
        self.running.table.catch_up(self.house.clock.now())
        self._look_up(terms.record)
        self._watch(self.running)
        if self.recording.on or self.house.record:
            self._keep_reel()
        if self.arrival:
            self.arrival.close()

    def leave(self) -> None:
        """Leave the game, which stays in the journal, and go back to the menu or the lobby."""
        self.recording.end()
        if self.running:
            self.running.close()
        self.running = self.sitting = None
        self._look_up(None)
        if self.menu:
            self.menu.show_home()

    # ----------------------------------------------------------------------------- what is recorded

    def _watch(self, running: RunningTable) -> None:
        """Start a new recording in memory, in case our own code fails."""
        self.black_box.begin(self._head(running))
        running.board.link.send(wire.REQUEST_SNAPSHOT)

    def _head(self, running: RunningTable) -> RecordingHead:
        return head(running.terms, running.table, running.board, self.house.today())

    def _listen(self, running: RunningTable) -> None:
        """Pass the traffic on the line and hidden deals on to the recordings."""
        running.board.link.listener = self.reels.listen
        if not is_open(running.terms.seed):
            running.table.tell_deals(self.reels.deal)

    def _look_up(self, current: SittingRecord | None) -> None:
        """Read from the journal the games to offer, every unfinished one, and the past ones."""
        self.kept: tuple[KeptGame, ...] = resumable_games(self.house, current)
        self._waiting = unfinished_sittings(self.house)
        self.past = history(self.house.journal)

    # -------------------------------------------------------------------------------------- letters

    def _open(self, letter: Letter) -> None:
        """Answer one letter; any error becomes the answer, and the game goes on."""
        try:
            self._answer(letter)
        except StardeckError as trouble:
            answer(letter, str(trouble))
        except Exception:
            log.exception("A page asked to %s", request_kind(letter.request))
            answer(letter, say(Saying("page.our_fault")))

    def _answer(self, letter: Letter) -> None:
        """Do what a letter asks; hand motions and hints answer when done, all else at once."""
        request = letter.request
        if self.workshop.busy and isinstance(request, OF_A_GAME):
            raise Misuse("page.lent")
        match request:
            case Obey(line):
                self._obey(line, letter)
            case Play(move):
                self._play(move, letter)
            case Choose(move):
                answer(letter, SeatCommands(self._seated(), self.reels).choose(move, letter.seat))
            case Back():
                answer(letter, SeatCommands(self._seated(), self.reels).back(letter.seat))
            case Illumine(name, scene):
                self._seated().illumine(name, scene)
                answer(letter)
            case Bring(game):
                answer(letter, self._bring(game))
            case Switch(on):
                answer(letter, self._record_or_not(on))
            case Hint():
                self._seated().hint(letter.seat, partial(answer, letter))
            case Help(moments):
                self._seated().hints.help(letter.seat, moments)
                answer(letter)
            case _:
                self._arrange(request)
                answer(letter)

    def _arrange(self, request: LobbyAsks | Start | Direct | Point) -> None:
        """Do what the lobby, the table's keys or the workshop ask for."""
        match request:
            case Begin():
                self.sit(agreed_game(self.house, request))
            case Learn(name, lesson):
                self.sit(lesson_of(SHELF.take(name), lesson, self.learnt.of(name)))
            case Resume(number):
                self.sit(resumed(self.house, number))
            case Branch(number, upto):
                self.sit(branched(self.house, number, upto))
            case Again(swap):
                self.sit(rematch(self.house, self._seated().terms, swap))
            case Discard(number):
                self.discard(number)
            case Press(key) if self.menu and self.menu.open:
                self.menu.press(Site(f"key.{key}"))
            case Press(key):
                self._seated().press(key)
            case Draft(agreement):
                if self.menu:
                    self.menu.agree(agreement)
            case _:
                self.workshop.answer(request)

    def _obey(self, line: str, letter: Letter) -> None:
        running = self._seated()
        self.workshop.allow(line)
        if line.startswith("say "):
            self.reels.say(line)
        else:
            self.recording.remark(f"hand: {line}")
        running.obey(line, partial(answer, letter))

    def _seated(self) -> RunningTable:
        if self.running is None:
            raise Misuse("page.no_game")
        return self.running

    def _play(self, text: str, letter: Letter) -> None:
        """Play a spoken move; where cards are real, the simulated hand shows the card instead."""
        spoken = SeatCommands(self._seated(), self.reels)
        if line := spoken.shown(text, letter.seat):
            self._obey(line, letter)
        else:
            answer(letter, spoken.play(text, letter.seat))

    def _bring(self, game: Brought) -> str:
        number = import_game(require_journal(self.house), game)
        self._look_up(self.running.terms.record if self.running else None)
        return str(number)

    def discard(self, number: int) -> None:
        """Mark an interrupted game as discarded; Misuse for the one on the table."""
        record = self.running.terms.record if self.running else None
        if record and record.sitting == number:
            raise Misuse("page.not_open")
        require_journal(self.house).reopen(number).end("discarded")
        self._look_up(record)

    # ------------------------------------------------------------------------------ the workshop

    def _lend(self) -> None:
        """Give the board to the workshop: for the game it is unplugged until the job ends."""
        running = self.running
        if running:
            running.board.link.release()
            running.turn()
        elif self.arrival:
            self.arrival.make_way()
        self._make_way()
        game = running.terms.game if running else SHELF.first
        board, twin = (running.board, running.twin) if running else (None, None)
        self.workshop.begin(game, board, twin)

    def _work(self) -> None:
        """Run one step of the workshop's job and of the simulated hand."""
        if self.running and self.running.twin:
            self.running.twin.go_on()
        self.workshop.step()
        if self.running and not self.workshop.running:
            self.running.board.starts.forget()
            self.running.doubt_anew(self.running.table)
            self.running.stir()

    def _record_or_not(self, on: bool) -> str:
        if on:
            self._keep_reel()
        else:
            self.recording.end()
        return self.recording.complaint

    def _change_reel(self, table: Table) -> None:
        """Start a new recording when the current one is full, if possible while no move is made."""
        waiting = table.stage is Stage.WAITING and not table.busy
        if self.recording.on and (self.recording.overfull or (self.recording.full and waiting)):
            self._keep_reel()
        if self.running and self.black_box.full and waiting:
            self._watch(self.running)

    def _keep_reel(self) -> None:
        """Start a recording file, and request a snapshot so that its first state is complete."""
        running = self._seated()
        self.recording.begin(self._head(running))
        running.board.link.send(wire.REQUEST_SNAPSHOT)

    def _sealed(self, seal: Seal) -> bool:
        """True if its game may go on and hides cards; also called in the pages' thread."""
        waiting, going = self._waiting, running.going if (running := self.running) else ()
        return seal.hidden and (waiting is None or seal.guards(waiting) or seal.guards(going))

    def _taken(self, name: str) -> bytes | None:
        """Return a file that the workshop page may download; called in the pages' thread."""
        return self.workshop.files.get(name) or self.recording.reel(name)

    # ----------------------------------------------------------------------------------------- eyes

    def _view(self, observation: Observation) -> View:
        errand, running = self.workshop.errand, self.running
        house = View(errand=errand, kept=self.kept, learnt=self.learnt.all, history=self.past)
        if running is None:
            return replace(house, trouble=self.arrival.sentence if self.arrival else "")
        return replace(
            house,
            sitting=self.sitting,
            table=view_table(running.table, observation),
            scene=running.loop.scene,
            present=observation.present or (errand is not None and errand.running),
            trouble=self._trouble(running),
            eyes=running.twin.eyes() if running.twin else None,
            condition=self._checked(running, observation),
            lesson=running.teacher.taught() if running.teacher else None,
            helps={**running.hints.helps},
            saved=(running.terms.record.sitting or 0) if running.terms.record else 0,
        )

    def _trouble(self, running: RunningTable) -> str:
        lost = str(running.board.trouble or "")
        return lost or self.mishaps.sentence or self.recording.complaint or self.house.trouble

    def _show(self, observation: Observation) -> None:
        """Publish a view, unless the table rests and was shown at rest before."""
        before, self._resting = self._resting, self._rest()
        if before is None or before != self._resting:
            view = self._view(observation)
            self._publish(self.menu.over(view) if self.menu else view)

    def _rest(self) -> str | None:
        """Return the trouble that is shown while nothing changes; None while something does."""
        running, asking = self.running, self.menu and self.menu.open
        stirs = asking or self.workshop.busy or self.gallery.serviced
        return self._trouble(running) if running and running.resting and not stirs else None

    def _publish(self, view: View) -> None:
        if view.differs(self._shown):
            self._shown = view
            self.gallery.publish(view)

    def _checked(self, running: RunningTable, observation: Observation) -> Condition | None:
        """Return the board's health while a workshop page is open, else None."""
        if self.gallery.serviced and not self.workshop.busy:
            table = running.table
            told = observation, running.doubts, table.state.decided
            self._checkups.look(running.board, *told, covered=secret(table.position))
        return self._checkups.found if self.gallery.serviced else None
