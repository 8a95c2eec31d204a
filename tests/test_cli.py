"""The command line, as somebody types it."""

from __future__ import annotations

import os
import pty
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.app import arguments, service_commands
from controller.app.setup.twin import examples
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.games.astron.files import own_box
from controller.words import said
from drivers.wiring import load_wiring
from sims.bench.rig import Rig
from sims.bench.verbs import VERB_HELP, example_words, obeyed
from tests.panels import load_panel
from tests.walls import HUNG

ROOT = Path(__file__).parents[1]
UNTIMELY = {  # what an example of `help` may need another moment for
    "hand.nothing_on",
    "hand.not_on",
    "hand.empty",
    "hand.not_in_box",
    "hand.cannot_hang",
}


@pytest.fixture
def stardeck(tmp_path, capsys, monkeypatch):
    """Run it with a journal of its own: status, what it printed, what it complained of."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*words: str) -> tuple[int, str, str]:
        try:
            status = main(list(words))
        except SystemExit as left:  # --help leaves by itself
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def typed(tmp_path, lines: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A person at a pipe: the game on a simulated table, real time."""
    return subprocess.run(
        [sys.executable, "-m", "controller", *words],
        input=lines,
        capture_output=True,
        text=True,
        timeout=HUNG,
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )


def test_a_demo_plays_a_whole_game_and_again_the_same(stardeck):
    words = ("play", "astron", "--demo", "--fast", "--seats", "2", "--seed", "7")
    status, told, _ = stardeck(*words)
    assert status == 0
    assert told.count("points") == 2
    assert "wins" in told
    assert stardeck(*words)[1] == told


@pytest.mark.parametrize(
    ("words", "panel"),
    [
        ("space_walk", "space_walk_tags"),
        ("astroplane", "astroplane_tags"),
        ("astron", "astron"),
        ("space_walk --wiring space_walk", "space_walk"),
        ("space_walk --board /dev/ttyACM0", "space_walk"),
    ],
)
def test_simulated_a_game_is_played_on_the_panel_that_tells_most(words, panel):
    asked = arguments.parse(["play", *words.split()])
    assert service_commands.panel(asked.game, asked).file == load_panel(panel).file


@pytest.mark.long
@pytest.mark.parametrize(("seats", "deck"), [(3, "reader")])
def test_a_demo_for_any_number_of_seats(stardeck, seats, deck):
    status, told, _ = stardeck(
        "play", "astron", "--demo", "--fast", "--seats", str(seats), "--seed", "3", "--deck", deck
    )
    assert status == 0
    assert told.count("points") == seats


@pytest.mark.long
def test_a_demo_with_teams_and_options(stardeck):
    words = "play astron --demo --fast --seed 5 --teams 1+3,2+4 --players first,random,first,random"
    options = "--option no_forced_suicide --option heat_symmetric=on"
    status, told, _ = stardeck(*words.split(), *options.split())
    assert status == 0
    assert told.count("wins") in (2, 4), "a team wins together"
    totals = dict(re.findall(r"^([1-4+]+): +(-?\d+) points", told, re.M))
    assert int(totals["1+3"]) == int(totals["1"]) + int(totals["3"])


@pytest.mark.long
def test_a_demo_with_ships_and_cells_that_were_picked(stardeck):
    words = "play astron --demo --fast --seed 5 --seats 3 --choose ship=5,,1 --choose cell=,h1"
    status, told, _ = stardeck(*words.split(), "--option", "takeoff_by_hand")
    assert status == 0
    assert [line.split()[1] for line in told.splitlines() if " takes off " in line] == ["3", "1"]


DEMO = ("--demo", "--fast")

