"""Parts outside the circuit: boards, plugs, wire, plates, rollers, magnets, the computer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil, pi

from drivers.kit import tags
from drivers.kit.holes import HoleKind
from drivers.kit.physics.supply import Supply
from drivers.kit.plan import PAPER_MARGIN, Plan
from drivers.kit.wares import wares
from drivers.kit.wired import runs, wires
from drivers.kit.wired.circuit import Circuit
from drivers.kit.wired.power import fins
from drivers.kit.wired.wires import By

STRIPBOARD_AREA = 160 * 100 * 0.8  # mm², usable area of a stripboard
ROW_BOARD = 20.0  # mm, a row of upright reeds
CHIP = 25.0 * 50.0  # mm² for a register with its resistor network
BOUGHT_ONCE = (
    *("pi", "pi_supply", "card", "usb", "otg", "jack"),
    *("socket", "acrylic", "opal", "solder"),
)
ROLLED = {"roller": 2, "bearing": 4, "crank": 1, "wheel": 1, "axle": 1}


def loose(plan: Plan, circuit: Circuit, supply: Supply) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield tier and kind of each part that is in no net, and its quantity."""
    yield from (((1, kind), 1) for kind in BOUGHT_ONCE)
    yield (1, "screw"), len(plan.of(HoleKind.SCREW))
    if hot := fins(plan.panel.wiring):
        yield (1, "fin"), hot
    yield (1, "stripboard"), stripboards(plan, circuit)
    yield (1, "terminal"), 2 * supply.branches
    yield (
        (1, "plug"),
        2 * sum(sheet.startswith(("chain", "col", "rows")) for sheet in circuit.sheets),
    )
    yield from (((1, kind), many) for kind, many in lengths(plan, circuit, supply).items())
    yield from adapters(circuit)
    if plan.magnet:
        yield (1, "magnet"), count_pieces(plan)
    yield (1, "base"), count_pieces(plan)
    yield from (((3, kind), many) for kind, many in tags.stickers_by_kind(plan).items())
    if plan.rolls:
        yield from (((2, kind), many) for kind, many in ROLLED.items())


def stripboards(plan: Plan, circuit: Circuit) -> int:
    """Return the number of stripboards: contacts with their registers, one power, one Pico.

    The contacts of a matrix hang on its bare wires, and Hall switches have boards of their own.
    """
    hung = plan.panel.wiring.file.columns
    rows = 0 if hung else len(plan.of(HoleKind.REED)) * plan.pitch * ROW_BOARD
    chips = circuit.count(("hcs165", "hc595", "hc154", "hc138", "hc238", "adg708"))
    return 2 + ceil((rows + chips.total() * CHIP) / STRIPBOARD_AREA)


def lengths(plan: Plan, circuit: Circuit, supply: Supply) -> dict[str, int]:
    """Return the metres to buy of each kind of wire, and of ribbon for the data lines."""
    found, lie = wires.list_wires(circuit, wires.seams(plan)), runs.spots(plan, circuit)
    ribbons = sum(net.startswith("SR_DATA") for net in circuit.nets)
    return {
        "feed": ceil(runs.metres(found, lie, {By.FEED})),
        "ribbon": ceil(ribbons * supply.far),
        "lead": ceil(runs.metres(found, lie, {By.WIRE})),
    }


def adapters(circuit: Circuit) -> Iterator[tuple[tuple[int, str], int]]:
    """Yield the adapter boards for chips without legs."""
    kinds = Counter((part.tier, wares()[part.kind].adapter) for part in circuit.parts.values())
    yield from ((key, many) for key, many in kinds.items() if key[1])


def count_pieces(plan: Plan) -> int:
    """Return the number of pieces with a magnet and a base; on a puzzle, only the puzzle pieces."""
    tokens = plan.panel.drawing.tokens
    puzzle = [token for token in tokens if token.home]
    return sum(token.count for token in puzzle or tokens)


def measure(kind: str, plan: Plan, supply: Supply) -> float:
    """Return the factor of a price: plate area in m², amperes of the supply, or wire thickness."""
    area = plan.wide * plan.high / 1e6
    brick = (supply.brick + 4) / 12
    return {"acrylic": area, "opal": area, "brick": brick, "feed": 0.3 + supply.wire / 2}.get(
        kind, 1
    )


def detail(kind: str, plan: Plan, supply: Supply) -> str:
    """Return the size or rating that a part has on this panel, or an empty text."""
    plate, paper = f"{plan.wide:.0f} × {plan.high:.0f} mm", plan.board[0] + 2 * PAPER_MARGIN
    return {
        "brick": f"{supply.brick:g} A",
        "jack": f"{supply.fuse:g} A or more",
        "fuse": f"{supply.fuse:g} A",
        "feed": f"{supply.wire:g} mm², by the metre",
        "magnet": plan.magnet.name if plan.magnet else "",
        "base": f"Ø {tags.base(plan):.0f} mm",
        "wheel": f"Ø {plan.wheel / pi:.1f} mm over its rubber ring, {plan.wheel:.1f} mm round",
        "acrylic": plate,
        "opal": plate,
        "roller": f"{paper:.0f} mm long, its axle {paper + 60:.0f} mm",
        "pixel": "30/m" if plan.by_the_metre else "each on a round board of its own",
    }.get(kind, "")
