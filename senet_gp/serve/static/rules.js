// The rules of a game: its text, the board at the start, and examples, each a board with a move; and a guided game,
// in which each rule is explained when it first matters.

import * as api from "./api.js";
import { Board } from "./board.js";
import { bringIntoView, button, controls, el, newId, put } from "./dom.js";
import { meanings } from "./facts.js";
import { isFlipped, prefer, prefers } from "./prefs.js";
import { say } from "./say.js";
import { throwsShown } from "./throws.js";

/**
 * An example on a small board, turned round as the game's own is: the move as arrows over the board before it.
 * `kept` is called with the board.
 */
export function exampleShown(example, geometry, game, kept = () => null) {
  const board = new Board(geometry, { title: `${example.title}: an example` });
  kept(board);
  board.flip(isFlipped(game.name));
  board.show(example.before);
  board.arrows(example.steps);
  return el(
    "div",
    { class: "example" },
    throwsShown(example.throws, game),
    board.element,
  );
}

export async function rulesView(root, { game: name }) {
  const games = await api.allGames();
  const game = games.find((one) => one.name === name) ?? games[0];
  const rules = await api.rules(game.name);
  const start = new Board(rules.geometry, { title: `The board of ${rules.title} at the start` });
  start.flip(isFlipped(game.name));
  start.show(rules.start);
  put(
    root,
    el("h1", {}, `How to play ${rules.title}`),
    el("p", { class: "rules" }, rules.rules_text),
    el("div", { class: "example" }, start.element),
    el(
      "div",
      { class: "rules-with-pictures" },
      rules.examples.map((example) =>
        el(
          "section",
          { class: "panel rule" },
          el("h2", {}, example.title),
          el("p", {}, example.text),
          exampleShown(example, rules.geometry, game),
        )
      ),
    ),
    meanings(rules.geometry),
    el("p", {}, el("a", { class: "button main", href: `#/?game=${game.name}` }, `Play ${rules.title}`)),
  );
  document.title = `How to play ${rules.title} · senet-gp`;
  return {};
}

const kept = (game) => `explained-${game.name}`;

/** Explain all rules of a game again, in the game in a file and in no other. */
export function beginGuide(game, file) {
  prefer("guide", file);
  prefer(kept(game), []);
}

export class Guide {
  /** @param ended is called when a person has read all that there was to explain */
  constructor(game, ended) {
    this.game = game;
    this.ended = ended;
    this.element = el("section", { class: "panel guide", hidden: true });
    this.rules = null;
    this.board = null;
  }

  /** Turn the picture round as the board is. */
  flip() {
    this.board?.flip(isFlipped(this.game.name));
  }

  /** Explain what a state is the first case of; nothing where all is known. */
  async show(state) {
    const told = prefers(kept(this.game)) ?? [];
    // A move without a choice is made at once: what it is a case of is told when there is time to read.
    const isTold = prefers("guide") === state.file && !state.can_step;
    const tips = isTold ? state.tips ?? [] : [];
    const next = tips.find((tip) => !told.includes(tip));
    this.element.hidden = next === undefined;
    if (this.element.hidden) return;
    this.rules ??= api.rules(this.game.name);
    const { examples, geometry } = await this.rules;
    const example = examples[next];
    const title = el("h2", { id: newId("guide") }, example.title);
    this.element.setAttribute("aria-labelledby", title.id);
    put(
      this.element,
      title,
      el("p", {}, example.text),
      exampleShown(example, geometry, this.game, (board) => (this.board = board)),
      told.length ? null : el("p", {}, "To move, click on the board, or choose from the list of choices."),
      controls(
        button("Go on", () => {
          prefer(kept(this.game), [...told, next]);
          void this.show(state);
          if (this.element.hidden) this.ended();
        }, { class: "main" }),
        button("Explain nothing more", () => {
          prefer("guide", null);
          this.element.hidden = true;
          this.ended();
        }),
        el("a", { href: `#/rules?game=${this.game.name}` }, "All rules"),
      ),
    );
    // A person who plays on without reading it is not led to it again.
    if (this.told !== next) bringIntoView(this.element);
    this.told = next;
    say(`${example.title}. ${example.text}`);
  }
}
