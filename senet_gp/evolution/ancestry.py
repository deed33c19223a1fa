"""Who was made how, and of whom: noted while a population is bred, and read back as lines of ancestors.

An individual is known by its generation and its index there. A note is some letters, which say how it was
made, and the indices of its parents in the generation before: ``x12.40`` was crossed, with 12 as its base
and a part of 40; ``rp7`` was reproduced from 7 and mutated at a point.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from senet_gp.errors import FileError
from senet_gp.evolution.config import Config
from senet_gp.files import MOST_BYTES, read_text, readable_version
from senet_gp.players.hand import hand_made_seeds
from senet_gp.trees.individual import Individual, Way

#: What a note may begin with: in a first population, or where the operator has not told how.
DRAWN, GIVEN, REPRODUCED, MUTATED, NO_ROOM = "d", "g", "r", "m", "n"
CROSSED, COPIED = Way.CROSSED.value, Way.COPIED.value
IN_WORDS = {
    DRAWN: "drawn at random",
    GIVEN: "made by hand",
    REPRODUCED: "reproduced",
    CROSSED: "crossover",
    MUTATED: "mutation",
    Way.POINT.value: "mutation of a node",
    Way.SUBTREE.value: "mutation of a subtree",
    Way.INSERT.value: "mutation by insertion",
    Way.HOIST.value: "mutation by hoisting",
    COPIED: "copied: nothing could be changed, or it would have been too large",
    NO_ROOM: "copied: there was no room for a child",
}
#: What leaves the expression as it was.
_UNCHANGED = {REPRODUCED, COPIED, REPRODUCED + COPIED, NO_ROOM}
_NOTE = re.compile(r"(r?[a-z])([0-9]{0,7})(?:\.([0-9]{0,7}))?")
#: As of all logs (see ``run_directory``).
_FORMAT_NAME, _VERSION, _VERSION_COLUMN = "senet-gp table", 1, "version"


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
        how = child.way or MUTATED if mutated else ""
        self.all.append(f"{REPRODUCED}{how}{self._places[id(parent)]}")

    def mutated(self, child: Individual, parent: Individual) -> None:
        """Note one that was made by mutation alone."""
        self.all.append(f"{child.way or MUTATED}{self._places[id(parent)]}")

    def crossed(self, child: Individual, a: Individual, b: Individual) -> None:
        """Note one that was made by crossover."""
        base, donor = (b, a) if child.of_second else (a, b)
        if child.way is Way.COPIED:
            self.all.append(f"{COPIED}{self._places[id(base)]}")
        else:
            self.all.append(f"{CROSSED}{self._places[id(base)]}.{self._places[id(donor)]}")

    def without_room(self, stand_in: Individual) -> None:
        """Correct the last note: the child has found no room, and is a copy of another instead."""
        self.all[-1] = f"{NO_ROOM}{self._places[id(stand_in)]}"


def notes_of_first(config: Config) -> list[str]:
    """Notes of a first population."""
    given = len(hand_made_seeds(config.game)) if config.hand_seeded else 0
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


class Made(NamedTuple):
    """How an individual was made.

    Attributes:
        how: its letters (see ``IN_WORDS``).
        parents: their indices in the generation before; of a crossover the base first.
    """

    how: str
    parents: tuple[int, ...]

    @property
    def in_words(self) -> str:
        """How, for people."""
        if len(self.how) > 1:
            return f"{IN_WORDS[REPRODUCED]}, then {IN_WORDS[self.how[1:]]}"
        return IN_WORDS[self.how]

    @property
    def unchanged(self) -> bool:
        """Whether its expression is that of its parent."""
        return self.how in _UNCHANGED


@dataclass(frozen=True)
class Brood:
    """A generation as the log of ancestors has it.

    Attributes:
        winner: the index of its winner.
        made: how each individual was made.
        nodes: the size of each.
    """

    winner: int
    made: tuple[Made, ...]
    nodes: tuple[int, ...]


@dataclass(frozen=True)
class Ancestor:
    """An individual on a line of ancestors.

    Attributes:
        generation: its generation.
        index: its place there.
        made: how it was made.
        nodes: its size.
        parent_nodes: the sizes of its parents, as far as they are known.
        won: whether it won its generation.
    """

    generation: int
    index: int
    made: Made
    nodes: int
    parent_nodes: tuple[int, ...]
    won: bool

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
        }


def read_broods(path: Path, generations: int) -> list[Brood]:
    """The first generations in a log of ancestors.

    Raises:
        FileError: if it cannot be read, is of a newer version, or is unsound.
    """
    csv.field_size_limit(MOST_BYTES)
    rows = csv.DictReader(read_text(path).splitlines(keepends=True))
    broods: list[Brood] = []
    try:
        for number, row in enumerate(islice(rows, generations), 1):
            readable_version(path, _FORMAT_NAME, row[_VERSION_COLUMN], _VERSION)
            before = len(broods[-1].made) if broods else 0
            broods.append(_brood(row, number, before))
    except (KeyError, TypeError, ValueError, AttributeError, csv.Error):
        broods = broods[:0]
    if len(broods) < generations:
        raise FileError(
            f"{path} is damaged: it should tell of each of {generations} generations; "
            "if you remove it, the report does without ancestors"
        )
    return broods


def _brood(row: dict[str, str], number: int, before: int) -> Brood:
    """The line of a generation; ``before`` is how many individuals the one before had."""
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
    # A parent that is not known is the end of the line.
    parents = tuple(int(place) for place in takewhile(bool, found.groups()[1:]))
    if any(parent >= before for parent in parents):
        raise ValueError
    return Made(found[1], parents)


def line_to(broods: Sequence[Brood], generation: int) -> list[Ancestor]:
    """The line of ancestors of a generation's winner, itself last.

    Of the parents of a crossover the base is followed, which gave the child its root.
    """
    return list(_line_back(broods, generation))[::-1]


def _line_back(broods: Sequence[Brood], generation: int) -> Iterator[Ancestor]:
    index = broods[generation - 1].winner
    for number in range(generation, 0, -1):
        brood = broods[number - 1]
        made = brood.made[index]
        sizes = tuple(broods[number - 2].nodes[parent] for parent in made.parents)
        yield Ancestor(number, index, made, brood.nodes[index], sizes, index == brood.winner)
        if not made.parents:
            return
        index = made.parents[0]


def founders_of(broods: Sequence[Brood], generation: int) -> int:
    """How many individuals of the first generation a winner descends from, whatever it has of them."""
    kin = {broods[generation - 1].winner}
    for brood in reversed(broods[1:generation]):
        kin = {parent for index in kin for parent in brood.made[index].parents}
    return len(kin)
