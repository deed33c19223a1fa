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
import { driven, label, positionShown, possible, reasons, stateOf, told } from "./decisions.js";
import { kept, tally } from "./kept.js";
import { PlayedGame } from "./played.js";
import { Puzzles } from "./puzzles.js";

const THINKING_MILLISECONDS = 30;
const SHOWN_MILLISECONDS = 450;
const LEVELS = [
  ["as it was bred", 0],
  ["with a slip in ten moves", 0.1],
  ["with a slip in three moves", 1 / 3],
];
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

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
    this.puzzles = new Puzzles({
      shown: () => this.#showPuzzle(),
      answered: (best, isRight) => this.#showBest(best, isRight),
      left: () => this.#toGame(),
    });
    this.sides = quiet();
    put(document.getElementById("main"), ...this.#laidOut());
    document.addEventListener("keydown", (event) => this.#key(event));
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
        TOLD.puzzles.length ? button(`Puzzles (${TOLD.puzzles.length})`, () => this.puzzles.show()) : null,
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
          this.puzzles.element,
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

  /** The decision that is shown: of a puzzle, or of the game. */
  get decision() {
    return this.puzzles.decision ?? this.game.decision;
  }

  /** The seat of the person. */
  get person() {
    return this.puzzles.decision ? 0 : this.game.person;
  }

  flip() {
    this.board.flip(!this.board.flipped);
  }

  /** Begin a game; `person` is the seat of the person. A game that is left so can be brought back. */
  begin(person = this.game?.person ?? 0) {
    const { past, outcome } = this.game ?? { past: [] };
    const left = !past.length ? this.left : outcome === null ? this.#written : null;
    this.#turnTo(new PlayedGame(person));
    this.left = left;
    this.#decide();
  }

  /** The game as it is kept. */
  get #written() {
    return { ...this.game.written, level: this.level.value };
  }

  /** Go on with a game that was kept; whether it is one. */
  #resume(written) {
    const game = PlayedGame.read(written);
    if (!game) return false;
    this.#turnTo(game);
    this.level.value = LEVELS[written.level] ? written.level : 0;
    if (game.next) this.#decide(game.now.throws);
    else this.#showEnd();
    return true;
  }

  #turnTo(game) {
    this.game = game;
    this.left = null;
    this.#showAnswer();
    this.#showLog();
    this.puzzles.close();
    this.#showSides();
  }

  /** Whose pieces are whose, and what is told of the game; beside a puzzle that is hidden. */
  #showSides() {
    const formula = ` against a formula of ${TOLD.nodes} symbols that was bred, not written: `;
    put(this.sides, "You play ", sign(this.person), formula, sign(1 - this.person));
    for (const part of this.ofGame) part.hidden = this.puzzles.decision !== null;
  }

  /** The next decision: throw, unless the throws are known, and let the person or the player choose. */
  async #decide(throws = null) {
    const { game } = this;
    const token = (this.token = {});
    this.partial.open = false;
    if (throws) game.put(throws);
    else game.throw();
    const { position, seat } = game.now;
    kept.write("game", this.#written);
    this.board.show(positionShown(position, seat));
    this.#throws();
    this.#tell(seat === this.person ? "…" : "It is thinking …");
    await pause(THINKING_MILLISECONDS);
    if (token !== this.token) return;
    this.#besides();
    this.#showUndo();
    if (seat === this.person) this.#ask();
    else await this.#answer(token);
  }

  #ask(words = "") {
    const state = stateOf(this.decision, this.puzzles.decision ? null : this.game.last);
    this.#tell(words || `Your move${TOLD.stochastic ? `: ${this.decision.throws.join(", ")}` : ""}.`);
    this.partial.show(state, true, this.#noteOf(state));
    this.partial.mark(this.reading);
  }

  /** What a person may not know at a decision: how to move at the first, and why nothing else can move. */
  #noteOf({ choices: [{ steps }, ...others], steps: all }) {
    if (!others.length && !steps.length) return "You cannot move.";
    if (!others.length) return this.board.facts.get(steps[0][0])?.meaning ?? "";
    if ((!this.puzzles.decision && this.game.past.length) || !all.length) return "";
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
  #explain(index, slip, decision = this.decision, aloud = true) {
    const found = slip || decision.afterstates.length < 2 ? null : reasons(decision, index);
    const words = told(decision, index);
    const { throws } = decision;
    const [left, reached] = driven(decision, index).map((squares) => squares.map(label).join(", "));
    const met = reached
      ? `It hits you: you stand on ${reached} now instead of ${left}.`
      : left
      ? `It takes your piece on ${left}.`
      : "";
    if (aloud) say([`It plays ${words}`, met].filter(Boolean).join(". "));
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
    if (this.puzzles.decision) return this.puzzles.answer(index);
    this.game.make(index, slip);
    this.#showLog();
    if (this.partial.open) this.partial.close();
    this.board.arrows();
    return this.game.next ? this.#decide() : this.#end();
  }

  /** Show again what was told of the player's last move, if it has moved. */
  #showAnswer() {
    this.reading = [];
    put(this.why, quiet("It has not moved yet."));
    if (this.game.answer) this.#explain(...this.game.answer, false);
  }

  #showLog() {
    const line = ({ seat, throws, told: words }) =>
      [seat === this.game.person ? "you" : "it", throws.join(" "), words].filter(Boolean).join(": ");
    put(this.log, this.game.record.map((one) => el("li", {}, sign(one.seat), line(one))));
    this.log.scrollTop = this.log.scrollHeight;
  }

  #end() {
    kept.write("game", this.#written);
    tally.add(this.game.outcome);
    this.#showEnd();
  }

  #showEnd() {
    const { decision, record, last, outcome } = this.game;
    this.token = {};
    const { position } = decision.afterstates[record.at(-1).index];
    this.#throws();
    this.board.show(positionShown(position, decision.seat));
    this.board.mark({ last: last.steps.flat().filter(Boolean) });
    this.#besides(position);
    this.tallied.textContent = tally.text;
    this.#showUndo();
    this.#tell({ 1: "You have won!", "-1": "It has won.", 0: "A draw." }[outcome]);
  }

  /**
   * Undo what the person has begun, or else their last choice, with the same throws; before the first one, go back
   * to the game that was left.
   */
  undo() {
    const { game, partial } = this;
    if (partial.begun) return partial.back();
    if (this.puzzles.decision) return null;
    if (!game.past.length) return this.left && this.#resume(this.left);
    if (game.outcome !== null) {
      tally.add(game.outcome, -1);
      this.tallied.textContent = tally.text;
    }
    game.undo();
    this.#showLog();
    this.#showAnswer();
    this.board.arrows();
    return this.#decide(game.now.throws);
  }

  #showUndo() {
    const { begun } = this.partial;
    const { past } = this.game;
    const isLeft = this.left && !past.length && !begun;
    this.undoing.textContent = isLeft ? "Back to the game before" : "Undo";
    this.undoing.disabled = !begun && (this.puzzles.decision !== null || !(past.length || this.left));
  }

  #tell(words) {
    this.status.textContent = words;
  }

  #throws(used = new Set()) {
    const { throws } = this.puzzles.decision ?? this.game.now;
    put(this.thrown, throwsShown(throws, { name: TOLD.game }, used));
  }

  #besides(position = this.decision.position) {
    const mine = (pair) => (this.decision.seat === this.person ? pair : [...pair].reverse());
    const places = $m.items(RULES.beside(position)).map(([place, pair]) => [place, mine(pair)]);
    const words = places.map(([place, [own, other]]) => `${place}: you ${own}, it ${other}`);
    this.beside.textContent = words.join("; ");
  }

  #showPuzzle() {
    this.token = {};
    this.reading = [];
    this.#showSides();
    this.#throws();
    this.#besides();
    this.board.arrows();
    this.#ask("Puzzle: find the best move.");
    // What led here may stand far below the board.
    this.status.scrollIntoView({ block: "nearest" });
  }

  /** Show the best move of a puzzle, after the person has answered. */
  #showBest(best, isRight) {
    this.partial.close();
    this.#throws();
    this.board.show(positionShown(this.decision.position, 0));
    this.board.arrows(this.decision.steps(best), "played");
    this.#tell(isRight ? "Right!" : "The arrow shows the best move.");
  }

  /** Leave the puzzles for the game that was being played, or for a new one. */
  #toGame() {
    const { game } = this;
    if (game.outcome !== null) return this.begin();
    this.puzzles.close();
    this.#showSides();
    this.#showAnswer();
    this.board.arrows();
    return this.#decide(game.now.throws);
  }
}

globalThis.page = new Page();
globalThis.page.possible = possible;
