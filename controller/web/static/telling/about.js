// Tooltips: what pieces, prints, keys, readers and cards are for, on hover, long press or focus.

import { h } from "../drawing/draw.js";

const HOLD = 550; // ms of a long press
const HOVER = 350; // ms of rest of a pointer
const STRAYS = 8; // px that a finger may move during a long press

/** Return the names under which something may be explained, the most specific first. */
export function kinds(name) {
  const bare = name.replace(/^key\./, "");
  const parts = bare.split(/[.\-_]/);
  const tails = parts.map((_, at) => parts.slice(at).join("."));
  const plain = (text) => text.replace(/\d.*$/, "").replace(/[.-]$/, "");
  return [
    ...new Set([bare, plain(bare), ...tails, ...tails.map(plain), ...parts, ...parts.map(plain)]),
  ];
}

/** Return the explanation of the first name that has one. */
export function explained(names, about) {
  for (const name of names) for (const kind of kinds(name)) if (about[kind]) return about[kind];
  return "";
}

export class About {
  /** `told(element)` returns the lines that explain an element. */
  constructor(told) {
    this.told = told;
    this.note = document.body.appendChild(
      h("div", { class: "about", role: "tooltip", id: "about", hidden: true }),
    );
    addEventListener("pointerover", (event) => this.over(event));
    addEventListener("pointerdown", (event) => this.press(event));
    addEventListener("pointermove", (event) => this.drag(event), { capture: true });
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, () => clearTimeout(this.held));
    addEventListener(
      "focusin",
      ({ target }) => target.matches(":focus-visible") && this.show(target),
    );
    addEventListener("focusout", () => this.hide());
    addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
    new MutationObserver(() => this.target?.isConnected === false && this.hide()).observe(
      document.body,
      { childList: true, subtree: true },
    );
  }

  over({ target, pointerType, buttons, clientX, clientY }) {
    if (pointerType === "touch" || this.pressed === `${clientX} ${clientY}`) return;
    clearTimeout(this.rests);
    if (target.closest(".about")) return;
    this.hide();
    if (!buttons) this.rests = setTimeout(() => this.show(target), HOVER);
  }

  /** Hide the tooltip at a press; a finger that stays shows another. */
  press({ target, pointerType, clientX, clientY }) {
    this.pressed = `${clientX} ${clientY}`;
    clearTimeout(this.rests);
    clearTimeout(this.held);
    this.hide();
    this.from = { clientX, clientY };
    if (pointerType === "touch") this.held = setTimeout(() => this.show(target), HOLD);
  }

  /** Hide the tooltip when a finger moves. */
  drag({ pointerType, clientX, clientY }) {
    if (pointerType !== "touch" || !this.from) return;
    if (Math.hypot(clientX - this.from.clientX, clientY - this.from.clientY) <= STRAYS) return;
    this.from = null;
    clearTimeout(this.held);
    this.hide();
  }

  show(target) {
    const lines = target.isConnected ? this.told(target) : [];
    if (!lines.length) return;
    this.note.replaceChildren(...lines.map((line) => h("p", {}, line)));
    this.note.hidden = false;
    this.target = target;
    this.place((target.closest(".roller") || target).getBoundingClientRect()); // rows turn in it
  }

  /** Place the tooltip beside its element, within the screen. */
  place(at) {
    const { offsetWidth: w, offsetHeight: high } = this.note;
    const left = Math.max(8, Math.min(at.left + at.width / 2 - w / 2, innerWidth - w - 8));
    const above = at.top - high - 10;
    const top = above > 8 ? above : Math.min(at.bottom + 10, innerHeight - high - 8);
    Object.assign(this.note.style, { left: `${left}px`, top: `${top}px` });
  }

  hide() {
    this.note.hidden = true;
  }
}

/** Return the lines that explain an element of the table's page. */
export function tableTold(element, { board, about, trays }) {
  const tray = element.closest("[data-key], [data-reader], .roller");
  if (tray) return named(tray, trays, about);
  const card = element.closest(".card");
  if (card) return [explained([card.dataset.suit || "", "card"], about)].filter(Boolean);
  const site = element.closest("[data-site]")?.dataset.site;
  const piece = element.closest("[data-piece], [data-pile]")?.dataset;
  if (site && board.cells.has(site)) return onCell(board, board.cells.get(site), about);
  return piece ? ofPiece(board, piece.piece || piece.pile, about) : [];
}

function named(tray, trays, about) {
  const key = tray.dataset.key ? `key.${tray.dataset.key}` : tray.dataset.reader || "roller";
  return [trays?.[key]?.name, explained([key], about)].filter(Boolean);
}

function ofPiece(board, name, about) {
  const { title, pile } = board.known(name);
  const means = explained([name, pile || "", "piece"], about);
  return [title, board.conditions.get(name), means].filter(Boolean);
}

/** Return the lines for a cell: its top piece, then what is printed under it. */
function onCell(board, cell, about) {
  const top = cell.stack.at(-1);
  const print = board.printAt(cell);
  return [
    ...(top ? ofPiece(board, top, about) : []),
    ...(print ? [called(print), explained([print.kind], about)] : []),
    board.conditions.get(cell.site),
  ].filter(Boolean);
}

/** Return a print's title, with its label unless that is part of it. */
const called = ({ title, label }) =>
  title.includes(label) ? title : [title, label].filter(Boolean).join(" ");
