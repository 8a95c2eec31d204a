"""The wiring tables of hardware.md, generated from the wiring files.

A table stands in the page between two lines, `<!-- made: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from controller.errors import Misuse
from controller.values import Sense, Site
from drivers.fit import BACK, fit_of
from drivers.wiring import CHAIN, GUARDED, Wiring
from firmware import lights
from firmware.fit import CHAIN_LINES

Cells = Sequence[object]
SELECT_NAMES = ("CS_CARD", "CS_DECK", "CS_DOCK")  # in the order of the PN532s
MADE_PART = re.compile(r"(<!-- made: (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def fill_tables(page: str, tables: Mapping[str, str]) -> str:
    """Return the page with all marked tables replaced; raise Misuse if one is unknown."""

    def made(found: re.Match[str]) -> str:
        if found[2] not in tables:
            raise Misuse("wiring.no_table", name=found[2])
        return found[1] + tables[found[2]] + found[4]

    return MADE_PART.sub(made, page)


def tables_of_page(first: Wiring, wirings: Mapping[str, Wiring]) -> dict[str, str]:
    """Return every table by name: those of the page's own panel, and those of all panels.

    Each wiring is named by the path from the page to its file.
    """
    every = dict(sorted(wirings.items(), key=lambda pair: pair[1].file.panel))
    own = {name: markdown_table(*make(first)) for name, make in OF_ONE.items()}
    return own | {name: markdown_table(*make(every)) for name, make in OF_ALL.items()}


def markdown_table(names: Cells, rows: Iterable[Cells]) -> str:
    """Return a Markdown table."""
    lines = [names, ["---"] * len(names), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def number_range(first: int, last: int) -> str:
    """Return "first–last", or one number."""
    return f"{first}–{last}" if first != last else str(first)


def row_of(site: str) -> int:
    """Return the board row in a cell's name."""
    return int(site.lstrip("abcdefghijklmnopqrstuvwxyz"))


# ------------------------------------------------------------------------------------- of one panel


def chain_rows(wiring: Wiring) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of chains."""
    names = "Chain", "Board rows", "Bit 0", "Bit 29", "Channels of cells", "Data line", "Registers"
    return names, (chain_row(wiring, at) for at, yes in enumerate(wiring.guarded) if yes)


def chain_row(wiring: Wiring, at: int) -> Cells:
    """Return the row of one chain."""
    sites = wiring.file.chains[at].sites.split()
    first, last = sites[0], sites[-1]
    channels = number_range(CHAIN * at, CHAIN * at + len(sites) - 1)
    rows = number_range(row_of(first), row_of(last))
    return at, rows, first, last, channels, f"SR_DATA{at % CHAIN_LINES}", wiring.widths[at] // 8


def sentinels(wiring: Wiring) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of sentinel bits."""
    guarded = [at for at, yes in enumerate(wiring.guarded) if yes]
    wired = ((GUARDED, "ground", "closed"), (GUARDED + 1, "3.3 V", "open"))
    return ("Bit", "Wired to", "Must read", "Channels"), (
        (bit, to, reads, ", ".join(str(CHAIN * at + bit) for at in guarded))
        for bit, to, reads in wired
    )


def key_rows(wiring: Wiring) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of keys."""
    return ("Key", "Chain", "Bit", "Channel", "Pixel"), (
        (site, *divmod(channel, CHAIN), channel, wiring.chain[site].start)
        for channel, site in wiring.channels.items()
        if wiring.senses[site] is Sense.KEY
    )


def snake(wiring: Wiring) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of pixels by board row."""
    names = "Board row", "First pixel", "Last pixel", "From", "To", "Direction"
    spots = enumerate(wiring.file.lights[0].sites.split(), wiring.file.lights[0].first)
    rows = groupby(spots, key=lambda spot: row_of(spot[1]))
    return names, (snake_row(row, list(cells)) for row, cells in rows)


def snake_row(row: int, cells: list[tuple[int, str]]) -> Cells:
    """Return the row of one board row."""
    (first, start), (last, end) = cells[0], cells[-1]
    return row, first, last, start, end, "left to right" if start < end else "right to left"


def limiter(wiring: Wiring) -> tuple[Cells, list[Cells]]:
    """Return the head and rows of the table of the current limiter's figures."""
    dark, white = assumed_current(wiring)
    return ("Figure", "Value", "Unit"), [
        ("Number of pixels", wiring.file.pixels, "pixels"),
        ("Current limit", wiring.file.limit_mA, "mA"),
        ("Idle current of a pixel", lights.DARK_PIXEL, "mA"),
        ("Parts of red, green and blue to each further mA", lights.PER_MA, "parts"),
        ("All dark", dark, "mA"),
        ("All white, unlimited", white, "mA"),
    ]


def assumed_current(wiring: Wiring) -> tuple[int, int]:
    """Return the mA that the limiter assumes for all dark and all white."""
    parts = 3 * wiring.file.pixels
    return lights.current_draw(bytes(parts)), lights.current_draw(b"\xff" * parts)


# ----------------------------------------------------------------------------------- of every panel


