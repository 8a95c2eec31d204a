"""hardware.md and the wirings of the panels say the same."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.values import Saying, Sense
from controller.words import say
from drivers.fit import fit_of
from drivers.kit import poles
from drivers.kit.drawn import strip
from drivers.kit.physics.magnets import (
    HALL,
    REED,
    DiscMagnet,
    excitation,
    sure_reach,
    unfelt_beyond,
)
from drivers.kit.wares import wares
from drivers.kit.wired.circuit import READERS
from drivers.kit.wired.power import PICO_GIVES, logic_mA, own_regulator, regulated_mA
from drivers.kit.written.book import BookTable, book
from drivers.wiring import CHAIN, GUARDED, SPARE, load_wiring
from drivers.workshop.panel_tables import fill_tables
from firmware import lights, roller, scan
from firmware.fit import BESIDE_A_STRIP, MOST_CHAINS, MOST_PIXELS, PIXEL_LINES
from tests.hardware_tables import made
from tests.kit.made import kit
from tests.markdown import unwrapped
from tests.panels import EVERY, load_panel

ROOT = Path(__file__).parents[1]
RAW = (ROOT / "hardware.md").read_text()
PAGE = unwrapped(RAW)
ASTRON = EVERY["astron"]
WIRING = load_wiring(ASTRON)
FILE = WIRING.file
CHANNEL = {site: channel for channel, site in WIRING.channels.items()}
DIAL = FILE.dials[0]
START = SHELF[FILE.game].start(Setting(2))
COLUMNS, WINDOW = "abcdefghij", 12  # the window: its columns, and how many rows it has

# The Pico's edge: ground, power and its own signals take the pins that are not here.
PINS = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)
PICO = {**dict(enumerate(PINS)), 26: 31, 27: 32, 28: 34}


# ----------------------------------------------------------------------------------- reading a page


def section(heading: str) -> list[str]:
    """The lines under this heading, up to the next one; a # in a code block is no heading."""
    lines, inside, code = [], None, False
    for line in PAGE.splitlines():
        code ^= line.startswith("```")
        if line.startswith("#") and not code:
            if inside:
                break
            inside = line.lstrip("#").strip() == heading
        elif inside:
            lines.append(line)
    assert inside, f"hardware.md has no heading {heading!r}"
    return lines


def table(heading: str) -> list[dict[str, str]]:
    """The first table under this heading: a mapping for each row, by the names of its columns."""
    lines = section(heading)
    start = next((at for at, line in enumerate(lines) if line.startswith("|")), None)
    assert start is not None, f"there is no table under {heading!r} in hardware.md"
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("*`") for cell in line.strip().strip("|").split("|")])
    names, rule, *body = rows
    assert set("".join(rule)) <= set("-: "), f"the table under {heading!r} has no rule"
    assert all(len(row) == len(names) for row in body), f"a row under {heading!r} is ragged"
    return [dict(zip(names, row, strict=True)) for row in body]


def numbers(cell: str) -> list[int]:
    """The whole numbers of a cell; a dash between two of them is a long one, a minus short."""
    return [int(found) for found in re.findall(r"-?\d+", cell)]


def span(cell: str) -> range:
    """123–126, or 120 alone."""
    found = numbers(cell)
    return range(found[0], found[-1] + 1)


def figure(heading: str, name: str) -> int:
    """A value of a table of figures."""
    values = {row["Figure"]: row["Value"] for row in table(heading)}
    assert name in values, f"there is no figure {name!r} under {heading!r}"
    return int(values[name])


def test_the_tables_that_are_made_from_the_wirings_are_as_they_would_be_made_today():
    assert made() == RAW, "make hardware"


def test_a_table_that_nobody_can_make_is_told():
    with pytest.raises(Misuse, match="'wires'"):
        fill_tables("<!-- made: wires -->\n<!-- end -->", {})


