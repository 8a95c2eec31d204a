// A lesson beside the board: its text, its progress, and the next one.

import { $, h } from "../drawing/draw.js";
import { ask } from "../line/live.js";
import { ruled } from "../telling/rules.js";
import { say } from "../telling/words.js";

export class Lesson {
  /** `heard` is called with why a request failed. */
  constructor(heard) {
    Object.assign(this, { heard, drawn: "" });
  }

  /** Draw the lesson if it has changed; only the table's own screen has its buttons. */
  show({ lesson, game, host }) {
    const now = JSON.stringify([lesson, game?.number, host]);
    if (now === this.drawn) return;
    this.drawn = now;
    $("#lesson").hidden = !lesson;
    document.body.classList.toggle("taught", Boolean(lesson));
    $("#ways").hidden = !lesson || !host;
    if (!lesson) return;
    $("#lesson").replaceChildren(...this.inside(lesson, game, host));
    $("#ways").replaceChildren(...this.ways(lesson));
  }

  inside(lesson, game, host) {
    const { number, count, title, says, missed, done, replying } = lesson;
    return [
      h("h2", {}, say("ui.lesson.of", { number, count })),
      h("h3", {}, title),
      h(
        "div",
        { class: "says", "aria-live": "polite" },
        ...says.map((text) => h("p", {}, ...ruled(text, game))),
        replying ? h("p", {}, say("ui.lesson.others")) : "",
        missed ? h("p", { class: "missed" }, say("ui.lesson.missed")) : "",
      ),
      steps(lesson),
      host && done ? h("p", { class: "ways" }, this.onward(lesson)) : "",
    ];
  }

  /** Return the button after a finished lesson: the next lesson, or a game. */
  onward({ game, next }) {
    if (next) return this.button(game, next, "ui.lesson.next", "loud");
    return h("a", { class: "button loud", href: "/lobby" }, say("ui.lesson.play"));
  }

  /** Return the other buttons: skip, repeat, leave. */
  ways({ game, name, next, done }) {
    const skip = next && !done ? this.button(game, next, "ui.lesson.skip", "quiet") : "";
    const leave = h("a", { class: "button", href: "/lobby" }, say("ui.lesson.leave"));
    return [skip, this.button(game, name, "ui.lesson.again", "quiet"), done && !next ? "" : leave];
  }

  button(game, lesson, words, looks) {
    return h("button", { class: looks, on: { click: () => this.turn(game, lesson) } }, say(words));
  }

  async turn(game, lesson) {
    this.heard(await ask("/lobby", { type: "learn", game, lesson }));
  }
}

const steps = ({ task, tasks }) =>
  h(
    "p",
    { class: "steps", role: "img", "aria-label": say("ui.lesson.steps", { task, tasks }) },
    ...Array.from({ length: tasks }, (_, at) => h("span", { class: at < task ? "done" : "" })),
  );
