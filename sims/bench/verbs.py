"""What a person can type at a simulated table: the verbs of the hand, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Protocol

from msgspec.structs import fields

from controller.drawing import Drawing
from controller.errors import Misuse
from controller.game import Game
from controller.scene import Light
from controller.sitting.table import Table
from controller.values import Piece, Sense, Site
from drivers.wiring import Wiring
from sims.bench.bench import Bench
from sims.bench.motions import Motion, Motions

AT_ONCE = 0.0  # s

HELP: Mapping[str, str] = {
    "lift b1": "take the piece on b1 into your hand; of a stack the top one",
    "lift b1 ship1": "take that piece out of a stack; lift b1 all takes every one",
    "put b3": "put down what you took up last; put b3 ship1 that piece, put b3 all everything",
    "fetch ship1": "take a piece out of the box",
    "away": "put what you hold into the box; away ship1 that piece, away all everything",
    "point b1": "lift what stands on b1 and put it back, or touch it if it is bare: this is meant",
    "move b1 b3": "lift, carry over and put down",
    "slide b1 b2 b3": "drag a piece along the cells",
    "tap card F2.1": "hold a card over a reader",
    "turn 1": "turn the strip onward one row; turn -1 back, turn 0.5 half a row",
    "press yes": "press a key: yes, no, next, back",
    "tidy": "do what the lights ask until the board stands right",
    "wait 2": "let two seconds pass",
    "unplug, plug": "pull the cable out, put it back",
    "stick b3, kill b3": "weld a reed shut, break one; heal b3 mends it",
    "say 1 lays F2.1": "any move, in the words of the record",
    "reset": "take the Pico's power away for a moment",
    "hang": "let the firmware go round in circles, until its watchdog bites (virtual Pico only)",
    "fault broken_byte 0.01": "one byte in a hundred arrives wrong; 0 mends it",
}


class Place(Protocol):
    """Where hands can be put to work."""

    bench: Bench
    motions: Motions
    wiring: Wiring
    game: Game

    @property
    def table(self) -> Table: ...
    def lights(self) -> Mapping[Site, Light]: ...
    def hang(self) -> None: ...


def obeyed(line: str, place: Place) -> Motion:
    """What the line says, as a motion; Misuse, here or on the way, says what is wrong with it."""
    verb, *words = line.split() or [""]
    if verb not in VERBS:
        raise Misuse(f"I do not know how to {verb}. Type help." if verb else "Say what to do.")
    fitting(verb, words)
    return VERBS[verb](place, *words)


def fitting(verb: str, words: Sequence[str]) -> None:
    """Misuse when it takes more words than these, or fewer."""
    try:
        signature(VERBS[verb]).bind(None, *words)
    except TypeError:
        raise wanting(verb) from None


def wanting(verb: str) -> Misuse:
    return Misuse(f"{verb} wants something else: {example(verb)}.")


def example(verb: str) -> str:
    return next((usage for usage in HELP if verb in usage), "type help")


def lift(at: Place, where: str, which: str = "") -> Motion:
    site = cell(at, where)
    stack = at.bench.stacks.get(site)
    if not stack:
        raise Misuse(f"Nothing stands on {where}.")
    for piece in picked(stack, which, f"There is no {which} on {where}"):
        at.motions.held.append(at.bench.lift(site, piece.name))
    yield 0.15


def put(at: Place, where: str, which: str = "") -> Motion:
    """Down on a cell; what is put into a hole falls through it into the box."""
    site = cell(at, where)
    if not at.motions.held:
        raise Misuse("Your hand is empty: lift something first.")
    pieces = picked(at.motions.held, which, f"You do not hold {which}")
    if full(at, site, len(pieces)):
        raise Misuse(f"There is no room on {where}: something stands there.")
    for piece in pieces:
        at.motions.held.remove(piece)
        at.bench.put(piece, site)
    yield 0.1


def fetch(at: Place, name: str) -> Motion:
    """Out of the box, as long as there is one in it."""
    token = next((t for t in drawn(at).tokens if t.name.lower() == name.lower()), None)
    out = [piece.name for stack in at.bench.stacks.values() for piece in stack]
    out += [piece.name for piece in at.motions.held]
    if token is None or out.count(token.name) >= token.count:
        raise Misuse(f"There is no {name} in the box.")
    at.motions.held.append(Piece(token.name, token.seat))
    yield 0.1


def away(at: Place, which: str = "") -> Motion:
    """Into the box."""
    if not at.motions.held:
        raise Misuse("Your hand is empty: lift something first.")
    for piece in picked(at.motions.held, which, f"You do not hold {which}"):
        at.motions.held.remove(piece)
    yield 0.1


def point(at: Place, where: str) -> Motion:
    yield from at.motions.point(cell(at, where))


def move(at: Place, source: str, target: str) -> Motion:
    yield from lift(at, source)
    try:
        yield from put(at, target)
    except Misuse:
        yield from put(at, source)
        raise


def slide(at: Place, *where: str) -> Motion:
    sites = [cell(at, name) for name in where]
    if len(sites) < 2:
        raise wanting("slide")
    if sites[0] not in at.bench.stacks:
        raise Misuse(f"Nothing stands on {sites[0]}.")
    if full(at, sites[-1], 1):
        raise Misuse(f"There is no room on {sites[-1]}: something stands there.")
    yield from at.motions.slide(sites)


def tap(at: Place, reader: str, name: str) -> Motion:
    if at.wiring.senses.get(Site(reader)) is not Sense.TAP:
        raise Misuse(f"There is no reader called {reader}.")
    known = {piece.lower(): piece for piece in at.wiring.tags.values()}
    yield from at.motions.tap(Site(reader), known.get(name.lower(), name))


def turn(at: Place, rows: str) -> Motion:
    dials = list(at.wiring.limits)
    if not dials:
        raise Misuse("This board has no roller.")
    yield from at.motions.turn(dials[0], number(rows, 100))


def press(at: Place, key: str) -> Motion:
    site = Site(f"key.{key}")
    if at.wiring.senses.get(site) is not Sense.KEY:
        raise Misuse(f"There is no key called {key}: {', '.join(keys(at))}.")
    yield from at.motions.press(site)


def tidy(at: Place) -> Motion:
    """Follow the lights, as somebody would who had never read the rules."""
    for _ in range(40):
        yield 0.6
        if at.table.stage.value not in ("setup", "mending"):
            return
        yield from at.motions.follow(at.lights(), at.table.position.layout())


def wait(at: Place, seconds: str) -> Motion:
    yield number(seconds, 3600)


def unplug(at: Place) -> Motion:
    at.bench.unplug()
    yield AT_ONCE


def plug(at: Place) -> Motion:
    at.bench.plug()
    yield AT_ONCE


def stick(at: Place, where: str) -> Motion:
    at.bench.faults.stuck.add(cell(at, where))
    at.bench.refresh()
    yield AT_ONCE


def kill(at: Place, where: str) -> Motion:
    at.bench.faults.dead.add(cell(at, where))
    at.bench.refresh()
    yield AT_ONCE


def heal(at: Place, where: str) -> Motion:
    at.bench.faults.stuck.discard(cell(at, where))
    at.bench.faults.dead.discard(cell(at, where))
    at.bench.refresh()
    yield AT_ONCE


def say(at: Place, *words: str) -> Motion:
    """Speak a move instead of showing it: a card of a virtual hand, a seat without hands."""
    at.table.say(at.game.parse(" ".join(words)))
    yield 0.1


def reset(at: Place) -> Motion:
    at.bench.unplug()
    yield 0.1
    at.bench.plug()


def hang(at: Place) -> Motion:
    at.hang()
    yield AT_ONCE


def fault(at: Place, name: str, share: str) -> Motion:
    """How bad the board is in one respect, as sims.bench.faults counts it."""
    faults = at.bench.faults
    known = [field.name for field in fields(faults) if field.type is float]
    if name not in known:
        raise Misuse(f"There is no fault called {name}: {', '.join(known)}.")
    setattr(faults, name, number(share, 1))
    yield AT_ONCE


VERBS: Mapping[str, Callable[..., Motion]] = {
    verb.__name__: verb
    for verb in (
        *(lift, put, move, slide, fetch, away, point, tap, turn, press, tidy, wait),
        *(unplug, plug, stick, kill, heal),
        *(say, reset, hang, fault),
    )
}


def picked(pieces: Sequence[Piece], which: str, missing: str) -> list[Piece]:
    """The last of these pieces, the one that is named, or all of them, the last first."""
    if which == "all":
        return list(reversed(pieces))
    named = [p for p in reversed(pieces) if p.name.lower() == which.lower() or not which]
    if not named:
        raise Misuse(f"{missing}: {', '.join(piece.name for piece in pieces)}.")
    return named[:1]


def cell(at: Place, name: str) -> Site:
    """A place where something can be put: felt by the board, or only drawn on it."""
    for site in places(at):
        if site.lower() == name.lower():
            return site
    raise Misuse(f"There is no cell {name} on this board.")


def places(at: Place) -> list[Site]:
    felt = [
        s for s, sense in at.wiring.senses.items() if sense in (Sense.REED, Sense.SIDE, Sense.TAG)
    ]
    return [*felt, *(cell.site for cell in drawn(at).cells)]


def full(at: Place, site: Site, more: int) -> bool:
    """There is no room for so many more."""
    room = next((cell.room for cell in drawn(at).cells if cell.site == site), 0)
    return 0 < room < len(at.bench.stacks.get(site, ())) + more


def keys(at: Place) -> list[str]:
    felt = (s for s, sense in at.wiring.senses.items() if sense is Sense.KEY)
    return [site.removeprefix("key.") for site in felt if site.startswith("key.")]


def drawn(at: Place) -> Drawing:
    return at.game.drawing(at.table.position)


def number(text: str, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        raise Misuse(f"{text} is not a number.") from None
    if not -most <= value <= most:
        raise Misuse(f"{text} is too much at once.")
    return value
