// The place of the throws: as they lie, which are used, and, for whoever wants to throw, a button.

import { button, el, put } from "./dom.js";
import { throwsShown } from "./throws.js";

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
    if (waits) put(this.element, this.button);
    else this.use(new Set());
  }

  /** Show which throws are used, by their places in the list. */
  use(used) {
    const shown = throwsShown(this.throws, this.game, used);
    if (this.fresh && !used.size) shown?.classList.add("thrown");
    put(this.element, shown);
  }
}
