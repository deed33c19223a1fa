// The board as a grid of squares: drawn from the game's geometry, walked with the arrow keys.
//
// It takes a *geometry* ({width, height, ways, squares}) and *positions* ({squares: {SQUARE: [seat, …]}, text}) as
// serve/interface.py describes them, and a function for squares that are pressed; it asks the server for nothing.
//
// The squares are elements of the page, so that readers of the screen and the keyboard find them; arrows lie over
// them in one drawing that readers of the screen leave out.

import { arrowsOver, waysOver } from "./arrows.js";
import { calm, el, put, svg } from "./dom.js";

const STEP_MILLISECONDS = 320;
/** A row with this many squares or more is long for a phone. */
const LONG_ROW = 8;

/** A piece: the first mover's are full, the other's are rings. */
export const piece = (seat) => el("span", { class: `piece seat-${seat}`, "aria-hidden": "true" });

/** The sign of a seat within a line of text. */
export const sign = (seat) => el("span", { class: `sign seat-${seat}`, "aria-hidden": "true" });

/** What squares are marked as: the last move, pieces that can move, where one can go, by one throw or several, the
 * chosen piece, squares that a term of an expression reads, and the line that has won. */
const LOOKS = ["last", "from", "target", "far", "chosen", "read", "line"];

export class Board {
  /**
   * @param geometry the game's geometry, as the server gives it
   * @param pressed is called with a square that is clicked, or on which Enter is pressed
   * @param title what the board is called
   * @param owners what each player's pieces are called
   */
  constructor(geometry, { pressed = () => null, title = "Board", owners = [] } = {}) {
    this.geometry = geometry;
    this.owners = owners;
    this.cells = new Map();
    this.facts = new Map(geometry.squares.map((square) => [square.square, square]));
    this.flipped = false;
    this.#arrange();
    this.position = {};
    this.looks = {};
    this.said = {};
    this.drawn = [];
    this.pressed = pressed;
    this.grid = el("div", {
      class: "grid",
      role: "grid",
      "aria-label": title,
      on: { keydown: (event) => this.#walk(event) },
    });
    this.grid.append(...this.rows.map((row) => this.#row(row)));
    this.over = svg("svg", {
      class: "over",
      "aria-hidden": "true",
      viewBox: `0 0 ${geometry.width * 100} ${geometry.height * 100}`,
      // Squares may be higher than wide.
      preserveAspectRatio: "none",
    });
    this.text = el("p", { class: "position", hidden: this.cells.size > 0 });
    this.waysDrawn = waysOver(this);
    const kind = geometry.width >= LONG_ROW ? "board long-rows" : "board";
    this.element = el("div", { class: kind }, this.grid, this.waysDrawn, this.over, this.text);
    // The sheet of styles computes the size of squares; the policy of the page allows this way of setting it.
    if (this.cells.size) {
      this.element.style.setProperty("--columns", geometry.width);
      this.element.style.setProperty("--rows", geometry.height);
    }
    this.grid.hidden = this.over.hidden = !this.cells.size;
    const first = this.cells.values().next().value;
    if (first) first.tabIndex = 0;
  }

  /** Find where each square is seen: its place on the board, or on the board turned round. */
  #arrange() {
    const { width, height, squares, ways } = this.geometry;
    const seen = (one) => this.flipped ? { column: width - 1 - one.column, row: height - 1 - one.row } : one;
    this.places = new Map(squares.map((one) => [one.square, seen(one)]));
    this.rows = Array.from({ length: height }, () => Array(width).fill(0));
    for (const [square, { column, row }] of this.places) this.rows[row][column] = square;
    this.ways = this.flipped ? ways.map((way) => -way).reverse() : ways;
  }

  /** Turn the board round, or back: rows and columns run the other way. */
  flip(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.#arrange();
    const focused = document.activeElement;
    for (const row of [...this.grid.children]) row.append(...[...row.children].reverse());
    this.grid.append(...[...this.grid.children].reverse());
    if (this.grid.contains(focused)) focused.focus({ preventScroll: true });
    const ways = waysOver(this);
    this.waysDrawn.replaceWith(ways);
    this.waysDrawn = ways;
    this.arrows(...this.drawn);
  }

  #row(row) {
    const cells = row.map((
      square,
    ) => (square ? this.#square(square) : el("div", { class: "gap", role: "gridcell" })));
    return el("div", { class: "row", role: "row" }, cells);
  }

  #square(square) {
    const { label, note, meaning } = this.facts.get(square);
    const cell = el(
      "div",
      {
        class: note ? "square special" : "square",
        role: "gridcell",
        tabindex: "-1",
        title: meaning || null,
        data: { square },
        on: { click: () => this.pressed(square), focus: () => this.#focused(cell) },
      },
      el("span", { class: "label" }, label),
      el("span", { class: "pieces" }),
      note ? el("span", { class: "note" }, note) : null,
    );
    this.cells.set(square, cell);
    return cell;
  }

  /** What a square is called; 0 is off the board. */
  label(square) {
    return square ? this.facts.get(square).label : "off";
  }

  /** The squares that are seen in the same column as a square. */
  column(square) {
    const { column } = this.places.get(square);
    return this.rows.map((row) => row[column]).filter(Boolean);
  }

  /** The square of an element within it; 0 for others. */
  squareAt(element) {
    return Number(element?.closest("[data-square]")?.dataset.square ?? 0);
  }

  /** The piece of a seat on a square that a hand takes. */
  pieceThatMoves(square, seat) {
    return [...this.cells.get(square).querySelectorAll(`.piece.seat-${seat}`)].at(-1);
  }

  /** The arrow keys go to the next square in their direction, Home and End to the ends of a row. */
  #walk(event) {
    const here = Number(event.target.dataset?.square);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pressed(here);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const [across, down] = ways[event.key] ?? [0, 0];
    let { column, row } = this.places.get(here);
    const line = this.rows[row].filter(Boolean);
    let goal = { Home: line[0], End: line.at(-1) }[event.key] ?? 0;
    while ((across || down) && !goal && this.rows[row + down]?.[column + across] !== undefined) {
      column += across;
      row += down;
      goal = this.rows[row][column];
    }
    if (!goal) return;
    event.preventDefault();
    this.focus(goal);
  }

  focus(square) {
    this.cells.get(square)?.focus();
  }

  /** Put the focus where it was on the board. */
  focusHere() {
    this.grid.querySelector("[tabindex='0']")?.focus();
  }

  #focused(cell) {
    for (const other of this.cells.values()) other.tabIndex = -1;
    cell.tabIndex = 0;
  }

  /** Show a position of the server: for each square the seats of its pieces; its text where there is no board. */
  show({ squares, text }) {
    this.position = squares;
    for (const [square, cell] of this.cells) {
      const seats = squares[square] ?? [];
      const pieces = cell.querySelector(".pieces");
      pieces.dataset.count = seats.length;
      put(pieces, seats.map(piece));
    }
    this.text.textContent = text;
    this.#name();
  }

  /**
   * Mark squares.
   * @param looks the squares of each look; see LOOKS
   * @param said what is told instead of what can be reached, by square
   */
  mark(looks, said = {}) {
    this.looks = Object.fromEntries(LOOKS.map((look) => [look, new Set(looks[look] ?? [])]));
    this.said = said;
    for (const [square, cell] of this.cells) {
      for (const look of LOOKS) cell.classList.toggle(look, this.looks[look].has(square));
    }
    this.#name();
  }

  /** Each square's name for people who hear it: number, house, pieces, and what can be done there. */
  #name() {
    for (const [square, cell] of this.cells) {
      const { label, note } = this.facts.get(square);
      const seats = this.position[square] ?? [];
      const has = (look) => this.looks[look]?.has(square);
      const words = [
        label,
        note,
        seats.length
          ? seats.map((seat) => this.owners[seat] ?? ["first player", "second player"][seat]).join(", ")
          : "empty",
        has("chosen") ? "chosen" : has("from") ? "can move" : "",
        this.said[square] ?? (has("target") ? "can be reached" : ""),
        has("far") ? "can be reached by several throws" : "",
        has("last") ? "last move" : "",
        has("read") ? "meant by the advice" : "",
        has("line") ? "in the line that has won" : "",
      ];
      cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", String(Boolean(has("chosen"))));
    }
  }

  /** Show steps as arrows; none takes them away. */
  arrows(steps = [], look = "") {
    this.drawn = [steps, look];
    arrowsOver(this, steps, look);
  }

  /** Move a piece from square to square, so that a person sees what happens; the promise ends with the motion. */
  async move(step, seat) {
    const [from, to] = step;
    const start = this.cells.get(from);
    const goal = this.cells.get(to);
    const moving = start?.querySelector(`.piece.seat-${seat}`);
    if (calm() || !moving || !this.element.isConnected) return;
    const box = (cell) => cell.getBoundingClientRect();
    const edge = box(this.element);
    const [x, y] = goal
      ? [box(goal).left - box(start).left, box(goal).top - box(start).top]
      : [0, edge.bottom - box(start).top];
    moving.classList.add("moving");
    const motion = moving.animate(
      [{ transform: "none" }, { transform: `translate(${x}px, ${y}px)`, opacity: goal ? 1 : 0 }],
      { duration: STEP_MILLISECONDS, easing: "ease-in-out" },
    );
    await motion.finished.catch(() => null);
  }
}
