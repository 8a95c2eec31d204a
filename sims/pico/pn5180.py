"""A PN5180 on the Pico's SPI: commands, registers, answers, and the BUSY line."""

from __future__ import annotations

from collections.abc import Callable

from sims.pico.air import Air

WRITE, WRITE_OR, WRITE_AND, WRITE_MANY, READ = 0x00, 0x01, 0x02, 0x03, 0x04
SEND_DATA, READ_DATA = 0x09, 0x0A
LOAD_RF_CONFIG, RF_ON, RF_OFF = 0x11, 0x16, 0x17
SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR, RX_STATUS, TX_CONFIG = 0x00, 0x02, 0x03, 0x13, 0x18
RX_DONE, TX_DONE, RX_BEGUN, GENERAL_ERROR = 1 << 0, 1 << 1, 1 << 14, 1 << 17
TRANSCEIVE = 3
ISO_15693 = b"\x0d\x8d"
WHOLE_FRAME = 0x000006C0  # of TX_CONFIG: start symbol, data; other bits are ignored here
START_AND_DATA = 0x4C0
WORD_MASK = 0xFFFFFFFF
# ns: until ready again after a command, after a field command; per byte at 26
# kbit/s, for an end of frame; from there to an answer, by ISO 15693-3
HANDLED, FIELD, BYTE, END, T1 = 40_000.0, 300_000.0, 302_000.0, 38_000.0, 321_000.0
FRAMED = 150_000.0  # ns for the start and end of a frame
UNDRIVEN = 0xFF  # what an undriven MISO reads, pulled up

Busy = Callable[[bool, float], None]
"""Sets the BUSY line, so many ns from now."""


class Pn5180:
    """One chip over its coils."""

    mirrored = bytes(range(256))  # no reversal: highest bit first, as on the Pico

    def __init__(self, now: Callable[[], float], air: Air, busy: Busy) -> None:
        self.air = air
        self.refused = 0  # commands that are unknown or not allowed now
        self._now, self._busy = now, busy
        self.power_on()

    def power_on(self) -> None:
        self._registers = {SYSTEM_CONFIG: 0, TX_CONFIG: 0, IRQ_STATUS: 0, RX_STATUS: 0}
        self._heard = bytearray()
        self._out = b""  # an answer to be fetched
        self._said = 0
        self._received = b""
        self._begins = self._ends = float("inf")  # times of an answer from a tag
        self.air.power(False)
        self._busy(False, HANDLED)

    def select(self) -> None:
        self._heard.clear()
        self._said = 0

    def exchange(self, byte: int) -> int:
        """Return the byte sent back for this one; while an answer is pending, input is ignored."""
        self._busy(True, 0.0)
        if not self._out:
            self._heard.append(byte)
            return UNDRIVEN
        self._said += 1
        return self._out[self._said - 1] if self._said <= len(self._out) else UNDRIVEN

    def release(self) -> None:
        if self._out:
            if self._said:
                self._out = b""
            self._busy(False, HANDLED)
        elif self._heard:
            self._obey(self._heard[0], bytes(self._heard[1:]))

    def _obey(self, command: int, parameters: bytes) -> None:
        commands = {
            WRITE: self._write,
            WRITE_OR: self._write_or,
            WRITE_AND: self._write_and,
            WRITE_MANY: self._write_many,
            READ: self._read,
            SEND_DATA: self._send,
            READ_DATA: self._fetch,
            LOAD_RF_CONFIG: self._load,
            RF_ON: self._field_on,
            RF_OFF: self._field_off,
        }
        well = command in commands and parameters and commands[command](parameters)
        if not well:
            self.refused += 1
            self._registers[IRQ_STATUS] |= GENERAL_ERROR
        field = command in (LOAD_RF_CONFIG, RF_ON, RF_OFF)
        self._busy(False, FIELD if field else HANDLED)

    def _set(self, parameters: bytes, change: Callable[[int, int], int]) -> bool:
        register, value = parameters[0], int.from_bytes(parameters[1:], "little")
        if len(parameters) != 5 or register not in {*self._registers, IRQ_CLEAR}:
            return False
        if register == IRQ_CLEAR:
            self._settle()
            self._registers[IRQ_STATUS] &= ~value
        else:
            self._registers[register] = change(self._registers[register], value)
        return True

    def _write(self, parameters: bytes) -> bool:
        return self._set(parameters, lambda old, new: new)

    def _write_or(self, parameters: bytes) -> bool:
        return self._set(parameters, lambda old, new: old | new)

    def _write_and(self, parameters: bytes) -> bool:
        return self._set(parameters, lambda old, new: old & new)

    def _write_many(self, parameters: bytes) -> bool:
        """Write several registers: each as register, manner, value."""
        manners = {1: self._write, 2: self._write_or, 3: self._write_and}
        several = [parameters[at : at + 6] for at in range(0, len(parameters), 6)]
        return all(
            len(one) == 6 and one[1] in manners and manners[one[1]](one[:1] + one[2:])
            for one in several
        )

    def _read(self, parameters: bytes) -> bool:
        self._settle()
        self._out = (self._registers.get(parameters[0], 0) & WORD_MASK).to_bytes(4, "little")
        return True

    def _settle(self) -> None:
        """Update the status bits for what has been received until now."""
        if self._now() >= self._begins:
            self._registers[IRQ_STATUS] |= RX_BEGUN
            self._begins = float("inf")
        if self._now() >= self._ends:
            self._registers[IRQ_STATUS] |= RX_DONE
            self._ends = float("inf")

    def _send(self, parameters: bytes) -> bool:
        """Send a frame, or the end of one, to the tags."""
        if self._registers[SYSTEM_CONFIG] & 7 != TRANSCEIVE or parameters[0]:
            return False
        data, how = parameters[1:], self._registers[TX_CONFIG] & START_AND_DATA
        lasts = END
        if data and how == START_AND_DATA:
            lasts = FRAMED + BYTE * (len(data) + 2)
            self.air.hear(data)
        elif not data and not how:
            self.air.end()
        else:
            self.air.forget()  # no tag understands such a frame
        self._registers[IRQ_STATUS] |= TX_DONE
        self._listen(lasts + T1)
        return True

    def _listen(self, after: float) -> None:
        self._begins = self._ends = float("inf")
        echo = self.air.echo()
        if echo is None:
            return
        self._received = echo.answer
        self._registers[RX_STATUS] = len(echo.answer) | echo.wrong
        self._begins = self._now() + after
        self._ends = self._begins + FRAMED + BYTE * (len(echo.answer) + 2)

    def _fetch(self, parameters: bytes) -> bool:
        self._out = self._received
        return bool(self._out)

    def _load(self, parameters: bytes) -> bool:
        self._registers[TX_CONFIG] = WHOLE_FRAME
        return parameters == ISO_15693

    def _field_on(self, parameters: bytes) -> bool:
        self.air.power(True)
        return True

    def _field_off(self, parameters: bytes) -> bool:
        self.air.power(False)
        return True
