"""What each role may see of a view, in plain values. Every secret is blanked here, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from controller.drawing import Drawing
from controller.game import Game, Move, Setting
from controller.lessons.diagram import Diagram
from controller.lessons.rule_pages import RulePages
from controller.lessons.rulebook import asked_rules, rules_of
from controller.reading.moment import Moment
from controller.scene import Light, Scene
from controller.sitting.flow import Stage
from controller.values import (
    CHANCE,
    Content,
    Reading,
    Refusal,
    Saying,
    Seat,
    Sense,
    Senses,
    Site,
    Unsure,
    kind,
)
from controller.web.patch import Page
from controller.web.view import Sitting, View
from controller.words import catalogue, say, unit

GAINS = 3  # the latest scores that are told with what they were for


@lru_cache(4)
def table_page(view: View) -> Page:
    """What anybody at the table sees."""
    page: Page = {"stage": view.stage.value, "asks": say(view.asks), **troubles(view)}
    if view.sitting is None or not view.moments:
        return page
    last = view.moments[-1]
    public = last.position.public()
    return {
        **page,
        "game": game_page(view.sitting),
        "turn": sorted(seat for seat in public.actors if seat != CHANCE),
        "open_cards": open_cards(view),
        "seats": seats(view),
        **together(view),
        "record": record(last, view.moments),
        "lights": lights(view),
        "pieces": pieces(view),
        "held": list(view.eyes.held) if view.eyes else [],
        "rows": rows(view),
        "shown": shown(public.layout(), view.sitting.senses),
        "unfelt": view.unfelt,
        "points": sorted(last.points),
        "applies": applies(view),
        **said(view),
        **ending(view),
        **lesson(view),
    }


def boards_page(game: Game, rules: RulePages) -> Page:
    """The small boards of a game's rules: what stands on each, what is lit, what is seen of it."""
    drawing = game.drawing(game.start(Setting(game.seats[-1])))
    boards = [diagram_page(one, drawing) for one in rules.page(game).diagrams]
    return {"name": game.name, "title": game.title, "drawing": plain(drawing), "boards": boards}


def diagram_page(one: Diagram, drawing: Drawing) -> Page:
    dial = drawing.paper.dial if drawing.paper else None
    row = one.layout.get(dial, 0) if dial else 0
    return {
        "lights": {site: lit(light) for site, light in one.lights.items()},
        "pieces": {
            site: standing for site, what in one.layout.items() if (standing := names(what))
        },
        "row": row if isinstance(row, int) else 0,
        "around": list(one.around),
    }


@lru_cache(4)
def game_page(sitting: Sitting) -> Page:
    """What stays the same all through a game, sent once."""
    return {
        "number": sitting.number,
        "name": sitting.game.name,
        "title": sitting.game.title,
        "simulated": sitting.simulated,
        "drawing": plain(sitting.drawing),
        "trays": trays(sitting, {cell.site for cell in sitting.drawing.cells}),
        "momentary": [c.site for c in sitting.drawing.cells if momentary(sitting.senses, c.site)],
        "tokens": titles(sitting.drawing),
        "verbs": verbs(sitting.game.name),
        "unit": unit(sitting.game.name),
        "goal": catalogue().get(f"{sitting.game.name}.goal", ""),
        "rules": {number: rule.brief for number, rule in rules_of(sitting.game).items()},
        "about": about(sitting.game.name),
    }


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value, str_keys=True)


def titles(drawing: Drawing) -> dict[str, str]:
    """What every piece is called aloud, and what those are that nobody tells apart."""
    own = {token.name: token.title for token in drawing.tokens} | dict(drawing.called)
    return {kind(name): title.rstrip(" 0123456789") for name, title in own.items()} | own


def trays(sitting: Sitting, cells: set[Site]) -> Page:
    """What is no cell: readers, keys, rollers with their limits."""
    kinds = {Sense.TAP: "reader", Sense.TAG: "reader", Sense.KEY: "key", Sense.DIAL: "dial"}
    return {
        site: {
            "kind": kinds[sense],
            "name": called(sitting.game.name, site),
            **limits(sitting, site),
        }
        for site, sense in sitting.senses.items()
        if site not in cells and sense in kinds
    }


