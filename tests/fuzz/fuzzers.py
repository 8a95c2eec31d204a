"""Everything that is fuzzed, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz import board, files, firmware, grammar, web, wire
from tests.fuzz.case import Fuzzer, plain

FUZZERS: Mapping[str, Fuzzer] = {
    "http": Fuzzer(web.http, one_in=10),
    "live": Fuzzer(web.live, one_in=10),
    "files": Fuzzer(files.any_file, one_in=10),
    "grammar": plain(grammar.any_line, 10),
    "wire": plain(wire.case),
    "firmware": plain(firmware.case, 10),
    "board": plain(board.case, 1000),
    "probe": plain(board.probed, 1000),
}
