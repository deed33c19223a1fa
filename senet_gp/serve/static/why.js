// Why a move is better than its rival, in sentences; and the beads of a matchbox.

import { el, svg } from "./dom.js";

/** More beads than this are told as a number. */
const MOST_BEADS = 24;

/** A comparison as the server gives it. */
export const comparisonShown = (found) => [
  found.sentences.map((sentence) => el("p", {}, sentence)),
  found.squares?.length
    ? el("p", { class: "quiet" }, "Dotted frames on the board show the squares that this is about.")
    : null,
  found.box ? boxShown(found.box) : null,
];

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
