// Stepping through a game: to the start, back, play, on, to the end, a slider, and the speed.

import { button, controls, el, labelled, svg } from "./dom.js";

/** Milliseconds between two choices. */
const SPEEDS = [["slow", 2000], ["normal", 900], ["fast", 350], ["at once", 0]];

const SHAPES = {
  start: "M4 4h3v16H4zM20 4v16L8 12z",
  // One step is an angle, so that it does not look like playing.
  back: "M16 4l2.5 2.5L13 12l5.5 5.5L16 20l-8-8z",
  play: "M7 4v16l12-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  on: "M8 4L5.5 6.5 11 12l-5.5 5.5L8 20l8-8z",
  end: "M17 4h3v16h-3zM4 4v16l12-8z",
};

const shape = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] }),
  );

export class Transport {
  /**
   * @param go is called with the number of choices that are to be shown
   * @param on is called to show or play the next choice
   * @param play is called with whether it is to play on by itself
   */
  constructor({ go, on, play }) {
    this.go = go;
    const control = (name, label, action) =>
      button(shape(name), action, { class: "icon", "aria-label": label, title: label });
    this.start = control("start", "To the start", () => go(0));
    this.back = control("back", "One back", () => go(this.after - 1));
    this.playing = control("play", "Play", () => play(!this.isPlaying));
    this.on = control("on", "One on", on);
    this.end = control("end", "To the end", () => go(this.of));
    this.slider = el("input", {
      type: "range",
      min: 0,
      step: 1,
      "aria-label": "Choice",
      on: { input: () => go(Number(this.slider.value)) },
    });
    this.speed = el(
      "select",
      {},
      SPEEDS.map(([word, time]) => el("option", { value: time, selected: word === "normal" }, word)),
    );
    this.element = el(
      "section",
      { class: "transport", "aria-label": "Steps through the game" },
      controls(this.start, this.back, this.playing, this.on, this.end),
      this.slider,
      el("div", { class: "controls small" }, labelled("Speed", this.speed)),
    );
  }

  get milliseconds() {
    return Number(this.speed.value);
  }

  /** Show where a state is in the game, and what can be done. */
  show(state, { isPlaying, canGoOn }) {
    this.after = state.after;
    this.of = state.of;
    this.isPlaying = isPlaying;
    this.slider.max = state.of;
    this.slider.value = state.after;
    this.slider.setAttribute("aria-valuetext", `${state.after} of ${state.of} choices`);
    this.start.disabled = this.back.disabled = state.after === 0;
    this.end.disabled = state.after === state.of;
    this.on.disabled = this.playing.disabled = !canGoOn && !isPlaying;
    const label = isPlaying ? "Pause" : "Play";
    this.playing.replaceChildren(shape(isPlaying ? "pause" : "play"));
    this.playing.setAttribute("aria-label", label);
    this.playing.title = label;
  }
}
