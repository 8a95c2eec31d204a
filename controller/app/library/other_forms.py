"""A kept game as JSON for programs, and its board as an SVG picture."""

from __future__ import annotations

from typing import Any

import msgspec

from controller.app.setup.line_up import line_up_for
from controller.app.setup.start_game import Story, has_hidden_deals
from controller.board_svg import board_svg
from controller.game import Game, Move, Position
from controller.sitting.journal import Sitting
from controller.telling import Teller, teller
from controller.values import CHANCE


def as_json(game: Game, start: Position[Any], story: Story, sitting: Sitting) -> str:
    """Return the game as JSON: each move as notation and in words, with the scores after it."""
    names = [one.name for one in line_up_for(sitting.players, len(start.scores()))]
    tells = teller(game, game.drawing(start), names)
    hidden = has_hidden_deals(sitting, story)
    last = story[-1][1] if story else start
    page = {
        "stardeck": 1,
        "number": sitting.id,
        "game": game.name,
        "opened": sitting.opened,
        "players": names,
        "agreed": sitting.agreed.split(),
        "ended": sitting.ended,
        "winners": sorted(seat + 1 for seat in sitting.winners),
        "scores": list(last.scores()),
        "moves": [
            one_move(tells, *step) for step in story if not (hidden and step[0].seat == CHANCE)
        ],
    }
    return msgspec.json.format(msgspec.json.encode(page)).decode()


def one_move(tells: Teller, move: Move, after: Position[Any]) -> dict[str, Any]:
    """Return one move for JSON; seats count from 1 as in the notation, and 0 is luck."""
    words = {"told": tells.deed(move)} if move.seat != CHANCE else {}
    return {"move": str(move), "seat": move.seat + 1, **words, "scores": list(after.scores())}


def as_svg(game: Game, position: Position[Any]) -> str:
    """Return the board in this position as an SVG picture."""
    return board_svg(game, position)
