// A game that is played, watched or stepped through: one view, since each of them can turn into the others.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { el, pause, put, sleep } from "./dom.js";
import { nameOf, owners, placesBeside, status } from "./facts.js";
import { controlsOf, keysOf, laidOut } from "./game_layout.js";
import { Hints } from "./hints.js";
import { Moves } from "./moves.js";
import { PartialTurn } from "./partial.js";
import { say, sentence } from "./say.js";
import { throwsShown } from "./throws.js";
import { Transport } from "./transport.js";
import { without } from "./turn.js";
import { boxShown } from "./why.js";

/** How long a forced move, or an answer, is held back, so that people see what was there before. */
const HELD_BACK = 450;

class GameView {
  constructor(root, game, state) {
    this.root = root;
    this.game = game;
    this.left = false;
    this.playing = false;
    this.busy = false;
    this.people = state.players.filter((player) => player.person).length;
    this.board = new Board(state.geometry, {
      pressed: (square) => this.partial.press(square),
      owners: owners(state),
      title: `Board of ${state.title}`,
    });
    this.partial = new PartialTurn(this.board, {
      chosen: (choice, made) => void this.choose(choice, made),
      changed: () => this.#showChoices(),
    });
    this.throws = el("div", { class: "throws-place" });
    this.status = el("p", { class: "status", tabindex: "-1" });
    this.beside = el("div", { class: "beside" });
    this.error = el("p", { class: "error", role: "alert", hidden: true });
    this.lesson = el("p", { class: "quiet", hidden: true }, "The machine has learned from this game.");
    this.choices = new Choices({
      chosen: (choice) => void this.choose(choice, []),
      looked: (choice) => this.#look(choice),
    });
    this.hints = new Hints({
      looked: (choice, squares) => this.#look(choice, squares),
      noted: (notes) => this.choices.note(notes),
      failed: (error) => this.#tell(error),
    });
    this.box = el("section", { class: "panel", "aria-label": "Matchbox" });
    this.moves = new Moves((number) => void this.goTo(number));
    this.transport = new Transport({
      go: (number) => void this.goTo(number),
      on: () => void this.on(),
      play: (wanted) => void this.play(wanted),
    });
    Object.assign(this, controlsOf(this, state));
    put(root, laidOut(this, game, state));
    this.show(state);
  }

  /** Whether the board shows the game as it is now, and not an earlier state. */
  get live() {
    return this.state.after === this.state.of;
  }

  /** Whether moves of players that are no people, and forced ones, are played without being asked for. */
  get playsOn() {
    return this.live && this.state.can_step && (this.people > 0 ? !this.lookingBack : this.playing);
  }

  show(state) {
    const before = this.state;
    this.state = state;
    this.board.show(state.position);
    put(this.beside, placesBeside(state));
    put(this.throws, throwsShown(state.throws, this.game));
    this.throws.hidden = !state.throws.length;
    if (!before || before.after !== state.after) this.throws.firstChild?.classList.add("thrown");
    this.status.textContent = status(state);
    this.partial.show(state, this.open);
    this.hints.show(state);
    const { box } = state.moves[state.after - 1] ?? {};
    put(this.box, box ? [el("h2", {}, "The bead that was taken"), boxShown(box)] : null);
    this.box.hidden = !box;
    this.moves.show(state.moves, state.after);
    this.#showControls();
    const at = this.live ? "" : `&at=${state.after}`;
    history.replaceState(null, "", `#/game?file=${encodeURIComponent(state.file)}${at}`);
  }

  /** Whether a person chooses now. */
  get open() {
    return this.live && this.state.person && !this.busy;
  }

