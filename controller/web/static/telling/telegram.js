// The telegram: what is asked, what was refused and by which rule, what was said, what is wrong.

import { $, tell } from "../drawing/draw.js";
import { tellRuled } from "./rules.js";
import { say } from "./words.js";

const STANDS = 4000; // ms that the answer to a hand stays before the table's own message comes back

export class Telegram {
  constructor() {
    Object.assign(this, { answered: 0, message: "", fading: 0 });
  }

  /** A `fresh` message replaces an answer at once. A hint shown in the hand of the seat `held` here is not shown again. */
  show({ asks, notice, hinted, troubles, game, next = "", undo = "", ...said }, fresh, held) {
    const aside = hinted === held;
    const message = aside ? this.message : said.message || "";
    this.message = message;
    tell($("#asks"), asks);
    tell($("#next"), next && say("ui.next", { next }));
    tell($("#undo"), undo && say("ui.undo", { undo }));
    tellRuled($("#notice"), notice ? refused(notice) : "", game);
    explain(said.why);
    const due = fresh && !aside;
    if (due || Date.now() - this.answered > STANDS) tell($("#message"), message);
    tell($("#troubles"), troubles.join(" "));
  }

  /** What somebody here was answered. */
  heard(sentence) {
    this.answered = Date.now();
    tell($("#message"), sentence);
    clearTimeout(this.fading);
    this.fading = setTimeout(() => tell($("#message"), this.message), STANDS);
  }
}

/** Why the table asks or refuses, for whoever opens it; another reason is closed again. */
function explain(why = "") {
  if ($("#whysaid").textContent !== why) $("#why").open = false;
  $("#why").hidden = !why;
  tell($("#whysaid"), why);
}

/** A rule of the table's own has no number. */
const refused = (notice) => say(notice.rule ? "ui.not_allowed" : "ui.not_allowed_here", notice);

/** Whose turn it is, in the colour of the first of them. */
export function turn(words, seat) {
  tell($("#turn"), words);
  $("#turn").style.setProperty("--seat", seat?.colour || "#f4e9cd");
}

/** These seats by name. */
export const names = (numbers, seats) => numbers.map((seat) => seats[seat]?.name).join(", ");
