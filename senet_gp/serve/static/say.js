// The live region: what happens on the board, told in words to people who do not see it.

const region = () => document.getElementById("live");
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
    region().textContent = pending.join(" ");
    pending = [];
  }, 60);
}
