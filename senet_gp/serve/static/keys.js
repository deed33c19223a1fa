// Keys that work in all of a view, and the list of them.

import { button, el, put } from "./dom.js";

const ON_BOARD = [
  ["Arrow keys", "go from square to square; Home and End to the ends of a row"],
  ["Enter, Space", "choose a piece, and where it goes"],
  ["Esc", "undo a step of a turn that is not complete, or the choice of a piece"],
];
const EVERYWHERE = [
  ["b", "to the board"],
  ["c", "to the list of choices, where arrow keys go from choice to choice"],
  ["u", "undo the last step, or else the last choice"],
  ["h", "a hint"],
  ["w", "why: what speaks for a move"],
  ["← and →", "one choice back, one on, where no square, field or list has the focus; also [ and ]"],
  ["Home, End", "to the start and to the end; also { and }"],
  ["p", "play and pause"],
  ["t", "throw, if you throw yourself"],
  ["f", "flip the board"],
  ["s", "preferences"],
  ["m", "in an analysis: the next mistake"],
  ["?", "this list"],
];

/** The keys that step through a game: what goes to its start, one back, one on, and to its end. */
export const steppingKeys = ({ start, back, on, end }) => ({
  "[": back,
  "]": on,
  "{": start,
  "}": end,
  ArrowLeft: back,
  ArrowRight: on,
  Home: start,
  End: end,
});

/** Whether a key is meant for a field and not for the page. */
const isWriting = (target) =>
  target.matches?.("input:not([type=radio], [type=checkbox], [type=range]), select, textarea");

/** Keys that walk on the board, in lists and on sliders, and step through the game elsewhere. */
const WALKING = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);
const isWalking = (target) => target.closest?.(".grid, ul, ol, input, select, textarea, [role=radiogroup]");

/** Do what a view wants done for a key: `keys` has a function for each key. */
export function pressed(event, keys) {
  if (
    event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey ||
    document.querySelector("dialog[open]")
  ) return;
  if (event.key !== "Escape" && isWriting(event.target)) return;
  if (WALKING.has(event.key) && (event.shiftKey || isWalking(event.target))) return;
  const action = event.key === "?" ? showKeys : keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

const list = (keys) =>
  el(
    "dl",
    { class: "keys" },
    keys.map(([key, meaning]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, meaning)]),
  );

/** Show the list of keys. */
export function showKeys() {
  const dialog = document.getElementById("help");
  put(
    dialog,
    el("h2", { id: "help-title" }, "Keys"),
    el("h3", {}, "On the board"),
    list(ON_BOARD),
    el("h3", {}, "Everywhere in a game"),
    list(EVERYWHERE),
    button("Close", () => dialog.close(), { class: "main" }),
  );
  dialog.showModal();
}
