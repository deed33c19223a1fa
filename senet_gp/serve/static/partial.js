// A turn that a person makes on the board, throw by throw, until one choice remains.

import { button, el, put } from "./dom.js";
import { say, sentence } from "./say.js";
import { shifted, Turn } from "./turn.js";

export class PartialTurn {
  /**
   * @param board the board
   * @param falls whether pieces fall down a column
   * @param chosen is called with the choice that remains, and the steps that the board shows already
   * @param changed is called when a piece is chosen, or other choices remain than before
   * @param stepped is called for each step that the board shows, with whether it meets another's piece
   */
  constructor(board, { falls = false, chosen, changed, stepped }) {
    this.board = board;
    this.falls = falls;
    this.chosen = chosen;
    this.changed = changed;
    this.stepped = stepped;
    this.element = el("div", { class: "partial controls" });
    // It stands where the buttons of a turn come and go, so nothing moves.
    this.note = el("p", { class: "quiet note-of-turn" });
    this.turns = [];
    this.piece = null;
  }

  /** Begin a turn in a state; `open` says whether a person chooses in it, `note` what is told besides. */
  show(state, open, note = "") {
    this.state = state;
    this.note.textContent = note;
    this.open = open;
    this.turns = [new Turn(state)];
    this.#choosePiece(null);
    this.#show();
  }

  /** The choice is made, and the server is asked: nothing can be clicked until there is a new state. */
  close() {
    this.open = false;
    this.#choosePiece(null);
    this.mark();
    this.note.textContent = "";
    put(this.element);
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
    const looks = {
      last: last && !this.made.length ? last.steps.flat().filter(Boolean) : [],
      line: this.state.line,
      read,
    };
    if (this.open) {
      looks.from = [...this.turn.sources].filter(Boolean);
      looks.chosen = this.piece ? [this.piece] : [];
      looks.target = [...this.#near()];
      looks.far = this.piece === null ? [] : [...this.turn.far(this.piece).keys()];
    }
    const placed = this.open && this.#isPlacing ? looks.target : [];
    this.board.mark(looks, Object.fromEntries(placed.map((square) => [square, "a piece can be put here"])));
  }

  /** Where the chosen piece can go; without one, where a piece from the hand can be placed. */
  #near() {
    return this.turn.near(this.piece ?? 0);
  }

  /** Choose a piece. `going` says that it was not clicked on: it has moved, and nothing else can go on. */
  #choosePiece(piece, going = false) {
    this.piece = piece;
    this.going = going;
  }

  #show() {
    this.board.show({ ...this.state.position, squares: this.turn.squares });
    this.board.arrows(this.made, "played");
    this.mark();
    this.changed();
    put(this.element, this.open ? this.#buttons() : [], this.note);
  }

  /** Tell why a click does nothing, to the eye and to the ear. */
  #refuse(words) {
    this.note.textContent = sentence(words);
    say(words);
  }

  /** Whether pieces are put on the board, and none on it moves. */
  get #isPlacing() {
    const { sources } = this.turn;
    return sources.size === 1 && sources.has(0);
  }

  /** The square that is meant by a click: in a game where pieces fall, the one in the same column. */
  #meant(square) {
    const goals = this.#near();
    if (!this.falls || goals.has(square)) return square;
    return this.board.column(square).find((one) => goals.has(one)) ?? square;
  }

  #buttons() {
    const entries = [];
    if (this.piece !== null && this.turn.leads(this.piece, 0)) {
      entries.push(button("Off the board", () => this.press(0), { class: "main" }));
    }
    // Moves that change nothing on the board, or that look alike on it, are chosen by their names.
    for (const choice of this.turn.complete) {
      const text = choice.steps.length ? `Play ${choice.text}` : choice.text;
      const told = choice.remark && choice.remark !== choice.text ? `${text}: ${choice.remark}` : text;
      entries.push(button(told, () => this.chosen(choice, this.made), { class: "main" }));
    }
    return entries;
  }

  /** Whether the piece on a square can be moved now. */
  canMove(square) {
    return this.open && square > 0 && this.turn.sources.has(square);
  }

  /** A piece is taken up with the mouse or a finger; its element. */
  take(square) {
    this.#choosePiece(square);
    this.#show();
    return this.board.pieceThatMoves(square, this.state.seat);
  }

  /** The piece that was taken up is let go over a square, or beside the board, 0: whether it goes there. */
  drop(square) {
    if (!this.open || this.piece === null || !this.turn.leads(this.piece, square)) return false;
    this.#go(this.piece, square, true);
    return true;
  }

  /** A square was clicked, or Enter pressed on it; 0 is off the board. */
  press(pressed) {
    if (!this.open) return;
    const square = this.#meant(pressed);
    const { turn, piece } = this;
    this.note.textContent = "";
    if (this.#near().has(square) || (piece !== null && turn.far(piece).has(square))) {
      this.#go(piece ?? 0, square);
    } else if (square && turn.sources.has(square)) {
      // A person who clicks on a piece that has moved wants to go on with it.
      this.#choosePiece(piece === square && !this.going ? null : square);
      if (this.piece) say(this.#destinations());
      this.#show();
    } else if (piece !== null && !this.going) {
      const wanted = square && square !== piece;
      this.#choosePiece(null);
      this.#show();
      if (wanted) this.#refuse("The piece cannot go there");
    } else if (square) {
      this.#refuse(
        this.falls
          ? "This column is full"
          : this.#isPlacing
          ? "No piece can be put here"
          : this.state.position.squares[square]?.includes(this.state.seat)
          ? "This piece cannot move now"
          : "No piece can move from here",
      );
    }
  }

  #destinations() {
    const goals = [...this.turn.near(this.piece), ...this.turn.far(this.piece).keys()];
    const [from, ...to] = [this.piece, ...goals].map((square) => this.board.label(square));
    return `From ${from} to ${to.join(", ")}`;
  }

  /** Let a piece go; `shown` says that a hand has moved it on the board already. */
  #go(from, to, shown = false) {
    const turn = this.turn.after(from, to);
    const { decided } = turn;
    if (decided && !shown) {
      this.chosen(decided, this.made);
      return;
    }
    let { squares } = this.turn;
    for (const step of turn.made.slice(this.made.length)) squares = this.#stepped(squares, step);
    this.turns.push(turn);
    // Where nothing else can go on, the piece that has moved is chosen.
    const [only, ...others] = [...turn.sources];
    this.#choosePiece(to && only === to && !others.length ? to : null, true);
    this.#show();
    if (decided) {
      this.chosen(decided, turn.made);
      return;
    }
    say(`To ${this.board.label(to)}. ${turn.remaining.length} choices go on from here`);
    if (to) this.board.focus(to);
  }

  /** Tell of a step; who stands where after it. */
  #stepped(squares, step, seat = this.state.seat) {
    this.stepped((squares[step[1]] ?? []).some((one) => one !== seat));
    return shifted(squares, step, seat);
  }

  /** Whether there is something to undo: a step, or the chosen piece. */
  get begun() {
    return this.open && (this.made.length > 0 || this.piece !== null);
  }

  /** Undo the choice of a piece, or else the last step. */
  back() {
    if (!this.begun) return;
    const isChosen = this.piece !== null && !this.going;
    if (!isChosen && this.turns.length > 1) {
      this.turns.pop();
      say("Step undone");
    }
    this.#choosePiece(null);
    this.#show();
  }

  /** Show the board after a step of a move that is being shown. */
  shift(step, seat) {
    const { turn } = this;
    turn.squares = this.#stepped(turn.squares, step, seat);
    this.board.show({ ...this.state.position, squares: turn.squares });
  }
}
