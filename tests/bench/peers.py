"""Other people's code at the same work, in the same run: `make bench PEERS=1` installs and asks it.

Nothing of theirs is in ours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median

import chess
import pyfirmata2

from controller.game import Setting
from controller.games import SHELF
from firmware import wire
from tests.bench import spiel
from tests.bench.figures import Figure, spread
from tests.space_walk.speed import random_game

SLICES = 15  # who is compared takes turns, so that a busy machine slows both alike
SLICE = 0.2  # s
READ = 400  # positions of chess
CONTACT = bytes([0x90, 0x05, 0x00])  # Firmata: the first port's pins 0 and 2 are high


def beside(ours: Callable[[], int], theirs: Callable[[], int]) -> tuple[float, float]:
    """How many a second of each, by medians of turns."""
    turns = [(pace(ours), pace(theirs)) for _ in range(SLICES)]
    one, other = (median(side) for side in zip(*turns, strict=True))
    return one, other


def pace(done: Callable[[], int]) -> float:
    start, count = time.thread_time(), 0
    while time.thread_time() - start < SLICE:
        count += done()
    return count / (time.thread_time() - start)


def space_walk_in_open_spiel(seats: int) -> Iterator[Figure]:
    """Games a second of our game as an OpenSpiel Python game."""
    game, luck = spiel.SpaceWalk(seats), Random(seats)

    def ours() -> int:
        random_game(seats, luck)
        return 1

    def theirs() -> int:
        spiel.random_game(game, luck)
        return 1

    one, other = beside(ours, theirs)
    yield Figure(f"peer: space_walk, {seats} seats, OpenSpiel: games", other, "/s")
    yield Figure(f"peer: space_walk, {seats} seats: games, of OpenSpiel's", one / other, "x")


def chess_played() -> Iterator[Figure]:
    """python-chess, a decision at a time, beside the game of ours that most resembles it."""
    luck = Random(1)

    def theirs() -> int:
        board, moves = chess.Board(), 0
        while not board.is_game_over() and moves < 200:
            board.push(luck.choice(list(board.legal_moves)))
            moves += 1
        return moves

    def ours() -> int:
        position, moves = SHELF["astroplane"].start(Setting(2)), 0
        while position.outcome is None and moves < 200:
            position = position.after(luck.choice(list(position.moves())))
            moves += 1
        return moves

    one, other = beside(ours, theirs)
    yield Figure("peer: python-chess: random moves", other, "/s")
    yield Figure("peer: astroplane: random moves, of python-chess's", one / other, "x")


def chess_read() -> Iterator[Figure]:
    """The whole-position method: every lawful move made, and the board compared, as boards do."""
    luck, board, took = Random(1), chess.Board(), []
    while len(took) < READ:
        if board.is_game_over():
            board = chess.Board()
        move = luck.choice(list(board.legal_moves))
        board.push(move)
        seen = board.occupied
        board.pop()
        start = time.thread_time()
        for one in board.legal_moves:
            board.push(one)
            fits = board.occupied == seen
            board.pop()
            if fits:
                break
        took.append(time.thread_time() - start)
        board.push(move)
    yield from spread("peer: python-chess, whole position: a landing", took)


class Port:
    """A port that says the same for ever, as pyserial would."""

    def __init__(self, told: bytes) -> None:
        self._told, self._at = [bytes([one]) for one in told], 0

    def read(self, count: int = 1) -> bytes:
        self._at = (self._at + 1) % len(self._told)
        return self._told[self._at - 1]

    def write(self, told: bytes) -> None:
        """Ignore the message."""


class Uno(pyfirmata2.Board):
    """Theirs, but for the port and the five seconds' wait for it."""

    def __init__(self) -> None:
        self.sp, self._command_handlers, self.samplerThread = Port(CONTACT), {}, None
        self.name = "uno"
        self.setup_layout(pyfirmata2.BOARDS["arduino"])
        for port in self.digital_ports:
            port.enable_reporting()

    def __del__(self) -> None:
        """There is nothing to close."""


def frames_by_firmata() -> Iterator[Figure]:
    """Messages of contacts, as pyfirmata2 takes them in, beside our frames of one edge each."""
    board = Uno()
    edge = wire.encode(wire.EDGE, 7, wire.pack(wire.EDGE, 123456, 77, 1))
    data, decoder = edge * 500, wire.Decoder()

    def ours() -> int:
        return sum(1 for kind, _, told in decoder.feed(data) if wire.unpack(kind, told))

    def theirs() -> int:
        for _ in range(500):
            board.iterate()
        return 500

    one, other = beside(ours, theirs)
    yield Figure("peer: pyfirmata2: messages decoded", other, "/s")
    yield Figure("peer: frames decoded, of pyfirmata2's", one / other, "x")


PEERS: list[Callable[[], Iterator[Figure]]] = [
    partial(space_walk_in_open_spiel, 2),
    partial(space_walk_in_open_spiel, 5),
    chess_played,
    chess_read,
    frames_by_firmata,
]
