// The games that are kept: those that are unfinished first, to go on with.

import { el } from "./dom.js";
import { downloadLink } from "./download.js";

const SHOWN = 3;

/** Whether the game can be gone on with; those of runs elsewhere are only looked at. */
const isUnfinished = (record) => record.own && record.result === "unfinished";

/** The players' names: "You" for the only person. */
function names({ players }) {
  const alone = players.filter((player) => player === "human").length === 1;
  return players.map((player, seat) => (player !== "human" ? player : alone ? "You" : `Player ${seat + 1}`));
}

/** A result in the names of the players; records write x for the first and o for the second. */
function told(record) {
  const [first, second] = names(record);
  return record.result.replace(/\bx\b/g, first).replace(/\bo\b/g, second);
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

/** Whether the program has named the file, after the game and the time. */
const isNamedByTime = ({ file, game }) => file.startsWith(`${game}-`) && /^\D+\d{8}-\d{6}\D/.test(file);

/** A parameter in words: "3 pieces", "width 4". */
const inWords = ([name, value]) =>
  name.endsWith("s") ? `${value} ${value === "1" ? name.slice(0, -1) : name}` : `${name} ${value}`;

/** "Senet, 3 pieces: You against Easy". */
function about(record, titles) {
  const parameters = Object.entries(record.parameters).map(inWords);
  const game = [titles[record.game] ?? record.game, ...parameters].join(", ");
  return `${game}: ${names(record).join(" against ")}`;
}

function entry(record, titles) {
  const file = encodeURIComponent(record.file);
  const unfinished = isUnfinished(record);
  const title = when(record);
  return el(
    "li",
    {},
    el("a", {
      class: "file",
      href: `#/game?file=${file}${unfinished ? "" : "&at=0"}`,
      title: record.file,
    }, isNamedByTime(record) ? title : `${title}, ${record.file}`),
    el("span", {}, about(record, titles)),
    el(
      "span",
      { class: "quiet" },
      `${record.turns} ${record.turns === 1 ? "turn" : "turns"}, ${told(record)}`,
    ),
    el(
      "span",
      { class: "controls" },
      el("a", {
        href: `#/game?file=${file}${unfinished ? "" : "&at=0"}`,
        "aria-label": `${unfinished ? "Go on with" : "Look at"} ${record.file}`,
      }, unfinished ? "Go on" : "Look"),
      record.turns
        ? el("a", { href: `#/analyse?file=${file}`, "aria-label": `Analyse ${record.file}` }, "Analyse")
        : null,
      downloadLink(record.file),
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
    rest.length
      ? el(
        "details",
        {},
        el("summary", {}, `${rest.length} more`),
        el("ul", { class: "records" }, rest.map(shown)),
      )
      : null,
  ];
}

/**
 * The records of the person, and of runs.
 * @param titles the titles of games, by name
 */
export function recordsShown(records, titles) {
  const unfinished = records.filter(isUnfinished);
  const finished = records.filter((record) => record.own && !isUnfinished(record));
  const others = records.filter((record) => !record.own);
  return el(
    "section",
    { class: "panel saved", "aria-label": "Saved games" },
    list("Go on with", unfinished, titles),
    list("Finished games", finished, titles),
    list("Games of runs", others, titles),
    records.length ? null : [
      el("h2", {}, "Saved games"),
      el("p", { class: "quiet none" }, "There are none yet."),
    ],
  );
}
