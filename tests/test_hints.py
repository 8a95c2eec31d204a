"""Hints and help: a good lawful move, told a little at a time; nothing of it changes the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from controller.app.hosting.host import Host
from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.app.setup.thinker import Answer, AtOnce, Question
from controller.app.thinking.hints import RobotOpinion, positions_ahead
from controller.app.thinking.seats import RobotSeats
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.games.situation7.moves import Stop
from controller.robots.opinion import Opinion, Rated
from controller.robots.players import greedy
from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.shown.advice import WHY, Advice, ways
from controller.sitting.shown.advice import GoodMove as Advised
from controller.table_rules import rules_agreed
from controller.telling import teller
from controller.values import CHANCE, Seat, Site
from controller.web.gallery import Gallery
from controller.web.mailbox import Help, Hint, Mailbox
from controller.web.pages import table_page
from controller.words import said, say
from drivers.clock import StepClock
from sims.bench.twin import open_twin
from tests.often import seeds
from tests.space_walk import at as walk
from tests.space_walk import play
from tests.web.house import stock


class Quick(AtOnce):
    """Thinks no longer than a test has time."""

    def ask(self, question: Question) -> None:
        super().ask(replace(question, rounds=min(question.rounds, 12)))


def begun(name: str, seed: int = 1, moves: int = 0, players=("human", "human"), **options: bool):
    """The terms of a game that has gone on for so many moves of luck, and waits for somebody."""
    game, luck = SHELF[name], Random(seed)
    own = {key: on for key, on in options.items() if key in game.options}
    position = game.start(Setting(2, options=own))
    while moves > 0 or position.actors == {CHANCE}:
        after = position.after(luck.choice(list(position.moves())))
        position, moves = position if after.outcome else after, moves - 1
    return GameSetup(game, position, who(players), seed, rules=rules_agreed(game, options))


def house() -> Environment:
    panel = {"panel": stock, "journal": None, "seed": lambda: 7, "today": str}
    return Environment("sim://", **panel, clock=StepClock(), open_twin=open_twin, think=Quick)


def running(terms: GameSetup) -> RunningTable:
    """A simulated table at which the board stands right."""
    table = RunningTable(house(), terms, overheard=lambda words: None)
    while table.table.stage is not Stage.WAITING:
        go_round(table)
    return table


def go_round(table: RunningTable, times: int = 1) -> None:
    for _ in range(times):
        table.turn()
        table.let_robots_play()


def hinted(table: RunningTable, seat: Seat) -> list[str]:
    """All three steps of a hint, as they are told to the seat."""
    heard: list[str] = []
    for _ in range(3):
        table.hints.want(table.table, seat, heard.append)
        go_round(table, 4)
    return heard


# -------------------------------------------------------------------------------------------- hints


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("moves", [2, 17])
def test_a_hint_is_a_lawful_move_of_that_seat_and_asking_changes_nothing(name, moves):
    terms = begun(name, seed=moves, moves=moves)
    table = running(terms)
    position = table.table.position
    seat = min(position.due)
    piece, move, why = hinted(table, seat)
    assert table.table.position is position and table.table.history == []
    meant = table.hints.hint.move
    assert meant.seat == seat and meant in set(position.moves())
    names = [one.name for one in terms.who]
    told = teller(terms.game, terms.game.drawing(position), names).deed(meant)
    assert told in move and told in why
    begins, ends = ways(position, meant)
    assert len(piece) < len(move) < len(why)
    lit = {site for site, light in table.loop.scene.items() if light.glow is Glow.DOUBLE}
    assert begins | ends <= lit
    assert hinted(running(terms), seat) == [piece, move, why], "the same seed says the same"


@pytest.mark.parametrize(
    ("second", "reason"),
    [(60, "other moves look as good"), (40, "and 40 with the next best"), (None, "nothing else")],
)
def test_whatever_is_hinted_at_there_is_a_reason(second, reason):
    position = walk("o5 green.small.1 red.large.1", "o1 green.large.1", "i3 red.small.1")
    empties = SHELF["space_walk"].parse("1 empties o1")
    hint = Advised(position, empties, 61, positions_ahead(position, empties), WHY, second)
    assert reason in say(hint.to_asker())


def test_what_costs_another_is_said_to():
    position = play(walk("o6 green.large.1 red.large.1", "o1 red.small.1"), "1 empties o6")
    lands = SHELF["space_walk"].parse("1 lands red.large.1 h2")
    told = say(Advised(position, lands, 61, positions_ahead(position, lands), WHY, 60).to_asker())
    assert "this costs Player 2 4 this turn" in told


def ends_of_turn(position, seat):
    """Every way in which that seat's turn may go on, as far as it alone decides."""
    if position.actors != {seat} or position.outcome is not None:
        return [position]
    return [end for move in position.moves() for end in ends_of_turn(position.after(move), seat)]