WRONG = {
    "a ship that is picked twice": (
        ["play", "astron", "--choose", "ship=3,3"],
        "Ship 3 can be picked by one player only",
    ),
    "picks without an equals sign": (["play", "astron", "--choose", "ship"], "ship=3,1"),
    "partners where nobody shares a seat": (
        ["play", "astron", "--players", "Ada+Grace,Alan"],
        "cannot share a seat of Astron",
    ),
    "no verb": ([], "required"),
    "an unknown flag": (["play", "astron", "--bord", "x"], "--bord"),
    "an unknown game": (["play", "chess"], "chess"),
    "too many seats": (["play", "astron", "--seats", "9"], "two to six"),
    "seats that are no number": (["play", "astron", "--seats", "two"], "two"),
    "players that do not fit": (
        ["play", "astron", "--seats", "3", "--players", "human"],
        "3 seats",
    ),
    "an unknown player": (
        ["play", "astron", *DEMO, "--players", "random,deepblue"],
        "deepblue",
    ),
    "a slip in a player": (["play", "astron", "--players", "humna,random"], "'humna': human"),
    "a player without a name": (["play", "astron", "--players", "Ada,"], "''"),
    "a name without end": (
        ["play", "astron", "--players", f"Ada,{'B' * 25}"],
        "cannot be a player's name",
    ),
    "a recording of a screen": (["play", "astron", "--screen", "--record"], "by the page"),
    "no recording": (["replay", "/nowhere.rec"], "cannot be read"),
    "a human in a demo": (
        ["play", "astron", *DEMO, "--players", "human,random"],
        "every player is a robot",
    ),
    "teams that are none": (["play", "astron", "--teams", "a+b"], "1\\+2,3\\+4"),
    "teams without a seat": (
        ["play", "astron", "--seats", "4", "--teams", "1+2,3"],
        "each of the 4",
    ),
    "an unknown option": (["play", "astron", "--option", "cheat=on"], "cheat"),
    "an option half on": (["play", "astron", "--option", "heat_symmetric=maybe"], "maybe"),
    "no box": (["play", "astron", "--box", "/nowhere"], "nowhere"),
    "no wiring": (
        ["play", "astron", *DEMO, "--wiring", "/nowhere.toml"],
        "cannot be read",
    ),
    "no port": (["play", "astron", "--screen", "--board", "/dev/ttyNone"], "nothing is plugged in"),
    "no address": (["play", "astron", "--board", "smoke://x"], "not the address"),
    "a demo on a real board": (
        ["play", "astron", *DEMO, "--board", "/dev/ttyX"],
        "simulated",
    ),
    "an unknown panel": (["flash", "--panel", "chess", "--board", "/dev/ttyX"], "'chess': astron"),
    "a Pico that is not there": (
        ["flash", "--panel", "astron", "--board", "/dev/ttyNone"],
        "plugged",
    ),
    "no such game kept": (["show", "12"], "no game 12"),
    "nothing to resume": (["resume"], "no game to go on with"),
    **{
        f"{verb} {number}"[:30]: ([verb, str(number)], "no game")
        for verb in ("show", "resume", "discard")
        for number in (10**30, -1, 0, 2**63)
    },
}


