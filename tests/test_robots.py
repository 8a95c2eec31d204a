"""Robots that think: what they may know, that they count right, and that levels are levels."""

from __future__ import annotations

from random import Random
from typing import Annotated, ClassVar

import pytest
from msgspec.structs import replace

from controller.game import Move, PlainPosition, Setting
from controller.games import SHELF
from controller.games.zylatron.board import POINTS, distance
from controller.notation import Form
from controller.robots.guess import determinized
from controller.robots.judge import Judge, SearchParameters
from controller.robots.levels import LEVELS, Level, ladder, read_levels
from controller.robots.opinion import Opinion, Rated, opinion, thoughtful
from controller.robots.players import player_named, random_player, robots_choice
from controller.values import CHANCE, Outcome, Seat
from controller.words import said
from tests.league import Clock, Score, played

SECRETIVE = {
    "astron": [Setting(2), Setting(4), Setting(6)],
    "space_walk": [
        Setting(2, options={"action_cards": True}),
        Setting(4, options={"action_cards": True}),
    ],
}
SETTINGS = [(name, setting) for name in SECRETIVE for setting in SECRETIVE[name]]


def wandered(name: str, setting: Setting, seed: int, moves: int):
    """A game after so many moves of luck, if it lasts so long."""
    luck, position = Random(seed), SHELF[name].start(setting)
    for _ in range(moves):
        if position.outcome is not None:
            break
        position = position.after(luck.choice(list(position.moves())))
    return position


def cards(position) -> list[str]:
    """All that are held or lie in a pile."""
    seats = range(len(position.scores()))
    held = [card for seat in seats for card in position.hand(Seat(seat))]
    return sorted([*held, *getattr(position, "pile", ())])


# ----------------------------------------------------------------------------- what they may know


@pytest.mark.parametrize(("name", "setting"), SETTINGS)
def test_a_guess_is_a_way_it_may_really_stand(name, setting):
    for seed in range(12):
        truth = wandered(name, setting, seed, 5 * seed + 3)
        for seat in range(setting.seats):
            seen = truth.seen_by(Seat(seat))
            guess = determinized(seen, Random(seed))
            assert guess.seen_by(Seat(seat)) == seen, "nothing that was seen is another"
            assert cards(guess) == cards(truth), "no card twice, none lost"


def test_a_guess_is_luck_and_not_the_truth():
    truth = wandered("astron", Setting(2), 1, 40)
    seen = truth.seen_by(Seat(0))
    guesses = {determinized(seen, Random(seed)).hand(Seat(1)) for seed in range(20)}
    assert len(guesses) > 10


@pytest.mark.parametrize("name", SHELF)
def test_where_nothing_is_hidden_nothing_is_guessed(name):
    if name not in SECRETIVE:
        position = wandered(name, Setting(2), 3, 20)
        assert determinized(position.seen_by(Seat(0)), Random(1)) is position


def test_a_robot_chooses_the_same_whatever_the_others_hold():
    for seed in range(4):
        truth = wandered("astron", Setting(2), seed, 30 + seed)
        while truth.actors == {CHANCE}:
            truth = truth.after(Random(seed).choice(list(truth.moves())))
        (seat,) = list(truth.actors)[:1]
        other = determinized(truth.seen_by(seat), Random(seed + 100))
        names = [
            robots_choice(at, {seat: player_named("pilot", Random(seed), SHELF["astron"])}, CHANCE)
            for at in (truth, other)
        ]
        assert names[0] == names[1] is not None


# ------------------------------------------------------------------------- that they count right


class Take(Move, frozen=True):
    """So many matches."""

    LINE = "{seat} takes {count}"
    count: Annotated[int, Form("[1-3]")]


class Nim(PlainPosition, frozen=True):
    """Take one to three matches in turn; the player who takes the last one wins."""

    heap: int
    turn: Seat = Seat(0)
    seats: int = 2

    @property
    def actors(self):
        return frozenset({self.turn}) if self.heap else frozenset()

    @property
    def outcome(self):
        last = Seat((self.turn - 1) % self.seats)
        return None if self.heap else Outcome(frozenset({last}), self.scores())

    def scores(self):
        return (0,) * self.seats

    def moves(self):
        return [Take(self.turn, n) for n in (1, 2, 3) if n <= self.heap]

    def after(self, move):
        return replace(self, heap=self.heap - move.count, turn=Seat((self.turn + 1) % self.seats))


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_the_search_finds_the_only_winning_move(heap):
    found = opinion(Nim(heap), Seat(0), SearchParameters(), 1500, Random(heap))
    assert found.best == f"1 takes {heap % 4}"
    assert found.rated[0].worth > 0.8


