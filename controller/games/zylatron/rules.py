"""The Zylatron game position: legal moves, attempts, successors, layout and prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from controller.choices import Choice, Offer
from controller.drawing import Picture
from controller.game import Move, Option, Setting, player
from controller.games.kept import cached_on
from controller.games.zylatron import (
    choices,
    consequences,
    evaluation,
    refusals,
    trade,
    turn_order,
)
from controller.games.zylatron.attempts import attempts
from controller.games.zylatron.board import LINES, POINTS
from controller.games.zylatron.box import UNUSED, Box
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.drawing import conditions
from controller.games.zylatron.files import BOXES, load_box
from controller.games.zylatron.moves import (
    Aim,
    Beam,
    Board,
    Buy,
    Cancel,
    Choose,
    Deed,
    Detonate,
    Done,
    Fire,
    Go,
    Launch,
    Leave,
    Load,
    Lot,
    Rebuild,
    Remove,
    Repair,
    Shift,
    Strike,
)
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.scene import scene, signs
from controller.games.zylatron.sheet import KINDS, SHORT, Planet, Works
from controller.games.zylatron.standing import SEATS, Standing
from controller.scene import Scene
from controller.values import CHANCE, Layout, Outcome, Refusal, Saying, Seat, Site
from controller.words import said

OPTIONS = {
    "short_game": Option("Z23", "zylatron.option.short-game"),
    "touch_move": Option("Z5", "zylatron.option.touch-move", usual=True),
    "show_ranges": Option("Z10", "zylatron.option.show-ranges"),
}
USUAL = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The default planets by number of players; two players sit opposite each other."""

WAYS_REST_ON = (
    *("at", "aboard", "commands", "turn", "damaged"),
    *("moved", "moving", "left", "halted", "resting", "leave", "ashore"),
)
STANCES_REST_ON = (
    *("at", "aboard", "commands", "holders", "money"),
    *("card", "turn", "damaged", "fresh", "missile", "leaving"),
)
ALONE = {seat: frozenset({seat}) for seat in (CHANCE, *SEATS)}
DEALT = frozenset({Phase.LOT, Phase.STRIKE})


class Zylatron(Standing, frozen=True, dict=True):
    """A position of Zylatron that implements the game contract."""

    @property
    def actors(self) -> frozenset[Seat]:
        if self.phase is Phase.OVER:
            return frozenset()
        return ALONE[CHANCE if self.phase in DEALT else self.turn]

    @property
    def outcome(self) -> Outcome | None:
        """The winner, the last player in the game, or None before the end (Z22)."""
        if self.phase is not Phase.OVER:
            return None
        return Outcome(frozenset(self.players), self.scores())

    def moves(self) -> Sequence[Deed]:
        said = choices.moves(self)
        return [*self.goings, *said] if self.phase is Phase.PLAY else said

    @cached_on(*WAYS_REST_ON)
    def goings(self) -> list[Deed]:
        """All piece moves of the current player (Z2, Z4), cached."""
        return choices.going(self)

    def near(self, sites: frozenset[Site]) -> Sequence[Deed]:
        """Return the legal moves that change or touch one of these sites."""
        return choices.near(self, sites)

    def starts(self) -> frozenset[Site]:
        return choices.starts(self)

    def attempts(self, near: frozenset[Site]) -> Iterator[Deed]:
        return attempts(self, near)

    def refusal(self, move: Move) -> Refusal | None:
        return refusals.refusal(self, move)

    def after(self, move: Move) -> Zylatron:
        match move:
            case Go() | Board():
                return turn_order.went(self, move)
            case Choose():
                return turn_order.announced(self, move)
            case Cancel():
                return turn_order.cancelled(self)
            case Done():
                return turn_order.ended(self)
            case Leave():
                return turn_order.left(self, move)
            case Shift():
                return turn_order.after_shift(self, move)
            case Aim():
                return turn_order.aimed(self, move)
            case Fire():
                return turn_order.fired(self, move)
            case Strike():
                return consequences.struck(self, move)
            case Remove():
                return consequences.removed(self, move)
            case _:
                return self._after(move)

    def _after(self, move: Move) -> Zylatron:
        """Return the position after one of the rarer moves."""
        match move:
            case Beam():
                return turn_order.beamed(self, move)
            case Launch():
                return turn_order.launched(self, move)
            case Detonate():
                return turn_order.detonated(self, move)
            case Buy() | Load():
                return trade.bought(self, move)
            case Rebuild():
                return trade.rebuilt(self, move)
            case Repair():
                return trade.repaired(self, move)
            case Lot():
                return turn_order.begun(self, move)
        raise AssertionError(move)

    def layout(self) -> Layout:
        return self.board

    def effect(self, move: Move) -> Layout | None:
        """Return the stacks that change by a move or flight; {} for moves that only announce."""
        match move:
            case Go() | Board() | Launch():
                return turn_order.whereabouts(self, move)
            case Choose() | Cancel() | Aim() | Leave():
                return {}
        return None

    def scene(self) -> Scene:
        return scene(self)

    def scores(self) -> tuple[int, ...]:
        """Return every player's money."""
        return self.money

    def tallies(self, seat: Seat) -> tuple[Saying, ...]:
        """Return a side's pieces, factories and Zylon Card, or the size of the pile (Z11, Z15)."""
        if seat == CHANCE:
            return (Saying("zylatron.pile", {"count": len(self.pile)}),)
        standing = sum(
            at >= 0 for at, owner in zip(self.at, self.owners, strict=True) if owner == seat
        )
        fleet = Saying("zylatron.pieces", {"count": standing})
        works = Saying("zylatron.factories", {"count": trade.working(self, seat)})
        return (fleet, works, *[Saying("zylatron.card")][: self.card == seat])

    def evaluate(self, seat: Seat) -> float:
        return evaluation.evaluate(self, self.stances, seat)

    @cached_on(*STANCES_REST_ON)
    def stances(self) -> tuple[float, ...]:
        """The heuristic value of every side (cached)."""
        return evaluation.stances(self)

    def vain(self, move: Move) -> bool:
        """True for a move no robot needs to make, though it is legal (Z9, Z10, Z13).

        A shot out of range; a missile that harms no enemy; a beam that neither takes a piece up
        from the ground nor lands a Warrior usefully; a key with nothing better behind it.
        """
        match move:
            case Cancel():
                return True
            case Fire(name=name):
                return not self.in_range(name)
            case Launch(target=target):
                return not self.harmed >> POINTS[target] & 1
            case Beam(piece=piece, target=target):
                return not (self.waits(piece) or self.worth_landing(piece, target))
            case Choose(act="launch"):
                return not any(map(self.harms, self.mine))
            case Aim() | Choose():
                after = self.after(move)
                return all(after.vain(one) for one in after.moves())
        return False

    def credits(self, before: Zylatron, seat: Seat) -> tuple[str, ...]:
        return evaluation.credits(self, before, seat)

    def news(self, before: Zylatron, move: Move) -> Saying | None:
        """Return a report of a strike or a spent shot (Z10), as the board does not show a miss."""
        match move:
            case Strike(card=card):
                return Saying("zylatron.struck", {"card": card, "target": before.target})
            case Fire(name=name) if self.phase is not Phase.STRIKE:
                return Saying("zylatron.spent", {"target": name})
        return None

    def conditions(self) -> Mapping[str, Saying]:
        return conditions(self)

    def picture(self) -> Picture:
        printed = signs(self.box)
        return tuple(tuple((site, printed[site]) for site in line) for line in LINES)

    def asks(self) -> Saying:
        fields: dict[str, str | int | Saying] = {"player": player(self.turn)}
        match self.phase:
            case Phase.PLAY if self.must_buy():
                return Saying("zylatron.bereft", fields)
            case Phase.PLAY:
                fields["money"] = self.money[self.turn]
                if not (moves := self.box.moves - len(self.moved)):
                    return Saying("zylatron.all-moved", fields)
                fields["moves"] = moves
            case Phase.BUY:
                prices = {kind.value: line.replace for kind, line in self.box.lines.items()}
                fields |= prices | {"money": self.money[self.turn]}
                fields["rebuild"] = self.box.sheet.rebuild
            case Phase.TARGET:
                fields["piece"] = self.box.names[self.shooter]
            case Phase.STRIKE:
                fields["target"] = self.target
            case Phase.REMOVE:
                piece = self.leaving[0]
                fields |= {"piece": self.box.names[piece], "site": self.site(piece)}
            case Phase.OVER:
                fields["player"] = player(self.players[0])
        return Saying(f"zylatron.{self.phase.value}", fields)