@pytest.mark.parametrize(("words", "sentence"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_done_is_one_sentence_and_status_2(stardeck, words, sentence):
    status, _, complaint = stardeck(*words)
    assert status == 2
    assert complaint.startswith("stardeck: ")
    assert complaint.count("\n") == 1
    assert re.search(sentence, complaint)


SLIPS = {
    "a game": (["play", "astrn"], "astron"),
    "a lesson": (["learn", "astron", "1-fyl"], "1-fly"),
    "a command": (["plya", "astron"], "play"),
    "a kit's panel": (["kit", "astrno"], "astron"),
    "a wiring": (["play", "space_walk", "--wiring", "space_walk_tray"], "space_walk_trays"),
    "a panel to flash": (["flash", "--panel", "zylatorn", "--board", "/dev/ttyX"], "zylatron"),
    "a level": (["play", "astron", "--robot", "captin"], "captain"),
    "a player": (["play", "astron", *DEMO, "--players", "random,admral"], "admiral"),
    "an option": (["play", "astron", "--option", "no_force_suicide"], "no_forced_suicide"),
}


@pytest.mark.parametrize(("words", "meant"), SLIPS.values(), ids=SLIPS)
def test_what_is_mistyped_is_offered_as_it_is_written(stardeck, words, meant):
    status, _, complaint = stardeck(*words)
    assert status == 2
    assert complaint.endswith(f"Did you mean {meant}?\n")


def test_before_any_game_is_kept_there_is_none_to_show(stardeck):
    assert stardeck("show")[::2] == (2, f"stardeck: {said('command.none_kept')}\n")


@pytest.mark.parametrize("name", ["astron", "space_walk"])
def test_a_demo_calls_nothing_by_a_name_of_ours(stardeck, name):
    told = stardeck("play", name, *DEMO, "--seed", "7")[1]
    game = SHELF[name]
    own = {token.name for token in game.drawing(game.start(Setting(2))).tokens}
    assert not own & set(re.findall(r"[\w.-]*\w", told))
    assert "Robot 1" in told


ABSURD = ("1e30", "-1", f"{10**30}", f"-{2**63}", "0" * 5000, "9" * 5000, "\u0663", "nan", "")


@pytest.mark.parametrize("number", ABSURD, ids=lambda number: number[:20])
@pytest.mark.parametrize("flag", ["--seats=", "--teams=1+2,", "--players=", "--choose=ship="])
def test_any_number_is_taken_or_told_wrong_in_one_sentence(flag, number, stardeck):
    nowhere = ("--screen", "--board", "/dev/ttyNone", "--wiring", "astron")
    status, _, complaint = stardeck("play", "astron", f"{flag}{number}", *nowhere)
    assert (status, complaint.count("\n")) == (2, 1)


@pytest.mark.parametrize("words", ["Ada,random", "human,Grace Hopper", "Émile,first", "花子,太郎"])
def test_whoever_begins_with_a_capital_is_a_person(words):
    assert arguments.seat_words(words, 2, simulated=True, demo=False) == words.split(",")


def test_a_busy_port(stardeck):
    from drivers.clock import WallClock
    from drivers.link import Link

    _, slave = pty.openpty()
    held = Link(os.ttyname(slave), WallClock())
    status, _, complaint = stardeck("play", "astron", "--board", os.ttyname(slave))
    held.close()
    assert (status, "in use" in complaint) == (2, True)
    assert "No game has been kept" in stardeck("games")[1], "what was never begun is not kept"


@pytest.mark.parametrize("path", ["/dev/null", "/dev/zero", "/etc/hostname", "/tmp", "/nowhere"])
def test_what_is_no_board_is_told_without_the_systems_numbers(stardeck, path):
    status, _, complaint = stardeck("check", "--board", path)
    assert status == 2 and path in complaint
    assert not re.search(r"[\[(]\w* ?\d+[,\]]", complaint.replace(path, "")), complaint


def test_a_port_that_is_taken_leaves_no_game_behind(stardeck):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ("play", "astron", "--quiet", "--port", str(taken.getsockname()[1]))
        status, _, complaint = stardeck(*words)
    assert (status, "is not free" in complaint) == (2, True)
    assert "No game has been kept" in stardeck("games")[1]


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["resume", "--help"]])
def test_help_is_there(stardeck, words):
    status, told, _ = stardeck(*words)
    assert status == 0
    assert "stardeck" in told


def test_somebody_plays_from_what_is_on_the_screen(tmp_path):
    done = typed(
        tmp_path, "auto\nauto\nwait 1\nquit\n", "play", "astron", "--screen", "--seed", "7"
    )
    assert done.returncode == 0, done.stderr
    assert "you may type: play" in done.stdout
    assert "flies" in done.stdout
    assert not done.stderr


def test_a_slip_of_the_tongue_is_answered_and_nothing_is_lost(tmp_path):
    lines = "dance\nplay X9\nplay\nhelp\nlift e5\nput e5\npress doorbell\nturn round\n"
    lines += "move b1\nlift z9\nquit\n"
    done = typed(tmp_path, lines, "play", "astron", "--screen", "--seed", "7")
    assert done.returncode == 0
    for sentence in (
        "“dance” is not a command",
        "You do not hold X9",
        "Say which card: play ",
        "fault broken_byte 0.01  one byte",
        "Nothing stands on e5",
        "Your hand is empty",
        "no key called doorbell",
        "round is not a number",
        "move needs other words",
        "no cell z9",
    ):
        assert sentence in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", SHELF.names)
