"""The layout of a panel in millimetres: contacts, lights, keys, readers, rollers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, sin

from msgspec import Struct

from controller.drawing import Cell, Point
from controller.errors import Unbuildable
from controller.values import Sense, Site
from drivers.kit.holes import HIGH, HOLE_WIDTHS, Hole, HoleKind, first_clash
from drivers.kit.physics import coils
from drivers.kit.physics.magnets import (
    HALL,
    REED,
    Contact,
    DiscMagnet,
    fitting_disc,
    smallest_pitch,
)
from drivers.kit.poles import poles
from drivers.kit.terms import KitPanel, Wishes
from drivers.wiring import Wiring

BY_THE_METRE = 1000 / 30  # mm from pixel to pixel of a strip with 30 per metre
SIZE = 400.0  # mm, the longer side of a board with single pixels
PITCH_STEP = 0.5  # mm, steps to which that board's pitch is rounded up
COIL = 22.0  # mm across, an antenna for stickers of 25 mm
COIL_PITCH = 25.0
LOOP_PITCH = coils.COIL_DIAMETER + 4  # mm, for coils around a ring of lights
SMALLEST, WIDEST = 10.0, 200.0  # mm, limits of the pitch that may be chosen

FRAME_WIDTH = 25.0  # mm around the board
PAPER_MARGIN = 20.0  # mm beside the map, for the printed tracks
TRACK_OFFSETS = {
    "clock": -6.0,
    "data": -14.0,
    "home": 16.0,
}  # mm beside the map, left or right of it
FORK_AXIS = 3.3  # mm from the inner edge of the fork's opening to its beam
WHEEL_TRACK = 6.0  # mm right of the map, the idler wheel
COUNTS = 4 * 100  # counts per turn of the encoder: four per slot
AXLE = 35.0  # mm from the board to a roller's axle
SPOOL = 8.0  # mm more that a full roller needs towards the keys
KEY_ROW, KEY_STEP = 34.0, 32.0  # mm
READER_ROW, READER_STEP = 100.0, 110.0  # mm; two readers need 100 between them, 50 to any reed
CARD = (63.0, 88.0)  # mm
LIGHT_BESIDE_CONTACT = 7.0  # mm, a light beyond its contact, towards the far edge
SCREW_EDGE, SCREW_STEP = 8.0, 200.0  # mm from the edge, and from one to the next at most
SEATED = "12"  # the seats of two players who sit opposite each other


class ReaderPlace(Struct, frozen=True):
    """The place of a card reader: where the centre of a card lies."""

    site: str
    at: Point


class Plan(Struct, frozen=True):
    """A panel laid out on its plate."""

    panel: KitPanel
    pitch: float
    unit: float  # mm per unit of the drawing
    wide: float
    high: float
    corner: Point  # where the drawing begins
    holes: tuple[Hole, ...]
    readers: tuple[ReaderPlace, ...]
    magnet: DiscMagnet | None

    def at(self, point: Point) -> Point:
        """Return the place on the sheet, in mm, of a point of the drawing."""
        return self.corner[0] + point[0] * self.unit, self.corner[1] + point[1] * self.unit

    def of(self, *kinds: HoleKind) -> list[Hole]:
        return [hole for hole in self.holes if hole.kind in kinds]

    @property
    def board(self) -> tuple[float, float]:
        """The width and height of the playing field, in mm."""
        wide, high = self.panel.drawing.size
        return wide * self.unit, high * self.unit

    @property
    def rolls(self) -> bool:
        return self.panel.drawing.paper is not None and bool(self.panel.wiring.file.dials)

    @property
    def wheel(self) -> float:
        """mm round the idler wheel: with it, a row of paper gives the counts of the wiring file."""
        dials = self.panel.wiring.file.dials
        return COUNTS * self.unit / dials[0].counts_per_row if dials else 0.0

    @property
    def by_the_metre(self) -> bool:
        """True if its lights are pieces of pixel strip instead of single pixels."""
        return is_pixel_strip(self.panel) and abs(self.pitch - BY_THE_METRE) < 0.05


def plan_panel(panel: KitPanel, wishes: Wishes) -> Plan:
    """Return the layout of the panel; raise Unbuildable with the reason if it cannot work."""
    spots = contact_places(panel)
    pitch = choose_pitch(panel, spots, wishes.pitch)
    unit = pitch / smallest_distance(spots.values())
    rolls = panel.drawing.paper is not None and bool(panel.wiring.file.dials)
    side = FRAME_WIDTH + (PAPER_MARGIN + 10 if rolls else 0)
    keys, readers = key_sites(panel.wiring), taps_of(panel.wiring)
    board = panel.drawing.size[0] * unit, panel.drawing.size[1] * unit
    wide = max(board[0] + 2 * side, width_of(keys, readers))
    top = FRAME_WIDTH + (AXLE if rolls else 0) + (KEY_ROW if far_side(keys) else 0)
    corner = ((wide - board[0]) / 2, top)
    under = top + board[1] + (AXLE + SPOOL if rolls else 0)
    magnet = fitting_disc(kind, pitch) if (kind := felt_by(panel.wiring)) else None
    plan = Plan(panel, pitch, unit, wide, 0.0, corner, (), (), magnet)
    rows = [*key_holes(plan, keys, under)]
    cards = tuple(card_places(plan, readers, under, keys))
    bottom = max([under, *(hole.at[1] + 14 for hole in rows), *(c.at[1] + 46 for c in cards)])
    high = bottom + FRAME_WIDTH
    holes = (*field_holes(plan, spots), *rows, *strip_holes(plan), *card_lights(plan, cards))
    whole = Plan(
        *(panel, pitch, unit, wide, high, corner),
        (*holes, *screws(wide, high)),
        cards,
        magnet,
    )
    if found := first_clash(whole.holes):
        one, other = (hole.site or hole.kind.value for hole in found)
        raise Unbuildable("kit.overlap", one=one, other=other, pitch=f"{pitch:g}")
    return whole


# ----------------------------------------------------------------------------------------- pitch


def choose_pitch(panel: KitPanel, spots: Mapping[int, Point], asked: float | None) -> float:
    """Return the wished or usual pitch; raise Unbuildable if contacts would disturb each other."""
    contact = felt_by(panel.wiring)
    least = smallest_pitch(contact) if contact else COIL_PITCH
    if panel.wiring.wakes:
        least = max(least, LOOP_PITCH)
    pitch = asked if asked is not None else usual_pitch(panel, spots, least)
    if not SMALLEST <= pitch <= WIDEST:
        raise Unbuildable("kit.odd_pitch", pitch=f"{pitch:g}", least=SMALLEST, most=WIDEST)
    if pitch < least:
        key = "kit.near_coils" if least in (COIL_PITCH, LOOP_PITCH) else "kit.near_magnets"
        raise Unbuildable(key, pitch=f"{pitch:g}", least=f"{ceil(least * 10) / 10:g}")
    return pitch


def usual_pitch(panel: KitPanel, spots: Mapping[int, Point], least: float) -> float:
    """Return the default pitch: that of a pixel strip, or one for a board of about 400 mm.

    Where spaces have colours of their own, the lights must not shine across into the next space.
    """
    if is_pixel_strip(panel):
        return BY_THE_METRE
    fair = SIZE / max(panel.drawing.size) * smallest_distance(spots.values())
    own = (
        2 * (LIGHT_BESIDE_CONTACT + HOLE_WIDTHS[HoleKind.LIGHT] / 2) if panel.wiring.sides else 0.0
    )
    return ceil(max(fair, least, own) / PITCH_STEP) * PITCH_STEP


def is_pixel_strip(panel: KitPanel) -> bool:
    """True if neighbouring cells have consecutive pixels, one each, as on a pixel strip."""
    centre = {cell.site: cell.centre for cell in panel.drawing.cells}
    names = panel.wiring.file.lights[0].sites.split() if panel.wiring.file.lights else []
    lit = [centre[Site(name)] for name in names if name in centre]
    steps = [dist(one, other) for one, other in pairwise(lit)]
    return bool(steps) and sum(abs(step - 1) < 0.01 for step in steps) > 0.8 * len(steps)


def felt_by(wiring: Wiring) -> Contact | None:
    """Return the kind of contact for the pieces' magnets; None if only antennas sense pieces."""
    senses = set(wiring.senses.values())
    if Sense.SIDE in senses:
        return HALL
    return REED if senses & {Sense.REED, Sense.COUNT} or wiring.wakes else None


