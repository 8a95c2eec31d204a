// The lobby: what is played, by whom, under which rules; and what was interrupted.

import { say } from "./words.js";
import { $, h, s, tell } from "./draw.js";
import { lettering } from "./letters.js";
import { ask, follow, key } from "./live.js";
import { poster, rocket } from "./posters.js";

const KINDS = {
  human: say("ui.kind.human"),
  robot: say("ui.kind.robot"),
  random: say("ui.kind.random"),
  first: say("ui.kind.first"),
};
let page = {};
let people = []; // {name, kind, team} by seat; kept while the form changes

$("#title").replaceChildren(lettering("Stardeck"));
$("#back").href = `/?key=${key}`;
follow(
  "lobby",
  (now, news) => {
    page = now;
    if (news.shelf) games();
    if (news.kept) kept();
    if (news.doors || news.seats) doors();
  },
  { lost: (gone) => document.body.classList.toggle("cut", gone) },
);

const game = () => $("#game input:checked").value;
const offer = () => page.shelf[game()];

function games() {
  $("#game").replaceChildren(
    ...Object.entries(page.shelf).map(([name, { title, least, most }], at) =>
      h(
        "label",
        { class: "poster" },
        h("input", {
          type: "radio",
          name: "game",
          value: name,
          checked: at === 0,
          on: { change: counts },
        }),
        poster(name),
        h("span", { class: "name" }, lettering(title)),
        h(
          "small",
          {},
          least === most ? say("ui.players", { count: most }) : say("ui.seats", { least, most }),
        ),
      ),
    ),
  );
  counts();
  $("#begin").disabled = false;
}

function counts() {
  const { least, most } = offer();
  $("#count").replaceChildren(
    ...Array.from({ length: most - least + 1 }, (_, at) =>
      h("option", { value: least + at }, say("ui.players", { count: least + at })),
    ),
  );
  options();
  places();
}

function options() {
  const all = { ...offer().options, free_takeback: { rule: "", words: say("ui.free_takeback") } };
  $("#options").replaceChildren(
    ...Object.entries(all).map(([name, { rule, words }]) =>
      h(
        "label",
        { class: "switch" },
        h("input", { type: "checkbox", name }),
        h("span", {}, words, " ", h("small", {}, rule ? say("ui.rule", { rule }) : "")),
      ),
    ),
  );
}

function places() {
  const count = Number($("#count").value);
  while (people.length < count)
    people.push({
      name: people.length ? `Robot ${people.length + 1}` : "Player 1",
      kind: people.length ? "robot" : "human",
      team: "",
    });
  $("#places").replaceChildren(
    ...people.slice(0, count).map((who, seat) => pass(who, seat, count)),
  );
}

/** A boarding pass: whose ship, who flies it, for whom. */
function pass(who, seat, count) {
  const numbers = Array.from({ length: count }, (_, at) =>
    h("option", { value: at, selected: at === seat }, say("ui.seat", { number: at + 1 })),
  );
  const labelled = (name, element) =>
    h(
      "label",
      {},
      h("span", { "aria-hidden": "true" }, name),
      (element.setAttribute("aria-label", say("ui.of_seat", { what: name, number: seat + 1 })),
      element),
    );
  const kinds = Object.entries(KINDS).map(([kind, words]) =>
    h("option", { value: kind, selected: kind === who.kind }, words),
  );
  const teams = ["", "1", "2", "3"].map((team) =>
    h(
      "option",
      { value: team, selected: team === who.team },
      team ? say("ui.team", { number: team }) : say("ui.alone"),
    ),
  );
  return h(
    "li",
    { class: "pass" },
    s(
      "svg",
      { viewBox: "-16 -20 32 48", class: "ship", "aria-hidden": "true" },
      rocket(0, 0, 1, 0, offer().colours[seat]),
    ),
    labelled(
      say("ui.colour"),
      h(
        "select",
        { on: { change: (event) => swap(seat, Number(event.target.value)) } },
        ...numbers,
      ),
    ),
    labelled(
      say("ui.name"),
      h("input", {
        type: "text",
        maxlength: 24,
        value: who.name,
        on: {
          input: (event) => {
            who.name = event.target.value;
          },
        },
      }),
    ),
    labelled(
      say("ui.player"),
      h("select", { on: { change: (event) => become(who, seat, event.target.value) } }, ...kinds),
    ),
    labelled(
      say("ui.team_of"),
      h(
        "select",
        {
          on: {
            change: (event) => {
              who.team = event.target.value;
            },
          },
        },
        ...teams,
      ),
    ),
  );
}

