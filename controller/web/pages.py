"""The pages of the roles, as plain values made from a view, with all secrets removed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from controller.game import Move, Position, why
from controller.lessons.rulebook import asked_rules, rules_of
from controller.reading.moment import Moment
from controller.scene import Light, Scene
from controller.sitting.flow import Stage
from controller.sitting.keys import OWN_KEYS
from controller.sitting.shown.advice import ASKER
from controller.sitting.shown.output import MENDED
from controller.telling import Teller, key_label, piece_titles, teller
from controller.values import (
    CHANCE,
    Refusal,
    Saying,
    Seat,
    Sense,
    Site,
)
from controller.web.parts.apart import seen_apart, seen_done, seen_elsewhere
from controller.web.parts.in_hand import in_hand, reach
from controller.web.parts.lifting import (
    along,
    cleared,
    fetched,
    grips,
    handled,
    loads,
    whole_stack_lifts,
)
from controller.web.parts.standing import momentary, pieces_by_site, rows, shown_cards
from controller.web.parts.turning_points import turning_points
from controller.web.patch import Page
from controller.web.view import GameFacts, View
from controller.words import catalogue, say, unit

PARTED = re.compile(r"[^a-zA-Z0-9.]+")
OWN = re.compile(r"key\.[a-z_]+([0-9])")
MISSING = "table.missing"  # message about a lifted piece, which may be in the simulated hand
GAINS = 3  # number of latest score changes that are shown with reasons


@lru_cache(4)
def table_page(view: View) -> Page:
    """Return what everyone at the table may see."""
    page: Page = {"stage": view.table.stage.value, "asks": asked_now(view), **troubles(view)}
    if view.sitting is None or not view.table.moments:
        return page
    last = view.table.moments[-1]
    public = last.position.public()
    return {
        **page,
        "game": game_page(view.sitting),
        "next": afterwards(view),
        "undo": undo(view),
        **whose_turn(view, public),
        "open_cards": open_cards(view),
        "seats": seats(view),
        **shared_totals(view),
        "record": recorded_moves(last, view.table.moments, view.sitting),
        "lights": lights(view),
        "pieces": pieces_by_site(view),
        "conditions": {name: say(one) for name, one in public.conditions().items()},
        **in_hand(view),
        "rows": rows(view),
        "shown": shown_cards(public.layout(), view.sitting.senses),
        "unfelt": view.table.unfelt,
        "home": view.asks.key == "table.carry_back",
        "points": sorted(last.points),
        "pointing": last.pointing,
        "applies": applies(view),
        "advised": view.table.advised,
        "reach": reach(view),
        **stacks(view),
        "tops": grips(last)["top"],
        "fetch": fetched(last),
        "off": cleared(last),
        **messages_page(view),
        **ending(view),
        **lesson(view),
    }


@lru_cache(4)
def game_page(sitting: GameFacts) -> Page:
    """Return what does not change during a game; sent once."""
    return {
        "number": sitting.number,
        "name": sitting.game.name,
        "title": sitting.game.title,
        "simulated": sitting.simulated,
        "drawing": to_json_types(sitting.drawing),
        "trays": trays(sitting, {cell.site for cell in sitting.drawing.cells}),
        "momentary": [c.site for c in sitting.drawing.cells if momentary(sitting.senses, c.site)],
        "tokens": piece_titles(sitting.drawing),
        "verbs": verbs(sitting.game.name),
        "unit": unit(sitting.game.name),
        "leads": f"{sitting.game.name}.unit" not in catalogue(),  # the richest may not win
        "goal": catalogue().get(f"{sitting.game.name}.goal", ""),
        "rules": {number: rule.brief for number, rule in rules_of(sitting.game).items()},
        "about": about(sitting.game.name),
    }


def to_json_types(value: Any) -> Any:
    """Return a value as plain JSON types."""
    return msgspec.to_builtins(value, str_keys=True)


@lru_cache(4)
def page_teller(sitting: GameFacts) -> Teller:
    """Return the teller of this game, which uses the players' names."""
    return teller(sitting.game, sitting.drawing, (who.name for who in sitting.who))


def asked_now(view: View) -> str:
    """Return what the board asks for now."""
    if view.dismissed:
        return say(Saying("page.lesson_done"))
    return page_teller(view.sitting).say(view.asks) if view.sitting else say(view.asks)


def afterwards(view: View) -> str:
    """Return what the game will ask of people after the board is put right; "" otherwise."""
    assert view.sitting
    robots = {Seat(n) for n, one in enumerate(view.sitting.who) if one.kind != "human"}
    wrong = view.table.stage in MENDED or view.asks.key == "table.locate"
    if not wrong or view.position.actors <= robots:
        return ""
    return page_teller(view.sitting).say(view.position.public().asks_people(frozenset(robots)))


def whose_turn(view: View, seen: Position[Any]) -> Page:
    """Return who may act, and for whom the game waits."""
    turns = {"turn": seen.actors, "due": seen.due}
    away = seen.actors | seen.due if view.dismissed else {CHANCE}
    return {name: sorted(seats - away) for name, seats in turns.items()}


