"""Measuring the runs of an experiment: champions against fixed opponents.

The games are drawn from streams of their own, so that no result of a run says anything about them. What is
measured does not depend on time, nor on how many processes play.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from senet_gp.arena.match import measured_against
from senet_gp.arena.panel import measuring_opponents
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.measured_winners import quick_verdict
from senet_gp.experiments.plan import Plan, PlannedRun
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.codec import Between, Count, within
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import is_there, make_directory
from senet_gp.runtime.streams import Purpose, key_of

#: Champions of an experiment's runs, measured.
EXPERIMENT = Purpose(16)
MEASURED = "measured"
_FORMAT, _VERSION = "senet-gp measured run", 3
#: The part of the key that the measurement of a champion is drawn from.
_OF_CHAMPION = 0

#: The worst result of all lines of play: 1 for a win, 0 for a draw, -1 for a loss.
_Worst = Annotated[int, Between(-1, 1)]


@dataclass(frozen=True, slots=True)
class Measured:
    """A run, measured.

    Attributes:
        generations: the generations that it played.
        games: the games that it played, without those of its final.
        champion: the generation that its champion won.
        nodes: the nodes of the champion.
        depth: its depth.
        scores: its result in games against each opponent.
        verdict: the champion's worst result when it moves first, and when it moves second: 1 for a win, 0 for
            a draw, -1 for a loss; None where nothing is proven.
    """

    generations: Count
    games: Count
    champion: Count
    nodes: Count
    depth: Count
    scores: dict[str, Measurement]
    verdict: tuple[_Worst, _Worst] | None = None

    def __post_init__(self) -> None:
        for name in self.scores:
            if not name.isprintable():
                raise FileError(f"{within('scores', name)} has a name with signs that cannot be shown")


def measured_run(run: RunDirectory, champion: Champion, *, games: int, pool: Pool) -> Measured:
    """Measure a run that has ended.

    Args:
        run: the run.
        champion: its champion.
        games: the number of games of the champion against each opponent, an even number.
        pool: where the games are played.

    Raises:
        FileError: if a log of the run cannot be read or is unsound.
    """
    logs, game = run.read_logs(), champion.game
    generation, island = _origin_of(champion, run)
    log = logs[island - 1]
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    opponents = [player_from_text(text, game) for text in measuring_opponents(game)]
    key = key_of(run.config.seed, EXPERIMENT, _OF_CHAMPION)
    scores = measured_against(player, opponents, games=games, key=key, pool=pool, game=game)
    verdict = quick_verdict(player, game)
    return Measured(
        generations=len(log.generations),
        games=sum(row.games for each in logs for row in each.generations),
        champion=generation,
        nodes=len(champion.tree),
        depth=champion.tree.depth,
        scores=scores,
        verdict=None if verdict is None else verdict.worst,
    )


def _origin_of(champion: Champion, run: RunDirectory) -> tuple[int, int]:
    """The generation that a run's champion comes from, and its island, which is 1 in a run of one population.

    Raises:
        FileError: if the champion does not name them.
    """
    islands = run.config.islands
    generation = champion.origin.get("generation")
    island = champion.origin.get("island") if islands > 1 else 1
    if type(generation) is not int or type(island) is not int or not 1 <= island <= islands:
        raise FileError(
            f"{run.champion_file} is unsound: it should name the generation and the island of the champion"
        )
    return generation, island


def measured_file(directory: Path, task: PlannedRun) -> Path:
    """The file that says what was found about a run of an experiment; it exists once the run is done."""
    return directory / MEASURED / task.variant / f"{task.config.seed}.json"


def is_measured(directory: Path, task: PlannedRun) -> bool:
    """Whether a run of an experiment is done."""
    return is_there(measured_file(directory, task))


def write_measured(
    directory: Path, plan: Plan, task: PlannedRun, run: RunDirectory, champion: Champion, pool: Pool
) -> None:
    """Measure a run of an experiment, and write what is found.

    Raises:
        FileError: if a file cannot be read or written.
    """
    measured = measured_run(run, champion, games=plan.games, pool=pool)
    file = measured_file(directory, task)
    make_directory(file.parent)
    write_document(file, _FORMAT, _VERSION, measured)


def read_measured(directory: Path, task: PlannedRun) -> Measured:
    """What was found about a run of an experiment.

    Raises:
        FileError: if the file cannot be read or is unsound.
    """
    try:
        return read_document(measured_file(directory, task), _FORMAT, _VERSION, Measured)
    except FileError as error:
        raise FileError(f"{error}; if you remove the file, the run is measured again") from None
