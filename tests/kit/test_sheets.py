"""What is drawn is the panel at its true size: measured back from the files."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from math import dist, pi, sqrt
from xml.etree import ElementTree

import pytest

from controller.values import Saying, Sense
from controller.words import say
from drivers.kit.drawn import cutouts, pages, strip, svg, template
from drivers.kit.drawn.shapes import meets
from drivers.kit.files import sheets
from drivers.kit.holes import HoleKind
from drivers.kit.plan import AXLE, BY_THE_METRE, clearance, roomiest
from drivers.kit.terms import PAPERS
from firmware import roller
from tests.kit.made import NAMES, kit

SVG = "{http://www.w3.org/2000/svg}"
TRUE = 0.1  # mm
FELT = {HoleKind.REED, HoleKind.HALL, HoleKind.COIL}


def circles(name: str, *layers: str) -> list[tuple[str, float, float, float]]:
    """Name, middle and radius of every circle of these layers, out of the SVG."""
    sheet = template.drill(kit(name).plan, say)
    page = ElementTree.fromstring(svg.sheet_svg(sheet))
    found = [one for one in page.iter(f"{SVG}circle") if one.get("class") in layers]
    return [(c.get("data-name", ""), *(float(c.get(k)) for k in ("cx", "cy", "r"))) for c in found]


@pytest.mark.parametrize("name", NAMES)
def test_every_sheet_is_an_svg_of_its_true_size(name):
    for sheet in sheets(kit(name).plan, say).values():
        page = ElementTree.fromstring(svg.sheet_svg(sheet))
        assert page.get("width") == f"{sheet.wide:g}mm"
        assert page.get("viewBox") == f"0 0 {sheet.wide:g} {sheet.high:g}"


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_hole_for_every_contact_and_every_pixel_and_no_other(name):
    wiring = kit(name).plan.panel.wiring
    named = (numbers for numbers, *_ in circles(name, "reed", "hall", "key", "beam"))
    felt = Counter(number for numbers in named for number in numbers.split())
    assert felt == Counter(map(str, wiring.channels))
    lit = {int(number) for number, *_ in circles(name, "light", "lamp")}
    assert lit == {pixel for pixels in wiring.chain.values() for pixel in pixels}
    coils = [reader for reader in wiring.file.readers if reader.sense is Sense.TAG]
    assert len(circles(name, "coil")) == len(coils)


@pytest.mark.parametrize("name", NAMES)
def test_holes_lie_as_the_cells_do_at_the_pitch(name):
    """Distances between holes, measured in the SVG, are those of the cells at one scale."""
    plan = kit(name).plan
    cells = {cell.site: cell for cell in plan.panel.drawing.cells}
    site = {str(channel): at for channel, at in plan.panel.wiring.channels.items()}
    spots = [
        (cells[site[number]], (x, y))
        for numbers, x, y, _ in circles(name, "reed", "hall")
        if plan.panel.wiring.senses[site[number := numbers.split()[0]]] in (Sense.REED, Sense.SIDE)
    ]
    for (one, here), (other, there) in pairwise(spots):
        told = dist(roomiest(one), roomiest(other)) * plan.unit
        assert dist(here, there) == pytest.approx(told, abs=TRUE)
    near = [hole.at for hole in plan.holes if hole.kind in FELT]
    if plan.panel.wiring.wakes:
        near = [hole.at for hole in plan.of(HoleKind.COIL)]
    if near:
        assert min(dist(*pair) for pair in combinations(near[:200], 2)) >= plan.pitch - TRUE


def test_astrons_cells_are_where_a_strip_of_thirty_to_the_metre_has_its_pixels():
    spots = {number: (x, y) for number, x, y, _ in circles("astron", "lamp")}
    for pixel in range(9):
        assert dist(spots[str(pixel)], spots[str(pixel + 1)]) == pytest.approx(
            BY_THE_METRE, abs=TRUE
        )


@pytest.mark.parametrize("name", NAMES)
def test_no_two_holes_run_into_each_other_and_none_leaves_the_plate(name):
    plan = kit(name).plan
    drilled = sorted((x, y, r) for _, x, y, r in circles(name, "reed", "hall", "key", "beam"))
    for one, other in combinations([hole for hole in plan.holes if hole.high], 2):
        assert not meets(one.box, other.box)
    for at, (x, y, r) in enumerate(drilled):
        assert r <= x <= plan.wide - r and r <= y <= plan.high - r
        for other_x, other_y, other_r in drilled[at + 1 :]:
            if other_x - x > 60:
                break
            assert dist((x, y), (other_x, other_y)) >= r + other_r - 0.002


@pytest.mark.parametrize("name", NAMES)
def test_what_is_cut_says_through_which_plate_and_the_rest_has_no_cross(name):
    plan = kit(name).plan
    shapes = template.drill(plan, say).shapes
    crosses = Counter(middle(shape.box) for shape in shapes if shape.look.layer == "cross")
    cut = [hole for hole in plan.holes if hole.drilled]
    assert crosses == Counter({tuple(round(x, 2) for x in hole.at): 2 for hole in cut})
    assert not any(hole.drilled for hole in plan.of(HoleKind.LIGHT, HoleKind.COIL))
    lines = [shape for shape in shapes if shape.look.layer == "legend"]
    assert all(line.box[2] <= plan.wide for line in lines), "within its sheet"
    legend = " ".join(line.text for line in lines)
    for kind in template.used(plan):
        assert "bed" in say(Saying(f"kit.label.{kind}")) or "top plate" in say(
            Saying(f"kit.label.{kind}")
        )
        assert say(Saying(f"kit.label.{kind}")) in legend
    (scale, *_) = [shape.box for shape in shapes if shape.look.layer == "scale"]
    assert scale[2] - scale[0] == 100


def middle(box) -> tuple[float, float]:
    return round((box[0] + box[2]) / 2, 2), round((box[1] + box[3]) / 2, 2)


def test_no_key_reaches_into_a_roller_with_all_its_paper():
    plan = kit("astron").plan
    paper = 3500 * 0.1 * 4 / pi  # mm²: 3.5 m, 0.1 mm thick
    full = sqrt(template.ROLLER**2 + paper) / 2
    axle = plan.corner[1] + plan.board[1] + AXLE
    assert all(hole.at[1] - hole.wide / 2 > axle + full for hole in plan.of(HoleKind.KEY))


def test_the_line_of_the_sensors_strikes_through_no_cell():
    plan = kit("astron").plan
    left, right = plan.corner[0], plan.corner[0] + plan.board[0]
    lines = [s.box for s in template.drill(plan, say).shapes if s.look.layer == "line"]
    assert len(lines) == 2 and all(box[2] <= left or box[0] >= right for box in lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_magnet_has_most_room_where_its_contact_is(name):
    for cell in kit(name).plan.panel.drawing.cells[:40]:
        if cell.points:
            spot = roomiest(cell)
            assert clearance(spot, cell.points) >= clearance(cell.centre, cell.points)
            if len(cell.points) == 4:
                assert spot == cell.centre, "a square or a kite has its middle there"


# ------------------------------------------------------------------------------------------- pages


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_tiles_cover_the_sheet_and_share_their_marks(name, paper):
    for sheet in sheets(kit(name).plan, say).values():
        way = pages.best_orientation(sheet, PAPERS[paper])
        tiles = pages.tiles(sheet, way)
        assert tiles[0].box[:2] == (0, 0)
        assert tiles[-1].box[2] >= sheet.wide - 1e-6 and tiles[-1].box[3] >= sheet.high - 1e-6
        assert len({tile.name for tile in tiles}) == len(tiles)
        for one, other in pairwise(tiles):
            if one.row == other.row:
                assert one.box[2] - other.box[0] == pytest.approx(pages.PAGE_OVERLAP)
                shared = set(rounded(pages.register_marks(one))) & set(
                    rounded(pages.register_marks(other))
                )
                assert len(shared) == 2


def rounded(points):
    return [(round(x, 3), round(y, 3)) for x, y in points]


CURVE = re.compile(rb"([\d.-]+) ([\d.-]+) m\n?((?:\s*(?:[\d.-]+ ){6}c\s*)+)")
BOX = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")


def drawn_circles(page: bytes) -> list[tuple[float, float, float]]:
    """Middle and radius in mm of what is drawn of curves: the box around their ends."""
    found = []
    for begin in CURVE.finditer(page):
        ends = [float(n) for n in begin[0].replace(b"m", b"").replace(b"c", b"").split()]
        points = [(ends[0], ends[1]), *zip(ends[6::6], ends[7::6], strict=False)]
        across, down = zip(*points, strict=True)
        wide = max(across) - min(across)
        middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
        found.append(
            (
                middle[0] / pages.POINTS_PER_MM,
                middle[1] / pages.POINTS_PER_MM,
                wide / 2 / pages.POINTS_PER_MM,
            )
        )
    return found


@pytest.mark.parametrize("name", ["astron", "situation7", "space_walk_trays"])
def test_the_pdf_draws_every_hole_where_the_svg_has_it(name):
    """Page by page, out of the PDF's own lines; what two pages share is on both."""
    sheet = template.drill(kit(name).plan, say)
    way = pages.best_orientation(sheet, PAPERS["A3"])
    written = pages.sheets_pdf([sheet], "A3", packed=False)
    streams = re.findall(rb"stream\n(.*?)\nendstream", written, re.DOTALL)
    tiles = pages.tiles(sheet, way)
    wanted = circles(name, "reed", "hall", "lamp", "key", "beam")
    seen: set[int] = set()
    for tile, stream in zip(tiles, streams, strict=False):
        drawn = {
            (
                round(x - pages.PAGE_MARGIN + tile.left, 1),
                round(way[1] - y - pages.PAGE_MARGIN + tile.top, 1),
            )
            for x, y, _ in drawn_circles(stream)
        }
        for at, (_, x, y, _) in enumerate(wanted):
            close = ((round(x + dx, 1), round(y + dy, 1)) for dx in NEAR for dy in NEAR)
            if any(spot in drawn for spot in close):
                seen.add(at)
    assert len(seen) == len(wanted)


