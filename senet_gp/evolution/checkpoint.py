"""The checkpoint of a run: its state, written to a JSON document and read back.

The file that is read may come from anyone, so everything in it is checked.
"""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any, NamedTuple, Self

from primitives import vocabulary_of
from senet_gp.errors import FileError, SenetGpError
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.values import as_json, from_json
from senet_gp.evolution.loop import State
from senet_gp.evolution.operators import ALIASES
from senet_gp.files.documents import Upgrade, read_document, write_long_document
from senet_gp.quoting import shortened
from senet_gp.trees.individual import Fitness, Individual, SizedFitness
from senet_gp.trees.text import from_lisp, to_lisp

#: Since version 2 a fitness may be any number or a list of numbers, and operators that are not the configured
#: ones are named. Since version 3 the state of a generator is kept only in runs that draw from it in
#: sequence, as all runs did before.
FORMAT, VERSION = "senet-gp checkpoint", 3


class Saved(NamedTuple):
    """A copy of the state between two generations, which the next generation does not change."""

    state: State
    random_state: tuple[Any, ...] | None

    @classmethod
    def of(cls, state: State) -> Self:
        """A state as it is now."""
        return cls(dataclasses.replace(state), None if state.rng is None else state.rng.getstate())


def write_checkpoint(path: Path, saved: Saved, config_digest: str, before: Path) -> None:
    """Write a state piece by piece, so that its whole text is never in memory.

    Args:
        path: the file.
        saved: the state.
        config_digest: the digest that identifies the run.
        before: where the previous checkpoint is kept.

    Raises:
        FileError: if it cannot be written.
    """
    state, random_state = saved
    content: dict[str, Any] = {
        "config": config_digest,
        "generation": state.generation,
        "winners": ([generation, to_lisp(winner)] for generation, winner in state.winners),
        "fitness": (as_json(individual.fitness) for individual in state.population),
        "population": (to_lisp(individual) for individual in state.population),
    }
    if random_state is not None:
        version, words, spare = random_state
        content["random_state"] = [version, list(words), spare]
    if state.operators:
        content["operators"] = state.operators
    write_long_document(path, FORMAT, VERSION, content, before=before)


def _one_to_two(content: dict[str, Any]) -> dict[str, Any]:
    """Everything in version 1 has the same meaning in version 2."""
    return content


def _two_to_three(content: dict[str, Any]) -> dict[str, Any]:
    """Every run drew from a generator in sequence, so a checkpoint without its state is unsound."""
    return {"random_state": None} | content


_UPGRADES: tuple[Upgrade, ...] = (_one_to_two, _two_to_three)


def read_checkpoint(path: Path, config: Config, config_digest: str) -> State:
    """The state in a checkpoint.

    Args:
        path: the file.
        config: the run's configuration.
        config_digest: the digest that identifies the run.

    Raises:
        FileError: if it cannot be read, is damaged or unsound, or belongs to another run.
    """
    content = read_document(path, FORMAT, VERSION, upgrades=_UPGRADES)
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
    expressions, fitness = _list_of(content, "population"), _list_of(content, "fitness")
    if not len(expressions) == len(fitness) == config.population:
        raise FileError(
            f"it holds {len(expressions)} individuals and the fitness of {len(fitness)}, "
            f"but config.toml names {config.population}"
        )
    kind = SizedFitness if config.several_objectives else Fitness
    population: list[Individual] = []
    for text, values in zip(expressions, fitness, strict=True):
        individual = from_lisp(_text(text), vocabulary)
        individual.fitness = kind(from_json(values, len(kind.weights)))
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
    rng = _generator(content["random_state"]) if "random_state" in content else None
    return State(generation, population, winners, _operators(content), rng)


def _list_of(content: dict[str, Any], name: str) -> list[Any]:
    found = content[name]
    if not isinstance(found, list):
        raise FileError(f"its {name} is {shortened(repr(found))}, but it must be a list")
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise FileError(f"an expression is {shortened(repr(value))}, but it must be a text")
    return value


def _generator(found: Any) -> random.Random:
    """The generator in the state that a checkpoint holds."""
    rng = random.Random()
    try:
        version, words, spare = found
        rng.setstate((version, tuple(words), spare))
    except (TypeError, ValueError, OverflowError):
        spare = ""
    if type(spare) not in {float, type(None)}:
        raise FileError("the state of its random generator is not valid")
    return rng


def _operators(content: dict[str, Any]) -> dict[str, str]:
    """The operators of the run that were not the configured ones."""
    found = content.get("operators", {})
    if not isinstance(found, dict) or not all(
        alias in ALIASES and isinstance(operator, str) for alias, operator in found.items()
    ):
        raise FileError(
            f"its operators are {shortened(repr(found))}, but they must be names of {', '.join(ALIASES)}"
        )
    return found
