"""The report of a checkup, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from controller.values import Saying, Site
from drivers.workshop.grid import Grid
from drivers.workshop.result import Flaw, PixelCurrents, Reed, Result

Say = Callable[[Saying], str]

REED_SIGNS = {
    Reed.SOUND: ".",
    Reed.NEVER: "x",
    Reed.ALWAYS: "#",
    Reed.CHATTERING: "~",
    Reed.CROSSTALK: "&",
    Reed.ELSEWHERE: ">",
    Reed.TURNED: "u",
    Reed.BARE: "!",
    Reed.UNTRIED: "?",
}


class Report(Struct, frozen=True):
    """The results of a checkup of one board."""

    panel: str
    url: str
    at: str
    cells: tuple[Site, ...]
    results: Mapping[str, Result]
    simulated: str = ""  # the sentence that says it is simulated, or ''

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        return tuple(flaw for result in self.results.values() for flaw in result.flaws)

    @property
    def reeds(self) -> Mapping[Site, Reed]:
        return next((found.reeds for found in self.results.values() if found.reeds), {})

    @property
    def pixels(self) -> Sequence[PixelCurrents]:
        return next((found.pixels for found in self.results.values() if found.pixels), ())

    @property
    def latencies(self) -> Sequence[float]:
        return next((found.latencies for found in self.results.values() if found.latencies), ())

    @property
    def quickest(self) -> float:
        """The latency in ms that no board of this kind can be below; 0 if none was measured."""
        return float(self.results["latency"].figures["floor_ms"]) if self.latencies else 0.0

    @property
    def verdict(self) -> Saying:
        if len(self.flaws) > 1:
            return Saying("report.several", {"count": len(self.flaws)})
        if self.flaws:
            return Saying("report.one")
        partly = any(result.left_out for result in self.results.values())
        return Saying("report.partly" if partly else "report.sound")


def report_text(report: Report, say: Say) -> str:
    """Return the end of the terminal output: a map, a verdict, remedies."""
    lines = [*cell_map(report, say), say(report.verdict), *remedies(report, say), report.simulated]
    return "\n".join(filter(None, lines))


def remedies(report: Report, say: Say) -> Iterator[str]:
    """Yield each flaw with its remedy."""
    for flaw in report.flaws:
        yield f"  {flaw.fault}  {say(flaw.saying)}"
        yield f"       {say(flaw.remedy)}"


def cell_map(report: Report, say: Say) -> Iterator[str]:
    """Yield the map of cells as signs, the far row first; nothing if all are sound."""
    if not set(report.reeds.values()) - {Reed.SOUND}:
        return
    yield say(Saying("report.map"))
    for row in Grid.of(report.reeds).rows():
        signs = (REED_SIGNS[report.reeds[site]] if site else " " for site in row)
        yield "    " + " ".join(signs)


def report_values(report: Report, say: Say) -> dict[str, Any]:
    """Return everything that was found as plain values."""
    return {
        "panel": report.panel,
        "board": report.url,
        "at": report.at,
        "simulated": report.simulated,
        "verdict": say(report.verdict),
        "flaws": [flaw_json(flaw, say) for flaw in report.flaws],
        "steps": {name: step_values(found, say) for name, found in report.results.items()},
        "reeds": {site: reed.value for site, reed in report.reeds.items()},
        "pixels": [msgspec.to_builtins(pixel) for pixel in report.pixels],
        "latency_ms": [round(took, 3) for took in report.latencies],
    }


def flaw_json(flaw: Flaw, say: Say) -> dict[str, Any]:
    """Return a flaw as plain values."""
    words = {"says": say(flaw.saying), "do": say(flaw.remedy)}
    return {"fault": flaw.fault, "kind": flaw.kind, "where": list(flaw.where), **words}


def step_values(result: Result, say: Say) -> dict[str, Any]:
    """Return a step's result as plain values."""
    state = "skipped" if result.skipped else "flawed" if result.flaws else "sound"
    says = " ".join(say(saying) for saying in result.told)
    return {"state": state, "says": says, "figures": dict(result.figures)}


def json(report: Report, say: Say) -> bytes:
    """Return the report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report_values(report, say)), indent=2)
