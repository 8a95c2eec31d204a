"""The rules of each game as a page with diagrams, made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from msgspec import Struct

from controller.game import Game
from controller.lessons.diagram import Diagram, PanelSenses, diagram
from controller.lessons.markup import Block, Markup, blocks
from controller.lessons.rulebook import rule_numbers

PanelOf = Callable[[Game], PanelSenses]


class RulePage(Struct, frozen=True):
    """The HTML of a game's rules, and the diagrams in it."""

    html: str
    diagrams: tuple[Diagram, ...]


class RulePages:
    """The rule pages of all games, cached by name."""

    def __init__(self, panel: PanelOf) -> None:
        self._panel = panel
        self._made: dict[str, RulePage] = {}

    def page(self, game: Game) -> RulePage:
        """Return the page of this game's rules."""
        if game.name not in self._made:
            self._made[game.name] = self._page(game)
        return self._made[game.name]

    def _page(self, game: Game) -> RulePage:
        drawn: list[Diagram] = []
        panel = self._panel(game)

        def figure(block: Block) -> str:
            drawn.append(diagram(game, block.lines, block.number, panel))
            return figure_html(len(drawn) - 1, drawn[-1])

        text = game.rules.read_text(encoding="utf-8") if game.rules.exists() else ""
        return RulePage(Markup(rule_numbers(game), figure).page(text), tuple(drawn))


def figure_html(number: int, one: Diagram) -> str:
    """Return the HTML of a diagram's figure, which the page fills in by its number."""
    caption = f"<figcaption>{escape(one.caption)}</figcaption>"
    board = f'<div class="glass"><svg data-board="{number}" aria-hidden="true"></svg></div>'
    return f'<figure class="diagram">{board}{caption}</figure>'


def board_blocks(game: Game) -> list[Block]:
    """Return the blocks of a rule book that describe boards."""
    text = game.rules.read_text(encoding="utf-8")
    return [block for block in blocks(text) if block.fence == "board"]
