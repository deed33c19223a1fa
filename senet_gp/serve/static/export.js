// The export of an analysis.

import * as api from "./api.js";
import { controls, el, labelled, put } from "./dom.js";
import { downloadLink } from "./records.js";
import { sentence } from "./say.js";

/**
 * A form that writes the analysis as one HTML file in the page's own directory, and links to it.
 * @param name what the server would call the new file
 */
export function exportForm(file, name) {
  const out = el("input", { type: "text", value: name, autocomplete: "off" });
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
    controls(
      el("button", { type: "submit" }, "Write it"),
      downloadLink(file, "Download the record", { class: "button" }),
    ),
    told,
  );
}
