// The games in the directory: those that are unfinished first, to go on with.

import { el } from "./dom.js";

const SHOWN = 6;

const isUnfinished = (record) => record.result === "unfinished";

/** A result in the names of the players; records write x for the first and o for the second. */
const told = (record) =>
  record.result.replace(/\bx\b/g, nameOf(record.players[0], 1)).replace(/\bo\b/g, nameOf(record.players[1], 2));

const nameOf = (player, number) => (player === "human" ? `player ${number}` : player);

function entry(record, titles) {
  const file = encodeURIComponent(record.file);
  const unfinished = isUnfinished(record);
  return el(
    "li",
    {},
    el("a", { class: "file", href: `#/game?file=${file}${unfinished ? "" : "&at=0"}` }, record.file),
    el("span", {}, `${titles[record.game] ?? record.game}: ${record.players.join(" against ")}`),
    el("span", { class: "quiet" }, `${record.turns} ${record.turns === 1 ? "turn" : "turns"}, ${told(record)}`),
    el(
      "span",
      { class: "controls" },
      el("a", { href: `#/game?file=${file}${unfinished ? "" : "&at=0"}`, "aria-label": `${unfinished ? "Go on with" : "Look at"} ${record.file}` }, unfinished ? "Go on" : "Look"),
      record.turns ? el("a", { href: `#/analyse?file=${file}`, "aria-label": `Analyse ${record.file}` }, "Analyse") : null,
    ),
  );
}

function list(title, records, titles) {
  if (!records.length) return null;
  const shown = (record) => entry(record, titles);
  const rest = records.slice(SHOWN);
  return [
    el("h2", {}, title),
    el("ul", { class: "records" }, records.slice(0, SHOWN).map(shown)),
    rest.length ? el("details", {}, el("summary", {}, `${rest.length} more`), el("ul", { class: "records" }, rest.map(shown))) : null,
  ];
}

/**
 * The records of the directory.
 * @param titles the titles of games, by name
 */
export function recordsShown(records, titles) {
  const unfinished = records.filter(isUnfinished);
  const finished = records.filter((record) => !isUnfinished(record));
  return el(
    "section",
    { class: "panel saved", "aria-label": "Games in this directory" },
    list("Go on with", unfinished, titles),
    list("Finished games", finished, titles),
    records.length ? null : [el("h2", {}, "Saved games"), el("p", { class: "quiet none" }, "There are none in this directory yet.")],
  );
}