def test_a_lost_heap_is_known_to_be_lost():
    found = opinion(Nim(8), Seat(0), SearchParameters(), 2500, Random(1))
    assert max(one.worth for one in found.rated) < 0.3


def test_of_three_players_each_wins_for_himself():
    """With 2 left, taking both wins; with 4, taking one lets the next player win."""
    found = opinion(Nim(3, seats=3), Seat(0), SearchParameters(), 400, Random(1))
    assert found.best == "1 takes 3"


def test_teams_win_together():
    judge = Judge(SearchParameters(), replace(SHELF["astron"].start(Setting(4, ((0, 1), (2, 3))))))
    over = Judged(Outcome(frozenset({Seat(0), Seat(1)}), (1, 1, 0, 0)))
    assert judge.worths(over) == (1.0, 1.0, 0.0, 0.0)


class Pick(Move, frozen=True):
    """A card by its number."""

    LINE = "{seat} picks {card}"
    card: Annotated[int, Form("[0-9]+")]


class Cards(PlainPosition, frozen=True):
    """Three of a hundred cards, one after the other, by one seat: the higher the better."""

    left: tuple[int, ...] = tuple(range(100))
    looked: ClassVar[list[int]] = []

    @property
    def actors(self):
        return frozenset({Seat(0)}) if len(self.left) > 97 else frozenset()

    @property
    def outcome(self):
        return None if self.actors else Outcome(frozenset({Seat(0)}), self.scores())

    def scores(self):
        return (sum(range(100)) - sum(self.left), 0)

    def moves(self):
        return [Pick(Seat(0), card) for card in self.left]

    def after(self, move):
        self.looked.append(move.card)
        return replace(self, left=tuple(card for card in self.left if card != move.card))


def test_on_a_wide_board_what_was_seen_a_move_ago_is_not_looked_at_anew():
    Cards.looked.clear()
    found = opinion(Cards(), Seat(0), SearchParameters(scale=100.0, finish=0), 60, Random(1))
    assert found.best == "1 picks 99"
    assert len(Cards.looked) < 300, "a hundred at the root, and of the next ones hardly any"


@pytest.mark.parametrize("setting", SECRETIVE["astron"])
def test_luck_is_never_chosen(setting):
    """What is dealt falls as it falls, however many moves a robot looks at."""
    judge, dealt = Judge(SearchParameters(among=8), wandered("astron", setting, 0, 0)), 0
    for seed in range(60):
        position = wandered("astron", setting, seed, seed)
        if position.actors == {CHANCE}:
            even = position.after(Random(seed).choice(list(position.moves())))
            assert judge._followed(position, Random(seed)) == even
            dealt += 1
    assert dealt


def test_of_several_moves_at_random_the_best_at_first_sight_is_made():
    highest = Judge(SearchParameters(among=400), Cards())._followed(Cards(), Random(1))
    assert 99 not in highest.left
    assert 99 in Judge(SearchParameters(among=1), Cards())._followed(Cards(), Random(1)).left


class Judged(PlainPosition, frozen=True):
    """A game that is over."""

    outcome: Outcome


# ----------------------------------------------------------------------- that they come to an end


class Turn(Move, frozen=True):
    """A knob is turned to this; 0 ends the game."""

    LINE = "{seat} turns {to}"
    to: Annotated[int, Form("[0-3]")]


class Knob(PlainPosition, frozen=True):
    """Who turns it promises himself the more the further; the end promises nothing."""

    at: int = 1

    @property
    def actors(self):
        return frozenset({Seat(0)}) if self.at else frozenset()

    @property
    def outcome(self):
        return None if self.at else Outcome(frozenset({Seat(1)}), (0, 0))

    def scores(self):
        return (self.at, 0)

    def moves(self):
        return [Turn(Seat(0), to) for to in range(4) if to != self.at]

    def after(self, move):
        return Knob(move.to)


