"""Partly built panels: tier 1 has cells, lights and keys, 2 adds the strip, 3 the readers."""

from __future__ import annotations

import msgspec

from controller.values import Sense, Site
from drivers.wiring import Wiring, WiringFile, checked_wiring, spared

CELLS, STRIP, READERS = TIERS = (1, 2, 3)


def tiers_of(wiring: Wiring) -> tuple[int, ...]:
    """Return the tiers for which this panel has parts."""
    more = {STRIP: wiring.file.dials, READERS: wiring.file.readers}
    return (CELLS, *(tier for tier, parts in more.items() if parts))


def built_to(wiring: Wiring, tier: int) -> Wiring:
    """Return the wiring of the panel as built up to this tier."""
    bare = tier < READERS and bool(wiring.wakes)
    file = uncoiled(wiring.file) if bare else wiring.file
    readers = file.readers if tier >= READERS else ()
    dials = file.dials if tier >= STRIP else ()
    missing = strip_and_reader_sites(file) - strip_and_reader_sites(
        msgspec.structs.replace(file, readers=readers, dials=dials)
    )
    if not missing and file is wiring.file:
        return wiring
    return checked_wiring(file_without(file, missing, readers=readers, dials=dials)).tagged(
        wiring.tags
    )


def uncoiled(file: WiringFile) -> WiringFile:
    """Return the file with coil reeds as plain reeds, as the reader is not built yet."""
    chains = tuple(
        msgspec.structs.replace(chain, sense=Sense.REED) if chain.sense is Sense.TAG else chain
        for chain in file.chains
    )
    readers = tuple(reader for reader in file.readers if reader.sense is Sense.TAP)
    return msgspec.structs.replace(file, chains=chains, readers=readers)


def strip_and_reader_sites(file: WiringFile) -> set[Site]:
    """Return the sites that strip and readers sense."""
    return {dial.site for dial in file.dials} | {reader.site for reader in file.readers}


def file_without(file: WiringFile, missing: set[Site], **kept: object) -> WiringFile:
    """Return the file with other readers and dials, and no lights at missing sites."""
    lights = tuple(
        msgspec.structs.replace(run, sites=spared(run.sites, missing)) for run in file.lights
    )
    return msgspec.structs.replace(file, lights=lights, **kept)
