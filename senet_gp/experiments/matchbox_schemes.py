"""A comparison of learning schemes: how many machines become perfect with each scheme, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean, median
from typing import Any

from senet_gp.arena.pool import Pool
from senet_gp.experiments.comparison import Findings, Summary, compared
from senet_gp.experiments.inference import median_interval
from senet_gp.experiments.matchbox_training import teachers_from, train
from senet_gp.games.registry import in_words
from senet_gp.games.small import SmallGame
from senet_gp.players.matchbox import MatchboxPlayer, Scheme, Window
from senet_gp.runtime.interruption import Progress, no_progress


@dataclass(frozen=True)
class SchemeCurves:
    """The learning of several machines with one scheme, each in games of its own.

    Attributes:
        scheme: the name of the scheme.
        curves: the learning curve of each machine; the windows of all end after the same numbers of games.
    """

    scheme: str
    curves: Sequence[Sequence[Window]]

    @property
    def games(self) -> list[int]:
        """The number of games after which each window ends."""
        return [window.games for window in max(self.curves, key=len)]

    @property
    def proven(self) -> list[float]:
        """For each window, the share of machines that are proven unbeatable at its end."""
        return self._means(lambda window: float(window.proven))

    @property
    def won(self) -> list[float]:
        """For each window, the share of games won."""
        return self._means(lambda window: window.share_won)

    @property
    def games_until_proven(self) -> list[int]:
        """For each machine that is proven unbeatable at the end, the games after which it stayed so."""
        return [games for curve in self.curves if (games := _until_proven(curve)) is not None]

    def as_json(self) -> dict[str, Any]:
        """The course as an object of simple values; the interval of the median is over machines."""
        until = self.games_until_proven
        interval = median_interval(until)
        return {
            "scheme": self.scheme,
            "machines": len(self.curves),
            "proven": self.proven[-1],
            "games_until_proven": {
                "median": median(until),
                "interval": None if interval is None else list(interval),
                "most": max(until),
            }
            if until
            else None,
            "curve": {"games": self.games, "proven": self.proven, "won": self.won},
        }

    def _means(self, figure: Callable[[Window], float]) -> list[float]:
        """The mean of a figure over the machines, for each window; a machine that stopped keeps its last."""
        windows = range(len(self.games))
        return [fmean(figure(curve[min(w, len(curve) - 1)]) for curve in self.curves) for w in windows]


@dataclass(frozen=True, kw_only=True)
class LessonPlan:
    """The lessons that every machine of a comparison takes.

    Attributes:
        against: the opponents, as :func:`~senet_gp.experiments.matchbox_training.teachers_from` reads them.
        games: the number of games of each machine.
        seats: the seats of the machine, taken in turn: 0 moves first, 1 second.
    """

    against: str
    games: int
    seats: Sequence[int] = (1,)


def compare(
    game: SmallGame,
    schemes: Mapping[str, Scheme],
    plan: LessonPlan,
    *,
    seeds: Sequence[int],
    pool: Pool,
    show: Progress = no_progress,
) -> list[SchemeCurves]:
    """Train machines with each scheme, one machine for each seed.

    Args:
        game: the game.
        schemes: the schemes, by name.
        plan: the lessons of each machine.
        seeds: the seeds, the same for all schemes.
        pool: where the games are played.
        show: called after each scheme, with its name.
    """
    courses: list[SchemeCurves] = []
    for name, scheme in schemes.items():
        tasks = [(game, scheme, plan.against, plan.games, seed, tuple(plan.seats)) for seed in seeds]
        courses.append(SchemeCurves(name, pool.map(_curve, tasks)))
        show(len(courses), len(schemes), name)
    return courses


def findings_of(game: SmallGame, courses: Sequence[SchemeCurves], plan: LessonPlan) -> Findings:
    """Compare schemes by the games until their machines are proven unbeatable, and stay so.

    A machine is a run, and its value is at most the number of its lesson's games: that of a machine that is
    not proven at the end.

    Args:
        game: the game.
        courses: the learning with each scheme.
        plan: the lessons that all machines took.
    """
    return compared(
        "games_until_proven",
        [
            Summary.of(
                course.scheme,
                in_words(game),
                [plan.games if (games := _until_proven(curve)) is None else games for curve in course.curves],
                games=median(curve[-1].games for curve in course.curves),
            )
            for course in courses
        ],
    )


def _until_proven(curve: Sequence[Window]) -> int | None:
    """The games after which a machine stayed proven unbeatable; None if it is not at the end."""
    proven = [*takewhile(lambda window: window.proven, reversed(curve))]
    return proven[-1].games if proven else None


def _curve(
    game: SmallGame, scheme: Scheme, against: str, games: int, seed: int, seats: Sequence[int]
) -> list[Window]:
    """The learning curve of a new machine."""
    learner = MatchboxPlayer(game, scheme)
    train(learner, teachers_from(against, game, scheme), games=games, seed=seed, seats=seats)
    return learner.curve