def test_a_robot_does_not_go_round_in_circles():
    knob = replace(SHELF["astron"], parse=lambda line: Turn(Seat(0), int(line[-1])))
    level = Level(rounds=60, seconds=1.0, steady=9.0, slack=0.0, pace=1)
    choose, at, turns = thoughtful(knob, level, Random(1)), Knob(), 0
    while at.outcome is None and turns < 9:
        at, turns = at.after(choose(at, Seat(0))), turns + 1
    assert at.outcome is not None


def still_to_go(at) -> int:
    """Of each side's foremost Warrior in Zylatron the steps to the other's headquarters."""
    names, sites = at.box.names, (POINTS["x5"], POINTS["d25"])
    return sum(
        min(distance(at.at[p], goal) for p in fleet if "warrior" in names[p])
        for goal, fleet in zip(sites, at.forces, strict=True)
    )


@pytest.mark.parametrize("name", ["pilot", pytest.param("cadet", marks=pytest.mark.long)])
def test_turns_of_zylatron_end_and_bring_warriors_nearer_to_headquarters(name):
    """In the first turns no robot beams, fires or launches without need."""
    game, luck, ended, made = SHELF["zylatron"], Random(5), 0, 0
    seats = {Seat(n): player_named(name, Random(n), game) for n in range(2)}
    at = first = game.start(Setting(2))
    while ended < 6 and made < 150:
        move = robots_choice(at, {**seats, CHANCE: random_player(luck)}, CHANCE)
        at, made, ended = at.after(move), made + 1, ended + str(move).endswith("ends")
    assert ended == 6, "some 25 moves a turn at most"
    assert still_to_go(at) < still_to_go(first) - 6


@pytest.mark.parametrize("seed", range(4))
def test_who_can_do_nothing_more_stops_though_he_is_behind(seed):
    """Situation 7, laid at random until no piece fits: it ends when both say so (S11)."""
    game, luck = SHELF["situation7"], Random(seed)
    at = game.start(Setting(2))
    while moves := [m for m in at.moves() if " lays " in str(m) or "ready" in str(m)]:
        at = at.after(luck.choice(moves))
    seats = {
        Seat(n): player_named(name, Random(n), game) for n, name in enumerate(("robot", "pilot"))
    }
    for turn in range(40):
        if at.outcome is not None:
            break
        move = seats[seat := Seat(turn % 2)](at, seat)
        at = at.after(move) if move else at
    assert at.outcome is not None


@pytest.mark.parametrize("name", ["robot", "cadet", "navigator"])
def test_a_robot_that_cannot_hit_anybody_does_not_fire(name):
    """Zylatron's first turn, with all moves made: who is far from everybody ends it."""
    game = SHELF["zylatron"]
    at = game.start(Setting(2, options={"short_game": True}))
    at = at.after(next(iter(at.moves())))
    for _ in range(2):
        at = at.after(next(move for move in at.moves() if " moves " in str(move)))
    assert str(player_named(name, Random(3), game)(at, at.turn)).endswith("ends")


# ----------------------------------------------------------------- whatever is played, whoever


@pytest.mark.parametrize("name", SHELF)
def test_the_same_seed_thinks_the_same_and_what_is_chosen_is_lawful(name):
    game, manner = SHELF[name], ladder(SHELF[name]).manner
    for seed in range(3):
        position = wandered(name, Setting(2), seed, 12 + 7 * seed)
        while position.actors == {CHANCE}:
            position = position.after(Random(seed).choice(list(position.moves())))
        if position.outcome is not None:
            continue
        seat = min(position.actors)
        first, second = (
            opinion(position.seen_by(seat), seat, manner, 12, Random(seed)) for _ in range(2)
        )
        assert first == second
        moves = [move for move in position.moves() if move.seat == seat]
        lawful = {str(move) for move in moves}
        vain = {str(move) for move in moves if position.vain(move)}
        assert {one.move for one in first.rated if one.move} == (lawful - vain or lawful)
        assert first.best in lawful and set(first.good) <= lawful and first.best in first.good
        move = thoughtful(game, ladder(game).levels["cadet"], Random(seed))(position, seat)
        assert move is None or str(move) in lawful


