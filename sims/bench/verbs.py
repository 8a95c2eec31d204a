"""The commands that a person can type at a simulated table, one function per verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Protocol

from msgspec.structs import fields

from controller.app.setup.twin import examples
from controller.drawing import Drawing, Token
from controller.errors import Misuse
from controller.game import Game
from controller.scene import Light
from controller.sitting.table import Table
from controller.values import Piece, Saying, Sense, Site, kind
from drivers.wiring import Wiring
from sims.bench.bench import Bench
from sims.bench.motions import Motion, Motions

NO_DELAY = 0.0  # s
TOGETHER = "+"  # joins the names of pieces that are taken together

VERB_HELP: Mapping[str, str] = {  # examples of commands, with the keys of their explanations
    "lift {cell}": "hand.help.lift",
    "lift {cell} {piece}": "hand.help.lift_piece",
    "put {goal}": "hand.help.put",
    "fetch {piece}": "hand.help.fetch",
    "away": "hand.help.away",
    "point {cell}": "hand.help.point",
    "move {cell} {goal}": "hand.help.move",
    "slide {cell} {goal}": "hand.help.slide",
    "tap {reader} {card}": "hand.help.tap",
    "turn {rows}": "hand.help.turn",
    "press yes": "hand.help.press",
    "tidy": "hand.help.tidy",
    "wait 2": "hand.help.wait",
    "unplug, plug": "hand.help.unplug",
    "stick {cell}, kill {cell}": "hand.help.stick",
    "say {move}": "hand.help.say",
    "reset": "hand.help.reset",
    "hang": "hand.help.hang",
    "fault broken_byte 0.01": "hand.help.fault",
}


SAMPLE: Mapping[str, str] = {  # words for the examples, where no table is at hand
    "cell": "b1",
    "goal": "b3",
    "piece": "ship1",
    "reader": "card",
    "card": "F2.1",
    "rows": "1",
    "move": "1 lays F2.1",
}


class VerbContext(Protocol):
    """What the verbs act on."""

    bench: Bench
    motions: Motions
    wiring: Wiring
    game: Game

    @property
    def table(self) -> Table: ...
    def lights(self) -> Mapping[Site, Light]: ...
    def hang(self) -> None: ...


def obeyed(line: str, place: VerbContext) -> Motion:
    """Return the motion that this line commands; it raises Misuse, now or later, if invalid."""
    verb, *words = line.split() or [""]
    if verb not in VERBS:
        raise Misuse("hand.unknown_verb", verb=verb) if verb else Misuse("hand.no_verb")
    check_arity(verb, words, place)
    return VERBS[verb](place, *words)


def check_arity(verb: str, words: Sequence[str], place: VerbContext | None = None) -> None:
    """Raise Misuse, with an example of this place, if the verb takes more or fewer words."""
    try:
        signature(VERBS[verb]).bind(None, *words)
    except TypeError:
        raise wanting(verb, example_words(place) if place else SAMPLE) from None


def wanting(verb: str, at_table: Mapping[str, str] = SAMPLE) -> Misuse:
    """Return the error for a verb with the wrong words, with an example."""
    usages = (usage for usage, _ in examples(VERB_HELP, at_table) if verb in usage)
    return Misuse("hand.wants", verb=verb, example=next(usages, Saying("hand.type_help")))


def example_words(at: VerbContext) -> dict[str, str]:
    """Return words of this table for the examples; those that it lacks are left out.

    Possible moves are no examples here: they name cards in the hands of other players.
    """
    drawing, stacks = current_drawing(at), at.bench.stacks
    cells = [cell.site for cell in drawing.cells]
    names = {token.name for token in drawing.tokens}
    taken = next((site for site in cells if stacks.get(site)), cells[0])
    found = {
        "cell": taken,
        "goal": next((s for s in cells if s != taken and not stacks.get(s)), taken),
        "piece": next((piece.name for piece in stacks.get(taken, ())), min(names, default="")),
        "reader": next((s for s, sense in at.wiring.senses.items() if sense is Sense.TAP), ""),
        "card": next((name for name in at.wiring.tags.values() if name not in names), ""),
        "rows": "1" if at.wiring.limits else "",
    }
    return {gap: word for gap, word in found.items() if word}


def lift(at: VerbContext, where: str, which: str = "") -> Motion:
    """Lift the top piece, those named, or all from a cell."""
    site = find_cell(at, where)
    stack = at.bench.stacks.get(site)
    if not stack:
        raise Misuse("hand.nothing_on", site=where)
    for piece in picked(stack, which, where):
        at.motions.held.append(at.bench.lift(site, piece.name))
    yield 0.15


def put(at: VerbContext, where: str, which: str = "") -> Motion:
    """Put held pieces on a cell; in a hole they fall through into the box."""
    site = find_cell(at, where)
    if not at.motions.held:
        raise Misuse("hand.empty")
    pieces = [exchange_for_fit(at, site, piece) for piece in picked(at.motions.held, which)]
    check_site_room(at, site, pieces)
    for piece in pieces:
        at.motions.held.remove(piece)
        at.bench.put(piece, site)
    yield 0.1


def fetch(at: VerbContext, name: str) -> Motion:
    """Take a piece, or another of its kind, out of the box, if one is left there."""
    wanted = name.lower()
    boxed = [token for token in current_drawing(at).tokens if in_box(at, token)]
    alike = [token for token in boxed if kind(token.name.lower()) == kind(wanted)]
    if not alike:
        raise Misuse("hand.not_in_box", piece=name)
    token = next((one for one in alike if one.name.lower() == wanted), alike[0])
    at.motions.held.append(Piece(token.name, token.seat))
    yield 0.1


def away(at: VerbContext, which: str = "") -> Motion:
    """Put held pieces into the box."""
    if not at.motions.held:
        raise Misuse("hand.empty")
    for piece in picked(at.motions.held, which):
        at.motions.held.remove(piece)
    yield 0.1


def point(at: VerbContext, where: str) -> Motion:
    """Point at a cell or key."""
    yield from at.motions.point(find_cell(at, where))


def move(at: VerbContext, source: str, target: str) -> Motion:
    """Lift a piece and put it on another cell."""
    yield from lift(at, source)
    try:
        yield from put(at, target)
    except Misuse:
        yield from put(at, source)
        raise


def slide(at: VerbContext, *where: str) -> Motion:
    """Drag a piece over these cells."""
    sites = [find_cell(at, name) for name in where]
    if len(sites) < 2:
        raise wanting("slide", example_words(at))
    if sites[0] not in at.bench.stacks:
        raise Misuse("hand.nothing_on", site=sites[0])
    check_site_room(at, sites[-1], at.bench.stacks[sites[0]][-1:])
    yield from at.motions.slide(sites)


def tap(at: VerbContext, reader: str, name: str) -> Motion:
    """Hold a card over a reader."""
    if at.wiring.senses.get(Site(reader)) is not Sense.TAP:
        raise Misuse("hand.no_reader", reader=reader)
    known = {piece.lower(): piece for piece in at.wiring.tags.values()}
    yield from at.motions.tap(Site(reader), known.get(name.lower(), name))


def turn(at: VerbContext, rows: str) -> Motion:
    """Turn the strip by so many rows."""
    dials = list(at.wiring.limits)
    if not dials:
        raise Misuse("hand.no_roller")
    yield from at.motions.turn(dials[0], number(rows, 100))


def press(at: VerbContext, key: str) -> Motion:
    """Press a key."""
    site = Site(f"key.{key}")
    if at.wiring.senses.get(site) is not Sense.KEY:
        raise Misuse("hand.no_key", key=key, keys=", ".join(key_names(at)))
    yield from at.motions.press(site)


def tidy(at: VerbContext) -> Motion:
    """Do what the lights ask until the board is right, then put held pieces back."""
    held = len(at.motions.held)
    for _ in range(40):
        yield 0.6
        if at.table.stage.value in ("setup", "mending"):
            yield from at.motions.follow(at.lights(), at.table.position.layout())
        elif len(at.motions.held) > held:
            yield from at.motions.home(at.table.position.layout())
        else:
            return


def wait(at: VerbContext, seconds: str) -> Motion:
    """Do nothing for so many seconds."""
    yield number(seconds, 3600)


def unplug(at: VerbContext) -> Motion:
    """Pull out the cable."""
    at.bench.unplug()
    yield NO_DELAY


def plug(at: VerbContext) -> Motion:
    """Plug the cable in."""
    at.bench.plug()
    yield NO_DELAY


def stick(at: VerbContext, where: str) -> Motion:
    """Let a cell's contact stick closed."""
    at.bench.faults.stuck.add(find_cell(at, where))
    at.bench.refresh()
    yield NO_DELAY


