"""The directory of a run, which consists of text files.

==========================  ============================================================================
``config.toml``             everything needed to repeat the run, if no person plays in it
``generations.csv``         one row for each generation; nothing in it depends on time
``timing.csv``              seconds and memory of each generation
``individuals.csv``         each individual, and how it was made, if the run logs individuals
``sizes.csv``               the fittest individual of each size class, for each generation
``sparring.csv``            games against a person, if they count in the run
``checkpoint.json``         the state from which the run resumes
``checkpoint-before.json``  the previous checkpoint, in case the last one is damaged
``words.json``              words, rules and operators of the run that are from outside this project
``provenance.json``         the command that began it, and by which versions, commit and machine it was played
``sizes.json``              the best player of each size class and its strength, when the run has ended
``champion.json``           the champion, when the run has ended
``migrations.csv``          who came from which island to which, in a run with islands
``islands/1``, ``2``, …     the logs and checkpoints of each island, which the run then does not have itself
==========================  ============================================================================

A run may be killed at any moment. Every file except the logs is replaced as a whole. The logs are written
before the checkpoint, and rows after the checkpoint are cut off when the run resumes. ``config.toml`` is the
last of the files with which a run begins, so a directory that has it can be resumed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import time
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

from primitives.records import check_record
from senet_gp.evolution.configuration.common_options import GENERATIONS, PROVEN
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.configuration.config_files import as_toml, read_config
from senet_gp.evolution.configuration.recorded_code import (
    WORDS_FILE,
    check_unchanged,
    recorded_in,
    write_words,
)
from senet_gp.evolution.evaluation.final import Finalist
from senet_gp.evolution.loop.islands import island_config, migrants_in, next_stop
from senet_gp.evolution.loop.logbook import frame_of
from senet_gp.evolution.loop.outside_operators import without_code
from senet_gp.evolution.loop.sizes import last_of_classes
from senet_gp.evolution.loop.state import Generation, State
from senet_gp.evolution.record.checkpoint import CHECKPOINT, CHECKPOINT_BEFORE, CheckpointFiles
from senet_gp.evolution.record.provenance import PROVENANCE_FILE, Provenance, command_of
from senet_gp.evolution.record.run_logs import LOGS, LogFiles, RunLog
from senet_gp.players.champion import FILE_NAME, SIZES_FILE, Champion
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.codec import sound
from senet_gp.runtime.errors import (
    FileError,
    SenetGpError,
    UsageError,
    brief,
    from_here,
    quoted,
    shortened,
    tell,
)
from senet_gp.runtime.files import (
    check_files,
    check_inside,
    is_cut_short,
    is_there,
    locked,
    make_directory,
    remove_partial_files,
    write_whole,
)
from senet_gp.runtime.registries import Displayed

_CONFIG = "config.toml"
#: All files of a run; a killed run may leave a partial copy of one.
FILES = (
    *(_CONFIG, WORDS_FILE, PROVENANCE_FILE, CHECKPOINT, CHECKPOINT_BEFORE, FILE_NAME, SIZES_FILE),
    *LOGS,
)
#: The directory that holds those of the islands.
ISLANDS = "islands"


def _is_cut_short(path: Path) -> bool:
    """Whether a directory is empty, or a run was killed when it began, before there was a configuration."""
    return is_cut_short(path, _CONFIG, PROVENANCE_FILE, WORDS_FILE)


def _to_be_played(config: Config) -> ResolvedConfig:
    """A configuration as its run records it, whose files can be read."""
    config = config.resolved()
    config.check_files()
    return config


def _as_recorded(config: Config, file: Path) -> ResolvedConfig:
    """The configuration of a run that has begun, from that in its file.

    Raises:
        FileError: if no run can have it.
    """
    with sound(shortened(file)):
        return config.resolved()


class RunDirectory(Displayed):
    """The directory of a run.

    Args:
        path: its path.
        config: the run's configuration.
        of: the run of which this is an island, if it is one.

    Attributes:
        path: its path, which is absolute.
        config: the run's configuration.
        logs: its log files.
        checkpoints: its checkpoints.
        accepts_code: whether it goes on with code from outside that has changed since it was made.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     run = RunDirectory.create(f"{parent}/run", Config(game="hexapawn", seed=7))
    ...     RunDirectory.open(run.path).config.seed, run.read_state().generation, run.has_ended()
    (7, 0, False)
    """

    def __init__(self, path: Path | str, config: ResolvedConfig, of: RunDirectory | None = None) -> None:
        path = absolute(path)  # hooks may change the current directory
        self.path = path
        self.config = config
        self.accepts_code: bool = of is not None and of.accepts_code
        self.logs = LogFiles(path)
        # A run has a checkpoint from its first generation on, an island from its first stop on.
        first = 1 if of is None else next_stop(of.config, 0)
        self.checkpoints = CheckpointFiles(path, self.logs, first)
        self._configured_in = path if of is None else of.path
        self._locks = ExitStack()

    def __repr__(self) -> str:
        generations = f"{self.config.generations} generations"
        return brief(self, self.config.game_value, generations, from_here(self.path))

    @classmethod
    def create(cls, path: Path | str, config: Config, command: str = "") -> Self:
        """Make a new directory for a run, also if making it was interrupted before.

        Args:
            path: its path.
            config: the configuration of the run.
            command: the command that begins the run, to be recorded.

        Raises:
            FileError: if there is something else than an empty directory at this path, or it cannot be used.
        """
        run = cls._begun_in(Path(path), _to_be_played(config), command)
        if run is None:
            other = "choose another directory with --out, or remove it"
            if is_there(Path(path) / _CONFIG) and not is_there(Path(path) / FILE_NAME):
                other = f"go on by --go-on or senet-gp resume {quoted(path)}, or choose another with --out"
            raise FileError(f"{path} already exists: {other}")
        return run

    @classmethod
    def open_or_create(cls, path: Path | str, config: Config, command: str = "") -> Self:
        """Open the directory of a run, or make it, also if making it was interrupted before.

        Of several processes that make the same directory at the same time, one begins the run, and the others
        open it, if the file system has hard links.

        Args:
            path: its path.
            config: the configuration of the run.
            command: the command that begins the run, to be recorded.

        Raises:
            FileError: if there is something else at this path, or it cannot be used.
            UsageError: if the directory holds a run with other options.
        """
        path, run = Path(path), None
        if not is_there(path / _CONFIG):
            run = cls._begun_in(path, _to_be_played(config), command)
        if run is None:
            run = cls.open(path)
            run.check_options(config)
        return run

    def check_options(self, wanted: Config) -> None:
        """Check that this run has these options; it may have been extended or limited in size since.

        Raises:
            UsageError: if it has others.
        """
        wanted = wanted.resolved()
        extended = {"generations"} if wanted.generations <= self.config.generations else set()
        limited = {"max_nodes"} if self.config.max_nodes else set()
        later = limited | extended | self.set_at_end(wanted)
        here, asked = self.config.flat(), wanted.flat()
        others = [
            f"{name} is {here.get(name)} there and {asked.get(name)} here"
            for name in self.config.differences(wanted)
            if name not in later
        ]
        if others:
            raise UsageError(
                f"{self.path} holds a run with other options ({shortened('; '.join(others), 200)}): choose "
                "another path, or let that run have more generations by senet-gp resume or its extend"
            )

    def set_at_end(self, wanted: ResolvedConfig) -> set[str]:
        """The options that the end of a run with the wanted options, or its extension, would have set here.

        Raises:
            FileError: if the champion's file is unsound.
        """
        options = set()
        if wanted.minutes and not self.config.minutes:  # they have passed
            options |= {"generations", "minutes"}
        if wanted.until == PROVEN and (self.config.until != PROVEN or self.has_ended()):
            options |= {"generations", "until"}
        return options

    @classmethod
    def create_next(cls, parent: Path | str, config: Config, command: str = "") -> Self:
        """Make the first free directory of GAME-1, GAME-2, …; runs that begin at once get different ones.

        Raises:
            FileError: if it cannot be made.
        """
        config = _to_be_played(config)
        paths = (Path(parent) / f"{config.game}-{number}" for number in count(1))
        return cls._begun(next(path for path in paths if make_directory(path)), config, command)

    @classmethod
    def _begun_in(cls, path: Path, config: ResolvedConfig, command: str) -> Self | None:
        """A run that begins in a new or empty directory; None if there is anything else, such as a run."""
        try:
            if make_directory(path) or _is_cut_short(path):
                return cls._begun(path, config, command)
        except FileError:
            if not is_there(path / _CONFIG):  # it is, if another process has begun a run here meanwhile
                raise
        return None

    @classmethod
    def _begun(cls, path: Path, config: ResolvedConfig, command: str) -> Self:
        check_files(path, FILES)
        Provenance.of([config], command).write(path)
        write_words(path, config)
        write_whole(path / _CONFIG, as_toml(config, path), new=True)
        return cls(path, config)

    @classmethod
    def open(cls, path: Path | str, *, accept_code: bool = False) -> Self:
        """Open the directory of an earlier run.

        Args:
            path: its path.
            accept_code: whether the run may go on with words, rules and operators from outside whose modules
                have changed since it was made. When it goes on, it records them as they are now.

        Raises:
            FileError: if there is none, its configuration is unsound, or words, rules or operators that it
                needs are missing, or the words have other types or ranges here.
        """
        path = Path(path)
        file = path / _CONFIG
        if path.is_file():
            raise FileError(
                f"{shortened(path)} is a file, but the directory of a run is needed, such as runs/senet-1"
            )
        if not is_there(file) and os.access(path, os.R_OK | os.X_OK):
            whole = path.absolute().parent.parent
            if path.absolute().parent.name == ISLANDS and is_there(whole / _CONFIG):
                raise FileError(
                    f"{shortened(path)} is an island, which is no run by itself: name its run, "
                    f"{shortened(path.parent.parent)}"
                )
            if _is_cut_short(path):
                raise FileError(
                    f"{shortened(path)} is not a complete run directory: if a run was stopped when it began, "
                    "start it again with senet-gp evolve, and name the directory with --out"
                )
            raise FileError(f"{shortened(path)} is not a run directory: it holds no {_CONFIG}")
        check_inside(path)
        check_files(path, FILES)
        recorded = recorded_in(path)
        config = _as_recorded(read_config(file, recorded=True), file)
        check_record(shortened(path), recorded.words, config.vocabulary_value)
        run = cls(path, config)
        run.accepts_code = accept_code
        run._check_directories()
        return run

    @property
    def populations(self) -> list[Self]:
        """The directories with the logs and checkpoints of the run's populations.

        They are those of its islands, which have no configuration of their own, or the run itself.
        """
        if self.config.islands == 1:
            return [self]
        return [
            type(self)(self.path / ISLANDS / str(number), island_config(self.config, number), self)
            for number in range(1, self.config.islands + 1)
        ]

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the run, so that no other process plays it while this context lasts.

        At the end, also after an exception, the last saved generation is written to the checkpoint if
        possible, and the configuration says whether a person plays in the run. After an exception, a failure
        to write them is ignored, and the exception is raised: the checkpoint before is as sound.

        Raises:
            FileError: if another process plays the run, or the directory cannot be used.
        """
        with self._alone():
            try:
                yield
            except BaseException:
                # A state that an operator from outside has broken cannot be written.
                with contextlib.suppress(SenetGpError):
                    self._give_back()
                raise
            self._give_back()

    def _give_back(self) -> None:
        self.write_checkpoint()
        if self.admits_person:
            # Last, since another process can lock the configuration once it is written.
            self._reconfigure(self.config)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with ExitStack() as locks:
            locks.enter_context(self._locked_configuration())
            self._locks = locks
            # Another process may have extended the run since it was opened.
            config = read_config(self.path / _CONFIG, recorded=True)
            if config.differences(self.config):
                self.config = _as_recorded(config, self.path / _CONFIG)
            self._check_before_changes()
            if self.accepts_code:
                write_words(self.path, self.config)
            check_unchanged(recorded_in(self.path), self.path)
            yield

    def _locked_configuration(self) -> AbstractContextManager[None]:
        """A lock on the configuration as it is now: what replaces it has to be locked again."""
        return locked(
            self.path / _CONFIG, f"{self.path} is being played by another process: wait for its end"
        )

    def _check_before_changes(self) -> None:
        """Make sure, before anything is changed, that no file will stop the run.

        Raises:
            FileError: if one is unsound, or is no file, or cannot be written.
        """
        self._check_directories(written=LOGS)  # which are appended to
        command_of(self.path)
        self.games_against_person()
        if self.config.islands > 1:
            migrants_in(self.logs.migrants, self.config)

    def _check_directories(self, *, written: Collection[str] = ()) -> None:
        """Check that the files of the run and of its islands are files, and in its directory.

        Args:
            written: the names of those that are to be written where they are.

        Raises:
            FileError: if one is not, or cannot be read or written.
        """
        populations = (population.path for population in self.populations)
        for directory in dict.fromkeys((self.path, self.path / ISLANDS, *populations)):
            if is_there(directory):
                check_inside(directory)
                check_files(directory, FILES, written=written)

    def extend(self, generations: int) -> None:
        """Set the number of generations, as if the run had had it from the start, and no minutes.

        An existing champion is kept until the new one is found. A run that ended with a proven winner
        goes on to the last generation.

        Raises:
            FileError: if another process plays the run, or a file cannot be read or written.
            UsageError: if more generations have been played, or the number is out of range.
        """
        with self._alone():
            until = GENERATIONS if self._ended_proven() else self.config.until
            config = dataclasses.replace(self.config, generations=generations, minutes=0.0, until=until)
            played = self.generations_played()
            if generations < played:
                raise UsageError(
                    f"{generations} generations are fewer than the {played} that {self.path} has played: "
                    "a run cannot be made shorter, but a new one can be started with: "
                    f"senet-gp evolve --config {quoted(self.path / _CONFIG)} --generations {generations}"
                )
            config.check_files()
            self._reconfigure(config)

    def end_at(self, generation: int) -> None:
        """Set the number of generations of this run, which is locked, to those that it has played.

        Raises:
            FileError: if the configuration cannot be written, or another process has locked it meanwhile.
        """
        self._reconfigure(dataclasses.replace(self.config, generations=generation, minutes=0.0))
        self._locks.enter_context(self._locked_configuration())

    def generations_played(self) -> int:
        """How many generations the run has played, on the island that has played most.

        Raises:
            FileError: if no checkpoint is usable.
        """
        return max(population.read_state().generation for population in self.populations)

    def seconds(self, workers: int) -> float:
        """How long all generations have taken, as far as that is known.

        Args:
            workers: how many processes play; as many islands are played side by side.

        Raises:
            FileError: if a log of times cannot be read or is unsound.
        """
        populations = self.populations
        known = sum(row.seconds for each in populations for row in each.logs.times().values())
        return known / min(workers, len(populations))

    def limit_growth(self, max_nodes: int) -> None:
        """Limit the nodes of each further population of this run; a lower limit that it has stays.

        Raises:
            FileError: if another process plays the run, or its configuration cannot be written.
        """
        with self._alone():
            lowest = min(self.config.max_nodes or max_nodes, max_nodes)
            config = dataclasses.replace(self.config, max_nodes=lowest)
            self._reconfigure(config)

    def admit_person(self) -> None:
        """Let games against a person count in this run, which is locked, from now on.

        Raises:
            FileError: if a file cannot be written.
        """
        self.logs.sparring.begin()

    @property
    def admits_person(self) -> bool:
        """Whether games against a person count in this run, so that its options do not determine it alone."""
        return self.logs.sparring.is_there

    def games_against_person(self) -> int:
        """How many games against a person count in this run so far.

        Raises:
            FileError: if their log cannot be read.
        """
        return self.logs.games_against_person()

    def _reconfigure(self, config: ResolvedConfig) -> None:
        # No file may be changed after this before it is locked: another process can already lock it.
        write_whole(self.path / _CONFIG, as_toml(config, self.path, repeatable=not self.admits_person))
        self.config = config

    @property
    def champion_file(self) -> Path:
        """The file of the champion, which exists once the run has ended."""
        return self.path / FILE_NAME

    @property
    def sizes_file(self) -> Path:
        """The file of the best player of each size, which a run writes just before its champion."""
        return self.path / SIZES_FILE

    def has_ended(self) -> bool:
        """Whether the champion is that of all generations; that of a run extended since does not count.

        Raises:
            FileError: if the champion's file is unsound.
        """
        return self._origin_of_champion().get("generations") == self.config.generations

    def _ended_proven(self) -> bool:
        return self.has_ended() and self._origin_of_champion().get("until") == PROVEN

    def _origin_of_champion(self) -> dict[str, Any]:
        """The origin of the champion; empty if there is none."""
        if not is_there(self.champion_file):
            return {}
        try:
            return Champion.read(self.champion_file).origin
        except FileError as error:
            raise FileError(f"{error}; if you remove it, senet-gp resume makes it again") from None

    def save(self, generation: Generation, state: State) -> None:
        """Append a generation to the logs and write the checkpoint if it is due.

        The checkpoint is due after the first generation, after the last two, so that every ended run leaves
        the same two checkpoints, and after games against a person. Otherwise it is due when writing it takes
        only a small share of the time since the previous one. A program that stops in between must call
        :meth:`write_checkpoint`, as :meth:`locked` does at its end. A killed run resumes from the last
        checkpoint and plays the generations after it again, with the same result.

        Raises:
            FileError: if a file cannot be written.
        """
        self.logs.append(generation)
        self.checkpoints.keep(state)
        last_two = generation.last or generation.number == self.config.generations - 1
        # A person must not have to play the same games again.
        if last_two or generation.sparring or time.monotonic() >= self.checkpoints.next_time:
            self.write_checkpoint()

    def write_checkpoint(self) -> None:
        """Write the checkpoint of the last saved generation, unless it is already written.

        Raises:
            FileError: if it cannot be written.
        """
        self.checkpoints.write(self.config)

    def read_logs(self) -> list[RunLog]:
        """Read the logs of the run's populations, of which there are several in a run with islands.

        The run may go on meanwhile.

        Raises:
            FileError: if one has played no generation, or a log cannot be read or is unsound.
        """
        return [population.logs.read(population.config) for population in self.populations]

    def frame(self) -> Any:
        """The logs as a DataFrame of pandas, if that is installed: one row for each generation.

        Its columns are those of ``generations.csv``, then the seconds and the memory from ``timing.csv``,
        nan where they are unknown. In a run with islands there is a row for each generation of each island,
        and the first column is its number. The run may go on meanwhile.

        Raises:
            FileError: if no generation has been played, or a log cannot be read or is unsound.
            UsageError: if pandas is not installed.
        """
        if self.config.islands == 1:
            return frame_of(self.logs.columns())
        islands = enumerate(self.populations, 1)
        rows = [{"island": number, **row} for number, island in islands for row in island.logs.columns()]
        return frame_of(rows)

    def last_by_size(self, each: int) -> list[Finalist]:
        """The last different expressions of each size class that were logged, each with its last generation.

        There are none, with a warning on standard error, if a log of them is damaged: a run does not lose its
        champion for that.

        Args:
            each: how many expressions to take of each class at most.
        """
        numbers = range(1, self.config.islands + 1) if self.config.islands > 1 else [0]
        logs = {
            number: population.logs.sizes
            for number, population in zip(numbers, self.populations, strict=True)
            if population.logs.sizes.is_there
        }
        try:
            return last_of_classes(logs, self.config.vocabulary_value, each)
        except FileError as error:
            tell(f"{error}; so {SIZES_FILE} has no players but the champion")
            return []

    def load_state(self) -> State:
        """The saved state of the run, to resume from; log rows after it are cut off.

        If the last checkpoint is damaged, or the logs lack rows that were there when it was written, the
        previous checkpoint is used, with a warning on standard error.

        Raises:
            FileError: if no checkpoint is usable; then no file has changed. Or if a file cannot be written.
        """
        state, problem = self._newest()
        if problem:
            self.checkpoints.go_back()
            tell(
                f"{problem}; so the run resumes from generation {state.generation}, "
                f"which is in {CHECKPOINT_BEFORE}"
            )
        self.remove_partial_files()
        self.logs.cut_back(state.generation)
        return state

    def remove_partial_files(self) -> None:
        """Remove what a killed run has left of files that are replaced as a whole.

        Raises:
            FileError: if one cannot be removed.
        """
        remove_partial_files(self.path, FILES)

    def read_state(self) -> State:
        """The saved state of the run; no file is changed.

        Raises:
            FileError: if no checkpoint is usable.
        """
        return self._newest()[0]

    def _newest(self) -> tuple[State, str]:
        """The newest usable state and, if it is the previous checkpoint, what is wrong with the last one.

        Raises:
            FileError: if no checkpoint is usable.
        """
        without = ", without the games against a person" if self.admits_person else ""
        again = f"senet-gp evolve --config {quoted(self._configured_in / _CONFIG)}"
        state, problem = self.checkpoints.newest(
            self.config,
            f"the run cannot be resumed as it is, but it can be played again{without} with {again}",
        )
        if self.accepts_code:
            state.operators = {alias: without_code(known) for alias, known in state.operators.items()}
        return state, problem
