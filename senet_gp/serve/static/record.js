// My record: the person's own games, added up: results, wins lost a choice, habits, and mistakes to try again.

import * as api from "./api.js";
import { address, button, controls, el, put, svg } from "./dom.js";
import { retryButton, when } from "./records.js";
import { exampleShown } from "./rules.js";
import { say } from "./say.js";
import { rowsShown } from "./sections.js";

const [WIDTH, HEIGHT, EDGE] = [600, 160, 6];

/** For each game what its choices lost, as points, and the mean of the last five, as a line; shares of the most. */
function curve({ points, top, told, caption }) {
  const x = (index) => EDGE + ((WIDTH - 2 * EDGE) * index) / (points.length - 1);
  const y = (share) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);
  const line = points.map(([, mean], index) => `${x(index).toFixed(1)},${y(mean).toFixed(1)}`).join(" ");
  return el(
    "figure",
    { class: "own-curve chart" },
    el("div", { class: "scale", "aria-hidden": "true" }, el("span", {}, top), el("span", {}, "0")),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told },
      svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
      points.map(([lost], index) => svg("circle", { class: "one", cx: x(index), cy: y(lost), r: 4 })),
      svg("polyline", { class: "mean", points: line }),
    ),
    el("figcaption", {}, caption),
  );
}

/** The last games, the latest first; the date of each leads to its analysis. */
function lastGames({ caption, columns, rows }) {
  const link = (one) => el("a", { href: address("analyse", { file: one.file }), title: one.file }, when(one));
  return rowsShown({ caption, columns, rows: rows.map((one) => ({ cells: [link(one), ...one.cells.slice(1)] })) });
}

/** The mistakes, one at a time with its board: each can be tried again; what was better is told when asked for. */
function mistakes(all, failed) {
  const told = el("p");
  const better = el("p");
  const answer = el("details", {}, el("summary", {}, "What was better?"), better);
  const count = el("h3");
  const beside = el("div");
  const look = el("a", { href: "#" }, "Look at it");
  let number = -1;
  const next = button("Next", () => void show());
  const show = async () => {
    number = (number + 1) % all.length;
    const one = all[number];
    count.textContent = `My mistakes: ${number + 1} of ${all.length}`;
    look.href = address("analyse", { file: one.file, at: one.after });
    next.hidden = all.length < 2;
    put(told, el("span", { class: "mark" }, one.mark), ` ${one.told} The arrow shows this move. Can you find a better one?`);
    better.textContent = `${one.best}${one.reason ? `: it ${one.reason}` : ""}.`;
    answer.open = false;
    const state = await api.stateAt(one.file, one.after).catch(failed);
    if (!state || all[number] !== one) return;
    const { steps } = state.moves[one.after];
    const example = { title: "What was played", throws: state.throws, before: state.position, steps };
    put(beside, exampleShown(example, state.geometry, { name: state.game }));
  };
  void show();
  return el(
    "section",
    { class: "mistakes" },
    count,
    beside,
    told,
    answer,
    controls(retryButton(() => [all[number].file, all[number].after], failed), look, next),
  );
}

function recordShown({ shown, mistakes: made }, failed) {
  const { title, opponents, last, habits } = shown;
  return el(
    "section",
    { class: "panel own" },
    el("h2", {}, title),
    shown.curve ? curve(shown.curve) : null,
    el("div", { class: "own-tables" }, opponents.rows.length ? rowsShown(opponents) : null, lastGames(last)),
    habits.rows.length ? [el("h3", {}, "What cost most"), rowsShown(habits)] : null,
    made.length ? mistakes(made, failed) : null,
  );
}

export async function recordView(root) {
  let left = false;
  const told = el("p", { class: "quiet", role: "status" });
  const refusal = new api.Refusal();
  const failed = (error) => refusal.tell(error);
  const records = el("div", { class: "records-of-own" });
  put(root, el("h1", {}, "My record"), told, refusal.element, records);
  const fill = async () => {
    const show = ({ done, of }) => (told.textContent = `Your games are looked at: ${done} of ${of}.`);
    const found = await api.whenDone(api.own, { told: show, isLeft: () => left });
    if (!found) return;
    told.textContent = found.records.length
      ? "Each of your choices is compared with the best one, as in the analysis of a game."
      : "You have not played a game yet: begin one, and come back.";
    put(records, found.records.map((record) => recordShown(record, failed)));
    say(told.textContent);
  };
  document.title = "My record · senet-gp";
  return { shown: () => void fill().catch(failed), leave: () => (left = true) };
}
