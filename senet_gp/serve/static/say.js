// The live region: what happens on the board, told in words to people who do not see it.

const region = () => document.getElementById("live");
let pending = [];
let due = 0;

/** Say a sentence. Several that come close together are told as one, so that none is cut off. */
export function say(sentence) {
  if (!sentence) return;
  pending.push(/[.!?:]$/.test(sentence) ? sentence : `${sentence}.`);
  clearTimeout(due);
  due = setTimeout(() => {
    region().textContent = pending.join(" ");
    pending = [];
  }, 60);
}