def smallest_distance(points: Iterable[Point]) -> float:
    """Return the smallest distance between two different points."""
    ordered = sorted(set(points))
    best = float("inf")
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other[0] - one[0] >= best:
                break
            best = min(best, dist(one, other))
    return best


# ------------------------------------------------------------------------------------- the field


def contact_places(panel: KitPanel) -> dict[int, Point]:
    """Return the place of each contact in drawing units, by channel; antennas are -1, -2, ..."""
    room = {cell.site: cell for cell in panel.drawing.cells}
    found: dict[int, Point] = {}
    seen: dict[Site, int] = {}
    for channel, site in panel.wiring.channels.items():
        if site in room and panel.wiring.senses[site] is not Sense.KEY:
            found[channel] = shared(panel.wiring, room[site], seen.get(site, 0))
            seen[site] = seen.get(site, 0) + 1
    for number, reader in enumerate(panel.wiring.file.readers):
        if reader.sense is Sense.TAG and reader.site in room:
            found[-1 - number] = roomiest(room[reader.site])
    return found


def shared(wiring: Wiring, cell: Cell, nth: int) -> Point:
    """Return the place of a cell's nth contact: side by side in a tray, else in the middle."""
    places = len(wiring.counted.get(cell.site, ()))
    if not places:
        return roomiest(cell)
    left, right = min(x for x, _ in cell.points), max(x for x, _ in cell.points)
    step = (right - left) / places
    return round(left + step * (nth + 0.5), 4), cell.centre[1]


