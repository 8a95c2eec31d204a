"""The moves of Zylatron and their notation."""

from __future__ import annotations

from typing import Annotated

from controller.game import Move
from controller.games.zylatron.board import ACTS, KEYS, STRIKE
from controller.notation import Form, Notation
from controller.values import Site

# Only every other row has a point aa.
Point = Annotated[Site, Form("(?:[a-z](?:[12][0-9]|[1-9]))|(?:aa[12]?[13579])")]
Name = Annotated[str, Form("[a-z]+-(?:star|fighter|warrior|missile|factory)[1-9]")]
Act = Annotated[str, Form("|".join(ACTS))]
Planet = Annotated[str, Form("[a-z]+")]
Card = Annotated[str, Form(r"(?:HIT|DAMAGE|MISS)\.[1-9][0-9]?")]

NOTHING: frozenset[Site] = frozenset()


class Deed(Move, frozen=True):
    """A move of Zylatron."""

    @property
    def sites(self) -> frozenset[Site]:
        """The sites where something changes or is touched, as far as the move itself tells."""
        return self.touches

    @property
    def begins(self) -> frozenset[Site]:
        """The sites where a hand begins the move."""
        return self.sites


class Pointed(Deed, frozen=True):
    """A move that points at a piece or factory, by lifting it briefly or with the pointer."""

    name: Name
    site: Point

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.site})


class Carried(Deed, frozen=True):
    """A move that takes a piece from one point to another."""

    piece: Name
    source: Point
    target: Point

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({self.source, self.target})

    @property
    def begins(self) -> frozenset[Site]:
        return frozenset({self.source})


class Lot(Pointed, frozen=True):
    """A move: CHANCE draws who begins, and that player's headquarters are pointed at."""

    LINE = "lot {name} {site}"

    name: Planet


class Go(Carried, frozen=True):
    """A move: a piece goes with its cargo, and takes aboard own pieces at the target."""

    LINE = "{seat} moves {piece} {source}-{target}"


class Board(Carried, frozen=True):
    """A move: a Star Fighter moves on to another craft and is then carried."""

    LINE = "{seat} boards {piece} {source}-{target}"


class Launch(Carried, frozen=True):
    """A move: a missile flies and goes off where it comes down."""

    LINE = "{seat} launches {piece} {source}-{target}"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.source}) if self.needs_confirmation else NOTHING

    @property
    def needs_confirmation(self) -> bool:
        return self.source == self.target


class Beam(Carried, frozen=True):
    """A move: a Battle Star beams a Warrior or missile up or down."""

    LINE = "{seat} beams {piece} {source}-{target} by {star}"

    star: Name


class Leave(Deed, frozen=True):
    """A move: this piece stays behind when its carrier goes on."""

    LINE = "{seat} leaves {piece}"

    piece: Name

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["leave"]})


class Shift(Deed, frozen=True):
    """A move: a carried piece changes its bay for one of a craft in the same stack."""

    LINE = "{seat} shifts {piece} to {onto} {site}"

    piece: Name
    onto: Name
    site: Point

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["stack"]})

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({KEYS["stack"], self.site})

    @property
    def begins(self) -> frozenset[Site]:
        return self.touches


class Choose(Deed, frozen=True):
    """A move: a player announces an act: fire, launch, beam, buy or repair."""

    LINE = "{seat} chooses {act}"

    act: Act

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS[self.act]})


class Cancel(Deed, frozen=True):
    """A move: a player cancels the announced act."""

    LINE = "{seat} cancels"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["cancel"]})


class Done(Deed, frozen=True):
    """A move: a player ends their turn."""

    LINE = "{seat} ends"

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["done"]})


class Aim(Pointed, frozen=True):
    """A move: this piece is named as the one that fires."""

    LINE = "{seat} aims {name} {site}"


class Fire(Pointed, frozen=True):
    """A move: the piece that aims fires at this target."""

    LINE = "{seat} fires-at {name} {site}"


class Detonate(Pointed, frozen=True):
    """A move: this victim of the blast is named next."""

    LINE = "{seat} blasts {name} {site}"


class Repair(Pointed, frozen=True):
    """A move: the repair of a damaged piece is paid for; it works at once."""

    LINE = "{seat} repairs {name} {site}"


class Rebuild(Pointed, frozen=True):
    """A move: a destroyed factory is paid for and works again."""

    LINE = "{seat} rebuilds {name} {site}"


class Load(Pointed, frozen=True):
    """A move: a missile is bought on to a craft."""

    LINE = "{seat} loads {name} {site}"


class Stood(Deed, frozen=True):
    """A move that puts a piece on the board or takes it off."""

    piece: Name
    site: Point

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({self.site})


class Buy(Stood, frozen=True):
    """A move: a lost piece is bought back to a start mark."""

    LINE = "{seat} buys {piece} {site}"


class Remove(Stood, frozen=True):
    """A move: a lost piece is taken off, with all it carries."""

    LINE = "{seat} removes {piece} {site}"


class Strike(Deed, frozen=True):
    """A move: CHANCE turns up a Strike Card."""

    LINE = "strike {card}"

    card: Card

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({STRIKE})

    @property
    def reveals(self) -> bool:
        return True


parse = Notation(
    "Zylatron",
    4,
    "1 ends",
    (
        Go,
        Board,
        Launch,
        Aim,
        Fire,
        Detonate,
        Repair,
        Rebuild,
        Load,
        Buy,
        Remove,
        Beam,
        Leave,
        Shift,
        Choose,
        Cancel,
        Done,
        Lot,
        Strike,
    ),
).parse
