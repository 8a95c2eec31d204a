"""The house keeps its own shape."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = {"controller", "drivers", "firmware", "sims"}
DEVICES = {"serial", "gpiozero", "board", "neopixel", "adafruit_pixelbuf"}
APP = ROOT / "controller/app"
JOINS = {ROOT / "controller/__main__.py", *APP.glob("*.py")}
DRIVERS_MAY = {
    "controller.values",
    "controller.scene",
    "controller.errors",
    "firmware.wire",
    "firmware.lights",
}
# What a Pico has no room for.
NOT_ON_A_PICO = {"typing", "dataclasses", "enum", "abc", "__future__", "collections.abc"}
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> set[str]:
    """Every module this one names, a submodule taken from a room by its own name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = node.module in ROOMS
            found |= {f"{node.module}.{a.name}" for a in node.names} if whole else {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def rooms(found: set[str]) -> set[str]:
    return {name.split(".")[0] for name in found} & ROOMS


def modules(room: str) -> list[Path]:
    return [path for path in MODULES if path.relative_to(ROOT).parts[0] == room]


@pytest.mark.parametrize("path", modules("controller"), ids=named)
def test_the_controller_knows_only_itself(path):
    if path in JOINS:
        return
    found = imports(path)
    assert rooms(found) <= {"controller"}
    assert not {name.split(".")[0] for name in found} & (DEVICES | {"time"})


@pytest.mark.parametrize("path", modules("controller"), ids=named)
def test_only_the_pages_know_the_web(path):
    web = {name.split(".")[0] for name in imports(path)} & {"starlette", "uvicorn", "segno"}
    assert not web or path.parent.name == "web"


@pytest.mark.parametrize("path", modules("controller"), ids=named)
def test_luck_is_handed_in(path):
    if path.name not in ("luck.py", "players.py") and path not in JOINS:
        assert not imports(path) & {"random", "secrets"}


@pytest.mark.parametrize("path", modules("drivers"), ids=named)
def test_drivers_know_values_scenes_and_the_wire(path):
    found = imports(path)
    assert rooms(found) <= {"drivers", "controller", "firmware"}
    assert {n for n in found if n.split(".")[0] in ("controller", "firmware")} <= DRIVERS_MAY


@pytest.mark.parametrize("path", modules("firmware"), ids=named)
def test_firmware_knows_only_itself_and_what_a_pico_has(path):
    found = imports(path)
    assert rooms(found) <= {"firmware"}
    assert not found & NOT_ON_A_PICO


@pytest.mark.parametrize("path", [*modules("controller"), *modules("drivers")], ids=named)
def test_only_the_command_line_reaches_for_the_twin(path):
    if path not in JOINS:
        assert "sims" not in rooms(imports(path))


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_hardware_is_imported_behind_a_door(path):
    """Nothing that only a Pi has may be imported when a laptop imports the module."""
    top = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Import)]
    names = {alias.name.split(".")[0] for node in top for alias in node.names}
    assert not names & (DEVICES - {"serial"})


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_every_module_opens_with_a_sentence_and_stays_readable(path):
    text = path.read_text()
    assert ast.get_docstring(ast.parse(text)), "a module says which room it is"
    assert len(text.splitlines()) <= 450
