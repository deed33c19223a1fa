// A piece is taken with the mouse or a finger, drawn over the board, and let go where it is to stand.

import { calm } from "./dom.js";

/** A pointer that moves this many pixels drags the piece. */
const FAR_ENOUGH = 6;
const BACK_MILLISECONDS = 160;

export class Drag {
  /**
   * @param board the board
   * @param can whether the piece on a square can be taken
   * @param taken is called with the square of a piece that is taken; gives its element
   * @param dropped is called with the square where it is let go, 0 beside the board; gives whether it may
   */
  constructor(board, { can, taken, dropped }) {
    this.board = board;
    this.can = can;
    this.taken = taken;
    this.dropped = dropped;
    this.held = null;
    const { grid } = board;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    // The click that follows a drag means nothing.
    grid.addEventListener("click", (event) => this.wasDrag && this.#swallow(event), { capture: true });
  }

  #swallow(event) {
    this.wasDrag = false;
    event.stopPropagation();
  }

  #down(event) {
    this.wasDrag = false;
    const square = this.board.squareAt(event.target);
    if (event.button !== 0 || !event.isPrimary || !this.can(square)) return;
    this.held?.listening.abort();
    const listening = new AbortController();
    this.held = { square, id: event.pointerId, x: event.clientX, y: event.clientY, piece: null, listening };
    // A hand may leave the board before it is seen to move.
    const { signal } = listening;
    document.addEventListener("pointermove", (moved) => this.#move(moved), { signal });
    document.addEventListener("pointerup", (last) => this.#up(last), { signal });
    document.addEventListener("pointercancel", () => this.#end(), { signal });
  }

  #let() {
    this.held?.listening.abort();
    this.held = null;
  }

  #move(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.piece && Math.hypot(x, y) < FAR_ENOUGH) return;
    if (!held.piece && !this.#begin(held)) return;
    held.piece.style.setProperty("translate", `${x}px ${y}px`);
  }

  #begin(held) {
    if (!this.can(held.square)) {
      this.#let();
      return false;
    }
    this.board.grid.setPointerCapture(held.id);
    held.piece = this.taken(held.square);
    held.piece.classList.add("moving");
    return true;
  }

  #up(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    if (!held.piece) {
      this.#let();
      return;
    }
    this.wasDrag = true;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const goal = this.board.element.contains(under) ? this.board.squareAt(under) : 0;
    // A gap in the board is no place to stand.
    const allowed = goal || !this.board.element.contains(under);
    if (allowed && this.dropped(goal)) this.#let();
    else this.#end();
  }

  /** The piece goes back to where it stood. */
  #end() {
    const { piece } = this.held ?? {};
    this.#let();
    if (!piece) return;
    const from = piece.style.getPropertyValue("translate");
    piece.style.removeProperty("translate");
    piece.classList.remove("moving");
    if (!calm()) piece.animate([{ translate: from }, { translate: "0 0" }], BACK_MILLISECONDS);
  }
}
