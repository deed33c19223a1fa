// Throws as they lie on the table, Senet's four sticks with their light sides or the numbers on dice: which are used,
// and a button for a person who wants to throw.

import { button, el, put, svg } from "./dom.js";

const STICKS = 4;

/** The words for throws: "1 and 2". */
export function spoken(throws) {
  const words = throws.map(String);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}

/** The words for throws of which some are used. */
const told = (throws, used) =>
  spoken(throws.map((thrown, place) => (used.has(place) ? `${thrown}, used,` : thrown)));

/** Four sticks: as many light sides as the throw says; none light counts five. */
function sticks(thrown) {
  const light = thrown > STICKS ? 0 : thrown;
  return svg(
    "svg",
    { class: "sticks", viewBox: "0 0 44 40", "aria-hidden": "true" },
    Array.from({ length: STICKS }, (_, index) =>
      svg("rect", {
        class: index < light ? "stick light" : "stick dark",
        x: 3 + 10 * index,
        y: 3,
        width: 8,
        height: 34,
        rx: 4,
        transform: `rotate(${[-3, 2, -1, 4][index]} ${7 + 10 * index} 20)`,
      })),
  );
}

/** Only Senet throws sticks; other games have dice. */
const STICKS_IN = "senet";

/** A group of throws in a game, those that are used being pale; nothing if there are none. */
export const throwsShown = (throws, game, used = new Set()) =>
  throws.length ? group(throws, game.name === STICKS_IN, used) : null;

const group = (throws, asSticks, used) =>
  el(
    "div",
    { class: "throws", role: "img", "aria-label": `Throws: ${told(throws, used)}` },
    throws.map((thrown, place) =>
      el(
        "span",
        { class: `throw${asSticks ? "" : " die"}${used.has(place) ? " used" : ""}` },
        asSticks ? sticks(thrown) : null,
        el("b", {}, String(thrown)),
      )
    ),
  );

/** The place of the throws. */
export class Throwing {
  /**
   * @param game the game
   * @param thrown is called when a person throws
   */
  constructor(game, thrown) {
    this.game = game;
    this.button = button("Throw", thrown, { class: "main throw-button", "aria-keyshortcuts": "t" });
    this.element = el("div", { class: "throws-place", hidden: !game.stochastic });
  }

  /**
   * Show the throws of a state.
   * @param waits whether a person is still to throw
   * @param fresh whether they have just been thrown
   */
  show(state, { waits, fresh }) {
    this.throws = state.throws;
    this.fresh = fresh;
    this.places = null;
    if (waits) put(this.element, this.button);
    else this.use(new Set());
  }

  /** Show which throws are used, by their places in the list. */
  use(used) {
    const places = [...used].join();
    if (places === this.places) return;
    this.places = places;
    const shown = throwsShown(this.throws, this.game, used);
    this.fresh &&= !used.size;
    if (this.fresh) shown?.classList.add("thrown");
    put(this.element, shown);
  }
}
