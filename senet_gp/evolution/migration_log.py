"""The log of migrants, ``migrations.csv``: a row for each individual that came to an island.

It is written before any island goes on. An island goes on from its own checkpoint and the rows of this log,
so it can be played again without the other islands.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from primitives import Vocabulary, vocabulary_of
from senet_gp.errors import FileError, SenetGpError
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.values import as_json, from_json
from senet_gp.evolution.islands import NO_ROOM, Migrant
from senet_gp.evolution.log_rows import rows_of
from senet_gp.files.reading import is_there, read_text
from senet_gp.files.writing import write_whole
from senet_gp.trees.individual import Fitness, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

MIGRATIONS = "migrations.csv"


def rows_for(migrants: Iterable[Migrant]) -> list[dict[str, Any]]:
    """The rows of some migrants."""
    return [
        {
            "generation": migrant.generation,
            "from": migrant.origin,
            "individual": migrant.individual,
            "to": migrant.island,
            "place": migrant.place,
            "fitness": json.dumps(as_json(migrant.tree.fitness)),
            "expression": to_lisp(migrant.tree),
        }
        for migrant in migrants
    ]


def read_migrations(directory: Path, config: Config) -> dict[int, list[Migrant]]:
    """The migrants of a run, by the generation after which they migrated.

    A last migration of which rows are missing, because the run was killed, is left out.

    Args:
        directory: the run's directory.
        config: its configuration.

    Raises:
        FileError: if the log cannot be read or is unsound.
    """
    path = directory / MIGRATIONS
    if not is_there(path):
        return {}
    vocabulary = vocabulary_of(config.game_value, config.vocabulary)
    rows, each = list(rows_of(path)), _rows_each(config)
    found: dict[int, list[Migrant]] = {}
    for begin in range(0, len(rows) - each + 1, each):
        generation = (len(found) + 1) * config.migrate_every
        try:
            migrants = [_migrant(row, generation, config, vocabulary) for row in rows[begin : begin + each]]
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError, SenetGpError):
            migrants = []
        taken = [(migrant.island, migrant.place) for migrant in migrants if migrant.place != NO_ROOM]
        if not migrants or len({*taken}) < len(taken):
            raise FileError(
                f"{path} is damaged: its lines of generation {generation} are unsound, so the run cannot go "
                f"on, but it can be played again with senet-gp evolve --config {directory / 'config.toml'}"
            )
        found[generation] = migrants
    return found


def cut_back(directory: Path, config: Config, migrations: int) -> None:
    """Keep the rows of the first migrations, and cut off the others; a killed run may leave parts of them.

    Raises:
        FileError: if the log cannot be read or written.
    """
    path = directory / MIGRATIONS
    if not is_there(path):
        return
    text = read_text(path)
    lines = text.splitlines(keepends=True)
    kept = "".join(lines[: 1 + migrations * _rows_each(config)]) if migrations else ""
    if kept != text:
        write_whole(path, kept)


def _rows_each(config: Config) -> int:
    """The number of rows of a migration."""
    return config.islands * config.migrants


def _migrant(row: dict[str, str], generation: int, config: Config, vocabulary: Vocabulary) -> Migrant:
    tree = from_lisp(row["expression"], vocabulary)
    tree.fitness = _fitness(json.loads(row["fitness"]))
    if int(row["generation"]) != generation:
        raise ValueError
    return Migrant(
        generation,
        _number(row["from"], 1, config.islands),
        _number(row["individual"], 0, config.population - 1),
        _number(row["to"], 1, config.islands),
        _number(row["place"], NO_ROOM, config.population - 1),
        tree,
    )


def _fitness(content: Any) -> Fitness:
    """The fitness in a row; its weights are not known here."""
    count = len(content) if isinstance(content, list) else 1
    values = from_json(content, count)
    return Fitness(values) if count == 1 else WeightedFitness((1.0,) * count, values)


def _number(text: str, least: int, most: int) -> int:
    if not least <= (value := int(text)) <= most:
        raise ValueError
    return value
