"""A panel that no part of the program has heard of, made here: Astron, wired by a stranger."""

from __future__ import annotations

import msgspec

from drivers.wiring import ChainFile, Wiring, checked_wiring

NUMBER = 65002
ABREAST = 20  # cells to a chain: six guarded ones, and the keys behind the first of them


def strange(usual: Wiring) -> Wiring:
    """Other chains, one long line of pixels with spare ones, keys in another order."""
    file = usual.file
    cells = [name for chain in file.chains[:-1] for name in chain.sites.split()]
    rows = [cells[at : at + ABREAST] for at in range(0, len(cells), ABREAST)]
    keys = msgspec.structs.replace(file.chains[-1], sites="key.back - key.yes key.no - key.next")
    lit = f"- - {file.lights[0].sites} card {' '.join(keys.sites.split())}"
    return checked_wiring(
        msgspec.structs.replace(
            file,
            name="stranger's panel",
            panel=NUMBER,
            pixels=140,
            test_channel=None,
            chains=(*(ChainFile(" ".join(row)) for row in rows), keys),
            lights=(msgspec.structs.replace(file.lights[0], sites=lit),),
        )
    )
