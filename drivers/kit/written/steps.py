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


class Step(NamedTuple):
    """The key of the sentence kit.step.WORK.NAME, and the parts it is about."""

    name: str
    of: tuple[str, ...] = ()


WORK_STEPS: Mapping[str, tuple[Step, ...]] = {
    "plates": (
        Step("cut"),
        Step("print_still", ("no roller",)),
        Step("print_rolled", ("roller",)),
        Step("screws", ("screw",)),
    ),
    "pieces": (
        Step("cut"),
        Step("magnet_reed", ("magnet", "reed")),
        Step("magnet_hall", ("magnet", "hall")),
        Step("glue", ("base",)),
    ),
    "power": (
        Step("solder", ("fuse", "shunt", "fuse1")),
        Step("before"),
        Step("on", ("fuse", "fuse1")),
        Step("regulator", ("regulator",)),
        Step("fin", ("regulator", "fin")),
        Step("amplifier", ("ina180", "r100k")),
    ),
    "pico": (
        Step("solder", ("socket", "ahct125")),
        Step("before", ("pico",)),
        Step("on", ("pico",)),
        Step("order", ("brick", "pixel")),
    ),
    "flash": (),
    "chain": (
        Step("registers", ("hcs165", "network", "c100n")),
        Step("reeds", ("reed",)),
        Step("halls", ("hall", "c100n")),
        Step("before_reeds", ("reed",)),
        Step("before_halls", ("hall",)),
        Step("keys", ("key",)),
        Step("on_reeds", ("reed",)),
        Step("on_halls", ("hall",)),
        Step("sentinels", ("guarded",)),
        Step("schmitt", ("hcs165",)),
    ),
    "columns": (Step("solder", ("hcs165", "network", "c100n", "reed")), Step("on")),
    "rows": (
        Step("solder", ("hc595", "tbd62083", "network")),
        Step("before"),
        Step("on"),
    ),
    "row": (
        Step("cross", ("diode", "reed")),
        Step("sentinel", ("diode",)),
        Step("before", ("diode",)),
        Step("wrong", ("diode",)),
    ),
    "proof": (Step("solder", ("diode",)), Step("before", ("diode",))),
    "lights": (
        Step("order", ("pixel",)),
        Step("strip", ("by the metre",)),
        Step("feed", ("feed",)),
        Step("buffer", ("c1000u",)),
        Step("before", ("pixel",)),
    ),
    "beams": (Step("face", ("ir_led", "phototransistor")), Step("on", ("hc14",))),
    "strip": (
        Step("paper", ("roller", "reed")),
        Step("wheel", ("wheel", "axle", "encoder")),
        Step("sensors", ("qre1113", "slotted")),
        Step("before", ("r150", "r47k", "r10k", "qre1113", "slotted")),
        Step("on", ("hc14", "encoder")),
    ),
    "readers": (
        Step("place", ("pn532",)),
        Step("reeds", ("pn532", "reed")),
        Step("select", ("pn532", "r10k", "r1k")),
        Step("on", ("pn532",)),
        Step("tags", ("tags",)),
        Step("small_tags", ("small tags",)),
    ),
    "antennas": (
        Step("try", ("coil", "tags")),
        Step("number", ("hc595", "hc138", "hc154")),
        Step("off", ("coil",)),
    ),
    "coils": (
        Step("try", ("loop", "tags")),
        Step("wind", ("loop", "reed")),
        Step("number", ("hc595", "hc238", "adg708")),
        Step("tune", ("loop", "c130p", "trimmer")),
        Step("power", ("pn5180", "adg708")),
        Step("on", ("pn5180", "loop")),
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
