// The rules of a game: its text, the board at the start, and examples, each a board with a move.

import * as api from "./api.js";
import { Board } from "./board.js";
import { el, put } from "./dom.js";
import { meanings } from "./facts.js";
import { isFlipped } from "./flip.js";
import { throwsShown } from "./throws.js";

/**
 * An example on a small board, turned round as the game's own is: the move as arrows over the board before it.
 * `kept` is called with the board.
 */
export function exampleShown(example, geometry, game, kept = () => null) {
  const board = new Board(geometry, { title: `${example.title}: an example` });
  kept(board);
  board.flip(isFlipped(game.name));
  board.show(example.before);
  board.arrows(example.steps);
  return el(
    "div",
    { class: "example" },
    throwsShown(example.throws, game),
    board.element,
  );
}

export async function rulesView(root, { game: name }) {
  const games = await api.allGames();
  const game = games.find((one) => one.name === name) ?? games[0];
  const rules = await api.rules(game.name);
  const start = new Board(rules.geometry, { title: `The board of ${rules.title} at the start` });
  start.flip(isFlipped(game.name));
  start.show(rules.start);
  put(
    root,
    el("h1", {}, `How to play ${rules.title}`),
    el("p", { class: "rules" }, rules.rules_text),
    el("div", { class: "example" }, start.element),
    el(
      "div",
      { class: "rules-with-pictures" },
      rules.examples.map((example) =>
        el(
          "section",
          { class: "panel rule" },
          el("h2", {}, example.title),
          el("p", {}, example.text),
          exampleShown(example, rules.geometry, game),
        )
      ),
    ),
    meanings(rules.geometry),
    el("p", {}, el("a", { class: "button main", href: `#/?game=${game.name}` }, `Play ${rules.title}`)),
  );
  document.title = `How to play ${rules.title} · senet-gp`;
  return {};
}
