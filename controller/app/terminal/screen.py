"""The screen: draws the board, its lights and what the table asks as text in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from controller.app.terminal.text_layout import (
    WIDE,
    CellText,
    TextPlan,
    join_columns,
    pictured,
    plan_layout,
)
from controller.drawing import Picture
from controller.errors import Misuse
from controller.game import Game, Move, Position, why
from controller.names import visible_colours
from controller.scene import Light
from controller.sitting.table import Table
from controller.values import (
    CHANCE,
    Piece,
    Refusal,
    Saying,
    Sense,
    Site,
    Stack,
    Unsure,
)
from controller.words import catalogue, said, say, unit
from firmware.lights import brightness_at

CLEAR, HOME, RESET, BOLD, DIM = "\x1b[J", "\x1b[H", "\x1b[0m", "\x1b[1m", "\x1b[2m"
HEAPS = 12  # stacks listed piece by piece
OFFERED = 12  # commands suggested
STRANGER: Stack = (Piece("?"),)
RHYTHM = {0: " ", 1: "~", 2: ":", 3: "!", 4: ">", 5: "<"}  # the glow, for terminals without colour


class TerminalScreen:
    """A drawing of a table in a terminal, as the board senses it, not as the game has it."""

    def __init__(self, table: Table, game: Game, title: str, out: TextIO) -> None:
        self.table = table
        self.game = game
        self.title = title
        self.out = out
        self.colour = out.isatty()
        self.below: list[str] = []  # lines to show below the board
        self._last = ""
        self._drawing = game.drawing(table.position)
        self._labels = {token.name: token.label or "" for token in self._drawing.tokens}

    def draw(self, lights: dict[Site, Light], readings: Any, at: float, typed: str = "") -> None:
        """Write the picture if it differs from the last one."""
        lines = [visible_colours(line) for line in self._lines(lights, readings, at)]
        picture = "\n".join(lines)
        if picture + typed == self._last:
            return
        self._last = picture + typed
        if self.colour:
            # Home, each line wiped to its end, and what is below it: no flicker.
            wipe = "\n".join(line + "\x1b[K" for line in lines)
            self.out.write(f"{HOME}{wipe}\n{CLEAR}> {typed}")
        else:
            self.out.write(picture + "\n\n")
        self.out.flush()

    def _lines(self, lights: dict[Site, Light], readings: Any, at: float) -> Iterator[str]:
        position = self.table.position
        yield self._styled(BOLD, self.title) + f"   [{self.table.stage.value}]"
        yield ""
        yield from self._board(lights, readings, at)
        yield self._others(lights, readings, at)
        yield ""
        yield from self._seats(position)
        yield ""
        yield from self._words()
        yield from self.below
        yield ""
        yield self._styled(DIM, self._signs())
        for key in (f"{self.game.name}.legend", f"{self.game.name}.cards"):
            if key in catalogue():
                yield self._styled(DIM, "  " + say(Saying(key)))

    def _signs(self) -> str:
        """Return what the signs beside the cells mean, which stand for the rhythms of lights."""
        strips = Sense.DIAL in self.table.senses.values()
        return "   ".join(["", said("console.signs"), *[said("console.signs_strip")] * strips])

    def _board(self, lights: dict[Site, Light], readings: Any, at: float) -> Iterator[str]:
        plan = plan_layout(self._picture(), self._drawing)
        standing = self._standing(readings)
        for row in plan.rows:
            cells = [(spot.column, self._cell(spot, plan, lights, standing, at)) for spot in row]
            yield f"  {plan.label(row):>3} " + join_columns(cells, [plan.width] * len(row))
        yield "      " + plan.footer()
        yield from self._stacks(standing)

    def _picture(self) -> Picture:
        return self.table.position.picture() or pictured(self._drawing)

    def _standing(self, readings: Any) -> dict[Site, Stack]:
        """Return what to draw: the game's pieces unless sensed absent, "?" where it has none."""
        layout = self.table.position.layout()
        felt = {site: STRANGER for site in readings if site in self.table.senses}
        lying = {s: c for s, c in layout.items() if not isinstance(c, int) and c}
        unfelt = {s: c for s, c in lying.items() if s in felt or s not in self.table.senses}
        return {**felt, **unfelt}

    def _cell(
        self,
        spot: CellText,
        plan: TextPlan,
        lights: dict[Site, Light],
        standing: dict[Site, Stack],
        at: float,
    ) -> str:
        light = lights.get(spot.site)
        mark = RHYTHM[int(light.glow)] if light else " "
        stack = standing.get(spot.site)
        text = f"{signed(stack, self._labels) if stack else spot.sign:>2}"
        name = f"{spot.site:>{plan.width - WIDE}}" if plan.named else ""
        whole = f"{mark}{name}{text}{mark} "[: plan.width]
        if light is None or not self.colour:
            return self._styled(DIM, whole) if not stack else whole
        return on_colour(light, whole, at)

    def _stacks(self, standing: dict[Site, Stack]) -> Iterator[str]:
        """Yield a line for each stack, from the bottom up: its cell only shows its height."""
        heaps = {site: stack for site, stack in standing.items() if len(stack) > 1}
        for site, stack in list(heaps.items())[:HEAPS]:
            yield f"      {site}: {', '.join(piece.name for piece in stack)}"

    def _others(self, lights: dict[Site, Light], readings: Any, at: float) -> str:
        """Return the line of readers, keys and the roller, which are no cells."""
        cells = {site for row in self._picture() for site, _ in row}
        words = []
        for site, sense in self.table.senses.items():
            if site in cells or (sense.holds and sense is not Sense.TAG):
                continue
            text = site.removeprefix("key.") if sense is Sense.KEY else site
            if sense is Sense.DIAL:
                text = said("console.at_row", site=site, row=row_text(readings.get(site)))
            light = lights.get(site)
            mark = RHYTHM[int(light.glow)] if light else ""
            words.append(on_colour(light, text, at) if light and self.colour else mark + text)
        return "      " + "   ".join(words)

    def _seats(self, position: Position[Any]) -> Iterator[str]:
        for seat, score in enumerate(position.scores()):
            turn = "*" if seat in position.actors else " "
            yield f" {turn}{seat + 1}: {score:>3} {unit(self.game.name)}"

    def _words(self) -> Iterator[str]:
        table = self.table
        if table.alarm:
            yield self._styled(BOLD, say(table.alarm) + "\a")
        if table.unsaved:
            yield say(Saying("trouble.unsaved", {"why": table.unsaved}))
        if table.history:
            yield said("console.last", move=public_text(table.history[-1]))
        if table.notice:
            yield self._styled(BOLD, f"  {refusal_text(table.notice)}")
        if table.message:
            yield f"  {say(table.message)}"
        yield f"  {say(table.asks())}"

    def _styled(self, style: str, text: str) -> str:
        return f"{style}{text}{RESET}" if self.colour else text


