"""The menu on a real board: it reads keys, lights and sounds the screens, and notes decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from controller.app.computer.trouble_sign import SIGN_SECONDS, sign
from controller.app.running.running_table import RunningTable
from controller.app.setup.panels import card_readers
from controller.app.setup.start_game import Environment, GameSetup
from controller.errors import StardeckError
from controller.game import Game
from controller.menu import picture
from controller.menu.acts import Act, Leave
from controller.menu.agreement import (
    DEALT,
    HUMAN,
    NO_TEAM,
    REAL,
    Agreement,
    fit_to_seats,
    usual_agreement,
)
from controller.menu.entries import Entry, Saved
from controller.menu.menu import Menu
from controller.menu.screens import Screen
from controller.menu.set_up import StartMarks
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.scene import Scene, render
from controller.sitting.flow import Stage
from controller.sitting.keys import YES, TableKeys
from controller.sitting.loop import Turn
from controller.sitting.luck import Dealer
from controller.sitting.news import MenuWanted
from controller.sounds.sound import Sound
from controller.values import Observation, Reading, Saying, Seat, Site
from controller.web.mailbox import Begin, Place
from controller.web.view import KeptGame, View
from controller.words import said, say
from drivers.board import Board, open_board
from drivers.link import READ_TIMEOUT
from drivers.pi.power_pin import PowerPin
from drivers.wiring import Wiring

BOARD_RETRY_PAUSE = 1.0  # s before a board that does not answer is tried again


class TableMenu:
    """The menu of one panel; while no game runs, it holds the connection to the board itself."""

    def __init__(
        self,
        house: Environment,
        wiring: Wiring,
        games: Sequence[Game],
        saved: Callable[[], Sequence[KeptGame]],
        lineups: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._house, self._wiring, self._saved = house, wiring, saved
        loud = house.loudness
        self.menu = Menu(games, self._kept(), lineups, decks(wiring), lambda: loud.volume)
        line = wiring.file.pi.power_fail
        self.power = PowerPin(line, house.clock) if line else None  # reports a power failure
        self.decided: Act | None = None
        self.why_not = ""  # why the last decision could not be carried out
        self._board: Board | None = None
        self._again = 0.0  # s, when a board that did not answer is tried again
        self._absent = ""  # why no board could be opened
        self._present = True
        self._marks = [StartMarks(game, wiring.senses) for game in games]
        self._cells = {game.name: picture.lit_cells(game, wiring.chain) for game in games}
        self._keys = TableKeys()
        self._drawn: tuple[tuple[Screen, Entry] | None, Scene] = None, {}
        self._heard: tuple[object, ...] = ()  # what was sounded last
        self._spoken = ""  # what was spoken last
        self._signed = 0.0  # s, until then a trouble's sign is shown
        self._sign: Scene = {}
        self._lying: dict[Site, Reading] = {}  # readings when start marks were last compared

    @property
    def open(self) -> bool:
        """True while the menu asks something."""
        return self.menu.open

    def says(self) -> Saying:
        """Return what the menu asks, after why the last decision could not be carried out."""
        asked, why = self.menu.says(), self.why_not
        return Saying("menu.not_so", {"why": why, "asked": asked}) if why else asked

    def over(self, view: View) -> View:
        """Return this view with the menu's question and lights, if it is open."""
        view = replace(view, agreed=self.menu.agreement)
        if not self.open:
            return view
        trouble = view.trouble or self._trouble()
        shown = {"scene": self.scene(), "present": self._present, "trouble": trouble}
        return replace(view, menu=self.says(), **shown)

    def _trouble(self) -> str:
        """Return why the board does not respond, or ""."""
        lost = self._board.trouble if self._board else self._absent
        silent = "" if self._present else said("board.silent", url=self._house.url)
        return str(lost or silent)

    def scene(self) -> Scene:
        """Return the lights of the menu's screen; computed again only when it changes."""
        asked = (self.menu.screen, self.menu.entry) if self.menu.open else None
        if asked != self._drawn[0]:
            cells = self._cells[self.menu.agreement.game]
            self._drawn = asked, picture.menu_scene(self.menu, cells)
        return self._drawn[1]

    # ------------------------------------------------------------------------------- at the board

    def attend(self, running: RunningTable | None) -> Observation:
        """Run one turn of the open menu: read keys and start marks, then light, sound, speak."""
        if running and running.twin:
            running.twin.go_on()
        board = running.board if running else self._own()
        observation = board.observe() if board else self._nothing()
        self._present = observation.present
        if board is None:
            return observation
        self._hear(observation)
        if not (running and running.table.stage is not Stage.OVER):
            self._look(observation)
        self._warn(board, observation.at)
        scene = self._sign if observation.at < self._signed else self.scene()
        board.show(render(scene, self._wiring.chain, self._wiring.file.pixels))
        self._sound(board)
        self._speak()
        return observation

    def _warn(self, board: Board, now: float) -> None:
        """Show a trouble of the machine instead of the screen, for a while or until a key."""
        if now < self._signed or not (saying := self._house.news(now)):
            return
        self._signed, self._sign = (
            now + SIGN_SECONDS,
            sign(saying, self._cells[self.menu.agreement.game]),
        )
        self._play(Sound.TROUBLE, board)
        self._tell(say(saying))

    def watch(self, running: RunningTable, turn: Turn) -> None:
        """During a game, open the menu on its key; after it, restart, leave or offer a setup."""
        table = running.table
        key = next((news.key for news in turn.news if isinstance(news, MenuWanted)), None)
        table.offer_menu()
        over = table.stage is Stage.OVER
        if key or over:
            self._keys.ignore(turn.observation.at)
        if over and key == YES:
            self._lay(agreement_of(running.terms))
        elif over and key:
            self.decided = Leave()
        elif key and table.stage is Stage.WAITING:
            self.menu.pause()
        elif over:
            self._look(turn.observation)

    def press(self, key: Site) -> None:
        """Press one of the menu's keys; its decision, if any, is put into `decided`."""
        self.why_not, self._signed = "", 0.0
        self.decided = self.menu.press(key) or self.decided

    def agree(self, agreement: Agreement) -> None:
        """Take over what was chosen in the lobby, if the panel has that game."""
        if any(agreement.fits(game) for game in self.menu.games):
            self.menu.agree(agreement)

    def show_home(self) -> None:
        """Show the first screen, with the games that can be resumed."""
        self.menu.show_home(self._kept())

    def make_way(self) -> None:
        """Close the connection to the board, for a game or a job."""
        if self._board:
            self._board.close()
        self._board = None

    @property
    def board(self) -> Board | None:
        """The menu's own connection to the board, while it has one."""
        return self._board

    def _own(self) -> Board | None:
        """Return the menu's own connection, opened if possible; None while no board answers."""
        url, clock = self._house.url, self._house.clock
        if self._board is None and clock.now() >= self._again:
            try:
                self._board = open_board(url, self._wiring, clock, waits=True)
                self._absent = ""
            except StardeckError as trouble:
                self._absent = str(trouble)
                self._again = clock.now() + BOARD_RETRY_PAUSE
            self._keys.ignore(clock.now())
        return self._board

    def _nothing(self) -> Observation:
        self._house.clock.sleep(READ_TIMEOUT)
        return Observation(self._house.clock.now(), {}, {}, present=False)

    def _sound(self, board: Board) -> None:
        """Sound a change: a new screen, a refusal, or a volume at that volume."""
        volume = self.menu.entry.volume if self.menu.open else None
        before, self._heard = self._heard, (self.menu.screen, self.why_not, volume)
        if self._heard != before:
            self._play(Sound.WRONG if self.why_not else Sound.QUESTION, board, volume)

    def _play(self, sound: Sound, board: Board, volume: int | None = None) -> None:
        loudness = self._house.loudness.at(volume)
        if tune := loudness.tune([sound]):
            board.sound(tune, loudness.volume)
            if speaker := self._house.speaker:
                speaker.sound(tune, loudness.volume)

    def _speak(self) -> None:
        """Speak a new question, at the volume it is about."""
        if not self.open:
            self._spoken = ""
        elif (asked := say(self.says())) != self._spoken:
            self._spoken = asked
            self._tell(asked, self.menu.entry.volume)

    def _tell(self, words: str, volume: int | None = None) -> None:
        if speaker := self._house.speaker:
            speaker.say(words, self._house.loudness.at(volume).volume)

    def _hear(self, observation: Observation) -> None:
        """Press a single key; if several are pressed at once, drop them and say so."""
        pressed = self._keys.pressed(observation)
        if len(pressed) == 1:
            self.press(*pressed)
        elif pressed:
            self.why_not = said("table.keys_dropped")

    def _look(self, observation: Observation) -> None:
        """Offer a game when its pieces have come to stand on their start marks."""
        senses, likely = self._wiring.senses, self.menu.agreement
        lying = {s: was for s, was in observation.readings.items() if s in senses}
        if not observation.present or lying == self._lying:
            return
        self._lying = lying
        for marks in self._marks:
            seats = marks.seats(lying, likely.seats)
            if seats is not None:
                agreed = likely if likely.game == marks.game.name else usual_agreement(marks.game)
                self._lay(agreed.seated(seats))
                return

    def _lay(self, agreement: Agreement) -> None:
        self.menu.saved = self._kept()
        self.menu.lay(agreement)

    def _kept(self) -> tuple[Saved, ...]:
        return tuple(Saved(k.number, k.title, k.opened, k.moves) for k in self._saved())


