"""The table of an experiment, ``runs.csv``: a row for each run, a column for each factor and each measure.

It is the same, byte for byte, however the experiment was played; seconds, which are not, are in ``cost.csv``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any, ClassVar

from senet_gp.arena.panel import measuring_opponents
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments import MEASURES
from senet_gp.experiments.measured_runs import read_measured
from senet_gp.experiments.plan import Plan, PlannedRun
from senet_gp.experiments.running import path_of_run
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.logs import TableFormat, cells_of, column, write_table
from senet_gp.trees.text import to_lisp

_PATH = "path"
#: The digits of shares, so that no rounding error tells two equal ones apart.
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run, measured; all but its name and its seconds stand in a row of ``runs.csv``.

    Attributes:
        name: its variant, with the levels of all factors.
        levels: what tells its variant from others, by column.
        shares: its share of points, by opponent.
        seconds: the seconds by the clock of its breeding and evaluation; None if they are not known.
    """

    TABLE: ClassVar[TableFormat] = TableFormat("runs.csv", 2, "the runs of an experiment, measured")

    name: str
    levels: Mapping[str, Any] = column(
        "its variant, if the plan names variants; and a column for each factor, with its level",
        called="variant, FACTOR",
    )
    game: str = column("its game, with the parameters that differ from their defaults")
    seed: int = column("its seed")
    generations: int = column("the generations that it played")
    games: int = column("the games that it played, without those of its final")
    champion: int = column("the generation that its champion won")
    nodes: int = column("the size of the champion", unit="nodes")
    depth: int = column("the depth of the champion")
    score: float = column("the champion's share of points, the mean over all opponents that were in no run")
    error: float = column("the standard error of the score, from the number of games alone")
    first: int | None = column(
        "in small games, the champion's proven worst result when it moves first: 1 won, 0 drawn, -1 lost; "
        "empty where nothing is proven"
    )
    second: int | None = column("the same when it moves second")
    verdict: int | None = column("the sum of both")
    shares: Mapping[str, float] = column(
        "its share of points against this opponent", called="against OPPONENT"
    )
    path: str = column("the directory of the run, as seen from that of the experiment")
    seconds: float | None = None

    def cells(self) -> dict[str, Any]:
        """The row of the table, by column."""
        against = {f"against {opponent}": share for opponent, share in self.shares.items()}
        return {
            **self.levels,
            **{name: getattr(self, name) for name in MEASURES},
            **against,
            _PATH: self.path,
        }


@dataclass(frozen=True, slots=True)
class CostRow:
    """A row of ``cost.csv``: what a run took."""

    TABLE: ClassVar[TableFormat] = TableFormat("cost.csv", 2, "what each run of an experiment took")

    path: str = column("the directory of the run, as in `runs.csv`")
    seconds: float | None = column(
        "how long breeding and evaluation took, by the clock, on all islands together; empty if not known",
        unit="s",
    )


def rows_of(directory: Path, plan: Plan) -> list[RunRow]:
    """The runs of an experiment, variant by variant.

    Raises:
        FileError: if a run is not done, or a file cannot be read.
    """
    order = list(plan.variants)
    tasks = sorted(plan.tasks(), key=lambda task: (order.index(task.variant), task.config.seed))
    left_out = foreign_opponents(plan.variants.values())
    return [_row(directory, plan, task, left_out) for task in tasks]


def _row(directory: Path, plan: Plan, task: PlannedRun, left_out: Mapping[str, set[str]]) -> RunRow:
    config, path = task.config, path_of_run(directory, task)
    measured = read_measured(directory, task)
    score, error = _mean(_counted(measured.scores, config.game_value, left_out))
    first, second = measured.verdict or (None, None)
    return RunRow(
        name=task.variant,
        levels=plan.levels_of(task.variant),
        game=in_words(config.game_value),
        seed=config.seed,
        generations=measured.generations,
        games=measured.games,
        champion=measured.champion,
        nodes=measured.nodes,
        depth=measured.depth,
        score=score,
        error=error,
        first=first,
        second=second,
        verdict=None if first is None or second is None else first + second,
        shares={opponent: round(one.share, _DIGITS) for opponent, one in measured.scores.items()},
        path=path.relative_to(directory).as_posix(),
        seconds=_seconds_of(RunDirectory(path, config)),
    )


def foreign_opponents(configs: Iterable[Config]) -> dict[str, set[str]]:
    """The opponents, by game in words, that a first population of some run began with.

    They do not count for any run of that game.
    """
    opponents: dict[str, set[str]] = {}
    for config in configs:
        if config.seed_with:
            opponents.setdefault(in_words(config.game_value), set()).update(config.seed_with)
    return opponents


def _counted(
    scores: Mapping[str, Measurement], game: Game, left_out: Mapping[str, set[str]]
) -> list[Measurement]:
    """The scores against opponents that count; all scores if none would be left."""
    seeds = left_out.get(in_words(game), set())
    kept = [one for opponent, one in scores.items() if not seeds or _expression(opponent, game) not in seeds]
    return kept or list(scores.values())


def _expression(opponent: str, game: Game) -> str:
    """The expression by which an opponent plays; empty if it plays by none."""
    # A file may say anything; only players of the game's own lists are made from it.
    known = opponent in measuring_opponents(game)
    player = player_from_text(opponent, game) if known else None
    return to_lisp(player.tree) if isinstance(player, ExpressionPlayer) else ""


def _mean(scores: Sequence[Measurement]) -> tuple[float, float]:
    """The mean of some shares of points, every opponent counting the same, and its standard error."""
    if not scores:
        return 0.5, 0.5
    share = sum(score.share for score in scores) / len(scores)
    error = sqrt(sum(score.error**2 for score in scores)) / len(scores)
    return round(share, _DIGITS), round(error, _DIGITS)


def _seconds_of(run: RunDirectory) -> float | None:
    """The seconds that a run took, those of all islands together; None if they are not known."""
    each = [population.logs.times() for population in run.populations]
    # A killed run may lack the times of some generations.
    if any(list(times) != list(range(1, len(times) + 1)) or not times for times in each):
        return None
    return round(sum(row.seconds for times in each for row in times.values()), 3)


def write_runs(directory: Path, rows: Sequence[RunRow]) -> None:
    """Write ``runs.csv`` and ``cost.csv``.

    Raises:
        FileError: if one cannot be written.
    """
    cells = [row.cells() for row in rows]
    # A variant may lack a factor, and another game has other opponents; factors come first, the path last.
    factors = dict.fromkeys(name for row in rows for name in row.levels)
    measures = dict.fromkeys(name for row in cells for name in row if name not in {*factors, _PATH})
    write_table(directory / RunRow.TABLE.name, RunRow, cells, [*factors, *measures, _PATH])
    cost = [cells_of(CostRow(row.path, row.seconds)) for row in rows]
    write_table(directory / CostRow.TABLE.name, CostRow, cost)
