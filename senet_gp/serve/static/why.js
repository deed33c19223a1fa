// Why a move is better than its rival, in sentences; and the beads of a matchbox.

import { button, el, quiet } from "./dom.js";
import { rowsShown } from "./sections.js";

/** A comparison as the server gives it. */
export const comparisonShown = (found) => [
  found.sentences.map((sentence) => el("p", {}, sentence)),
  found.squares?.length
    ? quiet("Dotted frames on the board show the squares that this is about.")
    : null,
  found.box ? boxShown(found.box) : null,
];

/** A matchbox: the beads for each move; the move whose bead was taken stands out. */
export const boxShown = (box) =>
  rowsShown(box, { name: "box", about: ({ index }) => ({ class: index === box.taken ? "was-played" : null }) });

/** A further column of rows of choices: a button in each that asks why it is as good as it is. */
export const whyColumn = (asked) => ({
  heading: "",
  is_figure: true,
  cell: ({ index, text }) =>
    button("why", () => void asked(index), { class: "plain", "aria-label": `Why ${text}` }),
});
