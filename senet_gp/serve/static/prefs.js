// What the reader prefers. It is kept in the browser, or, where that is forbidden, until the page is left.

import { button, el, put } from "./dom.js";

const KEPT = "senet-gp";
const USUAL = {
  throwMyself: false,
  sound: false,
  hintArrows: true,
  tutor: false,
  chancesPlaying: false,
  chancesWatching: true,
  // The file of the game in which rules are explained.
  guide: null,
};

let listeners = [];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

const values = { ...USUAL, ...read() };

export const prefers = (name) => values[name];

export function prefer(name, value) {
  values[name] = value;
  try {
    // Other tabs may have changed other preferences.
    localStorage.setItem(KEPT, JSON.stringify({ ...values, ...read(), [name]: value }));
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener(name);
}

/** Call a function with the name of each preference that changes; what is returned ends that. */
export function onPreference(listener) {
  listeners.push(listener);
  return () => (listeners = listeners.filter((one) => one !== listener));
}

/** The name of the preference that turns the board round wherever a game is seen; `game` is the game's name. */
export const flippedIn = (game) => `flipped-${game}`;

export const isFlipped = (game) => Boolean(prefers(flippedIn(game)));

export const flip = (game) => prefer(flippedIn(game), !isFlipped(game));

/** The button that turns the board round. */
export const flipButton = ({ game, geometry }) =>
  button("Flip the board", () => flip(game), {
    "aria-pressed": String(isFlipped(game)),
    hidden: !geometry.squares.length,
  });

/** The ticks of a game, each with its name, what it says, and what it stands for, if that is not `true`. */
const ticks = ({ file, throws, played, taught }) =>
  [
    throws && played ? ["throwMyself", "Throw myself", "Your throw waits until you press Throw."] : null,
    ["sound", "Sounds", "Short clicks for throws, moves and hits."],
    ["hintArrows", "Show hint arrows", "A hint draws its best move on the board."],
    played
      ? ["tutor", "Warn me", "Before a move is played that loses 10 wins of 100 or more, you are asked."]
      : null,
    played
      ? ["chancesPlaying", "Show chances", "A bar beside the board tells who is ahead while you play."]
      : ["chancesWatching", "Show chances", "A bar beside the board tells who is ahead."],
    played && taught
      ? ["guide", "Explain rules", "In this game each rule is explained when it first matters.", file]
      : null,
  ].filter(Boolean);

const tick = ([name, label, hint, value = true]) => {
  const box = el("input", {
    type: "checkbox",
    checked: prefers(name) === value,
    on: { change: () => prefer(name, box.checked && value) },
  });
  return el(
    "p",
    {},
    el("label", { class: "tick" }, box, label),
    el("br"),
    el("span", { class: "quiet" }, hint),
  );
};

/**
 * The dialog of preferences for the game in a file, and what opens it, with the ticks as they are then.
 * @param given the `file`, whether the game has `throws`, whether a person has `played` in it, and whether its rules
 * can be `taught`
 */
export function preferencesOf(given) {
  const title = el("h2", { id: "preferences-title" }, "Preferences");
  const options = el("div");
  const dialog = el(
    "dialog",
    { "aria-labelledby": title.id },
    title,
    options,
    button("Close", () => dialog.close(), { class: "main" }),
  );
  const open = () => {
    put(options, ticks(given).map(tick));
    dialog.showModal();
  };
  return { dialog, open };
}
