// What the reader prefers. It is kept in the browser, or, where that is forbidden, until the page is left.

const KEPT = "senet-gp";
const USUAL = {
  throwMyself: false,
  sound: false,
  hintArrows: true,
  chancesPlaying: false,
  chancesWatching: true,
  // The file of the game in which rules are explained.
  guide: null,
};

let listeners = [];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

const values = { ...USUAL, ...read() };

export const prefers = (name) => values[name];

export function prefer(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEPT, JSON.stringify(values));
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener(name);
}

/** Call a function with the name of each preference that changes; what is returned ends that. */
export function onPreference(listener) {
  listeners.push(listener);
  return () => (listeners = listeners.filter((one) => one !== listener));
}
