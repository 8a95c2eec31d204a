"""A Pico is configured, restarted, hung, unplugged, and left to its maker."""

from threading import Event, Thread

import msgspec
import pytest
import serial

from drivers.fit import fit_of
from drivers.wiring import checked_wiring
from drivers.workshop.payload import MAIN
from firmware import wire
from tests.pico.conftest import Desk, only

pytestmark = [pytest.mark.pico, pytest.mark.hil]


def panel_of(said):
    [hello] = only(wire.HELLO, said)
    return hello[3]


def cause_of(said):
    [hello] = only(wire.HELLO, said)
    return hello[9]


def sit_under(desk, file):
    """Tell it that it is under this panel: it starts afresh."""
    desk.say(wire.FIT, fit_of(checked_wiring(file)).packed())
    with pytest.raises((serial.SerialException, OSError)):
        desk.heard(0.5)


def test_what_it_is_told_survives_a_reboot(desk):
    desk.tell(wire.CONFIGURE, wire.DEBOUNCE, 9)
    sit_under(desk, msgspec.structs.replace(desk.bench.wiring.file, panel=77))
    assert panel_of(desk.greet()) == 77
    desk.say(wire.REBOOT, wire.TO_PANEL)
    with pytest.raises((serial.SerialException, OSError)):
        desk.heard(0.5)
    assert panel_of(desk.greet()) == 77
    sit_under(desk, desk.bench.wiring.file)
    assert panel_of(desk.power_on()) == 1
    closed = desk.chip.now()
    desk.bench.press("key.yes")
    while not desk.edges(0.005):
        assert desk.chip.now() < closed + 0.2
    assert desk.chip.now() - closed > 7.9 * 0.005  # nine samples, 5 ms apart
    desk.tell(wire.CONFIGURE, wire.DEBOUNCE, 2, within=0.3)


def test_the_watchdog_wakes_a_hung_pico(desk):
    desk.chip.hang()
    with pytest.raises((serial.SerialException, OSError)):
        desk.heard(3.5)
    assert cause_of(desk.greet()) == wire.BITTEN


BREAKS_OFF_ONCE = b"""
import os
from firmware.panel import Panel
attend = Panel.attend
def breaking(self):
    if "once" not in os.listdir():
        open("once", "w").close()
        raise ValueError("spilt")
    attend(self)
Panel.attend = breaking
serve.begin"""


def test_a_program_that_breaks_off_starts_afresh_and_says_where(chip, wiring):
    from sims.pico.pico import VirtualPico, flashed

    files = flashed(wiring)
    main = files[MAIN].replace(b"serve.begin", BREAKS_OFF_ONCE)
    desk = Desk(VirtualPico(wiring, {**files, MAIN: main}), wiring)
    desk.open()
    with pytest.raises((serial.SerialException, OSError)):
        for _ in range(10):  # what comes while it looks at its contacts is taken with them
            desk.say(wire.PING)
            desk.heard(0.1)
    said = desk.greet()
    assert cause_of(said) == wire.CRASHED
    [(text,)] = only(wire.CRASH, said)
    assert text.endswith(b"ValueError: spilt\n") and b"in breaking" in text
    said = desk.power_on()
    assert cause_of(said) == wire.POWER and not only(wire.CRASH, said)


def test_every_start_is_told_by_its_true_cause(desk):
    assert cause_of(desk.power_on()) == wire.POWER
    desk.chip.reset()
    assert cause_of(desk.greet()) == wire.BUTTON
    desk.say(wire.REBOOT, wire.TO_PANEL)
    with pytest.raises((serial.SerialException, OSError)):
        desk.heard(0.5)
    assert cause_of(desk.greet()) == wire.ASKED
    assert cause_of(desk.power_on()) == wire.POWER, "what was before is forgotten with the power"


def test_a_pulled_plug_is_an_error_and_a_plugged_one_a_new_port(desk):
    desk.bench.unplug()
    with pytest.raises((serial.SerialException, OSError)):
        desk.heard(0.1)
    with pytest.raises(serial.SerialException):
        serial.serial_for_url("pico://desk")
    desk.bench.plug()
    assert panel_of(desk.greet()) == 1


def test_the_key_back_leaves_a_maker_the_repl(desk):
    desk.power_on_holding("key.back")
    assert b">>>" in prompt(desk)


def test_a_reboot_may_lead_to_the_repl_once(desk):
    desk.say(wire.REBOOT, wire.TO_REPL)
    with pytest.raises((serial.SerialException, OSError)):
        desk.heard(0.5)
    desk.open()
    assert b">>>" in prompt(desk)
    desk.port.write(b"\x04")
    desk.chip.run(0.4)
    assert panel_of(desk.greet()) == 1


def prompt(desk):
    """What comes back on an empty line."""
    desk.port.write(b"\r\n")
    return b"".join(desk.port.read(256) for _ in range(20))


def transcript(wiring):
    """When and what a new Pico says to a host that greets it, and presses keys."""
    from sims.pico.pico import VirtualPico

    desk = Desk(VirtualPico(wiring), wiring)
    heard = [(desk.chip.now(), desk.greet())]
    for key in ("key.yes", "key.no"):
        desk.bench.press(key)
        heard += [(desk.chip.now(), desk.heard(0.01)) for _ in range(15)]
    desk.close()
    return heard


def work(until: Event) -> None:
    while not until.is_set():
        sum(range(10**5))


def test_however_busy_this_machine_is_the_same_run_is_the_same(chip, wiring):
    alone, done = transcript(wiring), Event()
    Thread(target=work, args=[done]).start()
    try:
        assert transcript(wiring) == alone
    finally:
        done.set()
    assert only(wire.EDGE, [said for _, some in alone for said in some])
