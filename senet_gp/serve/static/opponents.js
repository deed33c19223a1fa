// The players to choose from, as cards: name, strength, and what they care for.

import { el, labelled, newId, put } from "./dom.js";

const KINDS = {
  run: "Bred by your runs",
  champion: "Champions' files",
  perfect: "Perfect play",
  hand: "Made by hand",
  network: "Networks",
  search: "Looking ahead",
  machine: "Machines that learn",
  table: "Tables",
  expression: "Expressions",
  random: "Random",
};

export class Opponents {
  constructor(title) {
    this.name = newId("player");
    this.legend = el("legend", {}, title);
    this.cards = el("div", { class: "cards" });
    this.other = el("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      on: { input: () => this.#others() },
    });
    this.element = el(
      "fieldset",
      { class: "opponents" },
      this.legend,
      this.cards,
      el(
        "details",
        {},
        el("summary", {}, "Another player"),
        labelled(
          "Player",
          this.other,
          "As on the command line, such as search:2:hand:HC5, expr:(sub 1 2), or a file.",
        ),
      ),
    );
  }

  /** Before the cards are there, the usual player is chosen. */
  wait(usual) {
    this.usual = usual;
    put(this.cards, el("p", { class: "quiet kind" }, "Players are looked for …"));
  }

  rename(title) {
    this.legend.textContent = title;
  }

  /** Show cards; the one with the text `usual` is chosen. */
  show(cards, usual) {
    this.usual = usual;
    const all = cards.filter((card) => card.kind !== "person");
    const chosen = all.find((card) => card.text === usual) ?? all[0];
    const kinds = [...new Set([...Object.keys(KINDS), ...all.map((card) => card.kind)])];
    put(
      this.cards,
      chosen ? [el("p", { class: "kind" }, "To begin with"), this.#card(chosen, true)] : null,
      kinds.map((kind) => {
        const some = all.filter((card) => card.kind === kind && card !== chosen);
        return some.length
          ? [el("p", { class: "kind" }, KINDS[kind] ?? kind), some.map((card) => this.#card(card, false))]
          : null;
      }),
    );
    this.cards.scrollTop = 0;
  }

  #card(card, checked) {
    const input = el("input", {
      type: "radio",
      name: this.name,
      value: card.text,
      checked,
      on: { change: () => this.#carded() },
    });
    return el(
      "label",
      { class: "card" },
      input,
      el(
        "span",
        { class: "about" },
        el("span", { class: "name" }, card.name),
        card.strength ? el("span", { class: "strength" }, card.strength) : null,
        card.sentence ? el("span", { class: "quiet" }, card.sentence) : null,
      ),
    );
  }

  /** A text of one's own takes the place of the cards, and a card the place of the text. */
  #others() {
    if (this.other.value.trim()) {
      for (const input of this.cards.querySelectorAll("input")) input.checked = false;
    }
  }

  #carded() {
    this.other.value = "";
  }

  get value() {
    return this.other.value.trim() || this.cards.querySelector("input:checked")?.value || this.usual;
  }
}