def called(game: str, site: Site) -> str:
    """A key by what the game prints on it; else by its own name, as a reader is."""
    name = site.removeprefix("key.")
    return name if name == site else catalogue().get(f"{game}.{site}", name.replace("_", " "))


def about(game: str) -> dict[str, str]:
    """What pieces, prints, keys and cards are for, by their kinds; the table's own keys too."""
    found: dict[str, str] = {}
    for own in ("table.about.", f"{game}.about."):
        found |= {k.removeprefix(own): w for k, w in catalogue().items() if k.startswith(own)}
    return found


def verbs(game: str) -> dict[str, str]:
    """What a move is called on a button, by the verb in its notation."""
    own = f"{game}.verb."
    return {key.removeprefix(own): w for key, w in catalogue().items() if key.startswith(own)}


def limits(sitting: Sitting, site: Site) -> Page:
    found = sitting.limits.get(site)
    return {"limits": plain(found)} if found else {}


def troubles(view: View) -> Page:
    """What stands in the way of play, in words."""
    unsaved = say(Saying("trouble.unsaved", {"why": view.unsaved})) if view.unsaved else ""
    alarm = say(view.alarm) if view.alarm else ""
    return {"present": view.present, "troubles": [t for t in (alarm, view.trouble, unsaved) if t]}


def said(view: View) -> Page:
    """The rule behind a refusal, and what else was said."""
    page: Page = {}
    if view.notice:
        page["notice"] = why_not(view.notice)
    if view.message:
        page["message"] = say(view.message)
    return page


def why_not(refusal: Refusal) -> Page:
    return {"rule": refusal.rule, "words": say(Saying(refusal.words))}


def seats(view: View) -> Page:
    """Every seat with its score, and what the last points were for."""
    assert view.sitting
    public = view.position.public()
    colours = {token.seat: shade(token.colour) for token in reversed(view.sitting.drawing.tokens)}
    won = gains(view.moments[-1], view.moments)
    return {
        str(seat): {
            "name": who.name,
            "kind": who.kind,
            "side": catalogue().get(f"{view.sitting.game.name}.side{seat + 1}", ""),
            "colour": colours.get(Seat(seat), "#888888"),
            "score": public.scores()[seat],
            "cards": len(public.hand(Seat(seat))),
            "tallies": [say(tally) for tally in public.tallies(Seat(seat))],
            "gains": won[seat][-GAINS:],
        }
        for seat, who in enumerate(view.sitting.who)
    }


def together(view: View) -> Page:
    """What belongs to no seat alone: teams with their totals, and what lies in piles."""
    public = view.position.public()
    scores = public.scores()
    return {
        "teams": [
            {"seats": list(team), "total": sum(scores[seat] for seat in team)}
            for team in public.teams
        ],
        "piles": [say(tally) for tally in public.tallies(CHANCE)],
    }


@lru_cache(4)
def gains(last: Moment, moments: Sequence[Moment]) -> list[list[Page]]:
    """For each seat every change of its score, with the move and the rules behind it."""
    found: list[list[Page]] = [[] for _ in last.position.scores()]
    for before, after in pairwise(moments):
        scores = zip(before.position.scores(), after.position.scores(), strict=True)
        for seat, (was, now) in enumerate(scores):
            if was != now:
                rules = after.position.credits(before.position, Seat(seat))
                found[seat].append(
                    {"points": now - was, "for": announced(after.move), "rules": rules}
                )
    return found


def announced(move: Move | None) -> str:
    """A move as everybody may hear it."""
    return "" if move is None or move.seat == CHANCE else str(move)


@lru_cache(4)
def record(last: Moment, moments: Sequence[Moment]) -> Page:
    """What was played, by number; what was dealt stays covered."""
    told = [m.move for m in moments if m.move and m.move.seat != CHANCE]
    return {str(n + 1): {"seat": move.seat, "line": str(move)} for n, move in enumerate(told)}


def open_cards(view: View) -> bool:
    """Luck has dealt, by a seed that somebody knows."""
    assert view.sitting
    return view.sitting.foreseen and lucky(view.moments[-1], view.moments)


