// The server's answers. All addresses are relative, so the token in the page's address is part of each.

import { el, sleep } from "./dom.js";
import { say, sentence } from "./say.js";

/** The server refused a request; the message is its sentence. */
export class Refused extends Error {
  constructor(message, state = null) {
    super(message);
    /** The game as it is now, if the request did not fit it. */
    this.state = state;
  }
}

const notice = document.getElementById("gone");
const tryAgain = document.getElementById("again");

/** Show the notice; the promise ends when a person wants to try again. */
async function serverIsGone() {
  if (notice.hidden) say("The server does not answer. Start senet-gp serve again: this address goes on.");
  notice.hidden = tryAgain.disabled = false;
  await new Promise((resolve) => tryAgain.addEventListener("click", resolve, { once: true }));
  tryAgain.disabled = true;
}

/** A line for the sentence with which the server refuses something; what else goes wrong is thrown on. */
export class Refusal {
  constructor() {
    this.element = el("p", { class: "error", role: "alert", hidden: true });
  }

  tell(error) {
    if (!(error instanceof Refused)) throw error;
    this.element.textContent = sentence(error.message);
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}

/** How often the server is asked how far it is, in milliseconds. */
const ASKED_EVERY = 400;

/**
 * Ask until something has been worked out, or the view has been left; then the answer is null.
 * @param told is called with each answer until then
 */
export async function whenDone(ask, { told = () => null, isLeft = () => false } = {}) {
  for (;;) {
    const found = await ask();
    if (isLeft()) return null;
    if (found.state === "failed") throw new Refused(found.error);
    if (found.state === "done") return found;
    told(found);
    await sleep(ASKED_EVERY);
  }
}

/** Ask until there is an answer: while the server is gone, the page says so and waits for a person. */
async function answered(path, options) {
  for (;;) {
    try {
      const response = await fetch(path, { cache: "no-store", ...options });
      notice.hidden = true;
      return response;
    } catch {
      await serverIsGone();
    }
  }
}

async function request(path, options = {}) {
  const response = await answered(path, options);
  // Everything under api/ is answered with JSON, what is refused too.
  const content = await response.json();
  if (!response.ok) throw new Refused(content.error, content.state);
  return content;
}

const get = (path, values = {}) => request(`api/${path}?${new URLSearchParams(values)}`);

const post = (path, body) =>
  request(`api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

let games = null;

/** What never changes while the server runs is asked for once. */
export const allGames = async () => (games ??= (await get("games")).games);
export const gameNamed = async (name) => (await allGames()).find((game) => game.name === name);
export const players = async (game, parameters = {}) => (await get("players", { game, ...parameters })).players;
export const rules = (game) => get("rules", { game });
export const records = async () => (await get("records")).records;
export const own = () => get("own");

export const newGame = (wanted) => post("games/new", wanted);
export const state = (file) => get("game", { file });
export const stateAt = (file, after) => get("game/at", { file, after });
export const choose = (file, choice, after) => post("game/choose", { file, choice, after });
export const undo = (file, after) => post("game/undo", { file, after });
export const resign = (file, after) => post("game/resign", { file, after });
export const again = (file, after) => post("game/again", { file, after });
export const teach = (file) => post("game/teach", { file });
export const step = (file, after) => post("game/step", { file, after });

export const chance = (file, after) => post("chance", { file, after });
export const warning = (file, after, choice) => post("warning", { file, after, choice });
export const hint = (file, after) => post("hint", { file, after });
export const why = (file, after, given) => post("why", { file, after, ...given });

export const scores = (file, after) => post("scores", { file, after });

export const analyse = (file) => post("analyse", { file });
export const analysis = (job) => get("analyse", { job });
export const cancelled = (job) => post("analyse/cancel", { job });
export const exported = (file, out) => post("analyse/export", { file, out });
