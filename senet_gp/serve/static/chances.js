// Chances as people read them, in wins of 100: a bar beside the board that tells who is ahead, and the graph of a game.

import * as api from "./api.js";
import { el, quiet, svg } from "./dom.js";

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
    // A person who steps fast passes states: only the last one is asked for.
    while (!this.asking && this.told !== this.state) {
      const asked = this.state;
      this.asking = true;
      // The bar is an extra: where it cannot be had, the game goes on without it.
      const found = await api.chance(asked.file, asked.after).catch(() => null);
      this.asking = false;
      this.told = asked;
      this.#tell(found);
    }
  }

  /** There is nothing to tell before a throw, unless a bar is there already. */
  wait() {
    if (this.told || this.asking) return;
    this.words.textContent = "The chances are told after the throw.";
    this.element.setAttribute("aria-label", this.words.textContent);
  }

  #tell(found) {
    this.element.classList.toggle("unknown", !found);
    this.words.textContent = found?.told ?? "The chances are not known.";
    this.part.setAttribute("class", `part seat-${found?.seat ?? 0}`);
    this.part.setAttribute("width", String(100 * (found?.chance ?? 0)));
    this.element.title = found?.means ?? "";
    this.element.setAttribute("aria-label", [this.words.textContent, found?.means].filter(Boolean).join(", "));
  }
}

const [WIDTH, HEIGHT] = [600, 200];

/** The graph: one side's wins of 100 after each choice, mistakes marked; a click jumps there. */
export class Chart {
  /**
   * @param name what the side is called whose chances these are
   * @param picked is called with the number of a choice, from 0
   */
  constructor(analysis, name, picked) {
    const { choices, begun } = analysis;
    this.count = choices.length;
    const chances = [begun, ...choices.map((choice) => choice.chance)];
    this.x = (index) => (WIDTH * index) / Math.max(1, chances.length - 1);
    const y = (value) => HEIGHT * (1 - value);
    const line = chances.map((chance, index) => `${this.x(index).toFixed(1)},${y(chance).toFixed(1)}`);
    const point = (chance, number, radius) => svg("circle", { cx: this.x(number + 1), cy: y(chance), r: radius });
    const marked = choices.map(({ mark, grade, chance }, number) =>
      mark ? point(chance, number, grade === "blunder" ? 6 : 4) : null
    );
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT, x1: 0, x2: 0 });
    this.drawing = svg(
      "svg",
      {
        viewBox: `-4 -8 ${WIDTH + 8} ${HEIGHT + 16}`,
        "aria-hidden": "true",
        on: {
          click: (event) => picked(this.#at(event)),
          pointermove: (event) => event.buttons && picked(this.#at(event)),
        },
      },
      svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
      [0.25, 0.5, 0.75].map((value) =>
        svg("path", { class: value === 0.5 ? "half" : "quarter", d: `M0,${y(value)}H${WIDTH}` })
      ),
      svg("path", { class: "area", d: `M0,${HEIGHT / 2} L${line.join(" L")} L${WIDTH},${HEIGHT / 2}Z` }),
      svg("polyline", { class: "chance", points: line.join(" ") }),
      marked,
      this.cursor,
    );
    const scale = ["100", "50", "0"].map((text) => el("span", {}, text));
    this.element = el(
      "section",
      { class: "panel chart-panel", "aria-label": "Graph of chances" },
      el("h2", {}, name === "You" ? "Your chances" : `Chances of ${name}`),
      el(
        "div",
        { class: "chart" },
        el("div", { class: "scale", "aria-hidden": "true" }, scale),
        this.drawing,
        el(
          "div",
          { class: "turns", "aria-hidden": "true" },
          el("span", {}, "start"),
          el("span", {}, `turn ${choices.at(-1).turn}`),
        ),
      ),
      quiet(
        "Wins of 100 after each choice; points are mistakes, large ones blunders. Click to jump. The list below has the same numbers.",
      ),
    );
  }

  /** The number of the choice at a place in the graph. */
  #at(event) {
    const box = this.drawing.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    return Math.max(0, Math.min(this.count - 1, Math.round(share * this.count) - 1));
  }

  /** Mark the choice that is shown. */
  show(number) {
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.x(number + 1));
  }
}