def kill(at: VerbContext, where: str) -> Motion:
    """Let a cell's contact never close."""
    at.bench.faults.dead.add(find_cell(at, where))
    at.bench.refresh()
    yield NO_DELAY


def heal(at: VerbContext, where: str) -> Motion:
    """Repair a cell's contact."""
    at.bench.faults.stuck.discard(find_cell(at, where))
    at.bench.faults.dead.discard(find_cell(at, where))
    at.bench.refresh()
    yield NO_DELAY


def say(at: VerbContext, *words: str) -> Motion:
    """Speak a move instead of showing it: for a virtual hand's card, or a seat without hands."""
    at.table.say(at.game.parse(" ".join(words)))
    yield 0.1


def reset(at: VerbContext) -> Motion:
    """Unplug the cable and plug it in again."""
    at.bench.unplug()
    yield 0.1
    at.bench.plug()


def hang(at: VerbContext) -> Motion:
    """Let the firmware hang."""
    at.hang()
    yield NO_DELAY


def fault(at: VerbContext, name: str, share: str) -> Motion:
    """Set one of the numeric faults of sims.bench.faults."""
    faults = at.bench.faults
    known = [field.name for field in fields(faults) if field.type is float]
    if name not in known:
        raise Misuse("hand.no_fault", name=name, names=", ".join(known))
    setattr(faults, name, number(share, 1))
    yield NO_DELAY