def test_help_says_nothing_that_hands_hold(name):
    """What is dealt differs from seed to seed; what a hand at the table is told does not."""
    game, told = SHELF[name], []
    for seed in (1, 2):
        rig = Rig(game.start(Setting(2)), load_wiring(game.panel), seed=seed, virtual=True)
        for _ in range(40):
            if any(rig.table.position.hand(seat) for seat in range(2)):
                break
            rig.play(min(rig.table.position.moves(), key=str))
            rig.wait(2.0)
        told.append(example_words(rig))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", SHELF.names)
def test_help_names_what_there_is_at_this_table(name):
    game = SHELF[name]
    rig = Rig(game.start(Setting(2)), load_wiring(game.panel))
    rig.settle()
    usages = (usage for usage, _ in examples(VERB_HELP, example_words(rig)))
    lines = [line for usage in usages for line in usage.split(", ")]
    assert len(lines) >= 12
    for line in lines:
        try:
            next(obeyed(line, rig))
        except Misuse as trouble:
            assert trouble.key in UNTIMELY, (line, str(trouble))


def test_a_forbidden_move_is_explained_by_its_rule_on_the_screen(tmp_path):
    lines = "move b1 b5\nwait 1\ntidy\nquit\n"
    done = typed(tmp_path, lines, "play", "astron", "--screen", "--seed", "7")
    assert "Not allowed (rule A6)" in done.stdout
    assert "Carry the piece from b5 to b1" in done.stdout


def test_a_game_is_kept_listed_shown_and_resumed(tmp_path):
    first = typed(tmp_path, "auto\nauto\nquit\n", "play", "astron", "--screen", "--seed", "7")
    assert first.returncode == 0
    listed = typed(tmp_path, "", "games")
    assert "astron" in listed.stdout and "can be resumed" in listed.stdout
    shown = typed(tmp_path, "", "show", "1")
    assert "Player 1 plays" in shown.stdout and "Player 1 flies" in shown.stdout
    assert typed(tmp_path, "", "show").stdout == shown.stdout, "the latest, unless it is said"
    resumed = typed(tmp_path, "wait 1\nquit\n", "resume", "--screen")
    assert resumed.returncode == 0
    assert "Astron" in resumed.stdout
    assert "will not be offered" in typed(tmp_path, "", "discard", "1").stdout
    assert typed(tmp_path, "", "resume").returncode == 2


def test_a_board_that_is_unplugged_on_the_screen_pauses_and_comes_back(tmp_path):
    lines = "unplug\nwait 1\nplug\nwait 2\nquit\n"
    done = typed(tmp_path, lines, "play", "astron", "--screen", "--seed", "7")
    assert "[paused]" in done.stdout
    assert done.stdout.rindex("[waiting]") > done.stdout.index("[paused]")


@pytest.mark.long
def test_whoever_replaces_the_strip_and_the_deck_plays_the_changed_game(stardeck, tmp_path):
    here = Path(SHELF["astron"].rules).parent
    box = tmp_path / "box"
    box.mkdir()
    strip = (here / "strip.txt").read_text().replace("\n65 ..........", "\n65 .......m..")
    (box / "strip.txt").write_text(strip)
    deck = (here / "deck.toml").read_text()
    (box / "deck.toml").write_text(deck.replace("count = 6", "count = 9", 1))
    words = ("play", "astron", "--demo", "--fast", "--seed", "7", "--box", str(box))
    status, told, complaint = stardeck(*words)
    assert status == 0, complaint
    assert told != stardeck(*words[:-2])[1]
    assert len(own_box().deck) == 60


def test_a_bad_strip_is_refused_with_its_line(stardeck, tmp_path):
    here = Path(SHELF["astron"].rules).parent
    (tmp_path / "strip.txt").write_text((here / "strip.txt").read_text().replace("EEEEE", "EEE", 1))
    status, _, complaint = stardeck("play", "astron", "--box", str(tmp_path))
    assert status == 2
    assert "strip.txt" in complaint and "line" in complaint


def test_a_wrong_journal_costs_the_record_but_not_the_game(tmp_path):
    (tmp_path / "journal").write_bytes(b"not a database, but long enough to look at twice" * 30)
    words = ("play", "astron", "--screen", "--seed", "1", "--journal", str(tmp_path / "journal"))
    done = typed(tmp_path, "quit\n", *words)
    assert done.returncode == 0
    assert "Not saving this game" in done.stderr
