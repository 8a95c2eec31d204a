"""A seat's own page: the cards it holds, what each may do or why it may not."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from controller.game import Move, Position, written
from controller.reading.moment import Moment
from controller.reading.move_index import Mark, know, marks
from controller.reading.stepwise import finish
from controller.sitting.progress import movers
from controller.values import CHANCE, Refusal, Saying, Seat, Senses, Site
from controller.web.pages import (
    afterwards,
    asked,
    game_page,
    open_cards,
    said,
    seats,
    speaker,
    together,
    troubles,
    undo,
    waiting,
    whose_turn,
    why_not,
)
from controller.web.patch import Page
from controller.web.view import Sitting, View
from controller.words import say

UNASKED = Refusal("", "page.not_asked")
MOST = 400  # moves that a seat may choose from; with more, a hand is quicker


@lru_cache(16)
def seat_page(view: View, seat: Seat) -> Page:
    """What that seat sees: worked out from what it may know, and nothing else."""
    stage = view.table.stage.value
    page: Page = {"stage": stage, "asks": asked(view), "seat": seat, **troubles(view)}
    if view.sitting is None or not view.table.moments or seat >= len(view.sitting.who):
        return page
    last = view.table.moments[-1]
    seen = last.position.seen_by(seat)
    yours = seat in seen.actors and waiting(view) and not view.dismissed
    speaks = yours and not view.table.alike
    return {
        **page,
        "game": own_game(view.sitting),
        "open_cards": open_cards(view),
        "next": afterwards(view),
        "undo": undo(view),
        "yours": yours,
        **whose_turn(view, seen),
        "seats": seats(view),
        **together(view),
        "hand": hand(last, seat, "" if yours else shut(view, seat), view.sitting.readers),
        "said": spoken(last, seat) if speaks else [],
        "moves": wishes(last, seat) if speaks else [],
        "alike": meanings(view, seat),
        "back": may_take_back(view, seat),
        "hint": yours and view.sitting.hints,
        "help": view.helps.get(seat, 0) if helped(view, seat) else None,
        "last": speaker(view.sitting).whole([made] if (made := latest(view)) else []),
        **said(view),
    }


def helped(view: View, seat: Seat) -> bool:
    """Somebody sits there who may have lit what is good; a lesson shows by itself what it wants."""
    assert view.sitting
    person = view.sitting.who[seat].kind == "human"
    return person and view.sitting.hints and view.lesson is None


def meanings(view: View, seat: Seat) -> dict[str, str]:
    """What this seat may have meant, as it is written and as one says it."""
    assert view.sitting
    own = [moves for moves in view.table.alike if moves[-1].seat == seat]
    say_it = speaker(view.sitting).deed
    sentences = [", ".join(say_it(move) for move in moves if move.seat != CHANCE) for moves in own]
    return {
        written(moves): written(moves) if sentences.count(words) > 1 else words
        for moves, words in zip(own, sentences, strict=True)
    }


@lru_cache(4)
def own_game(sitting: Sitting) -> Page:
    """What a seat needs to know of the game: its name and words, and how its cards look."""
    whole = game_page(sitting)
    kept = ("number", "name", "title", "simulated", "tokens", "verbs", "unit", "leads", "rules")
    named = {key: whole[key] for key in (*kept, "about")}
    return {**named, "cards": whole["drawing"]["cards"]}


def may_take_back(view: View, seat: Seat) -> bool:
    """BACK would take a move of its own back, alone or with what robots answered."""
    return view.table.back >= 0 and seat in movers(view.table.moments[view.table.back + 1 :])


def latest(view: View) -> Move | None:
    """The last move that was anybody's."""
    moves = (m.move for m in reversed(view.table.moments) if m.move and m.move.seat != CHANCE)
    return next(moves, None)


@lru_cache(16)
def hand(moment: Moment, seat: Seat, shut: str, readers: frozenset[Site]) -> list[Page]:
    """Each card with the moves it makes, or the rule that forbids it, or why no card is asked."""
    seen = moment.position.seen_by(seat)
    if shut:
        why = {"rule": "", "words": say(Saying(shut))}
        return [{"card": card, "moves": [], "why": why} for card in seen.hand(seat)]
    return [card_page(seen, card, lawful(moment, seat), readers) for card in seen.hand(seat)]


def card_page(
    seen: Position[Any], card: str, open_to: tuple[Mark, ...], near: frozenset[Site]
) -> Page:
    fitting = [str(mark.move) for mark in open_to if plays(mark.move, card)]
    page: Page = {"card": card, "moves": fitting}
    if not fitting:
        refusal = refused(seen, card, near)
        page["why"] = why_not(refusal or UNASKED)
    return page


def plays(move: Move, card: str) -> bool:
    """The move is made with this card, wherever that would be shown."""
    return card in str(move).split()


def shut(view: View, seat: Seat) -> str:
    """Why no card is asked for: by the key of the sentence that says so."""
    if view.dismissed:
        return "page.lesson_done"
    return "page.not_yet" if seat in view.position.actors else "page.not_now"


def refused(seen: Position[Any], card: str, near: frozenset[Site]) -> Refusal | None:
    """The rule that forbids this card, asked as for any attempt at these readers."""
    attempts = (move for move in seen.attempts(near) if near and plays(move, card))
    return next((refusal for move in attempts if (refusal := seen.refusal(move))), None)


@lru_cache(16)
def lawful(moment: Moment, seat: Seat) -> tuple[Mark, ...]:
    """What this seat may do, as far as it can know; of very much only what is said with keys."""
    seen = moment.position.seen_by(seat)
    some = list(islice(seen.moves(), MOST))
    wide = len(some) == MOST
    found = finish(know(seen, moment.senses)).marks if wide else marks(seen, some, moment.senses)
    return tuple(mark for mark in found if mark.move.seat == seat)


def moves(moment: Moment, seat: Seat) -> list[Mark]:
    """What may be done without a card."""
    cards = set(moment.position.seen_by(seat).hand(seat))
    return [m for m in lawful(moment, seat) if cards.isdisjoint(str(m.move).split())]


def spoken(moment: Moment, seat: Seat) -> list[str]:
    """What is only said: a choice is made, a key would be pressed, no piece goes anywhere."""
    said = (m for m in moves(moment, seat) if not carries(m, moment.senses))
    return [str(m.move) for m in said if not m.move.needs_confirmation]


def wishes(moment: Moment, seat: Seat) -> list[str]:
    """What somebody else's hand will make, when it is said."""
    found = [str(m.move) for m in moves(moment, seat) if carries(m, moment.senses)]
    return found if len(found) < MOST else []


def carries(mark: Mark, senses: Senses) -> bool:
    """A piece changes its place or a strip is turned, whether that can be felt or not."""
    felt = (site for site in mark.trace.changes if not senses[site].momentary)
    return any(felt) or bool(mark.unfelt or mark.left)
