"""The circuit as a netlist that KiCad's board editor imports."""

from __future__ import annotations

from collections.abc import Mapping

from drivers.kit.wares import wares
from drivers.kit.wired.circuit import Circuit


def netlist(circuit: Circuit, title: str, numbers: Mapping[str, str]) -> str:
    """Return the netlist: an s-expression, version E; a part's value is its order number."""
    lines = ['(export (version "E")', f"  (design (source {quoted(title)}))", "  (components"]
    for part in circuit.parts.values():
        footprint = wares()[part.kind].footprint
        lines.append(
            f"    (comp (ref {quoted(part.ref)}) (value {quoted(numbers[part.kind])})"
            f" (footprint {quoted(footprint)})"
            f" (property (name {quoted('Site')}) (value {quoted(part.site)})))"
        )
    lines += ["  )", "  (nets"]
    for code, (name, pins) in enumerate(circuit.nets.items(), 1):
        nodes = "".join(f"\n      (node (ref {quoted(p.ref)}) (pin {quoted(p.pin)}))" for p in pins)
        lines.append(f"    (net (code {quoted(str(code))}) (name {quoted(name)}){nodes})")
    return "\n".join([*lines, "  )", ")", ""])


def quoted(text: str) -> str:
    """Return the text as a quoted string of the netlist."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
