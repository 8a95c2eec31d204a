"""The contacts: what bounces is not felt, what stays is felt once, what lies is not believed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.scan import GROUND_SENTINEL, SENTINELS, Scanner

WELL = (GROUND_SENTINEL, GROUND_SENTINEL, 0)
CELLS = st.integers(0, GROUND_SENTINEL - 1)


def scanner(samples=2, levels=WELL):
    """Two guarded chains and one of keys, settled at these levels."""
    built = Scanner((32, 32, 8), (True, True, False), samples)
    for _ in range(samples):
        built.feed(levels)
    assert built.settled
    return built


def with_cells(first=0, second=0, keys=0):
    return (GROUND_SENTINEL | first, GROUND_SENTINEL | second, keys)


def felt(built, samples):
    return [edge for levels in samples for edge in built.feed(levels)]


def test_a_contact_counts_at_the_last_of_its_samples():
    built = scanner(samples=3)
    assert [list(built.feed(with_cells(second=1 << 7))) for _ in range(4)] == [
        [],
        [],
        [(39, 1)],
        [],
    ]


def test_channels_run_on_from_chain_to_chain_by_thirty_two():
    closed = with_cells(1 << 29, 1, 0x80)
    assert felt(scanner(), [closed] * 2) == [(29, 1), (32, 1), (71, 1)]


@given(samples=st.integers(2, 20), cells=CELLS, length=st.integers(1, 19), times=st.integers(1, 4))
def test_a_bounce_shorter_than_the_samples_is_never_felt(samples, cells, length, times):
    bounce = [with_cells(cells)] * min(length, samples - 1) + [WELL]
    assert felt(scanner(samples), bounce * times) == []


@given(samples=st.integers(1, 20), cells=CELLS, keys=st.integers(0, 255), more=st.integers(0, 30))
def test_a_level_that_is_held_is_felt_exactly_once(samples, cells, keys, more):
    built = scanner(samples)
    edges = felt(built, [with_cells(cells, 0, keys)] * (samples + more))
    closed = [bit for bit in range(30) if cells >> bit & 1]
    pressed = [64 + bit for bit in range(8) if keys >> bit & 1]
    assert edges == [(channel, 1) for channel in closed + pressed]
    assert built.settled


@given(st.lists(st.tuples(CELLS, CELLS, st.integers(0, 255)), max_size=60), st.integers(1, 5))
def test_the_edges_always_add_up_to_the_bitmap(words, samples):
    built = scanner(samples)
    believed = bytearray(built.bits())
    for cells in words:
        for channel, level in built.feed(with_cells(*cells)):
            believed[channel // 8] ^= 1 << channel % 8
            assert believed[channel // 8] >> channel % 8 & 1 == level
    assert bytes(believed) == built.bits()


@given(st.lists(st.tuples(CELLS, st.integers(1, 4)), max_size=30), st.integers(1, 5))
def test_nothing_is_missed_while_a_settled_board_is_not_sampled(story, samples):
    """What a simulator relies on to skip time."""
    patient, hasty = scanner(samples), scanner(samples)
    for cells, times in story:
        levels = with_cells(cells)
        edges = felt(hasty, [levels])
        for _ in range(times - 1):
            if not hasty.settled:
                edges += hasty.feed(levels)
        assert felt(patient, [levels] * times) == edges
        assert patient.bits() == hasty.bits()


def test_the_bitmap_counts_from_the_low_bit_and_shows_the_sentinels():
    built = scanner(levels=with_cells(0b1001, 1 << 8, 0x81))
    assert built.bits() == bytes([0b1001, 0, 0, 0x40, 0, 1, 0, 0x40, 0x81])


def test_nothing_is_believed_before_there_are_enough_samples():
    built = Scanner((8,), (False,), 3)
    assert felt(built, [(1,), (1,)]) == [] and built.bits() == b"\0"
    assert felt(built, [(1,)]) == [(0, 1)]


@pytest.mark.parametrize(
    "wrong",
    [0, SENTINELS | 0xFFFF, 1 << 31, 0x12345678],
    ids=["pulled out", "all closed", "upside down", "shifted"],
)
def test_a_chain_with_wrong_sentinels_is_frozen(wrong):
    standing = with_cells(first=0b110)
    built = scanner(levels=standing)
    before = built.bits()
    if wrong & SENTINELS == GROUND_SENTINEL:
        wrong ^= GROUND_SENTINEL
    assert felt(built, [(wrong, GROUND_SENTINEL, 0)] * 30) == []
    assert built.faults == 1 and built.bits() == before and built.settled


def test_the_other_chains_are_felt_while_one_is_wrong():
    assert felt(scanner(), [(0, GROUND_SENTINEL | 1, 4)] * 2) == [(32, 1), (66, 1)]


def test_a_chain_that_comes_back_is_felt_anew():
    built = scanner()
    felt(built, [(0, GROUND_SENTINEL, 0)] * 3)
    assert felt(built, [with_cells(first=1)]) == [] and built.faults == 0
    assert felt(built, [with_cells(first=1)]) == [(0, 1)]


def test_samples_on_both_sides_of_a_wrong_one_do_not_add_up():
    lifted, wrong = with_cells(first=1), (0, GROUND_SENTINEL, 0)
    assert felt(scanner(), [lifted, wrong, lifted]) == []


def test_sentinels_are_no_edges():
    assert felt(Scanner((32, 32, 8), (True, True, False)), [WELL] * 3) == []


def test_one_wild_sample_changes_nothing():
    wild = (0xFFFFFFFF, 0xFFFFFFFF, 0)
    built = scanner()
    assert felt(built, [wild, WELL, WELL, WELL]) == [] and built.faults == 0


def test_all_guarded_chains_wrong_is_the_bus():
    built = scanner()
    built.feed((0, GROUND_SENTINEL, 0))
    assert not built.bus
    built.feed((0, 0, 0))
    assert built.bus and built.faults == 0b11


def test_keys_alone_have_no_bus_to_be_wrong():
    built = Scanner((8,), (False,))
    built.feed((0xFF,))
    assert not built.bus and built.faults == 0


def test_more_samples_may_be_asked_for_while_it_runs():
    built = scanner()
    built.samples = 5
    assert felt(built, [with_cells(first=1)] * 4) == []
    assert felt(built, [with_cells(first=1)]) == [(0, 1)]
    built.samples = 1
    assert felt(built, [WELL]) == [(0, 0)]


def test_bits_beyond_the_width_of_a_chain_are_nobody():
    built = Scanner((8,), (False,), 1)
    assert felt(built, [(0xF01,)]) == [(0, 1)] and built.settled


# ---------------------------------------------------------------------------------------- a matrix

PROOF = 0x7FF  # eleven columns
ROWS = (GROUND_SENTINEL, GROUND_SENTINEL, PROOF)


def matrix():
    built = Scanner((32, 32, 11), (True, True, False), matrix=True)
    felt(built, [ROWS] * 2)
    assert built.settled and not built.faults
    return built


@given(proof=st.integers(0, 2**32 - 1))
def test_a_matrix_is_well_only_while_its_last_row_reads_every_column_and_no_sentinel(proof):
    built = matrix()
    assert felt(built, [(GROUND_SENTINEL, GROUND_SENTINEL, proof)] * 2) == [], "no contact is there"
    assert built.faults == (0 if proof == PROOF else 4)
    assert not built.bus
    felt(built, [ROWS])
    assert not built.faults


def test_a_matrix_that_is_dead_from_the_start_is_told():
    built = Scanner((32, 32, 11), (True, True, False), matrix=True)
    felt(built, [(0, 0, 0)] * 2)
    assert built.faults == 7 and built.bus
