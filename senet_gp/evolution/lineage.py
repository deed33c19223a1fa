"""Lines of ancestors, read from a run's ``ancestry.csv`` (see ``senet_gp.evolution.ancestry``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from senet_gp.errors import FileError
from senet_gp.evolution.ancestry import CROSSED, IN_WORDS, REPRODUCED, UNCHANGED
from senet_gp.evolution.log_rows import rows_of
from senet_gp.quoting import brief

_NOTE = re.compile(r"(r?[a-z])([0-9]{0,7})(?:\.([0-9]{0,7}))?")


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


def read_broods(path: Path) -> list[Brood]:
    """The generations in a log of ancestors.

    Raises:
        FileError: if it cannot be read, is of another version, or is unsound.
    """
    broods: list[Brood] = []
    for number, row in enumerate(rows_of(path), 1):
        before = len(broods[-1].made) if broods else 0
        try:
            broods.append(_brood(row, number, before))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise FileError(
                f"{path} is damaged: its line of generation {number} is unsound; "
                "if you remove it, the report does without ancestors"
            ) from None
    return broods


def _brood(row: dict[str, str], number: int, before: int) -> Brood:
    """The row of a generation; ``before`` is the number of individuals in the generation before."""
    made = tuple(_made(note, before) for note in row["made"].split(" "))
    nodes = tuple(map(int, row["nodes"].split(" ")))
    winner = int(row["winner"])
    sound = row["generation"] == str(number) and len(nodes) == len(made) and 0 <= winner < len(made)
    if not sound or not all(0 < size < 1 << 31 for size in nodes):
        raise ValueError
    return Brood(winner, made, nodes)


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
