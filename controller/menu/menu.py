"""The menu: the present screen, its selected entry, and the effects of keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from controller.game import Game
from controller.menu import entries
from controller.menu.acts import Act, GoOn
from controller.menu.agreement import DEALT, Agreement, usual_agreement
from controller.menu.entries import Entry, Saved
from controller.menu.screens import MenuEvent, Path, Screen
from controller.sitting.keys import BACK, NEXT, NO, YES
from controller.sounds.sound import USUAL_VOLUME
from controller.table_rules import offered_options
from controller.values import Saying, Site


class Menu:
    """The state of the menu; keys change it and may return an act to carry out."""

    def __init__(
        self,
        games: Sequence[Game],
        saved: Sequence[Saved] = (),
        lineups: Mapping[str, Sequence[str]] | None = None,
        decks: Sequence[str] = (DEALT,),
        volume: Callable[[], int] = lambda: USUAL_VOLUME,
    ) -> None:
        self._volume = volume  # returns the present volume
        self.games, self.saved, self._decks = tuple(games), tuple(saved), decks
        last, deck = lineups or {}, decks[0]
        self._usual = [usual_agreement(game, last.get(game.name, ()), deck) for game in self.games]
        self.agreement = self._usual[0]
        self._path = Path(Screen.HOME)
        self._at = 0  # index of the seat or house rule
        self._cursor = 0
        self._doubted: Act | None = None
        self._playing = False  # a game is in progress
        self._offers: Mapping[Screen, Callable[[], list[Entry]]] = {
            Screen.HOME: lambda: entries.home_entries(self.saved),
            Screen.GAME: lambda: entries.game_entries(self.games, self._usual),
            Screen.SEATS: lambda: entries.seats_entries(self.game, self.agreement),
            Screen.PLAYERS: lambda: entries.players(self._at, self.agreement),
            Screen.CARDS: lambda: entries.cards(self.agreement),
            Screen.RULES: lambda: entries.rules_entries(self.game, self.agreement),
            Screen.OPTIONS: lambda: entries.option_entries(self.game, self._at, self.agreement),
            Screen.TEAMS: lambda: entries.team_entries(self._at, self.agreement),
            Screen.PICKS: lambda: entries.pick_entries(self.game, self._at, self.agreement),
            Screen.START: lambda: entries.start_entry(self.game, self.agreement),
            Screen.SOUND: entries.sound_entries,
            Screen.PAUSE: entries.pause,
            Screen.SURE: lambda: entries.confirm_entry(self._doubted) if self._doubted else [],
        }

    @property
    def screen(self) -> Screen:
        return self._path.screen

    @property
    def open(self) -> bool:
        return self.screen is not Screen.CLOSED

    @property
    def game(self) -> Game:
        return next(game for game in self.games if game.name == self.agreement.game)

    @property
    def entry(self) -> Entry:
        """The selected entry."""
        offered_now = self._entries()
        return offered_now[self._cursor % len(offered_now)]

    @property
    def many(self) -> bool:
        """True if there are several entries."""
        return len(self._entries()) > 1

    def says(self) -> Saying:
        return self.entry.saying

    # ---------------------------------------------------------------------------------------- keys

    def press(self, key: Site) -> Act | None:
        """Handle a key; return the act that was decided, if any."""
        if not self.open:
            return None
        match key:
            case _ if key == YES:
                return self._agree()
            case _ if key == NO:
                return self._deny()
            case _ if key == BACK:
                return self._back()
            case _ if key == NEXT:
                self._next()
        return None

    def _next(self) -> None:
        self._cursor = (self._cursor + 1) % len(self._entries())
        self.agreement = self.entry.agreement or self.agreement

    def _agree(self) -> Act | None:
        entry = self.entry
        if entry.doubt:
            self._doubt(entry.doubt)
        elif entry.turn and self._more():
            self._stand(self._at + 1)
        elif entry.turn:
            self._go(entry.turn)
        return entry.act

    def _deny(self) -> Act | None:
        denied = self.entry.denied
        if denied:
            self._doubt(denied)
        elif self.screen in (Screen.SURE, Screen.PAUSE):
            return self._back()
        else:
            self._go(MenuEvent.LEAVE)
        return None

    def _back(self) -> Act | None:
        if self.screen is Screen.PAUSE:
            return GoOn()
        if self._at:
            self._stand(self._at - 1)
        elif self.screen in (Screen.SURE, Screen.SOUND) and self._playing:
            self._go(MenuEvent.OPEN)
        else:
            self._go(MenuEvent.BACK)
        return None

    # ------------------------------------------------------------------------------------- screens

    def show_home(self, saved: Sequence[Saved]) -> None:
        """Open the home screen, as no game is in progress."""
        self.saved, self._playing = tuple(saved), False
        self._go(MenuEvent.LEAVE)

    def pause(self) -> None:
        """Open the menu during a game."""
        self._playing = True
        self._go(MenuEvent.OPEN)

    def close(self) -> None:
        """Close the menu, as a game is played."""
        self._go(MenuEvent.CLOSE)

    def lay(self, agreement: Agreement) -> None:
        """Show the start screen for this agreement, e.g. when start pieces are laid out."""
        self.agreement = agreement
        self._go(MenuEvent.LAID)

    def agree(self, agreement: Agreement) -> None:
        """Take over an agreement that was changed in the lobby."""
        self.agreement = agreement
        self._stand(min(self._at, max(0, self._places() - 1)))

    def _doubt(self, act: Act) -> None:
        self._doubted = act
        self._go(MenuEvent.DOUBT)

    def _go(self, turn: MenuEvent) -> None:
        """Change the screen; skip a screen with a single choice."""
        self._path.take(turn)
        single = {Screen.GAME: len(self.games) == 1, Screen.CARDS: len(self._decks) == 1}
        if single.get(self.screen):
            self._path.take(MenuEvent.BACK if turn is MenuEvent.BACK else MenuEvent.DONE)
        self._stand(max(0, self._places() - 1) if turn is MenuEvent.BACK else 0)

    def _stand(self, at: int) -> None:
        """Go to this part of the screen, with the entry selected that is agreed so far."""
        self._at, self._cursor = at, 0
        offers = self._entries()
        if self.screen is Screen.SOUND:
            self._cursor = entries.nearest_volume(offers, self._volume())
        agreed = [entry.agreement for entry in offers]
        if self.agreement in agreed and self.screen is not Screen.HOME:
            self._cursor = agreed.index(self.agreement)

    def _places(self) -> int:
        """Return the number of parts of the screen."""
        seats = self.agreement.seats
        parts = {
            Screen.PLAYERS: seats,
            Screen.TEAMS: seats,
            Screen.PICKS: seats * len(self.agreement.picks),
            Screen.OPTIONS: len(offered_options(self.game)),
        }
        return parts.get(self.screen, 1)

    def _more(self) -> bool:
        return self._at + 1 < self._places()

    def _entries(self) -> list[Entry]:
        return self._offers[self.screen]() if self.open else []
