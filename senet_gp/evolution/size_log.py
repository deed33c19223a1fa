"""The log of the fittest individual of each size class, ``sizes.csv``, a row for each class that occurs.

A run resumes without reading it. When the run ends, the players that it offers by size are chosen among these
individuals (see :mod:`senet_gp.evolution.strength_by_size`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TypeVar

from primitives import Vocabulary
from senet_gp.evolution.log_rows import SizeRow
from senet_gp.players.by_size import size_class
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.logs import Log
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

#: Larger expressions are not kept: nobody reads them, and the log would grow with them.
MAX_NODES = 512
T = TypeVar("T")
_Key = TypeVar("_Key")
#: The class of a row that stands for a generation of larger expressions.
_NO_CLASS = 0
_CLASSES = tuple(1 << power for power in range(size_class(MAX_NODES).bit_length()))


def best_of_classes(population: Sequence[Individual], winner: int) -> list[Individual]:
    """The fittest individual of each size class that occurs in an evaluated population.

    Of equally fit ones it is the generation's winner, else the smallest, else the first.

    Args:
        population: the individuals, with their fitness.
        winner: the index of the generation's winner.

    Returns:
        The individuals by ascending class; those of more than ``MAX_NODES`` nodes are left out.
    """
    best: dict[int, tuple[tuple[float, bool, int, int], Individual]] = {}
    for index, individual in enumerate(population):
        nodes = len(individual)
        if nodes <= MAX_NODES:
            rank = (individual.fitness.wvalues[0], index == winner, -nodes, -index)
            of_class = best.get(size_class(nodes))
            if of_class is None or rank > of_class[0]:
                best[size_class(nodes)] = rank, individual
    return [best[number][1] for number in sorted(best)]


def rows_for(generation: int, individuals: Sequence[Individual]) -> Iterator[SizeRow]:
    """The rows of a generation, from the fittest individual of each class.

    If all are larger than any class, one row without an expression tells that no row has been lost.
    """
    if not individuals:
        yield SizeRow(generation, _NO_CLASS, 0, "")
    for individual in individuals:
        nodes = len(individual)
        yield SizeRow(generation, size_class(nodes), nodes, to_lisp(individual))


def last_of_classes(
    logs: Iterable[Log[SizeRow]], vocabulary: Vocabulary, each: int
) -> list[tuple[int, Individual]]:
    """The last different expressions of each size class in some logs, each with its last generation.

    Args:
        logs: the logs, one of each population of a run.
        vocabulary: the run's vocabulary.
        each: how many expressions to take of each class at most.

    Returns:
        The expressions by ascending class, and within a class by generation.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    found: dict[int, dict[bytes, tuple[int, Individual]]] = {number: {} for number in _CLASSES}
    in_all = [one for log in logs for one in _last_in(log, vocabulary, each)]
    for generation, tree in sorted(in_all, key=itemgetter(0)):
        _keep_last(found[size_class(len(tree))], tree.packed, (generation, tree), each)
    return [one for number in _CLASSES for one in found[number].values()]


def _last_in(log: Log[SizeRow], vocabulary: Vocabulary, each: int) -> list[tuple[int, Individual]]:
    """The last different expressions of each size class in a log."""
    found: dict[int, dict[str, int]] = {number: {} for number in _CLASSES}
    for row in log.rows():
        if row.size_class != _NO_CLASS:
            if row.size_class not in found:
                raise log.damaged(f"there is no size class of {row.size_class} nodes")
            _keep_last(found[row.size_class], row.expression, row.generation, each)
    try:
        return [
            (generation, from_lisp(text, vocabulary))
            for number in _CLASSES
            for text, generation in found[number].items()
        ]
    except UsageError as error:
        raise log.damaged(f"an expression of it is unsound: {error}") from None


def _keep_last(of_class: dict[_Key, T], key: _Key, value: T, most: int) -> None:
    """Note an expression of a class, of which only the last ones are kept."""
    # An expression that comes again goes to the end.
    of_class.pop(key, None)
    of_class[key] = value
    if len(of_class) > most:
        del of_class[next(iter(of_class))]
