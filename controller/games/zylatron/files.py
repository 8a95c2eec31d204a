"""Read and check the files of a Zylatron box; an error names file, line and reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from controller.games.files import Boxes, bad, found, read_toml
from controller.games.zylatron.board import POINTS, ball
from controller.games.zylatron.box import Box
from controller.games.zylatron.sheet import (
    KINDS,
    PLANETS,
    Galaxy,
    Kind,
    Over,
    Planet,
    Sheet,
    Strikes,
)
from controller.values import Site

HERE = Path(__file__).parent
LANDS = {"planet", "moon", "zylon"}
FACTORIES = 3


def read_box(folder: Path) -> Box:
    """Return the box in this folder; BadBox if a file cannot be read or played with."""
    sheet = read_toml(found(folder, "sheet.toml", HERE), Sheet)
    strikes = read_strikes(found(folder, "strikes.toml", HERE))
    galaxy = found(folder, "galaxy.toml", HERE)
    box = Box(read_toml(galaxy, Galaxy), sheet, strikes)
    check_sheet(found(folder, "sheet.toml", HERE), sheet)
    check_galaxy(galaxy, box)
    return box


BOXES = Boxes(HERE, "zylatron.box.holds", read_box)
own_box = BOXES.own


def load_box(folder: Path | None, home: tuple[int, ...], short: bool) -> Box:
    """Return the game's own box or the one in a folder, for these home planets and options."""
    return replace(BOXES.load(folder), home=home, short=short)


def read_strikes(path: Path) -> Strikes:
    """Return the Strike Cards; BadBox if there is no HIT."""
    strikes = read_toml(path, Strikes)
    if not strikes.hit:
        raise bad(path, "zylatron.box.no-hit")
    return strikes


def check_sheet(path: Path, sheet: Sheet) -> None:
    """Raise BadBox unless bays, distances and grounds suit each kind of piece."""
    lines = dict(zip(KINDS, (sheet.star, sheet.fighter, sheet.warrior, sheet.missile), strict=True))
    for kind, line in lines.items():
        craft = kind in (Kind.STAR, Kind.FIGHTER)
        if bool(line.bays) != craft:
            raise bad(path, "zylatron.box.wrong-bays", kind=kind.value, bays=line.bays)
        if not line.move or (line.over is Over.LAND) != (kind is Kind.WARRIOR):
            over = line.over.value
            raise bad(
                path, "zylatron.box.wrong-steps", kind=kind.value, steps=line.move, ground=over
            )
    if sheet.fighter.bays != 1 or sheet.star.over is not Over.SPACE:
        raise bad(path, "zylatron.box.fighter-and-star")


def check_galaxy(path: Path, box: Box) -> None:
    """Raise BadBox unless there are four planets with everything in legal places."""
    galaxy = box.galaxy
    if len(galaxy.planets) != PLANETS:
        raise bad(path, "zylatron.box.wrong-planets", count=len(galaxy.planets), due=PLANETS)
    for site in spoken_of(galaxy):
        if site not in POINTS:
            raise bad(path, "zylatron.box.no-point", site=site)
    for land in galaxy.lands:
        if land.kind not in LANDS:
            raise bad(path, "zylatron.box.no-land", kind=land.kind)
    for planet in galaxy.planets:
        check_planet(path, box, planet)
    check_twice(path, box)


def spoken_of(galaxy: Galaxy) -> Iterator[Site]:
    """Yield every point that the file names."""
    yield galaxy.zylon
    yield from (land.centre for land in galaxy.lands)
    for planet in galaxy.planets:
        yield planet.headquarters
        yield from planet.factories
        for kind in KINDS:
            yield from planet.marks.of(kind)


def check_planet(path: Path, box: Box, planet: Planet) -> None:
    """Raise BadBox unless a planet has enough marks on fitting ground, and its buildings."""
    if len(planet.factories) != FACTORIES:
        name, count = planet.name, len(planet.factories)
        raise bad(path, "zylatron.box.wrong-factories", planet=name, count=count, due=FACTORIES)
    if not box.land >> POINTS[planet.headquarters] & 1:
        raise bad(path, "zylatron.box.headquarters-off-land", planet=planet.name)
    for kind in KINDS:
        marks, line = planet.marks.of(kind), box.lines[kind]
        if len(marks) != line.each:
            raise bad(
                path,
                "zylatron.box.wrong-marks",
                planet=planet.name,
                count=len(marks),
                kind=kind.value,
                due=line.each,
            )
        for site in marks:
            if not box.ground[line.over] >> POINTS[site] & 1:
                name = planet.name
                raise bad(
                    path, "zylatron.box.wrong-ground", kind=kind.value, site=site, planet=name
                )


def check_twice(path: Path, box: Box) -> None:
    """Raise BadBox if a name, mark, factory or headquarters occurs twice."""
    planets = box.galaxy.planets
    named: dict[str, list[str]] = {
        "name": [planet.name for planet in planets],
        "mark": [site for planet in planets for kind in KINDS for site in planet.marks.of(kind)],
        "factory": [site for planet in planets for site in planet.factories],
        "headquarters": [box.galaxy.zylon, *(planet.headquarters for planet in planets)],
    }
    for what, values in named.items():
        value, times = Counter(values).most_common(1)[0]
        if times > 1:
            raise bad(path, "zylatron.box.twice", what=what, value=value)
    if not box.land & ball(box.zylon, 0):
        raise bad(path, "zylatron.box.zylon-off-land")
