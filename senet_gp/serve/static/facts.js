// What is told about a game: who plays, whose turn it is, the pieces beside the board, its rules and houses.

import { sign } from "./board.js";
import { el } from "./dom.js";

/** A player's name as others read it: "You" for the only person. */
export function nameOf(state, seat) {
  const player = state.players[seat];
  const people = state.players.filter((one) => one.person).length;
  if (!player.person) return player.name;
  return people === 1 ? "You" : `Player ${seat + 1}`;
}

/** What the pieces of each seat are called. */
export function owners(state) {
  const people = state.players.filter((player) => player.person);
  if (people.length !== 1) return ["piece of the first player", "piece of the second player"];
  return state.players.map((player) => (player.person ? "your piece" : "their piece"));
}

export function heading(state) {
  const side = (seat) => el("span", { class: "side" }, sign(seat), nameOf(state, seat));
  const errors = state.players.filter((player) => player.error).map((player) =>
    el("p", { class: "error" }, `${player.name} cannot play: ${player.error}.`)
  );
  return el(
    "div",
    { class: "heading" },
    el("h1", {}, state.title),
    el("p", { class: "sides" }, side(0), el("span", { class: "quiet" }, "against"), side(1)),
    el(
      "p",
      { class: "quiet" },
      "File ",
      el("code", { id: "file" }, state.file),
      state.seed === null ? "" : ` · seed ${state.seed}`,
    ),
    errors,
  );
}

/** How a game ended, in the names that the page uses. */
export function ending(state) {
  const { outcome, resigned } = state;
  if (outcome === 0) return "Nobody has won.";
  const winner = outcome === 1 ? 0 : 1;
  const [won, lost] = [nameOf(state, winner), nameOf(state, 1 - winner)];
  const verb = (name, word) => `${name} ${word}${name === "You" ? "" : "s"}`;
  return `${verb(won, "win")}${resigned ? `: ${verb(lost, "resign").replace("You", "you")}` : ""}.`;
}

/**
 * Whose turn it is, and what they throw; or how the game ended.
 * @param waits whether they have still to throw
 */
export function status(state, waits = false) {
  if (state.seat === null) return ending(state);
  const name = nameOf(state, state.seat);
  const you = name === "You";
  if (waits) return `${name} ${you ? "are" : "is"} to throw.`;
  const throws = state.spoken
    ? `${you ? "throw" : "throws"} ${state.spoken}`
    : you
    ? "are to move"
    : "is to move";
  const again = state.again ? `, and throw again ${state.again}` : "";
  const what = state.person && state.choices.length > 1 ? ": choose a move" : "";
  return `${name} ${throws}${again}${what}.`;
}

/** The pieces that are not on the board: for each place how many of each player. */
export function placesBeside(state) {
  return state.position.beside.map(({ place, pieces }) =>
    el(
      "span",
      {},
      `${place}: `,
      pieces.map((
        count,
        seat,
      ) => [
        sign(seat),
        el("span", { class: "unseen" }, nameOf(state, seat), " "),
        `${count}${seat ? "" : " "}`,
      ]),
    )
  );
}

/** What the special squares of a board mean; null if there are none. */
export function meanings({ squares }) {
  // Squares of both sides can have the same name, and mean the same.
  const named = new Map(squares.map((square) => [`${square.label} ${square.meaning}`, square]));
  const special = [...named.values()].filter((square) => square.meaning);
  const row = ({ label, note, meaning }) => [
    el("dt", {}, label, note ? el("i", {}, ` ${note}`) : null),
    el("dd", {}, meaning),
  ];
  return special.length ? el("dl", { class: "legend" }, special.map(row)) : null;
}

/** What the special squares mean, and the rules in three lines. */
export const legend = (game, state) =>
  el(
    "section",
    { class: "rules-panel", "aria-label": "Rules" },
    meanings(state.geometry),
    el(
      "details",
      { open: true },
      el("summary", {}, "Rules"),
      el("p", { class: "rules" }, game.rules_text),
      el("a", { class: "button", href: `#/rules?game=${game.name}` }, "Rules, with pictures"),
    ),
  );
