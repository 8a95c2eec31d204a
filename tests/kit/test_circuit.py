"""Parts, wires, netlist and diagram are one and the same circuit, and it is the wiring's."""

from __future__ import annotations

import csv
import re
from collections import Counter
from io import StringIO
from xml.etree import ElementTree

import pytest

from controller.values import Sense
from controller.words import say
from drivers.fit import fit_of
from drivers.kit import parts
from drivers.kit.drawn import svg
from drivers.kit.drawn.shapes import Words
from drivers.kit.physics.supply import BRANCH
from drivers.kit.wares import wares
from drivers.kit.wired import contacts, matrix, wires
from drivers.kit.wired.circuit import GROUND, LAMPS, LOGIC, Pin
from drivers.kit.wired.netlist import netlist
from drivers.kit.wired.pico import line_net, select_net
from drivers.wiring import CHAIN, GUARDED
from firmware.pico import pins as pico_pins
from tests.kit.made import NAMES, kit
from tests.kit.made import drawn as drawn_of

each = pytest.mark.parametrize("name", NAMES)


def expression(text: str) -> list:
    """An s-expression as lists of strings."""
    stack: list[list] = [[]]
    for token in re.findall(r'"(?:\\.|[^"\\])*"|[()]|[^\s()"]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token.strip('"'))
    assert len(stack) == 1, "brackets do not close"
    return stack[0][0]


def section(tree: list, name: str) -> list:
    return next(part[1:] for part in tree if part[0] == name)


@each
def test_every_pin_is_once_in_wires_netlist_and_diagram(name):
    circuit = kit(name).circuit
    rows = list(csv.DictReader(StringIO(wires.wires_csv(circuit))))
    soldered = Counter(row["pin"] for row in rows)
    nets = section(expression(netlist(circuit, name, kit(name).numbers)), "nets")
    listed = Counter(
        f"{node[1][1]}.{node[2][1]}" for net in nets for node in net if node[0] == "node"
    )
    drawn = sum(
        shape.look.layer == "pin"
        for sheet in drawn_of(name)
        for shape in sheet.shapes
        if isinstance(shape, Words)
    )
    twice = Counter(pin for pin, times in soldered.items() if times > 1)
    assert soldered - twice == listed == Counter(map(str, circuit.pins))
    assert set(listed.values()) == {1} and drawn == len(listed)
    assert {circuit.parts[pin.split(".")[0]].kind for pin in twice} <= {"pixel"}, "a second feed"


@each
def test_the_netlist_knows_every_part_by_a_footprint(name):
    circuit = kit(name).circuit
    comps = section(expression(netlist(circuit, name, kit(name).numbers)), "components")
    told = {comp[1][1]: comp[3][1] for comp in comps}
    assert told.keys() == circuit.parts.keys()
    assert [one for one in told.values() if not re.fullmatch(r"[\w.]+:[\w.-]+", one)] == []


@each
def test_a_wire_leads_back_to_a_pin_of_the_same_net_that_is_there_already(name):
    net: dict[str, str] = {}
    begun: set[str] = set()
    for row in csv.DictReader(StringIO(wires.wires_csv(kit(name).circuit))):
        assert (row["to"] == "") == (row["net"] not in begun)
        assert not row["to"] or net[row["to"]] == row["net"]
        net[row["pin"]] = row["net"]
        begun.add(row["net"])


MAY_BE_LEFT_OUT = {"buzzer", "ina180"}


@each
def test_no_current_of_the_lights_passes_what_feels_and_no_board_hangs_on_another(name):
    """Along the wires to where a supply begins there is nothing of another sheet."""
    circuit = kit(name).circuit
    first: dict[Pin, wires.Joint] = {}
    for joint in wires.list_wires(circuit):
        first.setdefault(joint.pin, joint)
    for pin, joint in first.items():
        sheet = circuit.parts[pin.ref].sheet
        while wires.is_supply(joint.net) and joint.to:
            joint = first[joint.to]
            assert joint.to is None or circuit.parts[joint.pin.ref].sheet == sheet, (pin, joint.pin)
    begins = {joint.net: pin for pin, joint in first.items() if joint.to is None}
    assert begins[GROUND] == Pin("J1", "2"), "the star"
    assert circuit.parts[begins["+3V3_PICO"].ref].kind == "pico"
    leads = {circuit.parts[joint.to.ref].kind for joint in first.values() if joint.to}
    assert not leads & MAY_BE_LEFT_OUT


@each
def test_every_branch_of_lights_is_fed_at_both_ends(name):
    made, feeds = kit(name), Counter[str]()
    for joint in wires.list_wires(made.circuit, wires.seams(made.plan)):
        if made.circuit.parts[joint.pin.ref].kind == "pixel" and wires.is_supply(joint.net):
            assert joint.by is not wires.By.WIRE
            if joint.to.ref == "J1" or joint.to.ref.startswith("F"):
                pixel, far = int(joint.pin.ref[1:]), made.plan.panel.wiring.file.pixels - 1
                assert pixel % BRANCH in (0, BRANCH - 1) or pixel == far
                feeds[joint.net] += 1
    branches = {f"{LAMPS}_{at}": 2 for at in range(made.supply.branches)}
    assert feeds == {**branches, GROUND: 2 * made.supply.branches}


def test_a_strip_by_the_metre_is_soldered_at_the_ends_of_its_pieces_only():
    made = kit("astron")
    joined = wires.seams(made.plan)
    assert {pixel for pixel in range(120) if pixel not in joined} == set(range(0, 120, 10))
    for joint in wires.list_wires(made.circuit, joined):
        if joint.by is wires.By.STRIP and joint.to:
            assert {made.circuit.parts[joint.to.ref].kind} == {"pixel"}
    assert wires.seams(kit("space_walk").plan) == frozenset()


@each
def test_no_net_ends_in_the_air(name):
    assert [net for net, ends in kit(name).circuit.nets.items() if len(ends) < 2] == []


@each
def test_power_and_ground_are_where_the_data_sheets_have_them(name):
    circuit = kit(name).circuit
    for pin, net in circuit.pins.items():
        names = wares()[circuit.parts[pin.ref].kind].pins
        called = names[int(pin.pin) - 1] if names else ""
        if called in ("GND",):
            assert net == GROUND, pin
        if called in ("VCC", "5V", "VS"):
            assert net.startswith("+"), pin
        if re.fullmatch(r"Q.*|\d?Y\d*|DOUT|OUT", called):
            assert net != GROUND, f"{pin} would drive into ground"


@each
def test_no_two_outputs_drive_one_net(name):
    circuit = kit(name).circuit
    drives = re.compile(r"QH|QH'|Q[A-G]|\d?Y\d+|\dY|DOUT")
    for net, ends in circuit.nets.items():
        outputs = [
            pin
            for pin in ends
            if (names := wares()[circuit.parts[pin.ref].kind].pins)
            and drives.fullmatch(names[int(pin.pin) - 1])
        ]
        assert len(outputs) <= 1, f"{net}: {outputs}"


@each
def test_each_channel_is_the_bit_that_its_register_shifts_out(name):
    """Followed from the Pico's data pin: register by register along pins 9 and 10, bit by bit."""
    circuit, wiring = kit(name).circuit, kit(name).plan.panel.wiring
    for line in range(0 if wiring.file.columns else min(5, len(wiring.widths))):
        register = speaker(circuit, f"SR_DATA{line}")
        for chain in range(line, len(wiring.widths), 5):
            for bit in range(-(-wiring.widths[chain] // 8) * 8):
                if bit and bit % 8 == 0:
                    register = speaker(circuit, circuit.net(Pin(register, "10")))
                net = circuit.net(Pin(register, str(contacts.INPUTS[bit % 8])))
                assert reads(circuit, net) == expected(wiring, chain, bit)
            behind = circuit.net(Pin(register, "10"))
            register = "" if behind == LOGIC else speaker(circuit, behind)
        assert register == "", "the last register's serial input is tied"


def test_each_crossing_leads_from_its_column_through_a_diode_and_a_contact_to_its_row():
    """Followed from the Pico: a data line is a register, its bit a column; a row is a driver's."""
    circuit, wiring = kit("zylatron_matrix").circuit, kit("zylatron_matrix").plan.panel.wiring
    columns = {
        circuit.net(Pin(speaker(circuit, f"SR_DATA{at // 8}"), str(contacts.INPUTS[at % 8]))): at
        for at in range(CHAIN - 1)
    }
    rows, before = {}, "ROW_DATA"
    for at in range(len(wiring.widths)):
        register = next(p.ref for p in circuit.nets[before] if p.pin == "14")
        chosen = circuit.net(Pin(register, str(matrix.HC595_OUTPUTS[at % 8])))
        driver = next(pin for pin in circuit.nets[chosen] if pin.ref != register)
        rows[circuit.net(Pin(driver.ref, str(19 - int(driver.pin))))] = at
        before = circuit.net(Pin(register, "9")) if at % 8 == 7 else before
    found = {}
    for diode in (part.ref for part in circuit.parts.values() if part.kind == "diode"):
        to, column = circuit.net(Pin(diode, "1")), columns[circuit.net(Pin(diode, "2"))]
        if to in rows:
            found[rows[to], column] = ""
            continue
        [contact] = [pin.ref for pin in circuit.nets[to] if pin.ref != diode]
        found[rows[circuit.net(Pin(contact, "2"))], column] = circuit.parts[contact].site
    proof = {(wiring.proof, column): "" for column in range(wiring.file.columns)}
    sentinels = {(row, GUARDED): "" for row in range(wiring.proof)}
    sites = {divmod(channel, CHAIN): site for channel, site in wiring.channels.items()}
    assert found == proof | sentinels | sites


def speaker(circuit, net: str) -> str:
    """The register whose output this net is."""
    ends = [pin for pin in circuit.nets[net] if circuit.parts[pin.ref].kind == "hcs165"]
    return next(pin.ref for pin in ends if pin.pin == "9")


def reads(circuit, net: str) -> str:
    """The site whose contact pulls this input, or what it is tied to."""
    if net in (GROUND, LOGIC):
        return net
    kinds = ("reed", "hall", "key", "hc14")
    found = [circuit.parts[p.ref] for p in circuit.nets[net] if circuit.parts[p.ref].kind in kinds]
    return "beam" if found and found[0].kind == "hc14" else found[0].site if found else ""


def expected(wiring, chain: int, bit: int) -> str:
    if wiring.guarded[chain] and bit >= GUARDED:
        return GROUND if bit == GUARDED else LOGIC
    site = wiring.channels.get(chain * CHAIN + bit, "")
    beam = site and wiring.senses[site] is Sense.KEY and not site.startswith("key.")
    return "beam" if beam else site


@each
def test_data_passes_through_the_pixels_in_their_order(name):
    circuit, fit = kit(name).circuit, fit_of(kit(name).plan.panel.wiring)
    pixel = 0
    for count in fit.lines:
        for at in range(count):
            ends = {str(pin) for pin in circuit.nets[f"DIN{pixel}"]}
            before = f"D{pixel - 1}.2" if at else None
            assert f"D{pixel}.4" in ends and (not before or before in ends)
            pixel += 1


def test_the_picos_pins_are_those_of_the_hardware_page():
    from tests.test_hardware_page import table

    told = {int(row["Pin"]): row["Net"] for row in table("Pins of the Pico")}
    circuit = kit("astron").circuit
    for pin, net in circuit.pins.items():
        if pin.ref == "A1" and int(pin.pin) in told:
            assert net == told[int(pin.pin)]
    used = {net for pin, net in circuit.pins.items() if pin.ref == "A1"}
    assert set(told.values()) - used == {"ANT_LATCH", "POWER_FAIL"}


GPIO = {
    "SR_CLK": pico_pins.CLOCK,
    "SR_LATCH": pico_pins.LATCH,
    "ENC_A": pico_pins.ENCODER[0],
    "ENC_B": pico_pins.ENCODER[1],
    "STRIP_CLOCK": pico_pins.TRACKS[0],
    "STRIP_DATA": pico_pins.TRACKS[1],
    "STRIP_HOME": pico_pins.TRACKS[2],
    "NFC_MISO": pico_pins.MISO,
    "NFC_SCK": pico_pins.SCK,
    "NFC_MOSI": pico_pins.MOSI,
    "NFC_RESET": pico_pins.READERS_RESET,
    "ANT_LATCH": pico_pins.ANTENNAS,
    "NFC_BUSY": pico_pins.READER_BUSY,
    "BUZZER": pico_pins.BUZZER,
    "ROW_DATA": pico_pins.ROW_DATA,
    "ROW_CLK": pico_pins.ROW_CLOCK,
    "V5_LED": pico_pins.VOLTS,
    "I_LED": pico_pins.AMPS,
    **{f"SR_DATA{at}": gpio for at, gpio in enumerate(pico_pins.CHAINS)},
    **{line_net(at): gpio for at, gpio in enumerate(pico_pins.PIXEL_PINS)},
    **{select_net(at): gpio for at, gpio in enumerate(pico_pins.SELECTS)},
}


@each
def test_every_net_is_at_the_pin_where_the_firmware_looks_for_it(name):
    names = wares()["pico"].pins
    for pin, net in kit(name).circuit.pins.items():
        if pin.ref == "A1" and net not in (GROUND, "+3V3_PICO"):
            assert names[int(pin.pin) - 1] == f"GP{GPIO[net]}"


# --------------------------------------------------------------------------------------- the parts


@each
def test_the_list_of_parts_sums_to_the_wiring(name):
    made, wiring = kit(name), kit(name).plan.panel.wiring
    rows = list(csv.DictReader(StringIO(parts.parts_csv(list(made.items), say))))
    *goods, total = rows
    needed = Counter[str]()
    for row in goods:
        needed[row["number"].split(",")[0]] += int(row["needed"])
        assert int(row["buy"]) == int(row["needed"]) + int(row["spare"])
        assert float(row["sum_usd"]) == pytest.approx(int(row["buy"]) * float(row["each_usd"]))
    assert float(total["sum_usd"]) == pytest.approx(sum(float(row["sum_usd"]) for row in goods))
    keys = sum(site.startswith("key.") for site in wiring.channels.values())
    assert needed["Worldsemi WS2812B"] == wiring.file.pixels
    assert needed["TI SN74HCS165DR"] == wiring.registers
    assert needed["TI DRV5032DUDMRR"] == len(wiring.sides) // 2
    assert needed["arcade key"] == keys
    felt = (Sense.REED, Sense.COUNT, Sense.TAG)
    reeds = sum(wiring.senses[site] in felt for site in wiring.channels.values())
    assert needed["Littelfuse MDSR-10"] == reeds
    many = 1 if wiring.wakes else 0
    assert needed["PN5180 module (NXP PN5180A0HN)"] == many
    assert needed["PN532 module"] == fit_of(wiring).chips - many


@each
def test_whatever_is_soldered_or_stuck_in_is_bought(name):
    """Every part of the circuit, legs for those that have none, and what holds and joins them."""
    made = kit(name)
    bought = Counter[str]()
    for one in made.items:
        bought[one.kind] += one.needed
    soldered = made.circuit.count()
    assert {kind: bought[kind] for kind in soldered} == soldered
    flat = {kind for kind in soldered if re.search(r"_SO:|_SON:|_SMD:", wares()[kind].footprint)}
    legs = Counter[str]()
    for kind in flat - {"pixel"}:
        legs[wares()[kind].adapter] += soldered[kind]
    assert "" not in legs and {kind: bought[kind] for kind in legs} == legs
    always = "socket usb jack stripboard terminal plug feed ribbon lead solder acrylic opal base"
    assert all(bought[kind] for kind in always.split())


def test_a_larger_board_costs_more_of_what_grows_with_it():
    price = {name: {i.kind: i.cost for i in kit(name).items} for name in ("astron", MATRIX)}
    for kind in ("acrylic", "opal", "brick", "feed", "ribbon"):
        assert price[MATRIX][kind] > price["astron"][kind]


MATRIX = "zylatron_matrix"


@each
def test_every_part_has_a_name_and_every_diagram_opens(name):
    circuit = kit(name).circuit
    kinds = {part.kind for part in circuit.parts.values()} | {one.kind for one in kit(name).items}
    assert kinds <= wares().keys()
    assert all(not parts.part_name(kind, say).startswith("kit.") for kind in kinds)
    for sheet in drawn_of(name)[:4]:
        page = ElementTree.fromstring(svg.sheet_svg(sheet))
        assert float(page.get("width").removesuffix("mm")) == sheet.wide
