"""Contents of a report on a run and its islands, read from files or measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from primitives.vocabulary import Vocabulary
from senet_gp.arena.match import MatchReport, measure
from senet_gp.arena.panel import (
    fast_players,
    landmarks,
    panel_groups,
    panel_of,
    strong_opponents,
    texts_of,
)
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import Verdict
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.final import Finalist, best_finalist, finalists_each
from senet_gp.evolution.loop.genealogy import IndividualIds
from senet_gp.evolution.loop.islands import Migrant, migrants_in, rows_for
from senet_gp.evolution.loop.sizes import SIZES
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.record.run_logs import RunLog
from senet_gp.evolution.run.measured_winners import (
    CURVE,
    LearningCurve,
    Proof,
    chosen_generations,
    curve_as_json,
    learning_curve,
    learning_curves,
    matches_against,
    proofs,
    quick_verdict,
)
from senet_gp.games.protocol import Game
from senet_gp.games.registry import parameters_of
from senet_gp.insight.explanation import Explanation, explain
from senet_gp.insight.simplify import Simplification, simplify
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.codec import as_json, fields_as_json
from senet_gp.runtime.errors import FileError, SenetGpError, brief, from_here
from senet_gp.runtime.files import is_there
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.streams import key_of
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

#: The decisions on which a simplification is checked for a report.
_DECISIONS = 20_000
#: The largest number of games against an opponent that has no compiled code, and so plays slowly.
_MAX_SLOW_GAMES = 60
#: Larger expressions are not simplified, since that would take minutes.
_MAX_NODES = 5_000
#: Larger expressions are not explained, for the same reason; and the games that measure a part of the others.
_MAX_EXPLAINED = 600
_EXPLAINING_GAMES = 2_000
#: Games of each well-known player beside whom the players by size are drawn.
_GAMES_OF_LANDMARKS = 4_000
#: The number of steps in which a report is made; some are left out where there is nothing to do.
_STEPS = 7


@dataclass(frozen=True)
class IslandsReport:
    """The islands of a run.

    Attributes:
        config: the run's configuration.
        champion: the number of the champion's island, from 1 on.
        logs: the logs of each island.
        curves: the winners of some generations of each, against the part of the panel that plays fast.
        migrations: all migrants, by generation.
    """

    config: ResolvedConfig
    champion: int
    logs: Sequence[RunLog]
    curves: Sequence[LearningCurve]
    migrations: Sequence[Migrant]

    def __repr__(self) -> str:
        return brief(self, f"{len(self.logs)} islands", f"{len(self.migrations):,} migrants")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each island: its last generation, and the last of its winners that was measured."""
        return [
            {
                "island": number,
                "champion": number == self.champion,
                "generations": len(log.generations),
                "games": sum(row.games for row in log.generations),
                "winner_size": log.generations[-1].winner_size,
                "size_mean": log.generations[-1].size_mean,
                "distinct_trees": log.generations[-1].distinct_trees,
                "share": last.share,
                "interval": list(last.interval),
            }
            for number, (log, curve) in enumerate(zip(self.logs, self.curves, strict=True), 1)
            for last in [curve[max(curve)]]
        ]

    def as_json(self) -> dict[str, Any]:
        """The islands as ``senet-gp report --json`` prints them."""
        ids = IndividualIds(self.logs[0].config.population, islands=len(self.logs))
        return {
            "champion": self.champion,
            "islands": self.rows,
            "curves": [curve_as_json(curve, log) for curve, log in zip(self.curves, self.logs, strict=True)],
            "migrations": [
                fields_as_json(row) | {"nodes": len(one.tree)}
                for row, one in zip(rows_for(self.migrations, ids), self.migrations, strict=True)
            ],
        }


