"""What a kit refuses, by calculation: the figures of hardware.md, and laws for every figure."""

from __future__ import annotations

from random import Random

import pytest

from controller.errors import Unbuildable
from drivers.kit.kit import clocked, diode_matrix, fed
from drivers.kit.physics import lines, magnets, matrix, supply
from drivers.kit.physics.magnets import DISCS, HALL, REED, DiscMagnet
from drivers.kit.plan import COIL_PITCH, contact_places, felt_by, plan_panel
from drivers.kit.terms import Wishes
from tests.kit.made import NAMES, kit

MINE = DiscMagnet(8, 3)

# ----------------------------------------------------------------------------------------- magnets


def test_the_potential_of_a_disc_on_its_axis_is_the_textbooks():
    """M/2 (sqrt(R² + z²) - z), for z from nothing to far away."""
    strength = magnets.N42 / magnets.MU0 * 1e-3
    for down in (1.0, 3.0, 8.0, 30.0):
        exact = strength / 2 * ((16 + down**2) ** 0.5 - down)
        assert magnets.charged(4, 0, down) == pytest.approx(exact, rel=0.002)


def test_far_away_a_disc_is_a_dipole():
    """m cos θ / 4π r²"""
    across, down = 60.0, 80.0
    dipole = MINE.moment * (down + 1.5) / (4 * 3.14159265 * ((across**2 + 81.5**2) ** 1.5) * 1e-6)
    assert magnets.potential(MINE, across, down) == pytest.approx(dipole, rel=0.01)


@pytest.mark.parametrize(
    ("disc", "centre", "sure", "neighbour"),
    [(DiscMagnet(6, 2), 46, 4.8, 0.6), (DiscMagnet(6, 3), 62, 6.8, 0.8), (MINE, 104, 9.7, 1.5)],
    ids=lambda value: value.name if isinstance(value, DiscMagnet) else str(value),
)
def test_an_upright_reed_feels_what_the_page_says(disc, centre, sure, neighbour):
    assert magnets.excitation(disc, REED, 0) == pytest.approx(centre, abs=0.5)
    assert magnets.sure_reach(disc, REED) == pytest.approx(sure, abs=0.06)
    assert magnets.excitation(disc, REED, 33.3) == pytest.approx(neighbour, abs=0.06)


def test_two_magnets_push_as_dipoles_do():
    assert magnets.side_force(MINE, 33.3) == pytest.approx(5.9, abs=0.1)
    assert magnets.side_force(MINE, 66.6) == pytest.approx(5.9 / 16, abs=0.01)


@pytest.mark.parametrize("contact", [REED, HALL], ids=["reed", "hall"])
@pytest.mark.parametrize("disc", DISCS, ids=lambda disc: disc.name)
def test_at_the_least_pitch_a_neighbour_closes_nothing(disc, contact):
    pitch = magnets.least_pitch(disc, contact)
    for off in range(int(pitch - contact.slack) + 1, 60):
        assert magnets.excitation(disc, contact, off) <= contact.opens
    assert magnets.excitation(disc, contact, pitch) * magnets.AROUND <= contact.opens + 0.1


def test_a_larger_pitch_is_never_refused_where_a_smaller_one_was_not():
    luck = Random(14)
    for contact in (REED, HALL):
        pitches = sorted(luck.uniform(5, 60) for _ in range(60))
        allowed = [magnets.fitting_disc(contact, pitch) is not None for pitch in pitches]
        assert allowed == sorted(allowed) and len(set(allowed)) == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_panel_is_refused_under_its_least_pitch_and_not_above(name):
    panel = kit(name).plan.panel
    contact = felt_by(panel.wiring)
    least = magnets.smallest_pitch(contact) if contact else COIL_PITCH
    with pytest.raises(Unbuildable, match="mm"):
        plan_panel(panel, Wishes(pitch=least - 0.1))
    roomy = plan_panel(panel, Wishes(pitch=90))
    assert roomy.pitch == 90 and len(contact_places(panel)) > 20


@pytest.mark.parametrize("pitch", [0, -3, 9.9, 201, float("nan"), float("inf")])
def test_a_pitch_that_is_none_is_told(pitch):
    with pytest.raises(Unbuildable):
        plan_panel(kit("astron").plan.panel, Wishes(pitch=pitch))


# ------------------------------------------------------------------------------------------ supply