def decks(wiring: Wiring) -> tuple[str, ...]:
    """Return the decks to offer: real cards only with readers, and first if tags are enrolled."""
    if not card_readers(wiring):
        return (DEALT,)
    return (REAL, DEALT) if wiring.tags else (DEALT, REAL)


def agreement_of(terms: GameSetup) -> Agreement:
    """Return the agreement with which this game can be played once more."""
    kinds = tuple(who.kind if who.kind in ROBOTS else HUMAN for who in terms.who)
    deck = DEALT if terms.dealer is Dealer.LUCK else REAL
    again = usual_agreement(terms.game, deck=deck).seated(len(kinds))
    teams = again.teams and teams_of(terms.start.teams, len(kinds))
    picked = terms.setting.picks if terms.setting else {}
    picks = {name: fit_to_seats(picked.get(name, ()), len(kinds), "") for name in again.picks}
    return replace(again, kinds=kinds, options=terms.options, teams=teams, picks=picks)


def teams_of(sides: Sequence[Sequence[Seat]], seats: int) -> tuple[int, ...]:
    """Return the number of each seat's team; ALONE for a seat without one."""
    return tuple(
        next((team for team, side in enumerate(sides, 1) if seat in side), NO_TEAM)
        for seat in range(seats)
    )


def begin(agreement: Agreement) -> Begin:
    """Return the agreement as the lobby's request to start a game."""
    places = tuple(Place(default_name(n, kind), kind) for n, kind in enumerate(agreement.kinds, 1))
    return Begin(
        agreement.game,
        places,
        teams=agreement.sides,
        options=agreement.options,
        picks=agreement.picks,
        deck=agreement.deck,
    )


def default_name(number: int, kind: str) -> str:
    """Return a player's default name, by seat number and kind."""
    if kind in LEVELS:
        return said(f"level.{kind}.called", number=number)
    return said("player.human" if kind == HUMAN else "player.robot", number=number)
