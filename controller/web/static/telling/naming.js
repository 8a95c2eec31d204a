// Places that are named beside the board are labelled on it, for as long as they are named.

/** The words of a text, as they may name places: without the full stop at the end of a sentence. */
const worded = (text) =>
  new Set(text.split(/[^A-Za-z0-9.]+/).map((word) => word.replace(/\.+$/, "")));

/** What this word names: a cell, or a space that is parted into cells, d3 into d3n and d3e. */
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

/** Every place that this text names: {site, centre, reach}; of a space and a cell of it, the cell. */
export function places(text, cells) {
  const named = [...worded(text)].map((word) => place(word, cells)).filter(Boolean);
  const partly = ({ site }) => named.some((other) => other.site.slice(0, -1) === site);
  return named.filter((one) => cells.has(one.site) || !partly(one));
}

/** How far the two of these places that are nearest to each other lie apart, in units of the board. */
export const apart = (named) =>
  Math.min(
    ...named.flatMap(({ centre: [x, y] }, at) =>
      named.slice(at + 1).map(({ centre }) => Math.hypot(centre[0] - x, centre[1] - y)),
    ),
  );

/** All that is to be read in an element, word by word. */
function read(element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode.textContent);
  return found.join(" ");
}

const SAID = ".told, #hand, #end, #record li:first-child, #record li.pointed";

export class Naming {
  /** `named(text)` hears all that names places in `room`, whenever that changes. */
  constructor(room, named) {
    Object.assign(this, { room, named, text: "" });
    const changes = { childList: true, subtree: true, characterData: true };
    const seen = { attributes: true, attributeFilter: ["class", "hidden"] };
    new MutationObserver(() => this.look()).observe(room, { ...changes, ...seen });
    room.addEventListener("pointerover", ({ target }) => this.point(target.closest("#record li")));
  }

  /** A move of the record that somebody points at is shown on the board. */
  point(line) {
    for (const other of this.room.querySelectorAll(".pointed:is(li)"))
      other.classList.toggle("pointed", other === line);
    line?.classList.add("pointed");
  }

  /** Another board: what is named is labelled there. */
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

/** What is printed on a cell, in words; the name of the cell itself has been said. */
export function aloud({ title, label }, site) {
  const named = title.split(/[ ,]+/);
  const words = [title, named.includes(label) ? "" : label].filter(Boolean).join(" ");
  return named.includes(site) ? words.replace(` ${site}`, "") : words;
}