def islands_report(
    run: RunDirectory, logs: Sequence[RunLog], champion: int, *, games: int, seed: int, pool: Pool
) -> IslandsReport:
    """Read the migrations of a run with islands, and measure the winners of each island.

    Args:
        run: the run.
        logs: the logs of its islands.
        champion: the number of the champion's island.
        games: the games of the winners of a generation of all islands together.
        seed: the seed of these games.
        pool: where games are played.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    vocabulary = run.config.vocabulary_value
    winners = [
        {
            number: ExpressionPlayer(log.winner(number), vocabulary, f"generation {number}")
            for number in chosen_generations(len(log.generations), len(log.generations))
        }
        for log in logs
    ]
    game = run.config.game_value
    groups = fast_players(panel_groups(game), game)
    opponents = [one for group in groups.values() for one in group]
    # The numbers before this one are those of the groups in :func:`learning_curves`.
    key = key_of(seed, CURVE, len(groups))
    curves = [
        learning_curve(each, opponents, games=games // len(logs), key=key, pool=pool, game=game)
        for each in winners
    ]
    migrations = migrants_in(run.logs.migrants, run.config).values()
    return IslandsReport(run.config, champion, logs, curves, [one for each in migrations for one in each])


@dataclass(frozen=True)
class RunReport:
    """The contents of a report.

    Attributes:
        path: the run's directory, as seen from the current one.
        log: the run's logs, in a run with islands those of the champion's island.
        ended: whether the run has ended; if not, the champion is the one that it would have if it ended now.
        champion: the champion's expression.
        generation: the generation that it comes from.
        won: whether it won that generation; not if it is the champion as one of the best players by size.
        games: the number of games of each winner against each part of the panel.
        seed: the seed of the games of this report.
        curves: the winners of some generations against each part of the panel.
        strong_curves: the same winners against the strong opponents of the game; empty in games without them.
        panel: the champion's matches against the panel.
        references: its matches against the strong opponents of its game; none in games without them.
        proofs: in small games, the exact verdicts on these winners.
        verdict: in small games, the exact verdict on the champion.
        simplification: the simplified champion, if requested.
        explanation: the explanation of its shortest form; None if that is too large, not compiled, or never
            has a choice.
        operators: descriptions of the operators that were not the configured ones; None if unknown.
        sizes: its best players by size; None if it has not ended, or their file was removed.
        landmarks: the shares of well-known players against the last opponent of the players by size, by name.
        games_against_person: how many games against a person have counted in the run.
        islands: its islands; None in a run of one population.
    """

    path: str
    log: RunLog
    ended: bool
    champion: Individual
    generation: int
    won: bool
    games: int
    seed: int
    curves: dict[str, LearningCurve]
    strong_curves: dict[str, LearningCurve]
    panel: list[MatchReport]
    references: list[MatchReport]
    proofs: list[Proof]
    verdict: Verdict | None
    simplification: Simplification | None
    explanation: Explanation | None
    operators: dict[str, str] | None
    sizes: PlayersBySize | None
    landmarks: dict[str, float]
    games_against_person: int
    islands: IslandsReport | None = None

    def __repr__(self) -> str:
        return brief(self, self.config.game_value, f"{len(self.log.generations)} generations", self.path)

    @property
    def config(self) -> ResolvedConfig:
        """The run's configuration."""
        return self.islands.config if self.islands else self.log.config

    @property
    def shortest(self) -> Individual:
        """The shortest form of the champion that is known, which the report shows first."""
        shorter = self.simplification and self.simplification.tree
        return shorter if shorter and len(shorter) < len(self.champion) else self.champion

    @property
    def changed_options(self) -> dict[str, tuple[Any, Any]]:
        """The options that differ from the defaults of the game, each with its value and the default."""
        usual, own = self.config.usual_values(), self.config.flat()
        return {name: (value, usual[name]) for name, value in own.items() if value != usual[name]}

    def as_json(self) -> dict[str, Any]:
        """The report as ``senet-gp report --json`` prints it."""
        return {
            "run": self.path,
            "game": self.config.game,
            "parameters": parameters_of(self.config.game_value),
            "config": self.config.as_values(),
            "changed_options": {name: value for name, (value, _) in self.changed_options.items()},
            "operators": self.operators,
            "games_against_person": self.games_against_person,
            "ended": self.ended,
            "generations_played": len(self.log.generations),
            "games": self.games,
            "seed": self.seed,
            "champion": {
                "generation": self.generation,
                "nodes": len(self.champion),
                "depth": self.champion.depth,
                "expression": to_lisp(self.champion),
            },
            "panel": as_json(self.panel),
            "references": as_json(self.references),
            "curves": self._curves_as_json(self.curves),
            "strong_curves": self._curves_as_json(self.strong_curves),
            "proofs": as_json(self.proofs),
            "verdict": self.verdict and self.verdict.as_json(),
            "simplification": self.simplification
            and self.simplification.as_json() | {"expression": to_lisp(self.simplification.tree)},
            "explanation": self.explanation and self.explanation.as_json(),
            "sizes": self.sizes and [player.as_json() for player in self.sizes.players],
            "log": self.log.as_json(),
            **({"islands": self.islands.as_json()} if self.islands else {}),
        }

    def _curves_as_json(self, curves: dict[str, LearningCurve]) -> dict[str, Any]:
        return {name: curve_as_json(curve, self.log) for name, curve in curves.items()}


