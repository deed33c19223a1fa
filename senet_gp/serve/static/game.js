// A game that is played, watched or stepped through: one view, since each of them can turn into the others.

import * as api from "./api.js";
import { address, bringIntoView, pause, sleep } from "./dom.js";
import { nameOf } from "./facts.js";
import { GameTable } from "./game_table.js";
import { keysOf } from "./game_layout.js";
import { prefers } from "./prefs.js";
import { say, sound } from "./say.js";
import { without } from "./turn.js";

/** How long a forced move, or an answer, is held back, so that people see what was there before. */
const HELD_BACK = 450;

class GameView extends GameTable {
  /** Tabs that show the same game follow it; the one in which it is played goes on. */
  others = new BroadcastChannel("senet-gp");

  async followOthers(file) {
    if (file !== this.state.file || !this.live || this.busy) return;
    const state = await api.state(file).catch(() => null);
    const isOther = state && (state.of !== this.state.of || state.outcome !== this.state.outcome);
    if (isOther && !this.busy && !this.left) this.show(state);
  }

  /** Whether moves of players that are no people, and forced ones, are played without being asked for. */
  get playsOn() {
    const wanted = this.people > 0 ? !this.lookingBack && !this.waits : this.playing;
    return this.live && this.state.can_step && !this.moving && wanted;
  }

  /** The person to move throws. */
  async throwNow() {
    if (!this.waits || this.busy) return;
    const held = this.throwing.element.contains(document.activeElement);
    this.thrownAt = this.state.after;
    sound("throw");
    this.show(this.state, true);
    say(this.state.status);
    if (held) this.board.focusHere();
    await this.follow();
  }

