"""Each rule by its number."""

from __future__ import annotations

from stardeck.bench import check_game
from stardeck.game import Setting

from stardeck_starter import GAME

START = GAME.start(Setting(2))


def played(*lines: str):
    """The position after these moves, each of them allowed."""
    position = START
    for line in lines:
        move = GAME.parse(line)
        assert move in list(position.moves()), line
        position = position.after(move)
    return position


def rule(position, line: str) -> str:
    """The number of the rule against this move."""
    refusal = position.refusal(GAME.parse(line))
    assert refusal, line
    return refusal.rule


def test_r1_players_take_turns():
    assert rule(START, "2 puts a1") == "R1"
    assert rule(played("1 puts a1"), "1 puts b1") == "R1"


def test_r2_a_piece_is_put_on_an_empty_cell():
    assert len(list(START.moves())) == 9
    assert rule(played("1 puts b2"), "2 puts b2") == "R2"


def test_r3_three_in_a_row_win():
    won = played("1 puts a1", "2 puts a2", "1 puts b1", "2 puts b2", "1 puts c1")
    assert won.outcome and won.outcome.winners == {0}
    assert rule(won, "2 puts c3") == "R3"


def test_the_table_can_rely_on_it():
    for seed in range(20):
        check_game(GAME, seed)
