"""Everything that is fuzzed, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz import board, files, firmware, grammar, web, wire
from tests.fuzz.case import Fuzzer, plain

FUZZERS: Mapping[str, Fuzzer] = {
    "http": Fuzzer(web.http, 0.01),
    "live": Fuzzer(web.live, 0.004),
    "files": Fuzzer(files.any_file, 0.002),
    "grammar": plain(grammar.any_line, 0.004),
    "firmware": plain(firmware.case, 0.01),
    "board": plain(board.case, 0.006, board.BURST),
    "probe": plain(board.probed, 0.004, board.BURST),
    "wire": plain(wire.case, 0.96, wire.FRAMES),
}
