"""What no net joins: boards, plugs, wire by the metre, plates, rollers, magnets, the computer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil, pi

from drivers.kit import tags
from drivers.kit.holes import Kind
from drivers.kit.physics.supply import Supply
from drivers.kit.plan import PAPER_MARGIN, Plan
from drivers.kit.wares import wares
from drivers.kit.wired import runs, wires
from drivers.kit.wired.circuit import Circuit
from drivers.kit.wired.power import fins
from drivers.kit.wired.wires import By

BOARD = 160 * 100 * 0.8  # mm² of a stripboard that can be used
ROW_BOARD = 20.0  # mm, a row of upright reeds
CHIP = 25.0 * 50.0  # mm² for a register with its network
ONCE = ("pi", "pi_supply", "card", "usb", "otg", "jack", "socket", "acrylic", "opal", "solder")
ROLLED = {"roller": 2, "bearing": 4, "crank": 1, "wheel": 1, "axle": 1}


def loose(plan: Plan, circuit: Circuit, supply: Supply) -> Iterator[tuple[tuple[int, str], int]]:
    """Tier and kind, and how many."""
    yield from (((1, kind), 1) for kind in ONCE)
    yield (1, "screw"), len(plan.of(Kind.SCREW))
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
        yield (1, "magnet"), pieces(plan)
    yield (1, "base"), pieces(plan)
    yield from (((3, kind), many) for kind, many in tags.bought(plan).items())
    if plan.rolls:
        yield from (((2, kind), many) for kind, many in ROLLED.items())


def stripboards(plan: Plan, circuit: Circuit) -> int:
    """For rows of contacts and their registers, one for power, one for the Pico; those of a matrix
    hang on its bare wires, Hall switches on boards of their own."""
    hung = plan.panel.wiring.file.columns
    rows = 0 if hung else len(plan.of(Kind.REED)) * plan.pitch * ROW_BOARD
    chips = circuit.count(("hcs165", "hc595", "hc154", "hc138", "hc238", "adg708"))
    return 2 + ceil((rows + chips.total() * CHIP) / BOARD)


def lengths(plan: Plan, circuit: Circuit, supply: Supply) -> dict[str, int]:
    """Metres: of each wire in the list as long as it is, and a ribbon for each data line."""
    found, lie = wires.joints(circuit, wires.seams(plan)), runs.spots(plan, circuit)
    ribbons = sum(net.startswith("SR_DATA") for net in circuit.nets)
    return {
        "feed": ceil(runs.metres(found, lie, {By.FEED})),
        "ribbon": ceil(ribbons * supply.far),
        "lead": ceil(runs.metres(found, lie, {By.WIRE})),
    }


def adapters(circuit: Circuit) -> Iterator[tuple[tuple[int, str], int]]:
    """Chips without legs stand on a small board that has some."""
    kinds = Counter((part.tier, wares()[part.kind].adapter) for part in circuit.parts.values())
    yield from ((key, many) for key, many in kinds.items() if key[1])


def pieces(plan: Plan) -> int:
    """Those with a magnet and a base; where a puzzle is laid, what stands upon it has none."""
    tokens = plan.panel.drawing.tokens
    puzzle = [token for token in tokens if token.home]
    return sum(token.count for token in puzzle or tokens)


def measure(kind: str, plan: Plan, supply: Supply) -> float:
    """By how much a price is multiplied: m² of a plate, A of a brick, the thickness of a wire."""
    area = plan.wide * plan.high / 1e6
    brick = (supply.brick + 4) / 12
    return {"acrylic": area, "opal": area, "brick": brick, "feed": 0.3 + supply.wire / 2}.get(
        kind, 1
    )


def detail(kind: str, plan: Plan, supply: Supply) -> str:
    """What only this panel tells of a part."""
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
