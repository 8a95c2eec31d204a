"""Installed into any root, updated, gone back, taken away: nothing is left but what was played."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from ipaddress import ip_network
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from controller import words
from controller.__main__ import main
from controller.app.appliance import installing
from controller.app.appliance.appliance_commands import APPLIANCE_VERBS
from controller.app.appliance.machine import Machine, Ran, run_command
from controller.app.appliance.units import (
    RESTART_STEPS_SINCE,
    UDEV,
    Options,
    files,
    quote_for_systemd,
)
from controller.errors import Misuse
from tests.often import often

ROOT = Path(__file__).parents[2]
LETTERS = "ab/ \\\"'%$\n\t;#=[]{}äß☂0"
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(not ANALYZE, reason="there is no systemd-analyze here")


def chance_options(luck: Random) -> Options:
    def word() -> str:
        return "".join(luck.choice(LETTERS) for _ in range(luck.randint(1, 12)))

    return Options(
        board=luck.choice(["/dev/stardeck/board", "pi://", word()]),
        port=luck.randint(1, 65535),
        words=tuple(word() for _ in range(luck.randint(0, 3))),
        groups=tuple(luck.sample(["dialout", "gpio", "spi", "video"], luck.randint(1, 4))),
        systemd=luck.choice([252, RESTART_STEPS_SINCE, 257]),
    )


def sections(text: str) -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    parser.optionxform = str
    parser.read_string(text)
    return parser


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_asked_for_makes_units_that_say_it(seed):
    options = chance_options(Random(seed))
    made = files(options, "/opt/stardeck/current/bin/stardeck")
    unit = sections(made["etc/systemd/system/stardeck.service"])
    assert unit["Service"]["Type"] == "notify" and unit["Service"]["User"] == "stardeck"
    assert unit["Service"]["ExecStart"].endswith(
        " ".join(map(quote_for_systemd, ["--quiet", *options.words])).strip()
    )
    assert ("RestartSteps" in unit["Service"]) == (options.systemd >= RESTART_STEPS_SINCE)
    assert '"$$EXIT_STATUS" != 10' in unit["Service"]["ExecStopPost"]
    port = sections(made["etc/systemd/system/stardeck.socket"])["Socket"]["ListenStream"]
    assert port == f"0.0.0.0:{options.port}"


def test_every_unit_that_opens_a_port_is_shut_to_the_same_networks():
    """A socket unit's port lies in its own control group: the service's lists do not hold there."""
    made = files(Options(), "/usr/bin/true").items()
    units = {path: sections(text) for path, text in made if path.startswith("etc/systemd/system")}
    lists = {
        path: (part["IPAddressDeny"], part["IPAddressAllow"])
        for path, unit in units.items()
        for part in (unit[name] for name in unit.sections() if name in ("Service", "Socket"))
    }
    assert len(lists) == len(units) == 2
    (denied, allowed), *others = lists.values()
    assert denied == "any" and others == [(denied, allowed)]
    networks = [ip_network(one) for one in allowed.split() if one != "localhost"]
    shared = ip_network("100.64.0.0/10")  # between a provider and its customers: no public address
    assert all(one.is_private or one == shared for one in networks)


@needs_systemd
def test_systemd_finds_no_fault_with_units_by_chance(tmp_path):
    """With a root in which there is all that they name."""
    root, version = rooted(tmp_path), Machine().systemd()
    for seed in range(6):
        options = chance_options(Random(seed))
        made = files(Options(**{**fields(options), "systemd": version}), "/usr/bin/true")
        for path, text in made.items():
            installing.write_atomically(root / path, text)
        words = [ANALYZE, "verify", "--man=no", f"--root={root}"]
        done = run_command([*words, *(str(path) for path in units(root))])
        assert not complaints(done.said), (options, done.said)
    unit = root / "etc/systemd/system/stardeck.service"
    unit.write_text(unit.read_text().replace("ProtectHome=yes", "ProtectHome=perhaps"))
    assert complaints(run_command([*words, str(unit)]).said), "or it would find nothing at all"


@needs_systemd
def test_the_service_is_shut_in_as_far_as_it_can_be(tmp_path):
    """0 is locked away, 10 is open; what counts below 2.5 hardly touches the machine."""
    for groups, most in ((("dialout",), 25), (("dialout", "gpio", "spi"), 28)):
        text = files(Options(groups=groups, systemd=Machine().systemd()), "/usr/bin/true")
        for path in ("stardeck.service", "stardeck.socket"):
            (tmp_path / path).write_text(text[f"etc/systemd/system/{path}"])
        words = [ANALYZE, "security", "--no-pager", "--offline=yes", f"--threshold={most}"]
        done = run_command([*words, str(tmp_path / "stardeck.service")])
        assert done.status == 0, done.said


def fields(options: Options) -> dict:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def units(root: Path) -> list[Path]:
    return sorted((root / "etc/systemd/system").glob("stardeck.*"))


def complaints(said: str) -> list[str]:
    """About our own units; what else the machine here has wrong is its affair."""
    return [line for line in said.splitlines() if "stardeck" in line and "Unit" not in line[:4]]


def rooted(folder: Path) -> Path:
    """A root with systemd's own units, so that what ours name is there."""
    root = folder / "root"
    for name in ("usr/lib/systemd/system", "usr/bin", "bin"):
        (root / name).mkdir(parents=True)
    own = Path("/usr/lib/systemd/system")
    for unit in (*own.glob("*.target"), *own.glob("*.slice")):
        shutil.copy(unit, root / "usr/lib/systemd/system", follow_symlinks=True)
    shutil.copy("/usr/bin/true", root / "usr/bin/true")
    shutil.copy("/bin/sh", root / "bin/sh")
    return root