def test_the_page_tells_what_no_pico_can_sit_under():
    lines = f"{PIXEL_LINES} lines of pixels ({BESIDE_A_STRIP} beside a strip)"
    assert f"more than {MOST_CHAINS} chains, {lines}, {MOST_PIXELS} pixels" in PAGE


# --------------------------------------------------------------------------------------------- pins


def test_no_gpio_of_the_pico_is_used_twice():
    used = Counter(row["GPIO"] for row in table("Pins of the Pico"))
    twice = sorted(gpio for gpio, times in used.items() if times > 1)
    assert not twice, f"used twice in the pin table: {', '.join(twice)}"


def test_no_net_of_the_pico_is_named_twice():
    used = Counter(row["Net"] for row in table("Pins of the Pico"))
    assert not [net for net, times in used.items() if times > 1]


@pytest.mark.parametrize("row", table("Pins of the Pico"), ids=lambda row: row["GPIO"])
def test_each_gpio_is_at_the_pin_where_the_pico_has_it(row):
    (gpio,) = numbers(row["GPIO"])
    assert int(row["Pin"]) == PICO[gpio], f"{row['GPIO']} is pin {PICO[gpio]} of a Pico"


def test_the_encoder_has_two_gpios_side_by_side():
    nets = {row["Net"]: numbers(row["GPIO"])[0] for row in table("Pins of the Pico")}
    assert nets["ENC_B"] == nets["ENC_A"] + 1


def test_every_chain_has_a_data_line_that_names_it():
    notes = {
        int(row["Net"].removeprefix("SR_DATA")): row["Note"]
        for row in table("Pins of the Pico")
        if row["Net"].startswith("SR_DATA")
    }
    assert sorted(notes) == list(range(len(FILE.chains)))
    assert all(f"chain {number}" in note for number, note in notes.items())


def test_no_pin_of_the_pi_is_used_twice():
    rows = table("Pins of the Pi (optional)")
    for column in ("BCM", "Pin", "Use"):
        assert len({row[column] for row in rows}) == len(rows), f"{column} has the same twice"


# ------------------------------------------------------------------------------------------- chains


def test_the_page_knows_every_chain_of_cells():
    told = [int(row["Chain"]) for row in table("Which rows hang on which chain")]
    assert told == [at for at, chain in enumerate(FILE.chains) if chain.guarded]


@pytest.mark.parametrize(
    "row", table("Which rows hang on which chain"), ids=lambda row: f"chain {row['Chain']}"
)
def test_a_chain_carries_the_rows_the_page_says(row):
    number = int(row["Chain"])
    sites = FILE.chains[number].sites.split()
    told = [f"{column}{line}" for line in span(row["Board rows"]) for column in COLUMNS]
    assert sites == told, f"chain {number} of the wiring is not rows {row['Board rows']}"
    assert (row["Bit 0"], row["Bit 29"]) == (sites[0], sites[-1])
    assert list(span(row["Channels of cells"])) == [CHANNEL[site] for site in sites]
    assert row["Data line"] == f"SR_DATA{number}"
    assert int(row["Registers"]) * 8 == WIRING.widths[number]


def test_contacts_are_sampled_as_the_firmware_does():
    hal = (ROOT / "firmware/pico/hal.py").read_text()
    told = [float(row["Value"]) for row in table("Sampling")]
    paces = [re.search(rf"^{name} = (\d+)", hal, re.MULTILINE)[1] for name in PACES]
    assert told == [int(us) / 1000 for us in paces]
    assert "debounce of" not in (ROOT / "docs/how-to/captures.md").read_text()


PACES = ("PASS_EVERY", "LOOK_EVERY", "STILL_US", "RESTLESS")


