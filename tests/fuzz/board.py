"""A board that says anything, at a table where a game is played: nothing but sentences."""

from __future__ import annotations

from random import Random

from controller.game import Setting
from controller.games import SHELF
from controller.words import say
from drivers.incoming import MOST_TAGS
from drivers.tags import MOST_IN_FIELD
from drivers.workshop.probe import open_probe
from firmware import wire
from sims.bench.rig import Rig
from tests.fuzz import messages
from tests.panels import PANELS, load_panel

BURST = 1000  # messages a case
LOOKED = 0.05  # of them are followed by a look at the table, ...
FOR = (*[0.01] * 6, 0.05, 0.05, 0.5)  # ... of so many s
KINDS = tuple(set(messages.UP) - {wire.HELLO})
AGAIN = 12.0  # s in which a board that was plugged in anew is to be found
NAMES = sorted(PANELS)
WIRINGS = {name: load_panel(name) for name in NAMES}


def case(luck: Random) -> str:
    """A burst at one of the panels; what was wrong with what became of it."""
    rig = table(luck)
    for _ in range(BURST):
        rig.pico.hal.up += message(luck, rig)
        if luck.random() < LOOKED:
            rig.wait(luck.choice(FOR))
            spoken(rig)
    return overgrown(rig) or lasting(rig)


def probed(luck: Random) -> str:
    """Send random frames while the workshop uses the board."""
    rig = table(luck)
    rig.board.close()
    probe = open_probe(f"sim://{rig.name}", rig.wiring, rig.clock)
    for _ in range(BURST):
        rig.pico.hal.up += messages.frame(luck, KINDS)
        probe.hear()
    return "" if len(probe.tags) <= MOST_TAGS else "the probe has learnt too many tags"


def table(luck: Random) -> Rig:
    """A game just begun; a place of its own for every strip that must be vouched for."""
    wiring = WIRINGS[luck.choice(NAMES)]
    game = SHELF[wiring.file.game]
    rig = Rig(game.start(Setting(min(game.seats))), wiring, seed=luck.randrange(99), name="fuzz")
    rig.wait(0.2)
    return rig


def message(luck: Random, rig: Rig) -> bytes:
    """Anything; or what such a board may well say, as it is or of another tag."""
    if luck.random() < 0.6:
        return messages.frame(luck, messages.UP if luck.random() < 0.02 else KINDS)
    now, channels = rig.pico.hal.ms(), list(rig.wiring.channels) or [0]
    readers = max(1, len(rig.wiring.file.readers))
    uids = [*rig.wiring.tags, luck.randbytes(7)]
    kind, *fields = luck.choice(
        [
            (wire.EDGE, now, luck.choice(channels), luck.randrange(2)),
            (wire.TAG, now, luck.randrange(readers), luck.randrange(4), luck.choice(uids)),
            (wire.ROLLER, now, luck.randint(-9000, 70000), luck.randrange(3), 0, 0),
            (wire.SNAPSHOT, now, 0, luck.randbytes(len(rig.pico.panel.scanner.bits()))),
            (wire.FAULT, now, luck.randint(1, 4), luck.randrange(6)),
        ]
    )
    return wire.encode(kind, luck.randrange(256), wire.pack(kind, *fields))


def spoken(rig: Rig) -> None:
    """Whatever was made of it can be said."""
    said = (rig.table.asks(), rig.table.message, rig.table.alarm)
    for saying in (*filter(None, said), *(one.saying for one in rig.board.ailments())):
        say(saying)


def overgrown(rig: Rig) -> str:
    """A board cannot fill our memory, however long it speaks."""
    board = rig.board
    counts = {
        "faults": (len(board.faults), 64),
        "listed tags": (len(board._listed), MOST_TAGS),
        "troubles with tags": (len(board.tags._troubles), MOST_IN_FIELD),
        "readings": (len(board._readings), len(rig.wiring.senses)),
    }
    return " ".join(name for name, (count, most) in counts.items() if count > most)


def lasting(rig: Rig) -> str:
    """Plugged in anew, the board is felt as it stands: nothing of what was said remains."""
    rig.bench.boots += 1
    until = rig.clock.now() + AGAIN
    while (wrong := misread(rig)) and rig.clock.now() < until:
        rig.wait(0.2)
    return wrong


def misread(rig: Rig) -> str:
    seen = rig.board.observe()
    if not seen.present:
        return f"the board is not found again: {rig.board.trouble}"
    felt = {site for site, sense in rig.wiring.senses.items() if sense.holds}
    stands = {site for site, stack in rig.bench.stacks.items() if stack and site in felt}
    told = {site for site in felt & seen.readings.keys() if seen.readings[site]}
    return f"{sorted(stands ^ told)} read otherwise than they stand" if stands != told else ""
