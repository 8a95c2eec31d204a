// Finds the places that texts beside the board mention, to label them on the board.

/** Return the words of a text, without full stops at their ends. */
const worded = (text) =>
  new Set(text.split(/[^A-Za-z0-9.]+/).map((word) => word.replace(/\.+$/, "")));

/** Return the cell of this name, or the space that consists of several cells (d3: d3n, d3e). */
function place(word, cells) {
  if (cells.has(word)) return cells.get(word);
  const part = new RegExp(`^${word.replaceAll(".", "\\.")}[a-z]$`);
  const parts = /[0-9]$/.test(word)
    ? [...cells.values()].filter(({ site }) => part.test(site))
    : [];
  if (parts.length < 2) return null;
  const middle = (axis) => parts.reduce((sum, { centre }) => sum + centre[axis], 0) / parts.length;
  return { site: word, centre: [middle(0), middle(1)], reach: 0 };
}

/** Return the places in a text: {site, centre, reach}; of a space and its cell only the cell. */
export function places(text, cells) {
  const named = [...worded(text)].map((word) => place(word, cells)).filter(Boolean);
  const partly = ({ site }) => named.some((other) => other.site.slice(0, -1) === site);
  return named.filter((one) => cells.has(one.site) || !partly(one));
}

/** Return the least distance between two of these places, in units. */
export const apart = (named) =>
  Math.min(
    ...named.flatMap(({ centre: [x, y] }, at) =>
      named.slice(at + 1).map(({ centre }) => Math.hypot(centre[0] - x, centre[1] - y)),
    ),
  );

/** Return all text in an element. */
function read(element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode.textContent);
  return found.join(" ");
}

const SAID = ".told, #hand, #end, #record li:first-child, #record li.pointed";

export class Naming {
  /** `named(text)` is called with all shown text in `room` when it changes. */
  constructor(room, named) {
    Object.assign(this, { room, named, text: "" });
    const changes = { childList: true, subtree: true, characterData: true };
    const seen = { attributes: true, attributeFilter: ["class", "hidden"] };
    new MutationObserver(() => this.look()).observe(room, { ...changes, ...seen });
    room.addEventListener("pointerover", ({ target }) => this.point(target.closest("#record li")));
  }

  /** Show the move of the record under the pointer on the board. */
  point(line) {
    for (const other of this.room.querySelectorAll(".pointed:is(li)"))
      other.classList.toggle("pointed", other === line);
    line?.classList.add("pointed");
  }

  /** Label the places again on a new board. */
  anew() {
    this.text = "";
    this.look();
  }

  look() {
    const said = [...this.room.querySelectorAll(SAID)].filter((one) => !one.closest("[hidden]"));
    const text = said.map(read).join(" ");
    if (text !== this.text) this.named(text);
    this.text = text;
  }
}

/** Return what is printed on a cell, in words, without the cell's own name. */
export function aloud({ title, label }, site) {
  const named = title.split(/[ ,]+/);
  const words = [title, named.includes(label) ? "" : label].filter(Boolean).join(" ");
  return named.includes(site) ? words.replace(` ${site}`, "") : words;
}
