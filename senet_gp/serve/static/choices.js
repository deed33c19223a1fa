// The list of choices beside the board, for eyes, keyboard and readers of the screen.

import { el, labelled, newId, put, walkedList } from "./dom.js";

/** With this many choices or more there is a filter. */
const FILTERED = 8;
/** The most that are listed at once: a turn of Senet may have hundreds. */
const LISTED = 200;

export class Choices {
  /**
   * @param chosen is called with a choice that a person chooses
   * @param looked is called with a choice that a person looks at, or null
   */
  constructor({ chosen, looked }) {
    this.chosen = chosen;
    this.looked = looked;
    this.notes = {};
    this.all = [];
    this.heading = el("h2", { id: newId("choices") });
    this.filter = el("input", { type: "search", autocomplete: "off", on: { input: () => this.#fill() } });
    this.field = labelled("Filter", this.filter);
    this.none = el("p", { class: "quiet", hidden: true });
    this.list = walkedList("ul", { class: "choices", "aria-labelledby": this.heading.id });
    this.element = el(
      "section",
      { class: "panel choices-panel", "aria-labelledby": this.heading.id },
      this.heading,
      this.field,
      this.list,
      this.none,
    );
  }

  /**
   * Show choices.
   * @param choices those that remain
   * @param count how many there are in all
   * @param played in an earlier state, the index of what was played; then nothing can be chosen
   * @param open whether a person chooses now
   * @param waits whether there will be choices again, so that the list keeps its place
   * @param many whether the game may have many choices
   */
  show(choices, count, { open, played = null, title = "Choices", waits = false, many = false }) {
    this.all = choices;
    this.open = open;
    this.played = played;
    this.element.hidden = !count && !waits;
    this.element.classList.toggle("waits", waits);
    this.element.classList.toggle("many", many);
    // Between a person's choices the list stays as high as it was.
    if (count) this.element.style.setProperty("--listed", count < FILTERED ? count : FILTERED + 2);
    this.heading.textContent = !count
      ? title
      : choices.length === count
      ? `${title} (${count})`
      : `${title} (${choices.length} of ${count})`;
    this.field.hidden = count < FILTERED;
    if (this.field.hidden) this.filter.value = "";
    this.#fill();
  }

  /** Notes on choices, by index: their chances. */
  note(notes) {
    this.notes = notes;
    this.#fill();
  }

  #fill() {
    const wanted = plain(this.filter.value);
    const shown = this.all.filter((choice) =>
      plain(`${choice.text} ${choice.notation} ${choice.remark}`).includes(wanted)
    );
    const focused = this.list.contains(document.activeElement) && document.activeElement.dataset.choice;
    put(this.list, shown.slice(0, LISTED).map((choice, number) => el("li", {}, this.#entry(choice, number))));
    if (focused) this.list.querySelector(`[data-choice="${focused}"]`)?.focus({ preventScroll: true });
    this.none.hidden = (shown.length > 0 && shown.length <= LISTED) || !this.all.length;
    this.none.textContent = shown.length
      ? `${shown.length - LISTED} more: filter them, or begin on the board.`
      : "No choice has this text.";
  }

  #entry(choice, number) {
    const note = this.notes[choice.index];
    const remark = [choice.remark, choice.index === this.played ? "played" : ""].filter(Boolean).join(", ");
    return el(
      "button",
      {
        type: "button",
        class: choice.index === this.played ? "choice played" : "choice",
        tabindex: number ? "-1" : "0",
        "aria-disabled": this.open ? null : "true",
        data: { choice: choice.index },
        on: {
          click: () => this.open && this.chosen(choice),
          focus: () => this.looked(choice),
          blur: () => this.looked(null),
          mouseenter: () => this.looked(choice),
          mouseleave: () => this.looked(null),
        },
      },
      el("span", { class: "moves" }, choice.text === "-" ? "no move" : choice.text),
      remark ? el("span", { class: "remark" }, remark) : null,
      note ? el("span", { class: "chance" }, note) : null,
    );
  }

  focus(options) {
    this.list.querySelector("button[tabindex='0']")?.focus(options);
  }
}

/** A text of moves without what people leave out when they write it. */
const plain = (text) => text.toLowerCase().replace(/->|>|-/g, "→").replace(/[\s,*]/g, "");
