// A page that is given away: somebody plays against a bred player, without a program and without a network.
//
// Before this script stand the game (RULES), the player (PLAYER) and what is told of both (TOLD), all of them
// made when the page was written; the rules and the player's words are translated from Python.

import { Board, sign } from "../static/board.js";
import { button, controls, el, labelled, pause, put, quiet } from "../static/dom.js";
import { Drag } from "../static/drag.js";
import { meanings } from "../static/facts.js";
import { PartialTurn } from "../static/partial.js";
import { say } from "../static/say.js";
import { throwsShown } from "../static/throws.js";

const THINKING_MILLISECONDS = 30;
const SHOWN_MILLISECONDS = 450;
const MOST_DIFFERENCES = 4;
const LEVELS = [
  ["as it was bred", 0],
  ["with a slip in ten moves", 0.1],
  ["with a slip in three moves", 1 / 3],
];

const drawn = (weights) => {
  let left = Math.random() * weights.reduce((a, b) => a + b, 0);
  return Math.max(0, weights.findIndex((weight) => (left -= weight) < 0));
};
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];
const asObject = (dictionary) => Object.fromEntries($m.items(dictionary));
const HAS_BOARD = TOLD.geometry.squares.length > 0;
const label = (square) => RULES.geometry.label(square);

/** What the player thinks of every afterstate; a policy names its move instead. */
const opinions = (decision) => (decision.points ??= points(decision));

function points(decision) {
  const every = decision.afterstates.map((_, index) => index);
  if (!RULES.policy) return every.map((index) => PLAYER.score(decision.view(index)));
  const move = $mod(PLAYER.score(decision.view(0)), every.length);
  return every.map((index) => (index === move ? 1 : 0));
}

/** The choices that the player may make: those that it thinks best. */
function possible(decision) {
  const worth = opinions(decision);
  const best = worth.reduce((a, b) => Math.max(a, b));
  return worth.flatMap((one, index) => (one === best ? [index] : []));
}

/** A move in words: the way of each piece, or where there is no board its notation. */
function told(decision, index) {
  if (RULES.policy) return TOLD.moves[index];
  const ways = [];
  for (const [from, to] of decision.steps(index)) {
    const way = from && ways.find((one) => one.at(-1) === from);
    if (way) way.push(to);
    else ways.push([from, to]);
  }
  const word = (square) => (square ? label(square) : "off");
  const written = ways.map(([from, ...to]) => [from ? label(from) : "new", ...to.map(word)].join("→"));
  const name = HAS_BOARD ? "-" : decision.notation(index);
  return written.join(", ") || (name === "-" ? "no move" : name);
}

/** What speaks for a choice by the player's own formula: how it differs from the next best choice. */
function reasons(decision, index) {
  const worth = opinions(decision);
  const others = worth.flatMap((one, other) => (one < worth[index] ? [other] : []));
  if (RULES.policy || !others.length) return null;
  const other = others.reduce((a, b) => (worth[b] > worth[a] ? b : a));
  const [here, there] = [index, other].map((one) => PLAYER.parts(decision.view(one)));
  const differs = (part) => ` ${part.here} instead of ${part.there}: ${part.meaning}`;
  const differing = TOLD.parts.map((part, place) => ({ ...part, here: here[place], there: there[place] }))
    .filter((part) => part.here !== part.there);
  return {
    text: `Its formula gives this ${worth[index]}. The next best is ${told(decision, other)}, with ${worth[other]}.`,
    squares: differing.flatMap((part) => part.squares),
    parts: differing.slice(0, MOST_DIFFERENCES).map((part) =>
      el("li", {}, el("b", {}, part.text), differs(part))
    ),
  };
}