def test_a_current_or_fuse_is_the_same_wherever_it_is_told():
    """The page's own sentences, its tables and the book of a kit."""
    rails = {row["Rail"]: row for row in table("Power")}
    white = f"{lights.current_draw(bytes([255]) * 3 * FILE.pixels) / 1000:.1f} A"
    assert rails["5 V lights"]["At most"].endswith(f"{white} without")
    assert dict(figures_of("astron"))["all white, if nothing held it back"] == white
    number = wares()["ptc"].number.split()[-1]
    assert all(number in row["Protected by"] for rail, row in rails.items() if "branch" in rail)
    assert "only a Pico 2" not in PAGE
    logic = rails["3.3 V of the Pico, pin 36"]
    assert logic["At most"] == f"{logic_mA(WIRING):.0f} mA" and not own_regulator(WIRING)
    readers = rails["3.3 V regulator"]
    assert readers["At most"] == f"{regulated_mA(WIRING)[READERS] / 1000:g} A"
    assert f"sum is more than {PICO_GIVES:.0f} mA (panels" in PAGE


def figures_of(name):
    blocks = book(kit(name), say)
    head = say(Saying("kit.book.figure"))
    return next(b for b in blocks if isinstance(b, BookTable) and b.head[0] == head).rows


def test_the_example_of_a_channel_is_right():
    site, bit, channel = re.search(
        r"`(\w+)` is in the .*?: bit (\d+), channel (\d+)", PAGE
    ).groups()
    assert CHANNEL[site] == int(channel), f"{site} is channel {CHANNEL[site]}"
    assert CHANNEL[site] % CHAIN == int(bit)


def test_the_sentinels_are_the_last_two_bits_of_every_guarded_chain():
    closed, open_ = table("Sentinels")
    assert [int(closed["Bit"]), int(open_["Bit"])] == [GUARDED, GUARDED + 1]
    assert (closed["Must read"], open_["Must read"]) == ("closed", "open")
    assert (closed["Wired to"], open_["Wired to"]) == ("ground", "3.3 V")
    assert 1 << int(closed["Bit"]) == scan.GROUND_SENTINEL, "the firmware watches another bit"
    assert 1 << int(closed["Bit"]) | 1 << int(open_["Bit"]) == scan.SENTINELS
    for row in (closed, open_):
        told = [CHAIN * at + int(row["Bit"]) for at, yes in enumerate(WIRING.guarded) if yes]
        assert numbers(row["Channels"]) == told, f"the channels of bit {row['Bit']} are {told}"


def test_a_chain_has_as_many_channels_as_the_page_says():
    assert f"**channel = {CHAIN} × chain + bit**" in PAGE
    assert CHAIN == scan.STRIDE


def test_the_keys_are_on_the_channels_and_pixels_the_page_says():
    told = {
        row["Key"]: (int(row["Channel"]), range(int(row["Pixel"]), int(row["Pixel"]) + 1))
        for row in table("Keys")
    }
    keys = [site for site, sense in WIRING.senses.items() if sense.value == "key"]
    assert told == {key: (CHANNEL[key], WIRING.chain[key]) for key in keys}


@pytest.mark.parametrize("row", table("Keys"), ids=lambda row: row["Key"])
def test_a_keys_channel_is_worked_out_from_its_chain_and_bit(row):
    assert int(row["Channel"]) == CHAIN * int(row["Chain"]) + int(row["Bit"])


# ------------------------------------------------------------------------------------------- pixels


def test_the_page_knows_every_row_of_the_board():
    assert [int(row["Board row"]) for row in table("Under the cells")] == [*range(1, WINDOW + 1)]


@pytest.mark.parametrize(
    "row", table("Under the cells"), ids=lambda row: f"board row {row['Board row']}"
)
def test_the_snake_runs_as_the_page_draws_it(row):
    first, last, line = int(row["First pixel"]), int(row["Last pixel"]), row["Board row"]
    columns = COLUMNS if row["Direction"] == "left to right" else COLUMNS[::-1]
    wired = [WIRING.chain[f"{column}{line}"] for column in columns]
    told = [range(pixel, pixel + 1) for pixel in range(first, last + 1)]
    assert wired == told, f"row {line} of the wiring is not pixels {first} to {last} that way round"
    assert (row["From"], row["To"]) == (columns[0] + line, columns[-1] + line)