@lru_cache(4)
def lucky(last: Moment, moments: Sequence[Moment]) -> bool:
    return any(moment.move and moment.move.seat == CHANCE for moment in moments)


def lesson(view: View) -> Page:
    """The lesson that is given at the table, if one is."""
    return {"lesson": plain(view.lesson)} if view.lesson else {}


def applies(view: View) -> list[str]:
    """The rules that are felt just now: by what is asked, by a refusal, by points."""
    assert view.sitting
    notice = [view.notice.rule] if view.notice else []
    asked = asked_rules(view.sitting.game).get(view.asks.key, "")
    known = rules_of(view.sitting.game)
    felt = dict.fromkeys([asked, *notice, *counted(view.moments[-1], view.moments)])
    return [rule for rule in felt if rule in known]


@lru_cache(4)
def counted(last: Moment, moments: Sequence[Moment]) -> tuple[str, ...]:
    """The rules by which the last move has changed a score."""
    if len(moments) < 2:
        return ()
    before, now = moments[-2].position, last.position
    return tuple(r for seat in range(len(now.scores())) for r in now.credits(before, Seat(seat)))


def ending(view: View) -> Page:
    outcome = view.position.outcome
    return {"winners": sorted(outcome.winners)} if outcome else {}


# ------------------------------------------------------------------------------------- the board


def lights(view: View) -> Page:
    """Each light that is on: its colour and its rhythm."""
    return {site: lit(light) for site, light in shining(view).items()}


def shining(view: View) -> Scene:
    return view.eyes.lights if view.eyes else view.scene


def lit(light: Light) -> list[str]:
    return [shade(light.colour), light.glow.name.lower()]


def shade(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def pieces(view: View) -> Page:
    """What stands where, from the bottom up: as it is seen, or as it is felt on a real board."""
    if view.eyes:
        return {str(site): names(stack) for site, stack in view.eyes.pieces.items()}
    assert view.sitting
    layout, senses = view.position.layout(), view.sitting.senses
    expected = {site: names(c) for site, c in layout.items() if not momentary(senses, site)}
    felt = {site: it for site, it in view.readings.items() if lasting(senses, site)}
    gone = [it for site, it in expected.items() if it and site in senses and site not in felt]
    stray = gone[0] if len(gone) == 1 else ["?"]
    unfelt = {str(site): it for site, it in expected.items() if it and site not in senses}
    told = {str(site): told_by(it, expected.get(site) or stray) for site, it in felt.items()}
    return unfelt | told


def told_by(reading: Reading, likely: list[str]) -> list[str]:
    """The pieces that tags name, in the order they should lie; else what is likely there."""
    if not isinstance(reading, frozenset) or not all(isinstance(one, str) for one in reading):
        return likely
    return [*(name for name in likely if name in reading), *sorted(reading.difference(likely))]


def lasting(senses: Senses, site: Site) -> bool:
    return site in senses and senses[site].holds


def momentary(senses: Senses, site: Site) -> bool:
    return site in senses and senses[site].momentary


def names(content: Content) -> list[str]:
    return [] if isinstance(content, int) else [piece.name for piece in content]


def rows(view: View) -> Page:
    """Where each strip stands, and whether that is known or only counted."""
    assert view.sitting
    found: Page = {}
    for site in view.sitting.limits:
        reading = view.readings.get(site)
        sure = isinstance(reading, int | float)
        felt = reading.rows if isinstance(reading, Unsure) else reading
        at = view.eyes.rows.get(site, felt) if view.eyes else felt
        found[site] = {"at": at if isinstance(at, int | float) else 0, "sure": sure}
    return found


def shown(layout: Mapping[Site, Content], senses: Senses) -> Page:
    """The card that each reader was last shown."""
    taps = {site: names(c) for site, c in layout.items() if senses.get(site) is Sense.TAP}
    return {site: lying[-1] for site, lying in taps.items() if lying}


def waiting(view: View) -> bool:
    return view.stage in (Stage.WAITING, Stage.MOVING, Stage.ASKING)
