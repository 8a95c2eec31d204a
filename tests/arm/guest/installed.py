"""The first boot: installed as the README says, looked over, killed, its board unplugged."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from looked import awaited, command, how, look, ran, says, serves, shown, tell

OWN = "/opt/own"  # as pipx would have it
UNIT = "/etc/systemd/system/stardeck.service"
BOARD, NAME = "pty-board.service", "/dev/stardeck/board"
FOUND = 10.0  # s in which the service has found a board again
HANDS = {"pull": "SIGUSR1", "plug": "SIGUSR2", "put": "SIGHUP", "yes": "SIGALRM"}  # as board.py


def main() -> None:
    ready()
    command("stardeck install", f"{OWN}/bin/stardeck", "install", "--", "--go-on")
    units()
    look("the service is up, its page answers on port 80", serves, how)
    board("run")
    played()
    killed()
    unplugged()


def ready() -> None:
    """A Stardeck that can be asked to install; its packages were unpacked elsewhere."""
    ran("python3", "-m", "venv", "--without-pip", OWN)
    packages = next(Path(OWN).glob("lib/python3*/site-packages"))
    (packages / "own.pth").write_text("/mnt/own\n")
    program = Path(OWN, "bin/stardeck")
    program.write_text(f'#!/bin/sh\nexec {OWN}/bin/python -m controller "$@"\n')
    program.chmod(0o755)
    command("a Stardeck that can be asked to install", str(program), "doctor")


def board(what: str) -> None:
    """The simulated one, in a unit of its own: `run`, `pull` out, `plug` in, `put` a ship."""
    if what == "run":
        words = (f"{OWN}/bin/python", "-m", "tests.arm.guest.board")
        ran("systemd-run", f"--unit={BOARD}", "--setenv=PYTHONPATH=/mnt", *words)
        awaited(lambda: os.path.lexists(NAME))
    elif what == "stop":
        ran("systemctl", "stop", BOARD)
    else:
        ran("systemctl", "kill", f"--signal={HANDS[what]}", BOARD)


def units() -> None:
    status, said = ran("systemd-analyze", "verify", "--man=no", UNIT)
    ours = [line for line in said.splitlines() if "stardeck" in line]
    tell(not status and not ours, "systemd-analyze verify", said or "nothing to say")
    status, said = ran(
        "systemd-analyze", "security", "--no-pager", "--threshold=28", UNIT.split("/")[-1]
    )
    tell(not status, "systemd-analyze security", (said.splitlines() or ["?"])[-1])
    kept_in("IPAddressDeny")
    kept_in("IPAddressAllow")


def kept_in(name: str) -> None:
    """Check that systemd has the same list for the service and for the port it opens for it."""
    service, port = shown(name), shown(name, "stardeck.socket")
    same = bool(service) and sorted(service.split()) == sorted(port.split())
    tell(same, f"{name} holds for the port, too", f"service: {service}; socket: {port}")


def played() -> None:
    def begun() -> bool:
        if "moves" not in shown("StatusText"):
            board("yes")
            time.sleep(2)
        return "moves: 0" in shown("StatusText")

    look("a game is begun by the board's keys", begun, how)
    board("put")
    look("a ship put on the board is a move", says("moves: 1"), how)


def killed() -> None:
    before = shown("MainPID")
    os.kill(int(before), signal.SIGKILL)
    look("kill -9: it is up again", lambda: shown("MainPID") not in ("0", before) and serves(), how)
    look("and the move is there", says("moves: 1"), how)


def unplugged() -> None:
    before = shown("MainPID")
    board("pull")
    gone = awaited(lambda: not os.path.lexists(NAME), 20.0) < 20.0
    time.sleep(5)
    lives = serves() and before == shown("MainPID")
    name = f"{NAME} is {'gone' if gone else 'still there'}"
    tell(gone and lives, "unplugged: it lives on", f"{name}; {how()}")
    board("plug")
    awaited(lambda: os.path.lexists(NAME))
    time.sleep(FOUND)
    board("put")
    look("plugged in again: the next move is read", says("moves: 2"), how)


if __name__ == "__main__":
    main()