def test_the_second_data_line_lights_what_the_page_says():
    run = FILE.lights[1]
    rows = table("On the second data line")
    told = [(row["Site"], pixel) for row in rows for pixel in span(row["Pixels"])]
    wired = [
        ("spare" if site == SPARE else site, run.first + at)
        for at, site in enumerate(run.sites.split())
    ]
    assert told == wired


def test_the_second_data_line_begins_where_the_snake_ends():
    assert FILE.lights[1].first == int(table("Under the cells")[-1]["Last pixel"]) + 1
    assert span(table("On the second data line")[-1]["Pixels"])[-1] == FILE.pixels - 1


def test_the_page_counts_the_pixels_and_the_current_as_the_wiring_does():
    assert figure("The current limiter", "Number of pixels") == FILE.pixels
    assert figure("The current limiter", "Current limit") == FILE.limit_mA
    assert section("Pixels")[1].startswith(f"{FILE.pixels} pixels")


def test_the_limiter_reckons_as_the_page_says():
    assert figure("The current limiter", "Idle current of a pixel") == lights.DARK_PIXEL
    parts = figure("The current limiter", "Parts of red, green and blue to each further mA")
    assert parts == lights.PER_MA
    dark, white = bytes(3 * FILE.pixels), b"\xff" * (3 * FILE.pixels)
    assert figure("The current limiter", "All dark") == lights.current_draw(dark)
    assert figure("The current limiter", "All white, unlimited") == lights.current_draw(white)


# ---------------------------------------------------------------------------------- readers, strip


def test_the_readers_have_the_numbers_the_page_says():
    rows = table("Readers")
    told = {int(row["Reader"]): row["Site"] for row in rows}
    assert told == {number: reader.site for number, reader in enumerate(FILE.readers)}
    for row in rows:
        assert int(row["Pixel"]) == WIRING.chain[row["Site"]].start
        (note,) = [pin["Note"] for pin in table("Pins of the Pico") if pin["Net"] == row["Select"]]
        assert note == f"reader {row['Reader']}", f"{row['Select']} selects another reader"


FIGURES = {
    "Encoder counts per row": DIAL.counts_per_row,
    "Lowest row of play": DIAL.limits.lowest,
    "Highest row of play": DIAL.limits.highest,
    "Danger at the near end": DIAL.limits.danger[0],
    "Danger at the far end": DIAL.limits.danger[1],
    "First row of the code": roller.FIRST_ROW,
    "Rows before the code repeats": roller.PRINT_PERIOD,
}


@pytest.mark.parametrize("name", FIGURES)
def test_the_strip_has_the_figures_of_the_wiring(name):
    assert figure("The strip in figures", name) == FIGURES[name], f"the wiring has {FIGURES[name]}"


def test_the_danger_rows_are_printed_where_the_game_has_them():
    near = figure("The strip in figures", "Printed danger row, near")
    far = figure("The strip in figures", "Printed danger row, far")
    assert (near, far) == START.box.danger
    assert near == DIAL.limits.danger[0], "comes in at the near edge"
    assert far == DIAL.limits.danger[1] + WINDOW - 1, "comes in at the far edge"


@pytest.mark.parametrize("row", table("The code"), ids=lambda row: f"row {row['First row']}")
def test_the_code_is_the_one_the_firmware_reads(row):
    first = int(row["First row"])
    printed = "".join(str(roller.track(first + at)) for at in range(16))
    assert row["Bits of sixteen rows"] == printed


def test_the_code_covers_every_row_the_strip_may_be_wound_to():
    rows = table("The code")
    first, last = int(rows[0]["First row"]), int(rows[-1]["First row"]) + 15
    assert first <= DIAL.limits.danger[0] - roller.ROWS_TO_CORRECT
    assert last >= DIAL.limits.danger[1] + roller.ROWS_TO_CORRECT


def test_the_lights_of_the_strip_change_at_the_rows_of_the_wiring():
    rows = {row["The strip stands"]: row for row in table("What is lit")}
    low, high = DIAL.limits.danger
    assert f"outside {DIAL.limits.lowest} to {DIAL.limits.highest}" in rows
    assert f"at {low} or below, at {high} or above" in rows


