"""Measuring the runs of an experiment: champions and winners against opponents that had no part in them.

The games are drawn from streams of their own, so that no result of a run says anything about them. What is
measured does not depend on time, nor on how many processes play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from senet_gp.arena.measuring import measure, measured_against
from senet_gp.arena.panel import measuring_opponents
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.errors import FileError
from senet_gp.evolution.measures import seat_verdicts
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.run_log import RunLog, read_run_logs
from senet_gp.experiments.plan import WINNERS, Plan, Task
from senet_gp.files.documents import read_document, write_document
from senet_gp.files.names import make_directory
from senet_gp.files.reading import is_there
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

MEASURED = "measured"
_FORMAT, _VERSION = "senet-gp measured run", 2
#: A winner plays this share of the games of a champion.
_CURVE_SHARE = 4
#: The parts of the key that a run's measurements are drawn from.
_OF_CHAMPION, _OF_CURVE = 0, 1
#: Shares are rounded to so many digits in tables and where runs are compared, so that no rounding error tells
#: two equal ones apart.
DIGITS = 6


@dataclass(frozen=True, slots=True)
class MeasuredWinner:
    """A winner of a run, measured.

    Attributes:
        generation: the generation that it won.
        games: the games that the run had played by the end of that generation.
        scores: what it is against each opponent that compiled code plays, by the opponent as it is written on
            the command line.
    """

    generation: int
    games: int
    scores: dict[str, Measurement]


@dataclass(frozen=True, slots=True)
class Measured:
    """A run, measured.

    Attributes:
        generations: the generations that it played.
        games: the games that it played, without those of its final.
        champion: the generation that its champion won.
        nodes: the nodes of the champion.
        depth: its depth.
        scores: what the champion is against each opponent, likewise.
        verdict: the champion's worst result when it moves first, and when it moves second: 1 for a win, 0 for
            a draw, -1 for a loss; None where nothing is proven.
        curve: winners of the run, measured; of a run with islands those of the champion's island.
    """

    generations: int
    games: int
    champion: int
    nodes: int
    depth: int
    scores: dict[str, Measurement]
    verdict: tuple[int, int] | None
    curve: tuple[MeasuredWinner, ...]


def measured_run(
    run: RunDirectory, champion: Champion, *, games: int, pool: Pool, winners: int = WINNERS
) -> Measured:
    """Measure a run that has ended.

    Args:
        run: the run.
        champion: its champion.
        games: the number of games of the champion against each opponent, an even number.
        pool: where the games are played.
        winners: how many winners of the run are measured, at least 2.

    Raises:
        FileError: if a log of the run cannot be read or is unsound.
    """
    logs, game = read_run_logs(run), champion.game
    log, games_each = logs[island_of(champion, run) - 1], games_of_generations(logs)
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    opponents = [player_from_text(text, game) for text in measuring_opponents(game)]
    of_champion, of_curve = (
        key_of(run.config.seed, SeedDomain.EXPERIMENT, part) for part in (_OF_CHAMPION, _OF_CURVE)
    )
    scores = measured_against(player, opponents, games=games, key=of_champion, pool=pool, game=game)
    seats = seat_verdicts(player, game)
    return Measured(
        generations=len(log.generations),
        games=sum(games_each),
        champion=generation_of(champion, run),
        nodes=len(champion.tree),
        depth=champion.tree.depth,
        scores=scores,
        verdict=None if seats is None else (seats[0].worst, seats[1].worst),
        curve=_curve(log, games_each, opponents, winners=winners, games=games, key=of_curve, pool=pool),
    )


def generation_of(champion: Champion, run: RunDirectory) -> int:
    """The generation that a run's champion won.

    Raises:
        FileError: if the champion does not name it.
    """
    origin = champion.origin.get("generation")
    if type(origin) is not int:
        raise FileError(f"{run.champion_file} is unsound: it should name the generation of the champion")
    return origin


def island_of(champion: Champion, run: RunDirectory) -> int:
    """The island that a run's champion won on, from 1 on; 1 in a run of one population.

    Raises:
        FileError: if the champion does not name it.
    """
    islands = run.config.islands
    island = champion.origin.get("island") if islands > 1 else 1
    if type(island) is not int or not 1 <= island <= islands:
        raise FileError(f"{run.champion_file} is unsound: it should name the island of the champion")
    return island


def games_of_generations(logs: Sequence[RunLog]) -> list[int]:
    """The games that all populations of a run have played in each generation."""
    return [sum(row.games for row in rows) for rows in zip(*(log.generations for log in logs), strict=False)]


def _curve(
    log: RunLog,
    games_each: Sequence[int],
    opponents: Sequence[Player],
    *,
    winners: int,
    games: int,
    key: int,
    pool: Pool,
) -> tuple[MeasuredWinner, ...]:
    """Some winners of a run, measured; all of them meet the same throws."""
    game, played = log.config.game_value, np.cumsum(games_each)
    fast = [opponent for opponent in opponents if opponent.participant is not None]
    each = 2 * max(1, round(games / _CURVE_SHARE / 2))
    generations = curve_generations(len(played), winners)
    trees = [log.winner(generation) for generation in generations]
    players = [ExpressionPlayer(tree, tree.vocabulary, "winner") for tree in trees]
    met = measure(players, fast, games=each, key=key, pool=pool, game=game)
    return tuple(
        MeasuredWinner(
            generation,
            int(played[generation - 1]),
            {opponent.name: met.measured(number, place) for place, opponent in enumerate(fast)},
        )
        for number, generation in enumerate(generations)
    )


def curve_generations(played: int, winners: int = WINNERS) -> list[int]:
    """The generations whose winners are measured: the first, the last, and some evenly between.

    >>> curve_generations(1), curve_generations(30)
    ([1], [1, 4, 7, 10, 13, 16, 18, 21, 24, 27, 30])
    """
    return sorted({round(float(place)) for place in np.linspace(1, played, winners)})


def measured_file(directory: Path, task: Task) -> Path:
    """The file that says what was found about a run of an experiment; it exists once the run is done."""
    return directory / MEASURED / task.variant / f"{task.config.seed}.json"


def is_measured(directory: Path, task: Task) -> bool:
    """Whether a run of an experiment is done."""
    return is_there(measured_file(directory, task))


def write_measured(
    directory: Path, plan: Plan, task: Task, run: RunDirectory, champion: Champion, pool: Pool
) -> None:
    """Measure a run of an experiment, and write what is found.

    Raises:
        FileError: if a file cannot be read or written.
    """
    found = measured_run(run, champion, games=plan.games, pool=pool, winners=plan.winners)
    file = measured_file(directory, task)
    make_directory(file.parent)
    write_document(file, _FORMAT, _VERSION, _as_json(found))


def read_measured(directory: Path, task: Task) -> Measured:
    """What was found about a run of an experiment.

    Raises:
        FileError: if the file cannot be read or is unsound.
    """
    file = measured_file(directory, task)
    content = read_document(file, _FORMAT, _VERSION)
    try:
        return _from_json(content)
    except (KeyError, TypeError, ValueError):
        raise FileError(f"{file} is unsound: remove it, and the run is measured again") from None


def _as_json(found: Measured) -> dict[str, Any]:
    values = {name: getattr(found, name) for name in _COUNTS}
    return {
        **values,
        "verdict": None if found.verdict is None else list(found.verdict),
        "scores": measurements_as_json(found.scores),
        "curve": [
            {
                "generation": one.generation,
                "games": one.games,
                "scores": measurements_as_json(one.scores),
            }
            for one in found.curve
        ],
    }


_COUNTS = ("generations", "games", "champion", "nodes", "depth")


def measurements_as_json(found: Mapping[str, Measurement]) -> list[tuple[str, dict[str, Any]]]:
    """Measurements by opponent as files hold them, in their order."""
    return [(opponent, measurement.as_json()) for opponent, measurement in found.items()]


def _from_json(content: dict[str, Any]) -> Measured:
    return Measured(
        **{name: _count(content[name]) for name in _COUNTS},
        scores=measurements_from_json(content["scores"]),
        verdict=_verdict(content["verdict"]),
        curve=tuple(
            MeasuredWinner(
                _count(one["generation"]),
                _count(one["games"]),
                measurements_from_json(one["scores"]),
            )
            for one in content["curve"]
        ),
    )


def _verdict(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    first, second = value
    return _worst(first), _worst(second)


def _worst(value: Any) -> int:
    if type(value) is not int or value not in {-1, 0, 1}:
        raise ValueError
    return value


def measurements_from_json(content: Sequence[Any]) -> dict[str, Measurement]:
    """Measurements that a file holds.

    Raises:
        KeyError: if they are none.
        TypeError: likewise.
        ValueError: likewise.
    """
    found = {opponent: Measurement.from_json(measurement) for opponent, measurement in content}
    if not all(isinstance(opponent, str) and opponent.isprintable() for opponent in found):
        raise ValueError
    return found


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ValueError
    return value
