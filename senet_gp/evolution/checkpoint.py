"""The checkpoint of a run: its state, written to a JSON document and read back.

The file that is read may come from anyone, so everything in it is checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from primitives import Vocabulary, vocabulary_of
from primitives.records import RecordedWords, check_record
from senet_gp.evolution.config import MOST_GENERATIONS, Config
from senet_gp.evolution.evaluation.values import fitness_as_json, fitness_from_json
from senet_gp.evolution.loop import State
from senet_gp.evolution.operators import ALIASES
from senet_gp.runtime.codec import Between, at, fields_as_json, within
from senet_gp.runtime.documents import MAX_DOCUMENT_VALUES, read_content, sound, write_long_document
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import MAX_BYTES
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp checkpoint", 4


def write_checkpoint(
    path: Path, state: State, config_digest: str, before: Path, declared: RecordedWords | None = None
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
        "fitness": (fitness_as_json(individual.fitness) for individual in state.population),
        "population": (to_lisp(individual) for individual in state.population),
        "weights": list(weights),
        "operators": state.operators,
        "operators_from": state.operators_from,
    }
    if declared is not None:
        content["words"] = fields_as_json(declared)
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
    content = read_content(
        path,
        FORMAT,
        VERSION,
        _Content,
        # A population may be larger than other documents.
        most_bytes=MAX_BYTES,
        most_values=2 * MAX_DOCUMENT_VALUES,
    )
    with sound(path, FORMAT):
        content.check(config, config_digest)
        return content.state(vocabulary_of(config.game_value, config.vocabulary))


@dataclass(frozen=True, kw_only=True)
class _Content:
    """What a checkpoint holds."""

    config: str
    generation: Annotated[int, Between(1, MOST_GENERATIONS)]
    winners: list[tuple[Annotated[int, Between(1, MOST_GENERATIONS)], str]]
    fitness: list[Any]
    population: list[str]
    weights: tuple[float, ...]
    operators: dict[str, str]
    operators_from: str
    words: RecordedWords | None = None

    def check(self, config: Config, config_digest: str) -> None:
        """Check that it is of this run, and that its parts fit together.

        Raises:
            FileError: if it is not, or they do not.
        """
        if self.config != config_digest:
            raise FileError("it belongs to another configuration than config.toml now says")
        if self.generation > config.generations:
            raise FileError(
                f"generation is {self.generation}, but it must be one of the {config.generations} that "
                "config.toml names"
            )
        if not len(self.population) == len(self.fitness) == config.population:
            raise FileError(
                f"it holds {len(self.population)} individuals and the fitness of {len(self.fitness)}, "
                f"but config.toml names {config.population}"
            )
        if not self.weights or not all(self.weights):
            raise FileError(f"weights is {list(self.weights)}, but it must be a list of numbers other than 0")
        for number, (generation, _) in enumerate(self.winners):
            if generation > self.generation:
                raise FileError(
                    f"winners[{number}][0] is {generation}, but it must be at most {self.generation}, the "
                    "generation of the checkpoint"
                )
        if not self.winners:
            raise FileError("winners is [], but there must be the winner of a tournament")
        for alias, operator in self.operators.items():
            if alias not in ALIASES:
                raise FileError(
                    f"{within('operators', alias)} is {shortened(repr(operator))}, but there are only "
                    f"operators for {', '.join(ALIASES)}"
                )

    def state(self, vocabulary: Vocabulary) -> State:
        """The state.

        Raises:
            SenetGpError: if an expression is none of the vocabulary, whose words may be others than those of
                the checkpoint, or a fitness is none.
        """
        check_record(self.words, vocabulary)
        population = []
        for number, (text, values) in enumerate(zip(self.population, self.fitness, strict=True)):
            individual = _tree(text, vocabulary, f"population[{number}]")
            if self.weights != Fitness.weights:
                individual.fitness = WeightedFitness(self.weights)
            with at(f"fitness[{number}]"):
                individual.fitness.values = fitness_from_json(values, len(self.weights))
            population.append(individual)
        winners = [
            (generation, _tree(text, vocabulary, f"winners[{number}][1]"))
            for number, (generation, text) in enumerate(self.winners)
        ]
        return State(self.generation, population, winners, self.operators, self.operators_from)


def _tree(text: str, vocabulary: Vocabulary, place: str) -> Individual:
    with at(place):
        return from_lisp(text, vocabulary)
