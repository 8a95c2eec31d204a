"""The small boards beside the rules, as a page draws them."""

from __future__ import annotations

from controller.drawing import Drawing
from controller.game import Game, Setting
from controller.lessons.diagram import Diagram
from controller.lessons.rule_pages import RulePages
from controller.web.pages import lit, plain
from controller.web.parts.standing import stack_names
from controller.web.patch import Page


def boards_page(game: Game, rules: RulePages) -> Page:
    """The small boards of a game's rules: what stands on each, what is lit, what is seen of it."""
    drawing = game.drawing(game.start(Setting(game.seats[-1])))
    boards = [diagram_page(one, drawing) for one in rules.page(game).diagrams]
    return {"name": game.name, "title": game.title, "drawing": plain(drawing), "boards": boards}


def diagram_page(one: Diagram, drawing: Drawing) -> Page:
    dial = drawing.paper.dial if drawing.paper else None
    row = one.layout.get(dial, 0) if dial else 0
    return {
        "lights": {site: lit(light) for site, light in one.lights.items()},
        "pieces": {
            site: standing for site, what in one.layout.items() if (standing := stack_names(what))
        },
        "row": row if isinstance(row, int) else 0,
        "around": list(one.around),
    }
