// The graph of chances: one side's wins of 100 after each choice, mistakes marked; a click jumps there.

import { el, svg } from "./dom.js";
import { ofSide } from "./numbers.js";

const [WIDTH, HEIGHT] = [600, 200];

export class Chart {
  /**
   * @param name what the side is called whose chances these are
   * @param picked is called with the number of a choice, from 0
   */
  constructor(analysis, name, picked) {
    const { choices } = analysis;
    const chance = ofSide(analysis);
    this.count = choices.length;
    const chances = [analysis.start, ...choices.map((choice) => choice.first_movers)].map(chance);
    this.x = (index) => (WIDTH * index) / Math.max(1, chances.length - 1);
    const y = (value) => HEIGHT * (1 - value);
    const line = chances.map((chance, index) => `${this.x(index).toFixed(1)},${y(chance).toFixed(1)}`);
    const marked = choices.flatMap((choice, number) =>
      choice.mark
        ? [
          svg("circle", {
            class: choice.mark === "??" ? "blunder" : "mistake",
            cx: this.x(number + 1),
            cy: y(chance(choice.first_movers)),
            r: choice.mark === "??" ? 6 : 4,
          }),
        ]
        : []
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
        svg("line", {
          class: value === 0.5 ? "half" : "quarter",
          x1: 0,
          x2: WIDTH,
          y1: y(value),
          y2: y(value),
        })
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
      el(
        "p",
        { class: "quiet" },
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
