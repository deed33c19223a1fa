// Which throws the steps of a turn have used.

/** A throw for each step, each another one: its place in the list; null if there are not enough. */
function shared(throws, steps, throwsFor) {
  if (!steps.length) return [];
  const [first, ...rest] = steps;
  for (const [at, thrown] of throws.entries()) {
    if (thrown === null || !throwsFor(first).includes(thrown)) continue;
    const others = shared(throws.map((one, place) => (place === at ? null : one)), rest, throwsFor);
    if (others) return [at, ...others];
  }
  return null;
}

/**
 * The places of the throws that steps have used.
 * @param throws the throws
 * @param made the steps that were made
 * @param left steps that may still be made by the other throws
 * @param throwsFor the throws by which a step can be made
 */
export function usedThrows(throws, made, left, throwsFor) {
  const found = shared(throws, [...made, ...left], throwsFor) ?? shared(throws, made, throwsFor) ?? [];
  return new Set(found.slice(0, made.length));
}
