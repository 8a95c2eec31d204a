"""Unpredictable luck: a wide seed, kept with the game, and not in recordings."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.app.arguments import parse
from controller.app.commands import environment_of, new_secret
from controller.app.recordings.replay import Redealt
from controller.app.recordings.tape import load
from controller.app.setup.start_game import GameSetup, players_by_seat, who
from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import robots_choice
from controller.sitting.journal import Journal
from controller.sitting.luck import Dealer, Luck, is_open, secret_seed, stream
from controller.values import CHANCE
from controller.web.mailbox import Record as Switch
from drivers.clock import StepClock
from tests.test_recording import asked, history, hosted, played, until

LUCKY = [name for name, game in SHELF.items() if CHANCE in game.start(Setting(2)).actors]
BITS = 128
ROOT = Path(__file__).parents[1]


def drawn(*words: str):
    return environment_of(parse(["play", "astron", *words]), StepClock()).seed()


def test_luck_is_wide_and_drawn_anew_for_every_game():
    found = {drawn() for _ in range(50)}
    assert len(found) == 50
    assert all(len(seed.split()[-1]) * 4 >= BITS for seed in found), "hexadecimal digits"
    assert not any(map(is_open, found))


def test_every_secret_is_made_in_one_place():
    """So that one width counts for keys, devices and seeds."""
    sources = (path for room in ("controller", "drivers", "sims") for path in room_files(room))
    maker = re.compile(r"\bsecrets\.token_|\bfrom secrets import|\burandom\(|\bSystemRandom\b")
    made = [path.name for path in sources for _ in maker.findall(path.read_text())]
    assert made == ["commands.py"]
    assert len(bytes.fromhex(new_secret())) * 8 >= BITS


def room_files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def test_a_seed_that_somebody_gave_is_open():
    assert drawn("--seed", "7") == 7
    assert is_open(7)


TOKENS = st.text("0123456789abcdef", min_size=32, max_size=32) | st.from_regex(
    r"[0-9]{1,19}e[0-9]{1,3}|[0-9]{32}|0x[0-9a-f]{8}", fullmatch=True
)


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    with closing(Journal.open(tmp_path_factory.mktemp("kept") / "journal.db")) as journal:
        yield journal


@given(seed=TOKENS.map(secret_seed) | st.integers(0, 2**63 - 1))
@settings(max_examples=40)
def test_every_seed_comes_back_from_the_journal_as_it_was(journal, seed):
    game = SHELF["astron"]
    terms = {"opened": "", "deck": "virtual", "players": "", "seed": seed}
    record = journal.begin(game, game.start(Setting(2)), **terms)
    assert journal.sitting(record.sitting).seed == seed


@given(TOKENS.map(secret_seed), st.integers(0, 10**6))
def test_what_a_robot_does_says_nothing_of_what_is_dealt(seed, guess):
    """Each purpose has luck of its own, and neither a number nor a neighbour gives it away."""
    purposes = ("robots", "cards", "bench", "0", "1")
    first = [stream(seed, purpose).getrandbits(64) for purpose in purposes]
    assert len({*first, stream(guess, "0").getrandbits(64)}) == len(purposes) + 1


@pytest.mark.parametrize("name", LUCKY)
def test_robots_that_choose_at_random_leave_the_dealer_alone(name):
    """Cards dealt by the bench's own hand are the same, however often a robot has thrown dice."""
    game = SHELF[name]
    terms = GameSetup(game, game.start(Setting(2)), who(["random"] * 2), "luck x", Dealer.ROBOT)
    dealt = robots_choice(terms.start, players_by_seat(terms), CHANCE)
    others = players_by_seat(terms)
    for _ in range(20):
        others[0](game.start(Setting(2)).after(dealt), 0) if others[0] else None
    assert robots_choice(terms.start, others, CHANCE) == dealt


def recorded(folder: Path, name: str, moves: int, *, later: bool = False):
    """Record a game with a secret seed, from its first card or its fifth move."""
    host = hosted(
        folder, "random", "random", game=SHELF[name], record=not later, seed="luck of one evening"
    )
    until(host, 5)
    if later:
        assert asked(host, Switch(True)) == ""
    until(host, moves)
    made = history(host)
    host.close()
    return made


@pytest.mark.parametrize("name", LUCKY)
@pytest.mark.parametrize("later", [False, True], ids=["from the first card", "from the fifth move"])
def test_a_recording_without_its_seed_is_played_again_as_it_was(tmp_path, name, later):
    made = recorded(tmp_path, name, 16, later=later)
    path = tmp_path / "recordings" / "000001.rec"
    assert load(path).head.seed is None
    assert "one evening" not in path.read_text()
    assert played(path) == made


def test_what_was_dealt_twice_is_dealt_twice_again_in_its_order():
    start = SHELF["astron"].start(Setting(2))
    one, two, *_ = start.moves()
    again = Redealt([(0, one), (1, two), (0, two)])
    assert [again.deal(start, n) for n in (0, 0, 0, 1, 2)] == [one, two, two, two, None]


def test_what_was_taken_back_is_dealt_again():
    start = SHELF["astron"].start(Setting(2))
    luck = Luck("luck x")
    assert luck.deal(start, 3) == luck.deal(start, 3) == Luck("luck x").deal(start, 3)
    several = {str(Luck(secret_seed(str(n))).deal(start, 3)) for n in range(40)}
    assert len(several) > 10, "and otherwise by other luck"
