// What is seen of a game: the board, the throws, what can be done, the choices and the moves.
//
// A class derived from this one plays: it has the methods that the buttons call.

import * as api from "./api.js";
import { Board } from "./board.js";
import { ChanceBar } from "./chances.js";
import { Choices } from "./choices.js";
import { address, bringIntoView, el, put } from "./dom.js";
import { Drag } from "./drag.js";
import { End } from "./end.js";
import { placesBeside } from "./facts.js";
import { flippedIn, isFlipped, onPreference, preferencesOf, prefers } from "./prefs.js";
import { controlsOf, laidOut, showButtons } from "./game_layout.js";
import { Guide } from "./rules.js";
import { Hints } from "./hints.js";
import { Moves } from "./moves.js";
import { PartialTurn } from "./partial.js";
import { sound } from "./say.js";
import { Throwing } from "./throws.js";
import { Transport } from "./transport.js";
import { boxShown } from "./why.js";

export class GameTable {
  constructor(root, game, state) {
    this.root = root;
    this.game = game;
    this.left = false;
    this.playing = false;
    this.busy = false;
    this.people = state.players.filter((player) => player.person).length;
    this.board = new Board(state.geometry, {
      pressed: (square) => this.partial.press(square),
      owners: state.players.map((player) => player.owner),
      title: `Board of ${state.title}`,
    });
    this.partial = new PartialTurn(this.board, {
      falls: game.falls,
      chosen: (choice, made) => void this.choose(choice, made),
      changed: () => this.turnChanged(),
      stepped: (met) => sound(met ? "hit" : "move"),
    });
    this.drag = new Drag(this.board, {
      can: (square) => this.partial.canMove(square),
      taken: (square) => this.partial.take(square),
      dropped: (square) => this.partial.drop(square),
    });
    this.throwing = new Throwing(game, () => void this.throwNow());
    this.ahead = new ChanceBar();
    this.preferences = preferencesOf({
      file: state.file,
      throws: game.stochastic,
      played: this.people > 0,
      taught: game.taught,
    });
    this.guide = new Guide(game, () => bringIntoView(this.board.element));
    this.end = new End(state, {
      again: () => void this.playAgain(),
      teach: () => void this.teach(),
      watched: !this.people,
    });
    this.status = el("p", { class: "status", tabindex: "-1" });
    this.beside = el("div", { class: "beside" });
    this.refusal = new api.Refusal();
    this.retrying = el("p", { class: "retry", role: "status", hidden: true });
    this.lesson = el("p", { class: "quiet", hidden: true }, "The machine has learned from this game.");
    this.choices = new Choices({
      chosen: (choice) => void this.choose(choice, []),
      looked: (choice) => this.look(choice),
    });
    this.hints = new Hints({
      looked: (choice, squares) => this.look(choice, squares),
      noted: (notes) => {
        this.choices.note(notes);
        // The best one is known a moment later.
        queueMicrotask(() => this.look(null));
      },
      failed: (error) => this.refusal.tell(error),
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
    this.board.flip(isFlipped(state.game));
    this.show(state);
    this.leave = onPreference((name) => this.preferred(name));
  }

  /** Whether the board shows the game as it is now, and not an earlier state. */
  get live() {
    return this.state.after === this.state.of;
  }

  /** Whether the person to move wants to throw, and has not thrown yet. */
  get waits() {
    const { seat, players, throws, after } = this.state;
    return this.live && prefers("throwMyself") && throws.length > 0 && seat !== null &&
      players[seat].person &&
      this.thrownAt !== after;
  }

  /** Show a state; `fresh` says that its throws have just been made. */
  show(state, fresh = false) {
    const before = this.state;
    this.moving = false;
    this.state = state;
    if (before?.after !== state.after) this.choices.filter.value = "";
    this.board.show(state.position);
    put(this.beside, placesBeside(state));
    this.throwing.show(state, { waits: this.waits, fresh: before?.after !== state.after || fresh });
    if (this.live && !this.waits) this.thrownAt = state.after;
    this.status.textContent = this.waits ? state.to_throw : state.status;
    this.hints.show(state);
    this.partial.show(state, this.open, state.made_for_you);
    this.end.show(state);
    void this.guide.show(state);
    this.status.parentElement.hidden = !this.end.element.hidden;
    this.showAhead();
    const { box } = state.moves[state.after - 1] ?? {};
    put(this.box, box ? [el("h2", {}, "The bead that was taken"), boxShown(box)] : null);
    this.box.hidden = !box;
    this.moves.show(state.moves, state.after);
    this.showControls();
    const at = this.live ? {} : { at: state.after };
    history.replaceState(null, "", address("game", { file: state.file, ...at }));
  }

  /** Whether a person chooses now. */
  get open() {
    return this.live && this.state.person && !this.busy && !this.moving && !this.waits;
  }

  /** A piece is chosen, or other choices remain. */
  turnChanged() {
    if (!this.waits) this.throwing.use(this.partial.turn.used);
    this.look(null);
    this.showChoices();
    showButtons(this);
  }

  showChoices() {
    const { state } = this;
    const shown = this.waits ? [] : this.partial.remaining;
    this.choices.show(shown, this.waits ? 0 : state.choices.length, {
      open: this.open,
      played: state.chosen,
      title: this.live ? "Choices" : "Choices there were",
      waits: this.live && this.people > 0 && state.outcome === null,
      many: !this.game.small,
    });
  }

  showControls() {
    this.showChoices();
    showButtons(this);
    this.transport.show(this.state, {
      isPlaying: this.playing,
      canGoOn: !this.live || (this.state.can_step && !this.people),
    });
  }

  /** The bar of chances gives advice away, so a person who plays has it only if they want it. */
  showAhead() {
    this.ahead.element.hidden = !prefers(this.people ? "chancesPlaying" : "chancesWatching");
    if (this.ahead.element.hidden) return;
    if (this.waits) this.ahead.wait();
    else void this.ahead.show(this.state);
  }

  preferred(name) {
    if (name === flippedIn(this.state.game)) {
      this.board.flip(isFlipped(this.state.game));
      this.guide.flip();
    }
    if (name === "guide") void this.guide.show(this.state);
    // What lay on the table stays there.
    if (name === "throwMyself" && !this.busy && !this.moving && !this.partial.open) this.show(this.state);
    this.showAhead();
    this.look(null);
    this.showControls();
    if (this.people) void this.follow();
  }

  /** Show a choice that is looked at; where none is, and no move has begun, the best one of a hint. */
  look(choice, squares = choice ? [] : this.hints.squares) {
    if (this.partial.made.length) return;
    const best = prefers("hintArrows") && this.state.choices.find((one) => one.index === this.hints.best);
    this.board.arrows((choice || best || { steps: [] }).steps);
    this.partial.mark(squares);
  }

  /** What had the focus may be gone or disabled: then the keyboard goes on where the state is told. */
  keepFocus() {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement.disabled || !activeElement.checkVisibility()) {
      if (this.waits) this.throwing.button.focus({ preventScroll: true });
      else if (this.end.element.hidden) this.status.focus({ preventScroll: true });
      else this.end.focus();
    }
  }
}
