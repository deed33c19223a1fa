// Where the parts of a game's view stand, the buttons, and the keys that work in it.

import { address, button, controls, el } from "./dom.js";
import { heading, legend } from "./facts.js";
import { flip, flipButton } from "./prefs.js";
import { steppingKeys } from "./keys.js";

/** The parts in the order of a phone: the board, what can be done, choices and moves, the rules. */
export const laidOut = (view, game, state) => [
  heading(state),
  el(
    "div",
    { class: "table" },
    el(
      "div",
      { class: "left" },
      el("div", { class: "on-table" }, view.board.element, view.ahead.element, view.beside),
      el(
        "div",
        { class: "doing" },
        el("div", { class: "turn-line" }, view.throwing.element, view.status, view.partial.element),
        view.end.element,
        view.retrying,
        view.refusal.element,
        view.lesson,
        controls(
          view.latest,
          view.undoing,
          view.hinting,
          view.wondering,
          view.resigning,
          view.flipping,
          view.preferring,
          view.analysing,
        ),
      ),
      view.looking,
    ),
    el(
      "div",
      { class: "right" },
      view.hints.element,
      view.guide.element,
      view.choices.element,
      view.box,
      view.moves.element,
    ),
    el("div", { class: "below" }, legend(game, state)),
  ),
  view.preferences.dialog,
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
  flipping: flipButton(state),
  preferring: button("Preferences", () => view.preferences.open()),
  latest: button("Back to the game", () => void view.goTo(null), { class: "main" }),
  analysing: el("a", { class: "button", href: address("analyse", { file: state.file }) }, "Analyse"),
});

/** Show the buttons that do something in a state; they keep their places while a game is played. */
export function showButtons(view) {
  const { state, live, people } = view;
  const over = state.outcome !== null;
  const several = state.choices.length > 1 && !view.waits;
  view.latest.hidden = live;
  view.undoing.hidden = !people || !live || (over && !state.can_undo);
  view.undoing.disabled = !(state.can_undo || view.partial.begun) || view.busy || view.moving;
  view.hinting.hidden = view.wondering.hidden = over || (!people && !several);
  view.hinting.disabled = view.wondering.disabled = !several;
  view.resigning.hidden = !people || !live || over;
  // A person may resign before they throw.
  view.resigning.disabled = !state.person || view.busy || view.moving;
  view.flipping.setAttribute("aria-pressed", String(view.board.flipped));
  // The panel at the end has its own.
  view.analysing.hidden = over && live;
  view.analysing.classList.toggle("absent", !state.moves.length);
  view.lesson.hidden = !live || state.lesson !== "taught";
  // A person who plays looks back now and then; one who watches does nothing else.
  view.looking.classList.toggle("absent", people > 0 && !state.of);
  if (!people || !live || over) view.looking.open = true;
}

/** What each key does; keys.js lists them for people. */
export const keysOf = (view) => ({
  Escape: () => view.partial.back(),
  b: () => view.board.focusHere(),
  c: () => view.choices.focus(),
  u: () => void view.undo(),
  h: () => view.hinting.disabled || void view.hints.hint(),
  w: () => view.wondering.disabled || void view.hints.why(),
  p: () => void view.play(!view.playing),
  t: () => void view.throwNow(),
  f: () => flip(view.state.game),
  s: () => view.preferences.open(),
  ...steppingKeys({
    start: () => void view.goTo(0),
    back: () => void view.goTo(view.state.after - 1),
    on: () => view.transport.on.disabled || void view.on(),
    end: () => void view.goTo(null),
  }),
});
