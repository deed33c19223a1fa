"""The rows of an experiment: what was measured of each run, and the tables that hold it.

Every table but that of costs is the same, byte for byte, however the experiment was played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from pathlib import Path
from typing import Any

from senet_gp.arena.panel import measuring_opponents
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.record.run_logs import LogFiles
from senet_gp.experiments.measured_runs import DIGITS, Measured
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.logs import write_table
from senet_gp.trees.text import to_lisp

#: The columns of a measurement in tables.
MEASUREMENT = ("games", "wins", "draws", "share", "error")


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """A run that was played and measured.

    Attributes:
        variant: the name of its variant.
        config: its configuration.
        measured: what was found.
        seconds: the seconds that it had taken by the end of each generation, if they are known.
    """

    variant: str
    config: ResolvedConfig
    measured: Measured
    seconds: tuple[float, ...] = ()

    @property
    def total_seconds(self) -> float | None:
        """The seconds that it took; None if they are not known."""
        return self.seconds[-1] if self.seconds else None


@dataclass(frozen=True, slots=True)
class RunRow:
    """A row of ``runs.csv``: a run.

    Attributes:
        variant: the name of its variant.
        game: its game, with the parameters that differ from their defaults.
        seed: its seed.
        generations: the generations that it played.
        games: the games that it played, without those of its final.
        champion: the generation that its champion won.
        nodes: the nodes of the champion.
        depth: its depth.
        score: the champion's share of points, the mean over all opponents that were in no run.
        error: the standard error of the score, from the number of games alone.
        first: in small games, the champion's worst result of all lines of play when it moves first: 1 for a
            win, 0 for a draw, -1 for a loss; None where nothing is proven.
        second: the same when it moves second.
    """

    variant: str
    game: str
    seed: int
    generations: int
    games: int
    champion: int
    nodes: int
    depth: int
    score: float
    error: float
    first: int | None
    second: int | None


def value_of(row: RunRow, column: str) -> float | None:
    """The value of a run by which its variant is compared; None if it has none.

    Args:
        row: the run.
        column: a column of :data:`~senet_gp.experiments.COMPARED`; ``verdict`` is the sum of the
            worst results in both seats.
    """
    if column == "verdict":
        return None if row.first is None or row.second is None else float(row.first + row.second)
    return float(getattr(row, column))


def foreign_opponents(configs: Iterable[ResolvedConfig]) -> dict[str, set[str]]:
    """The opponents, by game in words, that a first population of some run began with.

    They do not count for any run of that game.
    """
    found: dict[str, set[str]] = {}
    for config in configs:
        if config.seed_with:
            found.setdefault(in_words(config.game_value), set()).update(config.seed_with)
    return found


def rows_of_runs(runs: Sequence[MeasuredRun]) -> list[RunRow]:
    """The rows of ``runs.csv``, in the order of the runs."""
    counted = _Counted(runs)
    rows = []
    for run in runs:
        found = run.measured
        score, error = mean_score(counted.among(run, found.scores))
        first, second = found.verdict or (None, None)
        rows.append(
            RunRow(
                variant=run.variant,
                game=in_words(run.config.game_value),
                seed=run.config.seed,
                **{name: getattr(found, name) for name in ("generations", "games", "champion", "nodes")},
                depth=found.depth,
                score=score,
                error=error,
                first=first,
                second=second,
            )
        )
    return rows


class _Counted:
    """Which opponents count: those that were a seed of no run."""

    def __init__(self, runs: Sequence[MeasuredRun]) -> None:
        self._seeds = foreign_opponents(run.config for run in runs)
        self._texts: dict[tuple[str, str], str] = {}

    def among(self, run: MeasuredRun, scores: Mapping[str, Measurement]) -> list[Measurement]:
        """Those of some scores that count; all of them if none would be left."""
        game = run.config.game_value
        seeds = self._seeds.get(in_words(game))
        if not seeds:
            return list(scores.values())
        kept = [one for opponent, one in scores.items() if self._text(opponent, game) not in seeds]
        return kept or list(scores.values())

    def _text(self, opponent: str, game: Game) -> str:
        key = (in_words(game), opponent)
        if key not in self._texts:
            # A file may say anything; only players of the game's own lists are made from it.
            known = opponent in measuring_opponents(game)
            player = player_from_text(opponent, game) if known else None
            self._texts[key] = to_lisp(player.tree) if isinstance(player, ExpressionPlayer) else ""
        return self._texts[key]


def mean_score(scores: Sequence[Measurement]) -> tuple[float, float]:
    """The mean of some shares of points, every opponent counting the same, and its standard error."""
    if not scores:
        return 0.5, 0.5
    share = sum(score.share for score in scores) / len(scores)
    error = sqrt(sum(score.error**2 for score in scores)) / len(scores)
    return round(share, DIGITS), round(error, DIGITS)


def opponent_rows(runs: Sequence[MeasuredRun]) -> Iterator[dict[str, Any]]:
    """The rows of ``opponents.csv``: the champion of each run against each opponent."""
    for run in runs:
        for opponent, found in run.measured.scores.items():
            row = {"variant": run.variant, "seed": run.config.seed, "opponent": opponent}
            yield {**row, **columns_of(found)}


def columns_of(found: Measurement) -> dict[str, float]:
    """A measurement in columns of a table: :data:`MEASUREMENT`."""
    error, share = round(found.error, DIGITS), round(found.share, DIGITS)
    return {"games": found.games, "wins": found.wins, "draws": found.draws, "share": share, "error": error}


def curve_rows(runs: Sequence[MeasuredRun]) -> list[dict[str, Any]]:
    """The rows of ``curves.csv``: winners of each run, measured.

    Their scores are means over those opponents that compiled code plays.
    """
    counted, rows = _Counted(runs), []
    for run in runs:
        for point in run.measured.curve:
            score, error = mean_score(counted.among(run, point.scores))
            rows.append(
                {
                    "variant": run.variant,
                    "game": in_words(run.config.game_value),
                    "seed": run.config.seed,
                    "generation": point.generation,
                    "games": point.games,
                    "score": score,
                    "error": error,
                }
            )
    return rows


def cost_rows(runs: Sequence[MeasuredRun]) -> Iterator[dict[str, Any]]:
    """The rows of ``cost.csv``: the seconds that each run had taken by the end of each measured generation.

    They are by the clock, of breeding and evaluation alone; with ``--workers`` above 1 the time is shared.
    """
    for run in runs:
        for point in run.measured.curve:
            if point.generation <= len(run.seconds):
                seconds = round(run.seconds[point.generation - 1], 3)
                row = {"variant": run.variant, "seed": run.config.seed, "generation": point.generation}
                yield {**row, "seconds": seconds}


def seconds_of(run: RunDirectory) -> tuple[float, ...]:
    """The seconds that a run had taken by the end of each generation; empty if they are not known.

    Those of islands count together, wherever they were played.

    Raises:
        FileError: if the log is unsound.
    """
    each = [_seconds_in(population.logs) for population in run.populations]
    return tuple(map(sum, zip(*each, strict=False)))


def _seconds_in(logs: LogFiles) -> tuple[float, ...]:
    """The same of a population."""
    rows = list(logs.timing.rows()) if logs.timing.is_there else []
    # A killed run plays some generations again, and its log of times may lack some.
    if [row.generation for row in rows] != list(range(1, len(rows) + 1)):
        return ()
    return tuple(accumulate(row.seconds for row in rows))


def write_tables(directory: Path, runs: Sequence[MeasuredRun]) -> None:
    """Write ``runs.csv``, ``opponents.csv``, ``curves.csv`` and ``cost.csv``.

    Raises:
        FileError: if one cannot be written.
    """
    columns = [field.name for field in dataclasses.fields(RunRow)]
    write_table(directory / "runs.csv", columns, map(dataclasses.asdict, rows_of_runs(runs)))
    scored = ["variant", "seed", "opponent", *MEASUREMENT]
    write_table(directory / "opponents.csv", scored, opponent_rows(runs))
    curve = ["variant", "game", "seed", "generation", "games", "score", "error"]
    write_table(directory / "curves.csv", curve, curve_rows(runs))
    write_table(directory / "cost.csv", ["variant", "seed", "generation", "seconds"], cost_rows(runs))
