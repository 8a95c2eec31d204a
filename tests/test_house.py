"""The house keeps its own shape."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = {"controller", "drivers", "firmware", "sims"}
DEVICES = {"serial", "gpiozero", "board", "neopixel", "adafruit_pixelbuf"}
JOINS = {ROOT / "controller/__main__.py", *(ROOT / "controller/app").rglob("*.py")}
MOST = 15  # files in a folder, besides __init__: a corridor with more wants doors
DRIVERS_MAY = {
    "controller.drawing",
    "controller.values",
    "controller.scene",
    "controller.sounds.sound",
    "controller.sounds.wave",
    "controller.errors",
    "firmware.fit",
    "firmware.wire",
    "firmware.lights",
    "firmware.roller",
}
# Where the Pi alone is the board, the firmware runs on it.
PI_MAY = {"firmware.panel", "firmware.pn532", "firmware.roller", "firmware.settings"}
# What a Pico has no room for.
NOT_ON_A_PICO = {"typing", "dataclasses", "enum", "abc", "__future__", "collections.abc"}
# What is filled line by line as it is read.
FILLED = {"Head"}
# Rooms whose folders lie one above the other: none imports what imports it.
LAYERED = ["controller/app"]
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
STATIC = ROOT / "controller/web/static"
SCRIPTS = sorted(STATIC.rglob("*.js"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> set[str]:
    """Every module this one names, a submodule taken from a room by its own name."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            whole = node.module in ROOMS
            found |= {f"{node.module}.{a.name}" for a in node.names} if whole else {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def called(path: Path) -> str:
    """The name by which this module is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def known_by(path: Path, house: Collection[str]) -> set[str]:
    """The modules of the house that this one imports, at its top, for types or in passing."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, "imports are absolute"
            whole = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full if full in house else node.module for full in whole.values()}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & set(house)


def way_back(start: str, arrows: Mapping[str, Collection[str]]) -> list[str]:
    """The shortest way along the arrows from a module to itself, or nothing."""
    edge, came_from = [start], dict[str, str]()
    for module in edge:
        for after in sorted(arrows[module]):
            if after not in came_from:
                came_from[after] = module
                edge.append(after)
    way = [start] if start in came_from else []
    while way and (len(way) == 1 or way[0] != start):
        way.insert(0, came_from[way[0]])
    return way


