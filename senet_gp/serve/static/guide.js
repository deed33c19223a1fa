// A guided game: each rule is explained when it first matters.

import * as api from "./api.js";
import { button, el, newId, put } from "./dom.js";
import { prefer, prefers } from "./prefs.js";
import { exampleShown } from "./rules.js";
import { say } from "./say.js";

const kept = (game) => `explained-${game.name}`;

/** Explain all rules of a game anew, in the next games. */
export function beginGuide(game) {
  prefer("guide", true);
  prefer(kept(game), []);
}

export class Guide {
  constructor(game) {
    this.game = game;
    this.element = el("section", { class: "panel guide", hidden: true });
    this.rules = null;
  }

  /** Explain what a state is the first case of; nothing where all is known. */
  async show(state) {
    const told = prefers(kept(this.game)) ?? [];
    const next = prefers("guide") ? (state.tips ?? []).find((tip) => !told.includes(tip)) : undefined;
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
      exampleShown(example, geometry, this.game),
      el(
        "div",
        { class: "controls" },
        button("Go on", () => {
          prefer(kept(this.game), [...told, next]);
          void this.show(state);
        }, { class: "main" }),
        button("Explain nothing more", () => {
          prefer("guide", false);
          this.element.hidden = true;
        }),
        el("a", { href: `#/rules?game=${this.game.name}` }, "All rules"),
      ),
    );
    say(`${example.title}. ${example.text}`);
  }
}
