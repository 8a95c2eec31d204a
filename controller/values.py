"""The nouns every room shares. All frozen, all comparable, none knows a pin or a byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import NewType, TypeAlias

from msgspec import Struct

Site = NewType("Site", str)
"""A place the board can feel: a cell, a card reader, the roller, a key."""

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 0."""

CHANCE = Seat(-1)
"""The seat that deals cards and rolls dice; also the owner of what is nobody's."""

Reading: TypeAlias = Hashable
"""What a site can tell. Only equality is asked of it."""


class Piece(Struct, frozen=True):
    """A thing with a name, an owner and a nose."""

    name: str
    seat: Seat = CHANCE
    facing: int = 0


Stack: TypeAlias = tuple[Piece, ...]
Content: TypeAlias = Stack | int
Layout: TypeAlias = Mapping[Site, Content]
"""How the board should stand: a stack on each cell that has one, a count on each dial."""


def something(content: Content) -> Reading:
    """Whether anything stands there."""
    return True if content and isinstance(content, tuple) else None


def whose(content: Content) -> Reading:
    """The owners of what stands there."""
    return frozenset(piece.seat for piece in pieces_of(content)) or None


def how_many(content: Content) -> Reading:
    return so_many(len(pieces_of(content)))


@lru_cache(maxsize=4096)
def which(content: Content) -> Reading:
    """The pieces there, as far as anybody tells them apart."""
    return told_apart(piece.name for piece in pieces_of(content)) or None


def shown_last(content: Content) -> Reading:
    """The tag that lies on top."""
    stack = pieces_of(content)
    return stack[-1].name if stack else None


def rows(content: Content) -> Reading:
    """How far a strip was wound."""
    return content if isinstance(content, int) else None


def nothing(content: Content) -> Reading:
    return None


def pieces_of(content: Content) -> Stack:
    """The pieces, bottom to top; none where a count is told."""
    return () if isinstance(content, int) else content


READ: Mapping[str, Callable[[Content], Reading]] = {
    "reed": something,
    "side": whose,
    "count": how_many,
    "tag": which,
    "tap": shown_last,
    "dial": rows,
    "key": nothing,
}


KEY = "key."  # begins the name of what a finger presses; a hole with a beam is told of so, too


class Sense(Enum):
    """How much a site can tell about what stands on it."""

    REED = "reed"  # something or nothing
    SIDE = "side"  # whose: the pole of the magnet over a Hall switch
    COUNT = "count"  # how many: a tray with a contact under each place
    TAG = "tag"  # which pieces lie there, as far as anybody tells them apart
    TAP = "tap"  # which tag was shown last; tells nothing until it is shown one
    DIAL = "dial"  # a count of whole rows
    KEY = "key"  # that it was pressed

    momentary: bool
    """Felt only at the moment of the touch: nothing is expected to lie there."""

    holds: bool
    """Pieces lie there."""

    read: Callable[[Content], Reading]
    """What such a site tells of this content; None when it has nothing to tell."""

    def __init__(self, name: str) -> None:
        self.momentary = name in ("tap", "key")
        self.holds = name in ("reed", "side", "count", "tag")
        self.read = READ[name]


def so_many(pieces: int) -> frozenset[int] | None:
    """A count as a set, so that what lies there too many, or too few, is a difference."""
    return frozenset(range(pieces)) or None


def kind(name: str) -> str:
    """What a piece is called that others may be called too: copies differ after the last dot."""
    return name.rpartition(".")[0] or name


Looks: TypeAlias = frozenset[tuple[str, int]]
"""Pieces as far as the rules tell them apart: kinds, and whose they are."""


def looks(stack: Stack) -> Looks:
    """How these pieces look."""
    return frozenset((kind(piece.name), piece.seat) for piece in stack)


def told_apart(names: Iterable[str]) -> frozenset[str]:
    """The pieces of one site by their kinds; the second of a kind is marked, the third twice."""
    many = Counter(map(kind, names))
    return frozenset(one + "'" * copy for one, count in many.items() for copy in range(count))


Senses: TypeAlias = Mapping[Site, Sense]
Readings: TypeAlias = Mapping[Site, Reading]
"""The sites that have something to tell, and what. An empty cell is not in it."""


def expect(layout: Layout, senses: Senses) -> dict[Site, Reading]:
    """What the sites would read if the board stood like this."""
    found = {}
    for site, content in layout.items():
        if sense := senses.get(site):
            reading = sense.read(content)
            if reading is not None:
                found[site] = reading
    return found


class Limits(Struct, frozen=True):
    """How far a strip may be wound, in rows, before it tears off its roller."""

    lowest: int  # play goes from here ...
    highest: int  # ... to here
    danger: tuple[int, int]  # rows at which the strip says "turn back"


Dials: TypeAlias = Mapping[Site, Limits]


class Unsure(Struct, frozen=True):
    """Rows from wherever the strip was found: nothing printed on it has said yet where that is."""

    rows: float
    since: float = (
        0.0  # s, on the host's clock, when it was found; whoever vouches does it for that
    )