  #showChoices() {
    const { state } = this;
    this.choices.show(this.partial.remaining, state.choices.length, {
      open: this.open,
      played: state.chosen,
      title: this.live ? "Choices" : "Choices there were",
      waits: this.live && this.people > 0 && state.outcome === null,
    });
  }

  #showControls() {
    const { state } = this;
    this.#showChoices();
    this.latest.hidden = this.live;
    this.undoing.hidden = !this.people || !this.live || (state.outcome !== null && !state.can_undo);
    this.undoing.disabled = !state.can_undo || this.busy;
    this.hinting.hidden = this.wondering.hidden = state.choices.length < 2;
    this.resigning.hidden = !this.open;
    this.analysing.hidden = !state.moves.length;
    this.again.hidden = this.rematch.hidden = state.outcome === null;
    this.teaching.hidden = !this.live || state.lesson !== "possible";
    this.lesson.hidden = !this.live || state.lesson !== "taught";
    this.rematch.textContent = this.people ? "Play again" : "Watch another";
    // Whoever plays looks back now and then; whoever watches does nothing else.
    this.looking.hidden = this.people > 0 && !state.of;
    if (!this.people || !this.live || state.outcome !== null) this.looking.open = true;
    this.transport.show(state, {
      isPlaying: this.playing,
      canGoOn: !this.live || (state.can_step && !this.people),
    });
  }

  #look(choice, squares = []) {
    if (this.partial.made.length) return;
    this.board.arrows(choice ? choice.steps : []);
    this.partial.mark(squares);
  }

  /** Ask the server for something that changes the game; one at a time, and what is refused is said. */
  async #asked(request) {
    if (this.busy) return null;
    const held = this.root.contains(document.activeElement);
    this.busy = true;
    this.error.hidden = true;
    this.partial.close();
    this.root.setAttribute("aria-busy", "true");
    try {
      return await request();
    } catch (error) {
      this.busy = false;
      if (!this.left) this.show(error.state ?? this.state);
      this.#tell(error);
      // Somebody else played on in another window: the game goes on from there.
      if (error.state) setTimeout(() => void this.follow());
      return null;
    } finally {
      this.busy = false;
      this.root.removeAttribute("aria-busy");
      if (!this.left) this.#showControls();
      if (held) this.#keepFocus();
    }
  }

  /** What had the focus may be gone or disabled: then whoever uses the keyboard goes on at the line that tells the state. */
  #keepFocus() {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement.disabled || !activeElement.checkVisibility()) {
      this.status.focus({ preventScroll: true });
    }
  }

  #tell(error) {
    if (!(error instanceof api.Refused)) throw error;
    this.error.textContent = sentence(error.message);
    this.error.hidden = false;
  }

  async choose(choice, made) {
    const { file, after } = this.state;
    const inList = this.choices.element.contains(document.activeElement);
    const state = await this.#asked(() => api.choose(file, choice.index, after));
    if (!state || this.left) return;
    await this.#arrive(state, made);
    await this.follow();
    if (inList && this.open) this.choices.focus();
  }

  /** Play on for as long as nobody is to choose. */
  async follow() {
    while (!this.left && this.playsOn && !this.busy) {
      const { after, file } = this.state;
      await (this.people ? pause(HELD_BACK) : sleep(this.transport.milliseconds));
      if (this.left || !this.playsOn || this.state.after !== after) return;
      const state = await this.#asked(() => api.step(file, after));
      if (!state || this.left) return;
      await this.#arrive(state);
    }
    if (!this.left && this.playing && !this.state.can_step && this.live) this.#stop();
  }

  /** Show a new state after the motion that leads to it, and say what happened; `made` is on the board already. */
  async #arrive(state, made = []) {
    const { last } = state;
    if (last && state.after === this.state.after + 1) {
      this.board.mark({});
      this.board.arrows();
      // Other steps than those that are listed may lead to the same board: then there is nothing left to show.
      for (const step of without(last.steps, made) ?? []) {
        await this.board.move(step, last.seat);
        if (this.left) return;
        this.partial.shift(step, last.seat);
      }
    }
    this.show(state);
    if (last) say(`${nameOf(state, last.seat)}: ${last.spoken ? `throws ${last.spoken}, ` : ""}${last.told}`);
    if (state.outcome !== null || this.open) say(status(state));
  }

  /** Show the state after so many choices; null is the latest. */
  async goTo(number) {
    if (this.playing) this.#stop();
    const { file, of } = this.state;
    const goal = number === null ? of : Math.max(0, Math.min(of, number));
    this.lookingBack = number !== null && goal < of;
    this.wanted = goal;
    const state = await (goal < of ? api.stateAt(file, goal) : api.state(file)).catch((error) =>
      this.#tell(error)
    );
    // The slider asks faster than the server answers: only the last one counts.
    if (!state || this.left || this.wanted !== goal || this.busy) return;
    this.show(state);
    if (this.people) await this.follow();
  }

  /** Show the next choice, or play it. */
  async on() {
    const { file, after, of, can_step: canStep } = this.state;
    const state = await this.#asked(() =>
      after + 1 < of
        ? api.stateAt(file, after + 1)
        : after < of
        ? api.state(file)
        : canStep
        ? api.step(file, after)
        : null
    );
    if (!state || this.left) return;
    await this.#arrive(state);
    this.lookingBack = !this.live;
    if (this.people) await this.follow();
  }

  async play(wanted) {
    this.playing = wanted;
    this.#showControls();
    while (this.playing && !this.left && !this.live) {
      await this.on();
      await sleep(this.transport.milliseconds);
    }
    if (this.playing && !this.left) await this.follow();
    if (this.people && this.playing) this.#stop();
  }

  #stop() {
    this.playing = false;
    this.#showControls();
  }

  async undo() {
    if (this.partial.made.length) return this.partial.back();
    if (!this.state.can_undo) return null;
    const { file, of } = this.state;
    const state = await this.#asked(() => api.undo(file, of));
    if (!state || this.left) return null;
    this.lookingBack = false;
    this.show(state);
    say(`Taken back. ${status(state)}`);
    return null;
  }

  /** Let the machine of matchboxes learn from the game, and show its boxes as they are then. */
  async teach() {
    const state = await this.#asked(() => api.teach(this.state.file));
    if (!state || this.left) return;
    this.lesson.textContent = state.told;
    this.show(state);
    say(state.told);
  }

  /** Begin another game of the same players; its throws are others. */
  async playAgain() {
    const { game, parameters, players } = this.state;
    const [first, second] = players.map((player) => player.text);
    const state = await this.#asked(() => api.newGame({ game, parameters, first, second }));
    if (!state || this.left) return;
    location.hash = `#/game?file=${encodeURIComponent(state.file)}${this.people ? "" : "&play=yes"}`;
  }

  async resign() {
    if (!window.confirm("Resign this game?")) return;
    const { file, after } = this.state;
    const state = await this.#asked(() => api.resign(file, after));
    if (state && !this.left) await this.#arrive(state);
  }
}

export async function gameView(root, { file, at, play }) {
  // A game may be shorter than when the address was kept: what was taken back cannot be shown.
  const earlier = at === undefined ? null : await api.stateAt(file, at).catch(() => null);
  const state = earlier ?? await api.state(file);
  const view = new GameView(root, await api.gameNamed(state.game), state);
  document.title = `${state.title} · ${state.file} · senet-gp`;
  return {
    keys: keysOf(view),
    shown: () => {
      view.moves.reveal();
      void (play ? view.play(true) : view.people && view.follow());
    },
    leave: () => {
      view.left = true;
    },
  };
}