# --------------------------------------------------------------------------- installed and undone


def slim(folder: Path) -> None:
    """An environment that has this very program, and needs no network."""
    (folder / "bin").mkdir()
    python = folder / "bin/python"
    python.symlink_to(sys.executable)
    script = folder / "bin/stardeck"
    script.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m controller "$@"\n')
    script.chmod(0o755)


def broken(folder: Path) -> None:
    slim(folder)
    (folder / "bin/stardeck").write_text("#!/bin/sh\necho it does not know its games; exit 1\n")


def failing(folder: Path) -> None:
    (folder / "half").write_text("half of it")
    raise Misuse("install.failed", command="pip", why="no network")


@pytest.fixture
def machine(tmp_path):
    """A bare machine; its own commands are not run, the table's are."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("root:x:0:\ndialout:x:20:pi\ngpio:x:997:\n")

    def quick(words):
        told = Path(words[0])
        known = told.name != "stardeck" or "it does not" in told.read_text()
        return run_command(words) if known else Ran(0, "")

    return Machine(tmp_path, quick)


def left(root: Path) -> set[str]:
    return {str(p.relative_to(root)) for p in root.rglob("*") if p.is_symlink() or p.is_file()}


def test_install_update_back_and_uninstall_leave_nothing_but_what_was_played(machine):
    before = left(machine.root)
    options = Options(groups=machine.groups(("dialout", "spi")))
    installing.install(machine, options, slim)
    assert options.groups == ("dialout",), "a group that is not there is not asked for"
    journal = machine.data / "journal.db"
    journal.write_bytes(b"played")
    first = machine.environments.current
    second = installing.update(machine, slim)
    assert (machine.environments.current, machine.environments.previous) == (second, first)
    third = installing.update(machine, slim)
    assert not first.exists() and second.exists(), "one way back is kept, no more"
    assert installing.back(machine) == second and installing.back(machine) == third
    installing.install(machine, options, slim)
    installing.uninstall(machine)
    assert left(machine.root) - before == {"var/lib/stardeck/journal.db"}
    assert journal.read_bytes() == b"played"


@pytest.mark.parametrize("build", [broken, failing])
def test_an_update_that_does_not_stand_its_test_changes_nothing(machine, build):
    installing.install(machine, Options(), slim)
    before, linked = left(machine.root), os.readlink(machine.environments.folder / "current")
    with pytest.raises(Misuse):
        installing.update(machine, build)
    assert left(machine.root) == before
    assert os.readlink(machine.environments.folder / "current") == linked


class Live(Machine):
    """Its commands are asked for, though it is a folder."""

    @property
    def live(self):
        return True


def test_a_new_environment_is_on_the_disk_before_anything_leads_to_it(tmp_path):
    led = []

    def ran(words):
        if tuple(words) == ("sync",):
            led.append(Machine(tmp_path).environments.current)
        return Ran(0, "")

    installing.install(Live(tmp_path, ran), Options(), slim)
    first = tmp_path / "opt/stardeck/1"
    assert led == [None, first], "and once more when all files are written"
    installing.update(Live(tmp_path, ran), slim)
    assert led[2:] == [first]


def test_an_update_after_which_the_service_does_not_start_is_taken_back(tmp_path):
    told = []

    def ran(words):
        told.append(words)
        return Ran(int("restart" in words), "no")

    machine = Machine(tmp_path, lambda words: Ran(0, ""))
    installing.install(machine, Options(), slim)
    before = machine.environments.current
    with pytest.raises(Misuse, match="failed"):
        installing.update(Live(tmp_path, ran), slim)
    assert machine.environments.current == before
    assert told[-1] == ("systemctl", "restart", "stardeck.service")


PROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "stardeck-table"
version = "1.0"
[project.optional-dependencies]
pi = []
[tool.setuptools]
packages = ["table", "table.build"]
"""


