"""A position as a standalone SVG picture, from the game's own drawing in plain shapes."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, radians, sin
from typing import Any

from controller.drawing import Cell, Drawing, Point, Token
from controller.game import Game, Position
from controller.scene import RGB
from controller.values import standing

UNIT = 48  # pixels to a unit
SVG_MARGIN = 0.4  # units about the board
LEAN = (0.07, -0.1)  # units from one piece of a stack to the next
NIGHT, CREAM, LINE = "#0e1430", "#f4e9cd", "#39427a"


def board_svg(game: Game, position: Position[Any]) -> str:
    """Return the board as SVG: cells with their names, pieces in their colours."""
    drawing = game.drawing(position)
    return "\n".join(
        [
            *svg_head(game, drawing),
            *ground_svg(drawing),
            *pieces_svg(drawing, position),
            "</svg>",
            "",
        ]
    )


def svg_head(game: Game, drawing: Drawing) -> Iterator[str]:
    """Yield the opening tag, the title and the background."""
    wide, high = (size + 2 * SVG_MARGIN for size in drawing.size)
    box = f"{-SVG_MARGIN} {-SVG_MARGIN} {wide:g} {high:g}"
    size = f'width="{wide * UNIT:.0f}" height="{high * UNIT:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} font-family="Arial">'
    yield f"<title>{escape(game.title)}</title>"
    area = f'x="{-SVG_MARGIN}" y="{-SVG_MARGIN}" width="{wide:g}" height="{high:g}"'
    yield f'<rect {area} fill="{NIGHT}"/>'


def ground_svg(drawing: Drawing) -> Iterator[str]:
    """Yield the labels of prints, and the cells with their names."""
    for print_ in drawing.prints:
        yield svg_text(print_.label, print_.centre, 0.3, CREAM, opacity=0.5)
    for cell in drawing.cells:
        x, y = cell.centre
        yield outline(cell.points, cell.centre, cell.radius, f'fill="none" stroke="{LINE}"')
        yield svg_text(cell.site, (x, y + 0.4), 0.16, CREAM, opacity=0.6)


def pieces_svg(drawing: Drawing, position: Position[Any]) -> Iterator[str]:
    """Yield every public piece that stands on a cell."""
    tokens = {token.name: token for token in drawing.tokens}
    layout = position.public().layout()
    for cell in drawing.cells:
        for level, one in enumerate(standing(layout, cell.site)):
            if one.name in tokens:
                yield piece(tokens[one.name], cell, level)


def piece(token: Token, cell: Cell, level: int) -> str:
    """Return a piece in the middle of its cell, turned as the cell has it.

    `level` shifts pieces of a stack.
    """
    x, y = (at + lean * level for at, lean in zip(cell.centre, LEAN, strict=True))
    turned = (rotate(point, cell.turn) for point in token.points)
    points = tuple((x + dx, y + dy) for dx, dy in turned)
    paint = f'fill="{hex_colour(token.colour)}" stroke="{CREAM}"'
    mark = token.label if token.label is not None else str(token.seat + 1)
    inside = [
        f"<title>{escape(token.title)}, {escape(cell.site)}</title>",
        outline(points, (x, y), token.radius, paint),
        svg_text(mark, (x, y + 0.07), 0.2, NIGHT),
    ]
    return f"<g>{''.join(inside)}</g>"


def outline(points: tuple[Point, ...], centre: Point, radius: float, paint: str) -> str:
    """Return a polygon through these points; a circle if there are none."""
    looks = f'{paint} stroke-width="0.04"'
    if not points:
        return f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" {looks}/>'
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" {looks}/>'


def svg_text(text: str, at: Point, high: float, colour: str, opacity: float = 1) -> str:
    """Return centred text, or "" if it is empty."""
    place = f'x="{at[0]:g}" y="{at[1]:g}" font-size="{high:g}"'
    look = f'fill="{colour}" opacity="{opacity:g}" text-anchor="middle"'
    return f"<text {place} {look}>{escape(text)}</text>" if text else ""


def rotate(point: Point, degrees: float) -> Point:
    """Return the point turned clockwise about the origin."""
    x, y, angle = *point, radians(degrees)
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def hex_colour(colour: RGB) -> str:
    """Return the colour as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
