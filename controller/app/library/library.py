"""The library: reviews, files and opinions of kept games, read in any thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from controller.app.library.critic import Critic
from controller.app.library.game_file import FORM, GameFile, game_text, parse_game, players_of
from controller.app.library.review import review, review_steps, words_of
from controller.app.setup.line_up import line_up_for, write_line_up
from controller.app.setup.start_game import Story, has_hidden_deals, read_sitting, replay_game
from controller.app.setup.thinker import Thinker, Thinks
from controller.errors import BadNotation, JournalTrouble, Misuse
from controller.game import Move
from controller.games import SHELF
from controller.scene import Scene
from controller.sitting.journal import Journal, Page, Played, Sitting, SittingRecord
from controller.web.view import Who


class Brought(Struct, frozen=True):
    """A game from a file, checked by the rules."""

    file: GameFile
    who: tuple[Who, ...]
    moves: tuple[Move, ...]
    over: bool


class GameLibrary:
    """The kept games, read by a connection of its own beside the table that writes them."""

    def __init__(self, path: Path, think: Callable[[], Thinks] = Thinker) -> None:
        self.path = path
        self._critic = Critic(think)
        self._said: dict[tuple[int, int], str] = {}  # by game and step
        self._lit: tuple[int, str, list[Scene]] = (-1, "", [])

    def review(self, number: int) -> bytes:
        """Return a game step by step as JSON; hidden cards stay hidden."""
        with self._open() as journal:
            sitting = journal.sitting(number)
            game, start, story = read_sitting(journal, sitting)
        return msgspec.json.encode(review(game, start, story, sitting))

    def file(self, number: int) -> str:
        """Return a game as a file; Misuse while it would reveal hidden cards."""
        with self._open() as journal:
            sitting = journal.sitting(number)
            _, _, story = read_sitting(journal, sitting)
            return as_file(journal, sitting, story)

    def scene(self, number: int, step: int) -> tuple[str, Scene]:
        """Return the game's name, and its lights after this many moves of players."""
        if self._lit[0] != number:
            self._lit = number, *self._scenes(number)
        _, game, scenes = self._lit
        return game, scenes[min(step, len(scenes) - 1)] if scenes else {}

    def opinion(self, number: int, step: int) -> str:
        """Return what the best robot says of a player's move; Misuse while the game goes on."""
        if (number, step) not in self._said:
            self._said[number, step] = self._opinion(number, step)
        return self._said[number, step]

    def _opinion(self, number: int, step: int) -> str:
        with self._open() as journal:
            sitting = journal.sitting(number)
            game, start, story = read_sitting(journal, sitting)
        every = [*review_steps(start, story)]
        if not sitting.ended:
            raise Misuse("critic.goes_on")
        if not 0 < step < len(every) or (move := every[step].move) is None:
            raise Misuse("critic.no_move")
        said = self._critic.judge(game, every[step - 1].position, move)
        return words_of(game, start, sitting, said)

    def _scenes(self, number: int) -> tuple[str, list[Scene]]:
        with self._open() as journal:
            game, start, story = read_sitting(journal, journal.sitting(number))
        return game.name, [step.position.public().scene() for step in review_steps(start, story)]

    def judged(self, text: bytes) -> Brought:
        """Return a game from a file, checked by the rules; the loop writes it to the journal."""
        return lawful_game(text)

    @contextmanager
    def _open(self) -> Iterator[Journal]:
        with closing(Journal.open(self.path)) as journal:
            yield journal


def file_of(journal: Journal, sitting: Sitting) -> GameFile:
    """Return a sitting of the journal as a game file."""
    start = journal.start(sitting.id)
    who = line_up_for(sitting.players, len(SHELF[sitting.game].thaw(start).scores()))
    return GameFile(
        stardeck=FORM,
        game=sitting.game,
        opened=sitting.opened,
        players=players_of(who),
        kinds=[one.kind for one in who],
        deck=sitting.deck,
        start=start.decode(),
        moves="\n".join(journal.lines(sitting.id)),
        agreed=sitting.agreed.split(),
        ended=sitting.ended,
    )


def as_file(journal: Journal, sitting: Sitting, story: Story) -> str:
    """Return the game as a file; Misuse while it would reveal hidden cards."""
    if has_hidden_deals(sitting, story):
        raise Misuse("library.covered", number=sitting.id)
    return game_text(file_of(journal, sitting))


def import_game(journal: Journal, brought: Brought) -> int:
    """Write a game into the journal; return its number there."""
    file = brought.file
    agreed = " ".join(file.agreed)
    page = Page(file.game, file.opened, "0", file.deck, write_line_up(brought.who), agreed)
    record = SittingRecord(journal, page, file.start.encode())
    record.keep([Played(move) for move in brought.moves])
    if file.ended or brought.over:
        record.end(file.ended or "over")
    return record.sitting or 0


def lawful_game(text: bytes | str) -> Brought:
    """Return the game in a file, every move lawful; Misuse says what is wrong with it."""
    file = parse_game(text)
    game = SHELF.take(file.game)
    try:
        start, story = replay_game(game, file.start.encode(), file.lines)
    except (BadNotation, JournalTrouble) as trouble:
        raise Misuse("library.unplayable", why=trouble) from None
    if len(file.players) != len(start.scores()):
        raise Misuse("library.players", count=len(file.players), seats=len(start.scores()))
    over = bool(story and story[-1][1].outcome)
    return Brought(file, file.who, tuple(move for move, _ in story), over)
