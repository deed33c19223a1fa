"""What a run leaves: a directory of text files.

===================  ===================================================================================
``config.toml``      everything needed to repeat the run
``generations.csv``  one line a generation; nothing in it depends on the clock
``timing.csv``       seconds and memory a generation
``checkpoint.json``  what the run needs to go on
``champion.json``    the champion, when the run has ended
===================  ===================================================================================
"""

from __future__ import annotations

import csv
import dataclasses
import io
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

import psutil

from primitives import vocabulary
from senet_gp.errors import FileError, SenetGpError
from senet_gp.evolution.config import Config, read_config
from senet_gp.evolution.loop import Generation, State
from senet_gp.files import (
    digest,
    is_there,
    locked,
    read_document,
    read_text,
    shortened,
    write_long_document,
    write_whole,
)
from senet_gp.players.champion import FILE_NAME
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

FORMAT, VERSION = "senet-gp checkpoint", 1
_LOGS = ("generations.csv", "timing.csv")
#: Writing checkpoints takes at most such a part of a run's time.
CHECKPOINT_SHARE = 1 / 100


def _made(path: Path) -> bool:
    """Make a directory; whether there was none."""
    try:
        path.mkdir(parents=True)
    except OSError as error:
        if isinstance(error, FileExistsError) and os.path.lexists(path):
            return False
        raise FileError(f"the directory {path} cannot be made: {error.strerror}") from None
    return True


def _numbers_lines(path: Path, generations: int) -> bool:
    """Whether a log has a line for each generation, in their order, behind its header."""
    lines = read_text(path).splitlines()[1 : generations + 1]
    return [line.partition(",")[0] for line in lines] == [str(number) for number in range(1, generations + 1)]


class _Saved(NamedTuple):
    """A state between two generations: the next one changes the state's generator, but makes new lists."""

    state: State
    random_state: tuple[Any, ...]

    @classmethod
    def of(cls, state: State) -> Self:
        return cls(dataclasses.replace(state), state.rng.getstate())


