"""Every scenario on every world: simulated, on a virtual Pico, by a person; and how it is read."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from controller.errors import BadScenario
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.values import Piece, Site
from drivers.board import Board, open_board
from drivers.clock import StepClock
from sims.bench.bench import Bench
from sims.bench.protocol_sim import BENCHES, Pico, install
from sims.bench.twin import tag_of_piece
from sims.bench.verbs import VERBS
from sims.scenarios.checks import CHECKS
from sims.scenarios.guided_board import POINTING, GuidedBoard
from sims.scenarios.person import SimulatedPerson
from sims.scenarios.scenario import SCENARIO_KEYS, Scenario, read_scenario
from sims.scenarios.worlds import Twin, Unmet, run_scenario
from tests.often import often, one_in
from tests.pico.choice import chosen, scenario_features
from tests.pico.conftest import chip, chips  # noqa: F401

ROOT = Path(__file__).parents[1]
FILES = {f"{game.name}-{path.stem}": path for game in SHELF.values() for path in game.scenarios}
WIRED = ["space_walk-takeback-by-key"]
"""What `make test` plays on pins. `make hil` plays all of them on a Pi's, and on a Pico's, where a
second takes two, as many as show all that a Pico is asked for; `make long` plays the others."""
DEPTHS = ("sim", "pico", "pi")  # the bench in process, a Pico's pins, a Pi's


def pytest_generate_tests(metafunc):
    if "world" not in metafunc.fixturenames:
        return
    every = metafunc.config.getoption("--hil") or metafunc.config.getoption("--long")
    wired = FILES if every else WIRED
    features = {name: scenario_features(read_scenario(FILES[name])) for name in wired}
    picked = {f"pico-{name}" for name in chosen(features)}
    cases = [
        pytest.param(world, path, id=f"{world}-{name}", marks=marks_of(world, name))
        for world in DEPTHS
        for name, path in FILES.items()
        if world == "sim" or name in wired
    ]
    cases = often(lambda case: not case.id.startswith("pico-") or case.id in picked, cases)
    people = [pytest.param("person", path, id=f"person-{name}") for name, path in FILES.items()]
    metafunc.parametrize(("world", "path"), [*cases, *one_in(4, people)])


def marks_of(world, name):
    """What plays it: `make hil` plays on a Pi's pins what `make test` does not."""
    if world == "pi":
        return () if name in WIRED else (pytest.mark.hil,)
    return (pytest.mark.pico,) if world == "pico" else ()


def test_the_board_answers(world, path, request):
    scenario = read_scenario(path)
    opened = WORLDS[world](scenario, request)
    try:
        run_scenario(scenario, opened)
    finally:
        opened.close()


# ------------------------------------------------------------------------------------- the worlds


def on_the_twin(scenario: Scenario, request=None) -> Twin:
    if "hang" in scenario.deeds:
        pytest.skip("only real firmware can hang")
    return Twin(scenario, scenario.wiring)


def on_the_pico(scenario: Scenario, request) -> Twin:
    pico = request.getfixturevalue("chips")(scenario.wiring)
    pico.reset()  # it must not remember the strip of another table
    from sims.pico.rig import PicoRig

    return Twin(scenario, scenario.wiring, partial(PicoRig, chip=pico))


def on_the_pi(scenario: Scenario, request=None) -> Twin:
    if {"hang", "fault", "reset"} & set(scenario.deeds):
        pytest.skip("a Pi has no watchdog of a Pico, nor its electronics")
    if scenario.wiring.wakes:
        pytest.skip("a Pi alone has no reader of many coils")
    from tests.pi.soldered import PiRig

    return Twin(scenario, scenario.wiring, PiRig)


def by_a_person(scenario: Scenario, request=None, awake: bool = True) -> GuidedBoard:
    """The way of a real board, with somebody simulated who reads the sentences."""
    if not scenario.by_hand:
        pytest.skip("no person can do this to a board")
    clock = StepClock()
    pieces = scenario.game.pieces(scenario.start)
    wiring = scenario.wiring.tagged({tag_of_piece(piece): piece for piece in pieces})
    bench = Bench(wiring, clock, Random(scenario.seed))
    install()
    BENCHES["person"] = Pico(bench, clock)
    board = open_board("sim://person", wiring, clock)
    tokens = scenario.game.drawing(scenario.start).tokens
    box = {token.name.lower(): Piece(token.name, token.seat) for token in tokens}
    person = SimulatedPerson(bench, lambda seconds: told.wait(seconds), box)
    entered = person.entered if awake else lambda: False
    told = GuidedBoard(scenario, wiring, board, clock, tell=person.hear, entered=entered)
    return told


