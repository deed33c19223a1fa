// A recorded game analysed: chances, mistakes, the best moves, and the board of each.

import { exportForm } from "./export.js";
import * as api from "./api.js";
import { Board, sign } from "./board.js";
import { Chart } from "./chances.js";
import { address, button, controls, el, put, quiet } from "./dom.js";
import { heading, nameOf, placesBeside } from "./facts.js";
import { flip, flipButton, flippedIn, isFlipped, onPreference } from "./prefs.js";
import { steppingKeys } from "./keys.js";
import { judgedMoves } from "./moves.js";
import { retryButton } from "./records.js";
import { say, sentence } from "./say.js";
import { lookedAt, rowsShown, sectionShown } from "./sections.js";
import { throwsShown } from "./throws.js";
import { boxShown, comparisonShown, whyColumn } from "./why.js";

class AnalysisView {
  constructor(root, game, state, { analysis, moves, out }) {
    this.game = game;
    this.first = state;
    this.analysis = analysis;
    this.judged = moves;
    this.number = -1;
    this.board = new Board(state.geometry, { title: `Board of ${state.title}` });
    this.beside = el("div", { class: "beside" });
    this.throws = el("div");
    this.title = el("h2", { id: "choice-title" });
    this.best = el("div");
    this.reasons = el("div");
    this.refusal = new api.Refusal();
    const failed = (error) => this.refusal.tell(error);
    const side = nameOf(state, analysis.side === "second" ? 1 : 0);
    this.chart = new Chart(analysis, side, (number) => void this.goTo(number));
    this.list = judgedMoves(moves, analysis.exact, side, (number) => void this.goTo(number));
    this.back = button("Back", () => void this.goTo(this.number - 1));
    this.on = button("On", () => void this.goTo(this.number + 1));
    this.mistake = button("Next mistake", () => void this.goTo(this.nextMistake));
    this.retry = retryButton(() => [state.file, this.number], failed);
    this.flipping = flipButton(state);
    this.board.flip(isFlipped(state.game));
    this.leave = onPreference((name) => name === flippedIn(state.game) && this.#flip());
    this.play = el("a", { class: "button", href: "#" }, "To the game");
    put(
      root,
      heading(state),
      quiet(analysis.sentences[0]),
      el(
        "div",
        { class: "table" },
        el(
          "div",
          { class: "left" },
          this.board.element,
          this.beside,
          this.throws,
          controls(
            this.back,
            this.on,
            this.mistake,
            this.retry,
            this.play,
            this.flipping,
          ),
          this.refusal.element,
          el(
            "section",
            { class: "panel", "aria-labelledby": "choice-title" },
            this.title,
            this.best,
            this.reasons,
          ),
        ),
        el(
          "div",
          { class: "right" },
          this.chart.element,
          this.list.element,
          analysis.shown.map((section) =>
            el("section", { class: "panel", "aria-label": section.title }, sectionShown(section))
          ),
          exportForm(state.file, out),
        ),
      ),
    );
  }

  get nextMistake() {
    const marked = this.analysis.choices.flatMap((choice, number) => (choice.mark ? [number] : []));
    return marked.find((number) => number > this.number) ?? marked[0];
  }

  /** Show a choice: the board before it, the best moves, and what was played. */
  async goTo(number) {
    const { choices } = this.analysis;
    if (number === undefined || number < 0 || number >= choices.length || number === this.number) return;
    this.number = number;
    const asked = [api.stateAt(this.first.file, number), this.#scores(number)];
    const [state, scores] = await Promise.all(asked).catch((error) => [this.refusal.tell(error)]);
    // The board of a choice may come after a person has gone on to the next one.
    if (!state || this.number !== number) return;
    this.state = state;
    const choice = choices[number];
    this.board.show(state.position);
    this.read = [];
    this.#rest();
    put(this.beside, placesBeside(state));
    put(this.throws, throwsShown(choice.throws, this.game));
    put(this.reasons);
    this.refusal.hide();
    const { seat, told } = this.judged[number];
    put(this.title, `Turn ${choice.turn}: `, sign(seat), nameOf(state, seat));
    put(this.best, this.#bestMoves(choice, scores), choice.sentences.map((text) => el("p", {}, text)));
    this.back.disabled = number === 0;
    this.on.disabled = number === choices.length - 1;
    this.mistake.hidden = !choices.some((one) => one.mark);
    this.retry.hidden = !choice.mark || !state.players[seat].person;
    const here = { file: this.first.file, at: number };
    this.play.href = address("game", here);
    history.replaceState(null, "", address("analyse", here));
    this.list.mark(number + 1);
    this.chart.show(number);
    say(`${this.title.textContent}. Played ${told}${choice.mark ? `: ${choice.grade}` : ""}`);
    if (state.moves[number]?.box) put(this.reasons, boxShown(state.moves[number].box));
    else if (choice.mark) void this.#why(state.chosen);
  }

  /** The scores that the player's expression gives, if there is one; a person has none. */
  async #scores(number) {
    if (this.analysis.choices[number].options < 2) return null;
    const found = await api.scores(this.first.file, number).catch(() => null);
    return found?.player ? found : null;
  }

  /** The board as the choice has it: an arrow for what was played. */
  #rest() {
    this.board.arrows(this.state.moves[this.number].steps, "played");
    this.board.mark({ read: this.read });
  }

  /** The best moves of a choice, and the one that was played: who looks at one sees it on the board. */
  #bestMoves({ best, options }, scores) {
    const score = {
      heading: "score",
      is_figure: true,
      cell: ({ index }) => scores.scores[index].toLocaleString("en"),
    };
    const caption = `${best.caption}; point at one to see it.${
      scores ? ` Score: how ${scores.player} rates it.` : ""
    }`;
    return rowsShown({ ...best, caption }, {
      name: "best",
      about: (one) => ({
        class: one.played ? "was-played" : null,
        on: lookedAt(() => this.board.arrows(one.steps), () => this.#rest()),
      }),
      more: [...(scores ? [score] : []), ...(options > 1 ? [whyColumn((index) => this.#why(index))] : [])],
    });
  }

  async #why(index) {
    const { number } = this;
    put(this.reasons, quiet("The two moves are compared …"));
    const asked = api.why(this.first.file, number, { choice: index });
    const found = await asked.catch((error) => this.refusal.tell(error));
    if (this.number !== number) return;
    put(this.reasons);
    if (!found) return;
    const you = this.state.players[this.state.seat].person;
    put(
      this.reasons,
      el("h3", {}, "Why"),
      you ? null : quiet(`“You” is the player who moves: ${nameOf(this.state, this.state.seat)}.`),
      comparisonShown(found),
    );
    this.read = found.squares;
    this.board.mark({ read: this.read });
    say(found.sentences.join(" "));
  }

  #flip() {
    const flipped = isFlipped(this.first.game);
    this.board.flip(flipped);
    this.flipping.setAttribute("aria-pressed", String(flipped));
  }

  get keys() {
    return {
      ...steppingKeys({
        start: () => void this.goTo(0),
        back: () => void this.goTo(this.number - 1),
        on: () => void this.goTo(this.number + 1),
        end: () => void this.goTo(this.analysis.choices.length - 1),
      }),
      b: () => this.board.focusHere(),
      f: () => flip(this.first.game),
      m: () => void this.goTo(this.nextMistake),
    };
  }
}

/** Wait for the analysis, show how far it is, and let it be cancelled; then the game is shown. */
async function analysed(root, file, isLeft) {
  const { job } = await api.analyse(file);
  const cancel = button("Cancel", async () => {
    cancel.disabled = true;
    // If it has ended meanwhile, there is nothing to cancel.
    if ((await api.cancelled(job)).state !== "done" && !isLeft()) {
      location.hash = address("game", { file });
    }
  });
  const bar = el("progress", { max: 1, value: 0, "aria-label": "Progress of the analysis" });
  const told = quiet(
    "The game is analysed: it is played on from each choice. This takes up to half a minute.",
  );
  put(root, el("h1", {}, "Analysis"), told, bar, controls(cancel));
  const show = ({ done, of }) => {
    bar.max = of;
    bar.value = done;
    told.textContent = `The game is analysed: ${done} of ${of} choices.`;
  };
  return api.whenDone(() => api.analysis(job), { told: show, isLeft });
}

export async function analysisView(root, { file, at }) {
  const state = await api.state(file);
  const game = await api.gameNamed(state.game);
  let left = false;
  const view = { leave: () => null, keys: {} };
  const leave = () => {
    left = true;
    view.leave();
  };
  const begin = async () => {
    try {
      const found = await analysed(root, file, () => left);
      if (!found) return;
      const shown = new AnalysisView(root, game, state, found);
      Object.assign(view.keys, shown.keys);
      view.leave = shown.leave;
      const wanted = /^\d+$/.test(at ?? "") ? Number(at) : found.begin;
      await shown.goTo(Math.min(wanted, found.moves.length - 1));
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      put(
        root,
        el("h1", {}, "Analysis"),
        el("p", { class: "error", role: "alert" }, sentence(error.message)),
        el("p", {}, el("a", { href: address("game", { file }) }, "To the game")),
      );
    }
  };
  document.title = `${state.title} analysed · ${file} · senet-gp`;
  put(root, el("h1", {}, "Analysis"));
  return { keys: view.keys, leave, shown: () => void begin() };
}
