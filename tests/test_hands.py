"""Hands as people have them, on every panel; `make soak` tries many more of these."""

from __future__ import annotations

import pytest

from controller.games import SHELF
from tests.hands.failure import told
from tests.hands.laws import all_tried
from tests.often import often
from tests.panels import ALIKE, PANELS

SEEDS = {  # of each law that is tried here; whole games have tests of their own
    "natural": 3,
    "sure": 2,
    "strict": 2,
    "obedient": 2,
    "untouched": 1,
    "sleeve": 4,
    "takeback": 2,
    "meanwhile": 4,
    "reply": 2,
    "wish": 2,
    "deadends": 1,
    "clicked": 1,
    "page": 1,
    "named": 2,
    "stacked": 2,
    "copies": 1,
    "welded": 2,
    "robots": 1,
    "beside": 1,
    "yes": 2,
    "half_built": 1,
    "keyed": 1,
    "chords": 2,
    "away": 1,
    "lights": 2,
    "newest": 2,
    "demo": 1,
}
COSTLY = {"demo", "page", "deadends", "takeback"}  # only on the panel that a game has at first
USUAL = {game.panel.stem for game in SHELF.values()}
WARS = ("demo", "zylatron")  # which are long
FOUND = [  # by make soak: each once went wrong
    ("newest", "astroplane", 91001),
    ("newest", "space_walk_coils", 501),  # a hole touched beside an older mistake
    # two pieces in the air, of which one was put down for a move and the other back
    pytest.param("game", "zylatron", 501, marks=pytest.mark.long),
    ("deadends", "space_walk", 2001),  # a cell welded while its neighbour was in the hand
    ("deadends", "space_walk", 2003),  # put back where it stood, by the record long elsewhere
    ("deadends", "zylatron", 2000),
    ("game", "space_walk_tags", 2002),  # a key of the last turn counted once more
    # DONE pressed right after a move of two pieces
    pytest.param("game", "astroplane_tags", 2101, marks=pytest.mark.long),
    # a step from crowd to crowd, and another ship lifted
    pytest.param("game", "space_walk_trays", 2103, marks=pytest.mark.long),
    # two craft into one crowd: the search went round in one corner
    pytest.param("game", "zylatron", 2103, marks=pytest.mark.long),
    ("obedient", "astroplane", 2201),  # two craft swapped: what was lifted was not what stood there
    ("obedient", "space_walk_trays", 2102),  # two ships swapped between trays: which one comes off
    ("untouched", "space_walk_trays", 2103),  # all keys flipped while the board came back
    ("obedient", "zylatron_matrix", 1),  # two warriors swapped while FIRE waits for who aims
    ("obedient", "space_walk_trays", 3005),  # trays exchanged by way of a move taken back by hand
    ("obedient", "space_walk_trays", 3401),  # of two in the air one put where both may belong
    ("obedient", "space_walk", 3010),  # a sleeve over eight ships while others may spend a token
    ("untouched", "space_walk", 3000),  # a reed that opened for 10 ms
    ("untouched", "space_walk_tags", 3001),  # readers that did not answer for two seconds
    ("page", "zylatron_matrix", 2201),  # a piece lifted to point with in a robot's turn
    # a question that a key had brought up, and that nobody answered within three seconds
    pytest.param("game", "zylatron", 3201, marks=pytest.mark.long),
    pytest.param("game", "astroplane", 3301, marks=pytest.mark.long),  # prey lifted first of all
    pytest.param("game", "astroplane_tags", 3301, marks=pytest.mark.long),  # passing over antennas
    pytest.param("game", "space_walk_tags", 3301, marks=pytest.mark.long),  # a grab in a gap
    pytest.param("game", "astroplane_tags", 3401, marks=pytest.mark.long),  # the other way round
    pytest.param("game", "astroplane", 3601, marks=pytest.mark.long),  # prey's place to be filled
    # out of one crowd while another was emptied
    pytest.param("game", "space_walk_trays", 3601, marks=pytest.mark.long),
    ("takeback", "space_walk", 4001),  # into a crowd, and then out of another
    ("takeback", "space_walk_trays", 6003),  # out of a crowd, while another was in the air
    ("takeback", "zylatron", 6001),
    ("obedient", "space_walk_trays", 4003),  # swept, and read as moves of three players
    ("sleeve", "space_walk", 19),  # two players' moves in a sixth of a second
    ("sleeve", "space_walk", 33),  # one of two that were gone
    # lifted, and held for three seconds
    pytest.param("game", "space_walk", 5001, marks=pytest.mark.long),
    ("game", "space_walk_coils", 8000),  # sown the other way round, in a gap
    # a token that was spent stays spent
    pytest.param("game", "space_walk_trays", 7100, marks=pytest.mark.long),
    # two removals are due first
    pytest.param("game", "zylatron_matrix", 8003, marks=pytest.mark.long),
    pytest.param("demo", "zylatron_matrix", 8000, marks=pytest.mark.long),  # an old time of a goal
    pytest.param("game", "zylatron_matrix", 5000, marks=pytest.mark.long),  # into one crowd
    ("untouched", "situation7", 10000),  # a reed that chattered where a piece could be laid
    # of two unknown ships in the hand the second sown first
    pytest.param("game", "space_walk_trays", 10002, marks=pytest.mark.long),
    ("takeback", "zylatron", 11504),  # what came back first looked like a move of somebody else
    ("sure", "situation7", 2),  # a key was asked about, and forgotten while somebody read
    ("sure", "space_walk_tags", 2),  # so in a gap
    ("sure", "space_walk_coils", 21),  # the last of a stack went long after the first
    ("sure", "zylatron_matrix", 33),  # into the place that another had just left
    ("newest", "astron", 13),  # a card shown in error, then another's ship moved
    ("newest", "astron", 22),  # two cards in error at two readers
    ("newest", "space_walk", 11),
    ("strict", "astroplane_tags", 77002),  # put back, and lifted again before an antenna told so
    ("strict", "astroplane_tags", 77004),
    ("sure", "astroplane_tags", 77001),  # half of a Square set down, the other half in the hand
    ("stacked", "space_walk", 5),  # another player's ship out of a crowd
    ("stacked", "space_walk_trays", 6),
    ("stacked", "zylatron", 153),  # set down where a laden star could have gone
    ("welded", "astroplane", 8),  # the goal of a craft that had just come through hyperspace
    ("welded", "space_walk_trays", 41005),  # the goal of one of two ships that lay in a tray
    # half of a Square set down two seconds before its prey is taken, and a stack of prey
    pytest.param("game", "astroplane", 8000, marks=pytest.mark.long),
    ("newest", "astroplane", 15),  # another's craft lifted beside an older mistake
    ("newest", "zylatron", 90000),
    ("natural", "zylatron_matrix", 1),  # a piece pointed at, and CANCEL a tenth of a second later
    ("strict", "zylatron_matrix", 90003),  # lifting it was the move, and it was put back
    ("keyed", "zylatron_matrix", 501),  # the key that a question is about, pressed once more
    # a token's key pressed after the last ship, and told before the antenna told of the ship
    pytest.param("game", "space_walk_tags", 2, marks=pytest.mark.long),
    ("game", "space_walk_tags", 8),
    # a taken piece's place filled by one of two that moved together
    pytest.param("game", "astroplane", 90003, marks=pytest.mark.long),
    ("natural", "zylatron", 3),  # a star held to point with, as a missile was put down
    pytest.param("game", "zylatron", 1, marks=pytest.mark.long),  # so with a craft
    ("natural", "zylatron", 38),  # two craft into one crowd, not one on the other
    pytest.param("game", "zylatron", 702, marks=pytest.mark.long),
    # touched on the way to an answer: what is in the air just then is no reason to decide
    pytest.param("game", "zylatron", 0, marks=pytest.mark.long),
    # two Squares and a piece that was taken: nine sites, and no sleeve
    pytest.param("game", "astroplane_tags", 90001, marks=pytest.mark.long),
    ("deadends", "space_walk_coils", 602),  # one ship landed, another stack half empty
    ("takeback", "space_walk", 9),  # out of the box, while another went unfelt into a crowd
    ("half_built", "space_walk_coils", 4),  # YES before the coils had been read
    ("strict", "zylatron", 91006),  # a piece put back after its removal had counted
    ("away", "astron", 90002),  # the strip is asked for where it has to go next
    # what follows an unfelt act comes late
    pytest.param("game", "space_walk", 702, marks=pytest.mark.long),
    # at rest for a second as another move would leave it
    pytest.param("game", "space_walk_coils", 8003, marks=pytest.mark.long),
    ("newest", "astroplane_tags", 41002),  # half of an old mistake, read as one with a new act
    ("named", "space_walk", 41015),  # a foreign ship dropped into a hole, and not only lifted
    ("untouched", "space_walk", 31400),  # a cell that died under a ship just landed
    # a token's key and a ship that came down in one instant
    pytest.param("game", "space_walk", 66303, marks=pytest.mark.long),
]
EVERY = [pytest.param(law, panel, id=f"{law}-{panel}") for law in SEEDS for panel in PANELS]


def every_day(case) -> bool:
    law, panel = case.values
    return law not in COSTLY or (panel in USUAL and (law, panel) != WARS)


@pytest.mark.parametrize(
    ("law", "panel"),
    often(every_day, EVERY),
)
def test_whatever_hands_do_they_are_served(law, panel):
    failures = all_tried(law, panel, range(SEEDS[law])).failures
    assert not failures, told(failures)


@pytest.mark.parametrize("panel", sorted(ALIKE))
@pytest.mark.parametrize("law", ["natural", "obedient"])
def test_and_so_they_are_where_only_the_parts_differ(law, panel):
    failures = all_tried(law, panel, range(1)).failures
    assert not failures, told(failures)


@pytest.mark.parametrize(("law", "panel", "seed"), FOUND)
def test_what_went_wrong_once_does_not_again(law, panel, seed):
    failures = all_tried(law, panel, [seed]).failures
    assert not failures, told(failures)
