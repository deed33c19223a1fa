"""Who was made how, and of whom: noted while a population is bred.

An individual is known by its generation and its index there. A note is some letters, which say how it was
made, and the indices of its parents in the generation before: ``x12.40`` was crossed, with 12 as its base
and a part of 40; ``rp7`` was reproduced from 7 and mutated at a point.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from senet_gp.evolution.config import Config
from senet_gp.trees.individual import Individual, Operator

#: What a note may begin with: in a first population, or where the operator has not told how.
DRAWN, GIVEN, REPRODUCED, MUTATED, NO_ROOM = "d", "g", "r", "m", "n"
CROSSED, COPIED = Operator.CROSSED.value, Operator.COPIED.value
IN_WORDS = {
    DRAWN: "drawn at random",
    GIVEN: "a seed",
    REPRODUCED: "reproduced",
    CROSSED: "crossover",
    MUTATED: "mutation",
    Operator.POINT.value: "mutation of a node",
    Operator.SUBTREE.value: "mutation of a subtree",
    Operator.INSERT.value: "mutation by insertion",
    Operator.HOIST.value: "mutation by hoisting",
    COPIED: "copied: nothing could be changed, or it would have been too large",
    NO_ROOM: "copied: there was no room for a child",
}
#: What leaves the expression as it was.
UNCHANGED = {REPRODUCED, COPIED, REPRODUCED + COPIED, NO_ROOM}


class Notes:
    """Notes of how a population is made, one individual after the other.

    Args:
        parents: the population that is bred from; empty for a first one.

    Attributes:
        all: a note for each.
    """

    def __init__(self, parents: Sequence[Individual]) -> None:
        self.all: list[str] = []
        # An operator of somebody's own may breed from what is not in the population.
        self._places = defaultdict(str, {id(parent): str(n) for n, parent in enumerate(parents)})

    def reproduced(self, child: Individual, parent: Individual, *, mutated: bool) -> None:
        """Note one that was reproduced, and perhaps mutated."""
        how = child.made_by or MUTATED if mutated else ""
        self.all.append(f"{REPRODUCED}{how}{self._places[id(parent)]}")

    def mutated(self, child: Individual, parent: Individual) -> None:
        """Note one that was made by mutation alone."""
        self.all.append(f"{child.made_by or MUTATED}{self._places[id(parent)]}")

    def crossed(self, child: Individual, a: Individual, b: Individual) -> None:
        """Note one that was made by crossover."""
        base, donor = (b, a) if child.of_second else (a, b)
        if child.made_by is Operator.COPIED:
            self.all.append(f"{COPIED}{self._places[id(base)]}")
        else:
            self.all.append(f"{CROSSED}{self._places[id(base)]}.{self._places[id(donor)]}")

    def without_room(self, stand_in: Individual) -> None:
        """Correct the last note: the child has found no room, and is a copy of another instead."""
        self.all[-1] = f"{NO_ROOM}{self._places[id(stand_in)]}"


def notes_of_first(config: Config) -> list[str]:
    """Notes of a first population."""
    given = len(config.seed_with)
    return [GIVEN] * given + [DRAWN] * (config.population - given)


def row_of(
    generation: int, population: Sequence[Individual], notes: Sequence[str], winner: int
) -> dict[str, Any]:
    """A generation as a line of the log of ancestors."""
    return {
        "generation": generation,
        "winner": winner,
        "made": " ".join(notes),
        "nodes": " ".join(map(str, map(len, population))),
    }
