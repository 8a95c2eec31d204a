"""A simulated board that somebody else opens: `python served_board.py WIRING.toml` says its port.

It lives in this process, behind a TCP port, and speaks nothing but our wire. What is typed is done
by a hand: `put a7`, `lift a7`, `press back`.
"""

from __future__ import annotations

import select
import socket
import sys
from pathlib import Path
from random import Random

from controller.values import Piece, Site
from drivers.clock import WallClock
from drivers.wiring import load_wiring
from sims.bench.bench import Bench
from sims.bench.protocol_sim import SCAN, Pico, install

MAN = Piece("man")


def main() -> None:
    """Serve one connection after the other, until standard input ends."""
    install()
    clock = WallClock()
    bench = Bench(load_wiring(Path(sys.argv[1])), clock, Random(0))
    pico = Pico(bench, clock)
    with socket.create_server(("127.0.0.1", 0)) as door:
        sys.stdout.write(f"{door.getsockname()[1]}\n")
        sys.stdout.flush()
        while caller(door):
            pico.hal.up.clear()
            with door.accept()[0] as line:
                if not serve(pico, line):
                    return


def caller(door: socket.socket) -> bool:
    """Somebody is at the door; no, when the one who types has gone."""
    ready, _, _ = select.select([door, sys.stdin], [], [])
    return door in ready


def serve(pico: Pico, line: socket.socket) -> bool:
    """Until the caller hangs up; no, when the one who types has gone first."""
    while True:
        ready, _, _ = select.select([line, sys.stdin], [], [], SCAN)
        if sys.stdin in ready and not typed(pico.bench, sys.stdin.readline()):
            return False
        try:
            if line in ready and not heard(pico, line.recv(4096)):
                return True
            pico.run()
            line.sendall(bytes(pico.hal.up))
        except OSError:
            return True
        pico.hal.up.clear()


def heard(pico: Pico, said: bytes) -> bytes:
    pico.hal.down += said
    return said


def typed(bench: Bench, deed: str) -> str:
    """Do what was typed."""
    match deed.split():
        case ["put", site]:
            bench.put(MAN, Site(site))
        case ["lift", site]:
            bench.lift(Site(site))
        case ["press", key]:
            bench.press(Site(f"key.{key}"))
    return deed


if __name__ == "__main__":
    main()