# --------------------------------------------------------------------------------- the other panels


FILES = {name: load_panel(name) for name in EVERY}
OTHERS = {wiring.file.panel: wiring for wiring in FILES.values()}


def told_of(heading: str) -> list[pytest.param]:
    """The rows of a table, each with the wiring of its panel."""
    return [
        pytest.param(row, OTHERS[int(row["Panel"])], id=f"panel {row['Panel']}")
        for row in table(heading)
    ]


def test_the_page_knows_every_panel_we_ship():
    for heading in ("The other panels", "Keys of each panel"):
        assert [int(row["Panel"]) for row in table(heading)] == sorted(OTHERS)


@pytest.mark.parametrize(("row", "wiring"), told_of("The other panels"))
def test_a_panel_has_the_parts_the_page_says(row, wiring):
    file, taps = wiring.file, sum(r.sense is Sense.TAP for r in wiring.file.readers)
    name = next(name for name, other in FILES.items() if other is wiring)
    assert row["Wiring"] == f"[{name}]({EVERY[name].relative_to(ROOT).as_posix()})"
    assert int(row["Chains"]) == len(file.chains)
    assert int(row["Registers"]) == wiring.registers
    assert (int(row["Tap readers"]), int(row["Antennas"])) == (taps, len(file.readers) - taps)
    lines = [span(line) for line in row["Pixels of each data line"].split(", ")]
    assert [line.start for line in lines] == [run.first for run in file.lights]
    assert [line.stop for line in lines] == [*(line.start for line in lines[1:]), file.pixels]


@pytest.mark.parametrize(("row", "wiring"), told_of("The other panels"))
def test_a_panel_draws_what_the_page_says(row, wiring):
    dark, white = bytes(3 * wiring.file.pixels), b"\xff" * (3 * wiring.file.pixels)
    assert int(row["Limit, mA"]) == wiring.file.limit_mA
    assert int(row["All dark, mA"]) == lights.current_draw(dark)
    assert int(row["All white, mA"]) == lights.current_draw(white)


def test_chains_hang_in_series_as_the_page_says():
    told = {row["Data line"]: numbers(row[list(row)[1]]) for row in table("Chains in series")}
    most = max(len(w.file.chains) for w in OTHERS.values() if not w.file.columns)
    lines = [row["Net"] for row in table("Pins of the Pico") if row["Net"].startswith("SR_DATA")]
    assert told == {line: [*range(at, most, len(lines))] for at, line in enumerate(sorted(lines))}


@pytest.mark.parametrize(("row", "wiring"), told_of("Keys of each panel"))
def test_a_panel_has_its_keys_where_the_page_says(row, wiring):
    channel = {site: channel for channel, site in wiring.channels.items()}
    assert int(row["key.yes"]) == channel["key.yes"]
    assert int(row["key.back"]) == channel["key.back"] == fit_of(wiring).back
    assert int(row["Chain of keys"]) == channel["key.yes"] // CHAIN
    assert int(row["Test channel"]) == wiring.file.test_channel
    assert int(row["Keys and beams"]) == sum(s is Sense.KEY for s in wiring.senses.values())


def test_the_beams_are_on_the_channels_the_page_says():
    for row in table("Beams in the holes"):
        for panel in (2, 3, 8):
            wiring = OTHERS[panel]
            assert wiring.channels[int(row[f"Channel on panel {panel}"])] == row["Hole"]
            assert wiring.chain[row["Hole"]] == span(row["Pixels"])


def test_the_trays_are_on_the_channels_the_page_says():
    wiring = OTHERS[8]
    rows = table("Trays")
    assert [row["Tray"] for row in rows] == list(wiring.counted)
    for row in rows:
        assert {wiring.channels[channel] for channel in span(row["Channels"])} == {row["Tray"]}
        assert wiring.chain[row["Tray"]].start == int(row["Pixel"])


