// The moves so far: a list in which each can be jumped to.

import { sign } from "./board.js";
import { el, put, walkedList } from "./dom.js";

export class Moves {
  /** @param jump is called with the number of choices made by then */
  constructor(jump) {
    this.jump = jump;
    this.list = walkedList("ol", { class: "moves-list" });
    this.empty = el("p", { class: "quiet" }, "None yet.");
    this.element = el(
      "section",
      { class: "panel moves-panel", "aria-label": "Moves" },
      el("h2", {}, "Moves"),
      this.empty,
      this.list,
    );
    this.shown = 0;
  }

  /**
   * Show the moves of a state.
   * @param moves all that are known
   * @param after how many have been made on the board that is shown
   */
  show(moves, after) {
    this.empty.hidden = moves.length > 0;
    this.list.hidden = !moves.length;
    put(this.list, moves.map((move) => el("li", {}, this.#entry(move, move.number === after))));
    this.reveal();
  }

  /** Bring the current move into sight: within the list, not on the page. */
  reveal() {
    const current = this.list.querySelector("[aria-current]") ?? this.list.querySelector("button");
    if (!current) return;
    current.tabIndex = 0;
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  #entry(move, current) {
    return el(
      "button",
      {
        type: "button",
        class: `move seat-${move.seat}`,
        tabindex: "-1",
        "aria-current": current ? "step" : null,
        data: { number: move.number },
        on: { click: () => this.jump(move.number) },
      },
      el("span", { class: "turn" }, String(move.turn)),
      sign(move.seat),
      el("span", { class: "unseen" }, move.seat ? "second player" : "first player"),
      move.throws.length ? el("span", { class: "thrown" }, move.throws.join(" ")) : null,
      el("span", { class: "told" }, move.told),
    );
  }
}
