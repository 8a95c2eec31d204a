"""The contract: what a game is asked before it begins, and what a plain one need not say."""

from __future__ import annotations

import pytest

from controller.errors import Misuse
from controller.game import Game, Setting, seats_in_words
from controller.games import SHELF
from controller.values import Seat
from tests.web.harbour import GAME as HARBOUR

PAIRS = ((Seat(0), Seat(1)),)
ODD = {"odd": True}


@pytest.mark.parametrize(
    ("game", "setting", "sentence"),
    [
        ("astron", Setting(7), "Astron is for two to six players, not 7."),
        ("space_walk", Setting(6), "Space Walk is for two to five players, not 6."),
        ("astroplane", Setting(1), "Astroplane is for two to four players, not 1."),
        ("zylatron", Setting(5), "Zylatron is for two to four players, not 5."),
        (
            "situation7",
            Setting(3),
            "Situation 7 has two sides, not 3; two people may share a side.",
        ),
        (
            "astron",
            Setting(3, teams=PAIRS),
            "Every player must be in one team, and no team may be empty.",
        ),
        (
            "astron",
            Setting(2, teams=(*PAIRS, ())),
            "Every player must be in one team, and no team may be empty.",
        ),
        (
            "space_walk",
            Setting(2, teams=PAIRS),
            "In Space Walk everybody plays alone; there are no teams.",
        ),
        (
            "astroplane",
            Setting(2, teams=PAIRS),
            "In Astroplane everybody plays alone: there are no teams.",
        ),
        (
            "zylatron",
            Setting(2, teams=PAIRS),
            "A team of Zylatron shares one planet: name both players at one seat, as in Ada+Grace.",
        ),
        (
            "situation7",
            Setting(2, teams=PAIRS),
            "The two sides of Situation 7 are its teams already.",
        ),
        (
            "astron",
            Setting(2, options=ODD),
            "Astron has no option 'odd'; it has takeoff_by_hand, no_forced_suicide, "
            "grounded_upheaval, heat_symmetric.",
        ),
        (
            "space_walk",
            Setting(2, options=ODD),
            "Space Walk has no option 'odd'; it has second_player_opens, token_reset_own_turn, "
            "action_cards.",
        ),
        ("astroplane", Setting(2, options=ODD), "Astroplane has no option 'odd'; it has match."),
        (
            "situation7",
            Setting(2, options=ODD),
            "Situation 7 has no option 'odd'; it has clear_colours.",
        ),
        (
            "zylatron",
            Setting(2, options=ODD),
            "Zylatron has no option 'odd'; it has short_game, touch_move, show_ranges.",
        ),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(game: str, setting: Setting, sentence: str):
    with pytest.raises(Misuse) as trouble:
        SHELF[game].start(setting)
    assert str(trouble.value) == sentence


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_game_begins_with_as_many_as_it_says(game: Game):
    for seats in game.seats:
        assert len(game.start(Setting(seats)).scores()) == seats


def test_an_option_that_is_switched_off_is_not_agreed():
    assert Setting(2, options={"on": True, "off": False}).agreed == {"on"}


def test_how_many_may_play_is_said_in_words():
    assert seats_in_words(range(2, 7)) == "two to six"
    assert seats_in_words(range(2, 3)) == "two"
    assert seats_in_words(range(9, 13)) == "nine to 12"


def test_a_plain_game_hides_nothing_and_holds_nothing():
    position = HARBOUR.start(Setting(2))
    assert position.public() is position.seen_by(Seat(1)) is position
    assert position.hand(Seat(0)) == position.credits(position, Seat(0)) == ()


def test_a_plain_game_promises_what_a_seat_is_ahead_of_the_others():
    position = SHELF["space_walk"].start(Setting(3))
    scores = position.scores()
    assert position.evaluate(Seat(0)) == scores[0] - (scores[1] + scores[2]) / 2