WORLDS = {"sim": on_the_twin, "pico": on_the_pico, "pi": on_the_pi, "person": by_a_person}


# --------------------------------------------------------------------------------- how it is read

HEAD = "# A test of the reader.\ngame astron\ndeck reader\n"
WALK = "# A test of the reader.\ngame space_walk\n"
TAGS = WALK + "panel space_walk_tags\n"
DEALT = HEAD + "after\n  deal 1 F2.1, deal 2 F1.1\n"


@pytest.fixture
def scenario(tmp_path):
    """A scenario of these lines, read."""

    def written(text: str) -> Scenario:
        path = tmp_path / "scenario.txt"
        path.write_text(text)
        return read_scenario(path)

    return written


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("game astron\n---\nstage: waiting\n", 1, "open with a comment"),
        ("", 1, "open with a comment"),
        (HEAD + "stage: waiting\n", None, "a line --- must separate"),
        (HEAD + "---\nlift b1\n", None, "nothing is checked"),
        ("# No game.\n---\nstage: waiting\n", 1, "names one on the shelf: astron"),
        ("# A game we lack.\ngame ludo\n---\nstage: waiting\n", 2, "names one on the shelf"),
        (HEAD + "seats 7\n---\nstage: waiting\n", 4, "for two to six players, not 7"),
        (HEAD + "seats two\n---\nstage: waiting\n", 4, "'two' is not a whole number"),
        (HEAD + "teams 1+1\n---\nstage: waiting\n", 4, "do not name each of the 2 seats"),
        (HEAD + "seed x\n---\nstage: waiting\n", 4, "'x' is not a whole number"),
        (HEAD + "deck real\n---\nstage: waiting\n", 4, "deck is said twice"),
        ("# Deck.\ngame astron\ndeck real\n---\n", 3, "deck is virtual or reader, not 'real'"),
        (HEAD + "board upside down\n---\n", 4, "board is ready or cold or empty"),
        (HEAD + "box nowhere\n---\n", 4, "is no folder"),
        (HEAD + "panel hats\n---\n", 4, "Astron has no panel 'hats': astron."),
        (HEAD + "panel space_walk\n---\n", 4, "Astron has no panel 'space_walk': astron."),
        (
            WALK + "panel space_walk_hats\n---\n",
            3,
            "'space_walk_hats': space_walk, space_walk_coils, ",
        ),
        (WALK + "---\nput h4\nstage: waiting\n", 4, "There is no cell h4 on this board."),
        (WALK + "---\nput card\nstage: waiting\n", 4, "There is no cell card on this board."),
        (
            WALK + "---\nput o1 o2\nstage: waiting\n",
            4,
            "put needs other words, for example: put",
        ),
        (WALK + "---\npress token9\nstage: waiting\n", 4, "There is no key key.token9"),
        (WALK + "---\npress h1\nstage: waiting\n", 4, "There is no key key.h1 on this board."),
        (WALK + "---\ntap o1 ship1\nstage: waiting\n", 4, "There is no reader o1"),
        (HEAD + "option sudden_death\n---\n", 4, "no option 'sudden_death'"),
        (HEAD + "dice 2\n---\n", 4, "'dice' cannot be agreed on"),
        (HEAD + "  deal 1 F2.1\n---\n", 4, "'deal' cannot be agreed on"),
        (HEAD + "after\n  deal 1 X9.9\n---\n", 5, "no move of Astron"),
        (DEALT + "  1 lays F2.1\n---\n", 6, "1 lays F2.1: rule A2."),
        (HEAD + "---\njump b1\n", 5, "there is no deed jump"),
        (HEAD + "---\nlift\n", 5, "lift needs other words, for example: lift b1"),
        (HEAD + "---\nlift b1 b2\n", 5, "lift needs other words"),
        (HEAD + "---\nlift k1\n", 5, "There is no cell k1"),
        (HEAD + "---\ntap hat F2.1\n", 5, "There is no reader hat"),
        (HEAD + "---\npress maybe\n", 5, "There is no key key.maybe"),
        (HEAD + "---\nturn far\n", 5, "far is not a number"),
        (HEAD + "---\nsay check\n", 5, "'check' is no move of Astron"),
        (HEAD + "---\nheard: a bell\n", 5, "'heard' cannot be checked"),
        (HEAD + "---\nlit brightly: b1\n", 5, "'lit brightly' cannot be checked"),
        (HEAD + "---\nlit fast: b1 z9\n", 5, "There is no site z9"),
        (HEAD + "---\nlit fast:\n", 5, "say which sites"),
        (HEAD + "---\nstage: asleep\n", 5, "'asleep' is none of"),
        (HEAD + "---\nalarm: maybe\n", 5, "'maybe' is none of on, off"),
        (HEAD + "---\nrefused: A99\n", 5, "Astron has no rule A99"),
        (HEAD + "---\nasked: table.dance\n", 5, "no key of the catalogue"),
        (HEAD + "---\nrecorded: 1 dances\n", 5, "no move of Astron"),
        (HEAD + "---\nmoves: many\n", 5, "'many' is not a number"),
        (HEAD + "---\nrow: far\n", 5, "'far' is not a number"),
    ],
)
def test_a_bad_file_is_refused_with_its_line_and_the_reason(scenario, text, line, reason):
    with pytest.raises(BadScenario) as refused:
        scenario(text)
    sentence = str(refused.value)
    assert reason in sentence
    assert (f"scenario.txt, line {line}: " if line else "scenario.txt: ") in sentence
    assert sentence.endswith((".", "?")) and "\n" not in sentence


