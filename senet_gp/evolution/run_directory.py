"""What a run leaves: a directory of text files.

==========================  ============================================================================
``config.toml``             everything needed to repeat the run, if no person plays in it
``generations.csv``         one line a generation; nothing in it depends on the clock
``timing.csv``              seconds and memory a generation
``ancestry.csv``            how each individual of a generation was made, and of whom
``sparring.csv``            games against a person, where they count in the run
``checkpoint.json``         what the run needs to go on
``checkpoint-before.json``  the checkpoint before, for the case that the last one is damaged
``champion.json``           the champion, when the run has ended
==========================  ============================================================================

A run may be killed at any moment. Every file but the logs is replaced whole; the logs are written before the
checkpoint, and what is in them beyond it is cut off when the run goes on.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Self

from senet_gp.errors import FileError, UsageError, printable
from senet_gp.evolution.checkpoint_files import CHECKPOINT, CHECKPOINT_BEFORE, CheckpointFiles
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import as_toml, read_config
from senet_gp.evolution.config_versions import CAME_LATER
from senet_gp.evolution.log_files import LOGS, SPARRING, LogFiles
from senet_gp.evolution.loop import Generation, State
from senet_gp.files.locks import locked
from senet_gp.files.names import make_directory, remove
from senet_gp.files.reading import check_inside, is_there
from senet_gp.files.writing import is_cut_short, partial_files, write_whole
from senet_gp.players.champion import FILE_NAME, Champion
from senet_gp.quoting import quoted, shortened

_CONFIG = "config.toml"
#: What is written whole, so a kill may leave an attempt of it.
_WRITTEN_WHOLE = (_CONFIG, CHECKPOINT, FILE_NAME, *LOGS, SPARRING)


def _tell(sentence: str) -> None:
    """Say on standard error what is not as it was, though the run goes on."""
    sys.stderr.write(f"senet-gp: {printable(sentence)}.\n")


class RunDirectory:
    """A run's directory.

    Attributes:
        path: where it is.
        config: the run's configuration.
        logs: its logs.
        checkpoints: its checkpoints.
    """

    def __init__(self, path: Path, config: Config) -> None:
        self.path = path
        self.config = config
        self.logs = LogFiles(path)
        self.checkpoints = CheckpointFiles(path, self.logs)

    @classmethod
    def create(cls, path: Path | str, config: Config) -> Self:
        """Make a new directory for a run.

        Raises:
            FileError: if there is something at this path, or the directory cannot be made.
        """
        path = Path(path)
        if not make_directory(path):
            raise FileError(f"{path} is there already: choose another directory with --out, or remove it")
        return cls._begun(path, config)

    @classmethod
    def open_or_create(cls, path: Path | str, config: Config) -> Self:
        """Open the directory of a run, or make it; one whose making was killed is made anew.

        Nobody else may be making it meanwhile.

        Raises:
            FileError: if there is something else at this path, or it cannot be used.
            UsageError: if the run there is one of other options.
        """
        path = Path(path)
        if is_there(path / _CONFIG):
            run = cls.open(path)
            run.check_options(config)
            return run
        return cls._begun(path, config) if is_cut_short(path, _CONFIG) else cls.create(path, config)

    def check_options(self, wanted: Config) -> None:
        """Hold that this is a run of these options, which may since have been extended or limited.

        Raises:
            UsageError: if it is not.
        """
        later = {"max_nodes"} | ({"generations"} if wanted.generations <= self.config.generations else set())
        names = [field.name for field in dataclasses.fields(Config) if field.name not in later]
        others = [name for name in names if getattr(self.config, name) != getattr(wanted, name)]
        if others:
            raise UsageError(
                f"{self.path} holds a run with other options ({', '.join(others)}): choose another name, or "
                "go on with those of RunDirectory.open; its extend plays more generations"
            )

    @classmethod
    def create_next(cls, parent: Path, config: Config) -> Self:
        """Make the first of GAME-1, GAME-2, … that is free, also if another run begins at the same time.

        Raises:
            FileError: if it cannot be made.
        """
        paths = (parent / f"{config.game}-{number}" for number in count(1))
        return cls._begun(next(path for path in paths if make_directory(path)), config)

    @classmethod
    def _begun(cls, path: Path, config: Config) -> Self:
        write_whole(path / _CONFIG, as_toml(config))
        return cls(path, config)

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """Open the directory of an earlier run.

        Raises:
            FileError: if there is none, or its configuration is unsound.
        """
        path = Path(path)
        file = path / _CONFIG
        if not is_there(file) and os.access(path, os.R_OK | os.X_OK):
            if is_cut_short(path, _CONFIG):
                raise FileError(
                    f"{shortened(path)} is not a run directory yet: if a run was killed when it began, "
                    "remove the directory and start it again with senet-gp evolve"
                )
            raise FileError(f"{shortened(path)} is not a run directory: it holds no {_CONFIG}")
        check_inside(path)
        return cls(path, read_config(file, CAME_LATER))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other process from playing this run meanwhile.

        However this is left, the last generation that was saved is in the checkpoint then, unless that cannot
        be written; the error that came first is the one that is raised.

        Raises:
            FileError: if another process plays it, or the directory cannot be used.
        """
        with self._alone():
            try:
                yield
            except BaseException:
                with contextlib.suppress(FileError):
                    self.write_checkpoint()
                raise
            self.write_checkpoint()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with locked(self.path / _CONFIG, f"{self.path} is being played by another process: wait for its end"):
            # Another process may have extended it since it was opened.
            self.config = read_config(self.path / _CONFIG, CAME_LATER)
            yield

    def extend(self, generations: int) -> None:
        """Let the run go on until there are so many generations, as if it had been so from the start.

        A champion that is there stays until there is the new one.

        Raises:
            FileError: if another process plays it, or a file cannot be read or written.
            UsageError: if more generations have been played, or there cannot be so many.
        """
        with self._alone():
            config = dataclasses.replace(self.config, generations=generations)
            played = self.read_state().generation
            if generations < played:
                raise UsageError(
                    f"{generations} generations are less than the {played} that {self.path} has played: "
                    "a run cannot be made shorter, but a new one can be started with "
                    f"senet-gp evolve --config {quoted(self.path / _CONFIG)} --generations {generations}"
                )
            self._reconfigure(config)

    def limit_growth(self, max_nodes: int) -> None:
        """From here on, let no population of this run have more nodes.

        Raises:
            FileError: if another process plays it, or its configuration cannot be written.
        """
        with self._alone():
            config = dataclasses.replace(self.config, max_nodes=max_nodes)
            self._reconfigure(config)

    def admit_person(self) -> None:
        """From here on, let games against a person count in this run, and its files say so.

        Raises:
            FileError: if another process plays it, or a file cannot be written.
        """
        with self._alone():
            self.logs.begin_sparring()
            self._reconfigure(self.config)

    @property
    def admits_person(self) -> bool:
        """Whether games against a person count in this run, so that its options alone do not make it."""
        return self.logs.admits_person

    def games_against_person(self) -> int:
        """How many games against a person count in this run so far.

        Raises:
            FileError: if their log cannot be read.
        """
        return self.logs.games_against_person()

    def _reconfigure(self, config: Config) -> None:
        # Nothing may be done to files behind this: other processes can lock the new one already.
        write_whole(self.path / _CONFIG, as_toml(config, repeatable=not self.admits_person))
        self.config = config

    @property
    def champion_file(self) -> Path:
        """Where the champion is, once the run has ended."""
        return self.path / FILE_NAME

    def has_ended(self) -> bool:
        """Whether the champion is that of all generations of the run, not of fewer before it was extended.

        Raises:
            FileError: if the champion's file is unsound.
        """
        if not is_there(self.champion_file):
            return False
        try:
            origin = Champion.read(self.champion_file).origin
        except FileError as error:
            raise FileError(f"{error}; if you remove it, senet-gp resume makes it anew") from None
        return origin.get("generations") == self.config.generations

    def save(self, generation: Generation, state: State) -> None:
        """Add a generation to the logs and, if it is time, write the checkpoint.

        It is time after the first generation and the last two, so that an ended run leaves the same two
        checkpoints however long it took, after games against a person, and else when that takes little of
        the time since the checkpoint before. Whoever stops in between calls :meth:`write_checkpoint`, as
        :meth:`locked` does at its end; a run that is killed goes on from the last checkpoint, and plays the
        generations behind it again as they were.

        Raises:
            FileError: if a file cannot be written.
        """
        self.logs.append(generation)
        self.checkpoints.keep(state)
        last_two = generation.number >= self.config.generations - 1
        # Nobody is asked to play the same games again.
        if last_two or generation.sparring or time.monotonic() >= self.checkpoints.next_time:
            self.write_checkpoint()

    def write_checkpoint(self) -> None:
        """Write what the run needs to go on from the last generation saved, if that is not written yet.

        Raises:
            FileError: if it cannot be written.
        """
        self.checkpoints.write(self.config)

    def load_state(self) -> State:
        """The state that the run was saved in; logs beyond it are cut off.

        If the last checkpoint is damaged, or the logs lack lines that were there when it was written, the one
        before takes its place, which is said on standard error.

        Raises:
            FileError: if no checkpoint fits, and then nothing has changed; or if a file cannot be written.
        """
        state, problem = self._newest()
        if problem:
            self.checkpoints.go_back()
            _tell(
                f"{problem}; so the run goes on from generation {state.generation}, "
                f"which is in {CHECKPOINT_BEFORE}"
            )
        for partial in partial_files(self.path, _WRITTEN_WHOLE):
            remove(partial)
        self.logs.cut_back(state.generation, _tell)
        return state

    def read_state(self) -> State:
        """The state that the run was saved in; nothing is changed.

        Raises:
            FileError: if no checkpoint fits.
        """
        return self._newest()[0]

    def _newest(self) -> tuple[State, str]:
        """The newest state that fits, and what is wrong with the last checkpoint, if it is the one before.

        Raises:
            FileError: if none fits.
        """
        state, problems = self.checkpoints.newest(self.config)
        if state is not None:
            return state, " and ".join(problems)
        without = ", without the games against a person" if self.admits_person else ""
        raise FileError(
            f"{', and '.join(problems)}: the run cannot go on as it is, but it can be played again{without} "
            f"with senet-gp evolve --config {quoted(self.path / _CONFIG)}"
        )
