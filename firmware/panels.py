"""The panels a Pico may sit under: which chains, keys, readers and pixels each one has."""

from firmware import wire


class Fit:
    """What is soldered to the pins of one panel. `lines` are the pixels on each data line."""

    def __init__(self, widths=(), guarded=(), keys=0, readers=0, lines=(), rolls=0):
        self.widths = widths
        self.guarded = guarded
        self.keys = keys
        self.readers = readers
        self.lines = lines
        self.rolls = rolls

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
    ),
}


def fit(panel_id):
    return PANELS.get(panel_id, BARE)
