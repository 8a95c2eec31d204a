"""`pi://` on the kernel's gpio-sim by the installed service, shut in as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from looked import awaited, how, look, ran, says, shown, tell
from pins import HERE, Sim

from controller.app.appliance.installing import PROGRAM
from controller.app.appliance.machine import Machine
from controller.app.appliance.units import GROUPS, Options, service_unit

PRESSES = 4  # as often as somebody tries who is not answered
ANSWERS = 25.0  # s
UNIT = Path("/etc/systemd/system/stardeck.service")


def main() -> None:
    with unit(HERE / "keys.toml"):
        look("the service has found the pins", says("?"), how)
        answered(Sim())
        told = ran("systemd-analyze", "security", "--no-pager", "--threshold=28", UNIT.name)
        said = (told[1].splitlines() or ["?"])[-1]
        tell(not told[0], "systemd-analyze security, with pins", said)


def answered(sim: Sim) -> None:
    before = shown("StatusText")

    def other() -> bool:
        return shown("StatusText") != before

    tell(awaited(other, 5.0) > 5.0, "it waits for a key", shown("StatusText"))
    presses = next((n for n in range(1, PRESSES + 1) if pressed(sim, other)), 0)
    seen = f"{how()} (pressed {presses} times)" if presses else how()
    tell(presses > 0, "a key, pulled down, is an answer to it", seen)


def pressed(sim: Sim, so: Callable[[], bool]) -> bool:
    """For a second, since an emulated processor may sleep through less; then it is waited for."""
    sim.press(1.0)
    return awaited(so, ANSWERS) <= ANSWERS


@contextmanager
def unit(wiring: Path) -> Iterator[None]:
    """As `stardeck install --board pi:// -- --wiring FILE` writes it; then as it was."""
    before, machine = UNIT.read_text(), Machine()
    words = ("--wiring", str(wiring))
    options = Options("pi://", 80, words, machine.groups(GROUPS), machine.systemd())
    try:
        begun(service_unit(options, PROGRAM))
        yield
    finally:
        begun(before)


def begun(text: str) -> None:
    UNIT.write_text(text)
    ran("systemctl", "daemon-reload")
    ran("systemctl", "restart", UNIT.name)


if __name__ == "__main__":
    main()
