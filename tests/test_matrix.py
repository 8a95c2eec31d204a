"""A diode matrix: it reads like registers, and a diode that is missing is found."""

from __future__ import annotations

from random import Random
from string import ascii_lowercase

import msgspec
import pytest

from controller.errors import BadWiring
from controller.game import Setting
from controller.games import SHELF
from controller.values import Piece, Site
from drivers.wiring import CHAIN, GUARDED, ChainFile, LightsFile, checked_wiring
from sims.bench.faults import Faults, ghosted
from sims.bench.rig import Rig
from tests.panels import load_panel
from tests.workbench import Workbench

WHOLE = load_panel("zylatron_matrix")
SENTINEL = 1 << GUARDED


def small(rows: int = 3, columns: int = 4):
    """A corner of the panel, and its keys."""
    file = WHOLE.file
    cut = [" ".join(chain.sites.split()[:columns]) for chain in file.chains[:rows]]
    lights = (LightsFile(0, " ".join(cut)),)
    chains = (*(ChainFile(sites) for sites in cut), file.chains[-1])
    change = {"chains": chains, "lights": lights, "pixels": rows * columns, "columns": 13}
    return checked_wiring(msgspec.structs.replace(file, **change, test_channel=CHAIN * rows + 29))


def read_by_meter(words, bare, row):
    """Every column from which current finds its way to this row, wire by wire."""
    wires = {("row", row)}
    while True:
        more = set(wires)
        for at, word in enumerate(words):
            for column in range(CHAIN):
                if word >> column & 1:
                    if ("row", at) in wires:
                        more.add(("column", column))
                    if ("column", column) in wires and CHAIN * at + column in bare:
                        more.add(("row", at))
        if more == wires:
            return sum(1 << column for kind, column in wires if kind == "column")
        wires = more


@pytest.mark.parametrize("seed", range(30))
def test_the_proof_is_spoilt_by_a_closed_contact_without_a_diode_and_by_nothing_else(seed):
    luck = Random(seed)
    rows, columns = luck.randrange(2, 7), luck.randrange(2, 9)
    words = [SENTINEL | luck.getrandbits(columns) for _ in range(rows)]
    words.append((1 << columns) - 1)
    at = [(row, column) for row in range(rows) for column in range(columns)]
    bare = {CHAIN * r + c for r, c in luck.sample(at, luck.randrange(4))}
    found = ghosted(words, bare)
    assert found == [read_by_meter(words, bare, row) for row in range(len(words))]
    spoilt = any(words[channel // CHAIN] >> channel % CHAIN & 1 for channel in bare)
    assert (found[-1] != words[-1]) == spoilt
    assert spoilt or found == words


def test_three_corners_show_the_fourth_where_a_diode_is_missing():
    words = [SENTINEL | 0b01, SENTINEL | 0b11, 0b11]
    assert ghosted(words, ()) == words
    assert ghosted(words, (CHAIN,))[0] == SENTINEL | 0b11, "nobody has put anything there"


def test_the_matrix_has_the_points_of_the_registers_on_one_row_each():
    registers = load_panel("zylatron")
    assert WHOLE.senses == registers.senses and WHOLE.chain == registers.chain
    for channel, site in WHOLE.channels.items():
        row = WHOLE.file.chains[channel // CHAIN].sites.split()
        assert row[channel % CHAIN] == site
        assert site.startswith("key.") or len({name.lstrip(ascii_lowercase) for name in row}) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"columns": 31}, "at most 30"),
        ({"columns": 12}, "12 columns"),
        ({"columns": -1}, "at most"),
    ],
)
def test_a_matrix_that_cannot_be_is_told_in_a_sentence(change, told):
    with pytest.raises(BadWiring, match=told):
        checked_wiring(msgspec.structs.replace(WHOLE.file, **change))


def test_f52_a_crossing_without_a_diode_is_found_by_the_check():
    wiring = small()
    bare = Site(wiring.file.chains[1].sites.split()[2])
    found = Workbench(wiring, Faults(bare={bare})).check()
    [flaw] = found.flaws
    assert (flaw.fault, flaw.kind, flaw.where) == ("F52", "bare", (bare,))


def test_and_a_sound_matrix_is_found_sound():
    assert Workbench(small()).check().flaws == ()


def test_in_play_it_is_told_while_a_piece_stands_there():
    rig = Rig(SHELF["zylatron"].start(Setting(2)), WHOLE)
    rig.settle()
    site = next(site for site in WHOLE.channels.values() if site not in rig.bench.stacks)
    rig.bench.faults.bare.add(site)
    rig.bench.put(Piece("magnet"), site)
    rig.wait(1.0)
    assert [ailment.fault for ailment in rig.board.ailments()] == ["F52"]
    rig.bench.lift(site)
    rig.wait(1.5)
    assert list(rig.board.ailments()) == []
