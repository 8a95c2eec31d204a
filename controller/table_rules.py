"""What may be agreed at any table, whatever is played on it."""

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
    """What has been agreed."""

    free_takeback: bool = False  # cards that were seen may be taken back
    confirm_moves: bool = False  # what a hand has made counts when somebody says YES
    touch_move: bool = False  # what was lifted must move, what was let go stays
    no_hints: bool = False  # nobody is told what would be good
    touched: Refusal = Refusal("", OPTIONS["touch_move"].words)  # by the game's own rule, if any

    @property
    def names(self) -> tuple[str, ...]:
        """The options that are on."""
        return tuple(name for name in OPTIONS if getattr(self, name))

    @property
    def firm(self) -> Refusal | None:
        """The rule by which a move stays once it was made, where there is one."""
        stays = Refusal(self.touched.rule, "table.stays")
        return stays if self.touch_move and not self.free_takeback else None


def offered(game: Game) -> dict[str, Option]:
    """The game's house rules and the table's; one that both have is the game's."""
    return {**game.options, **{name: OPTIONS[name] for name in OPTIONS if name not in game.options}}


def own_options(game: Game, options: Mapping[str, bool]) -> dict[str, bool]:
    """Those of these that the game is to know of, or to refuse."""
    return {n: on for n, on in options.items() if n in game.options or n not in OPTIONS}


def agreed(game: Game, options: Mapping[str, bool]) -> TableRules:
    """What these options mean at the table; what is usual is on, unless they say otherwise."""
    every = offered(game)
    on = {name for name in OPTIONS if options.get(name, every[name].usual)}
    return rules_by_names(game, on)


def rules_by_names(game: Game, names: Iterable[str]) -> TableRules:
    """The same from their names, as they are kept."""
    rule = offered(game)["touch_move"]
    on = {name: True for name in names if name in OPTIONS}
    return TableRules(**on, touched=Refusal(rule.rule, rule.words))
