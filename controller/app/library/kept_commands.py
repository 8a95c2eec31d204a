"""What was kept, as the command line asks for it: games listed, shown, brought in, given up."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from controller.app.computer.laptop import games_folder
from controller.app.line_up import line_up_for
from controller.app.start_game import names_in, taken, unfinished
from controller.errors import Misuse
from controller.game import Game, Position
from controller.sitting.journal import BACK, Journal, Sitting
from controller.sitting.luck import Seed, is_open
from controller.storage.storage import may_write
from controller.telling import Teller, teller
from controller.values import CHANCE, Outcome, Saying, Seat
from controller.words import said, say, unit

LISTED = 100  # games, unless all are asked for


def final(game: Game, position: Position[Any]) -> None:
    outcome: Outcome | None = position.outcome
    scores = outcome.scores if outcome else position.scores()
    for seat, score in enumerate(scores):
        line = said("command.score", seat=seat + 1, score=score, unit=unit(game.name))
        won = outcome and Seat(seat) in outcome.winners
        print(said("command.wins", line=line) if won else line)
    for team in position.teams:
        together, total = "+".join(str(seat + 1) for seat in team), sum(scores[s] for s in team)
        print(said("command.team", team=together, score=total, unit=unit(game.name)))


def tell_notices(journal: Journal) -> None:
    """What has become of a journal that was damaged."""
    for notice in journal.storage.notices:
        print(say(notice), file=sys.stderr)
    journal.storage.notices.clear()


def games(asked: argparse.Namespace) -> None:
    with journal_of(asked, only_read=True) as journal:
        shown = journal.sittings(-1 if asked.all else LISTED)
        if older := journal.count() - len(shown):
            print(said("command.older", count=older))
        print("\n".join(map(listed, shown)) or said("command.none_kept"))


def listed(sitting: Sitting) -> str:
    """One line for a game that was kept."""
    return said(
        "command.kept",
        number=sitting.id,
        opened=sitting.opened,
        game=sitting.game,
        players=", ".join(names_in(sitting)),
        moves=sitting.moves,
        state=sitting.ended or Saying("command.can_resume"),
    )


def show(asked: argparse.Namespace) -> None:
    """The record of a kept game in words, for a program, or its last position as a picture."""
    from controller.app.library import library, other_forms

    with journal_of(asked, only_read=True) as journal:
        sitting = journal.sitting(latest(journal) if asked.number is None else asked.number)
        game, start, steps = taken(journal, sitting)
        last = steps[-1][1] if steps else start
        if asked.json:
            print(other_forms.as_json(game, start, steps, sitting))
        elif asked.svg:
            print(other_forms.as_svg(game, last), end="")
        elif asked.file:
            print(library.as_file(journal, sitting, steps), end="")
        else:
            show_lines(told_by(game, start, sitting), journal, sitting)
            final(game, last)


def import_command(asked: argparse.Namespace) -> None:
    """A game out of a file, into the journal."""
    from controller.app.library.library import import_game as kept
    from controller.app.library.library import judged

    brought = judged(asked.file.read_bytes())
    with journal_of(asked) as journal:
        print(said("library.brought", number=kept(journal, brought)))


def latest(journal: Journal) -> int:
    """The number of the game that was begun last."""
    if not (last := journal.sittings(1)):
        raise Misuse("command.none_kept")
    return last[0].id


def told_by(game: Game, start: Position[Any], sitting: Sitting) -> Teller:
    """Who tells of it by the names of those who played."""
    names = [one.name for one in line_up_for(sitting.players, len(start.scores()))]
    return teller(game, game.drawing(start), names)


def show_lines(tells: Teller, journal: Journal, sitting: Sitting) -> None:
    print(shown_head(tells.game, sitting))
    for kind, line in journal.entries(sitting.id):
        move = tells.game.parse(line)
        if not (covered(sitting) and move.seat == CHANCE):
            told = tells.whole([move]) or tells.aloud(line)
            print(said("command.taken_back", move=told) if kind == BACK else f"  {told}")


def shown_head(game: Game, sitting: Sitting) -> str:
    """Which game it was; and the seed, where no secret hangs on it any more."""
    head = said("command.show", game=game.title, number=sitting.id, opened=sitting.opened)
    told = Saying("command.covered") if covered(sitting) else seed_of(sitting.seed or 0)
    return said("command.show_luck", head=head, luck=told)


def seed_of(seed: Seed) -> Saying:
    return Saying("command.seed", {"seed": seed})


def covered(sitting: Sitting) -> bool:
    """It may go on, and what was dealt lies covered until then."""
    return not sitting.ended and not is_open(sitting.seed or 0)


def discard(asked: argparse.Namespace) -> None:
    """An interrupted game that nobody wants to go on with; its record stays."""
    with journal_of(asked) as journal:
        unfinished(journal, asked.number)
        journal.reopen(asked.number).end("discarded")
    print(said("command.discarded", number=asked.number))


@contextmanager
def journal_of(asked: argparse.Namespace, *, only_read: bool = False) -> Iterator[Journal]:
    """The journal, open for as long as somebody reads in it; to read, nobody needs to write."""
    path = asked.journal or kept_at()
    with closing(Journal.open(path, copied=only_read and not may_write(path))) as journal:
        yield journal
        tell_notices(journal)


def kept_at() -> Path:
    """Where games are kept unless somebody says otherwise."""
    return games_folder(sys.platform, os.environ, Path.home()) / "journal.db"
