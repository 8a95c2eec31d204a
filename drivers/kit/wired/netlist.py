"""The circuit as a netlist that KiCad's board editor imports."""

from __future__ import annotations

from collections.abc import Mapping

from drivers.kit.wares import wares
from drivers.kit.wired.circuit import Circuit


def netlist(circuit: Circuit, title: str, numbers: Mapping[str, str]) -> str:
    """Return the netlist: an s-expression, version E; a part's value is its order number."""
    lines = [
        '(export (version "E")',
        f"  (design (source {in_quotes(title)}))",
        "  (components",
    ]
    for part in circuit.parts.values():
        footprint = wares()[part.kind].footprint
        lines.append(
            f"    (comp (ref {in_quotes(part.ref)}) (value {in_quotes(numbers[part.kind])})"
            f" (footprint {in_quotes(footprint)})"
            f" (property (name {in_quotes('Site')}) (value {in_quotes(part.site)})))"
        )
    lines += ["  )", "  (nets"]
    for code, (name, pins) in enumerate(circuit.nets.items(), 1):
        nodes = "".join(
            f"\n      (node (ref {in_quotes(p.ref)}) (pin {in_quotes(p.pin)}))" for p in pins
        )
        lines.append(f"    (net (code {in_quotes(str(code))}) (name {in_quotes(name)}){nodes})")
    return "\n".join([*lines, "  )", ")", ""])


def in_quotes(text: str) -> str:
    """Return the text as a quoted string of the netlist."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
