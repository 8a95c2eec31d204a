"""What a person can type at a simulated table: the verbs of the hand, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import fields

from controller.drawing import Drawing
from controller.errors import Misuse
from controller.games import SHELF
from controller.values import Piece, Sense, Site
from sims.bench.rig import Rig

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
    "turn 1": "turn the roller onward one row; turn -1 back, turn 0.5 half a row",
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


def obey(line: str, rig: Rig) -> None:
    """Do what the line says on the bench; Misuse says what is wrong with it."""
    verb, *words = line.split()
    if verb not in VERBS:
        raise Misuse(f"I do not know how to {verb}. Type help.")
    try:
        VERBS[verb](rig, *words)
    except TypeError:
        raise Misuse(f"{verb} wants something else: {example(verb)}.") from None


def example(verb: str) -> str:
    return next((usage for usage in HELP if verb in usage), "type help")


def lift(rig: Rig, where: str, which: str = "") -> None:
    site = cell(rig, where)
    stack = rig.bench.stacks.get(site)
    if not stack:
        raise Misuse(f"Nothing stands on {where}.")
    for piece in chosen(stack, which, f"There is no {which} on {where}"):
        rig.hand.held.append(rig.bench.lift(site, piece.name))
    rig.wait(0.15)


def put(rig: Rig, where: str, which: str = "") -> None:
    """Down on a cell; what is put into a hole falls through it into the box."""
    site = cell(rig, where)
    if not rig.hand.held:
        raise Misuse("Your hand is empty: lift something first.")
    pieces = chosen(rig.hand.held, which, f"You do not hold {which}")
    if full(rig, site, len(pieces)):
        raise Misuse(f"There is no room on {where}: something stands there.")
    for piece in pieces:
        rig.hand.held.remove(piece)
        rig.bench.put(piece, site)
    rig.wait(0.1)


def fetch(rig: Rig, name: str) -> None:
    """Out of the box, as long as there is one in it."""
    token = next((t for t in drawn(rig).tokens if t.name.lower() == name.lower()), None)
    out = [piece.name for stack in rig.bench.stacks.values() for piece in stack]
    out += [piece.name for piece in rig.hand.held]
    if token is None or out.count(token.name) >= token.count:
        raise Misuse(f"There is no {name} in the box.")
    rig.hand.held.append(Piece(token.name, token.seat))
    rig.wait(0.1)


def away(rig: Rig, which: str = "") -> None:
    """Into the box."""
    if not rig.hand.held:
        raise Misuse("Your hand is empty: lift something first.")
    for piece in chosen(rig.hand.held, which, f"You do not hold {which}"):
        rig.hand.held.remove(piece)
    rig.wait(0.1)


def point(rig: Rig, where: str) -> None:
    rig.hand.point(cell(rig, where))


def move(rig: Rig, source: str, target: str) -> None:
    lift(rig, source)
    try:
        put(rig, target)
    except Misuse:
        put(rig, source)
        raise


def slide(rig: Rig, *where: str) -> None:
    sites = [cell(rig, name) for name in where]
    if len(sites) < 2:
        raise TypeError
    if sites[0] not in rig.bench.stacks:
        raise Misuse(f"Nothing stands on {sites[0]}.")
    if full(rig, sites[-1], 1):
        raise Misuse(f"There is no room on {sites[-1]}: something stands there.")
    rig.hand.slide(sites)


def tap(rig: Rig, reader: str, name: str) -> None:
    if rig.wiring.senses.get(Site(reader)) is not Sense.TAP:
        raise Misuse(f"There is no reader called {reader}.")
    known = {piece.lower(): piece for piece in rig.wiring.tags.values()}
    rig.hand.tap(Site(reader), known.get(name.lower(), name))


def turn(rig: Rig, rows: str) -> None:
    dials = list(rig.wiring.limits)
    if not dials:
        raise Misuse("This board has no roller.")
    rig.hand.turn(dials[0], number(rows, 100))


def press(rig: Rig, key: str) -> None:
    site = Site(f"key.{key}")
    if rig.wiring.senses.get(site) is not Sense.KEY:
        raise Misuse(f"There is no key called {key}: {', '.join(keys(rig))}.")
    rig.hand.press(site)


def tidy(rig: Rig) -> None:
    """Follow the lights, as somebody would who had never read the rules."""
    for _ in range(40):
        rig.wait(0.6)
        if rig.table.stage.value not in ("setup", "mending"):
            return
        rig.hand.follow(rig.lights(), rig.table.position.layout())


def wait(rig: Rig, seconds: str) -> None:
    rig.wait(number(seconds, 3600))


def unplug(rig: Rig) -> None:
    rig.bench.unplug()


def plug(rig: Rig) -> None:
    rig.bench.plug()


def stick(rig: Rig, where: str) -> None:
    rig.bench.faults.stuck.add(cell(rig, where))
    rig.bench.refresh()


def kill(rig: Rig, where: str) -> None:
    rig.bench.faults.dead.add(cell(rig, where))
    rig.bench.refresh()


def heal(rig: Rig, where: str) -> None:
    rig.bench.faults.stuck.discard(cell(rig, where))
    rig.bench.faults.dead.discard(cell(rig, where))
    rig.bench.refresh()


def say(rig: Rig, *words: str) -> None:
    """Speak a move instead of showing it: a card of a virtual hand, a seat without hands."""
    rig.table.say(SHELF[rig.wiring.file.game].parse(" ".join(words)))
    rig.wait(0.1)


def reset(rig: Rig) -> None:
    rig.bench.unplug()
    rig.wait(0.1)
    rig.bench.plug()


def hang(rig: Rig) -> None:
    """Only real firmware has a watchdog to save it."""
    chip = getattr(rig, "chip", None)
    if chip is None:
        raise Misuse("This Pico is simulated and cannot hang: play on a virtual one.")
    chip.hang()


def fault(rig: Rig, name: str, share: str) -> None:
    """How bad the board is in one respect, as sims.bench.faults counts it."""
    faults = rig.bench.faults
    known = [field.name for field in fields(faults) if field.type is float]
    if name not in known:
        raise Misuse(f"There is no fault called {name}: {', '.join(known)}.")
    setattr(faults, name, number(share, 1))


VERBS: Mapping[str, Callable[..., None]] = {
    verb.__name__: verb
    for verb in (
        *(lift, put, move, slide, fetch, away, point, tap, turn, press, tidy, wait),
        *(unplug, plug, stick, kill, heal),
        *(say, reset, hang, fault),
    )
}


def chosen(pieces: Sequence[Piece], which: str, missing: str) -> list[Piece]:
    """The last of these pieces, the one that is named, or all of them, the last first."""
    if which == "all":
        return list(reversed(pieces))
    named = [p for p in reversed(pieces) if p.name.lower() == which.lower() or not which]
    if not named:
        raise Misuse(f"{missing}: {', '.join(piece.name for piece in pieces)}.")
    return named[:1]


def cell(rig: Rig, name: str) -> Site:
    """A place where something can be put: felt by the board, or only drawn on it."""
    for site in places(rig):
        if site.lower() == name.lower():
            return site
    raise Misuse(f"There is no cell {name} on this board.")


def places(rig: Rig) -> list[Site]:
    felt = [
        s for s, sense in rig.wiring.senses.items() if sense in (Sense.REED, Sense.SIDE, Sense.TAG)
    ]
    return [*felt, *(cell.site for cell in drawn(rig).cells)]


def full(rig: Rig, site: Site, more: int) -> bool:
    """There is no room for so many more."""
    room = next((cell.room for cell in drawn(rig).cells if cell.site == site), 0)
    return 0 < room < len(rig.bench.stacks.get(site, ())) + more


def keys(rig: Rig) -> list[str]:
    felt = (s for s, sense in rig.wiring.senses.items() if sense is Sense.KEY)
    return [site.removeprefix("key.") for site in felt if site.startswith("key.")]


def drawn(rig: Rig) -> Drawing:
    return rig.table.position.drawing()


def number(text: str, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        raise Misuse(f"{text} is not a number.") from None
    if not -most <= value <= most:
        raise Misuse(f"{text} is too much at once.")
    return value
