// A seat's own page: its hand and its moves.

import { $, h, tell } from "../drawing/draw.js";
import { lettering } from "../drawing/letters.js";
import { Cards } from "../hands/cards.js";
import { cut, follow } from "../line/live.js";
import { About, explained } from "../telling/about.js";
import { allied } from "../telling/scores.js";
import { play, switched } from "../telling/sounds.js";
import { names, Telegram, turn } from "../telling/telegram.js";
import { say } from "../telling/words.js";

const number = Number(location.pathname.split("/")[2]);
const cards = new Cards($("#cards"), number - 1, heard);
const telegram = new Telegram();

switched($("#sound"));
follow(`seat/${number}`, update, { lost: cut });

/** Tooltips for cards. */
let about = {};
new About((element) => {
  const card = element.closest(".card");
  return card ? [explained([card.dataset.suit || "", "card"], about)].filter(Boolean) : [];
});

function update(page, news) {
  about = page.game?.about || {};
  if (news.game) $("#title").replaceChildren(lettering(page.game.title));
  if (!page.game || !page.seats) return empty(page);
  head(page);
  words(page, news);
  cards.show(page);
  if (news.seats || news.piles || news.teams) $("#seats").replaceChildren(...seats(page));
  play(tune(news));
}

function empty(page) {
  tell($("#asks"), page.game ? say("ui.nobody_here") : page.asks || "");
}

function head({ game, seats, open_cards: opened }) {
  const { name } = seats[number - 1];
  document.title = `${name} · Stardeck`;
  $("#simulated").hidden = !game.simulated;
  $("#opencards").hidden = !opened;
  tell($("#whose"), say("ui.whose_hand", { who: name }));
}

function words(page, news) {
  const { seats } = page;
  const whose = () => say("ui.to_move", { who: names(page.due, seats) });
  const own = page.yours && page.due.includes(number - 1);
  turn(own ? say("ui.your_turn") : whose(), seats[page.due[0]]);
  telegram.show(page, news.message !== undefined, number - 1);
  tell($("#last"), page.last ? say("ui.last", { move: page.last }) : "");
}

function tune(news) {
  if (news.yours) return "turn";
  return news.notice ? "wrong" : "";
}

function seats(page) {
  const lines = Object.entries(page.seats).map(([seat, { name, colour, score, ...has }]) => {
    const dot = h("span", { class: "swatch" });
    dot.style.background = colour;
    return h(
      "li",
      { class: Number(seat) === number - 1 ? "on" : "" },
      dot,
      h("span", { class: "who" }, name, h("small", {}, holding(has))),
      h("span", { class: "score" }, String(score)),
    );
  });
  return [...lines, ...allied(page)];
}

/** Return the number of cards, and other counts. */
function holding({ cards: held, tallies }) {
  const cards = held ? [say("ui.cards", { count: held })] : [];
  return [...cards, ...tallies].join(" · ");
}

function heard(sentence) {
  telegram.heard(sentence);
  play(sentence ? "wrong" : "made");
}
