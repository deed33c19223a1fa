// A game against the player: where it stands, what was chosen, and how it is written and read again.

import { driven, told } from "./decisions.js";

const drawn = (weights) => {
  let left = Math.random() * weights.reduce((a, b) => a + b, 0);
  return Math.max(0, weights.findIndex((weight) => (left -= weight) < 0));
};

export class PlayedGame {
  #decision = null;

  /**
   * @param person the seat of the person
   * @param start the number of the position that it begins with; by default one is drawn
   */
  constructor(person, start = Math.floor(Math.random() * RULES.starts().length)) {
    this.person = person;
    this.start = start;
    this.record = [];
    // What each choice of the person is taken back to.
    this.past = [];
    this.last = null;
    this.answer = null;
    this.outcome = null;
    // Position, seat and turn of the next decision; null if the game is over.
    this.next = [RULES.starts()[start], 0, 1];
  }

  /** The game that was written; null if what was kept is none. */
  static read(written) {
    try {
      const game = new PlayedGame(written.person ? 1 : 0, written.start);
      if (!game.next[0]) return null;
      for (const [throws, index, slip] of written.choices) {
        game.put(throws);
        game.make(index, slip);
      }
      if (game.next) game.put(written.throws);
      return game;
    } catch {
      return null;
    }
  }

  /** Where it began, what was chosen, and what is thrown now. */
  get written() {
    const { start, person, record, now } = this;
    const choices = record.map(({ throws, index, slip }) => [throws, index, slip]);
    return { start, person, choices, throws: now.throws };
  }

  /** Throw for the next decision. */
  throw() {
    const chances = $m.items(RULES.throw_chances(this.next[0]));
    this.put(chances[drawn(chances.map(([, chance]) => chance))][0]);
  }

  /** The next decision has these throws; those that it cannot have are refused. */
  put(throws) {
    const [position, seat, turn] = this.next;
    if (!RULES.throw_chances(position).has(throws)) throw new Error("there are no such throws");
    this.now = { position, seat, turn, throws };
    this.#decision = null;
  }

  get decision() {
    const { position, seat, throws } = this.now;
    return (this.#decision ??= new $Decision(RULES, seat, position, throws));
  }

  /** Make a choice, of the person or of the player. */
  make(index, slip) {
    const { decision, now, next, last, record } = this;
    const { seat, throws } = decision;
    const own = seat === this.person;
    if (own) this.past.push({ throws: now.throws, next, last, answer: this.answer, made: record.length });
    else this.answer = [index, slip, decision];
    record.push({
      seat,
      throws,
      index,
      slip,
      notation: decision.notation(index),
      told: told(decision, index),
    });
    this.last = { steps: [...decision.steps(index), driven(decision, index)[1]] };
    const result = decision.result(index);
    const ends = decision.ends_turn(index);
    const isOver = result !== null || (ends && now.turn >= TOLD.most_turns);
    if (isOver) this.outcome = (own ? 1 : -1) * (result ?? 0);
    this.next = isOver ? null : [decision.following(index), ends ? 1 - seat : seat, now.turn + ends];
  }

  /** Take back the last choice of the person, and all that came after it; the throws are the same again. */
  undo() {
    const { throws, next, last, answer, made } = this.past.pop();
    this.record.splice(made);
    this.last = last;
    this.answer = answer;
    this.outcome = null;
    this.next = next;
    this.put(throws);
  }
}
