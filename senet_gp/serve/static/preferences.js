// The dialog of preferences: ticks, each with what it does.

import { button, el } from "./dom.js";
import { prefer, prefers } from "./prefs.js";

/**
 * The ticks of a game, each with its name, what it says, and what it stands for, if that is not `true`.
 * @param file the game's file
 * @param throws whether the game has throws
 * @param played whether a person plays in it
 * @param taught whether its rules can be explained
 */
const ticks = (file, throws, played, taught) =>
  [
    throws && played ? ["throwMyself", "Throw myself", "Your throw waits until you press Throw."] : null,
    ["sound", "Sounds", "Short clicks for throws, moves and hits."],
    ["hintArrows", "Show hint arrows", "A hint draws its best move on the board."],
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

/** A dialog that can be shown again and again. */
export function preferencesOf(file, throws, played, taught) {
  const title = el("h2", { id: "preferences-title" }, "Preferences");
  const dialog = el(
    "dialog",
    { "aria-labelledby": title.id },
    title,
    ticks(file, throws, played, taught).map(tick),
    button("Close", () => dialog.close(), { class: "main" }),
  );
  return dialog;
}