def test_a_file_that_is_not_there_or_is_no_text_is_refused(tmp_path):
    with pytest.raises(BadScenario, match="cannot be read"):
        read_scenario(tmp_path / "nowhere.txt")
    (tmp_path / "noise.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadScenario, match="is not text"):
        read_scenario(tmp_path / "noise.txt")


@pytest.mark.parametrize(
    ("check", "there"),
    [
        ("lit double: b1", "there was: deck"),
        ("lit fast: some", "there was: nothing"),
        ("dark: deck b1", "there was: lit: b1 deck"),
        ("red: c1", "there was: b1"),
        ("asked: table.carry", "there was: astron.deal (Deal ship 1 a card"),
        ("asked: eat a card", "there was: astron.deal"),
        ("said: table.no_back", "there was: nothing"),
        ("refused: A6", "there was: nothing"),
        ("stage: over", "there was: waiting"),
        ("alarm: on", "there was: off"),
        ("recorded: deal 1 F2.1", "there was: nothing"),
        ("moves: 1", "there was: 0"),
        ("row: 3", "there was: 0"),
        ("score: 1 1", "there was: 0 0"),
    ],
)
def test_a_check_that_fails_says_where_it_stands_and_what_was_there(scenario, check, there):
    failing = scenario(HEAD + f"---\nstage: waiting\n\n{check}   # never\n")
    with pytest.raises(Unmet) as unmet:
        run_scenario(failing, on_the_twin(failing))
    assert f"scenario.txt, line 7: expected '{check}', {there}" in str(unmet.value)


def test_a_scenario_is_played_on_the_panel_it_names(scenario):
    assert scenario(WALK + "---\nstage: waiting\n").wiring.file.name == "Space Walk panel"
    tagged = scenario(TAGS + "---\nfetch green.large.1\nput o1\nmoves: 1\n")
    assert tagged.wiring.file.name == "Space Walk panel with tags"
    run_scenario(tagged, on_the_twin(tagged))


def test_sites_may_be_written_with_small_letters_and_with_capitals(scenario):
    head = "# Capitals.\ngame situation7\nafter\n  1 is ready, 2 is ready, 2 lays F12\n---\n"
    lit = "lit pulse: E0 f1 F23 e12 f11 F13 key.stop1 Key.Stop2\n"
    small = scenario(head + "fetch f0Y\nput f0\nrecorded: 1 lays F0\n" + lit + "dark: e5 E6\n")
    run_scenario(small, on_the_twin(small))


def test_what_is_put_into_a_hole_is_gone(scenario):
    falling = scenario(WALK + "---\nfetch green.large.1\nput H1\nlift h1\nstage: waiting\n")
    with pytest.raises(BadScenario, match=r"line 6: Nothing stands on h1\."):
        run_scenario(falling, on_the_twin(falling))


def test_a_deed_that_cannot_be_done_says_where_it_stands(scenario):
    clumsy = scenario(HEAD + "---\nlift e5\nstage: waiting\n")
    with pytest.raises(BadScenario, match=r"line 5: Nothing stands on e5\."):
        run_scenario(clumsy, on_the_twin(clumsy))


def test_a_check_has_a_moment_to_become_true(scenario):
    patient = scenario(HEAD + "---\nlift c1\nrefused: A2\nput c1\nstage: waiting\n")
    world = on_the_twin(patient)
    run_scenario(patient, world)
    assert world.table.stage.value == "waiting"


def test_the_page_for_makers_names_every_check_and_every_deed():
    page = (ROOT / "sims/scenarios/README.md").read_text()
    for name in [*CHECKS, *VERBS, *SCENARIO_KEYS]:
        assert f"`{name}" in page, name


# ------------------------------------------------------------------------- a person at a real board


def test_a_person_is_told_step_by_step_and_pointed_at_by_light(scenario):
    told = by_a_person(scenario(HEAD + "---\nlift b1\nstage: waiting\n"))
    pixel = told.scenario.wiring.chain[Site("b1")].start
    told.begin()
    colours = seen_at(pixel, told.pointer.board)
    told.perform("lift b1")
    assert POINTING in colours
    assert colours[-1] != POINTING, "the finger goes when the hand has come"
    assert told.lights()[Site("b1")].colour != POINTING, "and was never the table's own light"


def seen_at(pixel: int, board: Board) -> list[tuple[int, int, int]]:
    """The colours that this pixel is given from now on."""
    colours = []
    show = board.show

    def watched(frame):
        colours.append(frame[pixel][:3])
        show(frame)

    board.show = watched
    return colours


def test_nobody_at_the_board_is_noticed(scenario):
    told = by_a_person(
        scenario(HEAD + "board empty\n---\nfetch ship1\nstage: setup\n"), awake=False
    )
    told.begin()
    with pytest.raises(BadScenario, match="This was not done within 300 seconds: Take ship1 out"):
        told.perform("fetch ship1")


def test_a_person_is_told_which_piece_and_when_the_board_cannot_feel_it(scenario):
    stacked = WALK + "after\n  1 places green.large.1 o1, 2 places red.small.1 o1\n"
    told = by_a_person(scenario(stacked + "---\nlift o1\nstage: waiting\n"))
    told.begin()
    heard = []
    tell, told._tell = told._tell, lambda sentence: (heard.append(sentence), tell(sentence))
    for deed in ("lift O1 Red.Small.1", "put h1", "lift o1", "fetch red.small.1", "put o2 all"):
        told.perform(deed)
    unfelt = " Then press Enter: the board cannot feel it."
    assert heard == [
        "Lift red.small.1 from o1 and hold it." + unfelt,
        "Put what you hold on h1.",
        "Lift what stands on o1 and hold it.",
        "Take red.small.1 out of the box and hold it." + unfelt,
        "Put all that you hold on o2.",
    ]


def test_enter_goes_on_where_the_board_does_not_notice(scenario):
    told = by_a_person(scenario(HEAD + "---\nturn 3\nstage: mending\n"))
    told.begin()
    told.perform("unplug")
    told.perform("turn 3")
    told.perform("plug")
    assert told.table.stage is not Stage.PAUSED


def test_what_no_person_can_do_is_not_asked_of_one(scenario):
    assert not scenario(HEAD + "---\nstick e5\nstage: mending\n").by_hand
    assert not scenario(HEAD + "only simulated\n---\nstage: waiting\n").by_hand
    shown = scenario(HEAD + "---\ntap card F2.1\ntap card stranger\nstage: waiting\n")
    assert shown.by_hand and shown.cards == {"F2.1"}


def test_a_panel_that_reads_every_piece_needs_every_piece_enrolled(scenario):
    tagged = scenario(TAGS + "---\nstage: waiting\n")
    assert {"green.large.1", "red.small.3"} <= tagged.cards
    assert not scenario(WALK + "---\nstage: waiting\n").cards
