"""`check_game`, by which a new game is tried: it passes ours, and finds what is wrong."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games import SHELF
from controller.games.astron.rules import Astron
from controller.values import Refusal, Saying, Seat
from stardeck.bench import check_game, greedy, play_whole_game

GAME = SHELF["astron"]
STRANGE = Refusal("Q9", "astron.nobody-says-this")


def test_a_game_of_ours_passes():
    check_game(GAME)


class Lax(Astron, frozen=True):
    """Every attempt is lawful, but not offered."""

    def refusal(self, move):
        return None


class Strict(Astron, frozen=True):
    """Nothing is lawful, and no rule says why."""

    def refusal(self, move):
        return STRANGE


class Strange(Astron, frozen=True):
    """It asks for something without words."""

    def asks(self):
        return Saying("astron.nobody-says-this")


class Stuck(Astron, frozen=True):
    """The game goes on, but no seat may act."""

    @property
    def actors(self):
        return frozenset()


def begun_as(kind):
    """Astron with positions of this kind."""

    def opening(setting):
        start = GAME.opening(setting)
        return kind(**{name: getattr(start, name) for name in start.__struct_fields__})

    return replace(GAME, opening=opening, thaw=lambda told: opening(Setting(2)))


WRONG = {
    "a lawful move that is not offered": (begun_as(Lax), "is lawful, and not offered"),
    "an offered move that is refused": (begun_as(Strict), "is offered, and refused by Q9"),
    "a sentence that is missing": (begun_as(Strange), "no sentence astron.nobody-says-this"),
    "a game in which nobody acts": (begun_as(Stuck), "nobody may act"),
    "a piece without a name": (replace(GAME, pieces=lambda now: ()), "pieces"),
    "a move that is read as another": (
        replace(GAME, parse=lambda text: GAME.parse("1 lays F1.1")),
        "is read back as another move",
    ),
    "a position that JSON does not keep": (
        replace(GAME, thaw=lambda told: GAME.start(Setting(3))),
        "JSON loses",
    ),
}


@pytest.mark.parametrize(("game", "told"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_found(game, told):
    with pytest.raises(AssertionError, match=told):
        check_game(game)


@pytest.mark.parametrize("name", SHELF)
def test_a_whole_game_is_played_by_whoever_is_named_and_the_same_again(name):
    games = [play_whole_game(SHELF[name], greedy, seed=4) for _ in range(2)]
    first, again = ([position.layout() for position in islice(game, 8)] for game in games)
    assert first == again and len(first) == 8


def test_a_player_who_never_chooses_does_not_stop_the_game():
    def idle(luck):
        return lambda position, seat: None

    *_, end = play_whole_game(SHELF["situation7"], idle, idle)
    assert end.outcome is not None and Seat(0) < len(end.scores())
