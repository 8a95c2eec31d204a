"""Space Walk with tokens once more, as plain as it can be written: numbers in tuples, no names.

A second opinion on the rules, and the pace the real one is measured against. Fields are counted
clockwise from the first hole, so that every seventh is a hole; a ship on field 0 is off the board.
Ship 9 * seat + slot has the size slot // 3: 0 large, 1 medium, 2 small. A state is a tuple, a move
is a tuple that begins with its verb. The last field is below zero before the first turn of all.
"""

from __future__ import annotations

WORTH = (4, 4, 4, 3, 3, 3, 1, 1, 1)
OFF = (0,) * 9
PLACE, TURN, LAND, GAP, CHOICE, STEP, OVER = range(7)


def start(seats, own_turn=False, second_opens=False):
    opener = 1 if second_opens else 0
    rules = (seats, 14 if seats == 2 else 21, own_turn, opener)
    tokens = (3 if seats == 5 else 4,) * seats
    return (rules, OFF * seats, tokens, (False,) * seats, PLACE, opener, 0, (), -1)


def moves(state):
    rules, ships, tokens, spent, phase, coming, mover, hand, last = state
    if phase == LAND:
        to = (last + 1) % rules[1]
        size = hand[0] % 9 // 3
        kinds = {}
        for ship in hand:
            if ship % 9 // 3 == size:
                kinds.setdefault(ship // 9, ("land", mover, ship, to))
        return list(kinds.values())
    if phase == GAP:
        spends = [("spend", s) for s in range(rules[0]) if tokens[s] and not spent[s]]
        return groups(ships, coming) + spends
    if phase == PLACE:
        return placings(rules, ships, mover)
    if phase == TURN:
        return groups(ships, mover)
    if phase == STEP:
        return steps(rules, ships, mover)
    if phase == CHOICE:
        return groups(ships, mover) + steps(rules, ships, mover)
    return []


def groups(ships, seat):
    return [("empty", seat, f) for f in dict.fromkeys(ships[9 * seat : 9 * seat + 9]) if f]


def placings(rules, ships, seat):
    found = []
    for first in (0, 3, 6):
        own = ships[9 * seat + first : 9 * seat + first + 3]
        if 0 in own:
            ship = 9 * seat + first + own.index(0)
            taken = {f for at in range(first, len(ships), 9) for f in ships[at : at + 3]}
            found += [("place", seat, ship, f) for f in range(rules[1]) if f % 7 and f not in taken]
    return found


def steps(rules, ships, seat):
    found = {}
    for ship in range(9 * seat, 9 * seat + 9):
        if field := ships[ship]:
            step = ("advance", seat, ship, field, (field + 1) % rules[1])
            found.setdefault((ship // 3, field), step)
    return list(found.values())


def after(state, move):
    rules, ships, tokens, spent, phase, coming, mover, hand, last = state
    verb, seat = move[0], move[1]
    if verb == "land":
        ship, last = move[2], move[3]
        at = hand.index(ship)
        hand = hand[:at] + hand[at + 1 :]
        ships = put(ships, ship, last)
        if not hand:
            phase = closed(rules, ships)
    elif verb == "empty":
        last, mover, phase = move[2], seat, LAND
        hand = tuple(sorted((s for s, f in enumerate(ships) if f == last), key=size_of))
        ships = tuple([0 if f == last else f for f in ships])
        if seat == coming:
            coming = (seat + 1) % rules[0]
            if rules[2]:
                spent = (*spent[:seat], False, *spent[seat + 1 :])
            elif seat == rules[3]:
                spent = (False,) * rules[0]
    elif verb == "spend":
        tokens = (*tokens[:seat], tokens[seat] - 1, *tokens[seat + 1 :])
        spent = (*spent[:seat], True, *spent[seat + 1 :])
        own = last >= 0 and (seat + 1) % rules[0] == coming
        mover, phase = seat, CHOICE if own else STEP
    elif verb == "advance":
        ships = put(ships, move[2], move[4])
        phase = closed(rules, ships)
    else:
        ships = put(ships, move[2], move[3])
        mover = (seat + 1) % rules[0]
        if 0 not in ships:
            mover, phase = coming, GAP
    return (rules, ships, tokens, spent, phase, coming, mover, hand, last)


def size_of(ship):
    return ship % 9 // 3


def put(ships, ship, field):
    return (*ships[:ship], field if field % 7 else 0, *ships[ship + 1 :])


def closed(rules, ships):
    out = any(ships[9 * s : 9 * s + 9] == OFF for s in range(rules[0]))
    return OVER if out else GAP


def over(state):
    return state[4] == OVER


def scores(state):
    rules, ships, tokens, _, phase, _, _, hand, _ = state
    totals = []
    for seat in range(rules[0]):
        mine = [s for s in range(9 * seat, 9 * seat + 9) if ships[s] or s in hand]
        points = sum(WORTH[ship % 9] for ship in mine) + 2 * tokens[seat]
        totals.append(points if mine or phase == PLACE else 0)
    return tuple(totals)