  /** Ask the server for something that changes the game; one at a time, and what is refused is said. */
  async #asked(request) {
    if (this.busy) return null;
    const held = this.root.contains(document.activeElement);
    this.busy = true;
    this.refusal.hide();
    this.partial.close();
    this.root.setAttribute("aria-busy", "true");
    try {
      const found = await request();
      this.others.postMessage(this.state.file);
      return found;
    } catch (error) {
      this.busy = false;
      if (!error.state) this.playing = false;
      if (!this.left) this.show(error.state ?? this.state);
      this.refusal.tell(error);
      // Somebody else played on in another window: the game goes on from there.
      if (error.state) setTimeout(() => void this.follow());
      return null;
    } finally {
      this.busy = false;
      this.root.removeAttribute("aria-busy");
      if (!this.left) this.showControls();
      if (held) this.keepFocus();
    }
  }

  async choose(choice, made) {
    const { file, after, retried } = this.state;
    if (await this.#isHeldBack(choice)) return;
    const inList = this.choices.element.contains(document.activeElement);
    // A person who chooses from the list sees what happens on the board.
    if (inList) bringIntoView(this.board.element);
    const state = await this.#asked(() => api.choose(file, choice.index, after));
    if (!state || this.left) return;
    await this.#arrive(state, made);
    if (retried === after) void this.#judge(choice, after);
    this.#ended();
    await this.follow();
    if (inList && this.open) this.choices.focus({ preventScroll: true });
  }

  /** Whether the tutor warns of a choice, and the person wants to think again. */
  async #isHeldBack(choice) {
    if (!prefers("tutor")) return false;
    const { file, after } = this.state;
    const warning = await this.#asked(() => api.warning(file, after, choice.index));
    // Who has left the game cannot be asked.
    const stays = Boolean(warning?.sentence) && (this.left || !window.confirm(warning.sentence));
    if (stays && !this.left) this.show(this.state);
    return stays || !warning;
  }

  /** The choice that is tried again comes next: the reader is asked for a better one. */
  tryAgain() {
    this.retrying.textContent = "Here you made a mistake. The throws are the same: find a better move.";
    this.retrying.hidden = false;
  }

  /** Whether what was chosen now is better than it was. */
  async #judge(choice, after) {
    const found = await api.why(this.state.file, after, { choice: choice.index }).catch(() => null);
    if (!found || this.left || this.state.after <= after) return;
    const good = found.better === null || found.better === choice.index;
    const text = `${good ? "Well done." : "There is a better move."} ${found.sentences.join(" ")}`;
    this.retrying.textContent = text;
    say(text);
  }

  /** Play on until a person is to choose. */
  async follow() {
    while (!this.left && this.playsOn && !this.busy) {
      const { after, file } = this.state;
      await (this.people ? pause(HELD_BACK) : sleep(this.transport.milliseconds));
      if (this.left || !this.playsOn || this.state.after !== after) return;
      const state = await this.#asked(() => api.step(file, after));
      if (!state || this.left) return;
      await this.#arrive(state);
      this.#ended();
    }
    if (!this.left && this.playing && !this.state.can_step && this.live) this.#stop();
  }

  /** Show a new state after the motion that leads to it, and tell it; `made` is on the board already. */
  async #arrive(state, made = []) {
    const { last } = state;
    const before = this.state;
    if (last && state.after === before.after + 1) {
      this.moving = true;
      this.showControls();
      this.board.mark({});
      this.board.arrows();
      // Other steps than those that are listed may lead to the same board: then nothing is left to show.
      for (const step of without(last.steps, made) ?? []) {
        await this.board.move(step, last.seat);
        // Who has looked at another state meanwhile stays there.
        if (this.left || this.state !== before) return;
        this.partial.shift(step, last.seat);
      }
    }
    this.show(state);
    if (last) say(`${nameOf(state, last.seat)}: ${last.spoken ? `throws ${last.spoken}, ` : ""}${last.told}`);
    if (state.throws.length && !this.waits) sound("throw");
    if (state.outcome !== null) say(`${state.status} ${state.length}`);
    else if (this.open || this.waits) say(this.status.textContent);
    // Space and Enter throw, unless the focus is on something else.
    const idle = [document.body, this.status].includes(document.activeElement);
    if (this.waits && idle) this.throwing.button.focus({ preventScroll: true });
  }

  /** The game that is played ends: the keyboard goes on from there. */
  #ended() {
    if (!this.live || this.state.outcome === null || this.left) return;
    this.end.focus();
    if (prefers("guide") === this.state.file) void this.end.review(this.state.file);
  }

  /** Show the state after a number of choices; null is the latest. */
  async goTo(number) {
    if (this.playing) this.#stop();
    const { file, of } = this.state;
    const goal = number === null ? of : Math.max(0, Math.min(of, number));
    this.lookingBack = number !== null && goal < of;
    this.wanted = goal;
    const state = await (goal < of ? api.stateAt(file, goal) : api.state(file)).catch((error) =>
      this.refusal.tell(error)
    );
    // The slider asks faster than the server answers: only the last one counts.
    if (this.left || this.wanted !== goal) return;
    const held = this.root.contains(document.activeElement);
    if (state && !this.busy) this.show(state);
    // Nothing of it is shown, so the game goes on from what is.
    else this.lookingBack = !this.live;
    if (held) this.keepFocus();
    if (this.people) await this.follow();
  }

  /** Show the next choice, or play it. */
  async on() {
    const { file, after } = this.state;
    if (this.live && (this.moving || !this.state.can_step)) return;
    const state = await this.#asked(() => this.live ? api.step(file, after) : api.stateAt(file, after + 1));
    if (!state || this.left) return;
    await this.#arrive(state);
    this.lookingBack = !this.live;
    if (this.people) await this.follow();
  }

  async play(wanted) {
    const run = (this.run = {});
    this.playing = wanted;
    this.showControls();
    while (this.playing && !this.left && !this.live) {
      const { after } = this.state;
      await this.on();
      if (this.run === run && this.state.after === after) return this.#stop();
      await sleep(this.transport.milliseconds);
      // It was paused and played again meanwhile.
      if (this.run !== run) return;
    }
    if (this.playing && !this.left) await this.follow();
    if (this.people && this.playing) this.#stop();
  }

  #stop() {
    this.playing = false;
    this.showControls();
  }

  async undo() {
    if (this.partial.begun) return this.partial.back();
    if (!this.state.can_undo || this.moving) return null;
    const { file, of } = this.state;
    const state = await this.#asked(() => api.undo(file, of));
    if (!state || this.left) return null;
    this.lookingBack = false;
    if (state.retried === state.after) this.tryAgain();
    else this.retrying.hidden ||= state.after < state.retried;
    // What is undone was thrown before.
    this.thrownAt = state.after;
    this.show(state);
    say(`Undone. ${state.status}`);
    return null;
  }

  /** Let the machine of matchboxes learn from the game, and show its boxes as they are then. */
  async teach() {
    const state = await this.#asked(() => api.teach(this.state.file));
    if (!state || this.left) return;
    this.lesson.textContent = state.told;
    this.show(state);
    this.end.focus();
    say(state.told);
  }

  /** Begin another game of the same players; its throws are others. */
  async playAgain() {
    const { game, parameters, players } = this.state;
    const [first, second] = players.map((player) => player.text);
    const state = await this.#asked(() => api.newGame({ game, parameters, first, second }));
    if (!state || this.left) return;
    location.hash = address("game", { file: state.file, ...(this.people ? {} : { play: "yes" }) });
  }

  async resign() {
    if (!window.confirm("Resign this game?")) return;
    const { file, after } = this.state;
    const state = await this.#asked(() => api.resign(file, after));
    if (!state || this.left) return;
    await this.#arrive(state);
    this.#ended();
  }
}

export async function gameView(root, { file, at, play }) {
  const state = await (at === undefined ? api.state(file) : api.stateAt(file, at));
  const view = new GameView(root, await api.gameNamed(state.game), state);
  if (state.retried === state.after) view.tryAgain();
  view.others.onmessage = ({ data }) => void view.followOthers(data);
  document.title = `${state.title} · ${state.file} · senet-gp`;
  return {
    keys: keysOf(view),
    shown: () => {
      view.moves.reveal();
      void (play ? view.play(true) : view.people && view.follow());
    },
    leave: () => {
      view.left = true;
      view.leave();
      view.others.onmessage = null;
    },
  };
}
