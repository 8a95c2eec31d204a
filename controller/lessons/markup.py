"""The rules as HTML: as much Markdown as RULES.md uses, with an anchor for every rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from html import escape

from msgspec import Struct

from controller.lessons.rulebook import RULE, RULE_NUMBER, without_option_names

FENCE = "```"
BOARD_FENCE = "board"
INLINE_MARKUP: tuple[tuple[str, str], ...] = (
    (r"`([^`]+)`", r"<code>\1</code>"),
    (r"\*\*([^*]+)\*\*", r"<strong>\1</strong>"),
    (r"\*([^*]+)\*", r"<em>\1</em>"),
    (r"\[([^\]]+)\]\((https?://[^)\s]+)\)", r'<a href="\2">\1</a>'),
)
ASIDE_OF_PAGE = re.compile(r"\*(Reading|House rule|On the board)")


class Block(Struct, frozen=True):
    """Lines that belong together, and the number of the first."""

    lines: tuple[str, ...]
    number: int
    fence: str = ""  # the word after the opening fence, if it is fenced


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text: separated by blank lines, or fenced."""
    found: list[str] = []
    fence, first = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(FENCE):
            if found or fence:
                yield Block(tuple(found), first, fence)
            fence, found, first = ("" if fence else line[3:].strip()), [], number + 1
        elif line.strip() or fence:
            first = first if found else number
            found.append(line)
        elif found:
            yield Block(tuple(found), first)
            found = []
    if found:
        yield Block(tuple(found), first, fence)


class Markup:
    """Turns the text of one rule book into HTML; `figure` draws what a board block describes."""

    def __init__(self, known: Collection[str], figure: Callable[[Block], str]) -> None:
        self._known, self._figure = known, figure

    def page(self, text: str) -> str:
        """Return the HTML of a whole rule book."""
        return "\n".join(self._block(block) for block in blocks(without_option_names(text)))

    def _block(self, block: Block) -> str:
        text = block.lines
        if block.fence == BOARD_FENCE:
            return self._figure(block)
        if block.fence or text[0].startswith("    "):
            return f'<pre tabindex="0">{escape(chr(10).join(text))}</pre>'
        if heading := re.match(r"(#+) (.*)", text[0]):
            level = len(heading[1])
            return f"<h{level}>{self.inline(heading[2])}</h{level}>"
        if text[0].startswith("|"):
            return self._table(text)
        if told := RULE.match(" ".join(text)):
            return self._rule(told[1], text)
        return "".join(self._paragraphs(text))

    def _rule(self, number: str, text: Sequence[str]) -> str:
        """Return a rule as a section, with its number as anchor and link."""
        first = text[0].removeprefix(f"**{number}.** ")
        body = "".join(self._paragraphs([first, *text[1:]]))
        own = f'<a class="number" href="#{number}">{number}</a>'
        return f'<section class="rule" id="{number}" tabindex="-1">{own}<div>{body}</div></section>'

    def _paragraphs(self, text: Sequence[str]) -> Iterator[str]:
        """Yield paragraphs and lists; readings and options are paragraphs of their own."""
        for part in split_blocks(text):
            aside = ' class="reading"' if ASIDE_OF_PAGE.match(part[0]) else ""
            if part[0].startswith("- "):
                yield f"<ul>{''.join(self._items(part))}</ul>"
            else:
                yield f"<p{aside}>{self.inline(' '.join(part))}</p>"

    def _items(self, part: Sequence[str]) -> Iterator[str]:
        whole = "\n".join(line.strip() if line[:1] == " " else line for line in part)
        for item in re.split(r"(?:^|\n)- ", whole)[1:]:
            yield f"<li>{self.inline(' '.join(item.split()))}</li>"

    def _table(self, text: Sequence[str]) -> str:
        head, _, *rows = text
        top = "".join(f'<th scope="col">{cell or "&nbsp;"}</th>' for cell in self._cells(head))
        body = "".join(
            "<tr>" + "".join(f"<td>{cell}</td>" for cell in self._cells(row)) + "</tr>"
            for row in rows
        )
        top = re.sub(r'<th scope="col">&nbsp;</th>', "<td></td>", top)
        return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"

    def _cells(self, row: str) -> list[str]:
        return [self.inline(cell.strip()) for cell in row.strip().strip("|").split("|")]

    def inline(self, text: str) -> str:
        """Return the HTML of text within a line, with rule numbers as links to the rules."""
        html = escape(text, quote=False)
        for pattern, put in INLINE_MARKUP:
            html = re.sub(pattern, put, html)
        return RULE_NUMBER.sub(self._linked, html)

    def _linked(self, found: re.Match[str]) -> str:
        number = found[0]
        return f'<a href="#{number}">{number}</a>' if number in self._known else number


def split_blocks(text: Sequence[str]) -> Iterator[list[str]]:
    """Yield the parts of a block, divided where a reading, an option or a list begins."""
    part: list[str] = []
    for line in text:
        begins = ASIDE_OF_PAGE.match(line) or (
            line.startswith("- ") and not (part and is_list(part))
        )
        if begins and part:
            yield part
            part = []
        part.append(line)
    if part:
        yield part


def is_list(part: Sequence[str]) -> bool:
    """True if the part is a list."""
    return part[0].startswith("- ")
