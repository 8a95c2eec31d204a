"""The checks of a scenario: whether the table is as expected, and what is there instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol, TypeAlias

from msgspec import Struct

from controller.errors import Misuse
from controller.game import Game
from controller.scene import AMBER, BLUE, GREEN, RED, RGB, WHITE, Glow, Light
from controller.sitting.flow import Stage
from controller.sitting.table import Table
from controller.values import CHANCE, Saying, Sense, Senses, Site
from controller.words import catalogue, say

NOTHING, SOME = "nothing", "some"
HUE = 40  # of 255; the amber of a warning and the yellow ship differ by 60
NAMED_COLOURS = {"red": RED, "amber": AMBER, "green": GREEN, "blue": BLUE, "white": WHITE}


class Lit(Protocol):
    """What the checks look at."""

    @property
    def table(self) -> Table: ...
    @property
    def known(self) -> int:
        """The number of moves made before the scenario."""

    def lights(self) -> Mapping[Site, Light]: ...


class Vocabulary(Struct, frozen=True):
    """The names a scenario may use: those of its game and of its panel."""

    game: Game
    senses: Senses
    drawn: frozenset[Site] = frozenset()  # all cells, even those without a sensor

    def sites(self, text: str, kind: str = "site") -> None:
        """Raise Misuse unless all these names are sites of this kind, in any case."""
        known = {site.lower() for site, sense in self.senses.items() if SITE_KINDS[kind](sense)}
        known |= {site.lower() for site in self.drawn if kind in ("cell", "site")}
        for name in text.split():
            if name.lower() not in known:
                raise Misuse(f"scenario.no_{kind}", name=name)

    def knows(self, name: str) -> bool:
        """True if it is the name of a site."""
        return name.lower() in {site.lower() for site in self.senses}


SITE_KINDS: Mapping[str, Callable[[Sense], bool]] = {
    "site": lambda sense: True,
    "cell": lambda sense: sense.holds,
    "reader": lambda sense: sense is Sense.TAP,
    "key": lambda sense: sense is Sense.KEY,
}


CheckAnswer: TypeAlias = tuple[bool, str]
"""Whether the check holds, and what is there."""


class Check(Struct, frozen=True):
    """One kind of check: its function, and the values allowed (Misuse for others)."""

    answer: Callable[[Lit, str], CheckAnswer]
    allow: Callable[[str, Vocabulary], None]


# ------------------------------------------------------------------------------------------ lights


def check_lit(glow: Glow, at: Lit, wanted: str) -> CheckAnswer:
    """Return whether exactly these sites have this rhythm."""
    there = {site for site, light in at.lights().items() if light.glow is glow}
    if wanted == SOME:
        return bool(there), sites_text(there)
    return there == sites_named(wanted, at), sites_text(there)


def check_coloured(colour: RGB, at: Lit, wanted: str) -> CheckAnswer:
    """Return whether these sites, and perhaps others, have this colour, dimmed or not."""
    there = {site for site, light in at.lights().items() if same_hue(light.colour, colour)}
    return sites_named(wanted, at) <= there, sites_text(there)


def same_hue(one: RGB, other: RGB) -> bool:
    """True if the two colours have the same hue: saving current makes a board darker."""
    return all(
        abs(a - b) < HUE
        for a, b in zip(at_full_brightness(one), at_full_brightness(other), strict=True)
    )


def at_full_brightness(colour: RGB) -> list[float]:
    """Return the colour at full brightness."""
    return [255 * part / max(colour) for part in colour]


def check_dark(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether these sites are unlit."""
    there = sites_named(wanted, at) & at.lights().keys()
    return not there, f"lit: {sites_text(there)}"


def sites_named(text: str, at: Lit) -> set[Site]:
    """Return the sites that a line names, in any case."""
    spelt = {site.lower(): site for site in at.table.senses}
    names = () if text == NOTHING else text.lower().split()
    return {spelt.get(name, Site(name)) for name in names}


def sites_text(sites: set[Site]) -> str:
    """Return the sites as text, 12 at most."""
    some = sorted(sites, key=lambda site: (len(site), site))
    return " ".join(some[:12]) + (f" and {len(some) - 12} more" if some[12:] else "") or NOTHING


# --------------------------------------------------------------------------------- words and stages


