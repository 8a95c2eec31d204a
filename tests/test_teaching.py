"""How lessons are read, followed and kept: bad files, missed goals, the way on."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from controller.__main__ import main
from controller.app.hosting.host import Host
from controller.app.setup.start_game import Environment, lesson_of
from controller.errors import BadScenario, Misuse
from controller.games import SHELF
from controller.lessons.learnt import Learnt
from controller.lessons.lesson import lesson_names, read_lesson
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.shown.table_view import view_table
from controller.web.gallery import Gallery
from controller.web.mailbox import Learn, Mailbox
from controller.web.pages import asked_now, whose_turn
from controller.web.view import View
from controller.words import said
from drivers.clock import StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import open_twin
from sims.scenarios.pupil import Pupil

MAY = (Glow.PULSE, Glow.DOUBLE)
ASTRON = SHELF["astron"]
HEAD = """# A test of the reader.
after
  deal 1 F2.1, deal 2 F1.2, deal 1 S2.1, deal 2 S1.1, deal 1 F1.1, deal 2 F2.2
  deal 1 B3.1, deal 2 B1.2, deal 1 F4.1, deal 2 S2.2
"""
TASK = "say: Play it.\ngoal: made 1 lays F2.1\n"


@pytest.fixture
def written(tmp_path):
    def written(text: str):
        path = tmp_path / "lesson.txt"
        path.write_text(text)
        return read_lesson(path, ASTRON)

    return written


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("say: no title\n", 1, "open with a comment"),
        (HEAD + TASK, None, "a line --- must separate"),
        (HEAD + "---\nsay: Only words.\n", None, "asks for a goal"),
        (HEAD + "---\n" + TASK + "do it\n", 8, "begins with none of say, show"),
        (HEAD + "---\nsay: Win.\ngoal: win\n", 7, "'win' is no goal: made, refused"),
        (HEAD + "---\nsay: Win.\ngoal: refused A99\n", 7, "Astron has no rule A99"),
        (HEAD + "---\nsay: Win.\ngoal: made 1 dances\n", 7, "no move of Astron"),
        (HEAD + "---\nsay: Win.\ngoal: at ship1\n", 7, "does not fit that goal"),
        (HEAD + "---\nsay: Win.\ngoal: over\n", None, "wants a line 'way:'"),
        (HEAD + "teaches B7\n---\n" + TASK, 5, "Astron has no rule B7"),
        (HEAD + "learner 3\n---\n" + TASK, 5, "'3' is no seat of this game"),
        (HEAD + "learner you\n---\n" + TASK, 5, "'you' is no seat"),
        (HEAD + "set shops 3\n---\n" + TASK, 5, "sets nothing"),
        (HEAD + "set ships e5\n---\n" + TASK, 5, "sets nothing"),
        (HEAD + "set ships.9 3\n---\n" + TASK, 5, "sets nothing"),
        (HEAD + 'set phase "tea"\n---\n' + TASK, 5, "cannot be played"),
        (HEAD + "panel astron\n---\n" + TASK, 5, "'panel' cannot be agreed on"),
        ("# Dealt by luck.\n---\n" + TASK, None, "begins with somebody's move"),
    ],
)
def test_a_bad_lesson_is_refused_with_its_line_and_the_reason(written, text, line, reason):
    with pytest.raises(BadScenario) as refused:
        written(text)
    sentence = str(refused.value)
    assert reason in sentence and "\n" not in sentence
    assert (f"lesson.txt, line {line}: " if line else "lesson.txt: ") in sentence


def test_lines_go_on_and_goals_part_the_tasks(written):
    lesson = written(HEAD + "---\nsay: Play\n  it.\n" + TASK + "reply: 2 lays F1.2\nsay: Bye.\n")
    first, last = lesson.tasks
    assert first.says == ("Play it.", "Play it.") and first.strict
    assert [str(move) for move in first.way] == ["1 lays F2.1"]
    assert last.says == ("Bye.",) and not last.goals and len(last.replies) == 1


def test_a_lesson_that_is_not_there_is_named():
    with pytest.raises(Misuse, match="Astron has no lesson '7-tea': 1-fly, "):
        lesson_of(ASTRON, "7-tea")


def test_what_was_missed_is_taken_back_and_what_was_seen_with_it():
    pupil = Pupil(ASTRON, "1-fly", ASTRON.panel)
    pupil.make(ASTRON.parse("1 lays F4.1"))
    assert pupil.teacher.missed and not pupil.table.history[10:]
    assert "F4.1" in pupil.table.position.hand(0)
    pupil.learn()
    pupil.close()


def test_who_takes_back_what_a_task_asked_for_is_at_that_task_again():
    pupil = Pupil(ASTRON, "1-fly", ASTRON.panel)
    pupil.do_task()
    assert pupil.teacher.taught().task == 1
    pupil.twin.obey("press back", lambda sentence: None)
    pupil.settle(1.0)
    assert pupil.teacher.taught().task == 0
    pupil.learn()
    pupil.close()


def test_when_a_lesson_is_done_the_others_have_replied_and_nobody_is_to_move():
    game = SHELF["astroplane"]
    pupil = Pupil(game, "1-fly", game.panel)
    pupil.learn()
    taught, table = pupil.teacher.taught(), pupil.table
    assert taught.done and not taught.replying and "North" in taught.says[0]
    assert str(table.history[-1]) == "2 done"
    view = View(table=view_table(table, pupil.running.board.observe()), lesson=taught)
    assert whose_turn(view, table.position) == {"turn": [], "due": []}
    assert asked_now(view) == said("page.lesson_done")
    pupil.close()


@pytest.mark.parametrize("at, told", [(0, "lesson.done"), (-1, "lesson.last")])
def test_the_last_lesson_promises_no_other(at, told):
    pupil = Pupil(ASTRON, ASTRON.lessons[at].stem, ASTRON.panel)
    pupil.learn()
    pupil.settle(6.0)
    assert pupil.table.message.key == told
    pupil.close()


def test_a_lesson_lights_what_it_shows():
    pupil = Pupil(ASTRON, "1-fly", ASTRON.panel)
    pupil.do_task()
    lights = pupil.running.loop.scene
    assert {site: lights[site].glow.name for site in ("b1", "b3")} == dict.fromkeys(
        ("b1", "b3"), "DOUBLE"
    )
    pupil.do_task()
    assert pupil.running.loop.scene["roller"].glow is Glow.RUN, "which way is told all the same"
    pupil.close()


def test_where_a_piece_was_taken_up_is_not_pointed_at_while_it_is_in_the_hand():
    pupil = Pupil(SHELF["zylatron"], "1-move", SHELF["zylatron"].panel)
    pupil.wait(1.0)
    lights = pupil.running.loop.scene
    assert lights["h25"].glow is lights["k20"].glow is Glow.DOUBLE
    pupil.twin.obey("lift h25", lambda sentence: None)
    pupil.wait(1.0)
    lights = pupil.running.loop.scene
    assert lights["k20"].glow is Glow.DOUBLE is not lights["h25"].glow
    pupil.close()


def test_what_the_table_may_do_in_a_lesson_is_not_lit_nor_anybody_elses_to_do():
    pupil = Pupil(SHELF["situation7"], "1-cover", SHELF["situation7"].panel)
    pupil.do_task()
    lit = {site for site, light in pupil.running.loop.scene.items() if light.glow in MAY}
    assert "F1" in lit and "F12" not in lit
    pupil.twin.obey("press stop2", lambda sentence: None)
    pupil.wait(1.0)
    assert pupil.table.notice.owner == 1 and not pupil.table.position.sides[1].stopped
    pupil.close()


def test_a_planet_that_was_emptied_is_not_pointed_at_while_its_ships_come_down():
    pupil = Pupil(SHELF["space_walk"], "1-walk", SHELF["space_walk"].panel)
    pupil.do_task()
    glows = {site: light.glow for site, light in pupil.running.loop.scene.items()}
    assert glows["o2"] is Glow.DOUBLE and glows.get("o1") is not Glow.DOUBLE
    pupil.learn()
    pupil.close()


# ------------------------------------------------------------------------------------- what is kept


def hosted(folder: Path) -> Host:
    house = Environment(
        url="sim://",
        panel=lambda game: load_wiring(game.panel),
        journal=None,
        seed=lambda: 7,
        today=lambda: "1954-10-01 20:00",
        clock=StepClock(),
        open_twin=open_twin,
        folder=folder,
    )
    return Host(house, Gallery(), Mailbox())


def until(host: Host, done) -> None:
    for _ in range(3000):
        host.turn()
        if done():
            return
    raise AssertionError("it never came to that")


def test_a_lesson_is_begun_by_letter_kept_when_done_and_gone_on_from_with_yes(tmp_path):
    host = hosted(tmp_path)
    answer = host.mailbox.post(Learn("astron", "6-rocks"))
    until(host, lambda: answer.done() and host.running)
    for move in ("1 lays F2.1", "1 flies b3-b5", "1 turns +1"):
        until(host, lambda: waiting(host) and not host.running.teacher.taught().replying)
        host.running.make(ASTRON.parse(move))
        until(host, lambda made=move: made in map(str, host.table.history))
    until(host, lambda: host.running.teacher.done)
    host.running.twin.obey("press yes", lambda sentence: None)
    until(host, lambda: host.running.teacher.lesson.name == "7-moon")
    host.close()
    assert Learnt(tmp_path).of("astron") == ("6-rocks",)
    assert stat.S_IMODE((tmp_path / "lessons.json").stat().st_mode) == 0o600


def waiting(host: Host) -> bool:
    return host.table.stage is Stage.WAITING and not host.table.busy and not host.running.twin.busy


def test_what_cannot_be_read_is_learnt_again(tmp_path):
    (tmp_path / "lessons.json").write_text("{broken")
    learnt = Learnt(tmp_path)
    assert learnt.all == {}
    learnt.finish("astron", "1-fly")
    assert Learnt(tmp_path).of("astron") == ("1-fly",)
    assert lesson_of(ASTRON, "", ("1-fly",)).lesson.name == lesson_names(ASTRON)[1]


def test_the_command_line_lists_what_there_is_to_learn(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Learnt(tmp_path / "stardeck").finish("astron", "1-fly")
    assert main(["learn"]) == 0
    out = capsys.readouterr().out
    assert "✓ stardeck learn astron 1 " in out and "  stardeck learn zylatron 9 " in out
    assert main(["learn", "astron", "no-such", "--screen"]) == 2
    assert "has no lesson 'no-such'" in capsys.readouterr().err