class RunDirectory:
    """A run's directory.

    Attributes:
        path: where it is.
        config: the run's configuration.
    """

    def __init__(self, path: Path, config: Config) -> None:
        self.path = path
        self.config = config
        self._unwritten: _Saved | None = None
        self._next_checkpoint = 0.0  # not before this time

    @classmethod
    def create(cls, path: Path, config: Config) -> Self:
        """Make a new directory for a run.

        Raises:
            FileError: if there is something at this path, or the directory cannot be made.
        """
        if not _made(path):
            raise FileError(f"{path} is there already: choose another directory with --out, or remove it")
        return cls._begun(path, config)

    @classmethod
    def create_next(cls, parent: Path, config: Config) -> Self:
        """Make the first of GAME-1, GAME-2, … that is free, also if another run begins at the same time.

        Raises:
            FileError: if it cannot be made.
        """
        paths = (parent / f"{config.game}-{number}" for number in count(1))
        return cls._begun(next(path for path in paths if _made(path)), config)

    @classmethod
    def _begun(cls, path: Path, config: Config) -> Self:
        write_whole(path / "config.toml", config.to_toml())
        return cls(path, config)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the directory of an earlier run.

        Raises:
            FileError: if there is none, or its configuration is unsound.
        """
        file = path / "config.toml"
        if not is_there(file) and os.access(path, os.X_OK):
            raise FileError(f"{shortened(path)} is not a run directory: it holds no config.toml")
        return cls(path, read_config(file))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other process from playing this run meanwhile.

        However this is left, the last generation that was saved is in the checkpoint then.

        Raises:
            FileError: if another process plays it, or the directory cannot be used.
        """
        with locked(
            self.path / "config.toml", f"{self.path} is being played by another process: wait for its end"
        ):
            try:
                yield
            finally:
                self.write_checkpoint()

    @property
    def champion_file(self) -> Path:
        """Where the champion is, once the run has ended."""
        return self.path / FILE_NAME

    def save(self, generation: Generation, state: State) -> None:
        """Add a generation to the logs and, if it is time, write the checkpoint.

        It is time after the first generation and the last, and else when that takes little of the time
        since the checkpoint before. Whoever stops in between calls :meth:`write_checkpoint`, as
        :meth:`locked` does at its end; a run that is killed goes on from the last checkpoint, and plays the
        generations behind it again as they were.

        Raises:
            FileError: if a file cannot be written.
        """
        self._append("generations.csv", generation.record)
        self._append(
            "timing.csv",
            {
                "generation": generation.number,
                "seconds_breeding": round(generation.seconds_breeding, 4),
                "seconds_evaluating": round(generation.seconds_evaluating, 4),
                "memory_mb": round(psutil.Process().memory_info().rss / (1 << 20), 1),
            },
        )
        self._unwritten = _Saved.of(state)
        last = generation.number == self.config.generations
        if last or time.monotonic() >= self._next_checkpoint:
            self.write_checkpoint()

    def _append(self, name: str, row: dict[str, Any]) -> None:
        path = self.path / name
        line = io.StringIO()
        writer = csv.DictWriter(line, list(row), lineterminator="\n")
        try:
            with path.open("a", encoding="utf-8") as file:
                if file.tell() == 0:
                    writer.writeheader()
                writer.writerow(row)
                file.write(line.getvalue())
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror}") from None

    def write_checkpoint(self) -> None:
        """Write what the run needs to go on from the last generation saved, if that is not written yet.

        Raises:
            FileError: if it cannot be written.
        """
        if self._unwritten is None:
            return
        state, (version, words, spare) = self._unwritten
        begun = time.monotonic()
        write_long_document(
            self.path / "checkpoint.json",
            FORMAT,
            VERSION,
            {
                "config": self._config_digest(),
                "generation": state.generation,
                "random_state": [version, list(words), spare],
                "winners": ([generation, to_lisp(winner)] for generation, winner in state.winners),
                "fitness": [self._fitness_kind(i.fitness.values[0]) for i in state.population],
                "population": (to_lisp(individual) for individual in state.population),
            },
        )
        ended = time.monotonic()
        self._unwritten = None
        self._next_checkpoint = ended + (ended - begun) / CHECKPOINT_SHARE

    def _config_digest(self) -> str:
        """What tells a checkpoint of another run; how long the run goes on does not matter."""
        values = dataclasses.asdict(self.config)
        del values["generations"]
        return digest(values)

    @property
    def _fitness_kind(self) -> type[int | float]:
        """A rank in a knockout is a whole number, a share of points is not."""
        return float if self.config.fitness == "round" else int

    @property
    def _most_fitness(self) -> int:
        """No individual can have more."""
        if self.config.fitness == "round":
            most = 2 * self.config.opponents * self.config.games + self.config.random_games + 1
        else:
            most = (self.config.population - 1).bit_length() + 1
        return most + 1  # for a game against a person

    def load_state(self) -> State:
        """The state that the run was saved in; logs beyond it are cut off.

        Raises:
            FileError: if there is no checkpoint, or it is unsound.
        """
        path = self.path / "checkpoint.json"
        if not is_there(path):
            # It was stopped in its first generation.
            for name in _LOGS:
                self._cut(name, 0)
            return State.new(self.config)
        content = read_document(path, FORMAT, VERSION)
        try:
            state = self._state_from(content)
        except KeyError as error:
            raise FileError(f"{path} is not a sound checkpoint: it has no {error}") from None
        except (TypeError, ValueError, OverflowError, SenetGpError) as error:
            raise FileError(f"{path} is not a sound checkpoint: {error}") from None
        for name in _LOGS:
            self._cut(name, state.generation)
        return state

    def _state_from(self, content: dict[str, Any]) -> State:
        if content["config"] != self._config_digest():
            raise FileError("it belongs to another configuration than config.toml now says")
        generation = content["generation"]
        if type(generation) is not int or not 1 <= generation <= self.config.generations:
            raise FileError(f"its generation is {shortened(repr(generation))}")
        words = vocabulary(self.config.rules, self.config.vocabulary)
        rng = random.Random()
        version, state_words, spare = content["random_state"]
        rng.setstate((version, tuple(state_words), spare))
        kind, most = self._fitness_kind, self._most_fitness
        least = 1 if kind is int else 0
        population: list[Individual] = []
        for text, fitness in zip(content["population"], content["fitness"], strict=True):
            if type(fitness) is not kind or not least <= fitness <= most:
                raise FileError(
                    f"a fitness is {shortened(repr(fitness))}, but it must be from {least} to {most}"
                )
            individual = from_lisp(text, words)
            individual.fitness.values = (fitness,)
            population.append(individual)
        if len(population) != self.config.population:
            raise FileError(f"it holds {len(population)} individuals, not {self.config.population}")
        winners = [(int(number), from_lisp(text, words)) for number, text in content["winners"]]
        if not winners:
            raise FileError("it holds no winner of a tournament")
        return State(rng, generation, population, winners)

    def _cut(self, name: str, generations: int) -> None:
        """Keep the header and so many lines: a run may be stopped between a log and the checkpoint.

        Raises:
            FileError: if lines are missing that were there when the checkpoint was written.
        """
        path = self.path / name
        if generations and not _numbers_lines(path, generations):
            raise FileError(f"{path} is damaged: it should have a line for each of {generations} generations")
        if is_there(path):
            lines = read_text(path).splitlines(keepends=True)
            kept = generations + 1 if generations else 0
            if len(lines) > kept:
                write_whole(path, "".join(lines[:kept]))
