"""Check that the chances of winning that hints and analyses tell are true.

python scripts/calibrate_chances.py [GAME [POSITIONS [GAMES [PLAYER]]]]

By default 1,000 positions of games of Senet, 200 games from each. Each position comes from another game, in
which two of several players meet; it is the one before a turn that is drawn. The chance is estimated as
``senet-gp analyse`` estimates it. Then new games are played on from the position, by the player that the
chances are chances of, and their share of points is compared: in bins of the chance, and position by position
by how often both agree within the 95 % interval of their difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.analysis.chances import ChanceSource
from senet_gp.analysis.playouts import Playouts
from senet_gp.analysis.sources import chance_source, usual_effort
from senet_gp.arena.intervals import wilson
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.playthrough import Playthrough, draw_start
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.streams import CHOICES, below, game_streams, key_of, part_key

#: The players whose games the positions are from.
PLAYERS = {"senet": ("hand:HC1", "hand:HC3", "hand:HC5", "expr:(sub their_distance my_distance)", "random")}
_BINS = 10
#: The parts of the key of a position: its game, the turn that is drawn, the estimate, and the check.
_GAME, _TURN, _ESTIMATED, _CHECKED = range(4)


class Checked(NamedTuple):
    """A position: the estimated chance, the share of points in new games, and the standard errors of both."""

    chance: float
    share: float
    errors: tuple[float, float]

    @property
    def agrees(self) -> bool:
        """Whether the difference is within its 95 % interval."""
        return abs(self.chance - self.share) <= 1.96 * sqrt(sum(error**2 for error in self.errors))


@dataclass(frozen=True)
class Bin:
    """Positions of similar chances: how many, the mean chance, and the mean share with its interval."""

    positions: int
    chance: float
    share: float
    interval: tuple[float, float]


def position_from(game: Game, key: int) -> Any | None:
    """The position before a drawn turn of a game, as the player to move sees it."""
    names = PLAYERS.get(game.name, ("random",))
    streams = game_streams(part_key(key, _TURN))
    players = [player_from_text(names[below(streams, CHOICES, len(names))], game) for _ in range(2)]
    played = game_streams(part_key(key, _GAME))
    start = draw_start(game, played)
    choices = list(Playthrough((players[0], players[1]), played, game, start).choices())
    starts = [
        start,
        *(choice.next_position for choice in choices if choice.ends_turn and choice.result is None),
    ]
    return starts[below(streams, CHOICES, len(starts))]


def checked(source: ChanceSource, key: int, games: int) -> Checked:
    """A drawn position, checked; computed by a worker."""
    position = [position_from(source.game, key)]
    estimated = usual_effort(source).games
    points = (
        source.points(position, part_key(key, _ESTIMATED), estimated)[0],
        source.points(position, part_key(key, _CHECKED), games)[0],
    )
    errors = [_error(each) for each in points]
    return Checked(float(points[0].mean()), float(points[1].mean()), (errors[0], errors[1]))


def _error(points: NDArray[np.float64]) -> float:
    low, high = wilson(float(points.sum()), len(points))
    return (high - low) / (2 * 1.96)


def bins_of(found: Sequence[Checked]) -> Iterator[Bin]:
    """The positions in bins of their chance; the interval is that of the mean share over positions."""
    for number in range(_BINS):
        inside = [one for one in found if min(int(one.chance * _BINS), _BINS - 1) == number]
        if not inside:
            continue
        gaps = np.array([one.share - one.chance for one in inside])
        chance = float(np.mean([one.chance for one in inside]))
        # Positions of a bin differ in their chances, so only the gaps tell how well its mean is known.
        spread = float(gaps.std(ddof=1)) if len(gaps) > 1 else max(inside[0].errors)
        half = 1.96 * spread / sqrt(len(gaps))
        share = chance + float(gaps.mean())
        yield Bin(len(inside), chance, share, (share - half, share + half))


def calibrated(
    game: Game, positions: int, games: int, player: str | None = None, pool: Pool | None = None
) -> list[Checked]:
    """Positions of a game, checked.

    Args:
        game: the game.
        positions: how many positions.
        games: how many new games from each.
        player: the player that the chances are chances of, as a text; by default that of the game.
        pool: where games are played; by default in this process.
    """
    source = chance_source(game, player)
    if not isinstance(source, Playouts):
        raise SystemExit(f"{game.name} is solved, so its chances are exact: name a PLAYER")
    keys = [key_of(1, number) for number in range(positions)]
    where = pool or SerialPool()
    return cast("list[Checked]", where.map(checked, ((source, key, games) for key in keys)))


def main(name: str = "senet", positions: int = 1000, games: int = 200, player: str | None = None) -> None:
    """Print the bins, and how often both agree."""
    game = game_of(name)
    with WorkerPool() as pool:
        found = calibrated(game, positions, games, player, pool)
    print(f"{'chance':>14} {'positions':>10} {'mean chance':>12} {'share won':>10}   95 % interval")
    for one in bins_of(found):
        low = int(one.chance * _BINS) / _BINS
        span = f"{low:.1f} to {low + 1 / _BINS:.1f}"
        ends = f"{one.interval[0]:.3f} to {one.interval[1]:.3f}"
        print(f"{span:>14} {one.positions:>10} {one.chance:>12.3f} {one.share:>10.3f}   {ends}")
    agree = [one.agrees for one in found]
    low, high = wilson(sum(agree), len(agree))
    gap = np.array([one.share - one.chance for one in found])
    print(
        f"within the 95 % interval of their difference: {np.mean(agree):.3f} ({low:.3f} to {high:.3f}); "
        f"mean difference {gap.mean():+.4f} (± {1.96 * gap.std() / sqrt(len(gap)):.4f})"
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*given[:1], *map(int, given[1:3]), *given[3:4])  # type: ignore[arg-type]