def start(setting: Setting) -> Zylatron:
    """Return the first position: pieces on their marks, starting money, full pile (Z1)."""
    box = load_box(setting.box, homes(setting), "short_game" in setting.agreed)
    seats = SEATS[: setting.seats]
    taken = {planet: seat for seat, planet in zip(seats, box.home, strict=True)}
    owners = tuple(taken.get(planet, CHANCE) for planet in range(len(box.galaxy.planets)))
    return Zylatron(
        box=box,
        at=tuple(marked(box)),
        aboard=(ASHORE,) * len(box.units),
        commands=owners,
        holders=owners,
        money=(box.sheet.money,) * setting.seats,
        works=(Works.WORKING,) * len(box.factories),
        pile=box.deck,
        slayers=(CHANCE,) * setting.seats,
        touch_move="touch_move" in setting.agreed,
        show_ranges="show_ranges" in setting.agreed,
    )


def marked(box: Box) -> Iterator[int]:
    """Yield the start mark of every piece, or UNUSED if it is not in the game (Z1, Z23)."""
    for planet in range(len(box.galaxy.planets)):
        for kind in KINDS:
            played = planet in box.home and (kind in SHORT or not box.short)
            yield from (point if played else UNUSED for point in box.marks[planet][kind])


def planet_choice(setting: Setting) -> tuple[Choice]:
    """Return the choice of a planet for each seat (Z1)."""
    planets = BOXES.load(setting.box).galaxy.planets
    offers = {planet.name: Offer(titled(planet), planet.colour) for planet in planets}
    usual = tuple(planets[number].name for number in USUAL.get(setting.seats, ()))
    return (Choice("planet", "Z1", "zylatron.choice.planet", offers, usual),)


def titled(planet: Planet) -> str:
    """Return the name of a planet as it is offered, with its headquarters."""
    return said("zylatron.choice.planet-of", planet=planet.name, site=planet.headquarters)


def homes(setting: Setting) -> tuple[int, ...]:
    """Return the number of each seat's planet."""
    (planets,) = planet_choice(setting)
    names = list(planets.offers)
    return tuple(names.index(name) for name in setting.picked(planets))
