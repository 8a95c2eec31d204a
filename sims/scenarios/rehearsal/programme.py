"""The programme of a rehearsal: which scenarios a board can play, and why not the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from controller.values import Saying, Sense, Site
from drivers.wiring import Wiring
from sims.scenarios.scenario import Scenario

TIER_OF_SENSE = {  # the tier of building that each sense needs
    Sense.REED: 1,
    Sense.SIDE: 1,
    Sense.COUNT: 1,
    Sense.KEY: 2,
    Sense.DIAL: 3,
    Sense.TAP: 4,
    Sense.TAG: 4,
}
SITE_WORD = re.compile(r"[\w.]+")


class Number(Struct, frozen=True):
    """One scenario of the programme, with the reason `why` it is left out, if any."""

    scenario: Scenario
    tier: int
    why: Saying | None = None

    @property
    def name(self) -> str:
        return self.scenario.path.stem


def programme(scenarios: Iterable[Scenario], wiring: Wiring) -> list[Number]:
    """Return the scenarios of this panel, those that need least first."""
    own = [one for one in scenarios if one.wiring.file.panel == wiring.file.panel]
    numbers = [Number(one, tier(one), unfit(one, wiring)) for one in own]
    return sorted(numbers, key=lambda one: (one.tier, len(one.scenario.steps), one.name))


def unfit(scenario: Scenario, wiring: Wiring) -> Saying | None:
    """Return why the scenario cannot be played on this board, or None."""
    if not scenario.by_hand:
        return Saying("rehearsal.no_person")
    if missing := unbuilt(needs(scenario), wiring, scenario.wiring):
        return Saying("rehearsal.not_built", {"sites": " ".join(sorted(missing))})
    if missing := missing_lights(scenario, wiring):
        return Saying("rehearsal.no_light", {"sites": " ".join(sorted(missing))})
    if unknown := scenario.cards - set(wiring.tags.values()):
        return Saying("rehearsal.not_enrolled", {"cards": " ".join(sorted(unknown))})
    return None


def needs(scenario: Scenario) -> frozenset[Site]:
    """Return the sites that the scenario names, or on which pieces stand."""
    senses = scenario.wiring.senses
    spoken = named_sites(scenario, [step.text for step in scenario.steps])
    turned = scenario.wiring.limits.keys() if "turn" in scenario.deeds else ()
    last = scenario.played[-1][1] if scenario.played else scenario.start
    stood = {site for site, content in last.on_panel(senses).layout().items() if content}
    return frozenset((spoken | stood | {*turned}) & senses.keys())


def unbuilt(sites: frozenset[Site], wiring: Wiring, whole: Wiring) -> frozenset[Site]:
    """Return those of these sites that are missing, or lack some of their contacts."""
    have, want = Counter(wiring.channels.values()), Counter(whole.channels.values())
    return frozenset(s for s in sites if s not in wiring.senses or have[s] < want[s])


def missing_lights(scenario: Scenario, wiring: Wiring) -> frozenset[Site]:
    """Return the sites whose lights are checked but missing on this board."""
    checks = [step.text for step in scenario.steps if step.checks]
    looked = named_sites(scenario, checks) & scenario.wiring.chain.keys()
    return frozenset(looked - wiring.chain.keys())


def named_sites(scenario: Scenario, lines: Iterable[str]) -> frozenset[Site]:
    """Return the sites that these lines name: E0 or e0, and yes for key.yes."""
    words = {
        word.lower().removeprefix("key.") for text in lines for word in SITE_WORD.findall(text)
    }
    sites = scenario.wiring.senses.keys() | scenario.wiring.chain.keys()
    return frozenset(site for site in sites if site.lower().removeprefix("key.") in words)


def tier(scenario: Scenario) -> int:
    """Return the tier of the last part of a board that the scenario needs."""
    senses: Mapping[Site, Sense] = scenario.wiring.senses
    return max((TIER_OF_SENSE[senses[site]] for site in needs(scenario)), default=1)
