"""Which pin of the Pico is what, the same under every panel; hardware.md draws it."""

CLOCK, LATCH = 2, 3
CHAINS = (4, 5, 6, 7, 12)  # data lines; chain n hangs on line n % 5
ROW_DATA, ROW_CLOCK = 13, 14  # of the registers that pull the rows of a matrix down: no strip there
PIXEL_PINS = (8, 9, 10, 11)  # of pixels
ENCODER = (10, 11)  # where there is a strip, and two lines of pixels at most
TRACKS = (13, 14, 15)  # in the order of wire.CLOCK, DATA, HOME
MISO, SCK, MOSI = 16, 18, 19
SELECTS = (17, 21, 20)  # of readers 0, 1 and 2
ANTENNAS = 0  # the latch of the registers that choose antennas
BUZZER = 1
READER_BUSY = 15  # of a PN5180: no strip there
READERS_RESET = 22
VOLTS, AMPS = 26, 27
