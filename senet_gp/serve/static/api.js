// The server's answers. All addresses are relative, so the token in the page's address is part of each.

import { el } from "./dom.js";
import { say, sentence } from "./say.js";

/** The server refused a request; the message is its sentence. */
export class Refused extends Error {
  constructor(message, status, state = null) {
    super(message);
    this.status = status;
    /** The game as it is now, if the request did not fit it. */
    this.state = state;
  }
}

const notice = () => document.getElementById("gone");
let waiting = null;

/** Show the notice; the promise ends when a person wants to try again. */
function serverIsGone() {
  const first = notice().hidden;
  notice().hidden = false;
  const again = document.getElementById("again");
  again.disabled = false;
  if (first) say("The server does not answer. Start senet-gp serve again: this address goes on.");
  waiting ??= new Promise((resolve) => {
    again.addEventListener(
      "click",
      () => {
        again.disabled = true;
        waiting = null;
        resolve();
      },
      { once: true },
    );
  });
  return waiting;
}

/** The server has answered: the notice is no longer true. */
function serverAnswers() {
  notice().hidden = true;
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

/** Ask until there is an answer: while the server is gone, the page says so and waits for a person. */
async function answered(path, options) {
  for (;;) {
    try {
      const response = await fetch(path, { cache: "no-store", ...options });
      serverAnswers();
      return response;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      await serverIsGone();
    }
  }
}

async function request(path, options = {}) {
  const response = await answered(path, options);
  let content = null;
  try {
    content = await response.json();
  } catch {
    // Not an answer of the program: what follows says so.
  }
  if (!response.ok || content === null) {
    throw new Refused(
      content?.error ??
        `The server answered with status ${response.status}: open the address that senet-gp serve prints.`,
      response.status,
      content?.state,
    );
  }
  return content;
}

const get = (path, values = {}, options = {}) => {
  const query = new URLSearchParams(values).toString();
  return request(query ? `api/${path}?${query}` : `api/${path}`, options);
};

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
export const players = async (game, parameters = {}) =>
  (await get("players", { ...parameters, game })).players;
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