def refused(plan, wire: float) -> bool:
    try:
        fed(plan, Wishes(wire=wire))
    except Unbuildable:
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_a_thinner_wire_is_never_allowed_where_a_thicker_one_was_not(name):
    luck = Random(name)
    wires = sorted(luck.uniform(0.05, 6) for _ in range(60))
    turned_away = [refused(kit(name).plan, wire) for wire in wires]
    assert turned_away == sorted(turned_away, reverse=True) and len(set(turned_away)) == 2


@pytest.mark.parametrize("name", NAMES)
def test_brick_fuse_limit_and_wire_keep_their_rule(name):
    """The fuse carries twice the limit, the brick clearly more, and the wire outlasts the fuse."""
    lights, file = kit(name).supply, kit(name).plan.panel.wiring.file
    assert lights.limit == file.limit_mA / 1000
    assert 2 * lights.limit <= lights.fuse <= lights.brick / 1.6
    assert supply.wire_rating(lights.wire) >= lights.fuse
    assert lights.lowest >= supply.LEAST_VOLTAGE
    assert supply.BRANCH * supply.WHITE_AMPS <= supply.HOLD_AMPS, (
        "a white branch would trip its own fuse"
    )


def test_the_drop_grows_with_length_and_falls_with_thickness():
    luck = Random(7)
    for _ in range(50):
        far, wire, pitch = luck.uniform(0.2, 5), luck.uniform(0.5, 4), luck.uniform(0.01, 0.06)
        one = supply.choose_supply(300, 2.5, far, pitch, wire)
        assert supply.choose_supply(300, 2.5, 2 * far, pitch, wire).lowest < one.lowest
        assert supply.choose_supply(300, 2.5, far, pitch, 2 * wire).lowest > one.lowest


def test_a_strip_fed_at_both_ends_sags_as_the_sum_over_its_pixels_says():
    """Every pixel draws i; the middle of n pixels, fed from both ends, lies i r n²/8 lower."""
    count, each, step = 30, 0.0488, 0.25 * 0.0333
    currents = [each * (count / 2 - at) for at in range(count // 2)]  # A between two pixels
    stepped = 2 * step * sum(currents)
    closed = 2 * supply.STRIP * count * 0.0333 / 8 * count * each
    assert closed == pytest.approx(stepped, rel=0.1)


def test_a_limit_that_no_fuse_carries_is_told():
    assert supply.choose_supply(100, 11, 1, 0.03, 4) is None


# ------------------------------------------------------------------------------------------- lines


def test_more_registers_and_longer_ribbon_never_make_a_clock_faster():
    luck = Random(3)
    for _ in range(100):
        count, long = luck.randrange(1, 120), luck.uniform(0.1, 4)
        line = lines.ClockLine(count, long)
        assert lines.ClockLine(count + 1, long).rise > line.rise
        assert lines.ClockLine(count, long + 0.1).rise > line.rise
        assert lines.ClockLine(count, long, 5).rise <= line.rise


def test_one_pin_drives_seventeen_registers_and_not_a_hundred():
    assert lines.choose_driver(17, 1.1, 5).gates == 0
    assert not lines.ClockLine(108, 1.1).works and lines.choose_driver(108, 1.1, 5).gates == 5
    assert not lines.ClockLine(lines.most_registers(1) + 1, 1).works


@pytest.mark.parametrize("name", NAMES)
def test_every_clock_is_fast_enough(name):
    assert clocked(kit(name).plan).works


def test_a_matrix_settles_before_it_is_read_and_a_larger_one_later():
    luck = Random(9)
    built = kit("zylatron_matrix").matrix
    assert built.works and built.rise <= matrix.SETTLES
    for _ in range(50):
        rows, columns, long = luck.randrange(2, 32), luck.randrange(2, 31), luck.uniform(0.2, 4)
        one = matrix.MatrixTiming(rows, columns, long)
        assert matrix.MatrixTiming(rows + 1, columns, long).rise > one.rise
        assert matrix.MatrixTiming(rows, columns, long + 0.1).rise > one.rise
        assert matrix.MatrixTiming(rows, columns + 1, long).low > one.low


def test_a_matrix_whose_columns_are_too_slow_is_refused():
    with pytest.raises(Unbuildable, match="column of the matrix"):
        diode_matrix(plan_panel(kit("zylatron_matrix").plan.panel, Wishes(pitch=190)))


def test_too_many_registers_are_refused(tmp_path):
    with pytest.raises(Unbuildable, match="registers"):
        clocked(plan_panel(kit("zylatron").plan.panel, Wishes(pitch=190)))
