"""A passive piezo buzzer on its pin, by PWM."""

from machine import PWM, Pin

from firmware.pico.pins import BUZZER

SQUARE_WAVE = 32768  # of PWM.duty_u16: a square wave, and as loud as it gets


class Buzzer:
    """Silent until it is told a tone; a narrower pulse is softer, by the square of the volume."""

    def __init__(self):
        self._pwm = None
        self._rest()

    def sound(self, hertz, volume):
        if not hertz:
            self._rest()
            return
        duty = max(1, SQUARE_WAVE * volume * volume // 65025)
        if self._pwm is None:
            self._pwm = PWM(Pin(BUZZER), freq=hertz, duty_u16=duty)
        else:
            self._pwm.freq(hertz)
            self._pwm.duty_u16(duty)

    def _rest(self):
        """No direct current through the piezo: its pin is low."""
        if self._pwm is not None:
            self._pwm.deinit()
            self._pwm = None
        Pin(BUZZER, Pin.OUT, value=0)
