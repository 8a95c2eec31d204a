"""What stands on the board, for pages: pieces, rows of strips, cards at readers."""

from __future__ import annotations

from collections.abc import Mapping

from controller.values import Content, Reading, Sense, Senses, Site, Unsure
from controller.web.patch import Page
from controller.web.view import View


def pieces_by_site(view: View) -> Page:
    """Return the pieces on each site, bottom first: as seen if simulated, else as felt."""
    if view.eyes:
        return {str(site): stack_names(stack) for site, stack in view.eyes.pieces.items()}
    assert view.sitting
    layout, senses = view.position.layout(), view.sitting.senses
    expected = {site: stack_names(c) for site, c in layout.items() if not momentary(senses, site)}
    felt = {site: it for site, it in view.table.readings.items() if lasting(senses, site)}
    gone = [it for site, it in expected.items() if it and site in senses and site not in felt]
    stray = gone[0] if len(gone) == 1 else ["?"]
    unfelt = {str(site): it for site, it in expected.items() if it and site not in senses}
    told = {str(site): pieces_by_tags(it, expected.get(site) or stray) for site, it in felt.items()}
    return unfelt | told


def pieces_by_tags(reading: Reading, likely: list[str]) -> list[str]:
    """Return the pieces that tags name, in their expected order; else the likely ones."""
    if not isinstance(reading, frozenset) or not all(isinstance(one, str) for one in reading):
        return likely
    return [*(name for name in likely if name in reading), *sorted(reading.difference(likely))]


def lasting(senses: Senses, site: Site) -> bool:
    """True if a sensor feels the pieces that lie on this site."""
    return site in senses and senses[site].holds


def momentary(senses: Senses, site: Site) -> bool:
    """True if this site is a key or a reader, on which nothing lies."""
    return site in senses and senses[site].momentary


def stack_names(content: Content) -> list[str]:
    """Return the names of the pieces on a site, bottom first."""
    return [] if isinstance(content, int) else [piece.name for piece in content]


def rows(view: View) -> Page:
    """Return where each strip stands, and whether its position is certain."""
    assert view.sitting
    found: Page = {}
    layout = view.position.layout()
    for site in (site for site, content in layout.items() if isinstance(content, int)):
        unread = None if site in view.sitting.limits else layout[site]
        reading = view.table.readings.get(site, unread)
        sure = isinstance(reading, int | float)
        felt = reading.rows if isinstance(reading, Unsure) else reading
        at = view.eyes.rows.get(site, felt) if view.eyes else felt
        found[site] = {"at": at if isinstance(at, int | float) else 0, "sure": sure}
    return found


def shown_cards(layout: Mapping[Site, Content], senses: Senses) -> Page:
    """Return the card that each reader was last shown."""
    taps = {site: stack_names(c) for site, c in layout.items() if senses.get(site) is Sense.TAP}
    return {site: lying[-1] for site, lying in taps.items() if lying}