/** The squares that the other's pieces leave and come to when a choice hits or takes them. */
function driven(decision, index) {
  const squares = (position) =>
    $m.items(RULES.occupants(position, decision.seat))
      .flatMap(([square, seats]) => (seats.includes(1 - decision.seat) ? [square] : []))
      .sort((a, b) => a - b);
  const before = squares(decision.position);
  const after = squares(decision.afterstates[index].position);
  return [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
}

const positionShown = (position, seat) => ({
  squares: asObject(RULES.occupants(position, seat)),
  text: HAS_BOARD ? "" : RULES.text(position),
});

/** A decision as the board's own code knows it. */
function stateOf(decision, last) {
  const first = new Map();
  const ways = RULES.ways(decision);
  const sharing = new Map();
  ways.forEach((own, index) => {
    for (const way of own) {
      const key = $key($f.sorted(way));
      sharing.set(key, (sharing.get(key) ?? new Set()).add(index));
    }
  });
  const shared = new Set([...sharing.values()].filter((one) => one.size > 1).flatMap((one) => [...one]));
  const choices = decision.afterstates.map(({ position, result }, index) => {
    const key = $key([position, result, decision.ends_turn(index)]);
    if (!first.has(key)) first.set(key, index);
    return {
      index,
      like: first.get(key),
      text: told(decision, index),
      steps: decision.steps(index),
      ways: ways[index],
      board: shared.has(index) ? positionShown(position, decision.seat).squares : null,
      remark: "",
    };
  });
  const steps = new Map(ways.flat(2).map((step) => [String(step), step]));
  return {
    position: positionShown(decision.position, decision.seat),
    seat: decision.seat,
    throws: decision.throws,
    choices,
    steps: [...steps.values()].map(([from, to]) => {
      const throws = RULES.throws_for(from, to);
      return { step: [from, to], throws: throws.length ? throws : decision.throws, last: false };
    }),
    last,
    line: [],
  };
}

/** What the browser keeps of this player, or, where it keeps nothing, the page until it is left. */
const kept = {
  held: {},
  read(what) {
    try {
      return JSON.parse(localStorage.getItem(`${TOLD.name}: ${what}`)) ?? this.held[what];
    } catch {
      return this.held[what];
    }
  },
  write(what, value) {
    this.held[what] = value;
    try {
      localStorage.setItem(`${TOLD.name}: ${what}`, JSON.stringify(value));
    } catch {
      // It is held here.
    }
  },
};

/** How many games were won, lost and drawn against this player. */
const tally = {
  read() {
    const counts = kept.read("tally");
    return [0, 1, 2].every((one) => counts?.[one] >= 0) ? [...counts] : [0, 0, 0];
  },
  /** Count a game with this result for the person; one that is undone is counted by -1. */
  add(result, times = 1) {
    const counts = this.read();
    counts[{ 1: 0, "-1": 1, 0: 2 }[result]] += times;
    kept.write("tally", counts);
  },
  get text() {
    const [won, lost, even] = this.read();
    return `You have won ${won}, lost ${lost}${TOLD.draws || even ? ` and drawn ${even}` : ""}.`;
  },
};

/** How many puzzles of this round have been solved or answered, and how many moves were right. */
const solved = {
  get count() {
    const count = kept.read("puzzles")?.[0];
    return Number.isInteger(count) && TOLD.puzzles[count] ? count : 0;
  },
  get right() {
    const right = kept.read("puzzles")?.[1];
    return this.count && right >= 0 ? right : 0;
  },
  add(number, right) {
    kept.write("puzzles", [number + 1, right]);
  },
};

class Page {
  constructor() {
    const pressed = (square) => this.partial.press(square);
    this.board = new Board(TOLD.geometry, { pressed, title: TOLD.title });
    this.partial = new PartialTurn(this.board, {
      falls: TOLD.falls,
      chosen: ({ index }) => this.take(index),
      changed: () => {
        this.#throws(this.partial.turn?.used);
        this.#showUndo();
      },
      stepped: () => null,
    });
    new Drag(this.board, {
      can: (square) => this.partial.canMove(square),
      taken: (square) => this.partial.take(square),
      dropped: (square) => this.partial.drop(square),
    });
    this.status = el("p", { class: "status", role: "status" });
    this.thrown = el("div", { class: "throws-place", hidden: !TOLD.stochastic });
    this.beside = el("p", { class: "beside" });
    this.why = el("div", {});
    this.log = el("ol", { class: "log", tabindex: "0", "aria-label": "Moves" });
    const levels = LEVELS.map(([name], number) => el("option", { value: number }, name));
    this.level = el("select", {}, levels);
    this.undoing = button("Undo", () => this.undo(), { "aria-keyshortcuts": "u" });
    this.tallied = quiet(tally.text);
    this.puzzle = el("div", { class: "panel", hidden: true, "aria-label": "Puzzle" });
    this.sides = quiet();
    put(document.getElementById("main"), ...this.#laidOut());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.person = 0;
    if (!this.#resume(kept.read("game"))) this.begin();
  }

  #laidOut() {
    const side = (text, ...parts) =>
      el("section", { class: "panel", "aria-label": text }, el("h2", {}, text), ...parts);
    this.ofGame = [
      side("Its last move", this.why),
      side("This game", labelled("Its play", this.level), this.tallied, this.log),
    ];
    const words = TOLD.words.map(([word, text]) => [el("dt", {}, word), el("dd", {}, text)]);
    return [
      el("h1", {}, TOLD.title),
      this.sides,
      controls(
        button("New game, you begin", () => this.begin(0), { class: "main" }),
        button("New game, it begins", () => this.begin(1)),
        TOLD.puzzles.length ? button(`Puzzles (${TOLD.puzzles.length})`, () => this.showPuzzle(solved.count)) : null,
      ),
      el(
        "div",
        { class: "table" },
        el(
          "div",
          {},
          this.status,
          this.thrown,
          this.board.element,
          this.beside,
          el("div", { class: "place" }, this.partial.element),
          controls(
            this.undoing,
            button("Flip the board", () => this.flip(), { "aria-keyshortcuts": "f" }),
            button("Larger letters", (event) => {
              const large = document.documentElement.classList.toggle("large");
              event.currentTarget.setAttribute("aria-pressed", String(large));
            }, { "aria-pressed": "false" }),
          ),
        ),
        el(
          "div",
          { class: "side" },
          this.puzzle,
          ...this.ofGame,
        ),
        el(
          "div",
          { class: "side below" },
          side("How it plays", el("p", {}, TOLD.way)),
          side("The rules", el("p", { class: "rules" }, TOLD.rules), meanings(TOLD.geometry)),
          side(
            "Its formula",
            el("p", {}, TOLD.meaning),
            el("pre", {}, TOLD.formula),
            el("dl", { class: "words" }, words),
          ),
        ),
      ),
    ];
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("select")) return;
    const action = {
      u: () => this.undo(),
      f: () => this.flip(),
      b: () => this.board.focusHere(),
      Escape: () => this.partial.back(),
    };
    if (!action[event.key] || (event.key === "Escape" && !this.partial.open)) return;
    event.preventDefault();
    action[event.key]();
  }

  /** Whose pieces are whose; `person` is the seat of the person. */
  #seat(person) {
    this.person = person;
    const formula = ` against a formula of ${TOLD.nodes} symbols that was bred, not written: `;
    put(this.sides, "You play ", sign(person), formula, sign(1 - person));
  }

  flip() {
    this.board.flip(!this.board.flipped);
  }

  /** Begin a game; `person` is the seat of the person. A game that is left so can be brought back. */
  begin(person = this.person) {
    const left = this.record?.length && this.outcome === null ? this.#written() : null;
    const starts = RULES.starts();
    this.#clear(person, Math.floor(Math.random() * starts.length));
    this.left = left;
    this.#decide(starts[this.start], 0, 1);
  }

  #clear(person, start) {
    this.#seat(person);
    this.start = start;
    this.left = null;
    this.#solve(null);
    this.record = [];
    this.past = [];
    this.outcome = null;
    this.last = null;
    this.reading = [];
    put(this.why, quiet("It has not moved yet."));
    put(this.log);
  }

  /** The game as it is kept: where it began, what was chosen, and what is thrown now. */
  #written() {
    return {
      start: this.start,
      person: this.solving ? this.game.person : this.person,
      level: this.level.value,
      choices: this.record.map(({ throws, index, slip }) => [throws, index, slip]),
      throws: this.now.throws,
    };
  }

  /** Go on with a game that was kept; whether it is one. */
  #resume(game) {
    let [next, answer] = [null, null];
    try {
      this.#clear(game.person ? 1 : 0, game.start);
      this.level.value = LEVELS[game.level] ? game.level : 0;
      next = [RULES.starts()[game.start], 0, 1];
      for (const [throws, index, slip] of game.choices) {
        this.#put(...next, throws);
        if (this.decision.seat !== this.person) answer = [index, slip, this.decision];
        next = this.#make(index, slip);
      }
      if (next) this.#put(...next, game.throws);
    } catch {
      this.record = [];
      return false;
    }
    if (answer) this.#explain(...answer);
    if (next) this.#decide(...next, game.throws);
    else this.#showEnd();
    return true;
  }

  /** Put a position on the table; throws that it cannot have are refused. */
  #put(position, seat, turn, throws) {
    if (!RULES.throw_chances(position).has(throws)) throw new Error("there are no such throws");
    this.now = { position, seat, turn, throws };
    this.thrownNow = throws;
    this.decision = new $Decision(RULES, seat, position, throws);
  }

  /** The next decision: throw, and let the person or the player choose. */
  async #decide(position, seat, turn, throws = null) {
    const token = (this.token = {});
    const chances = $m.items(RULES.throw_chances(position));
    this.partial.open = false;
    this.thrownNow = throws ?? chances[drawn(chances.map(([, chance]) => chance))][0];
    this.now = { position, seat, turn, throws: this.thrownNow };
    kept.write("game", this.#written());
    this.board.show(positionShown(position, seat));
    this.#throws();
    this.#tell(seat === this.person ? "…" : "It is thinking …");
    await pause(THINKING_MILLISECONDS);
    if (token !== this.token) return;
    this.decision = new $Decision(RULES, seat, position, this.thrownNow);
    this.#besides();
    this.#showUndo();
    if (seat === this.person) this.#ask();
    else await this.#answer(token);
  }

  #ask(words = "") {
    const state = stateOf(this.decision, this.last);
    this.#tell(words || `Your move${TOLD.stochastic ? `: ${this.thrownNow.join(", ")}` : ""}.`);
    this.partial.show(state, true, this.#noteOf(state));
    this.partial.mark(this.reading);
  }

  /** What a person may not know at a decision: how to move at the first, and why nothing else can move. */
  #noteOf({ choices: [{ steps }, ...others], steps: all }) {
    if (!others.length && !steps.length) return "You cannot move.";
    if (!others.length) return this.board.facts.get(steps[0][0])?.meaning ?? "";
    if (this.past.length || !all.length) return "";
    return all.every(({ step: [from] }) => from)
      ? "The pieces that can move have a ring. Choose one, then its square."
      : "";
  }

  async #answer(token) {
    const { decision } = this;
    const [, slips] = LEVELS[this.level.value];
    const every = decision.afterstates.map((_, index) => index);
    const slip = Math.random() < slips;
    const index = slip ? anyOf(every) : anyOf(possible(decision));
    this.#explain(index, slip);
    const steps = decision.steps(index);
    this.board.arrows(steps, "played");
    await pause(SHOWN_MILLISECONDS);
    if (token !== this.token) return;
    this.take(index, slip);
  }

  /** Tell the player's move, and what speaks for it. */
  #explain(index, slip, decision = this.decision) {
    const found = slip || decision.afterstates.length < 2 ? null : reasons(decision, index);
    const words = told(decision, index);
    const { throws } = decision;
    const [left, reached] = driven(decision, index).map((squares) => squares.map(label).join(", "));
    const met = reached
      ? `It hits you on ${left}; you stand on ${reached} instead.`
      : left
      ? `It takes your piece on ${left}.`
      : "";
    say([`It plays ${words}`, met].filter(Boolean).join(". "));
    put(
      this.why,
      el(
        "p",
        {},
        throws.length ? `${throws.join(", ")}: ` : "",
        el("b", {}, words),
        slip ? ": a slip, by lot." : ".",
      ),
      met ? el("p", {}, met) : null,
      found ? [el("p", {}, found.text), el("ul", {}, found.parts)] : null,
    );
    this.reading = found?.squares ?? [];
  }

  /** Make a choice, of the person or of the player. */
  take(index, slip = false) {
    if (this.solving) return this.#solved(index);
    const next = this.#make(index, slip);
    if (this.partial.open) this.partial.close();
    this.board.arrows();
    return next ? this.#decide(...next) : this.#end();
  }

  /** Record a choice; the position, the seat and the turn that it leads to, or null if the game is over. */
  #make(index, slip) {
    const { decision } = this;
    const person = decision.seat === this.person;
    if (person) this.past.push(this.#kept());
    const notation = decision.notation(index);
    this.record.push({ seat: decision.seat, throws: decision.throws, index, slip, notation });
    this.last = { steps: [...decision.steps(index), driven(decision, index)[1]] };
    const line = [person ? "you" : "it", decision.throws.join(" "), told(decision, index)].filter(Boolean);
    this.log.append(el("li", {}, sign(decision.seat), line.join(": ")));
    this.log.scrollTop = this.log.scrollHeight;
    const result = decision.result(index);
    const ends = decision.ends_turn(index);
    if (result !== null || (ends && this.now.turn >= TOLD.most_turns)) {
      this.outcome = (person ? 1 : -1) * (result ?? 0);
      return null;
    }
    return [decision.following(index), ends ? 1 - decision.seat : decision.seat, this.now.turn + ends];
  }

  /** What a game goes on from. */
  #kept() {
    const { now, last, record, log } = this;
    return { ...now, last, record: [...record], log: log.children.length };
  }

  #end() {
    kept.write("game", this.#written());
    tally.add(this.outcome);
    this.#showEnd();
  }

  #showEnd() {
    const { decision } = this;
    this.token = {};
    const { position } = decision.afterstates[this.record.at(-1).index];
    this.#throws();
    this.board.show(positionShown(position, decision.seat));
    this.board.mark({ last: this.last.steps.flat().filter(Boolean) });
    this.#besides(position);
    this.tallied.textContent = tally.text;
    this.#showUndo();
    this.#tell({ 1: "You have won!", "-1": "It has won.", 0: "A draw." }[this.outcome]);
  }

  /**
   * Undo what the person has begun, or else their last choice, with the same throws; before the first one, go back
   * to the game that was left.
   */
  undo() {
    if (this.partial.begun) return this.partial.back();
    if (this.solving) return null;
    const before = this.past.pop();
    if (!before) return this.left && this.#resume(this.left);
    if (this.outcome !== null) {
      tally.add(this.outcome, -1);
      this.tallied.textContent = tally.text;
    }
    this.record = before.record;
    this.last = before.last;
    while (this.log.children.length > before.log) this.log.lastChild.remove();
    this.outcome = null;
    this.board.arrows();
    return this.#decide(before.position, before.seat, before.turn, before.throws);
  }

  #showUndo() {
    const { begun } = this.partial;
    const isLeft = this.left && !this.past.length && !begun;
    this.undoing.textContent = isLeft ? "Back to the game before" : "Undo";
    this.undoing.disabled = !begun && (Boolean(this.solving) || !(this.past.length || this.left));
  }

  #tell(words) {
    this.status.textContent = words;
  }

  #throws(used = new Set()) {
    put(this.thrown, throwsShown(this.thrownNow ?? [], { name: TOLD.game }, used));
  }

  #besides(position = this.decision.position) {
    const mine = (pair) => (this.decision.seat === this.person ? pair : [...pair].reverse());
    const places = $m.items(RULES.beside(position)).map(([place, pair]) => [place, mine(pair)]);
    const words = places.map(([place, [own, other]]) => `${place}: you ${own}, it ${other}`);
    this.beside.textContent = words.join("; ");
  }

  /** Leave the puzzles for the game that was being played, or for a new one. */
  #toGame() {
    const { game } = this;
    if (!game.record.length || game.outcome !== null) return this.begin(game.person);
    this.#solve(null);
    this.#seat(game.person);
    this.past = game.past;
    this.last = game.last;
    this.board.arrows();
    return this.#decide(game.position, game.seat, game.turn, game.throws);
  }

  /** Solve a puzzle, or none; meanwhile what is told of the game is hidden. */
  #solve(solving) {
    this.solving = solving;
    this.puzzle.hidden = !solving;
    for (const part of this.ofGame) part.hidden = Boolean(solving);
  }

  /** Show a puzzle: find the best move. */
  showPuzzle(number) {
    const puzzle = TOLD.puzzles[number];
    if (!this.solving) {
      this.game = { ...this.#kept(), person: this.person, past: this.past, outcome: this.outcome };
    }
    this.right = number ? this.right ?? solved.right : 0;
    this.token = {};
    this.#solve({ number, puzzle });
    this.past = [];
    this.reading = [];
    this.#seat(0);
    this.last = null;
    this.thrownNow = puzzle.throws;
    this.decision = new $Decision(RULES, 0, puzzle.position(), puzzle.throws);
    this.#throws();
    this.#besides();
    put(
      this.puzzle,
      el("h2", {}, `Puzzle ${number + 1} of ${TOLD.puzzles.length}`),
      el("p", {}, "You are to move. Which move wins most often?"),
      controls(
        button("Show the answer", () => this.#solved(null)),
        button("To the game", () => this.#toGame()),
      ),
    );
    this.board.arrows();
    this.#ask("Puzzle: find the best move.");
    // What led here may stand far below the board.
    this.status.scrollIntoView({ block: "nearest" });
  }

  #solved(index) {
    const { number, puzzle } = this.solving;
    const right = puzzle.best.includes(index);
    this.right += right;
    solved.add(number, this.right);
    this.partial.close();
    this.#throws();
    this.board.show(positionShown(this.decision.position, 0));
    this.board.arrows(this.decision.steps(puzzle.best[0]), "played");
    const worth = (move) => `${told(this.decision, move)}: ${puzzle.chances[move]}.`;
    const verdict = index === null ? "" : right ? "Right!" : `Yours is ${worth(index)}`;
    const second = index === puzzle.next ? "" : `The second best is ${worth(puzzle.next)} `;
    const last = number + 1 === TOLD.puzzles.length;
    put(
      this.puzzle,
      el("h2", {}, `Puzzle ${number + 1} of ${TOLD.puzzles.length}`),
      el("p", {}, el("b", {}, verdict)),
      el("p", {}, `Best is ${worth(puzzle.best[0])}`),
      el("p", {}, second, puzzle.reasons.length ? `Compared with ${second ? "that" : "yours"}, the best one` : ""),
      puzzle.reasons.length ? el("ul", {}, puzzle.reasons.map((text) => el("li", {}, text))) : null,
      last ? el("p", {}, `You have found ${this.right} of ${TOLD.puzzles.length}.`) : null,
      controls(
        last ? null : button("Next", () => this.showPuzzle(number + 1), { class: "main" }),
        button("To the game", () => this.#toGame()),
      ),
    );
    this.#tell(right ? "Right!" : "The arrow shows the best move.");
  }
}

globalThis.page = new Page();
globalThis.page.possible = possible;
