// What the browser keeps from one visit of the page to the next, and the games that were won and lost.

/** What the browser keeps of this player, or, where it keeps nothing, the page until it is left. */
export const kept = {
  held: {},
  read(what) {
    try {
      return JSON.parse(localStorage.getItem(`${TOLD.name}: ${what}`)) ?? this.held[what];
    } catch {
      return this.held[what];
    }
  },
  write(what, value) {
    this.held[what] = value;
    try {
      localStorage.setItem(`${TOLD.name}: ${what}`, JSON.stringify(value));
    } catch {
      // It is held here.
    }
  },
};

/** How many games were won, lost and drawn against this player. */
export const tally = {
  read() {
    const counts = kept.read("tally");
    return [0, 1, 2].every((one) => counts?.[one] >= 0) ? [...counts] : [0, 0, 0];
  },
  /** Count a game with this result for the person; one that is undone is counted by -1. */
  add(result, times = 1) {
    const counts = this.read();
    counts[{ 1: 0, "-1": 1, 0: 2 }[result]] += times;
    kept.write("tally", counts);
  },
  get text() {
    const [won, lost, even] = this.read();
    return `You have won ${won}, lost ${lost}${TOLD.draws || even ? ` and drawn ${even}` : ""}.`;
  },
};
