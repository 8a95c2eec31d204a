"""The commands games, show, import and discard, and where the journal is kept."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from controller.app.computer.laptop import games_folder
from controller.app.setup.line_up import line_up_for
from controller.app.setup.start_game import names_in, read_sitting, unfinished
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
    """Print the scores, winners and teams of a position."""
    outcome: Outcome | None = position.outcome
    scores = outcome.scores if outcome else position.scores()
    if outcome is None:
        print(said("command.so_far"))
    for seat, score in enumerate(scores):
        line = said("command.score", seat=seat + 1, score=score, unit=unit(game.name))
        won = outcome and Seat(seat) in outcome.winners
        print(said("command.wins", line=line) if won else line)
    for team in position.teams:
        together, total = "+".join(str(seat + 1) for seat in team), sum(scores[s] for s in team)
        print(said("command.team", team=together, score=total, unit=unit(game.name)))


def tell_notices(journal: Journal) -> None:
    """Print what was done about a damaged journal."""
    for notice in journal.storage.notices:
        print(say(notice), file=sys.stderr)
    journal.storage.notices.clear()


def list_games(asked: argparse.Namespace) -> None:
    """List the kept games, the latest hundred unless all are asked for."""
    with journal_for_command(asked, only_read=True) as journal:
        shown = journal.sittings(-1 if asked.all else LISTED)
        if older := journal.count() - len(shown):
            print(said("command.older", count=older))
        print("\n".join(map(game_line, shown)) or said("command.none_kept"))


def game_line(sitting: Sitting) -> str:
    """Return one line about a kept game."""
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
    """Print a kept game: in words, as JSON, as a file, or its last position as a picture."""
    from controller.app.library import library, other_forms

    with journal_for_command(asked, only_read=True) as journal:
        sitting = journal.sitting(latest_game(journal) if asked.number is None else asked.number)
        game, start, steps = read_sitting(journal, sitting)
        last = steps[-1][1] if steps else start
        if asked.json:
            print(other_forms.as_json(game, start, steps, sitting))
        elif asked.svg:
            print(other_forms.as_svg(game, last), end="")
        elif asked.file:
            print(library.as_file(journal, sitting, steps), end="")
        else:
            show_lines(teller_of(game, start, sitting), journal, sitting)
            final(game, last)


def import_command(asked: argparse.Namespace) -> None:
    """Import a game from a file into the journal."""
    from controller.app.library.library import import_game as kept
    from controller.app.library.library import lawful_game

    brought = lawful_game(asked.file.read_bytes())
    with journal_for_command(asked) as journal:
        print(said("library.brought", number=kept(journal, brought)))


def latest_game(journal: Journal) -> int:
    """Return the number of the game that was started last; Misuse if there is none."""
    if not (last := journal.sittings(1)):
        raise Misuse("command.none_kept")
    return last[0].id


def teller_of(game: Game, start: Position[Any], sitting: Sitting) -> Teller:
    """Return what tells the moves of this game, with its players' names."""
    names = [one.name for one in line_up_for(sitting.players, len(start.scores()))]
    return teller(game, game.drawing(start), names)


def show_lines(tells: Teller, journal: Journal, sitting: Sitting) -> None:
    """Print the moves of a game in words, with those taken back; leave out hidden deals."""
    print(shown_head(tells.game, sitting))
    for kind, line in journal.entries(sitting.id):
        move = tells.game.parse(line)
        if not (may_hide_deals(sitting) and move.seat == CHANCE):
            told = tells.whole([move]) or tells.aloud(line)
            print(said("command.taken_back", move=told) if kind == BACK else f"  {told}")


def shown_head(game: Game, sitting: Sitting) -> str:
    """Return the game's title, number and date, with its seed unless cards are hidden."""
    head = said("command.show", game=game.title, number=sitting.id, opened=sitting.opened)
    told = Saying("command.covered") if may_hide_deals(sitting) else seed_of(sitting.seed or 0)
    return said("command.show_luck", head=head, luck=told)


def seed_of(seed: Seed) -> Saying:
    """Return the line that names the seed."""
    return Saying("command.seed", {"seed": seed})


def may_hide_deals(sitting: Sitting) -> bool:
    """True if the game may still go on, so that deals from a secret seed must stay hidden."""
    return not sitting.ended and not is_open(sitting.seed or 0)


def discard(asked: argparse.Namespace) -> None:
    """Mark an interrupted game as discarded; its record stays."""
    with journal_for_command(asked) as journal:
        unfinished(journal, asked.number)
        journal.reopen(asked.number).end("discarded")
    print(said("command.discarded", number=asked.number))


@contextmanager
def journal_for_command(asked: argparse.Namespace, *, only_read: bool = False) -> Iterator[Journal]:
    """Open the journal for a command; to read only, a copy is used if it cannot be written."""
    path = asked.journal or kept_at()
    with closing(Journal.open(path, copied=only_read and not may_write(path))) as journal:
        yield journal
        tell_notices(journal)


def kept_at() -> Path:
    """Return the path of this user's journal."""
    return games_folder(sys.platform, os.environ, Path.home()) / "journal.db"