def arrows_between_folders(arrows: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """Return what each folder imports of the others, from what the files in it import."""
    folders: dict[str, set[str]] = {}
    for path, known in arrows.items():
        folder = path.rpartition("/")[0]
        folders.setdefault(folder, set()).update(one.rpartition("/")[0] for one in known)
    return {folder: known - {folder} for folder, known in folders.items()}


def arrows_within(room: str) -> dict[str, set[str]]:
    """Return which files of a room each of its files imports."""
    paths = {called(path): path for path in MODULES if named(path).startswith(f"{room}/")}
    return {named(p): {named(paths[one]) for one in known_by(p, paths)} for p in paths.values()}


def rooms(found: set[str]) -> set[str]:
    return {name.split(".")[0] for name in found} & ROOMS


def modules(room: str) -> list[Path]:
    return [path for path in MODULES if path.relative_to(ROOT).parts[0] == room]


def of_each(paths: Iterable[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """A law about every one of these files as one test, which names those that break it.

    As a test for each file, thousands of them took longer to report than to run.
    """

    def of_one(law: Callable[[Path], None]) -> Callable[[], None]:
        def every() -> None:
            assert not {named(path): said for path in paths if (said := objection(law, path))}

        every.__doc__ = law.__doc__
        return every

    return of_one


def objection(law: Callable[[Path], None], path: Path) -> str:
    """What the law says against this file; "" if nothing."""
    try:
        law(path)
    except AssertionError as broken:
        return str(broken) or "it does not hold"
    return ""


def unfrozen(path: Path) -> set[str]:
    """The structs of a module that can be changed."""
    structs = (
        node
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and "Struct" in map(ast.unparse, node.bases)
    )
    return {one.name for one in structs if "frozen=True" not in map(ast.unparse, one.keywords)}


@of_each([*modules("controller"), *modules("drivers")])
def test_values_never_change(path):
    assert unfrozen(path) <= FILLED


@of_each(modules("controller"))
def test_the_controller_knows_only_itself(path):
    if path in JOINS:
        return
    found = imports(path)
    assert rooms(found) <= {"controller"}
    assert not {name.split(".")[0] for name in found} & (DEVICES | {"time"})


@of_each(modules("controller"))
def test_only_the_pages_know_the_web(path):
    web = {name.split(".")[0] for name in imports(path)} & {"starlette", "uvicorn", "segno"}
    assert not web or "web" in path.parts


@of_each(modules("controller"))
def test_luck_is_handed_in(path):
    if path.name == "luck.py" or path in JOINS:
        return
    found = imports(path) & {"random", "secrets"}
    assert found <= ({"random"} if path.parent.name == "robots" else set()), "to name its type"
    assert "Random()" not in path.read_text(), "luck without a seed"


@of_each(modules("drivers"))
def test_drivers_know_values_scenes_and_the_wire(path):
    found = imports(path)
    assert rooms(found) <= {"drivers", "controller", "firmware"}
    may = DRIVERS_MAY | (PI_MAY if path.parent.name == "pi" else set())
    assert {n for n in found if n.split(".")[0] in ("controller", "firmware")} <= may


@of_each(modules("firmware"))
def test_firmware_knows_only_itself_and_what_a_pico_has(path):
    found = imports(path)
    assert rooms(found) <= {"firmware"}
    assert not found & NOT_ON_A_PICO


@pytest.mark.parametrize("room", sorted(ROOMS - {"sims"}))
def test_nothing_that_a_real_board_runs_knows_the_twin(room):
    """Not even by name: what opens sim:// is found as an entry point."""
    assert not [named(path) for path in modules(room) if "sims" in path.read_text()]


@of_each(sorted({path.parent for path in [*MODULES, *SCRIPTS]}))
def test_no_corridor_is_crowded(folder):
    allowed = MOST + 5 if folder.parent.name == "games" else MOST  # every rule has a home
    kind = "*.js" if folder.is_relative_to(STATIC) else "*.py"
    assert len([path for path in folder.glob(kind) if path.stem != "__init__"]) <= allowed


@of_each(sorted((ROOT / "controller/sounds").glob("*.py")))
def test_sounds_know_nothing_of_a_sitting(path):
    assert "controller.sitting" not in path.read_text()


@of_each(MODULES)
def test_nobody_writes_into_a_table_from_outside(path):
    """It is told what to do; what it holds is its own to change."""
    if path.is_relative_to(ROOT / "controller/sitting"):
        return
    assert not [ast.unparse(one) for one in assigned(path) if "table" in words_of(one.value)]


@of_each(sorted((ROOT / "controller/sitting").rglob("*.py")))
def test_an_event_of_a_sitting_makes_a_new_state(path):
    """Only the table keeps one; what stays an object of its own is changed by its methods."""
    assert not [ast.unparse(one) for one in assigned(path) if "state" in words_of(one.value)]


def assigned(path):
    """Return the attributes that a module assigns to."""
    return [
        target
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute)
    ]


def words_of(value):
    """Return the names in an expression: `self`, `table` and `state` of `self.table.state`."""
    names = {node.attr for node in ast.walk(value) if isinstance(node, ast.Attribute)}
    return names | {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}


@of_each(MODULES)
def test_hardware_is_imported_behind_a_door(path):
    """Nothing that only a Pi has may be imported when a laptop imports the module."""
    top = [node for node in parsed(path).body if isinstance(node, ast.Import)]
    names = {alias.name.split(".")[0] for node in top for alias in node.names}
    assert not names & (DEVICES - {"serial"})


@of_each(MODULES)
def test_every_module_opens_with_a_sentence_and_stays_readable(path):
    text = path.read_text()
    assert ast.get_docstring(parsed(path)), "a module says which room it is"
    assert len(text.splitlines()) <= 450


def test_no_module_comes_back_to_itself_by_its_imports():
    paths = {called(path): path for path in MODULES}
    arrows = {name: known_by(path, paths) for name, path in paths.items()}
    circles = [way for name in paths if (way := way_back(name, arrows))]
    assert not circles, " -> ".join(min(circles, key=len))


@pytest.mark.parametrize("room", LAYERED)
def test_the_folders_of_a_room_import_one_way_only(room):
    """Otherwise there is no order of layers. A package's own files count as its top folder."""
    arrows = arrows_between_folders(arrows_within(room))
    circles = [way for folder in arrows if (way := way_back(folder, arrows))]
    assert not circles, " -> ".join(min(circles, key=len))


def test_a_folder_is_known_by_what_any_of_its_files_imports():
    files = {"a/top.py": {"a/b/low.py"}, "a/b/low.py": {"a/b/own.py"}, "a/b/own.py": {"a/up.py"}}
    assert arrows_between_folders(files) == {"a": {"a/b"}, "a/b": {"a"}}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("import b.one", {"b.one"}),
        ("from b import one, two", {"b.one", "b"}),
        ("from b.one import three", {"b.one"}),
        ("if TYPE_CHECKING:\n    from b.one import three", {"b.one"}),
        ("def opened():\n    from b import one", {"b.one"}),
        ("import json\nfrom elsewhere import one", set()),
    ],
    ids=["whole", "by name", "from inside", "for types", "in passing", "a stranger"],
)
def test_every_kind_of_import_is_seen(tmp_path, text, known):
    path = tmp_path / "a.py"
    path.write_text(text)
    assert known_by(path, {"a", "b", "b.one"}) == known


def test_the_shortest_way_back_is_told():
    arrows = {"a": {"b", "c"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert way_back("a", arrows) == ["a", "c", "a"]
    assert way_back("d", arrows) == []
    assert way_back("e", {"e": {"e"}}) == ["e", "e"]
