// A guided game: each rule is explained when it first matters.

import * as api from "./api.js";
import { bringIntoView, button, el, newId, put } from "./dom.js";
import { isFlipped } from "./flip.js";
import { prefer, prefers } from "./prefs.js";
import { exampleShown } from "./rules.js";
import { say } from "./say.js";

const kept = (game) => `explained-${game.name}`;

/** Explain all rules of a game anew, in the game in a file; other games are left as they are. */
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
      el(
        "div",
        { class: "controls" },
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
    // Whoever plays on without reading it is not led to it again.
    if (this.told !== next) bringIntoView(this.element);
    this.told = next;
    say(`${example.title}. ${example.text}`);
  }
}
