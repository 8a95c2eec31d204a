"""A sheet as SVG for browsers and laser cutters; one unit is one millimetre."""

from __future__ import annotations

from html import escape

from drivers.kit.drawn.shapes import Disc, Look, Outline, Shape, Sheet, Words


def sheet_svg(sheet: Sheet) -> str:
    """Return the SVG file of this sheet."""
    size = f'width="{sheet.wide:g}mm" height="{sheet.high:g}mm"'
    box = f'viewBox="0 0 {sheet.wide:g} {sheet.high:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="Arial">',
            f"<title>{escape(sheet.title)}</title>",
            f'<rect width="{sheet.wide:g}" height="{sheet.high:g}" fill="#fff"/>',
            *map(shape_svg, sheet.shapes),
            "</svg>",
            "",
        ]
    )


def shape_svg(shape: Shape) -> str:
    """Return the SVG element of one shape."""
    match shape:
        case Outline(points, look, closed):
            path = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
            kind = "polygon" if closed else "polyline"
            return f'<{kind} class="{look.layer}" points="{path}" {paint_attributes(look)}/>'
        case Disc((x, y), radius, look, name):
            place = f'cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}"'
            called = f' data-name="{escape(name)}"' if name else ""
            return f'<circle class="{look.layer}" {place} {paint_attributes(look)}{called}/>'
        case Words((x, y), text, high, look, anchor):
            place = f'x="{x:.3f}" y="{y:.3f}" font-size="{high:g}" text-anchor="{anchor.value}"'
            return f'<text class="{look.layer}" {place} fill="{look.stroke}">{escape(text)}</text>'


def paint_attributes(look: Look) -> str:
    """Return the SVG attributes for fill and stroke."""
    dash = ' stroke-dasharray="2 1.5"' if look.dashed else ""
    line = f'stroke="{look.stroke}" stroke-width="{look.width:g}"{dash}' if look.stroke else ""
    return f'fill="{look.fill or "none"}" {line}'.strip()