NEAR = (-0.05, 0, 0.05)


# ------------------------------------------------------------------------------- what is cut out


def test_the_strip_has_the_bars_that_the_firmware_reads():
    plan = kit("astron").plan
    rows = strip.printed_rows(plan)
    page = ElementTree.fromstring(svg.sheet_svg(strip.strip_sheet(plan, say)))
    bars = [
        bar(one.get("points")) for one in page.iter(f"{SVG}polygon") if one.get("class") == "bar"
    ]
    clock = {round(rows[-1] + 0.5 - y / plan.unit) for _, y, long in bars if abs(long - 5) < TRUE}
    data = {round(rows[-1] + 0.5 - y / plan.unit) for _, y, long in bars if abs(long - 12) < TRUE}
    assert clock == set(rows) and rows[0] == roller.FIRST_ROW and rows[-1] >= 74
    assert data == {row for row in rows if roller.track(row)}
    assert len({x for x, _, _ in bars}) == 2, "each track is one line"


def bar(points: str) -> tuple[float, float, float]:
    """Its middle, and how long it is along the strip."""
    corners = [tuple(map(float, pair.split(","))) for pair in points.split()]
    across, down = zip(*corners, strict=True)
    middle = round((min(across) + max(across)) / 2, 2), (min(down) + max(down)) / 2
    return *middle, max(down) - min(down)


