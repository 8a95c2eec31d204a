"""Every sentence a person reads lies in a file, by key."""

from __future__ import annotations

import pickle

from controller.errors import BadBox, BoardTrouble, Misuse
from controller.values import Saying
from controller.words import said, say


def test_an_error_is_made_with_a_key_and_read_as_a_sentence():
    trouble = Misuse("shelf.no_game", name="ludo", names="astron, zylatron")
    assert str(trouble) == "There is no game 'ludo' on the shelf: astron, zylatron."


def test_an_error_with_a_plain_sentence_says_it_as_it_is():
    assert str(Misuse("Nobody plays {here}.")) == "Nobody plays {here}."


def test_an_error_or_a_saying_can_fill_the_gap_of_another():
    inner = BadBox("shelf.lacking", lacks="moves")
    outer = Misuse("shelf.unplayable", name="ludo", package="box", why=inner)
    assert str(outer) == "The game ludo of box cannot be played: its positions lack moves."
    nested = Saying("shelf.no_drawing")
    assert (
        said("page.malformed", why=nested) == "That was not understood: its drawing is no Drawing."
    )


def test_an_error_survives_the_way_to_another_thread_or_file():
    trouble = BoardTrouble("shelf.second", package="other", name="ludo")
    back = pickle.loads(pickle.dumps(trouble))
    assert (type(back), str(back)) == (BoardTrouble, str(trouble))


def test_a_key_nobody_knows_is_said_as_it_is():
    assert say(Saying("nowhere.at_all", {"more": 1})) == "nowhere.at_all"
