// A turn that is made step by step on the board: which pieces can go where, and which choices remain.
//
// Each choice has one or more *ways*, lists of steps [from, to], where 0 stands for the hand or for off the board.
// The steps of a way may be made in any order in which the pieces are there, so steps made so far fit a way if
// they are among its steps.

const name = (step) => step.join(">");

/** What is left of a list of steps without others; null if one of them is not in it. */
export function without(steps, made) {
  const left = steps.map(name);
  for (const step of made) {
    const at = left.indexOf(name(step));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left.map((text) => text.split(">").map(Number));
}

/** A choice that is still possible, and the steps that lead to it. */
const possible = (choices, made) =>
  choices.flatMap((choice) =>
    (choice.ways ?? [choice.steps])
      .map((way) => without(way, made))
      .filter((left) => left !== null)
      .map((left) => ({ choice, left }))
  );

export class Turn {
  /**
   * @param choices the choices of the state
   * @param own the squares of the player's pieces
   * @param made the steps made so far
   */
  constructor(choices, own, made = []) {
    this.choices = choices;
    this.own = own;
    this.made = made;
    this.possible = possible(choices, made);
  }

  /** The choices that remain. */
  get remaining() {
    return [...new Set(this.possible.map(({ choice }) => choice))];
  }

  /** Choices that the board cannot tell apart, or that move no piece: they are chosen from a list. */
  get complete() {
    return [...new Set(this.possible.filter(({ left }) => left.length === 0).map(({ choice }) => choice))];
  }

  /** The squares of own pieces that can move now, and 0 if a piece can be placed. */
  get sources() {
    const steps = this.possible.flatMap(({ left }) => left);
    return new Set(steps.filter(([from, to]) => this.#stands(from) && this.#free(to)).map(([from]) => from));
  }

  #stands(from) {
    return from === 0 || this.own.has(from);
  }

  #free(to) {
    return to === 0 || !this.own.has(to);
  }

  /** Where a piece can go by one throw. */
  near(from) {
    const reached = this.possible.flatMap(({ left }) =>
      left.filter((step) => step[0] === from && this.#free(step[1]))
    );
    return new Set(reached.map(([, to]) => to));
  }

  /** Where a piece can go by several throws, each with the steps of the first way that leads there. */
  far(from) {
    const found = new Map();
    const near = this.near(from);
    for (const { left } of this.possible) {
      const rest = [...left];
      const way = [];
      let square = from;
      for (;;) {
        const at = rest.findIndex((step) => step[0] === square);
        if (at < 0) break;
        way.push(rest.splice(at, 1)[0]);
        square = way.at(-1)[1];
        if (!this.#free(square)) break;
        if (way.length > 1 && !near.has(square) && !found.has(square)) found.set(square, [...way]);
        if (square === 0) break;
      }
    }
    return found;
  }

  /** The turn after a piece has gone from one square to another, by one throw or by several. */
  after(from, to) {
    const steps = this.near(from).has(to) ? [[from, to]] : this.far(from).get(to);
    const own = new Set(this.own);
    own.delete(from);
    if (to) own.add(to);
    return new Turn(this.choices, own, [...this.made, ...steps]);
  }
}