@pytest.mark.parametrize("name", ["astron", "astroplane"])
def test_what_pays_or_costs_before_the_turn_is_over_is_said_to(name):
    """Whichever way the turn goes on: a card pays when the ship lands that it moves."""
    told = Counter()
    for seed in range(80):
        position = begun(name, seed=seed, moves=3 * seed).start
        seat = min(position.due)
        for move in list(position.moves())[:8]:
            was = position.scores()[seat]
            gains = [end.scores()[seat] - was for end in ends_of_turn(position.after(move), seat)]
            turn = positions_ahead(position.seen_by(seat), move)
            key = Advised(position, move, 61, turn, WHY, 60).to_asker().key
            if min(gains) > 0:
                assert key == "hint.pays"
            if max(gains) < 0:
                assert key == "hint.dear"
            told[key] += 1
    assert told["hint.pays"] and (name != "astron" or told["hint.dear"])


def test_who_need_do_nothing_is_told_so_where_nothing_is_better():
    table = running(begun("space_walk", moves=20))
    position, seat = table.table.position, min(table.table.position.due)
    moves = [str(move) for move in position.moves() if move.seat == seat]
    for first, waits in (("", True), (moves[0], False)):
        rated = [Rated(first, 9, 0.5), Rated(moves[1], 3, 0.4)]
        table.hints._found = RobotOpinion(position, seat, Opinion(seat, tuple(rated), 12))
        table.hints.hint, heard = None, []
        table.hints.want(table.table, seat, heard.append)
        go_round(table, 4)
        assert ("You may wait" in heard[0]) is waits
        table.hints.hint, state = None, table.table.state
        table.table.state = replace(state, said=state.said.tell(None))
        table.hints.want(table.table, None, None)
        go_round(table, 4)
        assert (table.table.message.key == "hint.wait") is waits, "a key is answered, too"


def test_a_hint_never_names_a_card_to_those_who_do_not_hold_it():
    for seed in range(4):
        table = running(begun("astron", seed=seed, moves=20 + seed))
        position = table.table.position
        seat = min(position.due)
        hidden = set(position.hand(Seat(0)) + position.hand(Seat(1)))
        own = set(position.hand(seat))
        for _ in range(3):
            heard: list[str] = []
            table.hints.want(table.table, seat, heard.append)
            go_round(table, 4)
            public = say(table.table.message)
            assert not hidden & set(public.replace(":", "").split())
            assert not (hidden - own) & set(heard[0].replace(":", "").split())


@pytest.mark.parametrize("name", ["astroplane", "zylatron"])
def test_who_has_lifted_what_a_hint_meant_is_shown_where_it_goes(name):
    table = running(begun(name, seed=3))
    seat = min(table.table.position.due)
    hinted(table, seat)
    begins, ends = ways(table.table.position, table.hints.hint.move)
    (source,) = begins
    table.twin.obey(f"lift {source}", lambda sentence: None)
    go_round(table, 60)
    lit = {site for site, light in table.loop.scene.items() if light.glow is Glow.DOUBLE}
    assert ends <= lit and source not in lit


def test_a_hint_points_from_a_place_to_another_or_at_one_place():
    position, here, there = SHELF["astron"].start(Setting(2)), Site("b1"), Site("b3")
    assert Advice(position, frozenset({here})).ways == ((here, None),)
    assert Advice(position, frozenset({there}), frozenset({there})).ways == ((there, None),)
    assert Advice(position, frozenset({here, there}), frozenset({there})).ways == ((here, there),)


def test_a_hint_is_gone_when_something_was_played():
    table = running(begun("space_walk", moves=20))
    seat = min(table.table.position.due)
    hinted(table, seat)
    move = next(m for m in table.table.position.moves() if m.seat == seat)
    table.make(move)
    while not table.table.history:
        go_round(table)
    go_round(table, 3)
    assert table.table.message is None and table.table.state.said.advice is None


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("seed", seeds(3))
def test_who_does_what_he_is_told_never_goes_round_in_circles(name, seed):
    """Neither in a turn nor over several: the hints of two who follow them lead on."""
    table, been = running(begun(name, seed=seed, moves=30)), []
    for _ in range(20):
        position = table.table.position
        if position.outcome or not position.due:
            break
        assert position not in been
        been.append(position)
        table.hints.hint = None
        hinted(table, seat := min(position.due))
        move = table.hints.hint.move if table.hints.hint else None
        if move is None:
            break
        made = len(table.table.history)
        table.make(move)
        while len(table.table.history) == made:
            go_round(table)
        assert move.seat == seat
        go_round(table, 20)