def undo(view: View) -> str:
    """Return the moves that BACK would take back, in words; "" if none."""
    assert view.sitting
    moves = [moment.move for moment in view.table.moments[view.table.back + 1 :] if moment.move]
    return page_teller(view.sitting).whole(moves) if view.table.back >= 0 else ""


def trays(sitting: GameFacts, cells: set[Site]) -> Page:
    """Return the sites outside the board: readers, keys, dials with limits, the table's keys."""
    kinds = {Sense.TAP: "reader", Sense.TAG: "reader", Sense.KEY: "key", Sense.DIAL: "dial"}
    own = dict.fromkeys(sorted(OWN_KEYS - sitting.senses.keys()), Sense.KEY)
    return {
        site: {
            "kind": kinds[sense],
            "name": key_label(sitting.game.name, site),
            **({"own": True, "felt": site not in own} if site in OWN_KEYS else {}),
            **limits(sitting, site),
        }
        for site, sense in {**sitting.senses, **own}.items()
        if site not in cells and sense in kinds and owner(site) < len(sitting.who)
    }


def owner(site: Site) -> int:
    """Return the seat whose own key this is, by the number in its name; else -1."""
    found = OWN.fullmatch(site)
    return int(found[1]) - 1 if found else -1


def about(game: str) -> dict[str, str]:
    """Return what pieces, prints, keys and cards are for, by kind."""
    found: dict[str, str] = {}
    for own in ("table.about.", f"{game}.about."):
        found |= {k.removeprefix(own): w for k, w in catalogue().items() if k.startswith(own)}
    return found


def verbs(game: str) -> dict[str, str]:
    """Return the texts of buttons for moves, by the verb in the notation."""
    own = f"{game}.verb."
    return {key.removeprefix(own): w for key, w in catalogue().items() if key.startswith(own)}


def limits(sitting: GameFacts, site: Site) -> Page:
    """Return the limits of a dial, if it has any."""
    found = sitting.limits.get(site)
    return {"limits": to_json_types(found)} if found else {}


def troubles(view: View) -> Page:
    """Return the problems that prevent play or saving, in words."""
    table = view.table
    unsaved = say(Saying("trouble.unsaved", {"why": table.unsaved})) if table.unsaved else ""
    alarm = say(table.alarm) if table.alarm else ""
    found = list(filter(None, (alarm, view.trouble, unsaved)))
    return {"present": view.present, "troubles": found, "tears": bool(alarm)}


def messages_page(view: View) -> Page:
    """Return the rule behind a refusal, and the other messages."""
    table, sitting = view.table, view.sitting
    tell = page_teller(sitting).say if sitting else say
    page: Page = {"why": tell(table.why)} if table.why else {}
    if table.notice:
        page["notice"] = refusal_page(table.notice, sitting)
    if table.tells:
        page["tell"] = say(table.tells)
    message = seen_elsewhere(view) or seen_done(view) or table.message or seen_apart(view)
    if message and not (message.key == MISSING and in_hand(view)["held"]):
        page["message"] = tell(message)
        page["hinted"] = message.fields.get(ASKER)
    return page


def refusal_page(refusal: Refusal, sitting: GameFacts | None = None) -> Page:
    """Return a refusal as its rule and a sentence."""
    tell = page_teller(sitting).say if sitting else say
    return {"rule": refusal.rule, "words": tell(why(refusal))}


def seats(view: View) -> Page:
    """Return every seat with its name, score, tallies and latest gains."""
    assert view.sitting
    public = view.position.public()
    colours = {token.seat: shade(token.colour) for token in reversed(view.sitting.drawing.tokens)}
    won = gains(view.table.moments[-1], view.table.moments, view.sitting)
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


def shared_totals(view: View) -> Page:
    """Return what belongs to no single seat: teams with their totals, and the piles."""
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
def gains(last: Moment, moments: Sequence[Moment], sitting: GameFacts) -> list[list[Page]]:
    """Return, for each seat, every change of its score, with the move and the rules behind it."""
    found: list[list[Page]] = [[] for _ in last.position.scores()]
    for before, after in pairwise(moments):
        scores = zip(before.position.scores(), after.position.scores(), strict=True)
        for seat, (was, now) in enumerate(scores):
            if was != now:
                rules = after.position.credits(before.position, Seat(seat))
                deed = public_words(after.move, sitting)
                found[seat].append({"points": now - was, "for": deed, "rules": rules})
    return found


def public_words(move: Move | None, sitting: GameFacts) -> str:
    """Return a move in words without secrets; "" for a deal."""
    return "" if move is None or move.seat == CHANCE else page_teller(sitting).deed(move)


