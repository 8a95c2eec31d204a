"""The commands and their options, out of the program's own argument parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from controller.app.arguments import parser
from controller.app.setup.twin import examples
from controller.app.terminal import console
from generators.markdown import code, code_list, escape_markdown, join_parts, table
from sims.bench import verbs as hand

USAGE = "usage: "
USAGE_WIDTH = 88  # columns of the usage, whatever terminal the site is built in
GROUP_TITLES = {"positional arguments": "Arguments", "options": "Options"}


def commands() -> str:
    """Return the list of commands, then usage and options of each as a part of its own."""
    return join_parts(
        [("list", command_list()), *((n, section(p)) for n, p in command_parsers().items())]
    )


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    return dict(subparsers().choices)


def subparsers() -> argparse._SubParsersAction[argparse.ArgumentParser]:
    """Return the action that holds the commands."""
    actions = parser()._actions
    return next(one for one in actions if isinstance(one, argparse._SubParsersAction))


def command_list() -> str:
    """Return a table of all commands; each needs a section of its own in the page."""
    found = [(one.dest, one.help or "") for one in subparsers()._choices_actions]
    links = ((f"[{code(name)}](#stardeck-{name})", escape_markdown(words)) for name, words in found)
    return table(("command", "what it does"), links)


def section(verb: argparse.ArgumentParser) -> str:
    """Return usage and options of one command."""
    verb.format_help()  # the help of some options is worked out when somebody asks for it
    return f"```text\n{usage(verb)}\n```\n\n{''.join(option_groups(verb))}"


def usage(verb: argparse.ArgumentParser) -> str:
    """Return how the command is called."""
    formatter = argparse.HelpFormatter(verb.prog, width=USAGE_WIDTH)
    formatter.add_usage(verb.usage, verb._actions, verb._mutually_exclusive_groups)
    text = formatter.format_help().strip()
    return text.replace("\n" + " " * len(USAGE), "\n").removeprefix(USAGE)


def option_groups(verb: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a table for each group of options."""
    for group in verb._action_groups:
        actions = [one for one in group._group_actions if not isinstance(one, argparse._HelpAction)]
        if actions:
            title = GROUP_TITLES.get(group.title or "", group.title or "")
            yield table((title, "what it does"), map(option_columns, actions)) + "\n\n"


def option_columns(action: argparse.Action) -> tuple[str, str]:
    """Return one option as it is written, and what it does."""
    value = metavar(action)
    names = [code(f"{name} {value}".strip()) for name in action.option_strings] or [code(value)]
    help_ = (action.help or "").strip()
    words = escape_markdown(help_[:1].upper() + help_[1:])
    return ", ".join(names), ". ".join(filter(None, (words, more(action)))) + "."


def metavar(action: argparse.Action) -> str:
    """Return how the value of an option is written; empty when it takes none."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        return action.metavar
    return "CHOICE" if action.choices else action.dest


def more(action: argparse.Action) -> str:
    """Return what the parser knows beside the help: choices, whether it must be given."""
    known = f"One of {code_list(action.choices)}" if action.choices else ""
    must = "Must be given" if action.required and action.option_strings else ""
    again = "May be given several times" if isinstance(action, argparse._AppendAction) else ""
    return ". ".join(filter(None, (known, must, again)))


# ------------------------------------------------------------------------------- typed lines


def typed_lines() -> str:
    """Return what can be typed at a table in a terminal, and what a simulated hand obeys."""
    sample = {**hand.SAMPLE, "held": "F2"}
    tables = {"console": console.HELP, "hand": hand.VERB_HELP}
    return join_parts(
        [(name, line_table(examples(lines, sample))) for name, lines in tables.items()]
    )


def line_table(lines: Iterable[tuple[str, str]]) -> str:
    """Return a table of lines and the sentences that explain them."""
    rows = ((code(line), escape_markdown(text)) for line, text in lines)
    return table(("line", "what it does"), rows)