@pytest.mark.parametrize("name", ["space_walk", "astroplane", "zylatron"])
def test_who_takes_a_move_back_is_told_from_the_beginning(name):
    table = running(begun(name, moves=20))
    seat = min(table.table.position.due)
    first, *_ = hinted(table, seat)
    move = table.hints.hint.move
    table.make(move)
    while not table.table.history:
        go_round(table)
    table.table.take_back()
    while table.table.history or table.table.stage is not Stage.WAITING:
        go_round(table)
    assert hinted(table, seat)[0] == first


@pytest.mark.parametrize("name", ["astron", "zylatron", "astroplane"])
def test_nobody_is_told_to_look_for_what_is_in_his_hand(name):
    """Who has taken up the right piece hears at once where it goes."""
    for seed in range(12):
        table = running(begun(name, seed=seed, moves=20 + seed))
        position, seat = table.table.position, min(table.table.position.due)
        hinted(table, seat)
        begins, ends = ways(position, table.hints.hint.move)
        table.hints.hint = None
        for site in begins if begins and ends else ():
            table.twin.obey(f"lift {site}", lambda sentence: None)
        go_round(table, 30)
        if table.table.stage is Stage.MOVING and table.table.position is position:
            heard: list[str] = []
            table.hints.want(table.table, seat, heard.append)
            go_round(table, 4)
            assert heard and not heard[0].startswith("Look at")
            return
    raise AssertionError("No hint that begins with a piece was found")


@pytest.mark.parametrize("name", ["astroplane", "zylatron"])
@pytest.mark.parametrize("seed", range(3))
def test_who_has_touched_a_piece_is_hinted_at_that_one(name, seed):
    """Where touch-move is played: what is hinted at is lawful, and not "no hint"."""
    table = running(begun(name, seed=seed, moves=30, touch_move=True))
    luck, position = Random(seed), table.table.position
    seat = min(position.due)
    moves = [move for move in position.moves() if move.seat == seat]
    starts = [site for move in moves[:200] for site in ways(position, move)[0]]
    for site in luck.sample(sorted({*starts}), min(3, len({*starts}))):
        for order in ("lift", "put"):
            table.twin.obey(f"{order} {site}", lambda sentence: None)
            go_round(table, 40)
        if table.table.position is not position:
            break
    bound = table.table.position
    assert type(bound) is not type(position) or not starts
    hinted(table, seat)
    assert bound.refusal(table.hints.hint.move) is None


def test_next_is_a_hint_while_nothing_is_asked():
    table = running(begun("space_walk", moves=20))
    table.twin.obey("press next", lambda sentence: None)
    while table.table.message is None:
        go_round(table)
    assert table.table.message.key == "hint.piece"
    assert table.table.history == []


def test_who_is_not_to_move_is_given_no_hint():
    table = running(begun("astroplane", moves=4))
    (mover,) = table.table.position.actors
    with pytest.raises(Misuse, match=r"not your move"):
        table.hints.want(table.table, Seat(1 - mover), lambda sentence: None)


def test_where_it_was_agreed_nobody_is_given_hints_or_help():
    table = running(begun("space_walk", moves=20, no_hints=True))
    for asked in (
        lambda: table.hints.want(table.table, Seat(0), lambda sentence: None),
        lambda: table.hints.help(Seat(0), 3),
    ):
        with pytest.raises(Misuse, match="without hints"):
            asked()
    table.twin.obey("press next", lambda sentence: None)
    while table.table.message is None:
        go_round(table)
    assert say(table.table.message) == said("hint.off")


# --------------------------------------------------------------------------------------------- help


def test_help_lights_what_is_good_so_many_times_and_only_for_that_seat():
    table = running(begun("space_walk", moves=18, seed=5))
    helped = min(table.table.position.due)
    table.hints.help(helped, 2)
    lit: list[tuple[Seat, bool]] = []
    for _ in range(12):
        go_round(table, 6)
        position = table.table.position
        if position.outcome is not None:
            break
        advice = table.table.state.said.advice
        known = advice is not None and advice.about is position
        assert not known or {m.seat for m in advice.good} == {helped}
        assert not known or advice.good <= set(position.moves())
        lit.append((min(position.due), known))
        number = len(table.table.history)
        table.make(next(m for m in position.moves() if m.seat == min(position.due)))
        while len(table.table.history) == number:
            go_round(table)
    assert sum(known for _, known in lit) == 2
    assert table.hints.helps[helped] == 0


