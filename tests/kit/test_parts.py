"""What is bought goes together: with the plates, the wires, the pieces, and at any pitch."""

from __future__ import annotations

import csv
import re
from collections import Counter
from io import StringIO
from math import dist
from random import Random

import msgspec
import pytest

from controller.errors import Unbuildable
from controller.values import Sense, Site
from controller.words import say
from drivers.kit import page_tables, parts, tags
from drivers.kit.drawn import cutouts, strip
from drivers.kit.holes import HIGH, HOLE_WIDTHS, HoleKind
from drivers.kit.kit import Kit, kit_of, regulated
from drivers.kit.loose import detail
from drivers.kit.physics import magnets
from drivers.kit.physics.magnets import HALL, REED
from drivers.kit.plan import (
    COUNTS,
    FORK_AXIS,
    PAPER_MARGIN,
    SCREW_STEP,
    TRACK_OFFSETS,
    Plan,
    plan_panel,
    screws,
)
from drivers.kit.terms import Wishes
from drivers.kit.wired import runs, wires
from drivers.kit.wired.netlist import netlist
from drivers.kit.wired.power import fins, regulated_mA
from tests.kit.made import NAMES, kit
from tests.kit.test_circuit import expression, section

each = pytest.mark.parametrize("name", NAMES)


def bought(made: Kit) -> Counter[str]:
    found = Counter[str]()
    for one in made.items:
        found[one.kind] += one.needed
    return found


def at_any_pitch(name: str, many: int = 8) -> list[Plan]:
    """The usual one, and as many by chance as can be built."""
    luck, found = Random(f"pitch {name}"), [kit(name).plan]
    while len(found) <= many:
        try:
            pitch = round(luck.uniform(18, 60), 1)
            found.append(plan_panel(kit(name).plan.panel, Wishes(pitch=pitch)))
        except Unbuildable:
            continue
    return found


# ------------------------------------------------------------------------------------- wire, screws


def wire_covers_the_wires(made: Kit) -> None:
    """Metre by metre; and no wire of a pixel is shorter than the way to what it hangs on."""
    lie = runs.spots(made.plan, made.circuit)
    written = wires.wires_csv(
        made.circuit, wires.seams(made.plan), lambda joint: runs.long(joint, lie)
    )
    rows, have = list(csv.DictReader(StringIO(written))), bought(made)
    for by, kind in (("feed", "feed"), ("wire", "lead")):
        assert have[kind] >= sum(int(row["mm"]) for row in rows if row["by"] == by) / 1000
    spots = {hole.number: hole.at for hole in made.plan.of(HoleKind.LIGHT)}
    for row in rows:
        ends = [re.fullmatch(r"D(\d+)\.\d", row[end]) for end in ("pin", "to")]
        pair = [spots.get(int(end[1])) for end in ends if end]
        if len(pair) == 2 and None not in pair and row["by"] != "strip":
            assert int(row["mm"]) >= dist(*pair), row
        assert (int(row["mm"]) > 0) == bool(row["to"] and row["by"] != "strip")


@each
def test_the_metres_of_the_list_cover_the_wires(name):
    wire_covers_the_wires(kit(name))


@pytest.mark.parametrize("name", ["astron", "space_walk"])
def test_the_metres_cover_the_wires_at_another_pitch(name):
    pitch = round(Random(name).uniform(34, 60), 1)
    wire_covers_the_wires(kit_of(kit(name).plan.panel, Wishes(pitch=pitch)))


@each
def test_there_is_a_screw_for_every_hole_and_none_is_far_from_the_next(name):
    assert bought(kit(name))["screw"] == len(kit(name).plan.of(HoleKind.SCREW))
    luck = Random(name)
    sizes = [(luck.uniform(150, 2000), luck.uniform(150, 2000)) for _ in range(5)]
    for size in [(kit(name).plan.wide, kit(name).plan.high), *sizes]:
        spots = [hole.at for hole in screws(*size)]
        assert len(set(spots)) == len(spots)
        for spot in spots:
            near = sorted(dist(spot, other) for other in spots if other != spot)
            assert near[1] <= SCREW_STEP, "two neighbours along the edge"


# ------------------------------------------------------------------------------------ tags, strip


