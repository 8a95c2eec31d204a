"""A whole game written down, and played again from the page; moves as they are written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from controller.app.arguments import parse_option
from controller.game import Game, Move, Position, Setting

Step: TypeAlias = tuple[Any, Move, Any]
"""The moment before, the move, the moment after."""


def scores(position: Position[Any]) -> str:
    return " ".join(map(str, position.scores()))


class Story:
    """`told` says after which moves a line is kept of how it stands, and `ending` how it ended."""

    def __init__(
        self,
        game: Game,
        told: Callable[[Any, Move, Any], str],
        ending: Callable[[Any], str] = lambda last: f": {scores(last)}",
    ) -> None:
        self._game = game
        self._told = told
        self._ending = ending

    def start(self, line: str) -> Any:
        """`astron 4 teams 1,3 2,4 with heat_symmetric`, set up."""
        head, _, options = line.partition(" with ")
        head, _, teams = head.partition(" teams ")
        seats = int(head.split()[1]) if " " in head else min(self._game.seats)
        together = tuple(tuple(int(s) - 1 for s in team.split(",")) for team in teams.split())
        return self._game.start(Setting(seats, together, dict(map(parse_option, options.split()))))

    def played(self, line: str, moves: Iterable[str]) -> Iterator[Step]:
        """Every step of a game, all of them lawful."""
        position = self.start(line)
        for text in moves:
            move = self._game.parse(text)
            assert position.refusal(move) is None, f"{text}: {position.refusal(move)}"
            after = position.after(move)
            yield position, move, after
            position = after

    def written(self, line: str, steps: Iterable[Step]) -> str:
        """The setting, every move, how it stands now and then, and the end."""
        story = [line]
        for before, move, after in steps:
            story.append(str(move))
            story += [f"= {told}"] if (told := self._told(before, move, after)) else []
        if after.outcome:
            winners = " ".join(str(seat + 1) for seat in sorted(after.outcome.winners))
            story.append(f"= over{self._ending(after)}; won by {winners}")
        return "\n".join(story) + "\n"

    def again(self, path: Path) -> str:
        """The story of this page, as it is written when its moves are played today."""
        line, *story = path.read_text().splitlines()
        moves = [text for text in story if text and not text.startswith("=")]
        return self.written(line, self.played(line, moves))

    def chosen(self, line: str, choose: Callable[[Any], Move]) -> Iterator[str]:
        """Yield the moves of a game by this player, as text."""
        position = self.start(line)
        while position.outcome is None:
            move = choose(position)
            yield str(move)
            position = position.after(move)

    def at_random(self, line: str, seed: int) -> Iterator[str]:
        luck = Random(seed)
        return self.chosen(line, lambda position: luck.choice(list(position.moves())))

    def main(self) -> None:
        """`python -m tests.GAME.write_playthrough SEED SEATS [with OPTION ...] > FILE`."""
        seed, *setting = sys.argv[1:]
        line = " ".join([self._game.name, *setting])
        moves = self.at_random(line, int(seed))
        sys.stdout.write(self.written(line, self.played(line, moves)))


class Pen:
    """Moves of one game, as they are written."""

    def __init__(self, game: Game) -> None:
        self._parse = game.parse

    def play(self, position: Any, *lines: str) -> Any:
        """The moment after these moves, each of them lawful."""
        for line in lines:
            move = self._parse(line)
            refusal = position.refusal(move)
            assert refusal is None, f"{line}: {refusal}"
            assert move in list(position.moves()), line
            position = position.after(move)
        return position

    def rule(self, position: Any, line: str) -> str | None:
        """The number of the rule against this move."""
        move = self._parse(line)
        refusal = position.refusal(move)
        assert (refusal is None) == (move in list(position.moves())), line
        return refusal and refusal.rule

    def lines(self, position: Position[Any]) -> set[str]:
        """Every lawful move, written down."""
        return {str(move) for move in position.moves()}
