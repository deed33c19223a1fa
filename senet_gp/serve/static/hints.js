// Hints: the best choices in wins of 100, or as results of perfect play; and why one choice is better than another.

import * as api from "./api.js";
import { bringIntoView, el, labelled, put, quiet } from "./dom.js";
import { say } from "./say.js";
import { lookedAt, rowsShown } from "./sections.js";
import { comparisonShown, whyColumn } from "./why.js";

export class Hints {
  /**
   * @param looked is called with a choice that is looked at and squares to mark, or null
   * @param noted is called with notes on choices, by index
   * @param failed is called with an error
   */
  constructor({ looked, noted, failed }) {
    this.looked = looked;
    this.noted = noted;
    this.failed = failed;
    this.hints = el("div");
    this.reasons = el("div");
    this.element = el(
      "section",
      { class: "panel hints-panel", "aria-label": "Hints", hidden: true },
      this.hints,
      this.reasons,
    );
  }

  /** A new state: hints of the one before are no longer true. */
  show(state) {
    this.state = state;
    this.element.hidden = true;
    put(this.hints);
    put(this.reasons);
    this.noted({});
    this.best = null;
    this.squares = [];
  }

  /** Ask for something about the state; the answer counts only if the state is still shown. */
  async #about(place, waiting, request) {
    const { state } = this;
    if (state.choices.length < 2) return null;
    this.element.hidden = false;
    put(place, el("p", { class: "quiet", "aria-busy": "true" }, waiting));
    if (place === this.hints) bringIntoView(this.element);
    say(waiting);
    try {
      const found = await request(state);
      return this.state === state ? found : null;
    } catch (error) {
      put(place);
      this.element.hidden = !this.hints.childNodes.length && !this.reasons.childNodes.length;
      this.failed(error);
      return null;
    }
  }

  async hint() {
    const ask = ({ file, after }) => api.hint(file, after);
    const found = await this.#about(this.hints, "The choices are judged …", ask);
    if (!found) return;
    const { rows } = found.best;
    this.noted(Object.fromEntries(rows.map(({ index, worth }) => [index, worth])));
    this.best = rows[0].index;
    put(
      this.hints,
      el("h2", {}, found.title),
      found.verdict ? el("p", {}, found.verdict) : null,
      quiet(found.sentence),
      this.#table(found.best),
      found.trust ? el("details", {}, el("summary", {}, "How sure is this?"), quiet(found.trust)) : null,
    );
    bringIntoView(this.hints);
    void this.#compare(this.best);
    say(`${found.verdict} First: ${rows[0].text}, ${rows[0].worth}`.trim());
  }

  #table(best) {
    const choice = (one) => this.state.choices.find((other) => other.index === one.index);
    return rowsShown(best, {
      name: "hint-table",
      about: (one) => ({ on: lookedAt(() => this.looked(choice(one)), () => this.looked(null)) }),
      more: [whyColumn((index) => this.why(index))],
    });
  }

  /** Compare a choice with another one; by default the best ones. */
  async why(choice = null, rival = null) {
    const wanted = choice ?? this.best;
    if (wanted === null) {
      await this.hint();
      return;
    }
    if (await this.#compare(wanted, rival)) bringIntoView(this.reasons);
  }

  /** Show why a choice is better than another; whether that is known. */
  async #compare(wanted, rival = null) {
    const given = rival === null ? { choice: wanted } : { choice: wanted, rival };
    const ask = ({ file, after }) => api.why(file, after, given);
    const found = await this.#about(this.reasons, "The two moves are compared …", ask);
    if (!found) return false;
    put(
      this.reasons,
      el("h2", {}, "Why"),
      comparisonShown(found),
      el(
        "details",
        { open: rival !== null },
        el("summary", {}, "Compare two other moves"),
        el(
          "div",
          { class: "pair" },
          this.#picker("Move", found.choice, (index) => this.why(index, found.rival)),
          this.#picker("Compared with", found.rival, (index) => this.why(found.choice, index)),
        ),
      ),
    );
    this.squares = found.squares;
    this.looked(this.state.choices.find((one) => one.index === found.choice), found.squares);
    say(found.sentences.join(" "));
    return true;
  }

  #picker(label, index, picked) {
    const choices = this.state.choices.map((one) =>
      el("option", { value: one.index, selected: one.index === index }, one.text)
    );
    return labelled(
      label,
      el("select", { on: { change: (event) => void picked(Number(event.target.value)) } }, choices),
    );
  }
}
