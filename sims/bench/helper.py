"""A simulated person who does what a checkup asks, on a board that may be faulty."""

from __future__ import annotations

from controller.scene import Glow
from controller.values import Piece, Seat, Site
from drivers.workshop.shop import Task
from sims.bench.bench import Bench
from sims.bench.protocol_sim import Pico

MAGNET = Piece("magnet")


class Helper:
    """A person with a magnet, tags, a crank and a plug.

    It finds cells by their names in tasks; only for `follow` it looks at the lights.
    """

    def __init__(self, bench: Bench, pico: Pico) -> None:
        self._bench = bench
        self._pico = pico
        self._said: list[str] = []

    def ask(self, task: Task) -> None:
        match task.verb:
            case "clear":
                self._clear()
            case "put":
                self._carry(MAGNET, task.site)
            case "first" | "second":
                seat = Seat(("first", "second").index(task.verb))
                self._carry(Piece(f"{task.site}.{seat}", seat), task.site)
            case "follow":
                self._follow(task.site)
            case "lift":
                self._clear()
            case "turn":
                self._bench.turn(task.site, task.rows)
            case "tap" | "show":
                self._bench.tap(task.site, task.piece or "a tag")
            case "unplug":
                self._bench.unplug()
            case "plug":
                self._bench.plug()

    def answer(self) -> str | None:
        return self._said.pop(0) if self._said else None

    def _follow(self, believed: Site) -> None:
        """Put the magnet where the light is, and say so if that is another cell."""
        seen = self._asked()
        if seen is None:
            self._said.append("")
            return
        self._carry(MAGNET, seen)
        if seen != believed:
            self._said.append(seen)

    def _asked(self) -> Site | None:
        """Return the cell whose light blinks twice, if its pixel shines."""
        lights = self._pico.panel.lights.wanted
        dark = self._bench.unlit
        for site, pixels in self._bench.wiring.chain.items():
            if lights[4 * pixels.start + 3] & 15 == Glow.DOUBLE and pixels.start not in dark:
                return site
        return None

    def _carry(self, piece: Piece, site: Site) -> None:
        self._clear()
        self._bench.put(piece, site)

    def _clear(self) -> None:
        for site in list(self._bench.stacks):
            while site in self._bench.stacks:
                self._bench.lift(site)
