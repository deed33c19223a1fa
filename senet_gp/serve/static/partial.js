// A turn that a person makes on the board, throw by throw, until one choice remains.

import { button, el, put } from "./dom.js";
import { say } from "./say.js";
import { Turn } from "./turn.js";

export class PartialTurn {
  /**
   * @param board the board
   * @param chosen is called with the choice that remains, and the steps that the board shows already
   * @param changed is called when other choices remain than before
   */
  constructor(board, { chosen, changed }) {
    this.board = board;
    this.chosen = chosen;
    this.changed = changed;
    this.element = el("div", { class: "partial controls", hidden: true });
    this.turns = [];
    this.piece = null;
  }

  /** Begin a turn in a state; `open` says whether a person chooses in it. */
  show(state, open) {
    this.state = state;
    this.open = open;
    const own = Object.keys(state.position.squares).filter((square) =>
      state.position.squares[square].includes(state.seat)
    );
    this.turns = [new Turn(state.choices, new Set(own.map(Number)))];
    this.positions = [state.position];
    this.piece = null;
    this.#show();
  }

  /** The choice is made, and the server is asked: nothing can be clicked until there is a new state. */
  close() {
    this.open = false;
    this.piece = null;
    this.mark();
    this.element.hidden = true;
  }

  get turn() {
    return this.turns.at(-1);
  }

  get made() {
    return this.turn?.made ?? [];
  }

  get remaining() {
    return this.turn?.remaining ?? [];
  }

  /** Mark the squares again, with those that a term reads. */
  mark(read = []) {
    const { last } = this.state;
    const looks = { last: last && !this.made.length ? last.steps.flat().filter(Boolean) : [], read };
    if (this.open) {
      looks.from = [...this.turn.sources].filter(Boolean);
      looks.chosen = this.piece ? [this.piece] : [];
      looks.target = [...this.#near()];
      looks.far = this.piece === null ? [] : [...this.turn.far(this.piece).keys()];
    }
    this.board.mark(looks);
  }

  /** Where the chosen piece can go; without one, where a piece from the hand can be placed. */
  #near() {
    return this.turn.near(this.piece ?? 0);
  }

  #show() {
    this.board.show(this.positions.at(-1));
    this.board.arrows(this.made, "played");
    this.mark();
    this.changed();
    const entries = [];
    if (this.open) {
      const off = this.piece !== null &&
        (this.turn.near(this.piece).has(0) || this.turn.far(this.piece).has(0));
      if (off) entries.push(button("Off the board", () => this.press(0), { class: "main" }));
      // Moves that change nothing on the board, or that look alike on it, are chosen by their names.
      for (const choice of this.turn.complete) {
        entries.push(
          button(
            choice.remark ? `${choice.text}: ${choice.remark}` : choice.text,
            () => this.chosen(choice, this.made),
          ),
        );
      }
      if (this.made.length || this.piece !== null) entries.push(button("Take back", () => this.back()));
    }
    put(this.element, entries);
    this.element.hidden = !entries.length;
  }

  /** A square was clicked, or Enter pressed on it; 0 is off the board. */
  press(square) {
    if (!this.open) return;
    const { turn, piece } = this;
    const goes = this.#near().has(square) || (piece !== null && turn.far(piece).has(square));
    if (goes) {
      this.#go(piece ?? 0, square);
    } else if (square && turn.sources.has(square)) {
      this.piece = piece === square ? null : square;
      if (this.piece) say(this.#destinations());
      this.#show();
    } else if (piece !== null) {
      this.piece = null;
      this.#show();
    } else if (square) {
      say("No piece can move from here");
    }
  }

  #destinations() {
    const goals = [...this.turn.near(this.piece), ...this.turn.far(this.piece).keys()];
    return `From ${this.board.label(this.piece)} to ${
      goals.map((goal) => this.board.label(goal)).join(", ")
    }`;
  }

  #go(from, to) {
    const turn = this.turn.after(from, to);
    if (turn.remaining.length === 1) {
      this.chosen(turn.remaining[0], this.made);
      return;
    }
    this.turns.push(turn);
    let position = this.positions.at(-1);
    for (const step of turn.made.slice(this.turns.at(-2).made.length)) {
      position = shifted(position, step, this.state.seat);
    }
    this.positions.push(position);
    this.piece = null;
    // The same piece may go on: it is chosen, and another can be chosen instead.
    if (to && turn.sources.has(to)) this.piece = to;
    this.#show();
    say(`To ${this.board.label(to)}. ${turn.remaining.length} choices go on from here`);
    if (to) this.board.focus(to);
  }

  /** Take back the chosen piece, or else the last step. */
  back() {
    if (this.piece !== null && !(this.made.length && this.made.at(-1)[1] === this.piece)) {
      this.piece = null;
    } else if (this.turns.length > 1) {
      this.turns.pop();
      this.positions.pop();
      this.piece = null;
      say("Step taken back");
    } else {
      this.piece = null;
    }
    this.#show();
  }

  /** Show the board after a step of a move that is being shown. */
  shift(step, seat) {
    this.positions.push(shifted(this.positions.at(-1), step, seat));
    this.board.show(this.positions.at(-1));
  }
}

/**
 * A position after a step, for the moment until the server tells it. A piece that is met is shown where the other one
 * came from, as in Senet, the only game whose turns have several steps.
 */
function shifted(position, [from, to], seat) {
  const squares = { ...position.squares };
  const met = (squares[to] ?? []).filter((one) => one !== seat);
  if (from) {
    const left = [...(squares[from] ?? [])];
    const at = left.indexOf(seat);
    if (at >= 0) left.splice(at, 1);
    squares[from] = [...left, ...(to ? met : [])];
  }
  if (to) squares[to] = [...(squares[to] ?? []).filter((one) => one === seat), seat];
  return { ...position, squares };
}