VERBS: Mapping[str, Callable[..., Motion]] = {
    verb.__name__: verb
    for verb in (
        *(lift, put, move, slide, fetch, away, point, tap, turn, press, tidy, wait),
        *(unplug, plug, stick, kill, heal),
        *(say, reset, hang, fault),
    )
}


def picked(pieces: Sequence[Piece], which: str, where: str = "") -> list[Piece]:
    """Return the last of these pieces, those named, or all of them, last first.

    Instead of a piece that is named but not there, another of its kind is taken.
    `where` is their site; '' means that they are held.
    """
    if which == "all":
        return list(reversed(pieces))
    few = which.lower().split(TOGETHER)
    named = [p for p in reversed(pieces) if p.name.lower() in few or not which]
    kinds = {kind(name) for name in few}
    named = named or [p for p in reversed(pieces) if kind(p.name.lower()) in kinds]
    if not named:
        names = ", ".join(piece.name for piece in pieces)
        if where:
            raise Misuse("hand.not_on", piece=which, site=where, names=names)
        raise Misuse("hand.not_held", piece=which, names=names)
    return named[: len(few)]


def find_cell(at: VerbContext, name: str) -> Site:
    """Return the site of this name, whether it is felt by the board or only drawn."""
    for site in cell_names(at):
        if site.lower() == name.lower():
            return site
    raise Misuse("hand.no_cell", name=name)


def cell_names(at: VerbContext) -> list[Site]:
    """Return the cells that the board feels, and those drawn."""
    felt = [site for site, sense in at.wiring.senses.items() if sense.holds]
    return [*felt, *(cell.site for cell in current_drawing(at).cells)]


def check_site_room(at: VerbContext, site: Site, pieces: Sequence[Piece]) -> None:
    """Raise Misuse if the site has no room for these pieces, or one is not cut for it."""
    drawing = current_drawing(at)
    room = next((cell.room for cell in drawing.cells if cell.site == site), 0)
    if 0 < room < len(at.bench.stacks.get(site, ())) + len(pieces):
        raise Misuse("hand.no_room", site=site)
    for piece in pieces:
        token = next((token for token in drawing.tokens if token.name == piece.name), None)
        if token and token.home not in (None, site):
            raise Misuse("hand.no_fit", piece=token.title, site=site, home=token.home)


def exchange_for_fit(at: VerbContext, site: Site, piece: Piece) -> Piece:
    """Return the piece of the same pile that fits this site, in exchange for the one held."""
    tokens = current_drawing(at).tokens
    held = next((token for token in tokens if token.name == piece.name), None)
    if held is None or not held.pile or held.home in (None, site) or has_piece(at, piece):
        return piece
    alike = (t for t in tokens if t.pile == held.pile and t.home == site and in_box(at, t))
    if (fitting := next(alike, None)) is None:
        return piece
    place = at.motions.held.index(piece)
    at.motions.held[place] = Piece(fitting.name, fitting.seat)
    return at.motions.held[place]


def has_piece(at: VerbContext, piece: Piece) -> bool:
    """True if the game has this piece on the board, even if a hand holds it."""
    places = at.table.position.layout().values()
    return any(piece in content for content in places if not isinstance(content, int))


def in_box(at: VerbContext, token: Token) -> bool:
    """True if one of these pieces is neither on the board nor held."""
    standing = (piece for stack in at.bench.stacks.values() for piece in stack)
    out = [piece.name for piece in (*standing, *at.motions.held)]
    return out.count(token.name) < token.count


def key_names(at: VerbContext) -> list[str]:
    """Return the names of the keys."""
    felt = (s for s, sense in at.wiring.senses.items() if sense is Sense.KEY)
    return [site.removeprefix("key.") for site in felt if site.startswith("key.")]


def current_drawing(at: VerbContext) -> Drawing:
    """Return the drawing of the present position."""
    return at.game.drawing(at.table.position)


def number(text: str, most: float) -> float:
    """Return the number in this text; raise Misuse if it is none or beyond `most`."""
    try:
        value = float(text)
    except ValueError:
        raise Misuse("hand.no_number", text=text) from None
    if not -most <= value <= most:
        raise Misuse("hand.too_much", text=text)
    return value
