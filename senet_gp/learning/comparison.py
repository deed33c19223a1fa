"""Schemes side by side: how many of many machines come to be perfect by each, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from senet_gp.arena.pool import Pool
from senet_gp.games.board.game import BoardGame
from senet_gp.learning.training import teachers_from, train
from senet_gp.players.matchbox import MatchboxPlayer, Scheme, Window


@dataclass(frozen=True)
class Course:
    """How machines of one scheme learned, each from games of its own.

    Attributes:
        scheme: the scheme's name.
        curves: the learning curve of each machine; all have their windows after the same numbers of games.
    """

    scheme: str
    curves: Sequence[Sequence[Window]]

    @property
    def games(self) -> list[int]:
        """After how many games each window ends."""
        return [window.games for window in max(self.curves, key=len)]

    @property
    def proven(self) -> list[float]:
        """At the end of each window, the share of machines that certainly cannot lose."""
        return self._means(lambda window: float(window.proven))

    @property
    def won(self) -> list[float]:
        """In each window, the share of games won."""
        return self._means(lambda window: window.share_won)

    @property
    def games_until_proven(self) -> list[int]:
        """For each machine that ends proven, the games after which it was so for good."""
        return [
            min(
                window.games
                for place, window in enumerate(curve)
                if all(later.proven for later in curve[place:])
            )
            for curve in self.curves
            if curve[-1].proven
        ]

    def as_json(self) -> dict[str, Any]:
        """The course as an object of simple values."""
        until = self.games_until_proven
        return {
            "scheme": self.scheme,
            "machines": len(self.curves),
            "proven": self.proven[-1],
            "games_until_proven": {"median": median(until), "most": max(until)} if until else None,
            "curve": {"games": self.games, "proven": self.proven, "won": self.won},
        }

    def _means(self, figure: Callable[[Window], float]) -> list[float]:
        """The mean of a figure over the machines, window by window; who has stopped stays as he was."""
        windows = range(len(self.games))
        return [fmean(figure(curve[min(w, len(curve) - 1)]) for curve in self.curves) for w in windows]


def compare(
    game: BoardGame,
    schemes: Mapping[str, Scheme],
    against: str,
    *,
    games: int,
    seeds: Sequence[int],
    pool: Pool,
    seats: Sequence[int] = (1,),
    show: Callable[[list[Course]], None] = lambda _done: None,
) -> list[Course]:
    """Train machines by each scheme from the same seeds.

    Args:
        game: the game.
        schemes: the schemes, by name.
        against: their opponents, as :func:`~senet_gp.learning.training.teachers_from` reads them.
        games: how many games each machine plays.
        seeds: a machine is trained from each.
        pool: where the games are played.
        seats: the machines' seats, taken in turn.
        show: what to call with the courses that are done, after each.
    """
    courses: list[Course] = []
    for name, scheme in schemes.items():
        tasks = [(game, scheme, against, games, seed, tuple(seats)) for seed in seeds]
        courses.append(Course(name, pool.map(_curve, tasks)))
        show(courses)
    return courses


def _curve(
    game: BoardGame, scheme: Scheme, against: str, games: int, seed: int, seats: Sequence[int]
) -> list[Window]:
    """The learning curve of a new machine."""
    learner = MatchboxPlayer(game, scheme)
    train(learner, teachers_from(against, game, scheme), games=games, seed=seed, seats=seats)
    return learner.curve