def test_the_page_says_of_a_panel_what_its_kit_has():
    """Distances and sizes in its prose, and the parts that a panel's own section names."""
    trays, plan = kit("space_walk_trays").plan, kit("astron").plan
    assert f"are {trays.pitch:g} mm apart" in "\n".join(section("Trays"))
    assert f"{strip.paper_length(plan) / 1000:.2f} m of paper" in PAGE
    assert PAGE.count(f"{plan.wheel:.1f} mm a turn") == 2
    gaps = [b.at[0] - a.at[0] for a, b in pairwise(plan.readers)]
    assert min(gaps) >= 100 and "middles at least 10 cm apart" in PAGE
    for heading, name in OF_ONE_PANEL.items():
        parts = {one.kind: one.number for one in kit(name).items}
        told = "\n".join(section(heading))
        for kind, ware in wares().items():
            chip = ware.number.split(",")[0].split()[-1]
            if kind in CHIPS and re.search(rf"\b{re.escape(chip[:8])}", told):
                assert kind in parts, f"{heading}: {chip}"
        assert ("fin" in parts) == bool(re.search(r"\bfin\b", told))


OF_ONE_PANEL = {"Hall switches": "situation7", "A diode matrix": "zylatron_matrix"}
CHIPS = {"regulator", "hall", "diode", "tbd62083", "hcs165", "hc595"}


def test_the_outputs_of_the_hall_switches_are_on_the_chains_the_page_says():
    chains = OTHERS[6].file.chains
    told = [
        (int(row["Chain"]), row["Output"], row["First space"], row["Last space"], row["Spaces"])
        for row in table("Hall switches")
    ]
    assert told == [
        (at, ("OUT1", "OUT2")[chain.seat], sites[0], sites[-1], str(len(sites)))
        for at, chain in enumerate(chains)
        if chain.sense is Sense.SIDE and (sites := chain.sites.split())
    ]


IN_FIGURES = "The Hall switch in figures"


def test_the_page_says_how_hall_switches_feel_and_how_late():
    disc, told = kit("situation7").plan.magnet, "\n".join(section(IN_FIGURES))
    figures = {row["Figure"]: row["Value"] for row in table(IN_FIGURES)}
    late = float(figures["So it tells a piece later by, at most"])
    assert late == poles.WORST_DELAY == 1000 / float(figures["Looks at its magnet"])
    assert float(figures["On the average"]) == late / 2
    own, top = excitation(disc, HALL, 0), excitation(disc, replace(HALL, gap=HALL.gap + 6), 0)
    around = 6 * excitation(disc, HALL, kit("situation7").plan.pitch)
    assert f"gives {own:.1f} mT at the switch" in told and f"{around:.2f} mT together at 20" in told
    assert f"its magnet gives {top:.1f} mT" in told and own - top > HALL.closes
    assert f"pull-ups {logic_mA(OTHERS[6]):.0f} mA" in told


def test_each_reader_reads_what_the_page_says():
    nets = ("CS_CARD", "CS_DECK", "CS_DOCK")
    for panel in (3, 5, 10):
        rows = [row for row in table("Antennas") if int(row["Panel"]) == panel]
        for row, sites in zip(rows, OTHERS[panel].readers, strict=True):
            many = "coils, by a PN5180" if OTHERS[panel].wakes else "antennas"
            assert row["Reads"] == (sites[0] if len(sites) == 1 else f"{len(sites)} {many}")
        assert [row["Select"] for row in rows] == list(nets)[: len(rows)]
        registers = [int(row["Register"]) for row in rows if row["Register"] != "–"]
        assert registers == [*range(len(fit_of(OTHERS[panel]).antennas))]


@pytest.mark.parametrize(("row", "wiring"), told_of("Lights of the panels"))
def test_a_picture_takes_as_long_as_the_page_says(row, wiring):
    longest = max(fit_of(wiring).lines)
    (ms,) = numbers(row["Time of a picture on its longest line"])
    assert ms == longest * 30 // 1000 + (longest * 30 % 1000 > 500)


