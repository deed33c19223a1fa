// The export of an analysis.

import * as api from "./api.js";
import { el, labelled, put } from "./dom.js";
import { downloadLink, shortName } from "./records.js";
import { sentence } from "./say.js";

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