def whole(rows: float) -> int | float:
    """A strip at rest on a line is a whole number of rows; between two lines it is not."""
    nearest = round(rows)
    return nearest if abs(rows - nearest) <= 0.2 else round(rows, 1)


class Observation(Struct, frozen=True):
    """The board as it is felt at one instant."""

    at: float  # s, on the host's clock
    readings: Readings
    changed: Mapping[Site, float]  # when each site last changed or was touched
    present: bool = True  # False while the board is silent
    deaf: frozenset[Site] = frozenset()  # sites that are not to be believed now
    belated: frozenset[Site] = frozenset()  # whose last edge was lost, and told late

    @property
    def still(self) -> float:
        """Seconds since anything moved."""
        return self.at - max(self.changed.values(), default=0.0)

    def same(self, other: Observation) -> bool:
        """Nothing but time has passed between the two."""
        return (
            self.changed == other.changed
            and self.readings == other.readings
            and (self.present, self.deaf) == (other.present, other.deaf)
        )


class Trace(Struct, frozen=True):
    """The mark a hand leaves: what reads differently, and what was touched on the way."""

    changes: Readings  # None where nothing is left to tell
    touched: frozenset[Site]

    @classmethod
    def between(cls, before: Readings, after: Readings, touched: frozenset[Site]) -> Trace:
        """What is seen: these readings where those were expected."""
        changed = sorted({site for site, _ in before.items() ^ after.items()})
        changes = {site: after.get(site) for site in changed}
        return cls(changes, touched.union(changes))

    @classmethod
    def of(
        cls,
        before: Layout,
        after: Layout,
        senses: Senses,
        touches: frozenset[Site],
        sites: Iterable[Site] | None = None,
    ) -> Trace:
        """What a hand would leave, bringing one layout to the other; they differ at these sites."""
        changes: dict[Site, Reading] = {}
        opened = [site for site in touches if site in senses]
        for site in differing(before, after) if sites is None else sites:
            if (sense := senses.get(site)) is None:
                continue
            was, now = before.get(site, ()), after.get(site, ())
            reading = sense.read(now)
            if reading is None and sense.momentary:
                continue
            if sense.read(was) != reading:
                changes[site] = reading
            elif replaced(was, now):
                opened.append(site)
        return cls(changes, frozenset(changes).union(opened))

    def __bool__(self) -> bool:
        return bool(self.changes or self.touched)

    def without(self, sites: frozenset[Site]) -> Trace:
        """The mark that is left when these sites are set aside."""
        changes = {site: now for site, now in self.changes.items() if site not in sites}
        return Trace(changes, self.touched - sites)

    def completes(self, other: Trace) -> bool:
        """This is all of the other: every change, every touch."""
        return self.changes == other.changes and other.touched <= self.touched

    def includes(self, other: Trace) -> bool:
        """The other is part of this; what it only touches reads as it did."""
        return (
            bool(other)
            and all(part(it, self.changes.get(site, ())) for site, it in other.changes.items())
            and other.touched <= self.touched
            and (other.touched - other.changes.keys()).isdisjoint(self.changes)
        )

    def begins(self, other: Trace) -> bool:
        """The other would touch all that reads differently now."""
        return self.changes.keys() <= other.touched


def part(reading: Reading, seen: Reading) -> bool:
    """What would be told there is told, be it with more that lies there too."""
    told = isinstance(reading, frozenset) and isinstance(seen, frozenset) and reading <= seen
    return told or reading == seen


def differing(before: Layout, after: Layout) -> set[Site]:
    """The sites where the two are not the same."""
    return {site for site, _ in before.items() ^ after.items()}


def replaced(was: Content, now: Content) -> bool:
    """Nothing stayed, so the site stood empty for a moment, and felt it."""
    if isinstance(was, int) or isinstance(now, int):
        return False
    return bool(was and now) and set(was).isdisjoint(now)


def standing(layout: Layout, site: Site) -> Stack:
    """The pieces there, bottom to top; none where a count is told."""
    return pieces_of(layout.get(site, ()))


class Saying(Struct, frozen=True):
    """A sentence of the catalogue, by key, with what fills its gaps."""

    key: str
    fields: Mapping[str, str | int | Saying] = {}

    @property
    def words(self) -> Iterator[str]:
        """Every word that fills a gap, also of what is said within it."""
        for gap in self.fields.values():
            yield from gap.words if isinstance(gap, Saying) else str(gap).split()


def either(first: str, *others: str) -> str | Saying:
    """One or another of these, in words."""
    return Saying("list.or", {"one": first, "other": either(*others)}) if others else first


class Refusal(Struct, frozen=True):
    """A rule that forbids a move, the key of the sentence saying why, the sites in the way."""

    rule: str
    words: str
    sites: frozenset[Site] = frozenset()
    owner: Seat | None = None  # whose it is, where that is the reason


class Outcome(Struct, frozen=True):
    """How it ended: who won, and every seat's score in the order of the seats."""

    winners: frozenset[Seat]
    scores: tuple[int, ...]
