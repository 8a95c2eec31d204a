"""The diagrams in the rules, as data that a page draws."""

from __future__ import annotations

from controller.drawing import Drawing
from controller.game import Game, Setting
from controller.lessons.diagram import Diagram
from controller.lessons.rule_pages import RulePages
from controller.web.pages import light_page, to_json_types
from controller.web.parts.standing import stack_names
from controller.web.patch import Page


def boards_page(game: Game, rules: RulePages) -> Page:
    """Return the diagrams of a game's rules: pieces, lights, and the visible part of the board."""
    drawing = game.drawing(game.start(Setting(game.seats[-1])))
    boards = [diagram_page(one, drawing) for one in rules.page(game).diagrams]
    return {
        "name": game.name,
        "title": game.title,
        "drawing": to_json_types(drawing),
        "boards": boards,
    }


def diagram_page(one: Diagram, drawing: Drawing) -> Page:
    """Return one diagram: its lights, pieces, row of the strip, and visible part."""
    dial = drawing.paper.dial if drawing.paper else None
    row = one.layout.get(dial, 0) if dial else 0
    return {
        "lights": {site: light_page(light) for site, light in one.lights.items()},
        "pieces": {
            site: standing for site, what in one.layout.items() if (standing := stack_names(what))
        },
        "row": row if isinstance(row, int) else 0,
        "around": list(one.around),
    }
