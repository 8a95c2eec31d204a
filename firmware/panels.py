"""The panels a Pico may sit under: which chains, keys, readers and pixels each one has."""

from firmware import wire


class Fit:
    """What is soldered to the pins of one panel.

    `readers` are PN532s with a field of their own; `antennas` says how many hang on each of the
    PN532s after those. `lines` are the pixels on each data line; `back` is the channel of the
    key of that name.
    """

    def __init__(
        self,
        widths=(),
        guarded=(),
        keys=0,
        readers=0,
        antennas=(),
        lines=(),
        rolls=0,
        back=None,
    ):
        self.widths = widths
        self.guarded = guarded
        self.keys = keys
        self.readers = readers
        self.antennas = antennas
        self.lines = lines
        self.rolls = rolls
        self.back = back

    @property
    def chips(self):
        return self.readers + len(self.antennas)

    @property
    def pixels(self):
        return sum(self.lines)


FIRST = 1  # what a Pico is until it is told otherwise
BARE = Fit()  # a panel we know nothing of: it answers, so that it can be told what it is

PANELS = {
    1: Fit(  # Astron: four chains of cells and one of keys
        widths=(32, 32, 32, 32, 8),
        guarded=(True, True, True, True, False),
        keys=4,
        readers=3,
        lines=(120, 16),
        rolls=wire.CAN_ROLL | wire.CAN_MARK,
        back=131,
    ),
    2: Fit(  # Space Walk: a chain of planets; keys and the beams in the holes share one
        widths=(32, 32),
        guarded=(True, True),
        keys=12,
        readers=1,
        lines=(108, 12),
        back=35,
    ),
    3: Fit(  # Space Walk with an antenna under each planet
        widths=(32,),
        guarded=(True,),
        keys=12,
        readers=1,
        antennas=(12, 12),
        lines=(108, 12),
        back=3,
    ),
    4: Fit(  # Astroplane: twelve chains of apexes and triangles
        widths=(32,) * 12 + (8,),
        guarded=(True,) * 12 + (False,),
        keys=5,
        lines=(360, 8),
        back=387,
    ),
    5: Fit(  # Astroplane with an antenna under each
        widths=(8,),
        guarded=(False,),
        keys=5,
        antennas=(120, 120, 120),
        lines=(360, 8),
        back=3,
    ),
    6: Fit(  # Situation 7: eight chains, one side of the Hall pairs on each
        widths=(32,) * 9,
        guarded=(True,) * 9,
        keys=14,
        lines=(96, 16),
        back=259,
    ),
    7: Fit(  # Zylatron: twenty-six chains of points and one of keys
        widths=(32,) * 27,
        guarded=(True,) * 27,
        keys=13,
        readers=1,
        lines=(769, 14),
        back=835,
    ),
}


def fit(panel_id):
    return PANELS.get(panel_id, BARE)
