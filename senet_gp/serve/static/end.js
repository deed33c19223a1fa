// The end of a game: who has won, and what can be done next.

import { button, el, newId } from "./dom.js";
import { downloadLink } from "./records.js";

export class End {
  /**
   * @param state a state of the game
   * @param again is called to play again
   * @param teach is called to let a machine learn from the game
   * @param watched whether nobody but players plays
   */
  constructor(state, { again, teach, watched }) {
    this.title = el("h2", { id: newId("end") });
    this.about = el("p");
    this.teaching = button("Let the machine learn", teach);
    const analysis = `#/analyse?file=${encodeURIComponent(state.file)}`;
    this.analysing = el("a", { class: "button", href: analysis }, "Analyse");
    this.element = el(
      "section",
      { class: "panel end", tabindex: "-1", "aria-labelledby": this.title.id, hidden: true },
      this.title,
      this.about,
      el(
        "div",
        { class: "controls" },
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

  focus() {
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }
}
