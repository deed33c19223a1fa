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
import csv
import dataclasses
import io
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

import psutil

from senet_gp.errors import FileError, UsageError, printable
from senet_gp.evolution import sparring_log
from senet_gp.evolution.checkpoint import Saved, read_checkpoint, write_checkpoint
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import as_toml, read_config
from senet_gp.evolution.config_versions import CAME_LATER, told_by
from senet_gp.evolution.log_rows import LOG_VERSION, VERSION_COLUMN, rows_of
from senet_gp.evolution.loop import Generation, State
from senet_gp.files.documents import digest
from senet_gp.files.locks import locked
from senet_gp.files.names import make_directory, remove, rename
from senet_gp.files.reading import check_inside, is_there, read_text
from senet_gp.files.writing import flush, is_cut_short, partial_files, write_whole
from senet_gp.players.champion import FILE_NAME, Champion
from senet_gp.quoting import quoted, shortened

_CONFIG, _CHECKPOINT, _CHECKPOINT_BEFORE = "config.toml", "checkpoint.json", "checkpoint-before.json"
#: Earlier versions did not write the last one, and a run that was begun without it goes on without it.
_LOGS = GENERATIONS, TIMING, ANCESTRY = "generations.csv", "timing.csv", "ancestry.csv"
#: Another log, with a line a game; only runs in which a person plays have it.
SPARRING = "sparring.csv"
#: What is written whole, so a kill may leave an attempt of it.
_WRITTEN_WHOLE = (_CONFIG, _CHECKPOINT, FILE_NAME, *_LOGS, SPARRING)
#: The columns of the log of times that are read.
_TIMES = {"generation", "seconds_breeding", "seconds_evaluating"}
#: The number of no generation is longer.
_MOST_DIGITS = 7
#: Writing checkpoints takes at most such a part of a run's time.
CHECKPOINT_SHARE = 1 / 100


def _told(sentence: str) -> None:
    """Say on standard error what is not as it was, though the run goes on."""
    sys.stderr.write(f"senet-gp: {printable(sentence)}.\n")


def _check_log(path: Path, generations: int) -> None:
    """Make sure that a log has a whole line for each generation, in their order, behind its header.

    Raises:
        FileError: if lines are missing that were there when the checkpoint was written.
    """
    *lines, _rest = read_text(path).split("\n", generations + 1)
    numbers = [line.partition(",")[0] for line in lines[1:]]
    if numbers != [str(number) for number in range(1, generations + 1)]:
        without = " (if you remove it, the run goes on without it)" if path.name == ANCESTRY else ""
        raise FileError(
            f"{path} is damaged: it should have a line for each of {generations} generations{without}"
        )


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().rstrip("\n")


class _Newest(NamedTuple):
    """The newest state that a run can go on from."""

    state: State
    problem: str = ""  # with the last checkpoint, if the state is in the one before


