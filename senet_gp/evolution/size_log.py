"""The log of the fittest individual of each size class, ``sizes.csv``, a row for each class that occurs.

A run resumes without reading it. When the run ends, the players that it offers by size are chosen among these
individuals (see :mod:`senet_gp.evolution.strength_by_size`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from primitives import Vocabulary
from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.log_rows import rows_of
from senet_gp.players.by_size import size_class
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

_FIRST_COLUMN = "generation,"
#: Larger expressions are not kept: nobody reads them, and the log would grow with them.
MAX_NODES = 512
#: The number of a generation has at most this many digits.
_MAX_DIGITS = 7
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


def rows_for(generation: int, individuals: Sequence[Individual]) -> Iterator[dict[str, Any]]:
    """The rows of a generation, from the fittest individual of each class.

    If all are larger than any class, one row without an expression tells that no row has been lost.
    """
    if not individuals:
        yield {"generation": generation, "size_class": _NO_CLASS, "nodes": 0, "expression": ""}
    for individual in individuals:
        nodes = len(individual)
        yield {
            "generation": generation,
            "size_class": size_class(nodes),
            "nodes": nodes,
            "expression": to_lisp(individual),
        }


def check(path: Path, text: str, generations: int) -> None:
    """Check that a log has rows of each generation from its first one on, up to that of a checkpoint.

    Raises:
        FileError: if rows are missing that were there when the checkpoint was written.
    """
    numbers = [line.partition(",")[0] for line in text.split("\n")[1:-1]]
    # A killed run may leave a part of the first line.
    if not numbers and _FIRST_COLUMN.startswith(text[: len(_FIRST_COLUMN)]):
        return
    first = numbers[0] if numbers else ""
    is_number = first.isascii() and first.isdecimal() and len(first) <= _MAX_DIGITS
    begun = int(first) if is_number else 0
    # If the log was removed because it was damaged, it has rows of later generations only.
    expected = [str(number) for number in range(begun, generations + 1)]
    if not begun or list(dict.fromkeys(numbers))[: len(expected)] != expected:
        raise FileError(
            f"{path} is damaged: it should have lines for each of {generations} generations "
            "(if you remove it, the run goes on without the lines so far)"
        )


def last_of_classes(paths: Sequence[Path], vocabulary: Vocabulary, each: int) -> list[tuple[int, Individual]]:
    """The last different expressions of each size class in some logs, each with its last generation.

    Args:
        paths: the logs, one of each population of a run.
        vocabulary: the run's vocabulary.
        each: how many expressions to take of each class at most.

    Returns:
        The expressions by ascending class, and within a class by generation.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    found: dict[int, dict[bytes, tuple[int, Individual]]] = {number: {} for number in _CLASSES}
    in_all = [one for path in paths for one in _last_in(path, vocabulary, each)]
    for generation, tree in sorted(in_all, key=itemgetter(0)):
        _keep_last(found[size_class(len(tree))], tree.packed, (generation, tree), each)
    return [one for number in _CLASSES for one in found[number].values()]


def _last_in(path: Path, vocabulary: Vocabulary, each: int) -> list[tuple[int, Individual]]:
    """The last different expressions of each size class in a log."""
    found: dict[int, dict[str, int]] = {number: {} for number in _CLASSES}
    try:
        for row in rows_of(path):
            if row["size_class"] == str(_NO_CLASS):
                continue
            _keep_last(found[int(row["size_class"])], row["expression"], int(row["generation"]), each)
        return [
            (generation, from_lisp(text, vocabulary))
            for number in _CLASSES
            for text, generation in found[number].items()
        ]
    except (KeyError, TypeError, ValueError, UsageError):
        raise FileError(f"{path} is damaged: a line of it is unsound") from None


def _keep_last(of_class: dict[_Key, T], key: _Key, value: T, most: int) -> None:
    """Note an expression of a class, of which only the last ones are kept."""
    # An expression that comes again goes to the end.
    of_class.pop(key, None)
    of_class[key] = value
    if len(of_class) > most:
        del of_class[next(iter(of_class))]