# ----------------------------------------------------------------------------------------- the rest


def test_there_is_a_reed_for_every_cell_and_a_register_for_every_eight_bits():
    parts = {row["Part"]: int(row["Quantity"] or 0) for row in table("Bill of materials")}
    assert parts["reed switch, glass 10 × 1.8 mm"] >= len(COLUMNS) * WINDOW
    assert parts["shift register"] * 8 >= sum(WIRING.widths)
    assert parts["NFC reader"] == len(FILE.readers)


def test_the_bill_adds_up():
    *parts, total = table("Bill of materials")
    sums = [float(row["Sum"]) for row in parts]
    assert sum(sums) == pytest.approx(float(total["Sum"]))
    each = [int(row["Quantity"]) * float(row["Each"]) for row in parts]
    assert each == pytest.approx(sums, abs=0.006)


def test_the_page_lets_one_choose_among_all_panels():
    assert [int(row["Panel"]) for row in table("Choose a board")] == sorted(OTHERS)
    chosen = "\n".join(section("Choose a board"))
    for panel, wiring in OTHERS.items():
        assert re.search(rf"panel(?: \d or)? {panel}\b", chosen), wiring.file.name


@pytest.mark.parametrize(("row", "wiring"), told_of("Lights of the panels"))
def test_brick_fuse_and_limit_keep_the_rule_of_the_page(row, wiring):
    limit, fuse, brick = (float(row[name]) for name in ("Limit, A", "F1, A", "Brick, A"))
    assert limit * 1000 == wiring.file.limit_mA
    assert fuse >= 2 * limit and brick >= 1.6 * fuse
    assert int(row["Branches"]) * 30 >= wiring.file.pixels
    assert float(row["Farthest pixel, V"]) >= 4.5


def test_the_figures_of_the_magnet_in_the_text_are_those_that_are_worked_out():
    disc = DiscMagnet(8, 3)
    told = re.search(
        r"gives (\d+) ampere-turns at\s+the centre.*? up to ([\d.]+)\s+mm off centre, and surely "
        r"opens beyond ([\d.]+) mm. A ship on the next cell adds ([\d.]+)",
        PAGE,
        re.DOTALL,
    ).groups()
    figures = (
        excitation(disc, REED, 0),
        sure_reach(disc, REED),
        unfelt_beyond(disc, REED),
        excitation(disc, REED, 33.3),
    )
    assert [float(one) for one in told] == [round(figures[0]), *(round(f, 1) for f in figures[1:])]


def test_the_page_gives_the_number_the_panel_says_when_it_is_greeted():
    assert f"This one is panel {FILE.panel}." in PAGE


@pytest.fixture
def example(tmp_path):
    """The panel with what the page's pieces of wiring file add: its keys are the Pi's."""
    freed = ASTRON.read_text().replace(FILE.chains[-1].sites, SPARE)
    path = tmp_path / "astron.toml"
    path.write_text("\n".join([freed, *re.findall(r"(?ms)^```toml\n(.*?)^```", PAGE)]))
    return load_wiring(path)


def test_the_tags_on_the_page_are_of_pieces_that_exist(example):
    assert example.tags
    assert set(example.tags.values()) <= set(SHELF[FILE.game].pieces(START))


def test_the_pins_of_the_pi_are_those_of_the_example(example):
    pi = example.file.pi
    used = {key.site: key.pin for key in pi.keys}
    used |= {"encoder A": pi.roller.a, "encoder B": pi.roller.b}
    used |= {"lights": int(pi.lights.removeprefix("D")), "POWER_FAIL": pi.power_fail.pin}
    told = {row["Use"]: numbers(row["BCM"])[0] for row in table("Pins of the Pi (optional)")}
    assert told == used


def test_every_link_on_the_page_leads_somewhere():
    headings = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in headings}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        if target.startswith("#"):
            assert target[1:] in anchors, f"no heading for {target}"
        else:
            assert (ROOT / target).exists(), f"{target} is not there"
