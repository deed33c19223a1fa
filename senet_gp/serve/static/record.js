// My record: the person's own games, added up: results, wins lost a choice, habits, and mistakes to try again.

import * as api from "./api.js";
import { button, el, put, sleep, svg } from "./dom.js";
import { wins } from "./chances.js";
import { retryButton, when } from "./records.js";
import { exampleShown } from "./rules.js";
import { say } from "./say.js";
import { rowsShown } from "./sections.js";

/** How often the server is asked how far it is, in milliseconds. */
const ASKED_EVERY = 400;
const [WIDTH, HEIGHT] = [600, 160];
const HABITS = "In choices that lost 2 wins of 100 or more, what spoke most for the best one.";

/** A chance in wins of 100, with a decimal: what a choice loses on average is little. */
const tenths = (chance) => (100 * chance).toFixed(1);

/** For each game what its choices lost, as points, and the mean of the last five, as a line. */
function curve(games) {
  const judged = games.filter((one) => one.lost_a_choice !== null);
  if (judged.length < 2) return null;
  const most = Math.max(0.01, ...judged.map((one) => one.lost_a_choice));
  const x = (index) => 6 + ((WIDTH - 12) * index) / (judged.length - 1);
  const y = (lost) => 6 + (HEIGHT - 12) * (1 - lost / most);
  const line = judged.map((one, index) => `${x(index).toFixed(1)},${y(one.mean).toFixed(1)}`).join(" ");
  const first = judged[0].mean;
  const last = judged.at(-1).mean;
  return el(
    "figure",
    { class: "own-curve" },
    svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": `Wins of 100 lost a choice: ${tenths(first)} at first, ${tenths(last)} at last.`,
      },
      svg("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
      judged.map((one, index) => svg("circle", { class: "one", cx: x(index), cy: y(one.lost_a_choice), r: 4 })),
      svg("polyline", { class: "mean", points: line }),
    ),
    el(
      "figcaption",
      {},
      `Wins of 100 that a choice lost, game by game (from 0 to ${
        tenths(most)
      }), and the mean of the last five: ${tenths(last)} now. Less is better.`,
    ),
  );
}

/** The last games, the latest first; those of plain Python are not judged. */
function lastGames(games) {
  const link = (one) =>
    el("a", { href: `#/analyse?file=${encodeURIComponent(one.file)}`, title: one.file }, when(one));
  const cells = (one) => [
    link(one),
    one.opponent,
    one.ended,
    one.lost_a_choice === null ? "" : tenths(one.lost_a_choice),
  ];
  return rowsShown({
    columns: [
      { heading: "game" },
      { heading: "opponent" },
      { heading: "result" },
      { heading: "lost a choice", is_figure: true },
    ],
    rows: games.slice(-10).reverse().map((one) => ({ cells: cells(one) })),
  });
}

/** The mistakes, one at a time with its board: each can be tried again from there with the same throws. */
function mistakes(all, failed) {
  const told = el("p");
  const count = el("h3");
  const beside = el("div");
  const file = () => encodeURIComponent(all[number].file);
  const look = el("a", { href: "#" }, "Look at it");
  let number = -1;
  const next = button("Next", () => void show());
  const show = async () => {
    number = (number + 1) % all.length;
    const one = all[number];
    const throws = one.throws.length ? `, throws ${one.throws.join(" ")}` : "";
    count.textContent = `My mistakes: ${number + 1} of ${all.length}`;
    look.href = `#/analyse?file=${file()}&at=${one.after}`;
    next.hidden = all.length < 2;
    put(
      told,
      el("span", { class: "mark" }, one.mark),
      ` Turn ${one.turn} against ${one.opponent}${throws}: ${one.played} lost about ${wins(one.lost)} wins of 100. `,
      `${one.best} was better${one.reason ? `: it ${one.reason}` : ""}.`,
    );
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
    el("div", { class: "controls" }, retryButton(() => [all[number].file, all[number].after], failed), look, next),
  );
}

function shown(record, title, failed) {
  const finished = record.games.filter((one) => one.result !== null && !one.retried);
  const [opponents, habits] = record.shown;
  const won = finished.filter((one) => one.result === 1).length;
  return el(
    "section",
    { class: "panel own" },
    el("h2", {}, `${title}: ${won} of ${finished.length} finished games won`),
    curve(record.games),
    el(
      "div",
      { class: "own-tables" },
      record.opponents.length ? rowsShown(opponents) : null,
      lastGames(record.games),
    ),
    record.habits.length ? [el("h3", {}, "What cost most"), rowsShown({ ...habits, caption: HABITS })] : null,
    record.mistakes.length ? mistakes(record.mistakes, failed) : null,
  );
}

export async function recordView(root) {
  const games = await api.allGames();
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  let left = false;
  const told = el("p", { class: "quiet", role: "status" });
  const refusal = new api.Refusal();
  const failed = (error) => refusal.tell(error);
  const records = el("div", { class: "records-of-own" });
  put(root, el("h1", {}, "My record"), told, refusal.element, records);
  const fill = async () => {
    let found = await api.own();
    while (!left && found.state === "running") {
      told.textContent = `Your games are looked at: ${found.done} of ${found.of}.`;
      await sleep(ASKED_EVERY);
      found = await api.own();
    }
    if (left) return;
    told.textContent = found.records.length
      ? "Each of your choices is compared with the best one, as in the analysis of a game."
      : "You have not played a game yet: begin one, and come back.";
    put(records, found.records.map((record) => shown(record, titles[record.game] ?? record.game, failed)));
    say(told.textContent);
  };
  document.title = "My record · senet-gp";
  return { shown: () => void fill().catch(failed), leave: () => (left = true) };
}
