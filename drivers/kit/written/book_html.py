"""The assembly book as an HTML page that needs only the kit's own folder."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from drivers.kit.written.book import (
    BookBlock,
    BookCommand,
    BookHeading,
    BookPicture,
    BookTable,
    Points,
    Text,
)

BOOK_STYLE = """
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #111;
       font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 2rem } h2 { margin-top: 3rem; border-top: 2px solid #111; padding-top: .6rem }
table { border-collapse: collapse; width: 100% } td, th { border-bottom: 1px solid #ccc;
        padding: .3rem .8rem .3rem 0; text-align: left; vertical-align: top }
pre { background: #f1f1ee; padding: .8rem; overflow-x: auto } img { max-width: 100%;
      border: 1px solid #ccc }
figcaption { color: #555; font-size: .9rem } figure { margin: 1rem 0 }
@media print { h2 { break-before: page } }
"""


def book_page(blocks: Iterable[BookBlock]) -> str:
    """Return the whole page."""
    body = list(blocks)
    title = next((block.text for block in body if isinstance(block, BookHeading)), "")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{BOOK_STYLE}</style></head>\n<body>\n"
        + "\n".join(map(block_html, body))
        + "\n</body></html>\n"
    )


def block_html(block: BookBlock) -> str:
    """Return the HTML of a block."""
    match block:
        case BookHeading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Text(text):
            return f"<p>{escape(text)}</p>"
        case Points(lines):
            return f"<ol>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ol>"
        case BookTable(head, rows):
            body = "".join(table_row(one, "td") for one in rows)
            return f"<table>{table_row(head, 'th')}{body}</table>"
        case BookCommand(text):
            return f"<pre>{escape(text)}</pre>"
        case BookPicture(file, title):
            image = f'<a href="{file}"><img src="{file}" alt="{escape(title)}"></a>'
            return f"<figure>{image}<figcaption>{escape(title)}</figcaption></figure>"


def table_row(cells: Iterable[str], tag: str) -> str:
    """Return the HTML of a table row."""
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
