// Puzzles: positions in which the person looks for the best move, and what is told of their answer.

import { button, controls, el, put } from "../static/dom.js";
import { told } from "./decisions.js";
import { kept } from "./kept.js";

/** How many puzzles of this round are answered, and how many of the moves were right. */
function round() {
  const found = kept.read("puzzles");
  const [count, right] = [found?.[0], found?.[1]];
  return Number.isInteger(count) && TOLD.puzzles[count] && right >= 0 ? [count, right] : [0, 0];
}

export class Puzzles {
  /**
   * @param shown is called when a puzzle is shown
   * @param answered is called with the best move, and whether it was found
   * @param left is called when the person goes back to the game
   */
  constructor({ shown, answered, left }) {
    this.shown = shown;
    this.answered = answered;
    this.left = left;
    // The decision of the puzzle that is shown; null while a game is played.
    this.decision = null;
    this.element = el("div", { class: "panel", hidden: true, "aria-label": "Puzzle" });
  }

  close() {
    this.decision = null;
    this.element.hidden = true;
  }

  /** Show a puzzle: find the best move. */
  show(number = round()[0]) {
    const puzzle = TOLD.puzzles[number];
    this.number = number;
    this.decision = new $Decision(RULES, 0, puzzle.position(), puzzle.throws);
    this.element.hidden = false;
    this.#tell(
      el("p", {}, "You are to move. Which move is best?"),
      controls(button("Show the answer", () => this.answer(null)), this.#leaving()),
    );
    this.shown();
  }

  /** Tell how good a move is; null asks for the best one. */
  answer(index) {
    const { number, decision } = this;
    const puzzle = TOLD.puzzles[number];
    const isRight = puzzle.best.includes(index);
    const right = (number ? round()[1] : 0) + isRight;
    kept.write("puzzles", [number + 1, right]);
    const worth = (move) => `${told(decision, move)}: ${puzzle.chances[move]}.`;
    const verdict = index === null ? "" : isRight ? "Right!" : `Yours is ${worth(index)}`;
    const second = index === puzzle.next ? "" : `The second best is ${worth(puzzle.next)} `;
    const last = number + 1 === TOLD.puzzles.length;
    this.#tell(
      el("p", {}, el("b", {}, verdict)),
      el("p", {}, `Best is ${worth(puzzle.best[0])}`),
      el("p", {}, second, puzzle.reasons.length ? `Compared with ${second ? "that" : "yours"}, the best one` : ""),
      puzzle.reasons.length ? el("ul", {}, puzzle.reasons.map((text) => el("li", {}, text))) : null,
      last ? el("p", {}, `You have found ${right} of ${TOLD.puzzles.length}.`) : null,
      controls(
        last ? null : button("Next", () => this.show(number + 1), { class: "main" }),
        this.#leaving(),
      ),
    );
    this.answered(puzzle.best[0], isRight);
  }

  #leaving() {
    return button("To the game", () => this.left());
  }

  #tell(...parts) {
    put(this.element, el("h2", {}, `Puzzle ${this.number + 1} of ${TOLD.puzzles.length}`), ...parts);
  }
}
