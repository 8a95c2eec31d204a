"""Review a kept game: one step for every move, as the review page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from controller.app.setup.line_up import line_up_for
from controller.app.setup.panels import best_panel
from controller.app.setup.start_game import Story
from controller.game import Game, Move, Position
from controller.robots.judge import Judge
from controller.robots.levels import ladder
from controller.sitting.journal import Sitting as Kept
from controller.telling import teller
from controller.values import CHANCE, Saying, Seat, Sense
from controller.web.pages import game_page, light_page, line_page, shade
from controller.web.parts.standing import stack_names
from controller.web.patch import Page, patch
from controller.web.view import GameFacts
from controller.words import catalogue, say
from drivers.wiring import load_wiring


class ReviewStep:
    """The position after a player's move, with the deals that followed it and their news."""

    def __init__(
        self, position: Position[Any], move: Move | None, upto: int, came: Saying | None
    ) -> None:
        self.position, self.move, self.upto, self.came = position, move, upto, came


def review(game: Game, start: Position[Any], story: Story, kept: Kept) -> Page:
    """Return the review page: what stays the same, and the changes made by each step."""
    wiring = load_wiring(best_panel(game))
    people = line_up_for(kept.players, len(start.scores()))
    sitting = GameFacts(
        kept.id, game, game.drawing(start), people, wiring.senses, {}, simulated=True
    )
    judge = Judge(ladder(game).manner, start) if kept.ended else None
    every = [*review_steps(start, story)]
    pages = [step_page(step, sitting) | chances(step, judge) for step in every]
    before: list[Page] = [{}, *pages]
    return {
        "number": kept.id,
        "opened": kept.opened,
        "over": bool(kept.ended),
        "winners": sorted(kept.winners),
        "game": game_page(sitting),
        "seats": [seat_line(sitting, Seat(seat)) for seat in range(len(people))],
        "steps": [patch(was, now) for was, now in zip(before, pages, strict=False)],
    }


def review_steps(start: Position[Any], story: Story) -> Iterator[ReviewStep]:
    """Yield the first step, then one after each player's move; deals belong to the move before."""
    at, move, upto = start, None, 0
    came: Saying | None = None
    for number, (made, position) in enumerate(story, 1):
        if made.seat != CHANCE:
            yield ReviewStep(at, move, upto, came)
            move, came = made, None
        else:
            came = position.news(at, made) or came
        at, upto = position, number
    yield ReviewStep(at, move, upto, came)


def step_page(step: ReviewStep, sitting: GameFacts) -> Page:
    """Return one step as everybody at the table could see it."""
    public = step.position.public()
    layout = public.layout()
    dials = [site for site, sense in sitting.senses.items() if sense is Sense.DIAL]
    cells = {cell.site for cell in sitting.drawing.cells}
    page: Page = {
        "upto": step.upto,
        "pieces": {site: stack for site in cells if (stack := stack_names(layout.get(site, ())))},
        "rows": {site: layout[site] for site in dials if isinstance(layout.get(site), int)},
        "lights": {site: light_page(light) for site, light in public.scene().items()},
        "conditions": {name: say(one) for name, one in public.conditions().items()},
        "scores": dict(enumerate_scores(public.scores())),
        "turn": sorted(seat for seat in public.actors if seat != CHANCE),
    }
    return page | ({"move": line_page(step.move, sitting, step.came)} if step.move else {})


def chances(step: ReviewStep, judge: Judge | None) -> Page:
    """Return each seat's winning chance in percent, by the robots' heuristic; empty if not over."""
    worths = judge.worths(step.position.public()) if judge else ()
    return {"chances": [round(100 * worth) for worth in worths]}


def words_of(game: Game, start: Position[Any], kept: Kept, saying: Saying) -> str:
    """Return a saying about this game in words, with its players' names."""
    names = (one.name for one in line_up_for(kept.players, len(start.scores())))
    return teller(game, game.drawing(start), names).say(saying)


def enumerate_scores(scores: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Return pairs of seat and score, with the seat as text for JSON."""
    return ((str(seat), score) for seat, score in enumerate(scores))


def seat_line(sitting: GameFacts, seat: Seat) -> Page:
    """Return a seat's name, colour and side for the page."""
    own = (shade(token.colour) for token in sitting.drawing.tokens if token.seat == seat)
    side = catalogue().get(f"{sitting.game.name}.side{seat + 1}", "")
    return {"name": sitting.who[seat].name, "colour": next(own, "#888888"), "side": side}
