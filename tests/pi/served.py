"""The board's process over a bench: `python -m tests.pi.served PANEL SITE FILE`."""

from __future__ import annotations

import socket
import sys
import threading
import time
from random import Random

from controller.values import Piece, Site
from drivers.clock import WallClock
from drivers.fit import fit_of
from drivers.pi.serve import HostLine, serve
from sims.bench.bench import Bench
from sims.bench.hal import Disk
from tests.panels import load_panel
from tests.pi.soldered import Solder

LATER = 1.0  # s


def main(panel: str, site: str, file: str) -> None:
    wiring, clock = load_panel(panel), WallClock()
    bench = Bench(wiring, clock, Random(1))
    solder = Solder(bench, clock, wiring.file.pixels)
    threading.Thread(target=put, args=(bench, Site(site)), daemon=True).start()
    line = HostLine(socket.socket(fileno=int(file)))
    serve(line, solder.wires, Disk(fit_of(wiring)))


def put(bench: Bench, site: Site) -> None:
    time.sleep(LATER)
    bench.put(Piece("man"), site)


if __name__ == "__main__":
    main(*sys.argv[1:])
