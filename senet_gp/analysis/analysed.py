"""A recorded game analysed: the chances after every choice, mistakes, and what the throws gave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, NamedTuple

from senet_gp.analysis.chances import Chances, ChanceSource, Difference, Effort, chances_after
from senet_gp.analysis.judged import Accuracy, JudgedChoice, total
from senet_gp.analysis.sources import analysis_effort, chance_source
from senet_gp.arena.intervals import wilson
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Choice
from senet_gp.errors import UsageError
from senet_gp.games.registry import parameters_of
from senet_gp.quoting import brief
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key

#: How many of the worst choices are shown.
_WORST = 3
#: The parts of the key of a choice.
_FOUND, _ASSUMED, _SCREENED, _MEASURED = range(4)
#: A choice that seems to lose more than this is measured by so many times as many games.
_SUSPICIOUS, _TIMES_CLOSER = 0.03, 3

#: Is called with how many choices have been given to the pool.
Show = Callable[[int], object]


class _Measured(NamedTuple):
    """What is found out about a decision."""

    ranked: tuple[int, ...]  # the best afterstates that are shown
    assumed: int
    chances: Chances


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
        lost = [choice for choice in self.choices if choice.lost.certain and round(100 * choice.lost.value)]
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
        low, high = self.start[1]
        last = self.choices[-1]
        gained = last.first_movers - self.start[0]
        rest = hypot((high - low) / (2 * 1.96), last.chances.error(last.choice.index))
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
    if not record.choices:
        raise UsageError("the record has no moves, so there is nothing to analyse")
    source = source or chance_source(record.game)
    effort = analysis_effort(source, games)
    key = key_of(seed, SeedDomain.CHANCES)
    start = source.points([record.start], part_key(key, 0), _games_from_the_start(effort))[0]

    def tasks() -> Iterator[tuple[ChanceSource, Choice, int, Effort]]:
        for number, choice in enumerate(record.choices):
            if show is not None:
                show(number)
            yield source, choice, part_key(key, 1 + number), effort

    # What is known exactly is cached in this process.
    where: Pool = SerialPool() if source.exact or pool is None else pool
    judged: list[JudgedChoice] = []
    chance = float(start.mean())
    for choice, found in zip(record.choices, where.map(_measured, tasks()), strict=True):
        words = source.words(choice.decision)
        judged.append(
            JudgedChoice(choice, chance, found.chances, found.ranked[0], found.assumed, found.ranked, words)
        )
        chance = 1 - judged[-1].after if choice.ends_turn else judged[-1].after
    interval = (start[0], start[0]) if source.exact else wilson(start.sum(), len(start))
    low, high = map(float, interval)
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


def _measured(source: ChanceSource, choice: Choice, key: int, effort: Effort) -> _Measured:
    """What is found out about a decision, computed by a worker."""
    decision = choice.decision
    ranked = source.ranked(decision, part_key(key, _FOUND), effort)[: effort.shown]
    assumed = source.preferred(decision, part_key(key, _ASSUMED))
    asked: Sequence[int] = list(dict.fromkeys([*ranked, choice.index, assumed]))
    games = effort.games
    if choice.index != ranked[0] and not source.exact:
        # Whether a choice is measured better must not depend on the games that measure it.
        pair, screened = (ranked[0], choice.index), part_key(key, _SCREENED)
        lost = chances_after(source, decision, pair, screened, games // 2).difference(*pair)
        games *= _TIMES_CLOSER if lost.value > _SUSPICIOUS else 1
    chances = chances_after(source, decision, asked, part_key(key, _MEASURED), games)
    best, *others = ranked
    return _Measured((best, *sorted(others, key=lambda index: -chances.value(index))), assumed, chances)