@pytest.mark.parametrize("name", ["astron", "space_walk"])
def test_cards_in_hand_that_only_their_owner_sees_are_thought_with(name):
    setting = SECRETIVE[name][0]
    game, position, luck = SHELF[name], SHELF[name].start(setting), Random(2)
    seats = {Seat(n): player_named("cadet", Random(n), game) for n in range(2)}
    for _ in range(60):
        if position.outcome is not None:
            break
        move = robots_choice(position, {**seats, CHANCE: random_player(luck)}, CHANCE)
        assert position.refusal(move) is None
        position = position.after(move)


# -------------------------------------------------------------------------------- levels are levels


@pytest.mark.parametrize("name", SHELF)
def test_every_level_thinks_more_chooses_more_firmly_and_is_faster_than_the_one_below(name):
    levels = list(ladder(SHELF[name]).levels.values())
    assert len(levels) == len(LEVELS) >= 5
    for measure in ("rounds", "seconds", "steady", "pace"):
        values = [getattr(level, measure) for level in levels]
        assert values == sorted(values)
    slack = [level.slack for level in levels]
    assert slack == sorted(slack, reverse=True)
    assert len({(level.rounds, level.steady) for level in levels}) == len(levels)


def test_a_game_says_of_its_levels_what_is_not_usual(tmp_path):
    own = tmp_path / "robots.toml"
    own.write_text("[manner]\nscale = 9.0\n[levels.pilot]\nrounds = 77\n")
    mine, usual = read_levels(own), read_levels(tmp_path / "none.toml")
    assert (mine.manner.scale, mine.levels["pilot"].rounds) == (9.0, 77)
    assert mine.levels["pilot"].pace == usual.levels["pilot"].pace
    assert mine.levels["cadet"] == usual.levels["cadet"]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name_and_a_sentence(level):
    assert said(f"level.{level}") != f"level.{level}"
    assert said(f"level.{level}.says").endswith(".")


def test_what_is_hardly_thought_of_or_much_worse_is_never_chosen_and_the_best_most():
    rated = (Rated("a", 100, 0.6), Rated("b", 50, 0.55), Rated("c", 30, 0.3), Rated("d", 9, 0.6))
    found = Opinion(Seat(0), rated, 189)
    loose, firm = (Level(1, 1.0, steady, 0.1, 1) for steady in (1.0, 30.0))
    chosen = [found.chosen(loose, Random(n)) for n in range(300)]
    assert set(chosen) == {"a", "b"}
    assert 1.4 < chosen.count("a") / chosen.count("b") < 2.9
    assert {found.chosen(firm, Random(n)) for n in range(50)} == {"a"}


def test_what_was_only_looked_at_is_not_chosen_however_loose_a_level_is():
    rated = (Rated("a", 3, 0.5), Rated("b", 2, 0.4), *(Rated(f"c{n}", 1, 0.4) for n in range(90)))
    loose = Level(1, 1.0, 0.0, 1.0, 1)
    assert {Opinion(Seat(0), rated, 3).chosen(loose, Random(n)) for n in range(60)} == {"a", "b"}


def test_even_a_cadet_beats_who_does_anything_more_often_than_not():
    game = SHELF["space_walk"]
    first = [played(game, ("cadet", "random"), seed).winners == {0} for seed in range(6)]
    second = [played(game, ("random", "cadet"), seed).winners == {1} for seed in range(6)]
    assert sum(first) + sum(second) >= 7


# ------------------------------------------------------------------------------------ the league


def test_bounds_hold_the_share_and_close_with_more_games():
    few, many = Score(7, 0, 3), Score(700, 0, 300)
    assert few.bounds()[0] < 0.7 < few.bounds()[1]
    assert many.bounds()[1] - many.bounds()[0] < 0.06 < few.bounds()[1] - few.bounds()[0]
    assert Score(0, 4, 0).share == 0.5
    assert Score(10, 0, 0).bounds()[0] == pytest.approx(0.722, abs=0.001)


def test_a_share_is_surely_below_its_goal_only_where_luck_cannot_explain_it():
    assert not Score(0, 0, 2).surely_below(0.65) and Score(0, 0, 9).surely_below(0.65)
    assert not Score(50, 0, 50).surely_below(0.5) and not Score(9, 0, 0).surely_below(0.99)
    assert Score(500, 0, 500).surely_below(0.65)


def test_a_faster_hand_acts_more_often():
    clock = Clock({Seat(0): 30, Seat(1): 10}, Random(1))
    acts = [clock.next() for _ in range(400)]
    assert 2.6 < acts.count(0) / acts.count(1) < 3.4
