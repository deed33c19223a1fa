// The games in the directory: those that are unfinished first, to go on with.

import { el } from "./dom.js";

const SHOWN = 6;

function entry(record) {
  const file = encodeURIComponent(record.file);
  const unfinished = record.outcome === null;
  return el(
    "li",
    {},
    el("a", { class: "file", href: `#/game?file=${file}${unfinished ? "" : "&at=0"}` }, record.file),
    el("span", {}, `${record.title ?? record.game}: ${record.players.join(" against ")}`),
    el("span", { class: "quiet" }, `${record.turns} ${record.turns === 1 ? "turn" : "turns"}, ${record.result}`),
    el(
      "span",
      { class: "controls" },
      el("a", { href: `#/game?file=${file}${unfinished ? "" : "&at=0"}`, "aria-label": `${unfinished ? "Go on with" : "Look at"} ${record.file}` }, unfinished ? "Go on" : "Look"),
      record.turns ? el("a", { href: `#/analyse?file=${file}`, "aria-label": `Analyse ${record.file}` }, "Analyse") : null,
    ),
  );
}

function list(title, records) {
  if (!records.length) return null;
  const rest = records.slice(SHOWN);
  return [
    el("h2", {}, title),
    el("ul", { class: "records" }, records.slice(0, SHOWN).map(entry)),
    rest.length ? el("details", {}, el("summary", {}, `${rest.length} more`), el("ul", { class: "records" }, rest.map(entry))) : null,
  ];
}

/** The records of the directory. */
export function recordsShown(records) {
  const unfinished = records.filter((record) => record.outcome === null);
  const finished = records.filter((record) => record.outcome !== null);
  return el(
    "section",
    { class: "panel saved", "aria-label": "Games in this directory" },
    list("Go on with", unfinished),
    list("Finished games", finished),
    records.length ? null : [el("h2", {}, "Saved games"), el("p", { class: "quiet none" }, "There are none in this directory yet.")],
  );
}
