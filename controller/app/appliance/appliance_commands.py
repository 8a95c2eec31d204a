"""The commands of a table's owner: install, update, uninstall, doctor, backup and restore."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from controller.app.appliance import doctor as doctors
from controller.app.appliance import installing
from controller.app.appliance.machine import Machine
from controller.app.appliance.units import BOARD, GROUPS, Options
from controller.app.backups.archive import back_up
from controller.app.backups.restoring import finish_restore
from controller.app.backups.restoring import restore as restored
from controller.app.computer.laptop import today
from controller.app.library.kept_commands import kept_at
from controller.errors import Misuse
from controller.storage.seen_firmware import FirmwareNote
from controller.words import said, say
from drivers.workshop.payload import firmware_version, spelt_version


def add(verbs: argparse._SubParsersAction[Any]) -> None:
    """Add these commands and their options to the parser."""
    install = verbs.add_parser("install", help="start the table whenever this computer starts")
    install.add_argument(
        "--board",
        default=BOARD,
        metavar="URL",
        help="serial port (default: any board that is plugged in)",
    )
    install.add_argument(
        "--port", type=int, default=80, metavar="N", help="port of the web page (default: 80)"
    )
    install.add_argument("--dry-run", action="store_true", help="only print what would be written")
    install.add_argument("words", nargs="*", help="after --: more options for stardeck play")
    update = verbs.add_parser("update", help="install and try a newer version, then switch to it")
    update.add_argument("--back", action="store_true", help="return to the version before")
    for verb in (install, update):
        verb.add_argument(
            "--from", dest="source", metavar="WHAT", help="a version, a wheel or a folder"
        )
    uninstall = verbs.add_parser(
        "uninstall", help="remove the table from this computer; saved games stay"
    )
    doctor = verbs.add_parser("doctor", help="check this installation and report what is wrong")
    doctor.add_argument(
        "--self-test", action="store_true", help="also play some moves of every game"
    )
    backup = verbs.add_parser("backup", help="save all games and settings to one file")
    restore = verbs.add_parser("restore", help="restore games and settings from a backup")
    for verb in (backup, restore):
        verb.add_argument("file", type=Path, help="the backup file")
    for verb in (doctor, backup, restore):
        verb.add_argument(
            "--data", type=Path, metavar="DIR", help="folder of the data (default: the usual one)"
        )
    for verb in (install, update, uninstall, doctor, backup, restore):
        root = Path("/")
        verb.add_argument(
            "--root",
            type=Path,
            default=root,
            metavar="DIR",
            help="top folder of the system to work on (default: this one)",
        )


def machine_at(root: Path) -> Machine:
    """Return the machine with this top folder; Misuse if there is no such folder."""
    if not root.is_dir():
        raise Misuse("install.no_folder", path=root)
    return Machine(root)


def install_command(asked: argparse.Namespace) -> None:
    """Install the table as a service, or print what would be written."""
    machine = machine_at(asked.root)
    options = Options(
        asked.board,
        port(asked.port),
        tuple(asked.words),
        machine.groups(GROUPS),
        machine.systemd(),
    )
    if asked.dry_run:
        for where, text in installing.planned_changes(options):
            print(said("install.planned", where=where, text=text))
        return
    source = asked.source or installing.own_source(machine.extra)
    installing.install(machine, options, installing.builder(machine, source))
    print(said("install.done", port=options.port))


def port(number: int) -> int:
    """Return the port; Misuse if it is out of range."""
    if not 0 < number < 1 << 16:
        raise Misuse("install.port", port=number)
    return number


def update_command(asked: argparse.Namespace) -> None:
    """Update the table, or go back to the version before."""
    machine = machine_at(asked.root)
    if asked.back:
        print(said("update.back", path=installing.back(machine)))
        return
    source = asked.source or installing.own_source(machine.extra, newest=True)
    path = installing.update(machine, installing.builder(machine, source))
    print(said("update.done", path=path))


def uninstall_command(asked: argparse.Namespace) -> None:
    """Remove the table. The last line is made before, because its text is removed too."""
    machine = machine_at(asked.root)
    told = said("install.undone", path=machine.data)
    installing.uninstall(machine)
    print(told)


def doctor(asked: argparse.Namespace) -> int:
    """Print what is wrong with the installation; return 1 if anything is, else 0."""
    machine, data = machine_at(asked.root), kept_in(asked)
    looked = doctors.self_test(data) if asked.self_test else doctors.find_troubles(machine, data)
    wrong = [say(saying) for saying in looked]
    print("\n".join(wrong) or said("doctor.well"))
    if seen := FirmwareNote(data).read():
        theirs, ours = spelt_version(seen.version), spelt_version(firmware_version())
        print(said("doctor.firmware", url=seen.url, theirs=theirs, ours=ours))
    if not (machine.unit.exists() or asked.self_test):
        print(said("doctor.not_installed"))
    return 1 if wrong else 0


def backup(asked: argparse.Namespace) -> None:
    """Write all that must be kept into one file."""
    data = kept_in(asked)
    finish_restore(data)
    count = back_up(data, asked.file, today())
    print(said("backup.done", count=count, path=asked.file))


def restore_command(asked: argparse.Namespace) -> None:
    """Restore a backup while the service is stopped, and make the service the files' owner."""
    machine, data = machine_at(asked.root), kept_in(asked)
    own = data == machine.data and machine.unit.exists()
    if own:
        machine.writable()
        machine.do("systemctl", "stop", "stardeck.service")
    try:
        count = restored(asked.file, data)
    finally:
        if own:
            machine.do("chown", "-R", "stardeck:stardeck", str(data))
            machine.do("systemctl", "start", "stardeck.service")
    print(said("backup.restored", count=count, path=data))


def kept_in(asked: argparse.Namespace) -> Path:
    """Return the data folder: the one asked for, else the installed service's, else the user's."""
    machine, own = machine_at(asked.root), kept_at().parent
    installed: bool = machine.unit.exists() or not machine.live
    return asked.data or (machine.data if installed else own)


APPLIANCE_VERBS = {
    "install": install_command,
    "update": update_command,
    "uninstall": uninstall_command,
    "doctor": doctor,
    "backup": backup,
    "restore": restore_command,
}
