// Where everything begins: games to go on with, and a new game.

import * as api from "./api.js";
import { address, button, controls, el, labelled, newId, put } from "./dom.js";
import { beginGuide } from "./rules.js";
import { Opponents } from "./opponents.js";
import { recordsShown } from "./records.js";
import { say } from "./say.js";

/** The milliseconds after which the page says why nothing happens. */
const PATIENCE = 400;

const PLAY = [
  ["play", "Play against a player"],
  ["people", "Two people at this screen"],
  ["watch", "Watch two players"],
];

/** A group of radio buttons, drawn as a row of buttons. */
function choiceOf(legend, options, value, changed) {
  const name = newId("choice");
  const entry = ([key, text]) =>
    el(
      "label",
      { class: "option" },
      el("input", {
        type: "radio",
        name,
        value: key,
        checked: key === value,
        on: { change: () => changed(key) },
      }),
      el("span", {}, text),
    );
  return el(
    "fieldset",
    { class: "options" },
    el("legend", {}, legend),
    el("div", { class: "options-row" }, options.map(entry)),
  );
}

class Start {
  constructor(root, games, records, name) {
    this.games = games;
    this.way = "play";
    this.seat = "first";
    this.refusal = new api.Refusal();
    this.learning = el("p", { class: "controls" });
    this.parameters = el("div", { class: "fields" });
    this.short = el("div");
    this.seed = el("input", {
      type: "number",
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      step: 1,
      placeholder: "chosen for you",
    });
    this.file = el("input", { type: "text", autocomplete: "off", placeholder: "chosen for you" });
    this.second = new Opponents("Opponent");
    this.first = new Opponents("First player");
    this.seats = el("div");
    this.waiting = el(
      "p",
      { class: "quiet", hidden: true },
      "The game begins. The first time its rules are compiled, which may take a minute.",
    );
    this.begin = el("button", { type: "submit", class: "main large" }, "Start");
    const form = el(
      "form",
      { class: "panel new-game", on: { submit: (event) => void this.#submit(event) } },
      el("h2", {}, "New game"),
      choiceOf("Game", games.map((game) => [game.name, game.title]), name, (key) => void this.#choose(key)),
      this.learning,
      this.short,
      choiceOf("Who plays", PLAY, this.way, (key) => this.#plays(key)),
      this.first.element,
      this.second.element,
      this.seats,
      el(
        "details",
        {},
        el("summary", {}, "Parameters, seed and file"),
        this.parameters,
        el(
          "div",
          { class: "fields" },
          labelled("Seed", this.seed, "The same seed gives the same throws."),
          labelled("File", this.file, "A new file for the game, such as my-game.txt."),
        ),
      ),
      this.refusal.element,
      controls(this.begin, this.waiting),
    );
    put(
      root,
      el("h1", {}, "Games"),
      el("p", { class: "quiet lead" }, "Play, watch and understand. Every game is kept."),
      el("div", { class: "start" }, form, recordsShown(records)),
    );
    void this.#choose(name);
  }

  async #choose(name) {
    this.game = this.games.find((game) => game.name === name);
    const { game } = this;
    put(
      this.learning,
      el("a", { href: `#/rules?game=${game.name}` }, "Rules, with pictures"),
      game.taught ? button("Guided first game", () => void this.#guided()) : null,
    );
    this.values = game.parameters.map(({ name: parameter, default: value, between }) => {
      const field = el("input", {
        type: "number",
        value,
        min: between?.[0],
        max: between?.[1],
        step: 1,
        name: parameter,
        on: { change: () => this.#edited() },
      });
      return [parameter, field, value];
    });
    put(
      this.parameters,
      this.values.map(([parameter, field]) => labelled(parameter, field)),
      game.parameters_help ? el("p", { class: "quiet wide-field" }, game.parameters_help) : null,
    );
    this.#shortGame(game.short_game);
    this.#plays(this.way);
    this.first.wait(game.levels, game.opponent);
    this.second.wait(game.levels, game.opponent);
    await this.#showPlayers();
  }

  /** A parameter has been changed by hand: the tick follows it. */
  #edited() {
    const wanted = Object.entries(this.game.short_game ?? {});
    const fields = Object.fromEntries(this.values);
    const box = this.short.querySelector("input");
    if (box) box.checked = wanted.every(([name, value]) => Number(fields[name].value) === value);
    void this.#showPlayers();
  }

  /** The players of the game with its parameters, of which levels and their figures depend. */
  async #showPlayers() {
    const { game } = this;
    const asked = (this.asked = {});
    this.refusal.hide();
    const cards = await api.players(game.name, this.changed).catch((error) => this.refusal.tell(error));
    if (!cards || this.asked !== asked) return;
    this.second.show(cards, game.opponent);
    this.first.show(cards, game.opponent);
  }

  /** The parameters that differ from the usual ones. */
  get changed() {
    const differ = this.values.filter(([, field, usual]) =>
      field.value !== "" && Number(field.value) !== usual
    );
    return Object.fromEntries(differ.map(([name, field]) => [name, Number(field.value)]));
  }

  /** One tick changes the parameters to those of a short game. */
  #shortGame(wanted) {
    if (!wanted) return put(this.short);
    const words = Object.entries(wanted).map(([name, value]) => `${value} ${name}`).join(", ");
    const set = (event) => {
      for (const [name, field, usual] of this.values) {
        if (name in wanted) {
          field.value = event.target.checked ? wanted[name] : usual;
        }
      }
      void this.#showPlayers();
    };
    return put(
      this.short,
      el(
        "label",
        { class: "tick" },
        el("input", { type: "checkbox", id: "short", on: { change: set } }),
        ` Short game (${words})`,
      ),
    );
  }

  #plays(way) {
    this.way = way;
    this.first.element.hidden = way !== "watch";
    this.second.element.hidden = way === "people";
    this.second.rename(way === "watch" ? "Second player" : "Opponent");
    this.begin.textContent = way === "watch" ? "Watch" : "Play";
    const options = [["first", "You move first"], ["second", "They move first"]];
    put(this.seats, way === "play" ? choiceOf("Seat", options, this.seat, (key) => (this.seat = key)) : null);
  }

  get players() {
    const second = this.second.value;
    if (this.way === "people") return ["person", "person"];
    if (this.way === "watch") return [this.first.value, second];
    return this.seat === "first" ? ["person", second] : [second, "person"];
  }

  /** A short game against the easiest player, in which each rule is explained when it first matters. */
  async #guided() {
    const { game } = this;
    await this.#play({
      game: game.name,
      first: "person",
      second: game.opponent,
      parameters: game.short_game ?? {},
      guided: 1,
    }, (file) => beginGuide(game, file));
  }

  async #submit(event) {
    event.preventDefault();
    const [first, second] = this.players;
    const wanted = { game: this.game.name, first, second, parameters: this.changed };
    if (this.seed.value !== "") wanted.seed = Number(this.seed.value);
    if (this.file.value.trim()) wanted.file = this.file.value.trim();
    await this.#play(wanted);
  }

  /** Begin a game, and show it; `begun` is called with its file before that. */
  async #play(wanted, begun = () => null) {
    if (this.begin.disabled) return;
    this.refusal.hide();
    this.begin.disabled = true;
    const late = setTimeout(() => {
      this.waiting.hidden = false;
      say(this.waiting.textContent);
    }, PATIENCE);
    try {
      const state = await api.newGame(wanted);
      begun(state.file);
      const watched = ![wanted.first, wanted.second].includes("person");
      // Who has left the page meanwhile stays where they are.
      const there = address("game", { file: state.file, ...(watched ? { play: "yes" } : {}) });
      if (this.begin.isConnected) location.hash = there;
    } catch (error) {
      this.refusal.tell(error);
    } finally {
      clearTimeout(late);
      this.waiting.hidden = true;
      this.begin.disabled = false;
    }
  }
}

export async function startView(root, { game }) {
  const [games, records] = await Promise.all([api.allGames(), api.records()]);
  const name = games.some((one) => one.name === game) ? game : games[0].name;
  new Start(root, games, records, name);
  return {};
}
