"""The values that all packages share: sites, pieces, readings, traces. Frozen and comparable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import NewType, TypeAlias

from msgspec import Struct

Site = NewType("Site", str)
"""A place that the board can sense: a cell, a card reader, the roller, a key."""

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 0."""

CHANCE = Seat(-1)
"""The seat that deals cards and rolls dice; also the owner of pieces without a player."""

Reading: TypeAlias = Hashable
"""What a site reads. Readings are only compared for equality."""


class Piece(Struct, frozen=True):
    """A piece: its name and its owner."""

    name: str
    seat: Seat = CHANCE


Stack: TypeAlias = tuple[Piece, ...]
Content: TypeAlias = Stack | int
Layout: TypeAlias = Mapping[Site, Content]
"""How the board should stand: a stack for each cell that is not empty, rows for each dial."""


def something(content: Content) -> Reading:
    """Return True if anything stands there, else None."""
    return True if content and isinstance(content, tuple) else None


def whose(content: Content) -> Reading:
    """Return the owner of the lowest piece there, as a set; None if there is none.

    What lies on it has its magnet too far above the switch to be felt.
    """
    return frozenset(piece.seat for piece in pieces_of(content)[:1]) or None


def how_many(content: Content) -> Reading:
    """Return the number of pieces as a set, see `so_many`; None if there are none."""
    return so_many(len(pieces_of(content)))


@lru_cache(maxsize=4096)
def kinds_on(content: Content) -> Reading:
    """Return the pieces there by kind, see `told_apart`; None if there are none."""
    return told_apart(piece.name for piece in pieces_of(content)) or None


def shown_last(content: Content) -> Reading:
    """Return the name of the top piece; None if there is none."""
    stack = pieces_of(content)
    return stack[-1].name if stack else None


def rows_wound(content: Content) -> Reading:
    """Return how many rows a strip was wound; None for a stack."""
    return content if isinstance(content, int) else None


def nothing(content: Content) -> Reading:
    """Return None: the site tells nothing that lasts."""
    return None


def pieces_of(content: Content) -> Stack:
    """Return the pieces, bottom to top; empty for a number of rows."""
    return () if isinstance(content, int) else content


READ_BY_SENSE: Mapping[str, Callable[[Content], Reading]] = {
    "reed": something,
    "side": whose,
    "count": how_many,
    "tag": kinds_on,
    "tap": shown_last,
    "dial": rows_wound,
    "key": nothing,
}


KEY = "key."  # prefix of the sites that a finger presses, holes with a light barrier included


class Sense(Enum):
    """How much a site can tell about what is on it."""

    REED = "reed"  # whether anything is there
    SIDE = "side"  # whose it is: the pole of the magnet over a Hall switch
    COUNT = "count"  # how many: a tray with a contact under each place
    TAG = "tag"  # which pieces are there, as far as they can be told apart
    TAP = "tap"  # which tag was shown last; nothing before the first
    DIAL = "dial"  # a count of whole rows
    KEY = "key"  # that it was pressed

    momentary: bool
    """Sensed only at the moment of the touch: no piece is expected to stay there."""

    holds: bool
    """True if pieces stay there."""

    read: Callable[[Content], Reading]
    """Returns what such a site reads for this content; None if it reads nothing."""

    def __init__(self, name: str) -> None:
        self.momentary = name in ("tap", "key")
        self.holds = name in ("reed", "side", "count", "tag")
        self.read = READ_BY_SENSE[name]


def so_many(pieces: int) -> frozenset[int] | None:
    """Return a count as a set, so that too many or too few pieces are a difference of sets."""
    return frozenset(range(pieces)) or None


def kind(name: str) -> str:
    """Return the kind of a piece: its name without the number of its copy, after the last dot."""
    return name.rpartition(".")[0] or name


Looks: TypeAlias = frozenset[tuple[str, int]]
"""Pieces as far as the rules tell them apart: by kind and owner."""


def looks(stack: Stack) -> Looks:
    """Return the kinds and owners of these pieces."""
    return frozenset((kind(piece.name), piece.seat) for piece in stack)


def told_apart(names: Iterable[str]) -> frozenset[str]:
    """Return one site's pieces by kind; copies are marked with ', '' and so on."""
    many = Counter(map(kind, names))
    return frozenset(one + "'" * copy for one, count in many.items() for copy in range(count))


Senses: TypeAlias = Mapping[Site, Sense]
Readings: TypeAlias = Mapping[Site, Reading]
"""What each site reads; sites that read nothing, like empty cells, are left out."""


def expect(layout: Layout, senses: Senses) -> dict[Site, Reading]:
    """Return what the sites would read if the board stood like this."""
    found = {}
    for site, content in layout.items():
        if sense := senses.get(site):
            reading = sense.read(content)
            if reading is not None:
                found[site] = reading
    return found