@lru_cache(4)
def recorded_moves(last: Moment, moments: Sequence[Moment], sitting: GameFacts) -> Page:
    """Return the moves played, by number, and their results; hidden deals stay hidden."""
    made: list[tuple[Move, Saying | None]] = []
    for before, now in pairwise([moments[0], *moments]):
        if now.move and now.move.seat != CHANCE:
            made.append((now.move, None))
        elif now.move and made and (came := now.position.news(before.position, now.move)):
            made[-1] = (made[-1][0], came)
    return {str(n): line_page(move, sitting, came) for n, (move, came) in enumerate(made, 1)}


def line_page(move: Move, sitting: GameFacts, came: Saying | None = None) -> Page:
    """Return one line of the record: the move in words, its cells, and the result of luck."""
    tell, words = page_teller(sitting), PARTED.split(str(move))
    cells = {cell.site for cell in sitting.drawing.cells}
    sites = [word for word in words if word in cells]
    page: Page = {"seat": move.seat, "told": tell.deed(move), "sites": sites}
    return page | ({"came": tell.say(came)} if came else {})


def open_cards(view: View) -> bool:
    """True if luck has dealt by a seed that a person knows."""
    assert view.sitting
    return view.sitting.foreseen and lucky(view.table.moments[-1], view.table.moments)


@lru_cache(4)
def stacks(view: View) -> Page:
    """Return which stacks are lifted as a whole, and what is put down together."""
    last = view.table.moments[-1]
    if not waiting(view):
        return {"whole": [], "along": [], "loads": {}}
    asked = whole_stack_lifts(last, view.table.hoped) if view.table.hoped else []
    whole = sorted({*grips(last)["whole"], *asked})
    return {"whole": whole, "along": along(last, view.table.hoped), "loads": loads(last)}


def lucky(last: Moment, moments: Sequence[Moment]) -> bool:
    """True if CHANCE has made a move."""
    return any(moment.move and moment.move.seat == CHANCE for moment in moments)


def lesson(view: View) -> Page:
    """Return the running lesson with the sites it is about; {} if there is none."""
    around = sorted(handled(view.table.moments[-1], view.table.hoped)) if view.table.hoped else []
    return {"lesson": {**to_json_types(view.lesson), "around": around}} if view.lesson else {}


def applies(view: View) -> list[tuple[str, str]]:
    """Return the rules that apply now, by the question, the refusal and the last points.

    Each comes with the passage that is about just that.
    """
    assert view.sitting
    asks = {asked_rules(view.sitting.game).get(view.asks.key, ""): say(view.asks)}
    notice = {view.table.notice.rule: say(why(view.table.notice))} if view.table.notice else {}
    counts = dict.fromkeys(rules_counted(view.table.moments[-1], view.table.moments), "")
    known, words = rules_of(view.sitting.game), {**counts, **asks, **notice}
    felt = (rule for rule in {**asks, **notice, **counts} if rule in known)
    return [(rule, known[rule].about(words[rule])) for rule in felt]


@lru_cache(4)
def rules_counted(last: Moment, moments: Sequence[Moment]) -> tuple[str, ...]:
    """Return the rules by which the last move has changed a score."""
    if len(moments) < 2:
        return ()
    before, now = moments[-2].position, last.position
    return tuple(r for seat in range(len(now.scores())) for r in now.credits(before, Seat(seat)))


def ending(view: View) -> Page:
    """Return who has won, by which points, and the turning points; {} during the game."""
    outcome, sitting = view.position.outcome, view.sitting
    if outcome is None or sitting is None:
        return {}
    played = (view.table.moments[-1], view.table.moments, sitting)
    by = [summed(won) for won in gains(*played)]
    end = {"by": by, "turns": turns(*played), "kept": view.saved}
    return {"winners": sorted(outcome.winners), "end": end}


def summed(won: Sequence[Page]) -> list[Page]:
    """Return the points of one seat by rule, the most first."""
    totals: Counter[str] = Counter()
    for gain in won:
        totals[", ".join(gain["rules"])] += gain["points"]
    return [{"rule": rule, "points": points} for rule, points in totals.most_common()]


@lru_cache(4)
def turns(last: Moment, moments: Sequence[Moment], sitting: GameFacts) -> list[Page]:
    """Return the moves that decided the game, and for whom."""
    tell = page_teller(sitting)
    return [
        {"number": point.number, "seat": point.seat, "told": tell.whole([point.move])}
        for point in turning_points(moments, sitting.game)
    ]


# ------------------------------------------------------------------------------------- the board


def lights(view: View) -> Page:
    """Return the colour and rhythm of each light that is on."""
    return {site: light_page(light) for site, light in seen_lights(view).items()}


def seen_lights(view: View) -> Scene:
    """Return the lights as seen by eyes on a simulated board, else as set."""
    return view.eyes.lights if view.eyes else view.scene


def light_page(light: Light) -> list[str]:
    """Return the colour and rhythm of a light."""
    return [shade(light.colour), light.glow.name.lower()]


def shade(colour: tuple[int, int, int]) -> str:
    """Return a colour as #rrggbb."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def waiting(view: View) -> bool:
    """True if the table waits for a move, or the board is away."""
    return view.table.stage in (Stage.WAITING, Stage.MOVING, Stage.ASKING, Stage.PAUSED)
