"""What a moment keeps and hands on is what it would find if it were asked afresh."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from random import Random

import msgspec
import pytest

from controller.game import Setting
from controller.games import SHELF
from controller.games.kept import Kept, cached_on, changed

TABLES = [
    pytest.param(game, seats, option, id=f"{game.name}-{seats}-{option or 'usual'}")
    for game in SHELF.values()
    for seats in {game.seats[0], game.seats[-1]}
    for option in (None, *game.options)
]
MOVES = 150


def walk(game, seats, option, luck):
    """Moments as a playout meets them, each made from the one before."""
    options = {option: not game.options[option].usual} if option else {}
    position = game.start(Setting(seats, options=options))
    while position.outcome is None:
        moves = list(position.moves())
        yield position
        position = position.after(luck.choice(moves))
    yield position


def questions(position):
    """Whatever a moment can be asked for the second time without thinking."""
    every = {name: one for base in type(position).__mro__ for name, one in vars(base).items()}
    return [name for name, one in every.items() if isinstance(one, Kept | cached_property)]


@pytest.mark.parametrize(("game", "seats", "option"), TABLES)
def test_what_is_kept_is_what_a_fresh_moment_finds(game, seats, option):
    for position in islice(walk(game, seats, option, Random(seats)), MOVES):
        fresh = game.thaw(msgspec.json.encode(position))
        for name in questions(position):
            assert getattr(position, name) == getattr(fresh, name), name
        assert position.layout() == fresh.layout()
        assert list(position.moves()) == list(fresh.moves()), "in the same order, for luck's sake"


def differing(before, after):
    """Where the board stands otherwise, and how."""
    return {site: after.get(site, ()) for site, _ in before.items() ^ after.items()}


@pytest.mark.parametrize(("game", "seats", "option"), TABLES)
def test_what_a_move_leaves_on_the_board_is_told_without_making_it(game, seats, option):
    luck = Random(seats)
    for position in islice(walk(game, seats, option, luck), 0, 3 * MOVES, 5):
        sites = frozenset(luck.sample(sorted(position.layout()), min(3, len(position.layout()))))
        tried = [*position.moves(), *position.attempts(sites)]
        for move in luck.sample(tried, min(12, len(tried))):
            effect = position.effect(move)
            after = position.after(move).layout()
            assert effect is None or effect == differing(position.layout(), after), move


class Purse(msgspec.Struct, frozen=True, dict=True):
    coins: tuple[int, ...]
    owner: str = ""

    @cached_on("coins")
    def worth(self):
        return sum(self.coins)


def test_an_answer_is_handed_on_while_nothing_it_rests_on_changes():
    purse = Purse((1, 2))
    assert "worth" not in vars(purse)
    assert purse.worth == 3 and vars(purse) == {"worth": 3}
    assert vars(changed(purse, owner="Ada")) == {"worth": 3}
    assert vars(changed(purse, coins=(5,), owner="Ada")) == {}
    assert vars(purse) == {"worth": 3}
