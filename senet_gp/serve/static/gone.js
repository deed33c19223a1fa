// What the page says when the server does not answer: one sentence, and a button to try again.

import { say } from "./say.js";

const notice = () => document.getElementById("gone");
let waiting = null;

/** Show the notice; the promise ends when a person wants to try again. */
export function serverIsGone() {
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
export function serverAnswers() {
  notice().hidden = true;
}
