"""A disc magnet over a contact: where it surely closes it, and where it no longer affects it.

Lengths in mm, fields in mT, magnetomotive force in ampere-turns. An axially magnetised disc is
modelled as two discs of magnetic charge. What drives a reed is the difference of their potential
between its two ends; the reed stands upright under the cell.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import hypot, pi, sqrt

from msgspec import Struct

N42 = 1.30  # T, remanence
MU0 = 4e-7 * pi  # T m/A
NODES = 24  # rings of charge that a disc is cut into
SEARCH_FROM = 120.0  # mm, where searches begin
AROUND = 6  # neighbouring cells that may all be occupied
FRICTION = 0.2  # plastic on acrylic
LIGHTEST = 5.0  # g, the lightest piece with its magnet


class DiscMagnet(Struct, frozen=True):
    """A disc magnet of N42, in mm."""

    wide: float
    thick: float

    @property
    def name(self) -> str:
        return f"Ø {self.wide:g} × {self.thick:g} mm"

    @property
    def moment(self) -> float:
        """The magnetic moment in A m²."""
        return N42 / MU0 * pi * (self.wide / 2) ** 2 * self.thick * 1e-9


class Contact(Struct, frozen=True):
    """A magnetic contact: at which strength it surely closes, and below which it surely opens."""

    closes: float
    opens: float
    gap: float  # mm between it and the magnet
    slack: float  # mm that a piece may stand off the centre
    long: float = 0.0  # mm, a reed upright; a chip has no length


# Glass 10 x 1.8 mm, band 10-20 AT. In the maker's table of distances for four magnets the least
# that operates is 18-33 AT in this model, the most that releases 14-21: the safe ends are used.
REED = Contact(closes=31, opens=14, gap=8, slack=4.5, long=15)
# DRV5032DU: either output operates at 3.9 mT at most (TI SLVSDC7) and releases at 0.9 mT at least
# (TI JAJU835, table 2-2); 0.1 mT of both is margin for the earth's field and stronger magnets.
# It lies under the middle of a puzzle piece, below 1 mm of its base, 3 mm of plate and 2 mm of bed;
# the piece has half a millimetre of play, the glued board of the chip one.
HALL = Contact(closes=4.0, opens=0.8, gap=6, slack=1.5)

DISCS = (DiscMagnet(8, 3), DiscMagnet(6, 3), DiscMagnet(6, 2), DiscMagnet(4, 1))  # strongest first


def excitation(disc: DiscMagnet, contact: Contact, off: float) -> float:
    """Return the excitation of the contact by a magnet `off` mm beside its centre."""
    if contact.long:
        top, bottom = contact.gap, contact.gap + contact.long
        return abs(potential(disc, off, top) - potential(disc, off, bottom))
    step = 0.05
    before, after = contact.gap - step, contact.gap + step
    slope = potential(disc, off, before) - potential(disc, off, after)  # A over 2 steps
    return abs(MU0 * slope / (2 * step * 1e-3)) * 1e3


@cache
def potential(disc: DiscMagnet, off: float, down: float) -> float:
    """Return the potential in A, `off` mm beside the axis and `down` mm below the magnet."""
    return charged(disc.wide / 2, off, down) - charged(disc.wide / 2, off, down + disc.thick)


def charged(radius: float, off: float, down: float) -> float:
    """Return the potential of a disc of magnetic charge, summed ring by ring."""
    width = radius / NODES
    middles = (width * (at + 0.5) for at in range(NODES))
    return N42 / MU0 * 1e-3 * sum(mean_inverse_distance(r, off, down) * r * width for r in middles)


def mean_inverse_distance(radius: float, off: float, down: float) -> float:
    """Return half the mean of 1 / distance to a ring, by the arithmetic-geometric mean."""
    near, far = hypot(radius - off, down), hypot(radius + off, down)
    while far - near > 1e-9 * far:
        near, far = sqrt(near * far), (near + far) / 2
    return 0.5 / far


def side_force(disc: DiscMagnet, apart: float) -> float:
    """Return the force in mN with which two magnets side by side repel each other."""
    return 3 * MU0 * disc.moment**2 / (4 * pi * (apart * 1e-3) ** 4) * 1e3


@cache
def sure_reach(disc: DiscMagnet, contact: Contact) -> float:
    """Return how far off centre, in mm, the magnet surely closes the contact; 0 if never."""
    return edge(lambda off: excitation(disc, contact, off) >= contact.closes)


@cache
def unfelt_beyond(disc: DiscMagnet, contact: Contact, share: float = 1.0) -> float:
    """Return the mm beyond which the contact feels less than `share` of its opening threshold."""
    return edge(lambda off: excitation(disc, contact, off) > share * contact.opens)


@cache
def repelled(disc: DiscMagnet) -> float:
    """Return the distance in mm at which the lightest pieces no longer push each other away."""
    holds = FRICTION * LIGHTEST * 9.81  # mN
    return edge(lambda apart: side_force(disc, max(apart, 0.1)) > holds)


@cache
def least_pitch(disc: DiscMagnet, contact: Contact) -> float:
    """Return the least pitch in mm: one neighbour may lean over, all may stand, none may creep."""
    leaning = unfelt_beyond(disc, contact) + contact.slack
    standing = unfelt_beyond(disc, contact, 1 / AROUND)
    return max(leaning, standing, repelled(disc))


def magnet_fits(disc: DiscMagnet, contact: Contact, pitch: float) -> bool:
    """True if the magnet closes its own contact wherever a piece may stand, and no other."""
    return sure_reach(disc, contact) >= contact.slack and pitch >= least_pitch(disc, contact)


def fitting_disc(contact: Contact, pitch: float) -> DiscMagnet | None:
    """Return the strongest magnet for this pitch, or None."""
    return next((disc for disc in DISCS if magnet_fits(disc, contact, pitch)), None)


def closing_magnets(contact: Contact) -> list[DiscMagnet]:
    """Return the magnets that surely close the contact."""
    return [disc for disc in DISCS if sure_reach(disc, contact) >= contact.slack]


def smallest_pitch(contact: Contact) -> float:
    """Return the smallest pitch that any magnet allows."""
    return min(least_pitch(disc, contact) for disc in closing_magnets(contact))


def edge(holds: Callable[[float], bool]) -> float:
    """Return the greatest distance at which `holds` is True, to 0.01 mm, searched from outside."""
    outside = SEARCH_FROM
    while outside > 0 and not holds(outside - 1):
        outside -= 1
    low, high = max(outside - 1, 0.0), outside
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