/** A colour goes with a seat: who takes another's, changes places. */
function swap(one, other) {
  [people[one], people[other]] = [people[other], people[one]];
  places();
}

function become(who, seat, kind) {
  if (/^(Robot|Player) \d$/.test(who.name))
    who.name = `${kind === "human" ? "Player" : "Robot"} ${seat + 1}`;
  who.kind = kind;
  places();
}

function agreed() {
  const sitting = people.slice(0, Number($("#count").value));
  const names = [...new Set(sitting.map((who) => who.team))];
  const teams =
    names.length > 1 && !names.includes("")
      ? names.map((team) => sitting.flatMap((who, seat) => (who.team === team ? [seat] : [])))
      : [];
  return {
    type: "begin",
    game: game(),
    places: sitting.map(({ name, kind }) => ({ name, kind })),
    teams,
    options: Object.fromEntries(
      [...$("#options").querySelectorAll("input")].map((box) => [box.name, box.checked]),
    ),
    deck: $("#deck").value,
  };
}

async function request(wanted, leave = true) {
  const said = await ask("/lobby", wanted);
  tell($("#message"), said);
  if (!said && leave) location.href = `/?key=${key}`;
}

function kept() {
  $("#kept").hidden = !page.kept.length;
  $("#kept .tickets").replaceChildren(
    ...[...page.kept]
      .reverse()
      .slice(0, 8)
      .map((game) =>
        h(
          "li",
          { class: "ticket" },
          h("b", {}, `${game.title} ${game.number}`),
          h("span", {}, game.players.replaceAll(",", ", ")),
          h("small", {}, say("ui.so_far", { opened: game.opened, count: game.moves })),
          h(
            "p",
            {},
            h(
              "button",
              {
                class: "small",
                on: { click: () => request({ type: "resume", number: game.number }) },
              },
              say("ui.go_on"),
            ),
            h(
              "button",
              {
                class: "small",
                on: { click: () => request({ type: "discard", number: game.number }, false) },
              },
              say("ui.discard"),
            ),
          ),
        ),
      ),
  );
}

function doors() {
  const all = Object.entries(page.doors || {});
  $("#codes").hidden = !all.length;
  tell($("#codesays"), page.open ? say("ui.codes") : say("ui.codes_closed"));
  $("#doors").replaceChildren(
    ...all.map(([seat, door]) => {
      const at = door.qr.indexOf(" ");
      const size = Number(door.qr.slice(0, at));
      return h(
        "figure",
        { class: "door" },
        s(
          "svg",
          {
            viewBox: `-2 -2 ${size + 4} ${size + 4}`,
            class: "qr",
            role: "img",
            "aria-label": say("ui.code_of", { number: +seat + 1 }),
          },
          s("rect", { x: -2, y: -2, width: size + 4, height: size + 4, fill: "#f4e9cd" }),
          s("path", { d: door.qr.slice(at + 1) }),
        ),
        h(
          "figcaption",
          {},
          h(
            "a",
            { href: door.path, target: "_blank", rel: "noopener" },
            page.seats[seat]?.name || say("ui.seat", { number: +seat + 1 }),
          ),
        ),
      );
    }),
  );
}

$("#count").addEventListener("change", places);
$("#begin").addEventListener("click", () => request(agreed()));
