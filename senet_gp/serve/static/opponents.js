// The players to choose from, as cards: levels and machines to teach for everybody, and all others in a fold.

import { el, labelled, newId, put } from "./dom.js";

export class Opponents {
  constructor(title) {
    this.name = newId("player");
    this.legend = el("legend", {}, title);
    this.levels = el("div", { class: "levels" });
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
      this.levels,
      el(
        "details",
        {},
        el("summary", {}, "Other players, and your own"),
        this.cards,
        labelled(
          "Player",
          this.other,
          "As on the command line, such as search:2:hand:HC5, expr:(sub 1 2), or a file.",
        ),
      ),
    );
  }

  /** Levels are known at once, all others a moment later. */
  wait(levels, usual) {
    this.show(levels, usual);
    put(this.cards, el("p", { class: "quiet kind" }, "Players are looked for …"));
  }

  rename(title) {
    this.legend.textContent = title;
  }

  /**
   * Show cards, in the fold by their groups. What was chosen stays so, perhaps as another player of the same
   * name; else the card with the text `usual` is chosen, or the first.
   */
  show(cards, usual) {
    const before = this.chosen;
    const like = (key, value) => cards.find((card) => card[key] === value);
    // Several may have one name, and the same level may be another player now.
    const same = (card) => card.text === before?.text && card.name === before.name;
    const chosen = cards.find(same) ??
      like("name", before?.name) ??
      like("text", before?.text) ??
      like("text", usual) ??
      cards[0];
    this.chosen = chosen ?? { text: usual };
    const typed = this.other.value.trim();
    const held = this.#inputs.includes(document.activeElement);
    const inGroup = (group) => cards.filter((card) => (card.group ?? "") === group);
    put(this.levels, inGroup("").map((card) => this.#card(card, card === chosen && !typed)));
    const groups = [...new Set(cards.map((card) => card.group))].filter(Boolean);
    put(
      this.cards,
      groups.map((group) => [
        el("p", { class: "kind" }, group),
        inGroup(group).map((card) => this.#card(card, card === chosen && !typed)),
      ]),
    );
    this.cards.scrollTop = 0;
    if (held) this.#inputs.find((input) => input.checked)?.focus({ preventScroll: true });
  }

  #card(card, checked) {
    const input = el("input", {
      type: "radio",
      name: this.name,
      value: card.text,
      checked,
      data: { name: card.name },
      on: {
        change: () => {
          this.other.value = "";
          this.chosen = card;
        },
      },
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

  /** A text of one's own takes the place of the card that was chosen, as long as it is there. */
  #others() {
    const typed = this.other.value.trim();
    for (const input of this.#inputs) input.checked = !typed && input.value === this.chosen.text;
  }

  get #inputs() {
    return [...this.element.querySelectorAll("input[type=radio]")];
  }

  get value() {
    return this.other.value.trim() || this.#inputs.find((input) => input.checked)?.value || this.chosen.text;
  }
}
