"""What the rules of Zylatron judge, one small choice at a time, and how it is written down."""

from __future__ import annotations

from controller.game import Move
from controller.games.zylatron.board import KEYS, STRIKE
from controller.values import Site

NOTHING: frozenset[Site] = frozenset()


class Deed(Move, frozen=True):
    """A move of this game."""

    @property
    def sites(self) -> frozenset[Site]:
        """Every site where something changes or is touched, as far as the move itself tells."""
        return self.touches

    @property
    def begins(self) -> frozenset[Site]:
        """Where a hand begins with it."""
        return self.sites


class Pointed(Deed, frozen=True):
    """A piece or a factory is pointed at: lifted and put back, or touched with the pointer."""

    name: str
    site: Site

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.site})


class Carried(Deed, frozen=True):
    """A piece goes from point to point."""

    piece: str
    source: Site
    target: Site

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({self.source, self.target})

    @property
    def begins(self) -> frozenset[Site]:
        return frozenset({self.source})


class Lot(Pointed, frozen=True):
    """CHANCE says who begins, and his headquarters are pointed at."""

    def __str__(self) -> str:
        return f"lot {self.name} {self.site}"


class Go(Carried, frozen=True):
    """A piece moves with what it carries, and takes aboard what it finds."""

    def __str__(self) -> str:
        return f"{self.seat + 1} moves {self.piece} {self.source}-{self.target}"


class Board(Carried, frozen=True):
    """A Star Fighter moves on to another craft, and is carried from there."""

    def __str__(self) -> str:
        return f"{self.seat + 1} boards {self.piece} {self.source}-{self.target}"


class Launch(Carried, frozen=True):
    """A missile flies and goes off where it comes down."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({self.source}) if self.source == self.target else NOTHING

    def __str__(self) -> str:
        return f"{self.seat + 1} launches {self.piece} {self.source}-{self.target}"


class Beam(Carried, frozen=True):
    """A Battle Star takes a Warrior or missile up, or sets it down."""

    star: str

    def __str__(self) -> str:
        return f"{self.seat + 1} beams {self.piece} {self.source}-{self.target} by {self.star}"


class Leave(Deed, frozen=True):
    """This piece stays behind when its carrier goes on."""

    piece: str

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["leave"]})

    def __str__(self) -> str:
        return f"{self.seat + 1} leaves {self.piece}"


class Shift(Deed, frozen=True):
    """A carried piece changes its bay for one of a craft in the same stack."""

    piece: str
    onto: str
    site: Site

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["stack"]})

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({KEYS["stack"], self.site})

    def __str__(self) -> str:
        return f"{self.seat + 1} shifts {self.piece} to {self.onto} {self.site}"


class Choose(Deed, frozen=True):
    """A player says what comes next: fire, launch, beam, buy or repair."""

    act: str

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS[self.act]})

    def __str__(self) -> str:
        return f"{self.seat + 1} chooses {self.act}"


class Cancel(Deed, frozen=True):
    """What was chosen is not done after all."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["cancel"]})

    def __str__(self) -> str:
        return f"{self.seat + 1} cancels"


class Done(Deed, frozen=True):
    """The turn ends."""

    @property
    def touches(self) -> frozenset[Site]:
        return frozenset({KEYS["done"]})

    def __str__(self) -> str:
        return f"{self.seat + 1} ends"


class Aim(Pointed, frozen=True):
    """This piece is to fire."""

    def __str__(self) -> str:
        return f"{self.seat + 1} aims {self.name} {self.site}"


class Fire(Pointed, frozen=True):
    """The piece that aims fires at this."""

    def __str__(self) -> str:
        return f"{self.seat + 1} fires-at {self.name} {self.site}"


class Detonate(Pointed, frozen=True):
    """Of all in the blast this is named next."""

    def __str__(self) -> str:
        return f"{self.seat + 1} blasts {self.name} {self.site}"


class Repair(Pointed, frozen=True):
    """A damaged piece is paid for and serves at once."""

    def __str__(self) -> str:
        return f"{self.seat + 1} repairs {self.name} {self.site}"


class Rebuild(Pointed, frozen=True):
    """A destroyed factory is paid for and works again."""

    def __str__(self) -> str:
        return f"{self.seat + 1} rebuilds {self.name} {self.site}"


class Load(Pointed, frozen=True):
    """A missile is bought on to a craft."""

    def __str__(self) -> str:
        return f"{self.seat + 1} loads {self.name} {self.site}"


class Stood(Deed, frozen=True):
    """A piece comes on to the board or leaves it."""

    piece: str
    site: Site

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({self.site})


class Buy(Stood, frozen=True):
    """A lost piece is bought back to a start mark."""

    def __str__(self) -> str:
        return f"{self.seat + 1} buys {self.piece} {self.site}"


class Remove(Stood, frozen=True):
    """A piece that is lost is taken off, with all it carries."""

    def __str__(self) -> str:
        return f"{self.seat + 1} removes {self.piece} {self.site}"


class Strike(Deed, frozen=True):
    """CHANCE turns up a Strike Card."""

    card: str

    @property
    def sites(self) -> frozenset[Site]:
        return frozenset({STRIKE})

    @property
    def reveals(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"strike {self.card}"


class Touch(Pointed, frozen=True):
    """A piece that could move is lifted and put back: no move at all (Z5)."""

    def __str__(self) -> str:
        return f"{self.seat + 1} touches {self.name} {self.site}"
