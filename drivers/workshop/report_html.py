"""The report of a checkup as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from random import Random

from controller.values import Saying
from drivers.workshop import report_svg
from drivers.workshop.report import Report, Say
from drivers.workshop.result import Flaw, Reed, Result

REPORT_STYLE = """
:root { --deep: #0a0f24; --night: #121a38; --line: #2b3763; --cream: #f6ecd6; --dim: #b9b294;
        --red: #ef4136; }
* { box-sizing: border-box }
body { margin: 0; background: var(--deep); color: var(--cream); line-height: 1.5;
       font: 16px/1.5 "Avenir Next", "Century Gothic", "Gill Sans", system-ui, sans-serif }
main { max-width: 980px; margin: 0 auto; padding: 0 28px 64px; position: relative }
.sky { position: absolute; inset: 0 0 auto; width: 100%; height: 320px; z-index: 0 }
header { padding: 48px 0 20px; position: relative }
header p { margin: 0; color: var(--dim); letter-spacing: .02em }
h1 { margin: 0 0 8px; font-size: 15px; letter-spacing: .42em; text-transform: uppercase;
     font-weight: 600; color: var(--red) }
.verdict { font-size: 38px; line-height: 1.15; margin: 6px 0 10px; max-width: 18em;
           color: var(--cream) }
h2 { font-size: 14px; letter-spacing: .28em; text-transform: uppercase; font-weight: 600;
     margin: 44px 0 14px; color: var(--dim); border-top: 1px solid var(--line);
     padding-top: 14px }
.flaw { display: grid; grid-template-columns: 66px 1fr; gap: 0 18px; padding: 14px 18px;
        background: var(--night); border-left: 4px solid var(--red); margin: 0 0 10px;
        border-radius: 0 8px 8px 0 }
.flaw b { grid-row: span 2; font-size: 22px; color: var(--red); align-self: center }
.flaw strong { font-weight: 600 } .flaw span { color: var(--dim) }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 28px }
@media (max-width: 760px) { .pair { grid-template-columns: 1fr } .verdict { font-size: 28px } }
figure { margin: 0 } figcaption { color: var(--dim); font-size: 14px; margin: 8px 0 0 }
svg { display: block; width: 100%; height: auto }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 8px 0 0;
          list-style: none; color: var(--dim); font-size: 14px }
.legend li { display: flex; align-items: center; gap: 6px }
.sample { width: 24px; height: 24px }
table { width: 100%; border-collapse: collapse } td { padding: 9px 10px 9px 0;
        border-bottom: 1px solid var(--line); vertical-align: top }
