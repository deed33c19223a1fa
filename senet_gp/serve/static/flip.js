// Whether the board of a game is turned round: a preference, which holds wherever the game is seen.

import { button } from "./dom.js";
import { prefer, prefers } from "./prefs.js";

/** The name of the preference; `game` is the name of the game. */
export const flippedIn = (game) => `flipped-${game}`;

export const isFlipped = (game) => Boolean(prefers(flippedIn(game)));

export const flip = (game) => prefer(flippedIn(game), !isFlipped(game));

/** The button that turns the board round. */
export const flipButton = ({ game, geometry }) =>
  button("Flip the board", () => flip(game), {
    "aria-pressed": String(isFlipped(game)),
    hidden: !geometry.squares.length,
  });
