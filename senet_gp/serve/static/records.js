// Kept games: the list of them, links to keep their files, and a mistake tried again in a new game.

import * as api from "./api.js";
import { address, button, el } from "./dom.js";

/** Games of each kind that are listed; all others are in a fold. */
const SHOWN = 3;

/** The name of a file without its directories. */
export const shortName = (file) => file.slice(file.lastIndexOf("/") + 1);

/** A link that downloads a file: the record of a game, or an exported page; null if it is something else. */
export function downloadLink(file, text = "Download", properties = {}) {
  if (!/\.(txt|html)$/.test(file)) return null;
  return el("a", {
    href: `download?file=${encodeURIComponent(file)}`,
    download: shortName(file),
    "aria-label": `Download ${file}`,
    ...properties,
  }, text);
}

/**
 * A button that begins a new game where a mistake was made, with the same throws, and shows it.
 * @param place is called for the file of the game with the mistake, and the choices before that
 * @param failed is called with an error
 */
export function retryButton(place, failed, properties = {}) {
  const again = button("Try again", async () => {
    again.disabled = true;
    try {
      const { file } = await api.again(...place());
      if (again.isConnected) location.hash = address("game", { file });
    } catch (error) {
      failed(error);
    } finally {
      again.disabled = false;
    }
  }, properties);
  return again;
}

/** When a game was last played, as people write it. */
export const when = ({ date }) =>
  new Date(date).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });

/** Whether the game can be gone on with; those of runs elsewhere are only looked at. */
const isUnfinished = (record) => record.own && record.unfinished;

function entry(record) {
  const { file } = record;
  const unfinished = isUnfinished(record);
  const href = address("game", { file, ...(unfinished ? {} : { at: 0 }) });
  const named = record.named_by_time ? when(record) : `${when(record)}, ${file}`;
  return el(
    "li",
    {},
    el("a", { class: "file", href, title: file }, named),
    el("span", {}, record.about),
    el("span", { class: "quiet" }, record.told),
    el(
      "span",
      { class: "controls" },
      el(
        "a",
        { href, "aria-label": `${unfinished ? "Go on with" : "Look at"} ${file}` },
        unfinished ? "Go on" : "Look",
      ),
      record.turns
        ? el("a", { href: address("analyse", { file }), "aria-label": `Analyse ${file}` }, "Analyse")
        : null,
      downloadLink(file),
    ),
  );
}

function list(title, records) {
  if (!records.length) return null;
  const entries = (some) => el("ul", { class: "records" }, some.map(entry));
  const rest = records.slice(SHOWN);
  return [
    el("h2", {}, title),
    entries(records.slice(0, SHOWN)),
    rest.length ? el("details", {}, el("summary", {}, `${rest.length} more`), entries(rest)) : null,
  ];
}

/** The records of the person, and of runs; unfinished ones first, to go on with. */
export const recordsShown = (records) =>
  el(
    "section",
    { class: "panel saved", "aria-label": "Saved games" },
    list("Go on with", records.filter(isUnfinished)),
    list("Finished games", records.filter((record) => record.own && !record.unfinished)),
    list("Games of runs", records.filter((record) => !record.own)),
    records.length ? null : [
      el("h2", {}, "Saved games"),
      el("p", { class: "quiet none" }, "There are none yet."),
    ],
  );
