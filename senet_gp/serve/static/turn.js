// A turn that is made step by step on the board: which pieces can go where, and which choices remain.
//
// Each choice has one or more *ways*, lists of steps [from, to], where 0 stands for the hand or for off the
// board. The steps of a way may be made in any order in which the pieces are there, so steps made so far fit
// a way if they are among its steps. Two choices may have the same steps in another order; then the board tells
// them apart.

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

/**
 * Who stands where after a step, until the server tells it. A piece that is met is shown where the other one
 * came from, as in Senet, the only game whose turns have several steps.
 */
export function shifted(squares, [from, to], seat) {
  const after = { ...squares };
  const met = (after[to] ?? []).filter((one) => one !== seat);
  if (from) {
    const left = [...(after[from] ?? [])];
    const at = left.indexOf(seat);
    if (at >= 0) left.splice(at, 1);
    after[from] = [...left, ...(to ? met : [])];
  }
  if (to) after[to] = [...(after[to] ?? []).filter((one) => one === seat), seat];
  return after;
}

/** A board as a text: equal boards have equal texts. */
const written = (squares) =>
  Object.entries(squares).filter(([, seats]) => seats.length)
    .sort(([one], [other]) => one - other).map(([square, seats]) => `${square}:${seats}`).join(" ");

/** A throw for each step, each another one: its place in the list; null if there are not enough. */
function shared(throws, steps, throwsFor) {
  if (!steps.length) return [];
  const [first, ...rest] = steps;
  for (const [at, thrown] of throws.entries()) {
    if (thrown === null || !throwsFor(first).includes(thrown)) continue;
    const others = shared(throws.map((one, place) => (place === at ? null : one)), rest, throwsFor);
    if (others) return [at, ...others];
  }
  return null;
}

export class Turn {
  /**
   * @param state the state of the game: its choices, what is known of their steps, its throws, who is to move
   * @param squares who stands where now
   * @param made the steps made so far
   */
  constructor(state, squares = state.position.squares, made = []) {
    this.state = state;
    this.squares = squares;
    this.made = made;
    this.facts = new Map(state.steps.map((one) => [name(one.step), one]));
    const own = Object.keys(squares).filter((square) => squares[square].includes(state.seat));
    this.own = new Set(own.map(Number));
    this.possible = this.#told(this.#fitting());
  }

  /** The choices that are still possible, each with the steps that lead to it. */
  #fitting() {
    const over = this.made.some((step) => this.facts.get(name(step))?.last);
    return this.state.choices.flatMap((choice) =>
      (choice.ways ?? [choice.steps])
        .map((way) => without(way, this.made))
        .filter((left) => left && !(over && left.length))
        .map((left) => ({ choice, left }))
    );
  }

  /** Where all steps are made, the order in which they were made has led to one board alone. */
  #told(fitting) {
    const here = written(this.squares);
    const other = ({ choice, left }) => !left.length && choice.board && written(choice.board) !== here;
    const told = fitting.filter((one) => !other(one));
    return told.some(({ left }) => !left.length) ? told : fitting;
  }

  /** The choices that remain. */
  get remaining() {
    return [...new Set(this.possible.map(({ choice }) => choice))];
  }

  /** The choice that the turn has come to: the only one, or one of several that are alike; else null. */
  get decided() {
    const { remaining } = this;
    return new Set(remaining.map(({ like }) => like)).size === 1 ? remaining[0] : null;
  }

  /** Choices that the board cannot tell apart, or that move no piece: they are chosen by their names. */
  get complete() {
    return [...new Set(this.possible.filter(({ left }) => left.length === 0).map(({ choice }) => choice))];
  }

  /** The squares of own pieces that can move now, and 0 if a piece can be placed. */
  get sources() {
    const steps = this.possible.flatMap(({ left }) => left);
    return new Set(steps.filter(([from, to]) => this.#stands(from) && this.#free(to)).map(([from]) => from));
  }

  /** The places, within the list of throws, of those that the steps have used; others are left for further steps. */
  get used() {
    const { made, state: { throws } } = this;
    const throwsFor = (step) => this.facts.get(name(step))?.throws ?? throws;
    const left = this.possible[0]?.left ?? [];
    const found = shared(throws, [...made, ...left], throwsFor) ?? shared(throws, made, throwsFor) ?? [];
    return new Set(found.slice(0, made.length));
  }

  #stands(from) {
    return from === 0 || this.own.has(from);
  }

  #free(to) {
    return to === 0 || !this.own.has(to);
  }

  /** Where a piece can go by one throw. */
  near(from) {
    const steps = this.possible.flatMap(({ left }) => left);
    return new Set(steps.filter((step) => step[0] === from && this.#free(step[1])).map(([, to]) => to));
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

  /** Whether a piece can go from one square to another. */
  leads(from, to) {
    return this.near(from).has(to) || this.far(from).has(to);
  }

  /** The turn after a piece has gone from one square to another, by one throw or by several. */
  after(from, to) {
    const steps = this.near(from).has(to) ? [[from, to]] : this.far(from).get(to);
    let { squares } = this;
    for (const step of steps) squares = shifted(squares, step, this.state.seat);
    return new Turn(this.state, squares, [...this.made, ...steps]);
  }
}
