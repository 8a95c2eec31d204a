"""From sensor bytes to LED bytes, and pictures of what the lights said before."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.games.astron.moves import parse
from controller.scene import render
from controller.sitting.table import Table
from controller.values import Observation, Site
from firmware import wire
from sims.bench.rig import Rig
from tests.astron_at import astron

FRAMES = Path(__file__).parent / "frames"
LETTERS = {0: "s", 1: "p", 2: "d", 3: "f", 4: "r", 5: "b"}  # steady, pulse, double, fast, run, back


class Tap:
    """Listens to a line both ways."""

    def __init__(self, rig: Rig) -> None:
        self.down = wire.Decoder()
        self.sent: list[tuple[int, int, bytes]] = []
        self._write = rig.board._link._port.write
        rig.board._link._port.write = self.write

    def write(self, data: bytes) -> int:
        self.sent += self.down.feed(data)
        return self._write(data)


def test_an_edge_goes_in_and_changed_pixels_come_out(wiring):
    rig = Rig(astron("e5", "b1"), wiring, virtual=False)
    rig.settle()
    rig.hand.tap(Site("card"), "F2.1")
    tap = Tap(rig)
    rig.hand.lift(Site("e5"))
    rig.hand.put(Site("e7"))
    rig.wait(0.1)
    lit = [wire.unpack(*line[::2])[0] for line in tap.sent if line[0] == wire.LEDS]
    assert lit, "the lights answered"
    assert sum(map(len, lit)) < 400, "and only what changed travelled"
    grb = rig.pico.hal.shown
    pixel = wiring.chain[Site("e7")].start
    assert tuple(grb[3 * pixel : 3 * pixel + 3]) == (0, 255, 0), "ship 1 is red, as GRB"


def picture(scene, wiring) -> str:
    """A frame as text: colour in hex and the manner's letter, twelve rows of ten, then the rest."""
    frame = render(scene, wiring.chain, wiring.file.pixels)
    named = {pixel: site for site, pixels in wiring.chain.items() for pixel in pixels}
    lines = []
    for pixel, (red, green, blue, manner) in enumerate(frame):
        if red or green or blue:
            glow, place = LETTERS[manner & 15], manner >> 4
            lines.append(
                f"{named[pixel]:<9}{red:02x}{green:02x}{blue:02x} {glow}{place or ''}".rstrip()
            )
    return "\n".join(lines) + "\n"


SITUATIONS = {
    "a-card-is-asked-for": (astron("e5", "b1"), []),
    "a-goal-forwards": (astron("e5", "b1"), ["1 lays F2.1"]),
    "two-goals-sideways": (astron("e5", "b1"), ["1 lays S2.1"]),
    "a-push-is-due": (astron("d4", "e3", hands=("S1.1", "F1.1")), ["1 lays S1.1", "1 flies d4-e4"]),
    "hazards-in-reach": (astron("d4", "g5", offset=2), []),
    "rings-and-saturn": (astron("d4", "g2", offset=52), []),
    "a-ship-is-lost": (
        astron("f8", "a1", offset=40, hands=("F2.1", "F1.1")),
        ["1 lays F2.1", "1 flies f8-f10"],
    ),
    "the-base-is-due": (
        astron("b1", "c1", hands=("F1.1", "F1.2"), turn=2),
        ["2 lays F1.2", "2 flies c1-c2"],
    ),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_lights_say_what_they_always_said(name, wiring):
    """Golden frames: delete a file to have it written anew, and look at what changed."""
    position, played = SITUATIONS[name]
    for line in played:
        assert position.refusal(parse(line)) is None
        position = position.after(parse(line))
    table = Table(wiring.senses, wiring.limits)
    table.take(position)
    readings = table.moments[-1].expected
    for at in (1.0, 2.0):
        scene = table.see(Observation(at, readings, {})).scene
    path = FRAMES / f"{name}.txt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture(scene, wiring))
        pytest.fail(f"{path.name} was missing and has been written: look at it, then run again")
    assert picture(scene, wiring) == path.read_text()
