"""Which piece is in the hand: lifted pieces are tracked until every piece is at home."""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import groupby
from typing import TypeAlias

from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.reading.move_index import crowded, lacks, pieces
from controller.values import (
    Layout,
    Looks,
    Piece,
    Readings,
    Sense,
    Site,
    differing,
    looks,
    standing,
)

BLIND = (Sense.REED, Sense.SIDE, Sense.COUNT)  # they sense that a piece came, not which

BOX = Site("")  # stands for any place outside the board

Homes: TypeAlias = frozenset[Site]
"""Where a piece may belong: one site, or several with BOX if unfelt; none if all are excluded."""


class HeldPieces:
    """Tracks, for every piece that is not at home, where its home may be."""

    def __init__(self) -> None:
        self.astray: dict[Site, Homes] = {}  # by the site where it stands
        self.held: list[Homes] = []  # homes of the pieces in the air, the last lifted last
        self.left: set[Site] = set()  # sites where a piece was lifted that belongs elsewhere
        self.mixed = False  # one of several lifted pieces was put where any of them may belong
        self._doubtful = False  # an edge was lost, so changes in between are unknown
        self.asked: tuple[Site | None, Site | None] = None, None  # source, target as shown
        # The layout when all was last right; before that, every piece comes out of the box.
        self._agreed: Layout | None = None
        self._here: Moment | None = None
        self._lying: Readings = {}

    def follow(self, here: Moment, felt: Felt) -> None:
        """Process the changes since the last call, in the order in which they were felt."""
        lying = felt.lying()
        if here is not self._here:
            self._go_on(here, lying)
        changed = {site for site, _ in self._lying.items() ^ lying.items()}
        if changed:

            def when(site: Site) -> float:
                return felt.changed.get(site, 0.0)

            self._doubtful |= not felt.belated.isdisjoint(changed)
            for _, sites in groupby(sorted(sorted(changed), key=when), key=when):
                self._take(list(sites), lying, here)
            self._lying = lying
        if lying == here.expected and not misplaced_sites(here, self.astray):
            self._agreed = here.position.layout()
            self.forget()

    def carried(self, here: Moment) -> dict[Site, Looks]:
        """Return, by site, the look of each piece that was carried there, if known."""
        known = {
            site: looks_of_homes(homes, here)
            for site, homes in self.astray.items()
            if BOX not in homes
        }
        return {site: looks for site, looks in known.items() if looks}

    def forget(self) -> None:
        """Take a player's word that every piece is where it belongs."""
        self.astray.clear()
        self.left.clear()
        self.held.clear()
        self._doubtful = False

    def stand_back(self, stood: Layout, here: Moment) -> None:
        """After a takeback, note that what stands at changed sites belongs where it stood before.

        Sites that read names need no such note.
        """
        moved = self._rehome(stood, here)
        for site, homes in moved.items():
            if site in self._lying and here.senses.get(site) in BLIND:
                self.astray.setdefault(site, homes - {site})

    def carried_back(self, stood: Layout, here: Moment) -> None:
        """After a takeback by hand, keep as misplaced what was certainly put elsewhere.

        A piece that may have gone home unfelt, while another came instead, is not reported.
        """
        self._rehome(stood, here)
        read, expected = self._lying, here.expected
        right = {s for s in self.astray if read.get(s) == expected.get(s)}
        sure = {s for s in right if not unsure(self.astray[s]) and self.astray[s] != {s}}
        open_to = crowded(here.position.layout(), here.senses) | (right - sure)
        wrong = {s for s in sure if not (self.astray[s] <= open_to and unfelt_home(s, stood, here))}
        self.astray = {s: h for s, h in self.astray.items() if s not in right or s in wrong}

    def _rehome(self, stood: Layout, here: Moment) -> dict[Site, Homes]:
        self._here = here
        self.left.clear()
        moved = homes_since(stood, here)
        self.held = [rehomed(homes, moved) for homes in self.held]
        self.astray = {site: rehomed(homes, moved) for site, homes in self.astray.items()}
        return moved

    def _go_on(self, here: Moment, lying: Readings) -> None:
        """Go to another moment: pieces on sites that read as it expects are at home.

        Held pieces that the rules have in the hand belong nowhere on the board.
        """
        if self._here is None:
            self._lying = lying
        before, self._here, self.mixed = self._here or here, here, False
        expected = here.expected
        self.astray = {s: h for s, h in self.astray.items() if lying.get(s) != expected.get(s)}
        held = [frozenset({BOX}) if taken_up(h, before, here) else h for h in self.held]
        wrong = {BOX} | {site for site, _ in lying.items() ^ expected.items()}
        self.held = [homes for homes in held if homes & wrong]

    def _take(self, every: list[Site], lying: Readings, here: Moment) -> None:
        """Process simultaneous changes, departures first; sites that read names are skipped."""
        sites = [site for site in every if here.senses.get(site) in BLIND]
        gone = [site for site in sites for _ in range(count_removed(self._lying, lying, site))]
        came = [site for site in sites for _ in range(count_removed(lying, self._lying, site))]
        strange = set(misplaced_sites(here, self.astray))
        self.held += [self._lifted(site) for site in gone]
        self.left = (self.left | strange.intersection(gone)).difference(came)
        for site in came:
            homes = self._returned(site, self._put(site, here), here)
            missed = lying.get(site) == here.expected.get(site)
            if homes != {site} and not (missed and (self._doubtful or unsure(homes))):
                self.astray[site] = homes
            elif missed and len(standing(here.position.layout(), site)) == 1:
                self._fill(site)

    def _lifted(self, site: Site) -> Homes:
        """Return the homes of what was lifted here: it is at home here unless it was put here.

        What the table asks to be carried away belongs where it is to go. Until the board was right
        once, where a piece stands proves nothing: whoever lifts it while a light asks for a piece
        by its name may have found that piece.
        """
        source, target = self.asked
        usual = {site}
        if target and source == site:
            usual = {target}
        elif target and source is None and self._agreed is None:
            usual = {site, target}
        return self.astray.pop(site, frozenset(usual))

    def _returned(self, site: Site, homes: Homes, here: Moment) -> Homes:
        """Return the homes of an arrival; of unfelt origin, it may have stood here before."""
        if BOX not in homes or self._agreed is None:
            return homes
        crowds = crowded(here.position.layout(), here.senses)
        since = homes_since(self._agreed, here).get(site, frozenset())
        return since if since and since <= crowds else homes

    def _fill(self, home: Site) -> None:
        """Remove this home from all other pieces, since its own piece has come."""
        self.astray = {site: homes - {home} for site, homes in self.astray.items()}
        self.held = [homes - {home} for homes in self.held]

    def _obeyed(self, site: Site, here: Moment) -> bool:
        """True if the instruction asked for a piece here, from a source that felt nothing leave."""
        source, target = self.asked
        if site != target or any(site in homes for homes in self.held):
            return False
        if source is None:
            return True
        reads_right = self._lying.get(source) == here.expected.get(source)
        elsewhere = any(source in homes for homes in [*self.held, *self.astray.values()])
        return reads_right and not elsewhere and site in self.astray.pop(source, ())

    def _put(self, site: Site, here: Moment) -> Homes:
        """Return the homes of what has come here: it may be any of the held pieces.

        A held piece that belongs here is taken to be the one that was put.
        """
        if self._obeyed(site, here):
            return frozenset({site})
        if not self.held:
            return frozenset({BOX}) if self._agreed is None else unfelt_source(here)
        different = len({looks_of_homes(homes, here) for homes in self.held}) > 1
        own = [homes for homes in self.held if site in homes]
        if own:
            chosen = min(own, key=len)
            several = len({at_home(homes, here) for homes in self.held}) > 1
            self.mixed |= several or len(chosen) > 1
            self.held.remove(chosen)
            return frozenset({site})
        if different:
            every = frozenset[Site]().union(*self.held)
            self.held = [every] * (len(self.held) - 1)
            return every
        return self.held.pop()