class RunDirectory:
    """A run's directory.

    Attributes:
        path: where it is.
        config: the run's configuration.
    """

    def __init__(self, path: Path, config: Config) -> None:
        self.path = path
        self.config = config
        self._unwritten: Saved | None = None
        self._next_checkpoint = 0.0  # not before this time

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
        later = {"most_nodes"} | ({"generations"} if wanted.generations <= self.config.generations else set())
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
            played = self._newest().state.generation
            if generations < played:
                raise UsageError(
                    f"{generations} generations are less than the {played} that {self.path} has played: "
                    "a run cannot be made shorter, but a new one can be started with "
                    f"senet-gp evolve --config {quoted(self.path / _CONFIG)} --generations {generations}"
                )
            self._reconfigure(config)

    def limit_growth(self, most_nodes: int) -> None:
        """From here on, let no population of this run have more nodes.

        Raises:
            FileError: if another process plays it, or its configuration cannot be written.
        """
        with self._alone():
            config = dataclasses.replace(self.config, most_nodes=most_nodes)
            self._reconfigure(config)

    def admit_person(self) -> None:
        """From here on, let games against a person count in this run, and its files say so.

        Raises:
            FileError: if another process plays it, or a file cannot be written.
        """
        with self._alone():
            if not self.admits_person:
                columns = (*sparring_log.COLUMNS, VERSION_COLUMN)
                write_whole(self.path / SPARRING, ",".join(columns) + "\n")
            self._reconfigure(self.config)

    @property
    def admits_person(self) -> bool:
        """Whether games against a person count in this run, so that its options alone do not make it."""
        return is_there(self.path / SPARRING)

    def games_against_person(self) -> int:
        """How many games against a person count in this run so far.

        Raises:
            FileError: if their log cannot be read.
        """
        return sparring_log.games_counted(rows_of(self.path / SPARRING)) if self.admits_person else 0

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
        self._append(GENERATIONS, generation.record)
        self._append(
            TIMING,
            {
                "generation": generation.number,
                "seconds_breeding": round(generation.seconds_breeding, 4),
                "seconds_evaluating": round(generation.seconds_evaluating, 4),
                "memory_mb": round(psutil.Process().memory_info().rss / (1 << 20), 1),
            },
        )
        if generation.number == 1 or is_there(self.path / ANCESTRY):
            self._append(ANCESTRY, generation.ancestry)
        for game in generation.sparring:
            self._append(SPARRING, sparring_log.row_of(game))
        self._unwritten = Saved.of(state)
        last_two = generation.number >= self.config.generations - 1
        # Nobody is asked to play the same games again.
        if last_two or generation.sparring or time.monotonic() >= self._next_checkpoint:
            self.write_checkpoint()

    def _append(self, name: str, row: dict[str, Any]) -> None:
        path = self.path / name
        line = io.StringIO()
        row = row | {VERSION_COLUMN: LOG_VERSION}
        try:
            with path.open("a", encoding="utf-8") as file:
                begun = _first_line(path)
                # A log that an earlier version began keeps its columns.
                columns = begun.split(",") if begun else list(row)
                writer = csv.DictWriter(line, columns, extrasaction="ignore", lineterminator="\n")
                if not begun:
                    writer.writeheader()
                writer.writerow(row)
                file.write(line.getvalue())
        except OSError as error:
            raise FileError(f"{path} cannot be written: {error.strerror}") from None

    def _logs(self) -> list[str]:
        """The logs that this run keeps."""
        return [name for name in _LOGS if name == GENERATIONS or is_there(self.path / name)]

    def _needed_logs(self) -> list[str]:
        """Those that it cannot go on without; of the others only times are lost."""
        return [name for name in self._logs() if name != TIMING]

    def write_checkpoint(self) -> None:
        """Write what the run needs to go on from the last generation saved, if that is not written yet.

        Raises:
            FileError: if it cannot be written.
        """
        if self._unwritten is None:
            return
        begun = time.monotonic()
        # A checkpoint without its lines would be worth nothing.
        for name in (*self._logs(), *([SPARRING] if self.admits_person else [])):
            flush(self.path / name)
        write_checkpoint(
            self.path / _CHECKPOINT, self._unwritten, self._config_digest(), self.path / _CHECKPOINT_BEFORE
        )
        ended = time.monotonic()
        self._unwritten = None
        self._next_checkpoint = ended + (ended - begun) / CHECKPOINT_SHARE

    def _config_digest(self) -> str:
        """What tells a checkpoint of another run."""
        values = dataclasses.asdict(self.config)
        unread = {option for option in values if self.config.missing_for(option)}
        return digest(told_by(values, unread))

    def load_state(self) -> State:
        """The state that the run was saved in; logs beyond it are cut off.

        If the last checkpoint is damaged, or the logs lack lines that were there when it was written, the one
        before takes its place, which is said on standard error.

        Raises:
            FileError: if no checkpoint fits, and then nothing has changed; or if a file cannot be written.
        """
        newest = self._newest()
        if newest.problem:
            rename(self.path / _CHECKPOINT_BEFORE, self.path / _CHECKPOINT)
            _told(
                f"{newest.problem}; so the run goes on from generation {newest.state.generation}, "
                f"which is in {_CHECKPOINT_BEFORE}"
            )
        for partial in partial_files(self.path, _WRITTEN_WHOLE):
            remove(partial)
        self._mend_times(newest.state.generation)
        for name in self._needed_logs():
            self._cut(name, newest.state.generation)
        self._cut_sparring(newest.state.generation)
        return newest.state

    def read_state(self) -> State:
        """The state that the run was saved in; nothing is changed.

        Raises:
            FileError: if no checkpoint fits.
        """
        return self._newest().state

    def _newest(self) -> _Newest:
        """The newest state that fits; nothing is changed.

        Raises:
            FileError: if there is none.
        """
        problems: list[str] = []
        for name in (_CHECKPOINT, _CHECKPOINT_BEFORE):
            try:
                state = read_checkpoint(self.path / name, self.config, self._config_digest())
                for log in self._needed_logs():
                    _check_log(self.path / log, state.generation)
            except FileError as error:
                if problems and not is_there(self.path / name):
                    break
                problems.append(str(error))
            else:
                return _Newest(state, " and ".join(problems))
        # Both checkpoints may lack the same log.
        problems = list(dict.fromkeys(problems))
        if not is_there(self.path / _CHECKPOINT) and not self._is_past_its_first_generation():
            return _Newest(State())
        without = ", without the games against a person" if self.admits_person else ""
        raise FileError(
            f"{', and '.join(problems)}: the run cannot go on as it is, but it can be played again{without} "
            f"with senet-gp evolve --config {quoted(self.path / _CONFIG)}"
        )

    def _is_past_its_first_generation(self) -> bool:
        """Whether there must have been a checkpoint."""
        log = self.path / _LOGS[0]
        return is_there(self.path / _CHECKPOINT_BEFORE) or (is_there(log) and read_text(log).count("\n") > 2)

    def _mend_times(self, generations: int) -> None:
        """Keep the sound lines of the log of times; those of some generations may be lost.

        Raises:
            FileError: if the log cannot be written.
        """
        path = self.path / TIMING
        text = None
        with contextlib.suppress(FileError):
            text = read_text(path)
        header, *lines = (text or "").split("\n")
        sound = [header] if generations and set(header.split(",")) >= _TIMES else []
        for line in lines if sound else []:
            number = line.partition(",")[0]
            later = number.isdecimal() and len(number) <= _MOST_DIGITS
            if later and len(sound) <= int(number) <= generations and line.count(",") == header.count(","):
                sound.append(line)
        if generations and len(sound) <= generations:
            _told(f"{path} lacks lines, so how long some generations took is not known; nothing else is lost")
        kept = "".join(line + "\n" for line in sound)
        if is_there(path) and kept != text:
            write_whole(path, kept)

    def _cut(self, name: str, generations: int) -> None:
        """Keep the header and so many lines: a run may be killed in a line, or before the checkpoint.

        Raises:
            FileError: if the log cannot be read or written.
        """
        path = self.path / name
        if is_there(path):
            kept = generations + 1 if generations else 0
            lines = read_text(path).split("\n", kept)
            if len(lines) > kept and lines[kept]:
                write_whole(path, "".join(line + "\n" for line in lines[:kept]))

    def _cut_sparring(self, generation: int) -> None:
        """Keep the games of so many generations.

        Raises:
            FileError: if their log cannot be read or written.
        """
        if self.admits_person:
            text = read_text(self.path / SPARRING)
            kept = sparring_log.cut(text, generation)
            if kept != text:
                write_whole(self.path / SPARRING, kept)