@cache
def roomiest(cell: Cell) -> Point:
    """Return the point of a cell with most room for a magnet: off centre in a pointed cell."""
    if not cell.points:
        return cell.centre
    best, step = cell.centre, 0.2
    width = clearance(best, cell.points) * 1.02
    while step > 0.001:
        around = [(best[0] + step * dx, best[1] + step * dy) for dx, dy in COMPASS]
        spot = max(around, key=lambda point: clearance(point, cell.points))
        if clearance(spot, cell.points) > width:
            best, width = spot, clearance(spot, cell.points)
        else:
            step /= 2
    return best


COMPASS = tuple((sin(at * pi / 8), cos(at * pi / 8)) for at in range(16))


def clearance(point: Point, corners: Sequence[Point]) -> float:
    """Return the distance from a point inside a polygon to the nearest side."""
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return min(beside(point, one, other) for one, other in sides)


def beside(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from the segment between two others."""
    (x, y), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
    long = dx * dx + dy * dy
    along = ((point[0] - x) * dx + (point[1] - y) * dy) / long if long else 0.0
    share = min(1.0, max(0.0, along))
    return hypot(point[0] - x - share * dx, point[1] - y - share * dy)


def field_holes(plan: Plan, spots: Mapping[int, Point]) -> Iterator[Hole]:
    """Yield the holes of the playing field: contacts, coils, beams and lights."""
    wiring, middles = plan.panel.wiring, dict[Site, Point]()
    paired = poles(wiring)
    for channel, spot in spots.items():
        site = wiring.channels[channel] if channel >= 0 else wiring.file.readers[-1 - channel].site
        x, y = middles.setdefault(site, plan.at(spot))
        if channel < 0:
            across = coils.COIL_DIAMETER if wiring.wakes else COIL
            yield Hole(HoleKind.COIL, (x, y), across, site, -1 - channel, drilled=False)
        elif site not in paired:
            yield Hole(HoleKind.REED, plan.at(spot), HOLE_WIDTHS[HoleKind.REED], site, channel)
        elif channel == paired[site][0]:
            yield Hole(
                HoleKind.HALL,
                (x, y),
                HOLE_WIDTHS[HoleKind.HALL],
                site,
                channel,
                other=paired[site][1],
            )
    yield from beam_holes(plan)
    for cell in plan.panel.drawing.cells:
        yield from cell_lights(plan, cell, middles.get(cell.site, plan.at(cell.centre)))


def beam_holes(plan: Plan) -> Iterator[Hole]:
    """Yield the holes that a piece falls through, past a light beam."""
    for channel, site in plan.panel.wiring.channels.items():
        if (cell := hole_of(plan, site)) is not None:
            wide = 2 * 0.84 * cell.radius * plan.unit
            yield Hole(HoleKind.BEAM, plan.at(cell.centre), wide, site, channel)


def hole_of(plan: Plan, site: Site) -> Cell | None:
    """Return the cell of a site whose beam is wired like a key, or None."""
    if plan.panel.wiring.senses[site] is not Sense.KEY:
        return None
    return next((cell for cell in plan.panel.drawing.cells if cell.site == site), None)


def cell_lights(plan: Plan, cell: Cell, middle: Point) -> Iterator[Hole]:
    """Yield a cell's lights: one beyond the contact, or several in a ring around it."""
    pixels = plan.panel.wiring.chain.get(cell.site, range(0))
    cut = hole_of(plan, cell.site) if cell.site in plan.panel.wiring.senses else None
    coil = any(reader.site == cell.site for reader in plan.panel.wiring.file.readers)
    away = 0.84 * cell.radius * plan.unit + 5 if cut else 0.64 * cell.radius * plan.unit
    for at, pixel in enumerate(pixels):
        if len(pixels) == 1:
            spot = middle if coil else (middle[0], middle[1] - LIGHT_BESIDE_CONTACT)
        else:
            spot = point_on_circle(middle, away, at / len(pixels))
        yield Hole(
            HoleKind.LIGHT, spot, HOLE_WIDTHS[HoleKind.LIGHT], cell.site, pixel, drilled=False
        )


def point_on_circle(middle: Point, away: float, share: float) -> Point:
    """Return the point at a share of a circle, clockwise from its far left."""
    angle = 2 * pi * (share - 1 / 8)
    return middle[0] + away * sin(angle), middle[1] - away * cos(angle)


# -------------------------------------------------------------------------- keys, readers, strip


def key_sites(wiring: Wiring) -> list[Site]:
    """Return the sites of the keys, in the order of their channels."""
    return [site for site in wiring.channels.values() if site.startswith("key.")]


def taps_of(wiring: Wiring) -> list[Site]:
    """Return the sites of the card readers."""
    return [reader.site for reader in wiring.file.readers if reader.sense is Sense.TAP]


def far_side(keys: Iterable[Site]) -> list[Site]:
    """Return the keys of the player who sits opposite; none unless there are two seats."""
    seats = {key[-1] for key in keys if key[-1].isdigit()}
    return [key for key in keys if key[-1] == "2"] if seats == set(SEATED) else []


def width_of(keys: list[Site], readers: list[Site]) -> float:
    """Return the width in mm that the longer row of keys or readers needs."""
    longest = max(min(len(keys), 10) * KEY_STEP, len(readers) * READER_STEP)
    return longest + 2 * FRAME_WIDTH


def key_holes(plan: Plan, keys: list[Site], under: float) -> Iterator[Hole]:
    """Yield the keys and their lights, in rows at the near edge or, for player 2, the far one."""
    channel = {site: at for at, site in plan.panel.wiring.channels.items()}
    beyond = far_side(keys)
    near = [key for key in keys if key not in beyond]
    room = max(1, int((plan.wide - 2 * FRAME_WIDTH) // KEY_STEP))
    rows = [(near[at : at + room], at // room) for at in range(0, len(near), room)]
    placed = [(row, under + KEY_ROW / 2 + 8 + KEY_STEP * line) for row, line in rows]
    for row, y in [*placed, (beyond, FRAME_WIDTH)]:
        for at, site in enumerate(row):
            x = plan.wide / 2 + (at - (len(row) - 1) / 2) * KEY_STEP
            yield Hole(HoleKind.KEY, (x, y), HOLE_WIDTHS[HoleKind.KEY], site, channel[site])
            for pixel in plan.panel.wiring.chain.get(site, ()):
                yield Hole(
                    HoleKind.LIGHT, (x, y), HOLE_WIDTHS[HoleKind.LIGHT], site, pixel, drilled=False
                )


def card_places(
    plan: Plan, readers: list[Site], under: float, keys: list[Site]
) -> Iterator[ReaderPlace]:
    """Yield the place of each card reader, in a row below the keys."""
    near = len(keys) - len(far_side(keys))
    room = max(1, int((plan.wide - 2 * FRAME_WIDTH) // KEY_STEP))
    y = under + READER_ROW + KEY_STEP * max(0, -(-near // room) - 1) + 8
    for at, site in enumerate(readers):
        yield ReaderPlace(site, (plan.wide / 2 + (at - (len(readers) - 1) / 2) * READER_STEP, y))


def card_lights(plan: Plan, cards: Iterable[ReaderPlace]) -> Iterator[Hole]:
    """Yield the lights of each card place, in a column beside the card."""
    for place in cards:
        for at, pixel in enumerate(plan.panel.wiring.chain.get(Site(place.site), ())):
            x, y = place.at
            spot = (x - CARD[0] / 2 - 8, y - CARD[1] / 2 + 8 + 12 * at)
            yield Hole(
                HoleKind.LIGHT, spot, HOLE_WIDTHS[HoleKind.LIGHT], place.site, pixel, drilled=False
            )


def strip_holes(plan: Plan) -> Iterator[Hole]:
    """Yield the strip's sensors and idler wheel, and the lights along the crank."""
    if not plan.rolls:
        return
    (left, top), (wide, high) = plan.corner, plan.board
    line = top + high - plan.unit / 2
    for track in ("clock", "data"):
        spot = (left + TRACK_OFFSETS[track], line)
        yield Hole(
            HoleKind.SENSOR, spot, HOLE_WIDTHS[HoleKind.SENSOR], track, high=HIGH[HoleKind.SENSOR]
        )
    across, right = HOLE_WIDTHS[HoleKind.FORK], left + wide
    spot = (right + TRACK_OFFSETS["home"] - FORK_AXIS + across / 2, line)
    yield Hole(HoleKind.FORK, spot, across, "home", high=HIGH[HoleKind.FORK])
    spot = (right + WHEEL_TRACK, top + high / 2)
    yield Hole(
        HoleKind.WHEEL, spot, HOLE_WIDTHS[HoleKind.WHEEL], "roller", high=plan.wheel / pi + 2
    )
    for dial in plan.panel.wiring.file.dials:
        pixels = plan.panel.wiring.chain.get(dial.site, range(0))
        for at, pixel in enumerate(pixels):
            y = top + high / 2 + (at - (len(pixels) - 1) / 2) * plan.unit
            spot = (left + wide + PAPER_MARGIN + 12, y)
            yield Hole(
                HoleKind.LIGHT, spot, HOLE_WIDTHS[HoleKind.LIGHT], dial.site, pixel, drilled=False
            )


def screws(wide: float, high: float) -> Iterator[Hole]:
    """Yield the screws all round the edge."""
    across, down = screw_positions(wide), screw_positions(high)
    ends = (across[0], across[-1])
    spots = [(x, y) for x in ends for y in down]
    spots += [(x, y) for x in across[1:-1] for y in (down[0], down[-1])]
    yield from (Hole(HoleKind.SCREW, spot, HOLE_WIDTHS[HoleKind.SCREW]) for spot in spots)


def screw_positions(side: float) -> list[float]:
    """Return the positions of screws along a side, in mm."""
    room = side - 2 * SCREW_EDGE
    gaps = max(1, ceil(room / SCREW_STEP))
    return [SCREW_EDGE + room * at / gaps for at in range(gaps + 1)]
