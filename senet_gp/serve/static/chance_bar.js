// A bar beside the board: who is ahead now.

import * as api from "./api.js";
import { el, svg } from "./dom.js";
import { nameOf } from "./facts.js";
import { wins } from "./numbers.js";

export class ChanceBar {
  constructor() {
    this.words = el("span", { class: "words" });
    this.part = svg("rect", { class: "part", x: 0, y: 0, width: 0, height: 10 });
    this.element = el(
      "div",
      { class: "ahead unknown", role: "img", "aria-label": "Chances", hidden: true },
      this.words,
      svg(
        "svg",
        { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "all", x: 0, y: 0, width: 100, height: 10 }),
        this.part,
      ),
    );
  }

  /** Show the chance in a state, as soon as the server tells it; until then that of the state before. */
  async show(state) {
    this.state = state;
    // Whoever steps fast passes states: only the last one is asked for.
    while (!this.asking && this.told !== this.state) {
      const asked = this.state;
      this.asking = true;
      // The bar is an extra: where it cannot be had, the game goes on without it.
      const found = await api.chance(asked.file, asked.after).catch(() => null);
      this.asking = false;
      this.told = asked;
      this.#tell(asked, found);
    }
  }

  /** There is nothing to tell before a throw, unless a bar is there already. */
  wait() {
    if (this.told || this.asking) return;
    this.words.textContent = "The chances are told after the throw.";
    this.element.setAttribute("aria-label", this.words.textContent);
  }

  #tell(state, found) {
    const seat = Math.max(0, ofWhom(state));
    const first = found?.first ?? null;
    const chance = first === null ? null : seat ? 1 - first : first;
    const told = chance === null ? "not known" : `${wins(chance)} of 100`;
    this.element.classList.toggle("unknown", chance === null);
    this.words.textContent = `${nameOf(state, seat)}: ${told}`;
    this.part.setAttribute("class", `part seat-${seat}`);
    this.part.setAttribute("width", String(100 * (chance ?? 0)));
    this.element.setAttribute(
      "aria-label",
      [this.words.textContent, found?.means].filter(Boolean).join(", "),
    );
    this.element.title = found?.means ?? "";
  }
}

/** The seat whose chances are told: that of the only person, else the first. */
function ofWhom(state) {
  const people = state.players.filter((player) => player.person).length;
  return people === 1 ? state.players.findIndex((player) => player.person) : 0;
}
