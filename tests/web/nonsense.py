"""Words of the machine on a page: whatever shows them, at any moment, is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CRY = "nonsense: "
WATCH = """() => {
  const nonsense = /\\b(undefined|NaN|null|Infinity)\\b|\\[object |\\$?\\{\\{|\\bui\\.[a-z]/;
  const told = ["title", "aria-label", "alt", "placeholder"];
  const quiet = new Set(["SCRIPT", "STYLE", "TEMPLATE"]);
  const look = (words) => {
    if (words && nonsense.test(words)) console.error("%CRY%" + words.slice(0, 200));
  };
  const read = (node) => {
    if (node.nodeType === 3) {
      if (!quiet.has(node.parentNode?.nodeName)) look(node.data);
      return;
    }
    if (node.nodeType !== 1 || quiet.has(node.nodeName)) return;
    for (const name of told) look(node.getAttribute(name));
    node.childNodes.forEach(read);
  };
  const seen = ({ type, target, addedNodes }) =>
    type === "childList" ? addedNodes.forEach(read) : read(target);
  new MutationObserver((all) => all.forEach(seen)).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: told,
  });
}""".replace("%CRY%", CRY)


def listen(page: Any, found: Callable[[str], None]) -> None:
    """Tell of every word on this page that no person should read."""
    page.add_init_script(f"({WATCH})()")
    page.on("console", lambda line: found(line.text) if line.text.startswith(CRY) else None)
