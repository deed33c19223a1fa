"""The checkpoint of a run: its state, written to a JSON document and read back.

The file that is read may come from anyone, so everything in it is checked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from primitives import vocabulary_of
from primitives.records import KEY, check_record
from senet_gp.errors import FileError, SenetGpError
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.values import as_json, from_json, weights_from_json
from senet_gp.evolution.loop import State
from senet_gp.evolution.operators import ALIASES
from senet_gp.files.documents import MAX_DOCUMENT_VALUES, read_document, write_long_document
from senet_gp.files.reading import MAX_BYTES
from senet_gp.quoting import shortened
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp checkpoint", 4


def write_checkpoint(
    path: Path, state: State, config_digest: str, before: Path, declared: dict[str, Any] | None = None
) -> None:
    """Write a state piece by piece, so that its whole text is never in memory.

    Args:
        path: the file.
        state: the state.
        config_digest: the digest that identifies the run.
        before: where the previous checkpoint is kept.
        declared: what is recorded of the run's vocabulary, if it is from outside this project.

    Raises:
        FileError: if it cannot be written.
    """
    weights = state.population[0].fitness.weights if state.population else Fitness.weights
    content: dict[str, Any] = {
        "config": config_digest,
        "generation": state.generation,
        "winners": ([generation, to_lisp(winner)] for generation, winner in state.winners),
        "fitness": (as_json(individual.fitness) for individual in state.population),
        "population": (to_lisp(individual) for individual in state.population),
        "weights": list(weights),
        "operators": state.operators,
        "operators_from": state.operators_from,
    }
    if declared:
        content[KEY] = declared
    write_long_document(path, FORMAT, VERSION, content, before=before)


def read_checkpoint(path: Path, config: Config, config_digest: str) -> State:
    """The state in a checkpoint.

    Args:
        path: the file.
        config: the run's configuration.
        config_digest: the digest that identifies the run.

    Raises:
        FileError: if it cannot be read, is damaged or unsound, or belongs to another run.
    """
    # A population may be larger than other documents.
    content = read_document(path, FORMAT, VERSION, most_bytes=MAX_BYTES, most_values=2 * MAX_DOCUMENT_VALUES)
    try:
        return _state_from(content, config, config_digest)
    except KeyError as error:
        raise FileError(f"{path} is not a sound checkpoint: it has no {error}") from None
    except SenetGpError as error:
        raise FileError(f"{path} is not a sound checkpoint: {error}") from None


def _state_from(content: dict[str, Any], config: Config, config_digest: str) -> State:
    if content["config"] != config_digest:
        raise FileError("it belongs to another configuration than config.toml now says")
    generation = content["generation"]
    if type(generation) is not int or not 1 <= generation <= config.generations:
        raise FileError(
            f"its generation is {shortened(repr(generation))}, but it must be one of the "
            f"{config.generations} that config.toml names"
        )
    vocabulary = vocabulary_of(config.game_value, config.vocabulary)
    check_record(content.get(KEY), vocabulary)
    expressions, fitness = _list_of(content, "population"), _list_of(content, "fitness")
    if not len(expressions) == len(fitness) == config.population:
        raise FileError(
            f"it holds {len(expressions)} individuals and the fitness of {len(fitness)}, "
            f"but config.toml names {config.population}"
        )
    weights = weights_from_json(content["weights"])
    population: list[Individual] = []
    for text, values in zip(expressions, fitness, strict=True):
        individual = from_lisp(_text(text), vocabulary)
        if weights != Fitness.weights:
            individual.fitness = WeightedFitness(weights)
        individual.fitness.values = from_json(values, len(weights))
        population.append(individual)
    winners = []
    for entry in _list_of(content, "winners"):
        if not isinstance(entry, list) or len(entry) != 2:
            raise FileError(
                f"a winner is {shortened(repr(entry))}, but it must be a generation and an expression"
            )
        number, text = entry
        if type(number) is not int or not 1 <= number <= generation:
            raise FileError(
                f"a winner is of generation {shortened(repr(number))}, but the checkpoint of {generation}"
            )
        winners.append((number, from_lisp(_text(text), vocabulary)))
    if not winners:
        raise FileError("it holds no winner of a tournament")
    operators_from = _text(content["operators_from"], "the name of its operators")
    return State(generation, population, winners, _operators(content["operators"]), operators_from)


def _list_of(content: dict[str, Any], name: str) -> list[Any]:
    found = content[name]
    if not isinstance(found, list):
        raise FileError(f"its {name} is {shortened(repr(found))}, but it must be a list")
    return found


def _text(value: Any, what: str = "an expression") -> str:
    if not isinstance(value, str):
        raise FileError(f"{what} is {shortened(repr(value))}, but it must be a text")
    return value


def _operators(found: Any) -> dict[str, str]:
    """The operators of the run that were not the configured ones."""
    if not isinstance(found, dict) or not all(
        alias in ALIASES and isinstance(operator, str) for alias, operator in found.items()
    ):
        raise FileError(
            f"its operators are {shortened(repr(found))}, but they must be names of {', '.join(ALIASES)}"
        )
    return found
