"""The origin of every individual, noted while a population is bred, and lines of ancestors.

An individual is identified by its generation and its index there. A note consists of letters, which say how
the individual was made, and the indices of its parents in the generation before: ``x12.40`` is a crossover
with base 12 and a subtree of 40; ``rp7`` is reproduced from 7, with a point mutation.

Trees of ancestors are not kept: the winners of generations are in ``generations.csv``, and an individual that
was reproduced unchanged equals its parent.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from senet_gp.evolution.config import Config
from senet_gp.runtime.errors import brief
from senet_gp.runtime.logs import Log
from senet_gp.trees.individual import Individual, Operator

#: The first letters of notes, for a first population or where the operator does not say how it made a child.
DRAWN = "d"
GIVEN = "g"
REPRODUCED = "r"
MUTATED = "m"
NO_ROOM = "n"
CROSSED = Operator.CROSSED.value
COPIED = Operator.COPIED.value
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
    Operator.TUNED.value: "tuning of weights and terms",
    COPIED: "copied: nothing could be changed, or the child was too large",
    NO_ROOM: "copied: the child exceeded the node budget of the population",
}
#: The notes of individuals whose expression is that of their parent.
UNCHANGED = {REPRODUCED, COPIED, REPRODUCED + COPIED, NO_ROOM}
_NOTE = re.compile(r"(r?[a-z])([0-9]{0,7})(?:\.([0-9]{0,7}))?")


class Notes:
    """Notes on how a population is made, one individual after another.

    Args:
        parents: the population of the parents; empty for a first population.

    Attributes:
        all: the note of each individual.
    """

    def __init__(self, parents: Sequence[Individual]) -> None:
        self.all: list[str] = []
        # A registered operator may breed from individuals that are not in the population.
        self._indices = defaultdict(str, {id(parent): str(n) for n, parent in enumerate(parents)})

    def reproduced(self, child: Individual, parent: Individual, *, mutated: bool) -> None:
        """Note an individual that was reproduced, and perhaps mutated."""
        how = child.made_by or MUTATED if mutated else ""
        self.all.append(f"{REPRODUCED}{how}{self._indices[id(parent)]}")

    def mutated(self, child: Individual, parent: Individual) -> None:
        """Note an individual that was made by mutation alone."""
        self.all.append(f"{child.made_by or MUTATED}{self._indices[id(parent)]}")

    def crossed(self, child: Individual, a: Individual, b: Individual) -> None:
        """Note an individual that was made by crossover."""
        base, donor = (b, a) if child.of_second else (a, b)
        if child.made_by is Operator.COPIED:
            self.all.append(f"{COPIED}{self._indices[id(base)]}")
        else:
            self.all.append(f"{CROSSED}{self._indices[id(base)]}.{self._indices[id(donor)]}")

    def improved(self, place: int, parent: int) -> None:
        """Note that an individual made by improving this parent takes the place of another."""
        self.all[place] = f"{Operator.TUNED.value}{parent}"

    def without_room(self, stand_in: Individual) -> None:
        """Correct the last note: the child exceeded the node budget, and a copy of another replaces it."""
        self.all[-1] = f"{NO_ROOM}{self._indices[id(stand_in)]}"


def notes_of_first(config: Config) -> list[str]:
    """The notes of a first population."""
    given = len(config.seed_with)
    return [GIVEN] * given + [DRAWN] * (config.population - given)


@dataclass(frozen=True, slots=True)
class AncestryRow:
    """A row of ``ancestry.csv``: how the individuals of a generation were made.

    Attributes:
        generation: its number.
        winner: the index of its winner.
        made: the note on each individual (see :mod:`senet_gp.evolution.ancestry`).
        nodes: the size of each.
    """

    generation: int
    winner: int
    made: tuple[str, ...]
    nodes: tuple[int, ...]


def row_of(
    generation: int, population: Sequence[Individual], notes: Sequence[str], winner: int
) -> AncestryRow:
    """A generation as a row of ``ancestry.csv``."""
    return AncestryRow(generation, winner, made=tuple(notes), nodes=tuple(map(len, population)))


class Made(NamedTuple):
    """How an individual was made.

    Attributes:
        how: the letters of its note (see ``IN_WORDS``).
        parents: the indices of its parents in the generation before; in a crossover the base comes first.

    >>> Made("rp", (7,)).in_words
    'reproduced, then mutation of a node'
    """

    how: str
    parents: tuple[int, ...]

    @property
    def in_words(self) -> str:
        """How it was made, in words."""
        if len(self.how) > 1:
            return f"{IN_WORDS[REPRODUCED]}, then {IN_WORDS[self.how[1:]]}"
        return IN_WORDS[self.how]

    @property
    def unchanged(self) -> bool:
        """Whether its expression is that of its parent."""
        return self.how in UNCHANGED

    @property
    def is_crossed(self) -> bool:
        """Whether it has two parents."""
        return self.how == CROSSED


@dataclass(frozen=True)
class Brood:
    """A generation in the log of ancestors.

    Attributes:
        winner: the index of its winner.
        made: how each individual was made.
        nodes: the size of each.
    """

    winner: int
    made: tuple[Made, ...]
    nodes: tuple[int, ...]

    def __repr__(self) -> str:
        return brief(self, f"{len(self.made):,} individuals", f"winner {self.winner}")


@dataclass(frozen=True)
class Ancestor:
    """An individual on a line of ancestors.

    Attributes:
        generation: its generation.
        index: its index in that generation.
        made: how it was made.
        nodes: its size.
        parent_nodes: the sizes of its known parents.
        won: whether it won its generation.
        island: the number of its island, from 1 on; 0 in a run of one population.
    """

    generation: int
    index: int
    made: Made
    nodes: int
    parent_nodes: tuple[int, ...]
    won: bool
    island: int = 0

    def as_json(self) -> dict[str, Any]:
        """The ancestor as ``senet-gp report --json`` prints it."""
        return {
            "generation": self.generation,
            "index": self.index,
            "made": self.made.how,
            "nodes": self.nodes,
            "parents": list(self.made.parents),
            "parent_nodes": list(self.parent_nodes),
            "won": self.won,
            **({"island": self.island} if self.island else {}),
        }


def broods_in(log: Log[AncestryRow]) -> list[Brood]:
    """The generations in a log of ancestors.

    Raises:
        FileError: if it cannot be read, is of another version, or is unsound.
    """
    broods: list[Brood] = []
    for number, row in enumerate(log.rows(), 1):
        try:
            broods.append(_brood(row, number, len(broods[-1].made) if broods else 0))
        except ValueError:
            raise log.damaged(f"its line of generation {number} is unsound") from None
    return broods


def _brood(row: AncestryRow, generation: int, before: int) -> Brood:
    """The generation in a row; ``before`` is the number of individuals in the one before.

    Raises:
        ValueError: if the row is unsound, or of another generation.
    """
    made = tuple(_made(note, before) for note in row.made)
    sizes_are_sound = all(0 < size < 1 << 31 for size in row.nodes)
    if row.generation != generation or not len(row.nodes) == len(made) > row.winner or not sizes_are_sound:
        raise ValueError
    return Brood(row.winner, made, row.nodes)


def _made(note: str, before: int) -> Made:
    found = _NOTE.fullmatch(note)
    if found is None or found[1].removeprefix(REPRODUCED) not in {"", *IN_WORDS}:
        raise ValueError
    # A line of ancestors ends at an unknown parent.
    parents = tuple(int(place) for place in takewhile(bool, found.groups()[1:]))
    if any(parent >= before for parent in parents):
        raise ValueError
    return Made(found[1], parents)


class Kin(NamedTuple):
    """An individual, by its population and its index in it.

    Attributes:
        population: the number of the population, from 0 on.
        place: its index there.
    """

    population: int
    place: int


@dataclass(frozen=True)
class Family:
    """All that is known of who descends from whom in a run, perhaps with several islands.

    Attributes:
        broods: the generations in the log of each population.
        came_from: where each migrant came from, by the generation after which it migrated and its new place.
    """

    broods: Sequence[Sequence[Brood]]
    came_from: Mapping[tuple[int, Kin], Kin] = field(default_factory=dict)

    def __repr__(self) -> str:
        return brief(self, f"{len(self.broods)} populations", f"{len(self.came_from):,} migrants")

    def line_to(self, generation: int, population: int = 0) -> list[Ancestor]:
        """The line of ancestors of a generation's winner, with the winner last.

        In a crossover the line follows the base, which is the parent that gave the child its root. It follows
        a migrant to the population that it came from.
        """
        return list(self._line_back(generation, population))[::-1]

    def _line_back(self, generation: int, population: int) -> Iterator[Ancestor]:
        one = Kin(population, self.broods[population][generation - 1].winner)
        for number in range(generation, 0, -1):
            brood = self.broods[one.population][number - 1]
            made, parents = brood.made[one.place], self._parents(number, one)
            sizes = tuple(self.broods[where][number - 2].nodes[place] for where, place in parents)
            island = one.population + 1 if len(self.broods) > 1 else 0
            won = one.place == brood.winner
            yield Ancestor(number, one.place, made, brood.nodes[one.place], sizes, won, island)
            if not parents:
                return
            one = parents[0]

    def _parents(self, generation: int, child: Kin) -> list[Kin]:
        """The parents of an individual, each where it was bred."""
        made = self.broods[child.population][generation - 1].made[child.place]
        there = [Kin(child.population, parent) for parent in made.parents]
        return [self.came_from.get((generation - 1, parent), parent) for parent in there]

    def founders_of(self, generation: int, population: int = 0) -> set[Kin]:
        """The individuals of the first generation from which a winner descends, by any of its parents."""
        kin = {Kin(population, self.broods[population][generation - 1].winner)}
        for number in range(generation, 1, -1):
            kin = {parent for one in kin for parent in self._parents(number, one)}
        return kin
