"""What is settled before a game: house rules, choices, the files of a box, how robots think."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.game import Game, Setting
from controller.games import SHELF
from controller.robots.levels import LEVELS, ladder
from controller.table_rules import OPTIONS, offered_options
from controller.words import said
from drivers.wiring import Wiring, load_wiring
from generators.markdown import code, code_list, escape_markdown, join_parts, table

CONTROLLER = Path(__file__).parents[2] / "controller"


def games() -> list[Game]:
    """Return the games of this repository, in the order of the shelf."""
    return [game for game in SHELF.values() if game.folder.is_relative_to(CONTROLLER)]


def settings() -> str:
    """Return the parts of the settings page that come from the games."""
    return join_parts(
        [
            ("games", game_table()),
            ("table rules", table_rules()),
            ("house rules", house_rules()),
            ("choices", seat_choice_table()),
            ("boxes", boxes()),
            ("panels", panel_overview()),
            ("levels", level_table()),
            ("manners", manners()),
        ]
    )


def game_table() -> str:
    """Return who can play each game."""
    head = ("game", "name for commands", "seats", "people at one seat", "teams")
    rows = (
        (
            game.title,
            code(game.name),
            f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0]),
            str(game.partners),
            "no" if game.no_teams else "yes",
        )
        for game in games()
    )
    return table(head, rows)


def table_rules() -> str:
    """Return the house rules that every game offers."""
    rows = ((code(name), escape_markdown(said(option.words))) for name, option in OPTIONS.items())
    return table(("option", "what it changes"), rows)


def house_rules() -> str:
    """Return the house rules of each game, with the rule that each of them bends."""
    rows = (
        (
            game.title,
            code(name),
            option.rule,
            option_default(option.usual),
            escape_markdown(said(option.words)),
        )
        for game in games()
        for name, option in offered_options(game).items()
        if name in game.options
    )
    return table(("game", "option", "rule", "usually", "what it changes"), rows)


def option_default(on: bool) -> str:
    """Return whether an option is on unless somebody says otherwise."""
    return "on" if on else "off"


def seat_choice_table() -> str:
    """Return what each seat may choose before the first move."""
    rows = (
        (game.title, code(choice.name), choice.rule, code_list(choice.offers))
        for game in games()
        for choice in game.choices(Setting(game.seats.start))
    )
    return table(("game", "choice", "rule", "what there is"), rows)


def boxes() -> str:
    """Return the files of each game's box."""
    rows = ((game.title, code_list(box_files(game))) for game in games())
    return table(("game", "files of its box"), rows)


def box_files(game: Game) -> list[str]:
    """Return the files that a box may replace: data of the game, not words and robots."""
    data = [*game.folder.glob("*.toml"), *game.folder.glob("*.txt")]
    return sorted(path.name for path in data if is_box(path))


def is_box(path: Path) -> bool:
    """True if a file belongs to the box of its game."""
    return path.name != "robots.toml" and not path.name.startswith("words.")


def panel_overview() -> str:
    """Return every panel with its number and what it has."""
    paths = [path for game in games() for path in game.panels]
    head = ("panel", "number", "game", "pixels", "how its cells feel")
    return table(head, (panel_columns(path) for path in paths))


def panel_columns(path: Path) -> tuple[str, ...]:
    """Return the row of one panel."""
    wiring = load_wiring(path)
    file = wiring.file
    game = SHELF[file.game].title
    return code(path.stem), str(file.panel), game, str(file.pixels), senses(wiring)


def senses(wiring: Wiring) -> str:
    """Return how the cells of a panel feel, and whether it is known to work."""
    kinds = sorted({sense.value for sense in wiring.senses.values() if sense.holds})
    extra = {"by coils": wiring.wakes, "matrix": wiring.file.columns}
    unproven = {"experimental": wiring.file.experimental}
    return ", ".join([*kinds, *(word for word, has in (extra | unproven).items() if has)])


def level_table() -> str:
    """Return how each level of the robots plays each game."""
    head = ("game", "level", "rounds", "seconds", "steady", "slack", "pace")
    return table(head, level_rows())


def level_rows() -> Iterator[tuple[str, ...]]:
    """Yield a row for each level in each game."""
    for game in games():
        for name in LEVELS:
            one = ladder(game).levels[name]
            figures = (one.rounds, one.seconds, one.steady, one.slack, one.pace)
            yield game.title, code(name), *(f"{figure:g}" for figure in figures)


def manners() -> str:
    """Return how robots think about each game."""
    head = ("game", "scale", "finish", "ahead", "among", "explore", "width")
    rows = ((game.title, *robot_manner(game)) for game in games())
    return table(head, rows)


def robot_manner(game: Game) -> list[str]:
    """Return the figures by which robots think about a game."""
    one = ladder(game).manner
    figures = (one.scale, one.finish, one.ahead, one.among, one.explore, one.width)
    return [f"{figure:g}" for figure in figures]
