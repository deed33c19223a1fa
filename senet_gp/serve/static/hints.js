// Hints: the best choices in wins of 100, or as results of perfect play; and why one choice is better than another.

import * as api from "./api.js";
import { bringIntoView, button, el, labelled, put } from "./dom.js";
import { wins } from "./chances.js";
import { say } from "./say.js";
import { comparisonShown } from "./why.js";

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
    const found = await this.#about(
      this.hints,
      "The choices are judged …",
      ({ file, after }) => api.hint(file, after),
    );
    if (!found) return;
    const notes = Object.fromEntries(
      found.choices.map((one) => [one.index, found.exact ? one.known : `${wins(one.chance)} of 100`]),
    );
    this.noted(notes);
    this.best = found.choices[0].index;
    put(this.hints, this.#table(found));
    bringIntoView(this.hints);
    void this.#compare(this.best);
    const [best] = found.choices;
    const worth = found.exact ? best.known : `${wins(best.chance)} wins of 100`;
    say(`${found.verdict} First: ${best.text}, ${worth}`.trim());
  }

  #table(found) {
    const choice = (one) => this.state.choices.find((other) => other.index === one.index);
    const looks = (one) => ({
      mouseenter: () => this.looked(choice(one)),
      mouseleave: () => this.looked(null),
      focusin: () => this.looked(choice(one)),
      focusout: () => this.looked(null),
    });
    const row = (one) =>
      el(
        "tr",
        { on: looks(one) },
        el("th", { scope: "row" }, one.text),
        found.exact
          ? el("td", {}, one.known)
          : [
            el("td", { class: "n" }, wins(one.chance)),
            el("td", {}, one.note),
          ],
        el(
          "td",
          { class: "n" },
          button("why", () => void this.why(one.index), { class: "plain", "aria-label": `Why ${one.text}` }),
        ),
      );
    const heads = found.exact ? [["Result"]] : [["Wins of 100", "n"], ["Note"]];
    return [
      el("h2", {}, found.exact ? "Perfect play" : "Chances"),
      found.verdict ? el("p", {}, found.verdict) : null,
      el("p", { class: "quiet" }, found.sentence),
      el(
        "table",
        { class: "hint-table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, "Move"),
            heads.map(([head, kind]) => el("th", { scope: "col", class: kind ?? null }, head)),
            el("td"),
          ),
        ),
        el("tbody", {}, found.choices.map(row)),
      ),
      found.trust
        ? el("details", {}, el("summary", {}, "How sure is this?"), el("p", { class: "quiet" }, found.trust))
        : null,
    ];
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
    const found = await this.#about(
      this.reasons,
      "The two moves are compared …",
      ({ file, after }) => api.why(file, after, given),
    );
    if (!found) return false;
    const asked = rival !== null;
    put(
      this.reasons,
      el("h2", {}, "Why"),
      comparisonShown(found),
      el(
        "details",
        { open: asked },
        el("summary", {}, "Compare two other moves"),
        el(
          "div",
          { class: "pair" },
          this.#picker("Move", found.choice, (index) => this.why(index, found.rival)),
          this.#picker("Compared with", found.rival, (index) => this.why(found.choice, index)),
        ),
      ),
    );
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
