// The message box: what is asked, why a move was refused, messages and troubles.

import { $, tell } from "../drawing/draw.js";
import { tellRuled } from "./rules.js";
import { say } from "./words.js";

const STANDS = 4000; // ms for which an answer is shown before the table's message returns

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

  /** Show the answer to an act on this page for a while. */
  heard(sentence) {
    this.answered = Date.now();
    tell($("#message"), sentence);
    clearTimeout(this.fading);
    this.fading = setTimeout(() => tell($("#message"), this.message), STANDS);
  }
}

/** Show why the table asks or refuses, closed until it is opened. */
function explain(why = "") {
  if ($("#whysaid").textContent !== why) $("#why").open = false;
  $("#why").hidden = !why;
  tell($("#whysaid"), why);
}

/** Return a refusal in words; the table's own rules have no number. */
const refused = (notice) => say(notice.rule ? "ui.not_allowed" : "ui.not_allowed_here", notice);

/** Show whose turn it is, in the first one's colour. */
export function turn(words, seat) {
  tell($("#turn"), words);
  $("#turn").style.setProperty("--seat", seat?.colour || "#f4e9cd");
}

/** Return the names of these seats. */
export const names = (numbers, seats) => numbers.map((seat) => seats[seat]?.name).join(", ");
