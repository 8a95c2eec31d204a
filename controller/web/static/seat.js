// A seat's own page: the hand nobody else sees, and what it may do.

import { say } from "./words.js";
import { aloud, Cards } from "./cards.js";
import { $, h, tell } from "./draw.js";
import { lettering } from "./letters.js";
import { follow, key } from "./live.js";
import { mute, play, sounds } from "./sounds.js";

const number = Number(location.pathname.split("/")[2]);
const cards = new Cards($("#cards"), number - 1, key, heard);
let answered = 0;

follow(`seat/${number}`, update, { lost: (gone) => document.body.classList.toggle("cut", gone) });

function update(page, news) {
  if (news.game) $("#title").replaceChildren(lettering(page.game.title));
  if (!page.game || !page.seats)
    return tell($("#asks"), page.game ? say("ui.nobody_here") : page.asks || "");
  $("#simulated").hidden = !page.game.simulated;
  const own = page.seats[number - 1];
  document.title = `${own.name} · Stardeck`;
  tell($("#whose"), say("ui.whose_hand", { who: own.name }));
  tell(
    $("#turn"),
    page.yours
      ? say("ui.your_turn")
      : say("ui.to_move", { who: page.turn.map((seat) => page.seats[seat].name).join(", ") }),
  );
  $("#turn").style.setProperty("--seat", page.seats[page.turn[0]]?.colour || "#f4e9cd");
  tell($("#asks"), aloud(page.asks, page.game));
  tell($("#notice"), page.notice ? say("ui.not_allowed", page.notice) : "");
  if (news.message !== undefined || Date.now() - answered > 4000)
    tell($("#message"), page.message || "");
  tell($("#troubles"), page.troubles.join(" "));
  tell($("#last"), page.last ? say("ui.last", { move: aloud(page.last, page.game) }) : "");
  cards.show(page);
  if (news.seats) seats(page);
  if (news.yours) play("turn");
  else if (news.notice) play("wrong");
}

function seats(page) {
  $("#seats").replaceChildren(
    ...Object.entries(page.seats).map(([seat, who]) => {
      const dot = h("span", { class: "swatch" });
      dot.style.background = who.colour;
      return h(
        "li",
        { class: Number(seat) === number - 1 ? "on" : "" },
        dot,
        h(
          "span",
          { class: "who" },
          who.name,
          h("small", {}, who.cards ? say("ui.cards", { count: who.cards }) : ""),
        ),
        h("span", { class: "score" }, String(who.score)),
      );
    }),
  );
}

function heard(sentence) {
  answered = Date.now();
  tell($("#message"), sentence);
  play(sentence ? "wrong" : "made");
}

function label() {
  $("#sound").setAttribute("aria-pressed", String(sounds.on));
  tell($("#sound"), say(sounds.on ? "ui.sound_on" : "ui.sound_off"));
}
label();
$("#sound").addEventListener("click", () => {
  mute(sounds.on);
  label();
});
