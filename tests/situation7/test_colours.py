"""Situation 7 in its printed colours and in the clear ones, as eyes of every kind see them.

Pieces are compared by their distance in CIELAB (CIE 1976): 2.3 is just noticeable, and a glance
across the table needs many times that. Lights are compared by their chromaticity (CIE 1976 u'v'),
because their brightness says other things; a step of 0.004 is just noticeable.
"""

import re
from colorsys import rgb_to_hsv
from itertools import combinations
from math import dist

import msgspec
import pytest

from controller.errors import BadBox
from controller.game import Setting
from controller.games.situation7 import GAME
from controller.games.situation7.box import SEATS
from controller.games.situation7.files import HERE, NAME, load_clear_box, own_box
from controller.games.situation7.scene import COMPLETE, COVERED, GUARDED, MANNED, READY
from controller.scene import dimmed
from controller.words import catalogue, say
from tests.situation7 import play

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), severity 1.0.
# They apply to linear red, green and blue.
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = (  # of linear sRGB, IEC 61966-2-1
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
D65 = (0.9505, 1.0, 1.089)

PAINTS = 30  # between any two paints of a palette, in CIELAB
PUZZLES = 60  # between the puzzles of the clear palette, which cover the board
LIGHTS = 0.07  # between the lights of the two sides, in u'v'

PALETTES = {"printed": own_box(), "clear": load_clear_box()}
SEEN = [("printed", "normal"), *(("clear", sight) for sight in SIGHTS)]
SHARES = (COVERED, COMPLETE, MANNED, READY, GUARDED)
CLEAR = Setting(2, options={"clear_colours": True})


def times(matrix, colour):
    return [sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix]


def seen(linear, sight):
    """Linear red, green and blue as this sight has them, in CIE XYZ."""
    return times(XYZ, [min(max(part, 0), 1) for part in times(SIGHTS[sight], linear)])


def linear_paint(colour):
    """A printed colour, which is written in sRGB, in linear parts."""
    parts = (part / 255 for part in colour)
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour, sight):
    xyz = seen(linear_paint(colour), sight)
    shares = (part / white for part, white in zip(xyz, D65, strict=True))
    x, y, z = (s ** (1 / 3) if s > 216 / 24389 else (24389 / 27 * s + 16) / 116 for s in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def chromaticity(light, sight):
    """An LED's u'v'; its parts are duty cycles, and so are linear already."""
    x, y, z = seen([part / 255 for part in light], sight)
    return 4 * x / (x + 15 * y + 3 * z), 9 * y / (x + 15 * y + 3 * z)


def paint_distance(one, other, sight):
    return dist(lab(one, sight), lab(other, sight))


def paints(box):
    return [paint for side in box.sides for paint in (side.puzzle, side.equipment)]


def puzzles_apart(box, sight):
    one, other = box.sides
    return paint_distance(one.puzzle, other.puzzle, sight)


def lights_apart(box, sight):
    """The least distance of the sides' lights, however dim each of them is."""
    ones, others = ([dimmed(side.light, share) for share in SHARES] for side in box.sides)
    return min(
        dist(chromaticity(one, sight), chromaticity(other, sight))
        for one in ones
        for other in others
    )


# -------------------------------------------------------------------------------------------- laws


def test_the_measure_knows_published_colours():
    """CIELAB and u'v' of sRGB's own red; a red-green blind eye loses its redness."""
    assert lab((255, 0, 0), "normal") == pytest.approx((53.24, 80.09, 67.20), abs=0.1)
    assert chromaticity((255, 0, 0), "normal") == pytest.approx((0.4507, 0.5229), abs=0.001)
    for sight in ("protan", "deutan"):
        assert red_to_green(sight) < red_to_green("normal") / 10


def red_to_green(sight):
    return dist(chromaticity((255, 0, 0), sight), chromaticity((0, 255, 0), sight))


@pytest.mark.parametrize(
    ("seat", "field", "hues"),
    [
        (0, "light", (38, 65)),  # yellow
        (0, "puzzle", (265, 300)),  # purple
        (0, "equipment", (38, 65)),  # yellow
        (1, "light", (90, 165)),  # green
        (1, "puzzle", (195, 250)),  # blue
        (1, "equipment", (15, 37)),  # orange
    ],
)
def test_the_usual_colours_are_those_of_the_printed_game(seat, field, hues):
    colour = getattr(GAME.start(Setting(2)).box.sides[seat], field)
    hue, saturation, _ = rgb_to_hsv(*(part / 255 for part in colour))
    assert hues[0] <= hue * 360 <= hues[1] and saturation > 0.5
    assert [side.puzzle_colour for side in own_box().sides] == ["purple", "blue"]


@pytest.mark.parametrize(("palette", "sight"), SEEN)
def test_every_two_paints_can_be_told_apart(palette, sight):
    every = combinations(paints(PALETTES[palette]), 2)
    assert min(paint_distance(*pair, sight) for pair in every) >= PAINTS


@pytest.mark.parametrize(("palette", "sight"), SEEN)
def test_the_lights_of_the_sides_can_be_told_apart_however_dim(palette, sight):
    assert lights_apart(PALETTES[palette], sight) >= LIGHTS


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_clear_puzzles_are_far_apart_for_every_eye(sight):
    assert puzzles_apart(PALETTES["clear"], sight) >= PUZZLES


@pytest.mark.parametrize("sight", ["protan", "deutan"])
def test_the_printed_colours_would_not_pass_as_clear_ones(sight):
    assert puzzles_apart(PALETTES["printed"], sight) < PAINTS
    assert lights_apart(PALETTES["printed"], sight) < LIGHTS


# ------------------------------------------------------------------------------------- at the table


def colours_in_play(position):
    """All that is painted and lit in the colours of a side."""
    drawn = GAME.drawing(position)
    played = play(position, "1 is ready", "2 is ready", "1 lays F0", "2 lays F12", "2 stops")
    return {
        "pieces": {(token.seat, token.colour) for token in drawn.tokens},
        "planets": [one.colour for one in drawn.prints if one.kind == "home"],
        "lights": {site: light.colour for site, light in played.scene().items()},
    }


@pytest.mark.parametrize(("palette", "setting"), [("printed", Setting(2)), ("clear", CLEAR)])
def test_all_that_is_drawn_and_lit_has_the_colours_of_the_palette(palette, setting):
    start, sides = GAME.start(setting), PALETTES[palette].sides
    for position in (start, GAME.thaw(msgspec.json.encode(start))):
        found = colours_in_play(position)
        assert found["pieces"] == {
            (seat, paint) for seat in SEATS for paint in (sides[seat].puzzle, sides[seat].equipment)
        }
        assert found["planets"] == [side.light for side in sides]
        assert found["lights"] == {
            "F0": dimmed(sides[0].light, COVERED),
            "F12": dimmed(sides[1].light, COVERED),
            "key.stop2": sides[1].light,
        }
        told = say(position.asks())
        assert all(f"the {side.puzzle_colour}" in told for side in sides)


def test_pieces_have_the_same_names_in_both_palettes():
    """A tag that was put on a piece in one palette is good in the other."""
    assert GAME.pieces(GAME.start(CLEAR)) == GAME.pieces(GAME.start(Setting(2)))


def test_a_game_that_was_written_before_there_were_palettes_goes_on_in_its_own_colours():
    written = msgspec.json.decode(msgspec.json.encode(GAME.start(Setting(2))))
    for side, light in zip(written["box"]["sides"], ([9, 8, 7], [1, 2, 3]), strict=True):
        del side["clear"], side["called"]
        side["light"] = light
    position = GAME.thaw(msgspec.json.encode(written))
    lights = colours_in_play(position)["lights"]
    assert lights["key.stop2"] == (1, 2, 3)
    assert "the yellow pieces" in say(position.asks())


def test_a_box_without_clear_colours_is_played_in_its_own_and_says_so_when_asked_for_more(tmp_path):
    text = (HERE / NAME).read_text()
    (tmp_path / NAME).write_text(re.sub(r"^clear = .*\n", "", text, count=1, flags=re.M))
    assert GAME.start(Setting(2, box=tmp_path)).box.sides[0].puzzle == own_box().sides[0].puzzle
    with pytest.raises(BadBox, match="no clear colours") as trouble:
        GAME.start(Setting(2, box=tmp_path, options=CLEAR.options))
    assert str(tmp_path / NAME) in str(trouble.value)


# ---------------------------------------------------------------------------------------- in words

NAMES = "red|orange|yellow|green|blue|purple|violet|pink|brown|amber|teal|turquoise"
NAMED = re.compile(rf"\b({NAMES}|{NAMES.title()})\b")
OTHERS = re.compile(r"\bINK\.\w+|^red:", re.M)  # the inks of all pages; a light that all games have
TEXTS = [path for kind in ("py", "js", "md", "txt", "toml") for path in HERE.rglob(f"*.{kind}")]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(HERE)))
def test_no_colour_is_named_but_in_the_box_and_by_the_names_of_the_sides(path):
    sides = rf"\b({'|'.join(side.name.title() for side in own_box().sides)})\b"
    text = re.sub(sides, "", OTHERS.sub("", path.read_text()))
    found = [match[0] for match in NAMED.finditer(text)]
    assert bool(found) is (path.name == NAME)


def test_the_sides_are_called_by_the_names_in_the_box():
    for seat, side in enumerate(own_box().sides, 1):
        assert catalogue()[f"situation7.side{seat}"] == side.name.title()
