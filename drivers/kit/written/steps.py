"""The steps of each work; a step appears if the parts it mentions are bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from controller.values import Saying
from drivers.kit import tags
from drivers.kit.drawn.strip import LEADER, paper_length
from drivers.kit.kit import Kit
from drivers.kit.physics import coils
from drivers.kit.terms import Say

REACHES = 18  # mm diameter below which vendors warn of a sticker's short range


class WorkStep(NamedTuple):
    """The key of the sentence kit.step.WORK.NAME, and the parts it is about."""

    name: str
    of: tuple[str, ...] = ()


WORK_STEPS: Mapping[str, tuple[WorkStep, ...]] = {
    "plates": (
        WorkStep("cut"),
        WorkStep("print_still", ("no roller",)),
        WorkStep("print_rolled", ("roller",)),
        WorkStep("screws", ("screw",)),
    ),
    "pieces": (
        WorkStep("cut"),
        WorkStep("magnet_reed", ("magnet", "reed")),
        WorkStep("magnet_hall", ("magnet", "hall")),
        WorkStep("glue", ("base",)),
    ),
    "power": (
        WorkStep("solder", ("fuse", "shunt", "fuse1")),
        WorkStep("before"),
        WorkStep("on", ("fuse", "fuse1")),
        WorkStep("regulator", ("regulator",)),
        WorkStep("fin", ("regulator", "fin")),
        WorkStep("amplifier", ("ina180", "r100k")),
    ),
    "pico": (
        WorkStep("solder", ("socket", "ahct125")),
        WorkStep("before", ("pico",)),
        WorkStep("on", ("pico",)),
        WorkStep("order", ("brick", "pixel")),
    ),
    "flash": (),
    "chain": (
        WorkStep("registers", ("hcs165", "network", "c100n")),
        WorkStep("reeds", ("reed",)),
        WorkStep("halls", ("hall", "c100n")),
        WorkStep("before_reeds", ("reed",)),
        WorkStep("before_halls", ("hall",)),
        WorkStep("keys", ("key",)),
        WorkStep("on_reeds", ("reed",)),
        WorkStep("on_halls", ("hall",)),
        WorkStep("sentinels", ("guarded",)),
        WorkStep("schmitt", ("hcs165",)),
    ),
    "columns": (WorkStep("solder", ("hcs165", "network", "c100n", "reed")), WorkStep("on")),
    "rows": (
        WorkStep("solder", ("hc595", "tbd62083", "network")),
        WorkStep("before"),
        WorkStep("on"),
    ),
    "row": (
        WorkStep("cross", ("diode", "reed")),
        WorkStep("sentinel", ("diode",)),
        WorkStep("before", ("diode",)),
        WorkStep("wrong", ("diode",)),
    ),
    "proof": (WorkStep("solder", ("diode",)), WorkStep("before", ("diode",))),
    "lights": (
        WorkStep("order", ("pixel",)),
        WorkStep("strip", ("by the metre",)),
        WorkStep("feed", ("feed",)),
        WorkStep("buffer", ("c1000u",)),
        WorkStep("before", ("pixel",)),
    ),
    "beams": (WorkStep("face", ("ir_led", "phototransistor")), WorkStep("on", ("hc14",))),
    "strip": (
        WorkStep("paper", ("roller", "reed")),
        WorkStep("wheel", ("wheel", "axle", "encoder")),
        WorkStep("sensors", ("qre1113", "slotted")),
        WorkStep("before", ("r150", "r47k", "r10k", "qre1113", "slotted")),
        WorkStep("on", ("hc14", "encoder")),
    ),
    "readers": (
        WorkStep("place", ("pn532",)),
        WorkStep("reeds", ("pn532", "reed")),
        WorkStep("select", ("pn532", "r10k", "r1k")),
        WorkStep("on", ("pn532",)),
        WorkStep("tags", ("tags",)),
        WorkStep("small_tags", ("small tags",)),
    ),
    "antennas": (
        WorkStep("try", ("coil", "tags")),
        WorkStep("number", ("hc595", "hc138", "hc154")),
        WorkStep("off", ("coil",)),
    ),
    "coils": (
        WorkStep("try", ("loop", "tags")),
        WorkStep("wind", ("loop", "reed")),
        WorkStep("number", ("hc595", "hc238", "adg708")),
        WorkStep("tune", ("loop", "c130p", "trimmer")),
        WorkStep("power", ("pn5180", "adg708")),
        WorkStep("on", ("pn5180", "loop")),
    ),
}


def work_sentences(kit: Kit, work: str, say: Say) -> tuple[str, ...]:
    """Return the sentences of a work that apply to this panel."""
    there, gaps = step_conditions(kit), panel_figures(kit)
    told = (step.name for step in WORK_STEPS[work] if there.issuperset(step.of))
    return tuple(say(Saying(f"kit.step.{work}.{name}", gaps)) for name in told)


def step_conditions(kit: Kit) -> set[str]:
    """Return the kinds of part that are bought, and other properties that steps depend on."""
    plan, sizes = kit.plan, tags.stickers_by_size(kit.plan)
    wiring = plan.panel.wiring
    more = {
        "no roller": not plan.rolls,
        "by the metre": plan.by_the_metre,
        "guarded": any(wiring.guarded) and not wiring.file.columns,
        "tags": bool(sizes),
        "small tags": any(size < REACHES for size in sizes),
    }
    return {one.kind for one in kit.items} | {name for name, holds in more.items() if holds}


def panel_figures(kit: Kit) -> dict[str, str | int]:
    """Return the figures of this panel that sentences may contain."""
    plan = kit.plan
    found: dict[str, str | int] = {
        "plate": f"{plan.wide:.0f} × {plan.high:.0f} mm",
        "magnet": plan.magnet.name if plan.magnet else "",
        "rows": ends(kit),
        "turns": coils.TURNS,
        "across": f"{coils.COIL_DIAMETER:g}",
        "tuning": f"{coils.tuned_pF():.0f}",
        "driven": f"{coils.DRIVE_VOLTAGE:g}",
    }
    if not plan.rolls:
        return found
    counts = plan.panel.wiring.file.dials[0].counts_per_row
    return found | {
        "leader": f"{LEADER:.0f}",
        "long": f"{paper_length(plan) / 1000:.2f}",
        "wheel": f"{plan.wheel:.1f}",
        "counts": counts,
        "ten": f"{10 * plan.unit:.0f}",
    }


def ends(kit: Kit) -> str:
    """Return the first and last site of the first and of the last chain, as text."""
    rows = [chain.sites.split() for chain in kit.plan.panel.wiring.file.chains]
    return ", ".join(f"row{at}: {rows[at][0]} … {rows[at][-1]}" for at in (0, len(rows) - 1))
