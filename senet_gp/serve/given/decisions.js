// The decisions of a game as the page tells them: moves in words, what speaks for them, and what the board shows.

import { el } from "../static/dom.js";

const MOST_DIFFERENCES = 4;
const HAS_BOARD = TOLD.geometry.squares.length > 0;
const asObject = (dictionary) => Object.fromEntries($m.items(dictionary));
export const label = (square) => RULES.geometry.label(square);

/** What the player thinks of every afterstate; a policy names its move instead. */
const opinions = (decision) => (decision.points ??= points(decision));

function points(decision) {
  const every = decision.afterstates.map((_, index) => index);
  if (!RULES.policy) return every.map((index) => PLAYER.score(decision.view(index)));
  const move = $mod(PLAYER.score(decision.view(0)), every.length);
  return every.map((index) => (index === move ? 1 : 0));
}

/** The choices that the player may make: those that it thinks best. */
export function possible(decision) {
  const worth = opinions(decision);
  const best = worth.reduce((a, b) => Math.max(a, b));
  return worth.flatMap((one, index) => (one === best ? [index] : []));
}

/** A move in words: the way of each piece, or where there is no board its notation. */
export function told(decision, index) {
  if (RULES.policy) return TOLD.moves[index];
  const ways = [];
  for (const [from, to] of decision.steps(index)) {
    const way = from && ways.find((one) => one.at(-1) === from);
    if (way) way.push(to);
    else ways.push([from, to]);
  }
  const word = (square) => (square ? label(square) : "off");
  const written = ways.map(([from, ...to]) => [from ? label(from) : "new", ...to.map(word)].join("→"));
  const name = HAS_BOARD ? "-" : decision.notation(index);
  return written.join(", ") || (name === "-" ? "no move" : name);
}

/** What speaks for a choice by the player's own formula: how it differs from the next best choice. */
export function reasons(decision, index) {
  const worth = opinions(decision);
  const others = worth.flatMap((one, other) => (one < worth[index] ? [other] : []));
  if (RULES.policy || !others.length) return null;
  const other = others.reduce((a, b) => (worth[b] > worth[a] ? b : a));
  const [here, there] = [index, other].map((one) => PLAYER.parts(decision.view(one)));
  const differs = (part) => ` ${part.here} instead of ${part.there}: ${part.meaning}`;
  const differing = TOLD.parts.map((part, place) => ({ ...part, here: here[place], there: there[place] }))
    .filter((part) => part.here !== part.there);
  return {
    text: `Its formula gives this ${worth[index]}. The next best is ${told(decision, other)}, with ${worth[other]}.`,
    squares: differing.flatMap((part) => part.squares),
    parts: differing.slice(0, MOST_DIFFERENCES).map((part) =>
      el("li", {}, el("b", {}, part.text), differs(part))
    ),
  };
}

/** The squares that the other's pieces leave and come to when a choice hits or takes them. */
export function driven(decision, index) {
  const squares = (position) =>
    $m.items(RULES.occupants(position, decision.seat))
      .flatMap(([square, seats]) => (seats.includes(1 - decision.seat) ? [square] : []))
      .sort((a, b) => a - b);
  const before = squares(decision.position);
  const after = squares(decision.afterstates[index].position);
  return [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
}

export const positionShown = (position, seat) => ({
  squares: asObject(RULES.occupants(position, seat)),
  text: HAS_BOARD ? "" : RULES.text(position),
});

/** A decision as the board's own code knows it. */
export function stateOf(decision, last) {
  const first = new Map();
  const ways = RULES.ways(decision);
  const sharing = new Map();
  ways.forEach((own, index) => {
    for (const way of own) {
      const key = $key($f.sorted(way));
      sharing.set(key, (sharing.get(key) ?? new Set()).add(index));
    }
  });
  const shared = new Set([...sharing.values()].filter((one) => one.size > 1).flatMap((one) => [...one]));
  const choices = decision.afterstates.map(({ position, result }, index) => {
    const key = $key([position, result, decision.ends_turn(index)]);
    if (!first.has(key)) first.set(key, index);
    return {
      index,
      like: first.get(key),
      text: told(decision, index),
      steps: decision.steps(index),
      ways: ways[index],
      board: shared.has(index) ? positionShown(position, decision.seat).squares : null,
      remark: "",
    };
  });
  const steps = new Map(ways.flat(2).map((step) => [String(step), step]));
  return {
    position: positionShown(decision.position, decision.seat),
    seat: decision.seat,
    throws: decision.throws,
    choices,
    steps: [...steps.values()].map(([from, to]) => {
      const throws = RULES.throws_for(from, to);
      return { step: [from, to], throws: throws.length ? throws : decision.throws, last: false };
    }),
    last,
    line: [],
  };
}
