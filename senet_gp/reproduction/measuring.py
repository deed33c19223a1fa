"""What is measured: reference players, the winners and champions of a run, and the luck of its knockouts.

What is found does not depend on time, nor on how many processes play.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from primitives import vocabulary_of
from senet_gp.arena.knockout import knockout
from senet_gp.arena.match import play_match
from senet_gp.arena.pool import Pool
from senet_gp.arena.round_robin import round_robin
from senet_gp.engine.participants import Source
from senet_gp.errors import FileError
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.run_log import read_run_log
from senet_gp.experiments.measuring import MEASURED, generation_of, measured_file
from senet_gp.experiments.plan import Task
from senet_gp.files.documents import read_document, write_document
from senet_gp.files.names import make_directory
from senet_gp.games.senet.players import SENET_REFERENCES, SENET_SEEDS
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.reproduction.plan import GAME, STRONGLY_SEEDED, UNSEEDED, Plan, is_long
from senet_gp.reproduction.tables import KnockoutTrial, Meeting, rows_from
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

RANDOM_PLAYERS = tuple(f"random-tree:{number}" for number in range(1, 9))
HAND_MADE = tuple(f"hand:{player.name}" for player in SENET_REFERENCES)
#: The opponents that measure the winners; none of them is ever in a population.
PANEL = ("random", *RANDOM_PLAYERS, *HAND_MADE)
#: The seeds of the runs of the kind "seeded"; the other runs are measured against them, too.
SEEDS = tuple(f"hand:{player.name}" for player in SENET_SEEDS)
REFERENCES = (*PANEL, *SEEDS)
#: The number of games in a match of the paper.
PAPER_GAMES = 200
#: The numbers of games in the duels of repeated knockouts.
MATCH_LENGTHS = (3, 9, 27)

_FORMAT, _VERSION = "senet-gp reproduction measured", 1
_MAX_BYTES = 1 << 22
#: The tables of a document of measurements, by name.
_TABLES: dict[str, type[Any]] = {
    "references": Meeting,
    "panel": Meeting,
    "champions": Meeting,
    "seeds": Meeting,
    "knockouts": KnockoutTrial,
}


class _Entrant(NamedTuple):
    """A player that is measured, and the run and generation that it comes from, if it comes from a run."""

    player: Player
    name: str
    run: str = ""
    generation: int = 0


def references_file(directory: Path) -> Path:
    """The file with the games of the reference players against one another."""
    return directory / MEASURED / "references.json"


def measure_references(directory: Path, plan: Plan, pool: Pool) -> None:
    """Play all reference players against all, and write what is found.

    Raises:
        FileError: if the file cannot be written.
    """
    rows = [
        _meeting(_Entrant(_player(a), a), b, plan.reference_games, plan.seed, pool)
        for a, b in combinations(REFERENCES, 2)
    ]
    _write(references_file(directory), {"references": rows})


def measure_run(
    plan: Plan, directory: Path, task: Task, run: RunDirectory, champion: Champion, pool: Pool
) -> None:
    """Measure a run that has ended, and write what is found.

    Args:
        plan: the plan of the reproduction.
        directory: its directory.
        task: the run.
        run: its directory.
        champion: its champion.
        pool: where games are played.

    Raises:
        FileError: if a file of the run cannot be read or is unsound, or the file cannot be written.
    """
    (name,) = (name for name, one in plan.tasks().items() if one == task)
    log, seed = read_run_log(run), task.config.seed
    vocabulary = vocabulary_of(GAME, task.config.vocabulary)

    def winner(generation: int) -> _Entrant:
        player = ExpressionPlayer(log.winner(generation), vocabulary, "winner")
        return _Entrant(player, "winner", name, generation)

    every = plan.long_panel_every if is_long(task.variant) else plan.panel_every
    last = len(log.generations)
    best = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    # The paper's champion, which won the last tournament, and that of the final round robin.
    both = (winner(last), _Entrant(best, "champion", name, generation_of(champion, run)))

    def meetings(opponents: Sequence[str], matches: Mapping[int, int]) -> Iterator[Meeting]:
        """Both champions against opponents; ``matches`` has the games by the number of their streams."""
        for opponent in opponents:
            for entrant in both:
                # Other games than those of the panel, so that these results are independent of it.
                for apart, games in matches.items():
                    own = key_of(seed, SeedDomain.REPRODUCTION, apart) >> 1
                    yield _meeting(entrant, opponent, games, own, pool)

    tables: dict[str, Iterable[Meeting | KnockoutTrial]] = {
        "panel": (
            _meeting(winner(generation), opponent, plan.panel_games, seed, pool)
            for generation in sorted({1, *range(every, last + 1, every), last})
            for opponent in PANEL
        ),
        "champions": meetings(PANEL, {1: PAPER_GAMES, 2: plan.champion_games}),
    }
    # These did not begin with S1 to S8.
    if task.variant in {UNSEEDED, STRONGLY_SEEDED}:
        tables["seeds"] = meetings(SEEDS, {3: plan.champion_games})
    if name in plan.ranked():
        tables["knockouts"] = _knockouts(name, run, plan.knockouts, pool)
    _write(measured_file(directory, task), tables)


def _meeting(entrant: _Entrant, opponent: str, games: int, seed: int, pool: Pool) -> Meeting:
    report = play_match(entrant.player, _player(opponent), games=games, seed=seed, pool=pool)
    return Meeting(
        entrant.run,
        entrant.name,
        entrant.generation,
        opponent,
        games,
        report.wins[0],
        report.draws,
        report.estimate.adjusted,
        *report.interval,
        report.mean_turns,
    )


@cache
def _player(name: str) -> Player:
    return player_from_text(name, GAME)


def _knockouts(name: str, run: RunDirectory, trials: int, pool: Pool) -> list[KnockoutTrial]:
    """Rank a run's last population by a round robin, and repeat its tournament many times."""
    config, population = run.config, run.load_state().population
    vocabulary = vocabulary_of(GAME, config.vocabulary)
    key = key_of(config.seed, SeedDomain.REPRODUCTION)
    players = [ExpressionPlayer(tree, vocabulary, str(n)) for n, tree in enumerate(population)]
    played = round_robin(players, key=key, pool=pool, game=config.game_value, games=2)
    shares = played.points.sum(axis=1) / (2 * (len(population) - 1))
    # The rank is one more than the number of better players, so equal shares have equal ranks.
    ranks = 1 + (shares[:, None] < shares[None, :]).sum(axis=1)

    def row(games: int, trial: int, winner: int) -> KnockoutTrial:
        return KnockoutTrial(
            name, games, trial, int(ranks[winner]), float(shares[winner]), float(shares.max())
        )

    fitness = [individual.fitness.values[0] for individual in population]
    rows = [row(config.games, 0, int(np.argmax(fitness)))]
    entrants = [Source.of(tree, vocabulary) for tree in population]
    for games in MATCH_LENGTHS:
        for trial in range(1, trials + 1):
            seed = key_of(config.seed, SeedDomain.REPRODUCTION, games, trial)
            result = knockout(
                entrants,
                key=seed,
                rng=random.Random(seed),
                pool=pool,
                game=config.game_value,
                games=games,
            )
            rows.append(row(games, trial, result.winner))
    return rows


def _write(file: Path, tables: Mapping[str, Iterable[Meeting | KnockoutTrial]]) -> None:
    content = {name: [dataclasses.asdict(row) for row in rows] for name, rows in tables.items()}
    make_directory(file.parent)
    write_document(file, _FORMAT, _VERSION, content)


def read_measured(file: Path) -> dict[str, list[Any]]:
    """The rows of a file of measurements, by the name of their table.

    Raises:
        FileError: if it cannot be read or is unsound.
    """
    content = read_document(file, _FORMAT, _VERSION, most_bytes=_MAX_BYTES)
    try:
        return {name: rows_from(_TABLES[name], rows) for name, rows in content.items()}
    except (KeyError, OverflowError, TypeError, ValueError):
        raise FileError(f"{file} is unsound: remove it, and it is made again") from None
