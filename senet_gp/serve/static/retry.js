// A mistake that is tried again: a new game from there, with the same throws.

import * as api from "./api.js";
import { button } from "./dom.js";
import { prefer, prefers } from "./prefs.js";

/** So many of these games are known when they are opened again. */
const MOST_KEPT = 50;
const KEPT = "retried";

/** After how many choices a game was begun in order to try one again; null if it was not. */
export const retriedAt = (file) => (prefers(KEPT) ?? []).find(([one]) => one === file)?.[1] ?? null;

/**
 * A button that begins such a game and shows it.
 * @param place is called for the file of the game with the mistake, and the choices before that
 * @param failed is called with an error
 */
export function retryButton(place, failed, properties = {}) {
  const again = button("Try again", async () => {
    again.disabled = true;
    try {
      const state = await api.again(...place());
      prefer(KEPT, [[state.file, state.after], ...(prefers(KEPT) ?? [])].slice(0, MOST_KEPT));
      location.hash = `#/game?file=${encodeURIComponent(state.file)}`;
    } catch (error) {
      failed(error);
    } finally {
      again.disabled = false;
    }
  }, properties);
  return again;
}
