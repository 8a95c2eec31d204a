"""The page of a seat: its cards, its possible moves, and why others are not possible."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from controller.game import Move, Position, gesture_text
from controller.reading.moment import Moment
from controller.reading.move_index import Mark, know, marks
from controller.reading.stepwise import finish
from controller.sitting.progress import movers
from controller.values import CHANCE, Refusal, Saying, Seat, Senses, Site
from controller.web.pages import (
    afterwards,
    asked_now,
    game_page,
    messages_page,
    open_cards,
    page_teller,
    refusal_page,
    seats,
    shared_totals,
    troubles,
    undo,
    waiting,
    whose_turn,
)
from controller.web.patch import Page
from controller.web.view import GameFacts, View
from controller.words import say

UNASKED = Refusal("", "page.not_asked")
MAX_LISTED = 400  # maximum number of moves listed for a seat; with more, moving by hand is quicker


@lru_cache(16)
def seat_page(view: View, seat: Seat) -> Page:
    """Return what a seat may see, computed only from what it may know."""
    stage = view.table.stage.value
    page: Page = {"stage": stage, "asks": asked_now(view), "seat": seat, **troubles(view)}
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
        **shared_totals(view),
        "hand": hand(last, seat, "" if yours else why_no_card(view, seat), view.sitting.readers),
        "said": announced_moves(last, seat) if speaks else [],
        "moves": moves_by_other_hand(last, seat) if speaks else [],
        "alike": possible_meanings(view, seat),
        "back": may_take_back(view, seat),
        "hint": yours and view.sitting.hints,
        "help": view.helps.get(seat, 0) if helped(view, seat) else None,
        "last": page_teller(view.sitting).whole([made] if (made := latest_move(view)) else []),
        **messages_page(view),
    }


def helped(view: View, seat: Seat) -> bool:
    """True if a person sits there who may have good moves lit; not in a lesson."""
    assert view.sitting
    person = view.sitting.who[seat].kind == "human"
    return person and view.sitting.hints and view.lesson is None


def possible_meanings(view: View, seat: Seat) -> dict[str, str]:
    """Return the moves this seat may have meant, by notation, in words."""
    assert view.sitting
    own = [moves for moves in view.table.alike if moves[-1].seat == seat]
    say_it = page_teller(view.sitting).deed
    sentences = [", ".join(say_it(move) for move in moves if move.seat != CHANCE) for moves in own]
    return {
        gesture_text(moves): gesture_text(moves) if sentences.count(words) > 1 else words
        for moves, words in zip(own, sentences, strict=True)
    }


@lru_cache(4)
def own_game(sitting: GameFacts) -> Page:
    """Return what a seat's page needs to know of the game, such as its words and cards."""
    whole = game_page(sitting)
    kept = ("number", "name", "title", "simulated", "tokens", "verbs", "unit", "leads", "rules")
    named = {key: whole[key] for key in (*kept, "about")}
    return {**named, "cards": whole["drawing"]["cards"]}


def may_take_back(view: View, seat: Seat) -> bool:
    """True if BACK would take back a move of this seat, with robots' answers to it."""
    return view.table.back >= 0 and seat in movers(view.table.moments[view.table.back + 1 :])


def latest_move(view: View) -> Move | None:
    """Return the last move that was not a deal; None if there is none."""
    moves = (m.move for m in reversed(view.table.moments) if m.move and m.move.seat != CHANCE)
    return next(moves, None)


@lru_cache(16)
def hand(moment: Moment, seat: Seat, shut: str, readers: frozenset[Site]) -> list[Page]:
    """Return each card with its moves, or the rule against it, or why no card is asked for."""
    seen = moment.position.seen_by(seat)
    if shut:
        why = {"rule": "", "words": say(Saying(shut))}
        return [{"card": card, "moves": [], "why": why} for card in seen.hand(seat)]
    return [card_page(seen, card, seat_moves(moment, seat), readers) for card in seen.hand(seat)]


def card_page(
    seen: Position[Any], card: str, open_to: tuple[Mark, ...], near: frozenset[Site]
) -> Page:
    """Return a card with the moves it makes, or the rule against it."""
    fitting = [str(mark.move) for mark in open_to if plays(mark.move, card)]
    page: Page = {"card": card, "moves": fitting}
    if not fitting:
        refusal = card_refusal(seen, card, near)
        page["why"] = refusal_page(refusal or UNASKED)
    return page


def plays(move: Move, card: str) -> bool:
    """True if the move is made with this card."""
    return card in str(move).split()


def why_no_card(view: View, seat: Seat) -> str:
    """Return the message key that says why no card is asked for."""
    if view.dismissed:
        return "page.lesson_done"
    return "page.not_yet" if seat in view.position.actors else "page.not_now"


def card_refusal(seen: Position[Any], card: str, near: frozenset[Site]) -> Refusal | None:
    """Return the rule that forbids this card; None if there is none."""
    attempts = (move for move in seen.attempts(near) if near and plays(move, card))
    return next((refusal for move in attempts if (refusal := seen.refusal(move))), None)


@lru_cache(16)
def seat_moves(moment: Moment, seat: Seat) -> tuple[Mark, ...]:
    """Return this seat's lawful moves as far as it knows; if too many, only those by keys."""
    seen = moment.position.seen_by(seat)
    some = list(islice(seen.moves(), MAX_LISTED))
    wide = len(some) == MAX_LISTED
    found = finish(know(seen, moment.senses)).marks if wide else marks(seen, some, moment.senses)
    return tuple(mark for mark in found if mark.move.seat == seat)


def moves(moment: Moment, seat: Seat) -> list[Mark]:
    """Return the moves that need no card."""
    cards = set(moment.position.seen_by(seat).hand(seat))
    return [m for m in seat_moves(moment, seat) if cards.isdisjoint(str(m.move).split())]


def announced_moves(moment: Moment, seat: Seat) -> list[str]:
    """Return the moves that are only announced: a choice or a key, without a piece."""
    said = (m for m in moves(moment, seat) if not carries(m, moment.senses))
    return [str(m.move) for m in said if not m.move.needs_confirmation]


def moves_by_other_hand(moment: Moment, seat: Seat) -> list[str]:
    """Return the moves with pieces, which another hand makes when this seat announces them."""
    found = [str(m.move) for m in moves(moment, seat) if carries(m, moment.senses)]
    return found if len(found) < MAX_LISTED else []


def carries(mark: Mark, senses: Senses) -> bool:
    """True if a piece changes its place or a strip is turned, felt or not."""
    felt = (site for site in mark.trace.changes if not senses[site].momentary)
    return any(felt) or bool(mark.unfelt or mark.left)
