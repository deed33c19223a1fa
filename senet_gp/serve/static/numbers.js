// Chances as people read them.

/** A chance in wins of 100. */
export const wins = (chance) => (100 * chance).toFixed(0);

/** From the first mover's chance to that of the side whose chances an analysis tells. */
export const ofSide = ({ side }) => (chance) => (side === "second" ? 1 - chance : chance);