def project(folder: Path, *modules: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text(PROJECT)
    for module in ("table/__init__.py", "table/build/__init__.py", *modules):
        (folder / module).parent.mkdir(parents=True, exist_ok=True)
        (folder / module).write_text("")
    return folder


def packed(source: str, folder: Path) -> set[str]:
    """The modules of the wheel that pip makes of this, as `pip install` does on its way."""
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps"]
    done = run_command([*words, "--wheel-dir", str(folder), source])
    assert done.status == 0, done.said
    (wheel,) = folder.glob("*.whl")
    return {name for name in ZipFile(wheel).namelist() if name.endswith(".py")}


def as_given(folder: Path) -> dict[str, str]:
    """Every way in which a folder may be named."""
    return {
        "path": str(folder),
        "path with an extra": f"{folder}[pi]",
        "address": f"stardeck-table @ {folder.as_uri()}",
        "address with an extra": f"stardeck-table[pi] @ {folder.as_uri()}",
    }


GIVEN = [pytest.param(named, id=named) for named in as_given(Path("/"))]


@pytest.mark.parametrize("named", often(lambda case: case.id in ("path", "address"), GIVEN))
def test_what_is_no_longer_in_a_folder_is_not_installed_from_it(tmp_path, named):
    """Though somebody has built there before, and pip's own traces lie about."""
    folder = project(tmp_path / "a folder", "table/old.py")
    packed(str(folder), tmp_path / "before")
    (folder / "table/old.py").unlink()
    (folder / "table/new.py").write_text("")
    assert (folder / "build/lib/table/old.py").exists(), "or nothing would be tried here"
    before, found = left(folder), []

    def ran(words):
        if "install" in words:
            found.append(packed(words[-1], tmp_path / "after"))
            info = tmp_path / "env/lib/python3/site-packages/stardeck_table-1.0.dist-info"
            info.mkdir(parents=True)
        return Ran(0, "")

    source = as_given(folder)[named]
    installing.builder(Machine(tmp_path, ran), source)(tmp_path / "env")
    modules = {"table/__init__.py", "table/build/__init__.py", "table/new.py"}
    assert found == [modules]
    assert left(folder) == before, "and nothing is left in it"
    (noted,) = tmp_path.glob("env/lib/*/*/*/direct_url.json")
    assert installing.source_folder(json.loads(noted.read_text())["url"]) == folder


@pytest.mark.parametrize(
    "source", ["stardeck-table==0.2.0", "stardeck-table[pi]", "no/such.whl", "git+https://x/y"]
)
def test_what_is_no_folder_is_given_to_pip_as_it_is(source):
    with installing.clean_source(source) as clean:
        assert clean == source


@pytest.mark.parametrize(
    ("model", "extra"),
    [
        (None, ""),
        ("Raspberry Pi 4 Model B Rev 1.4\0", "[pi]"),
        ("Raspberry Pi Zero 2 W Rev 1.0\0", "[pi]"),
        ("Raspberry Pi 5 Model B Rev 1.0\0", "[pi5]"),
        ("Radxa ROCK 5B\0", ""),
    ],
)
def test_what_a_model_wants_besides_is_asked_of_pip(tmp_path, model, extra):
    if model:
        (tmp_path / "proc/device-tree").mkdir(parents=True)
        (tmp_path / "proc/device-tree/model").write_text(model)
    assert Machine(tmp_path).extra == extra
    assert installing.own_source(extra).startswith(f"stardeck-table{extra}")


def test_nothing_that_was_never_installed_is_updated_or_gone_back_from(machine):
    for act in (lambda: installing.update(machine, slim), lambda: installing.back(machine)):
        with pytest.raises(Misuse, match="not installed"):
            act()
    installing.install(machine, Options(), slim)
    with pytest.raises(Misuse, match="no version before"):
        installing.back(machine)


def test_a_command_of_somebody_elses_is_left_alone(machine):
    machine.command.parent.mkdir(parents=True)
    machine.command.write_text("mine")
    installing.install(machine, Options(), slim)
    installing.uninstall(machine)
    assert machine.command.read_text() == "mine"


def test_the_last_words_are_known_before_they_are_taken_away(tmp_path, capsys, monkeypatch):
    """An installed table is uninstalled by its own program, out of the folder that goes."""

    def gone(machine):
        words.catalogue.cache_clear()
        monkeypatch.setattr(words, "read_sentences", lambda path: {})

    monkeypatch.setattr(installing, "uninstall", gone)
    try:
        assert main(["uninstall", "--root", str(tmp_path)]) == 0
    finally:
        words.catalogue.cache_clear()
    told = capsys.readouterr().out
    assert str(tmp_path / "var/lib/stardeck") in told and "install.undone" not in told


def test_a_dry_run_shows_all_of_it_and_touches_nothing(tmp_path, capsys):
    assert main(["install", "--dry-run", "--root", str(tmp_path), "--port", "8080"]) == 0
    told = capsys.readouterr().out
    for word in ("0.0.0.0:8080", "WatchdogSec", "systemctl restart", "2e8a", "_http._tcp"):
        assert word in told
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999999999"])
def test_a_port_that_is_none_is_refused(tmp_path, capsys, port):
    assert main(["install", "--root", str(tmp_path), "--port", port]) == 2
    assert "no port" in capsys.readouterr().err


@pytest.mark.parametrize("verb", APPLIANCE_VERBS)
def test_a_system_that_is_not_there_is_called_so(tmp_path, capsys, verb):
    """Its owner's rights, sudo, were asked for."""
    missing = tmp_path / "no/such"
    file = [str(tmp_path / "some.zip")] if verb in ("backup", "restore") else []
    assert main([verb, *file, "--root", str(missing)]) == 2
    told = capsys.readouterr().err
    assert str(missing) in told and "sudo" not in told
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not shutil.which("udevadm"), reason="there is no udevadm here")
def test_udev_reads_our_rule(tmp_path):
    rule = tmp_path / "70-stardeck.rules"
    rule.write_text(UDEV)
    done = subprocess.run(["udevadm", "verify", rule], capture_output=True, text=True)
    if "Unknown" in done.stderr + done.stdout:
        pytest.skip("this udevadm cannot verify")  # before systemd 254
    assert done.returncode == 0, done.stderr


@pytest.mark.hil
def test_a_real_environment_is_built_tried_and_switched_to(tmp_path, capsys):
    """By pip, from this very folder."""
    words = ["--root", str(tmp_path), "--from", str(ROOT)]
    assert main(["install", *words]) == 0, capsys.readouterr().err
    assert main(["update", *words]) == 0, capsys.readouterr().err
    program = tmp_path / "opt/stardeck/current/bin/stardeck"
    done = subprocess.run([program, "doctor", "--root", tmp_path], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "Nothing is wrong.\n"), done.stderr
    assert main(["update", "--back", "--root", str(tmp_path)]) == 0
    assert main(["uninstall", "--root", str(tmp_path)]) == 0
    assert not left(tmp_path)
