"""The two checkpoints that a run keeps: when they are written, and from which of them it resumes.

A checkpoint is the state of a run as a JSON document, written in parts, so that its text is never held as a
whole. The file that is read may come from anyone, so everything in it is checked. A fitness is a list of its
values, which read back bit for bit.
"""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from primitives import Vocabulary
from senet_gp.evolution.configuration.common_options import MAX_GENERATIONS
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.loop.outside_operators import ALIASES
from senet_gp.evolution.loop.state import State
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.runtime.codec import Between, sound, within
from senet_gp.runtime.documents import MAX_DOCUMENT_VALUES, digest, read_document, write_long_document
from senet_gp.runtime.errors import FileError, shown
from senet_gp.runtime.files import MAX_BYTES, is_there, rename
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp checkpoint", 7
CHECKPOINT = "checkpoint.json"
CHECKPOINT_BEFORE = "checkpoint-before.json"
#: The options that may change during a run: what ends it, the node limit, and what is logged.
_MAY_CHANGE = {"generations", "minutes", "until", "max_nodes", "log"}
#: The largest share of a run's time that writing checkpoints may take.
CHECKPOINT_SHARE = 1 / 100


def write_checkpoint(path: Path, state: State, config_digest: str, before: Path) -> None:
    """Write a state piece by piece, so that its whole text is never in memory.

    Args:
        path: the file.
        state: the state.
        config_digest: the digest that identifies the run.
        before: where the previous checkpoint is kept.

    Raises:
        FileError: if it cannot be written.
    """
    weights = state.population[0].fitness.weights if state.population else Fitness.weights
    content: dict[str, Any] = {
        "config": config_digest,
        "generation": state.generation,
        "winners": ([generation, to_lisp(winner)] for generation, winner in state.winners),
        "fitness": (list(map(float, individual.fitness.values)) for individual in state.population),
        "population": (to_lisp(individual) for individual in state.population),
        "weights": list(weights),
        "operators": state.operators,
        "operators_from": state.operators_from,
    }
    write_long_document(path, FORMAT, VERSION, content, before=before)


def read_checkpoint(path: Path, config: ResolvedConfig, config_digest: str) -> State:
    """The state in a checkpoint.

    Args:
        path: the file.
        config: the run's configuration.
        config_digest: the digest that identifies the run.

    Raises:
        FileError: if it cannot be read, is damaged or unsound, or belongs to another run.
    """
    content = read_document(
        path,
        FORMAT,
        VERSION,
        _CheckpointContent,
        # A population may be larger than other documents.
        most_bytes=MAX_BYTES,
        most_values=2 * MAX_DOCUMENT_VALUES,
    )
    with sound(path):
        content.check(config, config_digest)
        return content.state(config.vocabulary_value)


@dataclass(frozen=True, kw_only=True)
class _CheckpointContent:
    """The content of a checkpoint's file."""

    config: str
    generation: Annotated[int, Between(1, MAX_GENERATIONS)]
    winners: list[tuple[Annotated[int, Between(1, MAX_GENERATIONS)], str]]
    fitness: list[tuple[float, ...]]
    population: list[str]
    weights: tuple[float, ...]
    operators: dict[str, str]
    operators_from: str

    def check(self, config: ResolvedConfig, config_digest: str) -> None:
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
            raise FileError("winners is [], but each generation has one")
        for alias, operator in self.operators.items():
            if alias not in ALIASES:
                raise FileError(
                    f"{within('operators', alias)} is {shown(operator)}, but there are only "
                    f"operators for {', '.join(ALIASES)}"
                )

    def state(self, vocabulary: Vocabulary) -> State:
        """The state.

        Raises:
            FileError: if an expression is none of the vocabulary, or a fitness lacks values.
        """
        population = []
        for number, (text, values) in enumerate(zip(self.population, self.fitness, strict=True)):
            if len(values) != len(self.weights):
                wanted = f"a list of {len(self.weights)} numbers"
                raise FileError(f"fitness[{number}] is {list(values)}, but it must be {wanted}")
            individual = _tree(text, vocabulary, f"population[{number}]")
            if self.weights != Fitness.weights:
                individual.fitness = WeightedFitness(self.weights)
            individual.fitness.values = values
            population.append(individual)
        winners = [
            (generation, _tree(text, vocabulary, f"winners[{number}][1]"))
            for number, (generation, text) in enumerate(self.winners)
        ]
        return State(self.generation, population, winners, self.operators, self.operators_from)


def _tree(text: str, vocabulary: Vocabulary, where: str) -> Individual:
    with sound(where):
        return from_lisp(text, vocabulary)


class CheckpointFiles:
    """The checkpoints in a run's directory.

    Args:
        directory: the directory.
        logs: its logs.
        first: the generation of the first checkpoint.

    Attributes:
        next_time: when the next checkpoint may be written, on the clock of ``time.monotonic``; before, it
            would take too large a share of the run's time.
    """

    def __init__(self, directory: Path, logs: LogFiles, first: int = 1) -> None:
        self.next_time = 0.0
        self._file = directory / CHECKPOINT
        self._file_before = directory / CHECKPOINT_BEFORE
        self._logs = logs
        self._first = first
        self._unwritten: State | None = None

    def keep(self, state: State) -> None:
        """Keep a state for :meth:`write`."""
        self._unwritten = dataclasses.replace(state)  # as it is now

    def write(self, config: ResolvedConfig) -> None:
        """Write the state that was kept last, unless it is already written.

        Raises:
            FileError: if it cannot be written.
        """
        if self._unwritten is None:
            return
        begun = time.monotonic()
        # A checkpoint is only usable if the logs hold all its generations.
        self._logs.flush()
        write_checkpoint(self._file, self._unwritten, digest_of(config), self._file_before)
        ended = time.monotonic()
        self._unwritten = None
        self.next_time = ended + (ended - begun) / CHECKPOINT_SHARE

    def newest(self, config: ResolvedConfig, remedy: str) -> tuple[State, str]:
        """The newest state that fits the configuration and the logs; no file is changed.

        Args:
            config: the configuration of the run.
            remedy: what can be done if neither checkpoint is usable.

        Returns:
            The state, and what is wrong with the last checkpoint if it is that of the one before; else "".

        Raises:
            FileError: if neither is usable, or the log that shows whether there must be one cannot be read.
        """
        problems: list[str] = []
        for file in (self._file, self._file_before):
            try:
                state = read_checkpoint(file, config, digest_of(config))
                self._logs.check(state.generation)
            except FileError as error:
                if problems and not is_there(file):
                    break
                problems.append(str(error))
            else:
                return state, " and ".join(problems)
        files = is_there(self._file) or is_there(self._file_before)
        if not files and not self._logs.generations.has_past(self._first):
            return State(), ""  # none has been written yet
        # Both checkpoints may have the same problem.
        raise FileError(f"{', and '.join(dict.fromkeys(problems))}: {remedy}")

    def go_back(self) -> None:
        """Replace the last checkpoint by the one before it.

        Raises:
            FileError: if it cannot be renamed.
        """
        rename(self._file_before, self._file)


def digest_of(config: ResolvedConfig) -> str:
    """The digest that identifies the checkpoints of a run with this configuration."""
    return digest({name: value for name, value in config.as_values().items() if name not in _MAY_CHANGE})