class Limits(Struct, frozen=True):
    """How far a strip may be wound, in rows, before it tears."""

    lowest: int  # the game uses rows from here ...
    highest: int  # ... to here
    danger: tuple[int, int]  # rows at which the strip says "turn back"


Dials: TypeAlias = Mapping[Site, Limits]


class Unsure(Struct, frozen=True):
    """Rows from an unknown start: no mark on the strip has told yet where it was found."""

    rows: float
    since: float = 0.0  # s, on the host's clock, when it was found; a vouched row is for that find


def rounded_rows(rows: float) -> int | float:
    """Return whole rows if the strip is within 0.2 of a line, else one decimal."""
    nearest = round(rows)
    return nearest if abs(rows - nearest) <= 0.2 else round(rows, 1)


class Observation(Struct, frozen=True):
    """What the board reads at one instant."""

    at: float  # s, on the host's clock
    readings: Readings
    changed: Mapping[Site, float]  # s, when each site last changed or was touched
    present: bool = True  # False while the board is silent
    deaf: frozenset[Site] = frozenset()  # sites that are not believed now
    belated: frozenset[Site] = frozenset()  # sites whose last edge was lost and reported late

    @property
    def still(self) -> float:
        """Seconds since anything moved."""
        return self.at - max(self.changed.values(), default=0.0)

    def same(self, other: Observation) -> bool:
        """True if the two differ in nothing but time."""
        return (
            self.changed == other.changed
            and self.readings == other.readings
            and (self.present, self.deaf) == (other.present, other.deaf)
        )


class Trace(Struct, frozen=True):
    """The difference that a hand makes: changed readings, and the sites touched on the way."""

    changes: Readings  # None for a site that reads nothing any more
    touched: frozenset[Site]

    @classmethod
    def between(cls, before: Readings, after: Readings, touched: frozenset[Site]) -> Trace:
        """Return the trace that leads from expected readings to these."""
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
        """Return the trace that a hand would leave between two layouts; they differ at `sites`."""
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
        """Return this trace without these sites."""
        changes = {site: now for site, now in self.changes.items() if site not in sites}
        return Trace(changes, self.touched - sites)

    def completes(self, other: Trace) -> bool:
        """True if this contains all of the other: every change and every touch."""
        return self.changes == other.changes and other.touched <= self.touched

    def includes(self, other: Trace) -> bool:
        """True if the other is part of this, and sites it only touches are unchanged."""
        return (
            bool(other)
            and all(is_part(it, self.changes.get(site, ())) for site, it in other.changes.items())
            and other.touched <= self.touched
            and (other.touched - other.changes.keys()).isdisjoint(self.changes)
        )

    def begins(self, other: Trace) -> bool:
        """True if the other would touch every site that has changed so far."""
        return self.changes.keys() <= other.touched


def is_part(reading: Reading, seen: Reading) -> bool:
    """True if the reading is contained in what is seen there, or equals it."""
    told = isinstance(reading, frozenset) and isinstance(seen, frozenset) and reading <= seen
    return told or reading == seen


def differing(before: Layout, after: Layout) -> set[Site]:
    """Return the sites at which the layouts differ."""
    return {site for site, _ in before.items() ^ after.items()}


def replaced(was: Content, now: Content) -> bool:
    """True if no piece stayed, so that the site was empty for a moment and sensed that."""
    if isinstance(was, int) or isinstance(now, int):
        return False
    return bool(was and now) and set(was).isdisjoint(now)


def standing(layout: Layout, site: Site) -> Stack:
    """Return the pieces on this site, bottom to top; empty for a dial."""
    return pieces_of(layout.get(site, ()))


class Saying(Struct, frozen=True):
    """A sentence of the catalogue, by its key, with the values for its gaps."""

    key: str
    fields: Mapping[str, str | int | Saying] = {}

    @property
    def words(self) -> Iterator[str]:
        """Every word in the gaps, those of sayings within it included."""
        for gap in self.fields.values():
            yield from gap.words if isinstance(gap, Saying) else str(gap).split()


def either(first: str, *others: str) -> str | Saying:
    """Return these alternatives, joined by "or"."""
    return Saying("list.or", {"one": first, "other": either(*others)}) if others else first


class Refusal(Struct, frozen=True):
    """A rule that forbids a move, with the key of the reason and the sites concerned."""

    rule: str
    words: str
    sites: frozenset[Site] = frozenset()
    owner: Seat | None = None  # the owner of a piece, if that is the reason


class Outcome(Struct, frozen=True):
    """How a game ended: the winners, and every seat's score."""

    winners: frozenset[Seat]
    scores: tuple[int, ...]
