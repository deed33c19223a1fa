// The best moves of an analysed choice, with their chances and scores.

import { button, el } from "./dom.js";
import { wins } from "./chances.js";

/** Which choices are shown. */
function told({ options, best }) {
  if (options === 1) return "The only choice";
  if (options === 2 && best.length === 2) return "Both choices";
  return best.length === options ? `All ${options} choices` : `The best of ${options} choices`;
}

/**
 * The table of the best moves of a choice, with what was played.
 * @param choice the choice as the analysis has it
 * @param played what was played, for the case that it is not among the best
 * @param whose whose chances they are, such as "Your"
 * @param exact whether results are known
 * @param scores the scores of an expression, or null
 * @param looked is called with the steps of a move that is looked at, or null
 * @param why is called with the index of a move whose reasons are asked for
 */
export function bestMoves(choice, played, { whose, exact, scores, looked, why }) {
  const known = choice.best.some((one) => one.known);
  const row = (one) =>
    el(
      "tr",
      {
        class: one.played ? "was-played" : null,
        on: {
          mouseenter: () => looked(one.steps),
          mouseleave: () => looked(null),
          focusin: () => looked(one.steps),
          focusout: () => looked(null),
        },
      },
      el(
        "th",
        { scope: "row" },
        one.text,
        one.played ? el("span", { class: "remark" }, " played") : null,
        one.played && choice.mark ? el("span", { class: "mark" }, ` ${choice.mark}`) : null,
        one.note ? el("span", { class: "remark" }, ` ${one.note}`) : null,
      ),
      exact ? el("td", {}, one.known) : [
        el("td", { class: "n" }, wins(one.chance)),
        known ? el("td", {}, one.known) : null,
      ],
      scores ? el("td", { class: "n" }, scores.scores[one.index].toLocaleString("en")) : null,
      choice.options > 1
        ? el(
          "td",
          { class: "n" },
          button("why", () => void why(one.index), {
            class: "plain",
            "aria-label": `Why ${one.text}`,
          }),
        )
        : el("td"),
    );
  const heads = exact ? [el("th", { scope: "col" }, "Perfect play")] : [
    el("th", { scope: "col", class: "n" }, `${whose} wins of 100`),
    known ? el("th", { scope: "col" }, "Known") : null,
  ];
  if (scores) heads.push(el("th", { scope: "col", class: "n" }, "Score"));
  const shown = choice.best.some((one) => one.played) ? choice.best : [...choice.best, played];
  return [
    el(
      "table",
      { class: "best" },
      el(
        "caption",
        {},
        `${told(choice)}; point at one to see it.`,
        scores ? ` Score: how ${scores.player} rates it.` : "",
      ),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Move"), heads, el("td"))),
      el("tbody", {}, shown.map(row)),
    ),
    choice.verdict ? el("p", {}, choice.verdict) : null,
    lost(choice),
    luck(choice),
  ];
}

/** What the choice lost, where that can be seen in whole numbers. */
function lost(choice) {
  if (choice.options < 2 || choice.lost < 0.005) return null;
  return el("p", {}, `What was played lost ${wins(choice.lost)} wins of 100.`);
}

/** What the throw gave the player. */
function luck({ luck: given }) {
  if (given === null) return null;
  const text = Math.abs(given) < 0.005
    ? "nothing"
    : `${given > 0 ? "+" : "−"}${wins(Math.abs(given))} wins of 100`;
  return el("p", { class: "quiet" }, `The throw gave ${text}.`);
}