@each
def test_a_tag_and_its_label_fit_where_they_are_stuck(name):
    luck, usual = Random(name), kit(name).plan
    others = [msgspec.structs.replace(usual, pitch=luck.uniform(18, 60)) for _ in range(9)]
    for plan in [usual, *others]:
        for piece in plan.panel.pieces:
            room = 63 if tags.is_card(plan.panel, piece) else tags.base(plan)
            assert tags.sticker_size(plan, piece) <= room
        labels = [disc.radius * 2 for disc, *_ in cutouts.labels(plan)]
        assert Counter(labels) == tags.stickers_by_size(plan)
    sizes = dict(tags.stickers_by_kind(kit(name).plan))
    assert {k: n for k, n in bought(kit(name)).items() if k.startswith(("tag", "icode"))} == sizes


def test_a_row_of_paper_gives_the_counts_of_the_wiring_at_any_pitch():
    made = kit("astron")
    counts = made.plan.panel.wiring.file.dials[0].counts_per_row
    for plan in at_any_pitch("astron", 20):
        told = detail("wheel", plan, made.supply)
        turn = float(re.search(r"([\d.]+) mm round", told)[1])
        assert COUNTS * plan.unit / turn == pytest.approx(counts, abs=0.5), plan.pitch
        assert "100 slots" in made.numbers["encoder"], "four counts to each"


def test_the_sensors_of_the_strip_go_into_their_openings_and_see_their_tracks():
    """QRE1113: 3.6 × 2.9 mm. TCST1103: 10.8 × 6.3 mm, its beam some 5 mm within its gap."""
    assert HOLE_WIDTHS[HoleKind.SENSOR] > 3.6 and HIGH[HoleKind.SENSOR] > 2.9
    assert HOLE_WIDTHS[HoleKind.FORK] > 10.8 and HIGH[HoleKind.FORK] > 6.3
    assert strip.HOME_SLOT / 2 + TRACK_OFFSETS["home"] < PAPER_MARGIN, (
        "the slot is within the paper"
    )
    for plan in at_any_pitch("astron"):
        [fork] = plan.of(HoleKind.FORK)
        right = plan.corner[0] + plan.board[0]
        beam = fork.box[0] + FORK_AXIS
        assert beam == pytest.approx(right + TRACK_OFFSETS["home"])
        assert right + PAPER_MARGIN - beam <= 5 and fork.box[2] > right + PAPER_MARGIN
        [wheel] = plan.of(HoleKind.WHEEL)
        assert (
            right < wheel.box[0]
            and wheel.box[2] < right + TRACK_OFFSETS["home"] - strip.HOME_SLOT / 2
        )


# ---------------------------------------------------------------------------------- supplies, names


@each
def test_a_regulator_gives_what_is_drawn_and_has_a_fin_where_it_grows_hot(name):
    wiring = kit(name).plan.panel.wiring
    assert bought(kit(name))["regulator"] == len(regulated_mA(wiring))
    hot = [drawn for drawn in regulated_mA(wiring).values() if drawn * 1.9 > 500]
    assert bought(kit(name))["fin"] == fins(wiring) == len(hot)
    assert regulated(wiring) is wiring


def test_more_than_a_regulator_gives_is_refused():
    wiring = kit("situation7").plan.panel.wiring
    beams = {Site(f"hole{at}"): Sense.KEY for at in range(60)}
    crowded = msgspec.structs.replace(wiring, senses={**wiring.senses, **beams})
    with pytest.raises(Unbuildable, match="regulator"):
        regulated(crowded)


@each
def test_the_computer_has_a_supply_and_a_way_to_the_pico(name):
    assert {"pi", "pi_supply", "card", "usb", "otg"} <= bought(kit(name)).keys()


@each
def test_a_part_has_one_number_in_list_and_netlist(name):
    made = kit(name)
    comps = section(expression(netlist(made.circuit, name, made.numbers)), "components")
    values = {comp[1][1]: comp[2][1] for comp in comps}
    rows = list(csv.DictReader(StringIO(parts.parts_csv(list(made.items), say))))
    assert set(values.values()) <= {row["number"] for row in rows}
    assert values["F1"].endswith(f"{made.supply.fuse:g} A")


@pytest.mark.parametrize("contact", [REED, HALL], ids=["reed", "hall"])
def test_a_magnet_goes_with_the_least_pitch_that_is_printed_for_it(contact):
    for disc in magnets.closing_magnets(contact):
        *_, near, far, pitch = page_tables.magnet_row("", contact, disc)
        assert magnets.magnet_fits(disc, contact, float(pitch))
        assert magnets.excitation(disc, contact, float(near)) >= contact.closes
        assert magnets.excitation(disc, contact, float(far)) <= contact.opens
