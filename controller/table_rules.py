"""The house rules that every table offers for every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from controller.game import Game, Option
from controller.values import Refusal

OPTIONS: Mapping[str, Option] = {
    "free_takeback": Option("", "table.option.free_takeback"),
    "confirm_moves": Option("", "table.option.confirm_moves"),
    "touch_move": Option("", "table.option.touch_move"),
    "no_hints": Option("", "table.option.no_hints"),
}


class TableRules(Struct, frozen=True):
    """The table's rules for one game, as agreed on."""

    free_takeback: bool = False  # moves may be taken back even if cards were seen
    confirm_moves: bool = False  # a move counts only after YES
    touch_move: bool = False  # a lifted piece must move, a released one stays
    no_hints: bool = False  # no hints are given
    touched: Refusal = Refusal("", OPTIONS["touch_move"].words)  # by the game's own rule, if any

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the options that are on."""
        return tuple(name for name in OPTIONS if getattr(self, name))

    @property
    def firm(self) -> Refusal | None:
        """The rule by which a move made cannot be taken back; None if there is none."""
        stays = Refusal(self.touched.rule, "table.stays")
        return stays if self.touch_move and not self.free_takeback else None


def offered_options(game: Game) -> dict[str, Option]:
    """Return the options of game and table; if both have one, the game's."""
    return {**game.options, **{name: OPTIONS[name] for name in OPTIONS if name not in game.options}}


def own_options(game: Game, options: Mapping[str, bool]) -> dict[str, bool]:
    """Return the options that the game must handle, or refuse as unknown."""
    return {n: on for n, on in options.items() if n in game.options or n not in OPTIONS}


def rules_agreed(game: Game, options: Mapping[str, bool]) -> TableRules:
    """Return the table's rules for these options; those not named have their default."""
    every = offered_options(game)
    on = {name for name in OPTIONS if options.get(name, every[name].usual)}
    return rules_by_names(game, on)


def rules_by_names(game: Game, names: Iterable[str]) -> TableRules:
    """Return the table's rules from the names of the options that are on, as in the journal."""
    rule = offered_options(game)["touch_move"]
    on = {name: True for name in names if name in OPTIONS}
    return TableRules(**on, touched=Refusal(rule.rule, rule.words))
