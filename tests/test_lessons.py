"""Lessons: every one can be learnt on every panel, none has a dead end, every rule is taught."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller import games
from controller.games import SHELF
from controller.lessons.lesson import read_lesson
from controller.lessons.rulebook import rule_numbers
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.shown import output
from drivers.wiring import load_wiring
from sims.bench.motions import Motions
from sims.bench.showing import make_move
from sims.scenarios.pupil import Pupil
from tests.often import often, one_in
from tests.pico.choice import chosen, lesson_features, marks
from tests.pico.conftest import chip, chips  # noqa: F401

EVERY = [
    pytest.param(game, path.stem, panel, id=f"{panel.stem}-{path.stem}")
    for game in SHELF.values()
    for panel in game.panels
    for path in game.lessons
]
HELD = 3.5  # s that a piece may be in the air while somebody thinks
TAUGHT = [game for game in SHELF.values() if game.lessons]
OURS = [game for game in TAUGHT if Path(games.__file__).parent in game.rules.parents]
"""Games of other people may have fewer lessons."""


def first(lesson) -> bool:
    """On the usual panel of its game."""
    game, _, panel = lesson.values
    return panel == game.panel


def pytest_generate_tests(metafunc):
    if "on_pico" in metafunc.fixturenames:
        usual = {one.id: one.values for one in EVERY if first(one)}
        picked = chosen({name: lesson_features(*values) for name, values in usual.items()})
        values = [pytest.param(usual[name], id=name, marks=marks(name in picked)) for name in usual]
        metafunc.parametrize("on_pico", values)


def test_the_hand_learns_it_over_real_firmware(on_pico, chips):  # noqa: F811
    from sims.pico.rig import PicoTwin

    game, name, panel = on_pico
    pico = chips(load_wiring(panel))
    pico.reset()  # it must not remember the strip of another table

    def opened(wiring, pieces, clock, seed):
        twin = PicoTwin(wiring, pieces, chip=pico)
        twin.lights = lambda: dict(output.scene(twin.table.state))
        return twin

    pupil = Pupil(game, name, panel, opened=opened, clock=pico.clock)
    pupil.learn()
    assert pupil.teacher.done
    pupil.close()


@pytest.mark.parametrize(("game", "name", "panel"), often(first, EVERY))
def test_the_hand_learns_it(game, name, panel):
    pupil = Pupil(game, name, panel)
    pupil.learn()
    taught = pupil.teacher.taught()
    assert taught.says and not taught.replying
    assert pupil.teacher.done
    pupil.close()


class Thoughtful(Motions):
    """A hand that holds what it has lifted, and thinks."""

    def lift(self, site, name=""):
        yield from super().lift(site, name)
        yield HELD


@pytest.mark.parametrize(("game", "name", "panel"), one_in(3, EVERY))
def test_who_takes_his_time_and_takes_back_learns_it_too(game, name, panel):
    """As a person does: by hand alone, slowly, with BACK pressed where nothing was done."""
    pupil = Pupil(game, name, panel)
    pupil.twin.motions = Thoughtful(pupil.twin.bench)
    begun = len(pupil.table.moments)
    for _ in range(2):
        pupil.running.press("back")
        pupil.settle()
    assert len(pupil.table.moments) >= begun, "what was laid out for it stays so"
    lesson = pupil.teacher.lesson
    for number, task in enumerate(lesson.tasks):
        if pupil.teacher.done or pupil.teacher.taught().task != number:
            continue
        for move in task.way:
            pupil.twin._agenda.add(make_move(move, pupil.twin, pupil.twin.motions))
            pupil.settle(1.0)
        assert not pupil.teacher.missed, task
    assert pupil.teacher.done
    pupil.close()


@pytest.mark.parametrize(("game", "name", "panel"), one_in(3, EVERY))
def test_it_has_no_dead_end(game, name, panel):
    """Something else is done before every task; then what is asked for."""
    luck = Random(f"{panel.stem} {name}")
    pupil = Pupil(game, name, panel)
    for _ in pupil.teacher.lesson.tasks:
        pupil.disturb(luck)
        if not pupil.teacher.done:
            pupil.do_task()
    pupil.learn()
    assert pupil.teacher.done
    pupil.close()


def until_met(pupil):
    """The rule is broken, as the lesson has asked; it is still being told."""
    for _ in range(200):
        pupil.wait(0.05)
        if pupil.teacher.lingers(pupil.clock.now()):
            return True
    return False


@pytest.mark.parametrize(("game", "name", "panel"), one_in(2, [one for one in EVERY if first(one)]))
def test_who_moves_on_after_a_mistake_that_was_asked_for_has_lost_nothing(game, name, panel):
    """What was wrong is not carried back, but to where it may go."""
    luck = Random(name)
    pupil = Pupil(game, name, panel)
    for _ in pupil.teacher.lesson.tasks:
        task = pupil.teacher.task
        if pupil.teacher.done:
            break
        if task.mistake and len(task.way) == 1:
            pupil.running.make(task.way[0])
            if until_met(pupil):
                pupil.twin.bench.stand(pupil.table.position.layout())
                pupil.wait(0.2)
                pupil.disturb(luck)
        else:
            pupil.do_task()
    pupil.learn()
    assert pupil.teacher.done
    pupil.close()


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_after_the_end_no_light_asks_for_anything(game):
    """For a player who plays on, the goals of a lifted piece are lit."""
    for path in game.lessons[::3]:
        pupil = Pupil(game, path.stem, game.panel)
        pupil.learn()
        pupil.wait(1.0)
        asking = {Glow.PULSE, Glow.DOUBLE, Glow.RUN, Glow.RUN_BACK}
        lit = {site: light.glow for site, light in pupil.running.loop.scene.items()}
        assert pupil.teacher.done
        assert pupil.table.stage is not Stage.WAITING or not asking & {*lit.values()}, lit
        pupil.close()


@pytest.mark.parametrize("number", range(len(TAUGHT)), ids=lambda number: TAUGHT[number].name)
def test_only_yes_or_next_after_the_end_asks_for_the_next_lesson(number):
    game, key = TAUGHT[number], ("yes", "next")[number % 2]
    pupil = Pupil(game, game.lessons[0].stem, game.panel)
    pupil.running.press(key)
    pupil.settle()
    pupil.learn()
    pupil.wait(1.0)
    assert pupil.teacher.done and not pupil.running.next_lesson
    pupil.running.press(key)
    pupil.wait(1.0)
    assert pupil.running.next_lesson
    assert not pupil.running.hints.waiting
    pupil.close()


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_hint_says_what_the_lesson_asks_for(game):
    for path in game.lessons[:3]:
        pupil = Pupil(game, path.stem, game.panel)
        heard: list[str] = []
        for task in pupil.teacher.lesson.tasks:
            asks = not task.mistake and task.strict and pupil.teacher.task is task
            seat = task.way[0].seat if task.way else None
            if asks and seat in pupil.table.position.actors:
                for _ in range(3):
                    pupil.running.hint(seat, heard.append)
                    pupil.wait(0.1)
                assert pupil.running.hints.hint.move == task.way[0]
                assert heard[-1].endswith("this is what the lesson asks for now.")
            if not pupil.teacher.done:
                pupil.do_task()
        assert heard
        pupil.close()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_rule_is_taught_or_named(game):
    lessons = [read_lesson(path, game) for path in game.lessons]
    told = frozenset().union(*(lesson.names for lesson in lessons))
    assert rule_numbers(game) - told == set()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_arrows_are_for_the_first_two_and_some_ask_to_break_a_rule(game):
    lessons = [read_lesson(path, game) for path in game.lessons]
    pointing = [any(task.shows for task in lesson.tasks) for lesson in lessons]
    assert any(pointing[:2]) and not any(pointing[2:])
    kinds = [k for one in lessons for t in one.tasks for goal in t.goals for k, _, _ in goal.ways]
    assert kinds.count("refused") >= 2
    assert 5 <= len(lessons) <= 9


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_it_begins_with_a_move_at_once(game):
    """The goal is told in half a minute, at two words a second; then something is to be done."""
    first = read_lesson(game.lessons[0], game).tasks[0]
    assert len(" ".join(first.says).split()) <= 75 and first.goals
