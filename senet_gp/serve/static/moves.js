// The moves of a game: a list in which each can be jumped to; in an analysis with marks and chances.

import { sign } from "./board.js";
import { el, newId, put, quiet, walkedList } from "./dom.js";

export class Moves {
  /**
   * @param jump is called with the number of choices made by then
   * @param title what the list is called
   * @param name a further class of the list
   * @param above what stands above it
   * @param walked is called with the entry to which a key has gone
   */
  constructor(jump, { title = "Moves", name = "", above = [], walked } = {}) {
    this.jump = jump;
    this.list = walkedList("ol", { class: `moves-list ${name}` }, walked);
    this.empty = quiet("None yet.");
    this.element = el(
      "section",
      { class: "panel moves-panel", "aria-label": title },
      el("h2", {}, title),
      above,
      this.empty,
      this.list,
    );
  }

  /**
   * Show the moves of a state.
   * @param moves all that are known
   * @param after how many have been made on the board that is shown
   */
  show(moves, after) {
    this.empty.hidden = moves.length > 0;
    this.list.hidden = !moves.length;
    put(this.list, moves.map((move) => el("li", {}, this.#entry(move))));
    this.mark(after);
  }

  /** Mark a move as the one that led to the board that is shown. */
  mark(number) {
    for (const entry of this.list.querySelectorAll("button")) {
      if (entry.dataset.number === String(number)) entry.setAttribute("aria-current", "step");
      else entry.removeAttribute("aria-current");
    }
    this.reveal();
  }

  /** Bring the current move into sight: within the list, not on the page. Tab reaches it, or else the first one. */
  reveal() {
    const shown = [...this.list.querySelectorAll("li:not([hidden]) > button")];
    const current = shown.find((entry) => entry.hasAttribute("aria-current")) ?? shown[0];
    for (const entry of shown) entry.tabIndex = entry === current ? 0 : -1;
    if (!current) return;
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  #entry({ number, turn, seat, throws, told, mark, grade, chance }) {
    return el(
      "button",
      {
        type: "button",
        class: `move seat-${seat}${mark ? " marked" : ""}`,
        data: { number },
        on: { click: () => this.jump(number) },
      },
      el("span", { class: "turn" }, String(turn)),
      sign(seat),
      el("span", { class: "unseen" }, seat ? "second player" : "first player"),
      throws.length ? el("span", { class: "thrown" }, throws.join(" ")) : null,
      el("span", { class: "told" }, told),
      mark ? el("span", { class: "mark" }, mark, el("span", { class: "unseen" }, grade)) : null,
      chance ? el("span", { class: "chance" }, chance) : null,
    );
  }
}

/**
 * The choices of an analysed game, of which the mistakes can be shown alone.
 * @param judged the moves, each with its mark and what is known after it
 * @param exact whether that is the result of perfect play
 * @param name what the side is called whose chances are told
 * @param picked is called with the number of a choice, from 0
 */
export function judgedMoves(judged, exact, name, picked) {
  const marked = judged.filter((move) => move.mark).length;
  const filtered = ({ target }) => {
    for (const one of moves.list.children) one.hidden = target.checked && !one.querySelector(".mark");
    moves.reveal();
  };
  const only = el("input", { type: "checkbox", id: newId("only"), on: { change: filtered } });
  const whose = name === "You" ? "your" : `${name}'s`;
  const number = exact
    ? "The result of perfect play after each choice. "
    : `The number: ${whose} wins of 100 after the choice. `;
  const moves = new Moves((count) => picked(count - 1), {
    title: "Choice by choice",
    name: "judged",
    above: [
      quiet(number, "?! an inaccuracy, ? a mistake, ?? a blunder."),
      marked ? el("label", { class: "tick" }, only, ` Only marked choices (${marked})`) : null,
    ],
    walked: (entry) => entry.click(),
  });
  moves.show(judged, 1);
  return moves;
}
