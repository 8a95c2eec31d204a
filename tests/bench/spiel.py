"""Space Walk as OpenSpiel wants a game in Python: the plain engine behind OpenSpiel's own state."""

from __future__ import annotations

from random import Random

import pyspiel

from tests.space_walk import plain

LONGEST = 2000  # moves of one game, as OpenSpiel asks
KINDS = 1000  # numbers of moves: those of a position are counted from nought


def game_type(seats: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"python_space_walk_{seats}",
        long_name="Space Walk",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


class SpaceWalk(pyspiel.Game):
    """The game, of which OpenSpiel asks how large it is."""

    def __init__(self, seats: int) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=KINDS,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=0.0,
            max_utility=100.0,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(seats), info, {})
        self.seats = seats

    def new_initial_state(self) -> State:
        return State(self)


class State(pyspiel.State):
    """One position; OpenSpiel changes it in place."""

    def __init__(self, game: SpaceWalk) -> None:
        super().__init__(game)
        self._now = plain.start(game.seats)
        self._moves = plain.moves(self._now)

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self._moves[0][1]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._moves)))

    def _apply_action(self, action: int) -> None:
        self._now = plain.after(self._now, self._moves[action])
        self._moves = plain.moves(self._now)

    def is_terminal(self) -> bool:
        return plain.over(self._now)

    def returns(self) -> list[float]:
        return [float(score) for score in plain.scores(self._now)]

    def _action_to_string(self, player: int, action: int) -> str:
        return " ".join(map(str, self._moves[action]))

    def __str__(self) -> str:
        return str(self._now)


def random_game(game: SpaceWalk, luck: Random) -> int:
    """Moves of a game as OpenSpiel plays it."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
        moves += 1
    return moves
