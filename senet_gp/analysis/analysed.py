"""A recorded game analysed: the chances after every choice, mistakes, and what the throws gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot
from typing import Any

from senet_gp.analysis.best import Best, best_of, key_of_decision, preferred
from senet_gp.analysis.chances import ChanceSource, Difference, Effort, error_of
from senet_gp.analysis.judged import Accuracy, JudgedChoice, total
from senet_gp.analysis.sources import chance_source, usual_effort
from senet_gp.arena.intervals import wilson
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import GameRecord
from senet_gp.checks import number_of_games, seed_number
from senet_gp.engine.playthrough import Choice
from senet_gp.errors import UsageError
from senet_gp.games.registry import parameters_of
from senet_gp.quoting import brief
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key

#: How many of the worst choices are shown.
_WORST = 3
#: What is less than this is no win of 100, rounded.
_SEEN = 0.005
#: The part of the key of all games that are played on from the start; decisions have keys of their own.
_START = 0
#: Is called with how many choices have been given to the pool.
Show = Callable[[int], object]


@dataclass(frozen=True, eq=False)
class GameAnalysis:
    """The analysis of a game.

    Attributes:
        record: the game.
        source_name: whose games give the chances, or how they are known.
        means: what the chances are chances of.
        exact: whether they are known and not estimated.
        games: how many games were played on from each choice that was measured.
        seed: the seed of these games.
        start: the first mover's chance at the start, and its interval.
        choices: all choices.
    """

    record: GameRecord
    source_name: str
    means: str
    exact: bool
    games: int
    seed: int
    start: tuple[float, tuple[float, float]]
    choices: tuple[JudgedChoice, ...]

    def __repr__(self) -> str:
        marked = sum(bool(choice.mark) for choice in self.choices)
        return brief(self, self.record.game, f"{len(self.choices)} choices", f"{marked} mistakes", self.means)

    @property
    def accuracies(self) -> tuple[Accuracy, Accuracy]:
        """How well each player chose, the first mover first."""
        first, second = (Accuracy.of(self.record.players[seat], seat, self.choices) for seat in (0, 1))
        return first, second

    @property
    def worst(self) -> list[JudgedChoice]:
        """The choices that lost most, at most three, each a win of 100 or more, beyond doubt."""
        lost = [choice for choice in self.choices if choice.lost.certain and choice.lost.value >= _SEEN]
        return sorted(lost, key=lambda choice: -choice.lost.value)[:_WORST]

    @property
    def play(self) -> Difference:
        """What choices gave the first mover, compared with how the analysis assumes that they are made."""
        return total([
            Difference(choice.play.value * (1 - 2 * choice.choice.seat), choice.play.error)
            for choice in self.choices
        ])  # fmt: skip

    @property
    def luck(self) -> Difference:
        """What the throws of both players gave the first mover.

        The start, the throws and the choices add up to the first mover's chance after the last choice.
        """
        last = self.choices[-1]
        gained = last.first_movers - self.start[0]
        rest = hypot(error_of(self.start[1]), last.chances.error(last.choice.index))
        return Difference(gained - self.play.value, hypot(self.play.error, rest))

    def as_json(self) -> dict[str, Any]:
        """The analysis as documented for ``senet-gp analyse --json``."""
        return {
            "game": self.record.game.name,
            "parameters": parameters_of(self.record.game),
            "players": list(self.record.players),
            "result": self.record.result,
            "turns": self.record.turns,
            "chances": self.means,
            "exact": self.exact,
            "games": self.games,
            "seed": self.seed,
            "start": {"chance": self.start[0], "interval": list(self.start[1])},
            "luck": {"value": self.luck.value, "interval": list(self.luck.interval)},
            "play": {"value": self.play.value, "interval": list(self.play.interval)},
            "accuracy": [accuracy.as_json() for accuracy in self.accuracies],
            "worst": [self.choices.index(choice) for choice in self.worst],
            "choices": [choice.as_json() for choice in self.choices],
        }


def analyse(
    record: GameRecord,
    source: ChanceSource | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    pool: Pool | None = None,
    show: Show | None = None,
) -> GameAnalysis:
    """Analyse a game: find the chances after every choice, and the best choices.

    >>> from senet_gp.engine.playthrough import Playthrough
    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.parsing import player_from_text
    >>> from senet_gp.streams import game_streams
    >>> record = GameRecord(("random", "random"), game_of("hexapawn"))
    >>> players = 2 * (player_from_text("random", "hexapawn"),)
    >>> record.choices += Playthrough(players, game_streams(1), record.game, record.start).choices()
    >>> analyse(record).start
    (0.0, (0.0, 0.0))

    Args:
        record: the game, which need not be finished.
        source: what gives the chances; by default that of the game
            (:func:`~senet_gp.analysis.sources.chance_source`).
        games: how many games are played on from each choice that is measured.
        seed: the seed; the same seed gives the same analysis with any number of workers.
        pool: where games are played; by default in this process.
        show: is called with how many choices have been given to the pool.

    Raises:
        UsageError: if the record has no moves.
        KeyboardInterrupt: if the user interrupts it.
    """
    games = None if games is None else number_of_games(games, 2)
    seed = seed_number(seed)
    if not record.choices:
        raise UsageError("the record has no moves, so there is nothing to analyse")
    source = source or chance_source(record.game)
    effort = usual_effort(source, games)
    key = key_of(seed, SeedDomain.CHANCES)
    start = source.points([record.start], part_key(key, _START), _games_from_the_start(effort))[0]

    def tasks() -> Iterator[tuple[ChanceSource, Choice, int, Effort]]:
        for number, choice in enumerate(record.choices):
            if show is not None:
                show(number)
            yield source, choice, seed, effort

    # What is known exactly is cached in this process.
    where: Pool = SerialPool() if source.exact or pool is None else pool
    interval = (start[0], start[0]) if source.exact else wilson(start.sum(), len(start))
    low, high = map(float, interval)
    judged: list[JudgedChoice] = []
    before = Difference(float(start.mean()), error_of((low, high)))
    for choice, (found, assumed) in zip(record.choices, where.map(_found, tasks()), strict=True):
        one = JudgedChoice(choice, before, found, assumed, source.words(choice.decision))
        judged.append(one)
        before = Difference(1 - one.after if choice.ends_turn else one.after, one.chances.error(choice.index))
    return GameAnalysis(
        record,
        source.name,
        source.means,
        source.exact,
        0 if source.exact else effort.games,
        seed,
        (float(start.mean()), (low, high)),
        tuple(judged),
    )


def _games_from_the_start(effort: Effort) -> int:
    """The start counts for all throws together, so it is measured better than single choices."""
    return 4 * effort.games


def _found(source: ChanceSource, choice: Choice, seed: int, effort: Effort) -> tuple[Best, int]:
    """What is found out about a decision, and the choice that is assumed there; computed by a worker."""
    decision = choice.decision
    key = key_of_decision(source, decision, seed)
    assumed = preferred(source, decision, key)
    return best_of(source, decision, key, effort, [choice.index, assumed]), assumed
