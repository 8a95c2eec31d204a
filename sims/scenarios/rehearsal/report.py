"""The report of a rehearsal as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from controller.values import Saying
from controller.words import say
from drivers.workshop.report_html import REPORT_STYLE, sky
from sims.scenarios.rehearsal.programme import Number
from sims.scenarios.rehearsal.results import FAILED, PASSED, Results, ScenarioResult

RESULT_SIGNS = {PASSED: ("✓", "good"), FAILED: ("✗", "bad"), "": ("·", "not")}


def report_page(numbers: Sequence[Number], results: Results) -> str:
    """Return the whole page."""
    title = say(Saying("rehearsal.title"))
    parts = [f"<header><h1>{escape(title)}</h1>", results_in_words(numbers, results), "</header>"]
    for tier, some in groupby(numbers, key=lambda number: number.tier):
        parts.append(f"<h2>{escape(say(Saying(f'rehearsal.tier_{tier}')))}</h2>")
        parts.append(f"<table>{''.join(result_rows(some, results))}</table>")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{REPORT_STYLE}</style></head>\n"
        f"<body>{sky()}<main>{''.join(parts)}</main></body></html>\n"
    )


def results_in_words(numbers: Sequence[Number], results: Results) -> str:
    """Return how many scenarios passed and failed, and on which board."""
    mine = [results.results.get(number.name) for number in numbers]
    went = [result.verdict for result in mine if result]
    counts = {
        "passed": went.count(PASSED),
        "failed": went.count(FAILED),
        "out": sum(number.why is not None for number in numbers),
        "of": len(numbers),
    }
    told = escape(say(Saying("rehearsal.verdict", counts)))
    return f'<p class="verdict">{told}</p><p>{escape(results.board)}</p>'


def result_rows(numbers: Iterator[Number], results: Results) -> Iterator[str]:
    """Yield a table row for each scenario."""
    for number in numbers:
        result = results.results.get(number.name)
        sign, kind = RESULT_SIGNS[result.verdict if result else ""]
        yield (
            f'<tr><td class="{kind}">{sign}</td><td>{escape(number.name)}</td>'
            f"<td>{escape(number.scenario.title)}</td>"
            f"<td>{escape(say(outcome(number, result)))}</td></tr>"
        )


def outcome(number: Number, result: ScenarioResult | None) -> Saying:
    """Return why it was left out, why it failed, or how long it took."""
    if number.why:
        return number.why
    if result is None:
        return Saying("rehearsal.not_yet")
    if result.why:
        return Saying("rehearsal.failed", {"why": result.why})
    return Saying("rehearsal.took", {"seconds": result.seconds})
