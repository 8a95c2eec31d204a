"""Panels of which something was never built: what can be felt is felt, the rest is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from controller.game import Move, Position, gesture_text
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.keys import NEXT, NO, YES
from controller.sitting.shown.table_view import view_table
from controller.values import CHANCE, Site
from controller.web import pages
from controller.web.seat import seat_page
from controller.web.view import GameFacts, View, Who
from controller.words import say
from drivers.wiring import SPARE, ChainFile, Wiring, WiringFile, checked_wiring, senses_of
from tests.hands.failure import Failure, Found
from tests.hands.seated import Seated, alike, any_kind, any_moment, trajectory
from tests.panels import load_panel

MOVES = 5  # of one case
PATIENCE = 12.0  # s in which a gesture is asked about, whatever it is
PRESSES = 40  # of NEXT; whoever has more to choose from takes the page


def check(panel: str, seed: int) -> Found:
    """Some moves of a game on this panel, without some of its parts."""
    luck = Random(f"half built {panel} {seed}")
    whole = load_panel(panel)
    wiring = stripped(whole.file, luck)
    missing = sorted(whole.senses.keys() - wiring.senses.keys(), key=str)
    rig = sit_down(wiring, luck)
    player = Player(rig, luck)
    lacks = f"without {len(missing)} of {len(whole.senses)} sites: {' '.join(missing)[:300]}"
    counts: Counter[str] = Counter()
    for _ in range(MOVES):
        if rig.table.position.outcome:
            break
        counts += Counter(moves=1, gestures=1)
        if wrong := player.next_move():
            where, said = f"{lacks}; meant {player.meant}", f"{wrong}: {rig.told()}"
            kind, name = wrong.split(":")[0], whole.file.game
            failure = Failure("half_built", kind, name, panel, seed, where, "", said)
            return Found((failure,), counts)
    return Found(counts=counts)


# ------------------------------------------------------------------------------ what was not built


def stripped(file: WiringFile, luck: Random) -> Wiring:
    """Return the panel with some of its parts missing."""
    chains = [without(chain, luck) for chain in file.chains]
    chains = [chain for chain in chains if set(chain.sites.split()) - {SPARE}]
    left = replace(
        file,
        chains=tuple(chains),
        readers=tuple(r for r in file.readers if luck.random() < share(luck)),
        dials=file.dials if luck.random() < 0.5 else (),
        test_channel=None,
    )
    felt = dict(senses_of(left))
    lights = [
        replace(run, sites=" ".join(s if Site(s) in felt else SPARE for s in run.sites.split()))
        for run in file.lights
    ]
    return checked_wiring(replace(left, lights=tuple(lights) if luck.random() < 0.7 else ()))


def without(chain: ChainFile, luck: Random) -> ChainFile:
    """Nothing of it, all of it, or some."""
    stays = share(luck)
    kept = [name if luck.random() < stays else SPARE for name in chain.sites.split()]
    return replace(chain, sites=" ".join(kept))


def share(luck: Random) -> float:
    return luck.choice((0.0, 0.7, 1.0, 1.0))


def sit_down(wiring: Wiring, luck: Random) -> Seated:
    """At some moment of a game that luck deals."""
    way = trajectory(SHELF[wiring.file.game], luck)
    start = way[any_moment(way, luck)][1]
    rig = Seated(start, wiring, seed=luck.randrange(1000))
    for _ in range(60):
        rig.wait(0.1)
        if rig.table.stage is Stage.WAITING and not rig.table.busy:
            return rig
        if rig.table.asks().key == "table.locate":
            rig.table.press(YES)
        elif rig.table.stage is Stage.SETUP:
            rig.table.press(NO)  # it lies there: of a tray's contacts only some were soldered
    raise AssertionError(f"nobody can begin: {rig.words}")


# ---------------------------------------------------------------------------------- who plays there


class Player:
    """Makes lawful moves; answers on the keys there are, and else on a page."""

    def __init__(self, rig: Seated, luck: Random) -> None:
        self.rig, self.luck = rig, luck
        self.meant: Move | None = None

    def next_move(self) -> str:
        """Make one; '' when it was recorded, else what is wrong."""
        table = self.rig.table
        before = table.position
        open_to = [move for move in before.moves() if move.seat != CHANCE]
        self.meant = move = any_kind(open_to, self.luck)
        if wrong := self.false_words():
            return wrong
        number = len(table.moments)
        self.rig.hand.make(move, before)
        self.rig.wait(self.rig.round if self.rig.wiring.wakes else 0.0)  # as long as coils take
        until = self.rig.clock.now() + PATIENCE
        while len(table.moments) == number:
            if self.rig.clock.now() > until:
                return "dead end"
            self.rig.wait(0.4)
            if wrong := self.answer(move, number):
                return wrong
        self.rig.settle()
        after = table.moments[number].position
        return "" if same(after, before.after(move), self.rig) else f"misread: {table.history[-1]}"

    def answer(self, move: Move, number: int) -> str:
        """Whatever is asked, by the keys or at a page."""
        table = self.rig.table
        if len(table.moments) != number or table.busy:
            return ""
        if table.stage is Stage.ASKING:
            return self.choose(move)
        if table.stage is Stage.WAITING:
            return self.tell(move)
        if table.asks().key == "table.locate":
            table.press(YES)
        return ""

    def choose(self, move: Move) -> str:
        """Which of those that look alike."""
        table = self.rig.table
        answers = [*table.state.gesture.answers]
        wanted = next((a for a in answers if self.brings(a, move)), None)
        if wanted is None:
            return f"not asked: {[gesture_text(one) for one in answers][:6]}"
        turns = (answers.index(wanted) - table.state.gesture.chosen) % len(answers)
        if {YES, NEXT} <= table.state.input.senses.keys() and turns <= PRESSES:
            for _ in range(turns):
                self.rig.hand.press(NEXT)
            if str(gesture_text(wanted)) not in say(table.asks()):
                return f"another is asked: {say(table.asks())}"
            self.rig.hand.press(YES)
        elif gesture_text(wanted) not in seat_page(self.view(), wanted[-1].seat)["alike"]:
            return "not on the page"
        elif not table.choose(wanted):
            return "not taken from the page"
        return ""

    def tell(self, move: Move) -> str:
        """Nothing was felt: YES says that something was done, or the page what."""
        table = self.rig.table
        if self.luck.random() < 0.5:
            self.press(YES)
        elif str(move) in offered(seat_page(self.view(), move.seat)):
            table.say(move)
        else:
            self.press(YES)
        return ""

    def press(self, key: Site) -> None:
        """On the board, or where it has no such key on the page."""
        if key in self.rig.wiring.senses:
            self.rig.hand.press(key)
        else:
            self.rig.table.press(key)
            self.rig.wait(0.1)

    def brings(self, moves: Iterable[Move], move: Move) -> bool:
        here: Position[Any] = self.rig.table.position
        after = here
        for one in moves:
            after = after.after(one)
        return same(after, here.after(move), self.rig)

    # ------------------------------------------------------------------------------------ pages

    def view(self) -> View:
        rig, wiring = self.rig, self.rig.wiring
        assert rig.seen
        sitting = GameFacts(
            1,
            rig.game,
            rig.game.drawing(rig.table.position),
            tuple(Who(str(seat)) for seat, _ in enumerate(rig.table.position.scores())),
            wiring.senses,
            wiring.limits,
            simulated=False,
            readers=frozenset(s for s in rig.table.state.panel.usual if s in ("card", "deck")),
        )
        return View(sitting, view_table(rig.table, rig.seen), rig.loop.scene)

    def false_words(self) -> str:
        """What pages say that is not so on this board."""
        rig, view = self.rig, self.view()
        page = pages.table_page(view)
        position = rig.table.position
        for site, rows in position.layout().items():
            if isinstance(rows, int) and page["rows"][site]["at"] != rows:
                return f"false row: {site}"
        unfelt = [m for m in position.moves() if self.unfelt(m)]
        if unfelt and not page.get("tell") and rig.table.stage is Stage.WAITING:
            return f"untold: nobody says how to tell {unfelt[0]}"
        for seat in position.actors - {CHANCE}:
            own = seat_page(view, seat)
            lawful = [str(m) for m in position.seen_by(seat).moves() if m.seat == seat]
            for card in own["hand"]:
                plays = [m for m in lawful if card["card"] in m.split()]
                if plays and not card["moves"]:
                    return f"false words: {card}"
        return ""

    def unfelt(self, move: Move) -> bool:
        """It would be shown where this panel has nothing, and nothing else feels it: no tray."""
        whole = self.rig.table.state.panel.usual
        before = self.rig.table.position.layout()
        after = self.rig.table.position.after(move).layout()
        sites = {s for s, _ in before.items() ^ after.items()} | move.touches
        return any(site in whole for site in sites) and not sites & self.rig.wiring.senses.keys()


def same(one: Position[Any], other: Position[Any], rig: Seated) -> bool:
    """True if two positions are equal, or differ only in pieces that look alike."""
    return one == other or alike(one, other, rig)


def offered(page: Any) -> list[str]:
    """Every move that may be said there."""
    cards = [move for card in page["hand"] for move in card["moves"]]
    return [*page["said"], *page["moves"], *cards]
