// A game's goal and lessons in the lobby, with those that are done.

import { h } from "../drawing/draw.js";
import { say } from "../telling/words.js";

/** Return the first lesson that is not done, else the first one. */
export function nextOf(lessons, learnt) {
  const names = Object.keys(lessons);
  return names.find((name) => !learnt.includes(name)) || names[0];
}

/** Return the plate's content; `learn(lesson)` begins a lesson. */
export function offered(game, { title, goal, lessons }, learnt, learn) {
  const rules = h(
    "a",
    { class: "button", href: `/rules/${game}`, target: "_blank" },
    say("ui.learn.rules"),
  );
  const names = Object.keys(lessons);
  const head = [h("h2", {}, say("ui.learn.title", { game: title })), h("p", {}, goal)];
  if (!names.length) return [...head, h("p", {}, rules)];
  const next = nextOf(lessons, learnt);
  const begin = h(
    "button",
    { class: "loud", on: { click: () => learn(next) } },
    way(names, next, learnt),
  );
  return [...head, h("p", { class: "ways" }, begin, rules), list(lessons, learnt, learn)];
}

function way(names, next, learnt) {
  if (names.every((name) => learnt.includes(name))) return say("ui.learn.again");
  const number = names.indexOf(next) + 1;
  return number > 1 ? say("ui.learn.go_on", { number }) : say("ui.learn.begin");
}

const list = (lessons, learnt, learn) =>
  h(
    "ol",
    { class: "lessons" },
    ...Object.entries(lessons).map(([name, title]) => {
      const done = learnt.includes(name);
      const tick = done
        ? h("span", { class: "tick" }, "✓", h("span", { class: "unseen" }, say("ui.learn.done")))
        : "";
      const button = h("button", { class: "quiet", on: { click: () => learn(name) } }, title, tick);
      return h("li", {}, button);
    }),
  );
