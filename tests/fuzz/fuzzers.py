"""Everything that is fuzzed, by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz import web
from tests.fuzz.case import Fuzzer

FUZZERS: Mapping[str, Fuzzer] = {
    "http": Fuzzer(web.http, one_in=10),
    "live": Fuzzer(web.live, one_in=10),
}