def test_what_is_good_is_lit_in_another_rhythm_than_what_else_may_be_done():
    table = running(begun("space_walk", moves=24, seed=3))
    table.hints.help(min(table.table.position.due), 1)
    go_round(table, 6)
    good = table.table.state.said.advice.good
    starts = {site for move in good for site in ways(table.table.position, move)[0]}
    for site in starts:
        assert table.loop.scene[site].glow is Glow.DOUBLE
    others = {site for site, light in table.loop.scene.items() if light.glow is Glow.PULSE}
    assert others and not others & starts


# ------------------------------------------------------------------------------------------ letters


def test_a_seat_asks_by_letter_and_is_answered_when_it_is_thought_out():
    host = Host(house(), Gallery(), Mailbox())
    host.sit(begun("astron", moves=20))
    while host.table.stage is not Stage.WAITING or host.table.busy:
        host.turn()
    seat = min(host.table.position.due)
    post = host.mailbox.post
    first, refused = post(Hint(), seat), post(Hint(), Seat(1 - seat))
    helped = post(Help(5), seat)
    for _ in range(6):
        host.turn()
    assert first.result(0).startswith("Look at ")
    assert refused.result(0) == said("hint.not_now")
    assert helped.result(0) == ""
    assert "hint" not in str(table_page(host.gallery.view).get("hand", ""))
    host.close()


# ----------------------------------------------------------------------------- robots at the table


class Broken(AtOnce):
    """Its thoughts break off."""

    def heard(self) -> Answer | None:
        return Answer(0, None) if super().heard() else None


def test_a_robot_whose_thought_broke_off_plays_by_rule_of_thumb():
    terms = begun("space_walk", moves=20, players=("admiral", "admiral"))
    robots, position = RobotSeats(terms, Broken(), 0.0), terms.start
    assert robots.choice(position, CHANCE, 1.0) is None, "it has not thought"
    for _ in range(4):
        robots.think(position, 0, 1.0)
    move = robots.choice(position, CHANCE, 2.0)
    assert move in set(position.moves())
    assert greedy(Random(1))(position, move.seat) is not None


@pytest.mark.parametrize("players", [("cadet", "pilot"), ("robot", "navigator")])
def test_levels_play_at_the_table_by_the_bench_s_hands(players):
    terms = begun("space_walk", moves=18, players=players)
    table, again = running(terms), running(terms)
    for one in (table, again):
        while len(one.table.history) < 6:
            go_round(one)
    assert table.table.history == again.table.history, "the same seed plays the same"


def test_where_all_play_at_once_each_robot_keeps_its_own_pace():
    terms = begun("situation7", moves=2, players=("navigator", "cadet"))
    table = running(terms)
    clock, began = table._clock, table._clock.now()
    while clock.now() - began < 60.0:
        go_round(table)
    lays = [move.seat for move in table.table.history if str(move).split()[1] in ("lays", "drops")]
    assert 9 <= lays.count(0) <= 13, "twelve a minute"
    assert 3 <= lays.count(1) <= 6, "five a minute"


@pytest.mark.parametrize("level", ["robot", "cadet", "navigator"])
@pytest.mark.parametrize("seed", range(8))
def test_nobody_waits_for_ever_for_a_person_who_has_stopped(level, seed):
    """Near the end, where what is left to lay may be worth nothing."""
    position, luck = SHELF["situation7"].start(Setting(2)), Random(seed)
    for _ in range(40 + 30 * seed):
        laying = [move for move in position.moves() if not isinstance(move, Stop)]
        after = position.after(luck.choice(laying)) if laying else position
        position = position if after.outcome else after
    position = position.after(Stop(Seat(0)))
    terms = GameSetup(SHELF["situation7"], position, who(("human", level)), seed)
    robots, last, waited = RobotSeats(terms, Quick(), 1.0), Seat(0), 0
    for second in range(3600):
        waited += 1
        robots.think(position, 100, float(second))
        if move := robots.choice(position, last, float(second)):
            position, last, waited = position.after(move), move.seat, 0
        if position.outcome:
            return
        assert waited < 60, "it has fallen asleep"
    raise AssertionError("an hour, and no end")
