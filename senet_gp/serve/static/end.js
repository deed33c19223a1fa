// The end of a game: who has won, and what can be done next.

import * as api from "./api.js";
import { address, button, controls, el, newId, put } from "./dom.js";
import { downloadLink } from "./records.js";

export class End {
  /**
   * @param state a state of the game
   * @param again is called to play again
   * @param teach is called to let a machine learn from the game
   * @param watched whether no person plays
   */
  constructor(state, { again, teach, watched }) {
    this.title = el("h2", { id: newId("end") });
    this.about = el("p");
    this.reviewed = el("ul", { class: "review" });
    this.teaching = button("Let the machine learn", teach);
    const analysis = address("analyse", { file: state.file });
    this.analysing = el("a", { class: "button", href: analysis }, "Analyse");
    this.element = el(
      "section",
      { class: "panel end", tabindex: "-1", "aria-labelledby": this.title.id, hidden: true },
      this.title,
      this.about,
      this.reviewed,
      controls(
        button(watched ? "Watch another" : "Play again", again, { class: "main" }),
        this.analysing,
        this.teaching,
        el("a", { class: "button", href: `#/?game=${state.game}` }, "New game"),
        downloadLink(state.file, "Download the record", { class: "button" }),
      ),
    );
  }

  /** Show it at the end of a game. */
  show(state) {
    this.element.hidden = state.outcome === null;
    if (this.element.hidden) return;
    this.title.textContent = state.status;
    this.about.textContent = state.length;
    this.analysing.hidden = !state.moves.length;
    this.teaching.hidden = state.lesson !== "possible";
  }

  /** After a guided game: luck, the best and the worst move, and what comes next. */
  async review(file) {
    put(this.reviewed, el("li", { class: "quiet" }, "Your choices are compared with the best ones …"));
    const found = api.analyse(file).then(({ job }) => api.whenDone(() => api.analysis(job)));
    // Without a review the game has ended all the same.
    const { review } = await found.catch(() => ({ review: [] }));
    const look = (after) => el("a", { href: address("analyse", { file, at: after }) }, "Look at it");
    put(
      this.reviewed,
      review.map(({ text, after }) => el("li", {}, `${text} `, after === null ? null : look(after))),
      el("li", {}, "Next: the same again without the guide, or a new game."),
    );
  }

  focus() {
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }
}