def make_report(
    run: RunDirectory, *, games: int, seed: int, kind: str | None, pool: Pool, show: Progress
) -> RunReport:
    """Read a run and measure its winners; the run does not change.

    Args:
        run: the run, which may go on at the same time.
        games: the number of games of each winner against each part of the panel.
        seed: the seed of these games.
        kind: the kind of simplification of the champion, as in ``simplify``; None for no simplification.
        pool: where games are played.
        show: called before each step, with how many are done and what follows.

    Raises:
        FileError: if no generation has been played yet, or a file is damaged.
        KeyboardInterrupt: if the user interrupts it.
    """
    logs = run.read_logs()
    config, game = run.config, run.config.game_value
    ended = run.has_ended()
    show(0, _STEPS, "looking for the champion")
    sizes = PlayersBySize.read(run.sizes_file) if ended and is_there(run.sizes_file) else None
    found = _champion(run, logs, sizes) if ended else _champion_so_far(config, logs, pool)
    generation, tree, log = found.generation, found.tree, logs[max(0, found.island - 1)]
    won = to_lisp(tree) == log.generations[generation - 1].winner
    vocabulary = config.vocabulary_value
    player = ExpressionPlayer(tree, vocabulary, "champion")
    compiled = bool(game.family) and player.participant.has_kernels
    simplifying = None
    if kind is not None and len(tree) <= _MAX_NODES and compiled:
        # It takes long and needs none of the games.
        simplifying = pool.submit(_simplified, tree, vocabulary, game, kind, seed)
    winners = {
        number: ExpressionPlayer(log.winner(number), vocabulary, f"generation {number}")
        for number in chosen_generations(len(log.generations), generation)
    }
    show(1, _STEPS, "playing the winners of chosen generations")
    curves, strong_curves = (
        learning_curves(winners, groups, games=games, seed=seed, pool=pool, game=game)
        for groups in (panel_groups(game), strong_opponents(game))
    )
    islands = None
    if config.islands > 1:
        show(2, _STEPS, "playing the winners of all islands")
        islands = islands_report(run, logs, found.island, games=games, seed=seed, pool=pool)
    show(3, _STEPS, "playing the champion")
    panel, references = (
        matches_against(
            player,
            opponents,
            games=games,
            seed=seed,
            pool=pool,
            game=game,
            most_slow_games=_MAX_SLOW_GAMES,
        )
        for opponents in (panel_of(game), texts_of(strong_opponents(game)))
    )
    if game.small:
        show(4, _STEPS, "going through every line of play")
    verdict = quick_verdict(player, game)
    # If the champion's proof takes too long, so do those of other winners.
    proven = proofs(winners, game) if verdict is not None else []
    simplification = None
    if simplifying is not None:
        show(5, _STEPS, "simplifying the champion")
        simplification = simplifying.result()
    shorter = simplification.tree if simplification and len(simplification.tree) < len(tree) else tree
    explanation = None
    if compiled and len(shorter) <= _MAX_EXPLAINED:
        show(6, _STEPS, "explaining the champion")
        explanation = _explained(ExpressionPlayer(shorter, vocabulary, "champion"), game, seed, pool)
    return RunReport(
        path=str(from_here(run.path)),
        log=log,
        ended=ended,
        champion=tree,
        generation=generation,
        won=won,
        games=games,
        seed=seed,
        curves=curves,
        strong_curves=strong_curves,
        panel=panel,
        references=references,
        proofs=proven,
        verdict=verdict,
        simplification=simplification,
        explanation=explanation,
        operators=_operators(run),
        sizes=sizes,
        landmarks={} if sizes is None else landmark_shares(sizes, seed, pool),
        games_against_person=run.games_against_person(),
        islands=islands,
    )