def count_removed(before: Readings, after: Readings, site: Site) -> int:
    """Return how many pieces a site reported before and does not report after."""
    was, now = before.get(site), after.get(site)
    return len(pieces(was) - pieces(now)) or int(lacks(now, was))


def homes_since(stood: Layout, here: Moment) -> dict[Site, Homes]:
    """Return, for each changed site, where the pieces that stood there belong now."""
    layout = here.position.layout()
    homes = {piece: site for site in layout for piece in standing(layout, site)}
    return {
        site: frozenset(homes[piece] for piece in standing(stood, site) if piece in homes)
        for site in differing(stood, layout)
        if set(standing(stood, site)) - set(standing(layout, site))
    }


def rehomed(homes: Homes, moved: Mapping[Site, Homes]) -> Homes:
    """Return the homes, with each site replaced by where its pieces belong now."""
    return frozenset[Site]().union(*(moved.get(site, {site}) for site in homes))


def unfelt_home(site: Site, stood: Layout, here: Moment) -> bool:
    """True if no sensor noticed where a piece of this site came from: a crowd, or the box."""
    crowds = crowded(stood, here.senses)
    felt = {p for s in stood if s in here.senses and s not in crowds for p in standing(stood, s)}
    return not felt.issuperset(standing(here.position.layout(), site))


def taken_up(homes: Homes, before: Moment, here: Moment) -> bool:
    """True if what stood there stands nowhere now, according to the rules."""
    was, now = before.position.layout(), here.position.layout()
    stood = {piece for site in homes for piece in standing(was, site)}
    return bool(stood) and not any(stood & set(standing(now, site)) for site in now)


def unsure(homes: Homes) -> bool:
    """True if the home is uncertain, so that a piece put where one is missing may be right."""
    return len(homes) != 1 or BOX in homes


def looks_of_homes(homes: Homes, here: Moment) -> Looks:
    """Return the looks of what may stand there: kind and owner."""
    layout = here.position.layout()
    return looks(tuple(piece for site in homes for piece in standing(layout, site)))


def at_home(homes: Homes, here: Moment) -> frozenset[Piece]:
    """Return the pieces that may stand there, also telling apart those that look alike."""
    layout = here.position.layout()
    return frozenset(piece for site in homes for piece in standing(layout, site))


def misplaced_sites(here: Moment, astray: Mapping[Site, Homes]) -> list[Site]:
    """Return the sites with a piece of the wrong kind that the site cannot recognise."""
    return [
        site
        for site, homes in astray.items()
        if homes and looks_of_homes(homes, here).isdisjoint(looks_of_homes(frozenset({site}), here))
    ]


def exchanged(here: Moment, wrong: Container[Site], astray: Mapping[Site, Homes]) -> list[Site]:
    """Return the sites with the wrong piece that nevertheless read as they should."""
    found = misplaced_sites(here, astray)
    return [site for site in found if site in here.expected and site not in wrong]


def unfelt_source(here: Moment) -> Homes:
    """Return where a piece may have come from without being felt: crowds, or the box."""
    return crowded(here.position.layout(), here.senses) | {BOX}
