"""Every line a person can write, miswritten: moves, hands, scenarios, checks, the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from controller.app import arguments
from controller.app.setup.twin import examples
from controller.game import Game, Setting
from controller.games import SHELF
from controller.lessons.page import PageLine, read_page
from drivers.wiring import load_wiring
from sims.bench import verbs
from sims.bench.rig import Rig
from sims.scenarios.checks import CHECKS, Vocabulary
from sims.scenarios.scenario import check_check, check_deed, read_scenario
from tests.fuzz.case import counted, refused
from tests.fuzz.files import moves, scenarios
from tests.fuzz.spoiling import spoilt

SHOWN = 12  # pauses of a motion, after which somebody else is heard
WEAR = 400  # lines at one table, then a new one

COMMANDS = (
    "play astron --seats 3 --players Ada,human,robot --teams 1+2,3 --seed 7 --option short_game=on",
    "play situation7 --players Ada+Grace,robot --choose ship=3,1 --port 8765 --lan --quiet",
    "play zylatron --deck reader --demo --fast --record --screen --box box --board sim://",
    "play astroplane --tags tags.toml --wiring astroplane_tags --journal journal.db",
    "show 12",
    "resume 3 --journal journal.db",
    "discard 1",
    "games --all",
    "check --quick --json a.json --html a.html",
    "flash --panel astron --new",
    "calibrate --out w.toml --force",
    "enrol --out t.toml --game astron",
    "replay 000001.rec",
)


def fuzz_grammar(count: int, seed: int) -> Counter[str]:
    """So many lines of every kind in turn; how many of each were refused in a sentence."""
    return counted(KINDS, count, seed)


def any_line(luck: Random) -> str:
    """A line of any kind."""
    return refused(partial(KINDS[luck.choice([*KINDS])], luck))


def miswritten(line: str, luck: Random) -> str:
    """As it came over the line: bytes that are no text are no letters either."""
    return spoilt(line.encode(), luck, 2).decode(errors="replace")


def a_move(luck: Random) -> None:
    game = any_game(luck)
    line = miswritten(luck.choice(notation(game.name)), luck)
    game.parse_all(line) if luck.random() < 0.3 else game.parse(line)


def a_hand(luck: Random) -> None:
    """Typed at a simulated table, or dragged on a page; the table answers, whatever was done."""
    rig = table_of(any_game(luck).name)
    usage = luck.choice(
        [deed.text for deed in deeds()]
        + [line for line, _ in examples(verbs.VERB_HELP, verbs.SAMPLE)]
    )
    motion = verbs.obeyed(miswritten(usage, luck) if luck.random() < 0.8 else usage, rig)
    for seconds in islice(motion, SHOWN):
        rig.wait(min(seconds, 0.2))


def a_check(luck: Random) -> None:
    """Allowed or not; and when it is, it is looked at."""
    game = any_game(luck)
    rig = table_of(game.name)
    line = miswritten(luck.choice(checks()).text, luck)
    check_check(line, Vocabulary(game, rig.wiring.senses))
    name, _, wanted = line.partition(":")
    CHECKS[name.strip()].answer(rig, wanted.strip())


def a_deed(luck: Random) -> None:
    game = any_game(luck)
    line = miswritten(luck.choice(deeds()).text, luck)
    if line.split():
        check_deed(" ".join(line.split()), Vocabulary(game, table_of(game.name).wiring.senses))


def a_scenario(luck: Random) -> None:
    """Lines of several, put together as they come."""
    texts = [luck.choice(scenarios()).read_text(encoding="utf-8") for _ in range(2)]
    first, other = (text.splitlines() for text in texts)
    for _ in range(luck.randint(1, 5)):
        first.insert(luck.randrange(1, len(first)), luck.choice(other))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_text(miswritten("\n".join(first), luck), encoding="utf-8")
        read_scenario(path)


def a_command(luck: Random) -> None:
    """As far as the flags go; --help leaves by itself."""
    words = miswritten(luck.choice(COMMANDS), luck).split(" ")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        try:
            asked = arguments.parse(words)
        except SystemExit:
            return
    if asked.verb == "play" and asked.game:
        setting = arguments.setting(asked, asked.game)
        asked.game.start(setting)
        arguments.seat_words(asked.players, setting.seats, True, asked.demo)
        arguments.rules(asked, asked.game)


# ------------------------------------------------------------------------------ what people write


def any_game(luck: Random) -> Game:
    return SHELF[luck.choice([*SHELF])]


@cache
def notation(name: str) -> list[str]:
    return [str(move) for move in moves(SHELF[name].start(Setting(SHELF[name].seats.start)))]


@cache
def lines() -> list[PageLine]:
    return [line for path in scenarios() for line in read_page(path)[1]]


@cache
def deeds() -> list[PageLine]:
    return [line for line in lines() if line.text.split()[0] in verbs.VERBS]


@cache
def checks() -> list[PageLine]:
    return [line for line in lines() if line.checks]


class Table(Rig):
    """As a scenario looks at it, before anything was done."""

    known = 0


class Tables:
    """A table for each game, and a new one when the old one has been through enough."""

    def __init__(self) -> None:
        self._tables: dict[str, Iterator[Table]] = {}

    def of(self, game: str) -> Table:
        return next(self._tables.setdefault(game, self._worn(game)))

    def _worn(self, game: str) -> Iterator[Table]:
        while True:
            wiring = load_wiring(SHELF[game].panel)
            rig = Table(SHELF[game].start(Setting(SHELF[game].seats.start)), wiring, name=game)
            for _ in range(WEAR):
                yield rig


table_of = Tables().of

KINDS: Mapping[str, Callable[[Random], None]] = {
    "move": a_move,
    "hand": a_hand,
    "check": a_check,
    "deed": a_deed,
    "scenario": a_scenario,
    "command": a_command,
}
