"""There is one loop, and it is never nested: whatever takes time is left for the next turns."""

from __future__ import annotations

import pytest

from controller.sitting.loop import Loop
from controller.web.mailbox import Again, Direct, Hint, Learn, Obey, Start
from tests.test_recording import asked, hosted


class Watched(Loop):
    """A loop that cannot bear to be turned while it is being turned."""

    turns = 0
    turning = False

    def turn(self, patience=None):
        assert not self.turning, "the loop is turned within itself"
        self.turning, self.turns = True, self.turns + 1
        try:
            return super().turn(patience)
        finally:
            self.turning = False


@pytest.fixture
def host(tmp_path):
    host = hosted(tmp_path, "Ada", "first")
    host.running.loop.__class__ = Watched
    for _ in range(60):
        host.turn()
    yield host
    host.close()


@pytest.mark.parametrize("line", ["move b1 b3", "turn 1", "wait 3", "slide b1 c1 d1", "tidy"])
def test_a_turn_of_the_host_is_at_most_one_of_the_loop_while_a_hand_moves(host, line):
    answer = host.mailbox.post(Obey(line))
    while not answer.done():
        before = host.running.loop.turns
        host.turn()
        assert host.running.loop.turns - before <= 1


def test_the_loop_stands_still_while_the_workshop_has_the_board(host):
    asked(host, Start("enrol"))
    host.turn()
    asked(host, Direct("help"))
    before = host.running.loop.turns
    while host.workshop.busy:
        host.turn()
    assert host.running.loop.turns - before <= 1


@pytest.mark.parametrize("request_", [Obey("move b1 b3"), Obey("press yes"), Hint()])
@pytest.mark.parametrize("leave", [Learn("astron"), Again(), Learn("zylatron")])
def test_who_waits_for_an_answer_has_one_when_another_game_begins(host, request_, leave):
    """A page sends nothing more while it waits, and looked dead for half a minute."""
    answer = host.mailbox.post(request_, min(host.table.position.due))
    host.turn()
    asked(host, leave)
    assert answer.done()
