"""The critic: compares a move of a finished game with the best robot's choice."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from controller.app.setup.thinker import Thinker, Thinks, thinker_question
from controller.errors import Misuse
from controller.game import Game, Move, Position
from controller.robots.levels import BEST, ladder
from controller.robots.opinion import GOOD_MARGIN, UNSEARCHED_VISITS, Opinion, Rated
from controller.values import Saying

CRITIC_SECONDS = 3.0  # s of thought about one move
SEED = 1954  # fixed, so that asking twice gives the same answer
POLL_INTERVAL = 0.05  # s between two polls for the answer


class Critic:
    """A judge of moves, one at a time, in a process that ends with the answer."""

    def __init__(self, think: Callable[[], Thinks] = Thinker) -> None:
        self._think = think
        self._lock = Lock()

    def judge(self, game: Game, before: Position[Any], move: Move) -> Saying:
        """Judge a move by what its seat could see then; Misuse while another is judged."""
        if not self._lock.acquire(blocking=False):
            raise Misuse("critic.busy")
        try:
            return verdict(self._thought(game, before, move), move)
        finally:
            self._lock.release()

    def _thought(self, game: Game, before: Position[Any], move: Move) -> Opinion | None:
        thinks = self._think()
        try:
            rounds = ladder(game).levels[BEST].rounds
            thinks.ask(thinker_question(game, before, move.seat, rounds, CRITIC_SECONDS, SEED))
            while (answer := thinks.heard()) is None:
                time.sleep(POLL_INTERVAL)
            return answer.opinion
        finally:
            thinks.close()


def verdict(found: Opinion | None, move: Move) -> Saying:
    """Return a sentence that compares this move with the best one found."""
    moves = {one.move: one for one in found.rated if one.move} if found else {}
    if found is None or not moves:
        return Saying("critic.silent")
    if len(found.rated) == 1:
        return Saying("critic.forced")
    best, made = moves[found.best], moves.get(str(move))
    if (
        made is not None
        and made.visits > UNSEARCHED_VISITS
        and made.worth >= best.worth - GOOD_MARGIN
    ):
        return Saying("critic.same", {"chance": hundredths(made)})
    better: dict[str, str | int | Saying] = {"move": best.move, "chance": hundredths(best)}
    if made is None or made.visits <= UNSEARCHED_VISITS:
        return Saying("critic.other", better)
    return Saying("critic.better", {**better, "made": hundredths(made)})


def hundredths(rated: Rated) -> int:
    """Return a move's chance of winning in percent."""
    return round(100 * rated.worth)