def panel_rows(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of panels."""
    names = ("Panel", "Wiring", "Chains", "Registers", "Tap readers", "Antennas")
    drawing = ("Limit, mA", "All dark, mA", "All white, mA")
    return (*names, "Pixels of each data line", *drawing), (
        panel_row(path, wiring) for path, wiring in wirings.items()
    )


def panel_row(path: str, wiring: Wiring) -> Cells:
    """Return the row of one panel."""
    file, fit = wiring.file, fit_of(wiring)
    name = path.rsplit("/", 1)[-1].removesuffix(".toml")
    starts = [sum(fit.lines[:at]) for at in range(len(fit.lines))]
    ends = [start + count - 1 for start, count in zip(starts, fit.lines, strict=True)]
    spans = [number_range(start, end) for start, end in zip(starts, ends, strict=True)]
    parts = (len(file.chains), wiring.registers, fit.readers, sum(fit.antennas))
    lines = ", ".join(spans)
    return file.panel, f"[{name}]({path})", *parts, lines, file.limit_mA, *assumed_current(wiring)


def series(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of chains by data line."""
    most = max(len(w.file.chains) for w in wirings.values() if not w.file.columns)
    return ("Data line", "Chains, the nearest first, as far as a panel has them"), (
        (f"SR_DATA{line}", ", ".join(map(str, range(line, most, CHAIN_LINES))))
        for line in range(CHAIN_LINES)
    )


def all_keys(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of every panel's keys."""
    names = ("Panel", "Chain of keys", "key.yes", "key.back", "Keys and beams", "Test channel")
    return names, (keys_row(wiring) for wiring in wirings.values())


def keys_row(wiring: Wiring) -> Cells:
    """Return one panel's row of the table of keys."""
    at = {site: channel for channel, site in wiring.channels.items()}
    yes, back = at[Site("key.yes")], at[BACK]
    return (
        wiring.file.panel,
        yes // CHAIN,
        yes,
        back,
        fit_of(wiring).keys,
        wiring.file.test_channel,
    )


def beam_rows(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of holes with beams, which are wired like keys."""
    crossed = {
        wiring.file.panel: {site: at for at, site in wiring.channels.items() if holed(wiring, site)}
        for wiring in wirings.values()
    }
    having = [panel for panel, holes in crossed.items() if holes]
    (chain, *_) = (w.chain for w in wirings.values() if w.file.panel in having)
    return ("Hole", *(f"Channel on panel {panel}" for panel in having), "Pixels"), (
        (hole, *(crossed[panel][hole] for panel in having), number_range(pixels[0], pixels[-1]))
        for hole in crossed[having[0]]
        if (pixels := chain[hole])
    )


def holed(wiring: Wiring, site: Site) -> bool:
    """True if the site is a hole with a beam."""
    return wiring.senses[site] is Sense.KEY and not site.startswith("key.")


def hall_outputs(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of Hall switch outputs."""
    return ("Chain", "Seat", "Output", "First space", "Last space", "Spaces"), (
        (at, chain.seat, f"OUT{(chain.seat or 0) + 1}", sites[0], sites[-1], len(sites))
        for wiring in wirings.values()
        for at, chain in enumerate(wiring.file.chains)
        if chain.sense is Sense.SIDE and (sites := chain.sites.split())
    )


def tray_rows(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of counting trays."""
    return ("Panel", "Tray", "Channels", "Pixel"), (
        (wiring.file.panel, tray, f"{channels[0]}–{channels[-1]}", wiring.chain[tray].start)
        for wiring in wirings.values()
        for tray, channels in wiring.counted.items()
    )


def antennas(wirings: Mapping[str, Wiring]) -> tuple[Cells, Iterator[Cells]]:
    """Return the head and rows of the table of reader chips."""
    return ("Panel", "Reader", "Select", "Reads", "Register"), (
        (wiring.file.panel, at, SELECT_NAMES[at], *reads(wiring, at))
        for wiring in wirings.values()
        if fit_of(wiring).antennas
        for at in range(len(wiring.readers))
    )


def reads(wiring: Wiring, at: int) -> tuple[str, object]:
    """Return what a reader chip reads, and the register that switches its antennas."""
    taps, sites = fit_of(wiring).readers, wiring.readers[at]
    many = f"{len(sites)} coils, by a PN5180" if wiring.wakes else f"{len(sites)} antennas"
    return (sites[0], "–") if at < taps else (many, at - taps)


OF_ONE: Mapping[str, Callable[[Wiring], tuple[Cells, Iterable[Cells]]]] = {
    "chains": chain_rows,
    "sentinels": sentinels,
    "keys": key_rows,
    "snake": snake,
    "limiter": limiter,
}
OF_ALL: Mapping[str, Callable[[Mapping[str, Wiring]], tuple[Cells, Iterable[Cells]]]] = {
    "panels": panel_rows,
    "series": series,
    "all-keys": all_keys,
    "beams": beam_rows,
    "trays": tray_rows,
    "hall-outputs": hall_outputs,
    "antennas": antennas,
}
