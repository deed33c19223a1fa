"""The champions of an experiment against each other.

Of every two variants of a game, the champions of the first runs meet, those of the second runs, and so on. So
the encounters of two variants are as many independent observations as there are seeds. An encounter depends
on its two runs alone: more seeds and further variants add encounters, and change none that were played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from senet_gp.arena.match import measure
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.experiments.measured_runs import EXPERIMENT
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.run_tables import MEASUREMENT, columns_of
from senet_gp.experiments.running import RUNS, Processes, play_each
from senet_gp.games.registry import in_words
from senet_gp.players.champion import FILE_NAME, Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.documents import read_content, write_document
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import is_there, make_directory
from senet_gp.runtime.interruption import Progress, no_progress
from senet_gp.runtime.logs import write_table
from senet_gp.runtime.streams import key_of

ENCOUNTERS = "encounters"
TABLE = "encounters.csv"
#: The columns of the table before those of the measurement.
_MET = ("a", "b", "game", "seed_a", "seed_b")
_FORMAT, _VERSION = "senet-gp encounters", 2
#: The most variants of a game whose champions meet: each then plays about as many games against the other
#: champions as against the opponents that measure it.
MAX_VARIANTS = 20
#: The part of the key of a run's measurements that encounters are drawn from; champions and curves have 0, 1.
_OF_ENCOUNTERS = 2


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two champions that met; a row of ``encounters.csv``.

    Attributes:
        a: the variant of one.
        b: the variant of the other.
        game: their game, in words.
        seed_a: the seed of the run of ``a``.
        seed_b: the seed of the run of ``b``.
        measured: what the champion of ``a`` is against that of ``b``.
    """

    a: str
    b: str
    game: str
    seed_a: int
    seed_b: int
    measured: Measurement


#: Two variants whose champions meet, in alphabetical order, so that the order of the plan does not matter.
Pair = tuple[str, str]
#: What the first variant's champions are, by the seeds of both runs.
Found = dict[tuple[int, int], Measurement]


@dataclass(frozen=True)
class _Content:
    """What a file holds: of each encounter the seeds of both runs, and what the first's champion is."""

    encounters: list[tuple[int, int, Measurement]]


def pairs_of(plan: Plan) -> list[tuple[str, str]]:
    """The variants whose champions meet, in the order of the plan.

    >>> plan = Plan.of({"game": "hexapawn", "variants": {"b": {}, "a": {"population": 9}}}, seeds=5)
    >>> pairs_of(plan)
    [('b', 'a')]
    """
    games: dict[str, list[str]] = {}
    for name, config in plan.variants.items():
        games.setdefault(in_words(config.game_value), []).append(name)
    return [pair for own in games.values() if len(own) <= MAX_VARIANTS for pair in combinations(own, 2)]


def play_encounters(
    directory: Path,
    plan: Plan,
    processes: Processes,
    show: Progress = no_progress,
) -> None:
    """Play those encounters of an experiment that are not played yet; all its runs must be done.

    If it is stopped or killed, the same call goes on where it was. The result does not depend on the
    processes.

    Args:
        directory: the directory of the experiment.
        plan: its plan.
        processes: how many processes play.
        show: called before the encounters of the first pair of variants, and after those of each.

    Raises:
        FileError: if a file cannot be read or written.
        KeyboardInterrupt: if the user interrupts it.
    """
    pairs = [_sorted(pair) for pair in pairs_of(plan)]
    left = [pair for pair in pairs if _missing(plan, pair, read_encounters(directory, pair))]
    play_each(directory, left, len(pairs), partial(_play_pair, plan), processes, show, " and ".join)


def _play_pair(plan: Plan, directory: Path, pair: Pair, pool: Pool) -> None:
    """Play the encounters of two variants that are missing, and write all of them."""
    found = read_encounters(directory, pair)
    for seeds in _missing(plan, pair, found):
        champions = [_champion(directory, name, seed) for name, seed in zip(pair, seeds, strict=True)]
        players = [
            ExpressionPlayer(champion.tree, champion.vocabulary, name)
            for champion, name in zip(champions, pair, strict=True)
        ]
        key = key_of(seeds[0], EXPERIMENT, _OF_ENCOUNTERS, seeds[1])
        played = measure(
            players[:1], players[1:], games=plan.games, key=key, pool=pool, game=champions[0].game
        )
        found[seeds] = played.measured(0, 0)
    file = _file(directory, pair)
    make_directory(file.parent)
    rows = [(*seeds, found[seeds]) for seeds in sorted(found)]
    write_document(file, _FORMAT, _VERSION, _Content(rows))


def _file(directory: Path, pair: Pair) -> Path:
    """The file that holds the encounters of two variants."""
    return directory / ENCOUNTERS / pair[0] / f"{pair[1]}.json"


def _sorted(pair: Pair) -> Pair:
    return min(pair), max(pair)


def _champion(directory: Path, variant: str, seed: int) -> Champion:
    return Champion.read(directory / RUNS / variant / str(seed) / FILE_NAME)


def _seeds(plan: Plan, pair: Pair) -> Iterator[tuple[int, int]]:
    """The seeds of the runs whose champions meet."""
    return zip(plan.seeds_of(pair[0]), plan.seeds_of(pair[1]), strict=False)


def _missing(plan: Plan, pair: Pair, found: Found) -> list[tuple[int, int]]:
    """The seeds of the runs whose champions have not met yet."""
    return [seeds for seeds in _seeds(plan, pair) if seeds not in found]


def read_encounters(directory: Path, pair: Pair) -> Found:
    """The encounters of two variants that were played, by the seeds of both runs.

    Raises:
        FileError: if the file cannot be read or is unsound.
    """
    file = _file(directory, pair)
    if not is_there(file):
        return {}
    remedy = "remove the file, and the champions meet again"
    content = read_content(file, _FORMAT, _VERSION, _Content, remedy=remedy)
    return {(first, second): measured for first, second, measured in content.encounters}


def encounters_of(directory: Path, plan: Plan) -> Iterator[Encounter]:
    """All encounters of an experiment, pair by pair in the order of the plan, by seeds.

    Raises:
        FileError: if one is missing, or a file cannot be read.
    """
    for a, b in pairs_of(plan):
        pair = _sorted((a, b))
        found = read_encounters(directory, pair)
        game = in_words(plan.variants[a].game_value)
        for seeds in _seeds(plan, (a, b)):
            measured = found.get(seeds if pair[0] == a else seeds[::-1])
            if measured is None:
                raise FileError(
                    f"{_file(directory, pair)} lacks an encounter: give the command of the experiment again, "
                    "and it is played"
                )
            yield Encounter(a, b, game, *seeds, measured if pair[0] == a else measured.reversed)


def write_encounters(directory: Path, encounters: Sequence[Encounter]) -> None:
    """Write ``encounters.csv``.

    Raises:
        FileError: if it cannot be written.
    """
    rows = ({name: getattr(one, name) for name in _MET} | columns_of(one.measured) for one in encounters)
    write_table(directory / TABLE, [*_MET, *MEASUREMENT], rows)
