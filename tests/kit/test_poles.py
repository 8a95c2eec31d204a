"""One Hall switch under each space, an output for each pole: laws of the panel that tells whose."""

from __future__ import annotations

from collections import Counter
from math import dist

import pytest

from controller.errors import Unbuildable
from controller.values import Sense
from controller.words import say
from drivers.kit import parts
from drivers.kit.holes import HoleKind
from drivers.kit.kit import kit_of
from drivers.kit.physics import magnets
from drivers.kit.physics.magnets import HALL
from drivers.kit.poles import poles
from drivers.kit.terms import Wishes
from drivers.kit.wired.circuit import GROUND, LOGIC
from drivers.kit.wired.netlist import netlist
from drivers.kit.wired.power import PICO_GIVES, logic_mA
from drivers.wiring import checked_wiring
from tests.kit.made import kit
from tests.kit.test_circuit import expression, section
from tests.panels import load_panel

NORTH, SOUTH = "4", "3"  # OUT1 and OUT2 of a DRV5032DU (TI SLVSDC7: DMR package)


def spaces() -> set[str]:
    wiring = load_panel("situation7")
    return {site for site, sense in wiring.senses.items() if sense is Sense.SIDE}


def switches():
    return [part for part in kit("situation7").circuit.parts.values() if part.kind == "hall"]


def test_every_space_has_exactly_one_hall_switch_under_its_middle():
    plan = kit("situation7").plan
    assert Counter(part.site for part in switches()) == Counter(spaces())
    holes = {hole.site: hole for hole in plan.of(HoleKind.HALL)}
    assert set(holes) == spaces() and len(plan.of(HoleKind.HALL)) == 96
    for hole in holes.values():
        lit = next(one for one in plan.of(HoleKind.LIGHT) if one.site == hole.site)
        assert hole.at[0] == pytest.approx(lit.at[0]), "its light lies straight beyond it"


def test_both_outputs_reach_the_channels_that_the_wiring_names_for_the_space():
    circuit, wiring = kit("situation7").circuit, load_panel("situation7")
    nets = {str(pin): net for pin, net in circuit.pins.items()}
    for part in switches():
        for pin, seat in ((NORTH, 0), (SOUTH, 1)):
            channel = int(nets[f"{part.ref}.{pin}"].removeprefix("IN"))
            assert (wiring.channels[channel], wiring.sides[channel]) == (part.site, seat)


def test_no_output_shares_its_net_with_another():
    """An output, its pull-up and the register's input: two that push at one net would burn."""
    circuit = kit("situation7").circuit
    outputs = [f"{part.ref}.{pin}" for part in switches() for pin in (NORTH, SOUTH)]
    led = {str(pin): net for pin, net in circuit.pins.items()}
    assert len({led[output] for output in outputs}) == len(outputs) == 192
    for output in outputs:
        kinds = Counter(circuit.parts[pin.ref].kind for pin in circuit.nets[led[output]])
        assert kinds == {"hall": 1, "network": 1, "hcs165": 1}
    for part in switches():
        assert (led[f"{part.ref}.1"], led[f"{part.ref}.2"]) == (LOGIC, GROUND)


def test_the_netlist_has_every_switch_with_its_two_outputs():
    made = kit("situation7")
    tree = expression(netlist(made.circuit, "situation7", made.numbers))
    refs = {comp[1][1] for comp in section(tree, "components")}
    assert {part.ref for part in switches()} <= refs
    ends = [(node[1][1], node[2][1]) for net in section(tree, "nets") for node in net[3:]]
    assert Counter(ends).most_common(1)[0][1] == 1, "every pin is in one net"
    assert {(part.ref, pin) for part in switches() for pin in "1234"} <= set(ends)


def test_there_are_as_many_as_spaces_and_spares_and_a_board_under_each():
    bought = {one.kind: one for one in kit("situation7").items}
    for kind in ("hall", "x2son4"):
        assert (bought[kind].needed, bought[kind].buy) == (96, 96 + bought[kind].spare)
        assert bought[kind].spare >= 9, "one in ten"
    assert "c10n" not in bought and parts.part_name("hall", say)


def test_the_pico_alone_feeds_the_switches():
    """Micro-amperes each; of two outputs one is low at a time, against its pull-up."""
    wiring = load_panel("situation7")
    keys = sum(sense is Sense.KEY for sense in wiring.senses.values())
    assert logic_mA(wiring) == pytest.approx((96 + keys) * 0.33 + 96 * 0.0016)
    assert logic_mA(wiring) < PICO_GIVES
    assert not {"regulator", "fin"} & {one.kind for one in kit("situation7").items}


def test_the_magnet_closes_its_own_switch_and_no_neighbours_not_even_all_of_them():
    plan = kit("situation7").plan
    for off in (0.0, 0.5, 1.0, HALL.slack):
        assert magnets.excitation(plan.magnet, HALL, off) >= HALL.closes
    assert magnets.AROUND * magnets.excitation(plan.magnet, HALL, plan.pitch) <= HALL.opens
    assert HALL.opens < 0.9 and HALL.closes > 3.9, "the earth has its share of the data sheet's"


def test_no_light_shines_under_the_next_space():
    """Nearer to a switch of another space than to its own, no part of it is."""
    plan = kit("situation7").plan
    holes = plan.of(HoleKind.HALL)
    for light in plan.of(HoleKind.LIGHT):
        own = [dist(light.at, hole.at) for hole in holes if hole.site == light.site]
        others = [dist(light.at, hole.at) for hole in holes if hole.site != light.site]
        assert not own or min(others) - own[0] >= light.wide - 0.01


def test_a_magnet_as_strong_as_reeds_want_is_refused_at_this_pitch():
    """A stronger one would be felt beside its space, as a piece of the other side."""
    strong = magnets.DiscMagnet(6, 2)
    assert not magnets.magnet_fits(strong, HALL, kit("situation7").plan.pitch)
    assert magnets.least_pitch(strong, HALL) > 30


def test_too_small_a_pitch_is_refused_in_a_sentence():
    panel = kit("situation7").plan.panel
    with pytest.raises(Unbuildable, match="would reach the contacts beside its own"):
        kit_of(panel, Wishes(pitch=magnets.smallest_pitch(HALL) - 0.1))


def test_a_third_side_is_refused_since_a_magnet_has_two_poles():
    from msgspec.structs import replace

    file = load_panel("situation7").file
    third = tuple(replace(chain, seat=2) for chain in file.chains if chain.seat == 1)
    crowded = checked_wiring(replace(file, chains=(*file.chains, *third)))
    with pytest.raises(Unbuildable, match="two poles"):
        poles(crowded)
