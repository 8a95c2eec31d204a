"""An update of the firmware is all or nothing, wherever it breaks off and however full it is."""

from __future__ import annotations

import pytest

from controller.errors import BoardTrouble
from drivers.workshop.flash import install
from drivers.workshop.payload import FOLDERS, firmware_files, launcher
from drivers.workshop.raw_repl import PicoDisk
from tests.pico_disk import BLOCK, OLD_MAIN, Disk, LocalRepl, started

KEPT = {"kept/stardeck.json": b'{"fit": "01"}', "notes.txt": b"a maker's own" * 400}


def modules(letter, *more):
    """A small firmware, whose modules lie as ours do: some are short, one is over a block."""
    names = ["__init__.mpy", "wire.mpy", "pico/__init__.mpy", "pico/serve.mpy", *more]
    sizes = {"wire.mpy": 3000, "pico/serve.mpy": BLOCK + 700}
    return {name: letter * sizes.get(name, 30) for name in names}


def firmware(letter, *more):
    """The files of such a firmware in a folder, as `payload.files` tells those of ours."""
    made = modules(letter, *more)
    return lambda folder: {
        **{f"{folder}/firmware/{name}": content for name, content in made.items()},
        "main.py": launcher(folder),
    }


BEFORE = {
    "0.2.0": {**{f"firmware/{name}": data for name, data in modules(b"o", "x/gone.mpy").items()}}
    | {"main.py": OLD_MAIN, "boot.py": b""},
    FOLDERS[0]: firmware(b"o", "x/gone.mpy")(FOLDERS[0]),
    FOLDERS[1]: firmware(b"o", "x/gone.mpy")(FOLDERS[1]),
}
OLD, NEW = modules(b"o", "x/gone.mpy"), modules(b"n", "vicinity/coils.mpy")
update = firmware(b"n", "vicinity/coils.mpy")


def flashed(disk, files=update):
    pico = PicoDisk(LocalRepl(disk))
    return list(install(pico, pico.beginning("main.py"), files))


def own(disk):
    """What is on the disk besides a firmware's folder and main.py."""
    return {
        name: content
        for name, content in disk.files().items()
        if name != "main.py" and not name.startswith(FOLDERS)
    }


def cut_short(content, acts):
    """The flash after each act, and after the first half of each."""
    flash = bytearray(content)
    for at, data in acts:
        for part in (data[: len(data) // 2], data):
            flash[at : at + len(part)] = part
            yield bytes(flash)


def test_every_folder_of_the_firmware_is_made_on_a_new_pico():
    disk = Disk()
    assert set(flashed(disk, firmware_files)) == firmware_files().keys() == disk.files().keys()
    assert disk.files() == firmware_files()


@pytest.mark.parametrize("before", BEFORE)
def test_wherever_the_power_goes_the_old_firmware_starts_or_the_new_one_and_no_mixture(before):
    disk = Disk().put(KEPT | BEFORE[before])
    content, acts = bytes(disk.flash.buffer), disk.flash.acts
    acts.clear()
    flashed(disk)
    starts = []
    for flash in cut_short(content, acts):
        after = Disk(flash)
        starts.append(started(after))
        assert KEPT.items() <= after.files().items()
    switched = starts.index(NEW)
    assert all(start == OLD for start in starts[:switched])
    assert all(start == NEW for start in starts[switched:])
    assert starts[0] == OLD and starts[-1] == NEW and len(starts) > 50


@pytest.mark.parametrize("before", BEFORE)
def test_an_update_that_broke_off_is_made_again_and_leaves_nothing_of_what_was(before):
    disk = Disk().put(KEPT | BEFORE[before])
    content, acts = bytes(disk.flash.buffer), disk.flash.acts
    acts.clear()
    flashed(disk)
    whole = Disk().put(KEPT | update(FOLDERS[0]))
    for flash in [*cut_short(content, acts)][::9]:
        after = Disk(flash)
        flashed(after)
        assert started(after) == NEW and own(after) == KEPT
        assert len(after.folders) == len(whole.folders) and abs(after.free - whole.free) <= 2


def test_whatever_room_there_is_it_fits_or_is_said_not_to_before_anything_is_written():
    fitted = refused = 0
    for room in range(0, 60, 2):
        disk = Disk().put(KEPT | BEFORE["0.2.0"])
        disk.put({"long.bin": bytes((disk.free - 2 - room) * (BLOCK - 32))})
        taken = disk.free
        try:
            flashed(disk)
            fitted += 1
            assert started(disk) == NEW
        except BoardTrouble as trouble:
            refused += 1
            assert "does not fit" in str(trouble)
            assert (started(disk), disk.free) == (OLD, taken)
    assert fitted > 5 and refused > 5


def test_what_was_on_a_pico_of_somebody_else_runs_until_all_is_there():
    theirs = {"main.py": b"their()", "boot.py": b"", "firmware/theirs.py": b"their"}
    disk = Disk().put(theirs)
    content, acts = bytes(disk.flash.buffer), disk.flash.acts
    acts.clear()
    flashed(disk)
    assert started(disk) == NEW and own(disk) == {}
    for flash in cut_short(content, acts):
        files = Disk(flash).files()
        assert theirs.items() <= files.items() or files["main.py"] != theirs["main.py"]
