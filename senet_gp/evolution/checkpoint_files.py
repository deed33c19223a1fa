"""The two checkpoints that a run keeps: when they are written, and from which of them it resumes."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import NamedTuple

from primitives import vocabulary_of
from primitives.records import RecordedWords, record_of
from senet_gp.evolution.checkpoint import read_checkpoint, write_checkpoint
from senet_gp.evolution.config import Config
from senet_gp.evolution.logs import LogFiles
from senet_gp.evolution.loop import State
from senet_gp.runtime.documents import digest
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import is_there, rename

CHECKPOINT, CHECKPOINT_BEFORE = "checkpoint.json", "checkpoint-before.json"
#: The options that may change during a run: what ends it, and the node limit.
_MAY_CHANGE = {"generations", "minutes", "until", "max_nodes"}
#: The largest share of a run's time that writing checkpoints may take.
CHECKPOINT_SHARE = 1 / 100


class Newest(NamedTuple):
    """The newest state from which a run can resume.

    Attributes:
        state: the state; None if neither checkpoint is usable.
        problems: what is wrong with the last checkpoint, or with both; empty if the last one is usable.
    """

    state: State | None
    problems: list[str]


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
        self._words: RecordedWords | None = None

    def keep(self, state: State) -> None:
        """Keep a state for :meth:`write`."""
        self._unwritten = dataclasses.replace(state)  # as it is now

    def write(self, config: Config) -> None:
        """Write the state that was kept last, unless it is already written.

        Raises:
            FileError: if it cannot be written.
        """
        if self._unwritten is None:
            return
        begun = time.monotonic()
        # A checkpoint is only usable if the logs hold all its generations.
        self._logs.flush()
        if self._words is None:
            # Words that are defined anew while a run goes on are refused, so these are what was played.
            self._words = record_of(vocabulary_of(config.game_value, config.vocabulary))
        write_checkpoint(self._file, self._unwritten, digest_of(config), self._file_before, self._words)
        ended = time.monotonic()
        self._unwritten = None
        self.next_time = ended + (ended - begun) / CHECKPOINT_SHARE

    def newest(self, config: Config) -> Newest:
        """The newest state that fits the configuration and the logs; no file is changed.

        Raises:
            FileError: if the log that shows whether there must be a checkpoint cannot be read.
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
                return Newest(state, problems)
        if not is_there(self._file) and not self._was_written():
            return Newest(State(), [])
        # Both checkpoints may have the same problem.
        return Newest(None, list(dict.fromkeys(problems)))

    def go_back(self) -> None:
        """Replace the last checkpoint by the one before it.

        Raises:
            FileError: if it cannot be renamed.
        """
        rename(self._file_before, self._file)

    def _was_written(self) -> bool:
        """Whether a checkpoint must have been written."""
        return is_there(self._file_before) or self._logs.generations.has_past(self._first)


def digest_of(config: Config) -> str:
    """The digest that identifies the checkpoints of a run with this configuration."""
    return digest(
        {name: value for name, value in dataclasses.asdict(config).items() if name not in _MAY_CHANGE}
    )
