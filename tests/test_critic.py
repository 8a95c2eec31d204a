"""What the best robot says of a move that was made: true, lawful, and only when all is over."""

from __future__ import annotations

import pytest

from controller.app.library.critic import Critic, verdict
from controller.app.library.library import GameLibrary
from controller.app.setup.thinker import Answer, AtOnce, Question
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.robots.opinion import GOOD_MARGIN, Opinion, Rated
from controller.values import CHANCE, Seat
from tests.test_library import kept, moves


@pytest.mark.parametrize("name", SHELF)
def test_of_every_game_that_is_over_the_robot_has_something_to_say(name, tmp_path):
    game, path = SHELF[name], tmp_path / "journal.db"
    library = GameLibrary(path, AtOnce)
    number = kept(path, game)
    said = [library.opinion(number, step) for step in (1, 2)]
    assert all(sentence.endswith(".") and "critic." not in sentence for sentence in said)
    with pytest.raises(Misuse, match="no such move"):
        library.opinion(number, 1 + sum(move.seat != CHANCE for move in moves(game, 1)))


@pytest.mark.parametrize("name", SHELF)
def test_while_a_game_goes_on_nobody_is_told_what_would_be_good(name, tmp_path):
    """Who wants that asks for a hint, if it was agreed that there are any."""
    path = tmp_path / "journal.db"
    library = GameLibrary(path, AtOnce)
    number = kept(path, SHELF[name], ended="")
    with pytest.raises(Misuse, match="over"):
        library.opinion(number, 1)


def rated(*worths: float) -> Opinion:
    """Moves of Space Walk, the most thought of first."""
    options = (Rated(f"1 empties o{n}", 50 - n, worth) for n, worth in enumerate(worths, 1))
    return Opinion(Seat(0), tuple(options), 100)


@pytest.mark.parametrize("made", [1, 2, 3, 4])
def test_what_was_done_is_called_worse_only_where_it_is(made):
    worths = (0.6, 0.6 - GOOD_MARGIN / 2, 0.3, 0.1)
    told = verdict(rated(*worths), SHELF["space_walk"].parse(f"1 empties o{made}"))
    if made < 3:
        assert told.key == "critic.same"
    else:
        assert told.key == "critic.better" and told.fields["move"] == "1 empties o1"
        assert told.fields["made"] < told.fields["chance"] == 60


def test_what_was_only_glanced_at_or_not_thought_of_is_given_no_number():
    move = SHELF["space_walk"].parse("1 empties o9")
    assert verdict(rated(0.6, 0.5), move).key == "critic.other"
    glanced = Rated("1 empties o9", 1, 0.9)
    some = rated(0.6, 0.5)
    assert verdict(Opinion(Seat(0), (*some.rated, glanced), 9), move).key == "critic.other"


def test_without_a_choice_or_a_thought_nobody_is_blamed():
    move = SHELF["space_walk"].parse("1 empties o1")
    assert verdict(rated(0.2), move).key == "critic.forced"
    assert verdict(None, move).key == "critic.silent"


class Rude(AtOnce):
    """Is asked about another move before it has answered."""

    def ask(self, question: Question) -> None:
        self.asked = question

    def heard(self) -> Answer:
        game = SHELF["space_walk"]
        start = game.start(Setting(2))
        with pytest.raises(Misuse, match="another"):
            CRITIC.judge(game, start, next(iter(start.moves())))
        return Answer(self.asked.number, None)


CRITIC = Critic(Rude)


def test_it_thinks_about_one_move_at_a_time_and_then_about_the_next():
    game = SHELF["space_walk"]
    start = game.start(Setting(2))
    for _ in range(2):
        assert CRITIC.judge(game, start, next(iter(start.moves()))).key == "critic.silent"
