"""The firmware's modules under a host, pins and chips that say anything."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from firmware import fit, lights, pn532, roller, settings, wire
from firmware.panel import Panel
from tests.firmware.micropython import FIT, WELL, Pins, workshop
from tests.fuzz import messages

STEPS = 20  # passes of a panel in one case


class Line(Pins):
    """Every frame that is said, as it goes up the line."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[bytes] = []

    def write(self, frame: bytes) -> bool:
        if not self.full:
            self.frames.append(bytes(frame))
        return super().write(frame)


def panel(luck: Random) -> str:
    """A host that says anything, over contacts, marks and readers that do anything."""
    board, line = workshop()[1], Line()
    board.hal = board.voice._hal = line
    line.tell(wire.GREET, wire.PROTOCOL)
    for _ in range(STEPS):
        stir(luck, line)
        board.step()
        board.attend()
    return "".join(unsayable(frame) for frame in line.frames)


def stir(luck: Random, pins: Line) -> None:
    pins.now += luck.choice([0, 1, 5, 500, 5000])
    pins.full, pins.worn_out = luck.random() < 0.1, luck.random() < 0.1
    pins.bring(messages.frame(luck, messages.DOWN))
    pins.words = tuple(luck.choice([word, luck.getrandbits(32)]) for word in pins.words)
    pins.counted = luck.choice([pins.counted, (messages.number(luck, "i"), luck.getrandbits(20))])
    count = luck.choice([pins.counted[0], messages.number(luck, "i")])
    pins.passed.append((pins.now, luck.randrange(3), luck.randrange(2), count))
    pins.polls.append(
        (luck.randrange(3), tuple(luck.randbytes(7) for _ in range(luck.randrange(3))))
    )
    pins.silent = luck.randrange(4)
    pins.volts = luck.randrange(6600), luck.randrange(3300)


def unsayable(frame: bytes) -> str:
    """Why no host can make sense of this frame."""
    lines = wire.Decoder().feed(frame)
    if len(lines) != 1 or lines[0][0] not in messages.UP:
        return f"no message: {frame.hex()} "
    try:
        wire.unpack(lines[0][0], lines[0][2])
    except ValueError:
        return f"misshapen: {wire.message_text(lines[0][0], lines[0][2])} "
    return ""


def told_fit(luck: Random) -> str:
    """A fit is one that can be, or ValueError says why not."""
    told = messages.torn(luck, FIT.packed()) if luck.random() < 0.7 else luck.randbytes(20)
    try:
        found = fit.unpack_fit(told)
    except ValueError:
        return ""
    return found.trouble() or ("" if found.packed() == told else "it is packed otherwise")


def remembered(luck: Random) -> str:
    """A file that is torn, or absurd, was never kept."""
    kept = {"fit": FIT.packed().hex(), "debounce": 3, "turned": -1}
    key = luck.choice([*kept, "x"])
    kept[key] = luck.choice([None, "", "zz", [], {}, 1e300, -1, 10**40, "0700", True])
    data = json.dumps(kept).encode()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stardeck.json"
        path.write_bytes(messages.torn(luck, data) if luck.random() < 0.5 else data)
        keeper = settings.Keeper(str(path))
    pins = Line()
    pins.kept, pins.fit, pins.words = keeper.kept, keeper.fit, WELL[: len(keeper.fit.widths)]
    Panel(pins).step()
    return "" if keeper.fit is fit.EMPTY_FIT else keeper.fit.trouble()


def chip(luck: Random) -> str:
    """A reader's chip that answers anything: tags of a lawful length, or ValueError."""
    field = luck.choice([pn532.Field(0), pn532.Antennas(0, 4, lambda at: None)])
    for ms in range(0, 400, 10):
        asked = field.command(ms)
        if asked is None:
            continue
        command = asked[0]
        body = bytes((0xD5, command + 1)) + luck.randbytes(luck.randrange(20))
        if luck.random() < 0.6:
            uid = luck.randbytes(luck.choice([4, 7, 10, luck.randrange(12)]))
            body = bytes((0xD5, command + 1, 1, 1, 0, 0, 0, len(uid))) + uid
        frame = bytes((0, 0, 0xFF, len(body), -len(body) & 0xFF)) + body
        frame += bytes((-sum(body) & 0xFF, 0))
        try:
            answer = pn532.answered(
                messages.torn(luck, frame) if luck.random() < 0.2 else frame, command
            )
            found = field.take(asked if isinstance(field, pn532.Antennas) else command, answer)
        except ValueError:
            field.drop()
            continue
        lengths = {len(uid) for _, tags in found for uid in tags}
        if not lengths <= set(range(4, 11)):
            return f"tags of {lengths} bytes"
    return ""


def strip(luck: Random) -> str:
    """Marks that no paper has: the strip stands somewhere, and counts on from there."""
    paper = roller.Strip(luck.choice([1, 167, 2**31 - 1]))
    count = 0
    for _ in range(60):
        count += luck.randint(-400, 400)
        if luck.random() < 0.1:
            paper.assume(luck.randint(-(10**6), 10**6), count)
        else:
            paper.mark(luck.randrange(3), luck.randrange(2), count)
        if paper.trust not in (wire.LOST, wire.ASSUMED, wire.LOCATED):
            return f"trust {paper.trust}"
        if abs(paper.place(count)) > wire.FARTHEST:
            return f"place {paper.place(count)}"
    return ""


def shown(luck: Random) -> str:
    """Whatever is to be lit, the supply is not overdrawn."""
    board = lights.Lights(luck.choice([1, 12, 136]))
    most = luck.choice([0, 300, 2500])
    board.limit(luck.randrange(256), most)
    board.take(luck.randbytes(luck.choice([0, 7, 8, 24, 80])))
    drawn = lights.current_draw(board.pixels(luck.getrandbits(31)))
    return "" if drawn <= max(most, board.count * lights.DARK_PIXEL) else f"{drawn} mA of {most}"


CASES = (panel, told_fit, remembered, chip, strip, shown)


def case(luck: Random) -> str:
    """One of the modules, by luck."""
    return luck.choice(CASES)(luck)