td:first-child { width: 34px; font-weight: 700; text-align: center }
td:nth-child(2) { width: 150px; font-weight: 600 } td:last-child { color: var(--dim) }
.bad { color: var(--red) } .good { color: var(--cream) } .not { color: var(--dim) }
.name { fill: var(--dim); font-size: 13px; text-anchor: middle }
.label { fill: var(--cream); font-size: 14px }
.cell { fill: none; stroke: var(--line) } .sound { fill: var(--cream) }
.plate { fill: #3a1420; stroke: var(--red) }
.ill { fill: none; stroke: var(--red); stroke-width: 3.2; stroke-linecap: round;
       stroke-linejoin: round } .thin { stroke-width: 2.4 }
.full { fill: var(--red) } .faint { fill: var(--dim); text-anchor: middle; font-size: 15px }
.thread { stroke: var(--red); stroke-width: 2; stroke-dasharray: 4 4 }
.way { fill: none; stroke: var(--line); stroke-width: 2 }
.hole { fill: var(--deep); stroke: var(--red); stroke-width: 1.5; stroke-dasharray: 3 3 }
.bar { fill: var(--cream) } .base { stroke: var(--dim) }
.rule { stroke: var(--cream); stroke-width: 1.5 }
.floor { stroke: var(--dim); stroke-width: 1.5; stroke-dasharray: 2 5 }
.aim { stroke: var(--red); stroke-width: 1.5; stroke-dasharray: 8 5 }
footer { margin-top: 44px; color: var(--dim); font-size: 14px }
@media print { body { background: #fff; color: #111 } .sky { display: none } }
"""


def checkup_page(report: Report, say: Say) -> str:
    """Return the whole page."""
    title = say(Saying("report.title", {"panel": report.panel, "url": report.url, "at": report.at}))
    parts = [*verdict_html(report, say), *pictures(report, say), *steps_table(report, say)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{REPORT_STYLE}</style></head>\n"
        f"<body>{sky()}<main>{''.join(parts)}</main></body></html>\n"
    )


def sky() -> str:
    """Return the page's background: fixed stars and a red planet."""
    luck = Random(1954)
    stars = "".join(
        f'<circle cx="{luck.randint(0, 1400)}" cy="{luck.randint(0, 310)}" '
        f'r="{luck.choice((0.6, 0.8, 1.0, 1.6))}" opacity="{luck.uniform(0.25, 0.9):.2f}"/>'
        for _ in range(140)
    )
    return (
        '<svg class="sky" viewBox="0 0 1400 320" preserveAspectRatio="xMidYMin slice" '
        'aria-hidden="true"><defs><linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="#1b2450"/><stop offset="1" stop-color="#0a0f24"/>'
        '</linearGradient></defs><rect width="1400" height="320" fill="url(#dusk)"/>'
        f'<g fill="#f6ecd6">{stars}</g><circle cx="1050" cy="100" r="46" fill="#ef4136"/>'
        '<ellipse cx="1050" cy="102" rx="86" ry="17" fill="none" stroke="#f6ecd6" '
        'stroke-width="2.5" transform="rotate(-14 1050 102)"/></svg>'
    )


def verdict_html(report: Report, say: Say) -> Iterator[str]:
    """Yield the heading with the verdict, and every flaw."""
    where = f"{report.panel} · {report.url} · {report.at}"
    verdict = say(report.verdict).rstrip(".:") + "."
    title = say(Saying("report.page_title"))
    yield f'<header><h1>{escape(title)}</h1><p class="verdict">{escape(verdict)}</p>'
    yield f"<p>{escape(where)}</p><p>{escape(report.simulated)}</p></header>"
    yield from (flawed(flaw, say) for flaw in report.flaws)


def flawed(flaw: Flaw, say: Say) -> str:
    """Return the HTML of a flaw and its remedy."""
    return (
        f'<div class="flaw"><b>{flaw.fault}</b><strong>{escape(say(flaw.saying))}</strong>'
        f"<span>{escape(say(flaw.remedy))}</span></div>"
    )


def pictures(report: Report, say: Say) -> Iterator[str]:
    """Yield the pictures of cells, lights and latency."""
    drawn = [*cell_rows(report, say), *lamps(report, say)]
    if drawn:
        yield f'{section_heading("board", say)}<div class="pair">{"".join(drawn)}</div>'
    if report.latencies:
        trials = say(Saying("report.page_trials", {"count": len(report.latencies)}))
        yield section_heading("latency", say)
        step = say(Saying("step.latency"))
        chart = report_svg.histogram(step, report.latencies, report.quickest)
        yield captioned(chart, trials)


def cell_rows(report: Report, say: Say) -> Iterator[str]:
    """Yield the picture of the cells with its legend."""
    if report.reeds:
        found = set(report.reeds.values())
        legend = "".join(
            f"<li>{report_svg.sample(reed)}{escape(say(Saying(f'reed.{reed.value}')))}</li>"
            for reed in Reed
            if reed in found
        )
        drawn = report_svg.contacts_svg(say(Saying("report.cells")), report.reeds, report.flaws)
        yield f'<figure>{drawn}<ul class="legend">{legend}</ul></figure>'


def lamps(report: Report, say: Say) -> Iterator[str]:
    """Yield the picture of the lights."""
    if report.pixels:
        drawn = report_svg.lights_picture(say(Saying("report.lights")), report.pixels, report.cells)
        yield captioned(drawn, say(Saying("report.page_lights")))


def section_heading(key: str, say: Say) -> str:
    """Return a section heading."""
    return f"<h2>{escape(say(Saying(f'report.page_{key}')))}</h2>"


def captioned(drawn: str, words: str) -> str:
    """Return a picture with its caption."""
    return f"<figure>{drawn}<figcaption>{escape(words)}</figcaption></figure>"


def steps_table(report: Report, say: Say) -> Iterator[str]:
    """Yield the table of all steps."""
    yield f"{section_heading('steps', say)}<table>"
    for name, result in report.results.items():
        sign, kind = result_sign(result)
        title = escape(say(Saying(f"step.{name}")))
        words = escape(" ".join(say(saying) for saying in result.told))
        faults = ", ".join(sorted({flaw.fault for flaw in result.flaws}))
        red = f'<span class="bad">{faults}</span> ' if faults else ""
        yield f'<tr><td class="{kind}">{sign}</td><td>{title}</td><td>{red}{words}</td></tr>'
    yield "</table>"


def result_sign(result: Result) -> tuple[str, str]:
    """Return a result's sign and CSS class."""
    if result.skipped:
        return "–", "not"
    return ("!", "bad") if result.flaws else ("✓", "good")
