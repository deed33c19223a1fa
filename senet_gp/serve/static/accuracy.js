// What an analysis says of the whole game, and its export.

import * as api from "./api.js";
import { sign } from "./board.js";
import { el, labelled, put } from "./dom.js";
import { downloadLink, shortName } from "./records.js";
import { nameOf } from "./facts.js";
import { sentence } from "./say.js";

/** How well each player chose, and what luck and choices gave. */
export function accuracyShown({ accuracy, sentences }, state) {
  const figures = [
    ["Choices", (one) => one.decisions],
    ["Lost a choice", (one) => (100 * one.lost_a_decision).toFixed(1)],
    ["Best", (one) => one.best],
    ["Fine", (one) => one.fine],
    ["Inaccuracies ?!", (one) => one.inaccuracy],
    ["Mistakes ?", (one) => one.mistake],
    ["Blunders ??", (one) => one.blunder],
  ];
  const head = (_, seat) => el("th", { scope: "col", class: "n name" }, sign(seat), nameOf(state, seat));
  return el(
    "section",
    { class: "panel", "aria-label": "Accuracy" },
    el("h2", {}, "Accuracy"),
    el(
      "table",
      {},
      el("caption", {}, "Lost: in wins of 100, against the best choice."),
      el("thead", {}, el("tr", {}, el("td"), accuracy.map(head))),
      el(
        "tbody",
        {},
        figures.map(([name, figure]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, name),
            accuracy.map((one) => el("td", { class: "n" }, String(figure(one)))),
          )
        ),
      ),
    ),
    sentences.slice(1).map((sentence) => el("p", { class: "quiet" }, sentence)),
  );
}

/** A form that writes the analysis as one HTML file in the page's own directory, and links to it. */
export function exportForm(file) {
  const out = el("input", {
    type: "text",
    value: `${ownName(file).replace(/\.[^./]*$/, "")}.html`,
    autocomplete: "off",
  });
  const told = el("p", { role: "status" });
  const write = async (event) => {
    event.preventDefault();
    try {
      const written = await api.exported(file, out.value.trim());
      put(told, "Written: ", downloadLink(written.file, written.file, { class: "button" }));
    } catch (error) {
      told.textContent = sentence(error.message);
    }
  };
  return el(
    "form",
    { class: "panel export", on: { submit: (event) => void write(event) } },
    el("h2", {}, "Export"),
    labelled("One HTML file, to keep and to send", out),
    el(
      "div",
      { class: "controls" },
      el("button", { type: "submit" }, "Write it"),
      downloadLink(file, "Download the record", { class: "button" }),
    ),
    told,
  );
}

/** The name of a file as it may be written: only read files are named from the root on. */
const ownName = (file) => (/^([A-Za-z]:)?[/\\]/.test(file) ? shortName(file) : file);
