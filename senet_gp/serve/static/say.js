// What is heard: words for readers of the screen, in the live region, and short clicks, made without files of sounds.

import { prefers } from "./prefs.js";

/** A message of the server as a sentence; names of files and players at its beginning stay as they are. */
export function sentence(message) {
  const begin = /^[a-z]+ /.test(message) ? message[0].toUpperCase() + message.slice(1) : message;
  return /[.!?:…]$/.test(begin) ? begin : `${begin}.`;
}

let pending = [];
let due = 0;

/** Say something. Several that come close together are told as one, so that none is cut off. */
export function say(words) {
  if (!words) return;
  pending.push(sentence(words));
  clearTimeout(due);
  due = setTimeout(() => {
    document.getElementById("live").textContent = pending.join(" ");
    pending = [];
  }, 60);
}

/** Pitches in hertz, one after the other. */
const PITCHES = { throw: [520, 440, 590, 480], move: [330], hit: [220, 150] };
const SECONDS = 0.06;

let context = null;

/** Let something be heard, if the reader wants that. Browsers are silent until something has been clicked. */
export function sound(name) {
  if (!prefers("sound")) return;
  context ??= new AudioContext();
  void context.resume();
  PITCHES[name].forEach((pitch, number) => click(pitch, context.currentTime + number * SECONDS));
}

function click(pitch, begin) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(context, { gain: 0.2 });
  loudness.gain.setValueAtTime(0.2, begin);
  loudness.gain.exponentialRampToValueAtTime(0.001, begin + SECONDS);
  tone.connect(loudness).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + SECONDS);
}
