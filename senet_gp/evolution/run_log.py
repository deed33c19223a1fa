"""The contents of a run's logs, whether the run has ended, still goes on, or was stopped."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from primitives import vocabulary_of
from senet_gp.errors import FileError, SenetGpError
from senet_gp.evolution.ancestry import Brood, read_broods
from senet_gp.evolution.config import Config
from senet_gp.evolution.log_files import ANCESTRY, GENERATIONS, TIMING
from senet_gp.evolution.log_rows import rows_of
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.files.reading import is_there
from senet_gp.quoting import brief
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp

#: No count in a log is greater.
_MAX_COUNT = 1 << 53


@dataclass(frozen=True, slots=True)
class Logged:
    """A generation in the logs.

    Attributes:
        generation: its number.
        games: the number of games played in it.
        distinct: the number of different trees in its population.
        mean_turns: the mean number of turns of a game.
        winner_size: the nodes of its winner.
        size_mean: the mean nodes of an individual.
        size_max: the nodes of the largest individual.
        self_losses: the share of games that a player lost by their own last move; None in games whose rules
            exclude it.
        winner: its winner in Lisp form.
        seconds: the seconds that it took; None if unknown.
    """

    generation: int
    games: int
    distinct: int
    mean_turns: float
    winner_size: int
    size_mean: float
    size_max: float
    self_losses: float | None
    winner: str
    seconds: float | None

    def __repr__(self) -> str:
        return brief(
            self, f"generation {self.generation}", f"winner of {self.winner_size} nodes", self.winner
        )

    def as_json(self) -> dict[str, Any]:
        """The generation as ``senet-gp report --json`` prints it, without its winner."""
        row = {name: getattr(self, name) for name in self.__slots__ if name not in {"winner", "self_losses"}}
        return row | ({} if self.self_losses is None else {"own_losses": self.self_losses})


@dataclass(frozen=True)
class RunLog:
    """The contents of a run's logs.

    Attributes:
        config: the run's configuration.
        generations: the generations in order; at least one.
        broods: how the individuals of each generation were made; None if the run has no such log.
    """

    config: Config
    generations: list[Logged]
    broods: list[Brood] | None

    def __repr__(self) -> str:
        return brief(self, self.config.game_value, f"{len(self.generations)} generations")

    def seconds_until(self, generation: int) -> float | None:
        """The seconds that the run took until a generation had been played; None if they are not known."""
        spent = [row.seconds for row in self.generations[:generation]]
        known = [seconds for seconds in spent if seconds is not None]
        return sum(known) if len(known) == len(spent) else None

    def winner(self, generation: int) -> Individual:
        """The winner of a generation.

        Raises:
            FileError: if the log does not hold an expression there.
        """
        vocabulary = vocabulary_of(self.config.game_value, self.config.vocabulary)
        try:
            return from_lisp(self.generations[generation - 1].winner, vocabulary)
        except SenetGpError as error:
            raise FileError(
                f"{GENERATIONS} is damaged: the winner of generation {generation} is unsound: {error}"
            ) from None


def read_run_logs(run: RunDirectory) -> list[RunLog]:
    """Read the logs of a run's populations, of which there are several in a run with islands.

    Raises:
        FileError: if one has played no generation, or a log cannot be read or is unsound.
    """
    return [read_run_log(population) for population in run.populations]


def read_run_log(run: RunDirectory) -> RunLog:
    """Read the logs of a run of one population, or of an island.

    Raises:
        FileError: if no generation has been played, or a log cannot be read or is unsound.
    """
    path = run.path / GENERATIONS
    seconds = _seconds(run.path / TIMING)
    generations = []
    if is_there(path):
        for number, row in enumerate(rows_of(path), 1):
            try:
                generations.append(_logged(row, number, seconds))
            except (KeyError, TypeError, ValueError, OverflowError):
                raise FileError(f"{path} is damaged: its line of generation {number} is unsound") from None
    if not generations:
        raise FileError(f"no generation of {run.path} has been played yet: there is nothing to report")
    if len(generations) > run.config.generations:
        raise FileError(f"{path} is damaged: it has more generations than the run")
    broods = _broods(run.path / ANCESTRY, len(generations))
    return RunLog(run.config, generations[: len(broods)] if broods else generations, broods)


def _broods(path: Path, generations: int) -> list[Brood] | None:
    """How the individuals of the first generations were made; None if the run has no such log.

    Raises:
        FileError: if the log is unsound.
    """
    broods = read_broods(path)[:generations] if is_there(path) else []
    # Its rows are written last, so the last one may be missing in a run that goes on or was killed.
    if broods and len(broods) < generations - 1:
        raise FileError(
            f"{path} is damaged: it should have {generations} generations; "
            "if you remove it, the report does without ancestors"
        )
    return broods or None


def _seconds(path: Path) -> dict[int, float]:
    """The seconds of each generation for which they are known.

    Raises:
        FileError: if the log is unsound.
    """
    if not is_there(path):
        return {}
    without = "if you remove it, the report does without"
    try:
        return {
            _count(row["generation"]): _number(row["seconds_breeding"]) + _number(row["seconds_evaluating"])
            for row in rows_of(path)
        }
    except FileError as error:
        raise FileError(f"{error}; {without}") from None
    except (KeyError, TypeError, ValueError, OverflowError):
        raise FileError(f"{path} is damaged: a line of it is unsound; {without}") from None


def _logged(row: dict[str, str], number: int, seconds: dict[int, float]) -> Logged:
    if _count(row["generation"]) != number:
        raise ValueError
    self_losses = row.get("own_losses")
    return Logged(
        generation=number,
        games=_count(row["games"]),
        distinct=_count(row["distinct"]),
        mean_turns=_number(row["mean_turns"]),
        winner_size=_count(row["winner_size"]),
        size_mean=_number(row["size_mean"]),
        size_max=_number(row["size_max"]),
        self_losses=None if self_losses is None else _number(self_losses),
        winner=str(row["winner"]),
        seconds=seconds.get(number),
    )


def _count(text: str) -> int:
    if not 0 <= (value := int(text)) <= _MAX_COUNT:
        raise ValueError
    return value


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value) or not 0 <= value <= _MAX_COUNT:
        raise ValueError
    return value