def test_the_strips_tracks_pass_under_their_sensors():
    plan = kit("astron").plan
    (left, _), sheet = plan.corner, strip.strip_sheet(plan, say)
    (clock,) = [hole for hole in plan.of(HoleKind.SENSOR) if hole.site == "clock"]
    bars = [bounds_of(one) for one in sheet.shapes if one.look.layer == "bar"]
    assert any(box[0] < clock.at[0] - left + strip.PAPER_MARGIN < box[2] for box in bars)


def bounds_of(shape):
    return shape.box


@pytest.mark.parametrize("name", NAMES)
def test_everything_in_the_box_is_cut_out_once(name):
    panel = kit(name).plan.panel
    cards = [piece for piece in panel.pieces if piece.split(".")[0] in panel.drawing.cards]
    assert len([*cutouts.card_shapes(panel)]) == len(cards)
    assert len([*cutouts.piece_shapes(kit(name).plan)]) == sum(
        t.count for t in panel.drawing.tokens
    )
    tagged = len(panel.pieces) if panel.wiring.file.readers else 0
    assert len([*cutouts.labels(kit(name).plan)]) == tagged


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_to_cut_lies_beyond_its_page(name, paper):
    wide, high = cutouts.printable(paper)
    for sheet in cutouts.cut_sheets(kit(name).plan, paper, say):
        for shape in sheet.shapes:
            if shape.look.layer in ("cut", "hull", "magnet"):
                left, top, right, bottom = shape.box
                assert left > -0.01 and top > -0.01 and right < wide + 0.01 and bottom < high + 0.01


def test_a_letter_that_the_pdfs_fonts_lack_is_written_otherwise():
    assert pages.latin_text("10 kΩ – ↑2") == "10 kohm - ^2"
    assert pages.latin_text("日") == "?"