def signed(stack: Stack, labels: Mapping[str, str]) -> str:
    """Return two characters for a piece: its label, else its seat; for a stack, its height."""
    if len(stack) > 1:
        return f"x{len(stack)}"
    label, seat = labels.get(stack[0].name, ""), stack[0].seat
    return label[:2] or ("^?" if seat == CHANCE else f"^{seat + 1}")


def on_colour(light: Light, text: str, at: float) -> str:
    """Return the text on a background of the light's colour and brightness at this moment."""
    share = brightness_at(int(light.glow), int(at * 1000)) / 255
    red, green, blue = (int(part * share) for part in light.colour)
    ink = 0 if red + green + blue > 300 else 255
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[38;2;{ink};{ink};{ink}m{text}{RESET}"


def row_text(reading: Any) -> str:
    """Return a strip's row as text; "?" marks one that is uncertain."""
    return f"{reading.rows:g}?" if isinstance(reading, Unsure) else f"{reading}"


def refusal_text(refusal: Refusal) -> str:
    """Return a refusal with its rule and reason."""
    return said("console.refused", rule=refusal.rule, why=why(refusal))


def public_text(move: Move) -> str:
    """Return a move as everybody may hear it; dealt cards stay hidden."""
    return said("console.dealt") if move.seat == CHANCE else str(move)


def card_named(text: str, hand: tuple[str, ...]) -> str:
    """Return the card of this hand that was meant: F2 is any F2. Misuse if there is none."""
    if not hand:
        raise Misuse("console.no_hand")
    if not text.strip():
        first = hand[0].split(".")[0]
        raise Misuse("console.play_what", card=first, cards=" ".join(hand))
    for card in hand:
        if card.lower() == text.lower() or card.lower().startswith(text.lower() + "."):
            return card
    raise Misuse("console.not_held", card=text, cards=" ".join(hand))
