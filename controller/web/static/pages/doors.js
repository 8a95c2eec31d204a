// The ways to a hand of cards: a code to scan, or the hand on this screen.

import { $, h } from "../drawing/draw.js";
import { code } from "../drawing/qr.js";
import { Cards } from "../hands/cards.js";
import { follow } from "../line/live.js";
import { say } from "../telling/words.js";

export class Doors {
  /** `heard` is called with the answer to a card. */
  constructor(heard) {
    Object.assign(this, { heard, line: null, holding: -1, asked: -1, hidden: false });
  }

  /** Close the open hand. */
  close() {
    this.line?.close();
    Object.assign(this, { line: null, holding: -1, asked: -1, hidden: false });
    $("#hand").hidden = true;
  }

  /** Show the ways to the hands. An only hand opens by itself; without cards, the hand of who is to move. */
  show(page) {
    const all = Object.entries(page.doors || {}).map(([seat, door]) => [Number(seat), door]);
    $("#doors").hidden = !all.length;
    if (!all.length) return;
    const only = all.length === 1;
    if (!only && this.line && !page.turn.includes(this.holding)) this.close();
    const mover = only ? all[0][0] : this.mover(page, all);
    if (mover !== undefined && !this.line && !this.hidden) this.sit(page, mover);
    const doors = only ? [] : all.map(([seat, door]) => this.door(page, seat, door));
    $("#doors").replaceChildren(...invitation(page, all), ...doors);
  }

  /** Return the only seat to move at this screen, if there are no cards to hide. */
  mover(page, all) {
    const here = all.filter(([seat]) => page.due.includes(seat) && !page.here.includes(seat));
    return here.length === 1 && !dealt(page) ? here[0][0] : undefined;
  }

  door(page, seat, door) {
    const { name } = page.seats[seat];
    const taken = page.here.includes(seat);
    const on = { click: () => this.sit(page, seat) };
    const way = taken
      ? ` ${say("ui.holds")}`
      : h("button", { class: "quiet", on }, say("ui.show_here"));
    return h(
      "figure",
      { class: "door" },
      page.open ? this.code(seat, door, name, taken) : "",
      h("figcaption", {}, h("b", {}, name), way),
    );
  }

  /** Return a seat's code; once scanned, a click shows it again for another device. */
  code(seat, door, name, taken) {
    const picture = () => code(door, say("ui.code", { who: name }));
    if (!taken || this.asked === seat) return picture();
    const click = ({ target }) => {
      this.asked = seat;
      target.replaceWith(picture());
    };
    return h("button", { class: "quiet", on: { click } }, say("ui.another"));
  }

  /** Return the button that hides the hand, if several seats share this screen. */
  hiding({ doors }) {
    if (Object.keys(doors).length < 2) return [];
    const click = () => {
      this.close();
      this.hidden = true;
    };
    return [h("button", { class: "quiet", on: { click } }, say("ui.hide"))];
  }

  /** Open a seat's hand here, through the seat's own connection. */
  sit(page, seat) {
    this.line?.close();
    this.hidden = false;
    const list = h("div", { class: "cards" });
    const who = page.seats[seat].name;
    const title = h("h2", {}, say(dealt(page) ? "ui.whose_hand" : "ui.whose_words", { who }));
    $("#hand").replaceChildren(title, ...this.hiding(page), list);
    $("#hand").hidden = false;
    const cards = new Cards(list, seat, this.heard);
    this.line = follow(`seat/${seat + 1}`, (now) => cards.show(now));
    this.holding = seat;
  }
}

/** True if any player holds cards. */
const dealt = ({ seats }) => Object.values(seats).some(({ cards }) => cards);

/** Return how to open the hands, while some are not open. */
function invitation({ here, open }, all) {
  const title = h("h2", {}, say("ui.hold"));
  const waiting = all.some(([seat]) => !here.includes(seat));
  if (waiting) return [title, h("p", {}, say(open ? "ui.scan" : "ui.no_lan"))];
  return all.length > 1 ? [title] : [];
}
