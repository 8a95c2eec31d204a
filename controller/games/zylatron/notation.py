"""How the moves of Zylatron are read back from their lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from controller.errors import BadNotation
from controller.game import Move
from controller.games.zylatron.board import ACTS
from controller.games.zylatron.moves import (
    Aim,
    Beam,
    Board,
    Buy,
    Cancel,
    Choose,
    Detonate,
    Done,
    Fire,
    Go,
    Launch,
    Leave,
    Load,
    Lot,
    Rebuild,
    Remove,
    Repair,
    Shift,
    Strike,
    Touch,
)
from controller.values import CHANCE, Seat, Site

SEAT = "([1-4])"
POINT = "((?:[a-z](?:[12][0-9]|[1-9]))|(?:aa[12]?[13579]))"  # every other row has a point aa
NAME = "([a-z]+-(?:star|fighter|warrior|missile|factory)[1-9])"
CARD = r"((?:HIT|DAMAGE|MISS)\.[1-9][0-9]?)"

POINTED = {
    "aims": Aim,
    "fires-at": Fire,
    "blasts": Detonate,
    "repairs": Repair,
    "rebuilds": Rebuild,
    "loads": Load,
    "touches": Touch,
    "buys": Buy,
    "removes": Remove,
}
CARRIED = {"moves": Go, "boards": Board, "launches": Launch}


def seat(number: str) -> Seat:
    """The seat of the player with this number."""
    return Seat(int(number) - 1)


def pointed(number: str, verb: str, name: str, site: str) -> Move:
    return POINTED[verb](seat(number), name, Site(site))


def carried(number: str, verb: str, piece: str, source: str, target: str) -> Move:
    return CARRIED[verb](seat(number), piece, Site(source), Site(target))


def beamed(number: str, piece: str, source: str, target: str, star: str) -> Move:
    return Beam(seat(number), piece, Site(source), Site(target), star)


def shifted(number: str, piece: str, onto: str, site: str) -> Move:
    return Shift(seat(number), piece, onto, Site(site))


GRAMMAR: dict[str, Callable[..., Move]] = {
    f"{SEAT} ({'|'.join(CARRIED)}) {NAME} {POINT}-{POINT}": carried,
    f"{SEAT} ({'|'.join(POINTED)}) {NAME} {POINT}": pointed,
    f"{SEAT} beams {NAME} {POINT}-{POINT} by {NAME}": beamed,
    f"{SEAT} leaves {NAME}": lambda number, piece: Leave(seat(number), piece),
    f"{SEAT} shifts {NAME} to {NAME} {POINT}": shifted,
    f"{SEAT} chooses ({'|'.join(ACTS)})": lambda number, act: Choose(seat(number), act),
    f"{SEAT} cancels": lambda number: Cancel(seat(number)),
    f"{SEAT} ends": lambda number: Done(seat(number)),
    f"lot ([a-z]+) {POINT}": lambda name, site: Lot(CHANCE, name, Site(site)),
    f"strike {CARD}": lambda card: Strike(CHANCE, card),
}


def parse(text: str) -> Move:
    """The move this line writes down; BadNotation when it is none."""
    for pattern, made in GRAMMAR.items():
        if found := re.fullmatch(pattern, text):
            return made(*found.groups())
    raise BadNotation(f"{text!r} is no move of Zylatron; one reads like '1 ends'.")
