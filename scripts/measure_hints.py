"""Measure how good the hints are: how often the choice that is named first is the best one, or nearly.

    python scripts/measure_hints.py CACHE.json [POSITIONS [GAMES]]

By default 100 decisions of Senet with more than 20 choices, each from another game, in which two of several
players meet. From every choice GAMES games (4,000) are played on, with the same throws for all of a decision
and with other throws than those of the hints; but only a quarter of them from choices that are clearly not
the best by then. They take some twenty minutes on two cores, and are kept in CACHE.json; what it already has
is not played again. So hints of several versions of the program are compared on the same games.

Told are: how often the choice that a hint names first is within one win of 100 of the best by these games,
how much worse it is on average, how many of the five best by these games a hint names, and the processor time
of a hint. The best of so many estimates is partly so by luck. So the same is told, as a measure of the
measure, for the choice that is best by the first half of the games, if both it and the best are measured by
the second.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.measurement import Z95
from senet_gp.engine.playthrough import Playthrough
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import game_of
from senet_gp.insight.chance_sources import chance_source
from senet_gp.insight.chances import chances_after
from senet_gp.insight.hints import ChanceHints
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import CHOICES, below, game_streams, key_of, part_key

#: The players whose games the decisions are from.
PLAYERS = ("hand:HC1", "hand:HC3", "hand:HC5", "expr:(sub their_distance my_distance)", "random")
_FEWEST = 21
_NAMED = 5
#: The key of everything here, which no hint has, and the parts of that of a position.
_KEY = key_of(2026, 7)
_DRAWN, _GAME, _PLAYED_ON = range(3)
#: After so many decisions the cache is written.
_AT_ONCE = 4
#: The games of a choice are told apart in so many parts. After the first, those that have this much less than
#: the best are left out: three to four times the error of a difference then.
_PARTS = 4
_MARGIN = 0.07


class Measured(NamedTuple):
    """What a hint is worth: the loss of the choice named first, and how many of the best it names."""

    lost: float
    named: int

    @property
    def near(self) -> bool:
        """Whether the choice is within one win of 100 of the best."""
        return self.lost <= 0.01


def decision_from(game: Game, number: int) -> Decision | None:
    """A drawn decision with many choices of the game with this number; None if it has none."""
    key = part_key(_KEY, number)
    streams = game_streams(part_key(key, _DRAWN))
    players = [player_from_text(PLAYERS[below(streams, CHOICES, len(PLAYERS))], game) for _ in range(2)]
    played = Playthrough((players[0], players[1]), game_streams(part_key(key, _GAME)), game, game.starts()[0])
    found = [choice.decision for choice in played.choices() if len(choice.decision.afterstates) >= _FEWEST]
    return found[below(streams, CHOICES, len(found))] if found else None


def decisions_of(game: Game, count: int) -> Iterator[tuple[int, Decision]]:
    """The decisions, with the number of the game that each is from."""
    number = found = 0
    while found < count:
        decision = decision_from(game, number)
        if decision is not None:
            found += 1
            yield number, decision
        number += 1


def played_on(game: Game, number: int, games: int) -> list[list[float]]:
    """The shares of points after all choices of a decision, in each part of the games that were played on."""
    decision = decision_from(game, number)
    if decision is None:
        raise SystemExit(f"game {number} has no such decision")
    source = chance_source(game)
    left = list(range(len(decision.afterstates)))
    shares: list[list[float]] = [[] for _ in left]
    for part in range(_PARTS):
        key = part_key(part_key(part_key(_KEY, number), _PLAYED_ON), part)
        points = chances_after(source, decision, left, key, games // _PARTS).points
        for choice, row in zip(left, points, strict=True):
            shares[choice].append(float(row.mean()))
        if part == 0:
            best = max(share for (share,) in shares)
            left = [choice for choice in left if shares[choice][0] >= best - _MARGIN]
    return shares


def references(game: Game, numbers: Sequence[int], games: int, cache: Path) -> dict[str, Any]:
    """The shares of points by many games, from the cache; what it lacks is played, and put into it."""
    content: dict[str, Any] = json.loads(cache.read_text(encoding="utf-8")) if cache.exists() else {}
    known: dict[str, Any] = content.setdefault(str(games), {})
    missing = [number for number in numbers if str(number) not in known]
    with WorkerPool() as pool:
        for begin in range(0, len(missing), _AT_ONCE):
            batch = missing[begin : begin + _AT_ONCE]
            shares = pool.map(played_on, [(game, number, games) for number in batch])
            known |= {str(number): rows for number, rows in zip(batch, shares, strict=True)}
            content[str(games)] = known
            cache.write_text(json.dumps(content), encoding="utf-8")
            print(f"{len(known)} decisions played on", file=sys.stderr, flush=True)
    return known


def measured(named: Sequence[int], shares: NDArray[np.float64]) -> Measured:
    """What the choices that are named, the best first, are worth by these shares of points."""
    best = np.argsort(-shares, kind="stable")[:_NAMED].tolist()
    return Measured(float(shares.max() - shares[named[0]]), len(set(best) & set(named[:_NAMED])))


def tell(what: str, found: Sequence[Measured]) -> None:
    """Print the means of what was measured."""
    lost = np.array([100 * one.lost for one in found])
    print(
        f"{what}: {sum(one.near for one in found)} of {len(found)} within one win of 100 of the best; "
        f"{lost.mean():.2f} ± {Z95 * lost.std() / np.sqrt(len(lost)):.2f} wins lost on average; "
        f"{np.mean([one.named for one in found]):.2f} of the {_NAMED} best named"
    )


def main(cache: str, positions: int = 100, games: int = 4000) -> None:
    """Measure, and print."""
    game = game_of("senet")
    decisions = list(decisions_of(game, positions))
    known = references(game, [number for number, _ in decisions], games, Path(cache))
    hints = ChanceHints(chance_source(game))
    hints.best(decisions[-1][1])  # compiles
    times, of_hints, of_halves = [], [], []
    for number, decision in decisions:
        parts = known[str(number)]
        begun = process_time()
        named = [hint.choice for hint in ChanceHints(hints.source).best(decision)]
        times.append(process_time() - begun)
        of_hints.append(measured(named, np.array([np.mean(row) for row in parts])))
        played_to_the_end = np.array([row for row in parts if len(row) == _PARTS])
        halves = played_to_the_end.reshape(-1, 2, _PARTS // 2).mean(axis=2)
        of_halves.append(measured(np.argsort(-halves[:, 0], kind="stable").tolist(), halves[:, 1]))
    tell("hints", of_hints)
    tell(f"the best by {games // 2:,} games, measured by as many others", of_halves)
    print(
        f"processor time of a hint: {np.mean(times):.2f} s on average, {np.max(times):.2f} s at most "
        f"({np.mean([len(decision.afterstates) for _, decision in decisions]):.0f} choices on average)"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
