"""The logs in the directory of a run: written while it is played, cut back when it resumes, and read."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.sparring import SparringGame, games_counted
from senet_gp.evolution.loop.genealogy import IndividualRow
from senet_gp.evolution.loop.islands import MigrantRow
from senet_gp.evolution.loop.logbook import GenerationRow, TimingRow, record_of
from senet_gp.evolution.loop.sizes import SizeRow
from senet_gp.evolution.loop.state import Generation
from senet_gp.runtime.codec import sound
from senet_gp.runtime.errors import FileError, brief, quoted
from senet_gp.runtime.logs import Log
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

#: The classes of the rows of all logs, and the names of these.
ROWS = (GenerationRow, TimingRow, IndividualRow, SizeRow, SparringGame, MigrantRow)
LOGS = tuple(row.TABLE.name for row in ROWS)
_WITHOUT = "if you remove it, the run goes on without it"


class LogFiles:
    """The logs in the directory of a run, or of an island.

    Attributes:
        generations: what happened in each generation; nothing in it depends on time.
        timing: the seconds and the memory of each generation.
        individuals: each individual, and how it was made; it is there only if the run logs individuals.
        sizes: the fittest individual of each size class in each generation. If this log, that of times or
            that of individuals was removed, the run goes on with lines of later generations.
        sparring: games against a person; it is there only if they count in the run.
        migrants: who came from which island to which; it is in the directory of a run with islands.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.generations = Log(directory, GenerationRow)
        self.timing = Log(directory, TimingRow, remedy=f"{_WITHOUT}, and only its times are lost")
        self.individuals = Log(directory, IndividualRow, remedy=_WITHOUT)
        self.sizes = Log(directory, SizeRow, remedy=_WITHOUT)
        # Without this one, the run would say of itself that its options determine it.
        self.sparring = Log(directory, SparringGame)
        again = f"senet-gp evolve --config {quoted(directory / 'config.toml')}"
        again = f"the run cannot go on, but it can be played again with {again}"
        self.migrants = Log(directory, MigrantRow, remedy=again)
        self._of_population: list[Log[Any]] = [
            *(self.generations, self.timing, self.individuals, self.sizes, self.sparring)
        ]

    def append(self, generation: Generation) -> None:
        """Append a generation to all logs.

        Raises:
            FileError: if a log cannot be written.
        """
        self.generations.append([generation.row])
        self.timing.append([generation.timing])
        self.individuals.append(generation.individuals)
        self.sizes.append(generation.sizes)
        self.sparring.append(generation.sparring)

    def flush(self) -> None:
        """Write all rows to the disk, so that they survive a power failure.

        Raises:
            FileError: if that fails.
        """
        for log in self._of_population:
            if log is self.generations or log.is_there:
                log.flush()

    def check(self, generations: int) -> None:
        """Check that the logs that a run needs have lines for each of its generations.

        Raises:
            FileError: if lines are missing that were there when the checkpoint was written, or if a log is of
                another version.
        """
        self.generations.check(generations)
        for log in (self.timing, self.individuals, self.sizes):
            if log.is_there:
                log.check(generations, may_begin_later=True)
        if self.sparring.is_there:
            self.sparring.check_version()

    def cut_back(self, generations: int) -> None:
        """Keep the lines of the first generations, and cut off the others.

        Args:
            generations: how many generations to keep.

        Raises:
            FileError: if a log cannot be read or written.
        """
        for log in self._of_population:
            log.cut_back(generations)

    def games_against_person(self) -> int:
        """How many games against a person count in this run so far.

        Raises:
            FileError: if their log cannot be read or is unsound.
        """
        return games_counted(self.sparring.rows()) if self.sparring.is_there else 0

    def played(self) -> list[GenerationRow]:
        """The rows of all generations, of which there is at least one.

        Raises:
            FileError: if no generation has been played, or the log cannot be read or is unsound.
        """
        rows = list(self.generations.rows()) if self.generations.is_there else []
        if not rows:
            raise FileError(
                f"no generation of {self._directory} has been played yet: there is nothing to show"
            )
        for number, row in enumerate(rows, 1):
            if row.generation != number:
                raise self.generations.damaged(f"its line of generation {number} is missing")
        return rows

    def times(self) -> dict[int, TimingRow]:
        """What the generations took whose times are known, by their numbers.

        Raises:
            FileError: if the log of times cannot be read or is unsound.
        """
        return {row.generation: row for row in self.timing.rows()} if self.timing.is_there else {}

    def columns(self) -> list[dict[str, Any]]:
        """What is logged of each generation, by column: its row, and its times, which are nan if unknown.

        Raises:
            FileError: if no generation has been played, or a log cannot be read or is unsound.
        """
        times = self.times()
        return [
            record_of(row, times.get(row.generation, TimingRow(row.generation, nan, nan, nan)))
            for row in self.played()
        ]

    def read(self, config: ResolvedConfig) -> RunLog:
        """Read the logs of a run of one population, or of an island, which may go on meanwhile.

        Args:
            config: the configuration of the run or of the island.

        Raises:
            FileError: if no generation has been played, or a log cannot be read or is unsound.
        """
        generations = self.played()
        if len(generations) > config.generations:
            raise self.generations.damaged("it has more generations than the run")
        times = self.times()
        seconds = [times[row.generation].seconds if row.generation in times else None for row in generations]
        return RunLog(config, generations, seconds)


@dataclass(frozen=True)
class RunLog:
    """The contents of the logs of one population, whether its run has ended, still goes on, or was stopped.

    Attributes:
        config: the run's configuration.
        generations: the generations in order; at least one.
        seconds: the seconds that each took; None where they are unknown.
    """

    config: ResolvedConfig
    generations: list[GenerationRow]
    seconds: list[float | None]

    def __repr__(self) -> str:
        return brief(self, self.config.game_value, f"{len(self.generations)} generations")

    def as_json(self) -> list[dict[str, Any]]:
        """The generations as ``senet-gp report --json`` prints them, without their winners."""
        rows = []
        for row, seconds in zip(self.generations, self.seconds, strict=True):
            numbers = {
                name: getattr(row, name) for name in row.__slots__ if name not in {"statistics", "winner"}
            }
            rows.append(
                {name: value for name, value in numbers.items() if value is not None} | {"seconds": seconds}
            )
        return rows

    def seconds_until(self, generation: int) -> float | None:
        """The seconds that the run took until a generation had been played; None if they are not known."""
        spent = self.seconds[:generation]
        known = [seconds for seconds in spent if seconds is not None]
        return sum(known) if len(known) == len(spent) else None

    def winner(self, generation: int) -> Individual:
        """The winner of a generation.

        Raises:
            FileError: if the log does not hold an expression there.
        """
        vocabulary = self.config.vocabulary_value
        with sound(f"the winner of generation {generation} in generations.csv"):
            return from_lisp(self.generations[generation - 1].winner, vocabulary)
