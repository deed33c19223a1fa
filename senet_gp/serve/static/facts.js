// What is told about a game: who plays, the pieces beside the board, its rules and houses.

import { sign } from "./board.js";
import { el, quiet } from "./dom.js";

/** A player's name as others read it: "You" for the only person. */
export const nameOf = (state, seat) => state.players[seat].name;

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
    quiet(
      "File ",
      el("code", { id: "file" }, state.file),
      state.seed === null ? "" : ` · seed ${state.seed}`,
    ),
    errors,
  );
}

/** The pieces that are not on the board: for each place how many of each player. */
export function placesBeside(state) {
  const owned = (count, seat) => [
    sign(seat),
    el("span", { class: "unseen" }, nameOf(state, seat), " "),
    `${count}${seat ? "" : " "}`,
  ];
  return state.position.beside.map(({ place, pieces }) => el("span", {}, `${place}: `, pieces.map(owned)));
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
