// Why a move is better than its rival: chances, the terms of an expression as bars, and the beads of a matchbox.

import { el, svg } from "./dom.js";
import { between, wins } from "./numbers.js";

/** More beads than this are told as a number. */
const MOST_BEADS = 24;

/**
 * A comparison as the server gives it.
 * @param state the state that it belongs to
 * @param looked is called with the squares that a term reads, or with none
 */
export function comparisonShown(found, state, looked) {
  const text = (index) => state.choices.find((choice) => choice.index === index)?.text ?? "";
  const [own, rival] = [text(found.choice), text(found.rival)];
  const parts = [el("p", {}, found.lines[0] ?? "")];
  if (found.chances.length && !found.chances.some((one) => one.known)) parts.push(chances(found.chances));
  if (found.terms) parts.push(terms(found.terms, own, rival, looked));
  if (found.box) parts.push(boxShown(found.box));
  return parts;
}

/** Chances as bars of 100, with their intervals as whiskers. */
function chances(found) {
  const bar = ({ chance, interval: [low, high] }) =>
    svg(
      "svg",
      { class: "chance-bar", viewBox: "0 0 200 16", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { class: "all", x: 0, y: 2, width: 200, height: 12 }),
      svg("rect", { class: "part", x: 0, y: 2, width: 200 * chance, height: 12 }),
      svg("line", { class: "whisker", x1: 200 * low, x2: 200 * high, y1: 8, y2: 8 }),
    );
  return el(
    "table",
    { class: "bars" },
    el("caption", {}, "Wins of 100"),
    el(
      "tbody",
      {},
      found.map((one) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, one.text),
          el("td", { class: "bar" }, bar(one)),
          el("td", { class: "n" }, `${wins(one.chance)} (${between(one.interval)})`),
        )
      ),
    ),
  );
}

/** The terms that differ, as bars to the side of the move that they speak for. */
function terms({ player, own, rival, terms: found }, ownText, rivalText, looked) {
  const longest = Math.max(1, ...found.map((term) => Math.abs(term.difference)));
  const bar = (difference) => {
    const width = (96 * Math.abs(difference)) / longest;
    return svg(
      "svg",
      { class: "term-bar", viewBox: "0 0 200 16", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", {
        class: difference > 0 ? "for" : "against",
        x: difference > 0 ? 100 : 100 - width,
        y: 2,
        width,
        height: 12,
      }),
      svg("line", { class: "middle", x1: 100, x2: 100, y1: 0, y2: 16 }),
    );
  };
  const row = (term) =>
    el(
      "tr",
      {
        tabindex: term.squares.length ? "0" : null,
        on: {
          mouseenter: () => looked(term.squares),
          mouseleave: () => looked([]),
          focus: () => looked(term.squares),
          blur: () => looked([]),
        },
      },
      el("th", { scope: "row" }, el("code", {}, term.text)),
      el("td", { class: "bar" }, bar(term.difference)),
      el("td", { class: "n" }, `${term.difference > 0 ? "+" : ""}${term.difference.toLocaleString("en")}`),
    );
  const reads = found.some((term) => term.squares.length);
  return [
    el(
      "p",
      {},
      `${player} scores ${ownText} ${own.toLocaleString("en")} and ${rivalText} ${
        rival.toLocaleString("en")
      }.`,
    ),
    found.length
      ? el(
        "table",
        { class: "bars terms" },
        el(
          "caption",
          {},
          `Terms that differ: to the right for ${ownText}, to the left for ${rivalText}.`,
          reads ? " Point at a term to see the squares that it reads." : "",
        ),
        el("tbody", {}, found.map(row)),
      )
      : el("p", { class: "quiet" }, "No term differs."),
  ];
}

/** What happened to the beads of a move, and what the machine would learn from the game. */
function fate({ index, weight, learned }, taken) {
  const words = index === taken ? ["taken"] : [];
  if (learned !== null && learned !== undefined && learned !== weight) {
    words.push(`${learned} if it learns from the game`);
  }
  return words.join(", ");
}

/** A matchbox: the beads for each move, and the one that was taken. */
export function boxShown({ player, weights, taken }) {
  const beads = ({ weight, index }) =>
    svg(
      "svg",
      {
        class: "beads",
        viewBox: `0 0 ${14 * Math.max(1, Math.min(weight, MOST_BEADS))} 14`,
        height: 14,
        "aria-hidden": "true",
      },
      Array.from({ length: Math.min(weight, MOST_BEADS) }, (_, bead) =>
        svg("circle", {
          class: index === taken && bead === 0 ? "bead taken" : "bead",
          cx: 7 + 14 * bead,
          cy: 7,
          r: 5,
        })),
    );
  return el(
    "table",
    { class: "bars box" },
    el("caption", {}, `The matchbox of ${player} as it is now: a bead for each chance of a move.`),
    el(
      "tbody",
      {},
      weights.map((one) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, one.text),
          el("td", {}, beads(one)),
          el("td", { class: "n" }, `${one.weight}`),
          el("td", {}, fate(one, taken)),
        )
      ),
    ),
  );
}