def landmark_shares(sizes: PlayersBySize, seed: int, pool: Pool) -> dict[str, float]:
    """The shares of well-known players against the last opponent of players by size, by name.

    There are none where this opponent is the panel or the champion.
    """
    game = sizes.game
    known = landmarks(game)
    if not known or sizes.opponents[-1] not in texts_of(strong_opponents(game)):
        return {}
    players = [player_from_text(text, game) for text in known.values()]
    opponent = player_from_text(sizes.opponents[-1], game)
    key = key_of(seed, SIZES, len(known))
    played = measure(players, [opponent], games=_GAMES_OF_LANDMARKS, key=key, pool=pool, game=game)
    return {name: played.measured(place).share for place, name in enumerate(known)}


def _simplified(tree: Individual, vocabulary: Vocabulary, game: Game, kind: str, seed: int) -> Simplification:
    """The champion simplified; a task."""
    return simplify(tree, vocabulary, game, kind, decisions=_DECISIONS, seed=seed)


def _explained(player: ExpressionPlayer, game: Game, seed: int, pool: Pool) -> Explanation | None:
    """The explanation of an expression; None if it never has a choice."""
    try:
        return explain(player, game, games=_EXPLAINING_GAMES, seed=seed, pool=pool)
    except SenetGpError:
        return None


def _operators(run: RunDirectory) -> dict[str, str] | None:
    """The operators that were not the configured ones; None if no checkpoint can be read."""
    try:
        return run.populations[0].read_state().operators
    except FileError:
        return None


def _champion(run: RunDirectory, logs: Sequence[RunLog], sizes: PlayersBySize | None) -> Finalist:
    """The champion of a run that has ended, its generation, and its island if there are several.

    It has won that generation, or is the champion of the best players by size, if these are known.

    Raises:
        FileError: if the file is not that of this run.
    """
    champion = Champion.read(run.champion_file)
    generation, several = champion.origin.get("generation"), len(logs) > 1
    island = champion.origin.get("island") if several else 1
    by_size = sizes and to_lisp(sizes.champion.tree)
    if (
        type(generation) is not int
        or type(island) is not int
        or not 1 <= island <= len(logs)
        or not 1 <= generation <= len(logs[island - 1].generations)
        or to_lisp(champion.tree) not in (logs[island - 1].generations[generation - 1].winner, by_size)
    ):
        raise FileError(
            f"{run.champion_file} does not belong to this run: it is neither the winner that the log names "
            "nor the champion of sizes.json; remove it, and senet-gp resume makes it again"
        )
    return Finalist(generation, champion.tree, island if several else 0)


def _champion_so_far(config: ResolvedConfig, logs: Sequence[RunLog], pool: Pool) -> Finalist:
    """The expression that would be the champion if the run had ended now."""
    finalists = []
    for island, log in enumerate(logs, 1):
        played = len(log.generations)
        last = range(max(1, played - finalists_each(config) + 1), played + 1)
        number = island if len(logs) > 1 else 0
        finalists += [Finalist(generation, log.winner(generation), number) for generation in last]
    return best_finalist(config, finalists, pool=pool)
