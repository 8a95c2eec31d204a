"""The session with a Pico: greeting, configuration, and retries for lost messages."""

from __future__ import annotations

from controller.errors import BoardTrouble
from drivers.clock import Clock
from drivers.greeting import ASK_AGAIN, Hello, PanelUpload
from drivers.link import Link
from drivers.strip import Strip
from drivers.wiring import Wiring
from firmware import wire

TROUBLED = 2.0  # s between greetings to a board that cannot be played on


class Conversation:
    """Greets and configures a Pico and repeats lost messages; used in play and by the workshop."""

    def __init__(
        self,
        link: Link,
        wiring: Wiring,
        clock: Clock,
        strip: Strip,
        *,
        brightness: int,
    ) -> None:
        self._link, self._file, self._clock = link, wiring.file, clock
        self._strip, self._brightness = strip, brightness
        self._telling = PanelUpload(link, wiring, clock)
        self._known = False  # it has greeted since the line was opened
        self._asked_at = clock.now()
        self._pause = ASK_AGAIN

    @property
    def telling(self) -> bool:
        """True while the Pico is being sent its panel; its other messages are then ignored."""
        return self._telling.under_way

    def shine(self, brightness: int) -> None:
        """Set the brightness of the lights, 0 to 255."""
        self._brightness = brightness
        if self._known:
            self._link.send(wire.LIMIT, brightness, self._file.limit_mA)

    def greeted(self, hello: Hello) -> BoardTrouble | None:
        """Handle the Pico's greeting; return why it cannot be used, or None."""
        trouble = self._telling.greeted(hello)
        self._known = trouble is None
        self._pause = TROUBLED if trouble else ASK_AGAIN
        self._link.settle()
        self._strip.forget()
        if not (trouble or self.telling):
            self._configure()
        return trouble

    def keep_up(self, *, sure: bool = True) -> BoardTrouble | None:
        """Repeat lost messages in both directions; `sure` is True once a snapshot has come."""
        trouble = self._telling.refusal()
        if not self._link.up:
            self._known = False
            return trouble
        if self._link.gap or not (sure and self._known) or self.telling:
            self._ask_again()
        unheard, self._link.unheard = self._link.unheard, set()
        if wire.LEDS in unheard:
            self._strip.forget()
        if unheard & {wire.CONFIGURE, wire.LIMIT}:
            self._configure()
        return trouble

    def _ask_again(self) -> None:
        if self._clock.now() - self._asked_at <= self._pause:
            return
        self._asked_at = self._clock.now()
        if self._known and not self.telling:
            self._link.send(wire.REQUEST_SNAPSHOT)
        else:
            self._link.greet()

    def _configure(self) -> None:
        self._link.send(wire.LIMIT, self._brightness, self._file.limit_mA)
        self._link.send(wire.CONFIGURE, wire.DEBOUNCE, self._file.debounce)
        for dial in self._file.dials:
            self._link.send(wire.CONFIGURE, wire.COUNTS_PER_ROW, dial.counts_per_row)
            self._link.send(wire.CONFIGURE, wire.TURNED, -1 if dial.turned else 1)