def check_asked(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether the board asks this."""
    return check_saying(at.table.asks(), wanted)


def check_said(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether the board's last message is this."""
    return check_saying(at.table.message, wanted)


def check_saying(there: Saying | None, wanted: str) -> CheckAnswer:
    """Return whether the sentence has this key, or contains these words."""
    if there is None:
        return wanted == NOTHING, NOTHING
    sentence = say(there)
    met = there.key == wanted or (wanted not in catalogue() and contains_words(wanted, sentence))
    return met, f"{there.key} ({sentence})"


def contains_words(words: str, sentence: str) -> bool:
    """True if the words occur in the sentence, as whole words."""
    return bool(re.search(rf"(?<!\w){re.escape(words.lower())}(?!\w)", sentence.lower()))


def check_refused(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether this is the rule behind the last mistake."""
    notice = at.table.notice
    there = notice.rule if notice else NOTHING
    return there == wanted, f"{there} ({catalogue()[notice.words]})" if notice else there


def check_stage(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether the table is at this stage."""
    return at.table.stage.value == wanted, at.table.stage.value


def check_alarm(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether the strip's alarm is on, and shown by every cell."""
    lights, cells = at.lights(), [s for s, sense in at.table.senses.items() if sense.holds]
    shown = all(cell in lights and lights[cell].glow is Glow.FAST for cell in cells)
    there = "on" if at.table.alarm and shown else "off"
    return there == wanted and bool(at.table.alarm) == shown, there


# --------------------------------------------------------------------------------------- the record


def check_recorded(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether these are the last moves recorded; chance moves count if named."""
    if wanted == NOTHING:
        there = moves_so_far(at, at.table.luck is None)
        return not there, ", ".join(there)
    last = [" ".join(move.split()) for move in wanted.split(",")]
    lucky = {str(move) for move in at.table.history[at.known :] if move.seat == CHANCE}
    there = moves_so_far(at, not lucky.isdisjoint(last))[-len(last) :]
    return there == last, ", ".join(there) or NOTHING


def check_move_count(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether so many moves were made; chance moves such as deals do not count."""
    there = len(moves_so_far(at, dealt=False))
    return there == int(wanted), str(there)


def moves_so_far(at: Lit, dealt: bool) -> list[str]:
    """Return the moves since the scenario began, with or without chance moves."""
    fresh = at.table.history[at.known :]
    return [str(move) for move in fresh if dealt or move.seat != CHANCE]


def check_row(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether the game has its strips on these rows."""
    layout = at.table.position.layout()
    there = " ".join(str(layout.get(dial)) for dial in at.table.state.dials)
    return there == wanted, there


def check_score(at: Lit, wanted: str) -> CheckAnswer:
    """Return whether the seats have these points, in order."""
    there = " ".join(map(str, at.table.position.scores()))
    return there == " ".join(wanted.split()), there


# ------------------------------------------------------------------------------- what may be wanted


def require_sites(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the text names sites, or is NOTHING or SOME."""
    if not text:
        raise Misuse("scenario.which_sites")
    words.sites("" if text in (NOTHING, SOME) else text)


def require_sentence(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the text is an existing key, or words."""
    if not text or (re.fullmatch(r"[a-z0-9_]+\.[\w.-]+", text) and text not in catalogue()):
        raise Misuse("scenario.no_words", text=text)


def require_rule(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the game has this rule."""
    if text != NOTHING and f"**{text}.**" not in words.game.rules.read_text(encoding="utf-8"):
        raise Misuse("scenario.no_rule", game=words.game.title, rule=text)


def require_moves(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the text is moves of the record, separated by commas."""
    if text != NOTHING:
        for move in text.split(","):
            words.game.parse(" ".join(move.split()))


def require_integers(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the text is integers."""
    if not re.fullmatch(r"-?\d+( -?\d+)*", text):
        raise Misuse("scenario.no_number", text=text)


def require_count(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the text is a number without sign."""
    if not re.fullmatch(r"\d+", text):
        raise Misuse("scenario.no_number", text=text)


def require_one_of(*choices: str) -> Callable[[str, Vocabulary], None]:
    """Return a function that raises Misuse unless the text is one of these."""

    def allow(text: str, words: Vocabulary) -> None:
        if text not in choices:
            raise Misuse("scenario.no_choice", text=text, choices=", ".join(choices))

    return allow


CHECKS: Mapping[str, Check] = {
    **{
        f"lit {glow.name.lower().replace('_', ' ')}": Check(partial(check_lit, glow), require_sites)
        for glow in Glow
    },
    **{
        name: Check(partial(check_coloured, colour), require_sites)
        for name, colour in NAMED_COLOURS.items()
    },
    "dark": Check(check_dark, require_sites),
    "asked": Check(check_asked, require_sentence),
    "said": Check(check_said, require_sentence),
    "refused": Check(check_refused, require_rule),
    "stage": Check(check_stage, require_one_of(*(stage.value for stage in Stage))),
    "alarm": Check(check_alarm, require_one_of("on", "off")),
    "recorded": Check(check_recorded, require_moves),
    "moves": Check(check_move_count, require_count),
    "row": Check(check_row, require_integers),
    "score": Check(check_score, require_integers),
}
"""Every check by the words before its colon."""
