// The list of all choices of an analysed game, with mistakes marked.

import { sign } from "./board.js";
import { el, newId } from "./dom.js";
import { wins } from "./chances.js";

/**
 * The list.
 * @param name what the side is called whose chances are told
 * @param picked is called with the number of a choice, from 0
 */
export function judgedMoves(analysis, name, picked) {
  const entries = analysis.choices.map((choice, number) => entry(choice, number, analysis, picked));
  const only = el("input", {
    type: "checkbox",
    id: newId("only"),
    on: { change: (event) => show(event.target.checked) },
  });
  const list = el(
    "ol",
    { class: "moves-list judged", on: { keydown: walk } },
    entries.map((one) => el("li", {}, one)),
  );
  const marked = analysis.choices.filter((choice) => choice.mark).length;
  const element = el(
    "section",
    { class: "panel moves-panel", "aria-label": "Choice by choice" },
    el("h2", {}, "Choice by choice"),
    el(
      "p",
      { class: "quiet" },
      analysis.exact
        ? "The result of perfect play after each choice. "
        : `The number: ${name === "You" ? "your" : `${name}'s`} wins of 100 after the choice. `,
      "?! an inaccuracy, ? a mistake, ?? a blunder.",
    ),
    marked ? el("label", { class: "tick" }, only, ` Only mistakes (${marked})`) : null,
    list,
  );

  function show(mistakes) {
    entries.forEach((one, number) => (one.parentElement.hidden = mistakes && !analysis.choices[number].mark));
  }

  function walk(event) {
    const visible = entries.filter((one) => !one.parentElement.hidden);
    const here = visible.indexOf(event.target);
    const goal = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: visible.length - 1 }[event.key];
    if (here < 0 || goal === undefined || !visible[goal]) return;
    event.preventDefault();
    visible[goal].focus();
    visible[goal].click();
  }

  return {
    element,
    /** Mark a choice as the one that is shown. */
    show(number) {
      entries.forEach((one, other) => {
        one.tabIndex = other === number ? 0 : -1;
        if (other === number) one.setAttribute("aria-current", "step");
        else one.removeAttribute("aria-current");
      });
      const current = entries[number];
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
    },
  };
}

function entry(choice, number, analysis, picked) {
  const seat = choice.seat === "second" ? 1 : 0;
  const words = choice.mark ? choice.grade : "";
  return el(
    "button",
    {
      type: "button",
      class: `move seat-${seat}${choice.mark ? " marked" : ""}`,
      tabindex: number ? "-1" : "0",
      data: { number },
      on: { click: () => picked(number) },
    },
    el("span", { class: "turn" }, String(choice.turn)),
    sign(seat),
    el("span", { class: "unseen" }, seat ? "second player" : "first player"),
    choice.throws.length ? el("span", { class: "thrown" }, choice.throws.join(" ")) : null,
    el("span", { class: "told" }, choice.text),
    choice.mark ? el("span", { class: "mark" }, choice.mark, el("span", { class: "unseen" }, words)) : null,
    el("span", { class: "chance" }, analysis.exact ? choice.known : wins(choice.chance)),
  );
}
