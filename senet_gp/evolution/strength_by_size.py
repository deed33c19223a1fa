"""How strong the players of each size are: measured when a run ends, for readers who choose by both.

The fitness of different generations cannot be compared, so the last few of each size class are measured
again: on one set of random streams to choose the strongest, and that one on others, so that the shown share
is not that of the luckiest. These streams are used for nothing else, and no result goes back into the run.
"""

from __future__ import annotations

from collections.abc import Sequence

from senet_gp.arena.paired_games import measure
from senet_gp.arena.panel import fast_panel
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.participants import scored_plainly
from senet_gp.evolution.config import Config
from senet_gp.evolution.final import FINALISTS
from senet_gp.players.by_size import PlayersBySize, SizedPlayer, size_class
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.streams import SeedDomain, key_of, part_key
from senet_gp.trees.individual import Individual

#: How many of the last different expressions of a size class are measured.
CANDIDATES = 4
#: The same where games are played in plain Python.
PLAIN_CANDIDATES = 1
#: The most games of a player against each opponent of the panel: to choose, and for the shown shares.
_MAX_TO_CHOOSE, _MAX_TO_SHOW = 20, 100
#: The same where games are played in plain Python.
_MAX_TO_CHOOSE_PLAINLY, _MAX_TO_SHOW_PLAINLY = 2, 4
#: The most games for each individual of a run: a small run does not wait for measurements above all.
_MOST_FOR_AN_INDIVIDUAL = 10
_TO_CHOOSE, _TO_SHOW = 0, 1
_AGAINST_PANEL, _AGAINST_CHAMPION = 0, 1

_Candidates = Sequence[tuple[int, Individual]]


def players_by_size(candidates: _Candidates, champion: Champion, config: Config, pool: Pool) -> PlayersBySize:
    """Choose the strongest candidate of each size class, and measure it and the champion.

    A player plays as many games against the champion as against all opponents of the panel together. All play
    about half as many games as a final by round robin has, a third of them to choose; fewer after a run of
    few individuals, and far fewer where games are played in plain Python.

    Args:
        candidates: expressions by ascending size class, each with its generation, as
            :func:`~senet_gp.evolution.size_log.last_of_classes` gives them; they may be none.
        champion: the run's champion.
        config: the run's configuration.
        pool: where games are played; it does not change the result.
    """
    round_robin = FINALISTS * (FINALISTS - 1) // 2 * config.final_games
    games = min(round_robin // 2, _MOST_FOR_AN_INDIVIDUAL * config.population * config.generations)
    most_to_choose, most_to_show = _MAX_TO_CHOOSE, _MAX_TO_SHOW
    if scored_plainly(champion.game, champion.vocabulary):
        most_to_choose, most_to_show = _MAX_TO_CHOOSE_PLAINLY, _MAX_TO_SHOW_PLAINLY
    own = [node.name for node in champion.tree]
    crowned = (champion.origin.get("generation", config.generations), champion.tree)
    entrants = [one for one in candidates if [node.name for node in one[1]] != own]
    key = key_of(config.seed, SeedDomain.SIZES)
    first = _measured(
        entrants, champion, games=games // 3, most=most_to_choose, key=part_key(key, _TO_CHOOSE), pool=pool
    )
    strengths = [panel.share + other.share for panel, other in first]
    best: dict[int, int] = {}
    for index, (_, tree) in enumerate(entrants):
        number = size_class(len(tree))
        # Of equally strong ones the latest is chosen.
        if number not in best or strengths[index] >= strengths[best[number]]:
            best[number] = index
    shown = [*(entrants[index] for index in best.values()), crowned]
    second = _measured(
        shown, champion, games=2 * games // 3, most=most_to_show, key=part_key(key, _TO_SHOW), pool=pool
    )
    players = [
        SizedPlayer(tree, generation, panel, other, is_champion=tree is champion.tree)
        for (generation, tree), (panel, other) in zip(shown, second, strict=True)
    ]
    players.sort(key=lambda player: len(player.tree))
    origin = {name: value for name, value in champion.origin.items() if name not in {"generation", "island"}}
    names = [player.name for player in fast_panel(champion.game)]
    return PlayersBySize(champion.vocabulary, champion.game, players, names, origin)


def _measured(
    entrants: _Candidates, champion: Champion, *, games: int, most: int, key: int, pool: Pool
) -> list[tuple[Measurement, Measurement]]:
    """Each entrant, measured against the panel and against the champion.

    Args:
        entrants: the players.
        champion: the champion.
        games: the number of games of all together, as far as whole pairs of games allow.
        most: the most games of a player against each opponent of the panel.
        key: the key of the games.
        pool: where the games are played.
    """
    if not entrants:
        return []
    game, panel = champion.game, fast_panel(champion.game)
    each = min(most, max(2, games // (2 * len(entrants) * len(panel)) // 2 * 2))
    crowned, *players = (
        ExpressionPlayer(tree, champion.vocabulary, f"{len(tree)} nodes")
        for tree in (champion.tree, *(tree for _, tree in entrants))
    )
    against_panel = measure(
        players, panel, games=each, key=part_key(key, _AGAINST_PANEL), pool=pool, game=game
    )
    against_champion = measure(
        players,
        [crowned],
        games=each * len(panel),
        key=part_key(key, _AGAINST_CHAMPION),
        pool=pool,
        game=game,
    )
    return [(against_panel.measured(n), against_champion.measured(n)) for n in range(len(players))]
