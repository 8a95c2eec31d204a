"""A stranger's walk through the first board, on an emulated Pico that knows nothing yet."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest

from controller.game import Setting
from controller.words import say
from drivers.wiring import load_wiring
from drivers.workshop.checkup import Checkup
from drivers.workshop.display import Bar
from drivers.workshop.flash import flash, tell_panel
from drivers.workshop.payload import firmware_files
from drivers.workshop.probe import open_probe
from drivers.workshop.shop import Workshop, run_to_end
from sims.bench.helper import Helper

pytestmark = [pytest.mark.pico, pytest.mark.hil]
PAGE = Path(__file__).parents[2] / "examples/first_board/README.md"


class Walk:
    """The first board: one Pico, eight reeds, and a hand that does as the page says."""

    def __init__(self) -> None:
        from sims.pico.pico import VirtualPico
        from stardeck_kayles import GAME

        self.start, self.wiring = GAME.start(Setting(2)), load_wiring(GAME.panel)
        self.game, self.pieces = GAME, GAME.pieces(self.start)
        self.chip = VirtualPico(self.wiring, files={})

    def flash(self, words: list[str]) -> None:
        from sims.pico.protocol_pico import PICOS, install

        install()
        PICOS["first"] = self.chip
        self.chip.await_port(3.0)
        flash(
            "pico://first",
            firmware_files,
            self.chip.clock,
            new="--new" in words,
            tell=lambda _: None,
        )
        assert tell_panel("pico://first", self.wiring, self.chip.clock).panel == 1008

    def check(self, words: list[str]) -> None:
        from sims.pico.rig import PicoTwin

        twin = PicoTwin(self.wiring, self.pieces, chip=self.chip)
        bar = Bar(StringIO(), say, led=False)
        probe = open_probe(twin.plug_in(), self.wiring, twin.clock)
        shop = Workshop(probe, Helper(twin.bench, None), bar)
        checkup = Checkup(shop, bar, quick="--quick" in words)
        run_to_end(checkup.run(), shop.probe)
        shop.probe.close()
        assert checkup.flaws == ()
        tried = checkup.results["reeds"].left_out
        assert bool(tried) == ("--quick" in words)

    def play(self, words: list[str]) -> None:
        """The first time on a laptop, where `tests/kit` plays it; then on the board."""
        from sims.pico.rig import PicoRig

        if "--board" not in words:
            return
        self.chip.bench.plug()
        self.chip.reset()
        rig = PicoRig(self.start, self.wiring, chip=self.chip, game=self.game)
        rig.settle()
        for place in ("k4", "k5"):
            rig.do(f"lift {place}")
            rig.do("away")
        rig.wait(3)
        assert [str(move) for move in rig.table.history] == ["1 clears k4-k5"]
        assert {"k4", "k5"}.isdisjoint(rig.lights())


def test_every_command_of_the_ten_steps_does_what_it_says(chip):
    walk, said = Walk(), re.findall(r"^stardeck (\w+) (.*)$", PAGE.read_text(), re.MULTILINE)
    assert [verb for verb, _ in said] == ["play", "flash", "check", "check", "play"]
    for verb, rest in said:
        getattr(walk, verb)(rest.split())
