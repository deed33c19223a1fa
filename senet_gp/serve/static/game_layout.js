// Where the parts of a game's view stand, and the keys that work in it.

import { button, el } from "./dom.js";
import { heading, legend } from "./facts.js";

/** The parts in the order of a phone: the board, what can be done, choices and moves, the rules. */
export const laidOut = (view, game, state) => [
  heading(state),
  el(
    "div",
    { class: "table" },
    el(
      "div",
      { class: "left" },
      view.board.element,
      view.beside,
      el("div", { class: "turn-line" }, view.throws, view.status, view.partial.element),
      view.error,
      view.lesson,
      el(
        "div",
        { class: "controls" },
        view.latest,
        view.undoing,
        view.hinting,
        view.wondering,
        view.resigning,
        view.analysing,
        view.rematch,
        view.teaching,
        view.again,
      ),
      view.hints.element,
      view.looking,
    ),
    el("div", { class: "right" }, view.choices.element, view.box, view.moves.element),
    el("div", { class: "below" }, legend(game, state)),
  ),
];

/** The buttons of a view, and the fold in which one looks back. */
export const controlsOf = (view, state) => ({
  looking: el(
    "details",
    { class: "looking", open: !view.people },
    el("summary", {}, "Step through the game"),
    view.transport.element,
  ),
  undoing: button("Undo", () => void view.undo()),
  hinting: button("Hint", () => void view.hints.hint()),
  wondering: button("Why?", () => void view.hints.why()),
  resigning: button("Resign", () => void view.resign()),
  latest: button("Back to the game", () => void view.goTo(null), { class: "main" }),
  analysing: el(
    "a",
    { class: "button", href: `#/analyse?file=${encodeURIComponent(state.file)}` },
    "Analyse",
  ),
  teaching: button("Let the machine learn", () => void view.teach()),
  rematch: button("Play again", () => void view.playAgain(), { class: "main" }),
  again: el("a", { class: "button", href: `#/?game=${state.game}` }, "New game"),
});

/** What each key does; keys.js lists them for people. */
export const keysOf = (view) => ({
  Escape: () => view.partial.back(),
  b: () => view.board.focusHere(),
  c: () => view.choices.focus(),
  u: () => void view.undo(),
  h: () => void view.hints.hint(),
  w: () => void view.hints.why(),
  p: () => void view.play(!view.playing),
  "[": () => void view.goTo(view.state.after - 1),
  "]": () => void view.on(),
  "{": () => void view.goTo(0),
  "}": () => void view.goTo(null),
});
