"""The two checkpoints that a run keeps: when they are written, and from which of them it goes on."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import NamedTuple

from senet_gp.errors import FileError
from senet_gp.evolution.checkpoint import Saved, read_checkpoint, write_checkpoint
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_versions import told_by
from senet_gp.evolution.log_files import LogFiles
from senet_gp.evolution.loop import State
from senet_gp.files.documents import digest
from senet_gp.files.names import rename
from senet_gp.files.reading import is_there

CHECKPOINT, CHECKPOINT_BEFORE = "checkpoint.json", "checkpoint-before.json"
#: Writing checkpoints takes at most such a part of a run's time.
CHECKPOINT_SHARE = 1 / 100


class Newest(NamedTuple):
    """The newest state that a run can go on from.

    Attributes:
        state: the state; None if neither checkpoint fits.
        problems: what is wrong with the last checkpoint, or with both; nothing if the last one fits.
    """

    state: State | None
    problems: list[str]


class CheckpointFiles:
    """The checkpoints in a run's directory.

    Attributes:
        next_time: until then, on the clock of ``time.monotonic``, the next one would take too much of the
            run's time.
    """

    def __init__(self, directory: Path, logs: LogFiles) -> None:
        self.next_time = 0.0
        self._file = directory / CHECKPOINT
        self._file_before = directory / CHECKPOINT_BEFORE
        self._logs = logs
        self._unwritten: Saved | None = None

    def keep(self, state: State) -> None:
        """Keep a state, which :meth:`write` writes."""
        self._unwritten = Saved.of(state)

    def write(self, config: Config) -> None:
        """Write the state that was kept last, if that is not written yet.

        Raises:
            FileError: if it cannot be written.
        """
        if self._unwritten is None:
            return
        begun = time.monotonic()
        # A checkpoint without its lines would be worth nothing.
        self._logs.flush()
        write_checkpoint(self._file, self._unwritten, digest_of(config), self._file_before)
        ended = time.monotonic()
        self._unwritten = None
        self.next_time = ended + (ended - begun) / CHECKPOINT_SHARE

    def newest(self, config: Config) -> Newest:
        """The newest state that fits a configuration and the logs; nothing is changed.

        Raises:
            FileError: if the log that tells whether there must be a checkpoint cannot be read.
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
        # Both checkpoints may lack the same log.
        return Newest(None, list(dict.fromkeys(problems)))

    def go_back(self) -> None:
        """Put the checkpoint before in the place of the last one.

        Raises:
            FileError: if it cannot be renamed.
        """
        rename(self._file_before, self._file)

    def _was_written(self) -> bool:
        """Whether there must have been a checkpoint."""
        return is_there(self._file_before) or self._logs.are_past_first_generation()


def digest_of(config: Config) -> str:
    """What tells the checkpoints of a run with this configuration from those of another."""
    values = dataclasses.asdict(config)
    unread = {option for option in values if config.missing_for(option)}
    return digest(told_by(values, unread))
