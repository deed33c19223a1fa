"""A recorded game analysed: the chances after every choice, mistakes, and what the throws gave.

Every choice is judged by itself, and all choices of a player together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import Any

from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import GameRecord
from senet_gp.engine.measurement import error_of, wilson
from senet_gp.engine.playthrough import Choice
from senet_gp.games.registry import parameters_of
from senet_gp.games.wording import wording_of
from senet_gp.insight.chance_sources import chance_source, usual_effort
from senet_gp.insight.chances import (
    Best,
    Chances,
    ChanceSource,
    Difference,
    Effort,
    key_of_decision,
    preferred,
    rounded,
    signed,
    wins,
)
from senet_gp.insight.losses import found_of, little_lost, mark_of
from senet_gp.insight.reasons import Reasons, reasons_of
from senet_gp.insight.why import why
from senet_gp.players.human import HumanPlayer
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import UsageError, brief, printable
from senet_gp.runtime.streams import SeedDomain, key_of, part_key

_SEATS = ("first", "second")
#: How many of the worst choices are shown.
_WORST = 3
#: What is less than this is no win of 100, rounded.
_SEEN = 0.005
#: The part of the key of all games that are played on from the start; decisions have keys of their own.
_START = 0
#: Stands in a table where an interval contains zero, and what it means.
CLOSE = "~"
CLOSE_MEANS = "~: too close to call, since the 95 % interval contains zero"
_AT_RANDOM = (
    "Both sides play on at random, because no better player of this game is known: "
    "such chances say little about good play. Name a player whose games are to give them."
)
#: Is called with how many choices have been given to the pool.
Show = Callable[[int], object]


@dataclass(frozen=True, eq=False)
class JudgedChoice:
    """A choice of a game, with the chances of the player who made it.

    Attributes:
        choice: the decision, and what was played.
        before: the chance before the throw, with its standard error.
        found: the best choices, with the chances after them, after the one that was played, and after the one
            that the analysis assumes.
        assumed: the index of the choice that is made where the chances assume that the game goes on.
        little: what the choice lost, if the network sees that it is too little for games to tell.
        words: what is known of each choice besides its chance; or nothing.
        why: why the best choice is better, in sentences, if a mistake was made; else nothing.
    """

    choice: Choice
    before: Difference
    found: Best
    assumed: int
    little: Difference | None
    words: Sequence[str]
    why: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return brief(self, " ".join(str(self.choice).split()), f"chance {self.after:.0%}", self.mark)

    @property
    def chances(self) -> Chances:
        """The chances that are known."""
        return self.found.chances

    @property
    def best(self) -> int:
        """The index of the best choice."""
        return self.found.shown[0]

    @property
    def shown(self) -> tuple[int, ...]:
        """The indices of the best choices, the best first."""
        return self.found.shown

    @property
    def verdict(self) -> str:
        """Whether one choice is clearly the best, if chances are estimated."""
        return "" if all(self.chances.certain) else self.found.verdict(self.choice.decision)

    @property
    def after(self) -> float:
        """The chance after the choice."""
        return self.chances.value(self.choice.index)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the chance after the choice."""
        return self.chances.interval(self.choice.index)

    @property
    def thrown(self) -> float:
        """The chance after the throw, if the player goes on as the analysis assumes."""
        return self.chances.value(self.assumed)

    @property
    def luck(self) -> Difference | None:
        """What the throw gave: the chance after it less the chance before it; None if nothing was thrown."""
        if not self.choice.decision.throws:
            return None
        error = hypot(self.chances.error(self.assumed), self.before.error)
        return Difference(self.thrown - self.before.value, error)

    @property
    def play(self) -> Difference:
        """How much better the choice is than the one that the analysis assumes."""
        return self.chances.difference(self.choice.index, self.assumed)

    @property
    def lost(self) -> Difference:
        """How much worse the choice is than the best."""
        return self.chances.difference(self.best, self.choice.index)

    @property
    def counted(self) -> Difference:
        """What the choice counts in a mean: what the network sees, if that is little, else :attr:`lost`."""
        return self.lost if self.little is None or self.mark else self.little

    def is_close(self, index: int) -> bool:
        """Whether it is too close to call whether a choice or the best one is better."""
        return index != self.best and self.chances.difference(self.best, index).doubtful

    @property
    def is_decision(self) -> bool:
        """Whether there was anything to choose."""
        return len(self.choice.decision.afterstates) > 1

    @property
    def mark(self) -> str:
        """``??`` for a blunder, ``?`` for a mistake, else nothing."""
        return mark_of(self.lost)

    def chance_of(self, seat: int) -> float:
        """The chance of a seat's player after the choice."""
        return self.after if self.choice.seat == seat else 1 - self.after

    def word(self, index: int) -> str:
        """What is known of a choice besides its chance."""
        return self.words[index] if self.words else ""

    def told(self, index: int) -> str:
        """A choice of the decision as people read it."""
        return wording_of(self.choice.decision).told(index)

    def known(self, index: int) -> str:
        """What is known of a choice besides its chance, or else the interval of that, in wins of 100."""
        low, high = self.chances.interval(index)
        return self.word(index) or ("certain" if low == high else f"{wins(low)} to {wins(high)}")

    def note(self, index: int) -> str:
        """What is said of one of the best choices, or of the one that was played."""
        notes = [f"played {self.mark}".strip()] if index == self.choice.index else []
        return ", ".join([*notes, "too close to call"] if self.is_close(index) else notes)

    @property
    def luck_cell(self) -> str:
        """What the throw gave, in wins of 100; nothing if nothing was thrown."""
        if self.luck is None:
            return ""
        return CLOSE if self.luck.close else signed(self.luck.value)

    @property
    def lost_cell(self) -> str:
        """What the choice lost, in wins of 100, where it lost anything."""
        if self.is_close(self.choice.index):
            return CLOSE
        lost = rounded(self.lost.value)
        return str(lost) if self.is_decision and lost > 0 else ""

    @property
    def better(self) -> str:
        """The best choice, and what is known of it, if a mistake was made; else nothing."""
        return f"{self.told(self.best)} {self.word(self.best)}".strip() if self.mark else ""

    def as_json(self) -> dict[str, Any]:
        """The choice in :meth:`GameAnalysis.as_json`.

        ``options`` is how many choices there were, ``index`` the one that was made, ``moves`` in the notation
        of records and ``text`` in words. ``before`` the throw, ``after`` the choice (with ``interval``),
        ``luck`` and ``lost`` are chances of the player who moved, ``first_movers`` that of the first mover.
        ``close`` is whether it is too close to call that the best is better, ``verdict`` a sentence on all
        choices, ``why`` sentences on a mistake, and ``known`` what is known besides where chances are known.
        """
        decision, index = self.choice.decision, self.choice.index
        return {
            "turn": self.choice.turn,
            "seat": _SEATS[self.choice.seat],
            "throws": list(decision.throws),
            "options": len(decision.afterstates),
            **self._named(index),
            "before": self.before.value,
            "after": self.after,
            "first_movers": self.chance_of(0),
            "interval": list(self.interval),
            "luck": self.luck and self.luck.value,
            "luck_interval": self.luck and list(self.luck.interval),
            "lost": self.lost.value,
            "lost_interval": list(self.lost.interval),
            "mark": self.mark,
            "close": self.is_close(index),
            "verdict": self.verdict,
            "why": list(self.why),
            "known": self.word(index),
            "best": [
                {
                    **self._named(one),
                    "chance": self.chances.value(one),
                    "interval": list(self.chances.interval(one)),
                    "known": self.word(one),
                    "close": self.is_close(one),
                    "played": one == index,
                }
                for one in self.shown
            ],
        }

    def _named(self, index: int) -> dict[str, Any]:
        """What a choice is called, and the steps of its pieces: 0 is the hand, or off the board."""
        decision = self.choice.decision
        return {
            "index": index,
            "moves": decision.notation(index),
            "text": self.told(index),
            "remark": decision.remark(index),
            "steps": [list(step) for step in decision.steps(index)],
        }


def total(differences: Sequence[Difference]) -> Difference:
    """The sum of independent differences.

    >>> total([Difference(0.5, 0.3), Difference(-0.25, 0.4)])
    Difference(value=0.25, error=0.5)
    """
    return Difference(
        sum(difference.value for difference in differences),
        sqrt(sum(difference.error**2 for difference in differences)),
    )


def _with_interval(difference: Difference) -> str:
    if not difference.error:
        return signed(difference.value)
    low, high = difference.interval
    return f"{signed(difference.value)} ({signed(low)} to {signed(high)})"


@dataclass(frozen=True)
class Accuracy:
    """How well a player chose.

    Attributes:
        name: the player's name.
        seat: the player's seat.
        decisions: the number of decisions in which there was anything to choose.
        lost: how much of the chance of winning a decision lost on average, compared with the best choice.
        mistakes: the number of mistakes that are no blunders.
        blunders: the number of blunders.
    """

    name: str
    seat: int
    decisions: int
    lost: Difference
    mistakes: int
    blunders: int

    @classmethod
    def of(cls, name: str, seat: int, choices: Sequence[JudgedChoice]) -> Accuracy:
        """The accuracy of a player in the choices of a game."""
        own = [choice for choice in choices if choice.choice.seat == seat and choice.is_decision]
        lost, count = total([choice.counted for choice in own]), max(1, len(own))
        marks = [choice.mark for choice in own]
        mean = Difference(lost.value / count, lost.error / count)
        return cls(name, seat, len(own), mean, marks.count("?"), marks.count("??"))

    @property
    def shown(self) -> str:
        """What a choice lost on average, in wins of 100; what is below zero is chance alone."""
        return f"{100 * max(0.0, self.lost.value):.1f}"

    @property
    def shown_interval(self) -> str:
        """The 95 % interval of that."""
        low, high = self.lost.interval
        return f"{100 * max(0.0, low):.1f} to {100 * max(0.0, high):.1f}"

    def as_json(self) -> dict[str, Any]:
        """The accuracy in :meth:`GameAnalysis.as_json`; ``interval`` is that of ``lost_a_decision``."""
        return {
            "player": self.name,
            "seat": _SEATS[self.seat],
            "decisions": self.decisions,
            "lost_a_decision": self.lost.value,
            "interval": list(self.lost.interval),
            "mistakes": self.mistakes,
            "blunders": self.blunders,
        }


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
    def side(self) -> int:
        """The seat whose chances are told: that of the person, if one plays, else the first mover's."""
        people = [seat for seat, name in enumerate(self.record.players) if name == HumanPlayer.name]
        return people[0] if len(people) == 1 else 0

    @property
    def worst(self) -> list[JudgedChoice]:
        """The choices that lost most, at most three, each a win of 100 or more, beyond doubt.

        They are those of the person, if one plays, else those of both players.
        """
        alone = HumanPlayer.name in self.record.players
        told = [choice for choice in self.choices if not alone or choice.choice.seat == self.side]
        lost = [choice for choice in told if choice.lost.certain and choice.lost.value >= _SEEN]
        return sorted(lost, key=lambda choice: -choice.lost.value)[:_WORST]

    @property
    def begun(self) -> float:
        """The chance at the start of the side whose chances are told."""
        return 1 - self.start[0] if self.side else self.start[0]

    @property
    def play(self) -> Difference:
        """What choices gave that side, compared with how the analysis assumes that they are made."""
        return total([
            Difference(choice.play.value * (1 if choice.choice.seat == self.side else -1), choice.play.error)
            for choice in self.choices
        ])  # fmt: skip

    @property
    def luck(self) -> Difference:
        """What the throws of both players gave that side.

        The start, the throws and the choices add up to its chance after the last choice.
        """
        last = self.choices[-1]
        gained = last.chance_of(self.side) - self.begun
        rest = hypot(error_of(self.start[1]), last.chances.error(last.choice.index))
        return Difference(gained - self.play.value, hypot(self.play.error, rest))

    @property
    def meaning(self) -> str:
        """What the chances are chances of, in a sentence or two."""
        games = "" if self.exact else f", estimated by {self.games:,} games each"
        meaning = f"Wins of 100 {printable(self.means)}{games}; a draw counts half a win."
        return f"{meaning} {_AT_RANDOM}" if self.source_name == RandomPlayer.name else meaning

    def luck_told(self, side: str) -> str:
        """What the throws and the choices gave the side whose chances are told, in sentences.

        Args:
            side: what this side is called; "you" for the person who reads it.
        """
        last, player = self.choices[-1].chance_of(self.side), printable(self.source_name)
        has = "have" if side == "you" else "has"
        return (
            f"At the start {side} had {wins(self.begun)} wins of 100. The throws of both players gave "
            f"{side} {_with_interval(self.luck)}, and the choices of both, compared with those of {player}, "
            f"{_with_interval(self.play)}. After the last choice {side} {has} {wins(last)}."
        )

    def as_json(self) -> dict[str, Any]:
        """The analysis as ``senet-gp analyse --json`` prints it; all chances are from 0 to 1.

        ``chances`` says what they are chances of, ``exact`` whether they are known, and ``games`` how many
        games measure a choice. ``start`` is the first mover's chance. ``side`` is whose chances the texts
        tell: the person's if one plays, else the first mover's; ``luck`` and ``play`` are what throws and
        choices gave that side. ``accuracy`` has the first mover first, and ``worst`` the numbers, from 0, of
        the choices that lost most beyond doubt.
        """
        side = ("the first mover", "the second mover")[self.side]
        if HumanPlayer.name in self.record.players:
            side = "you"
        luck = [self.luck_told(side)] if self.record.game.stochastic else []
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
            "side": _SEATS[self.side],
            "start": {"chance": self.start[0], "interval": list(self.start[1])},
            "luck": {"value": self.luck.value, "interval": list(self.luck.interval)},
            "play": {"value": self.play.value, "interval": list(self.play.interval)},
            "accuracy": [accuracy.as_json() for accuracy in self.accuracies],
            "worst": [self.choices.index(choice) for choice in self.worst],
            "sentences": [self.meaning, *luck],
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
    >>> from senet_gp.runtime.streams import game_streams
    >>> record = GameRecord(("random", "random"), game_of("hexapawn"))
    >>> players = 2 * (player_from_text("random", "hexapawn"),)
    >>> record.choices += Playthrough(players, game_streams(1), record.game, record.start).choices()
    >>> analyse(record).start
    (0.0, (0.0, 0.0))

    Args:
        record: the game, which need not be finished.
        source: what gives the chances; by default that of the game
            (:func:`~senet_gp.insight.chance_sources.chance_source`).
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
    for choice, (found, assumed, little) in zip(record.choices, where.map(_found, tasks()), strict=True):
        one = JudgedChoice(choice, before, found, assumed, little, source.words(choice.decision))
        judged.append(one)
        before = Difference(1 - one.after if choice.ends_turn else one.after, one.chances.error(choice.index))
    reasons = reasons_of(source)
    return GameAnalysis(
        record=record,
        source_name=source.name,
        means=source.means,
        exact=source.exact,
        games=0 if source.exact else effort.games,
        seed=seed,
        start=(float(start.mean()), (low, high)),
        choices=tuple(one if not one.mark else _explained(one, source, reasons) for one in judged),
    )


def _explained(judged: JudgedChoice, source: ChanceSource, reasons: Reasons) -> JudgedChoice:
    """A mistake, with the sentences that say why the best choice is better."""
    pair = (judged.best, judged.choice.index)
    told = why(source, reasons, judged.choice.decision, pair, judged.chances)
    return replace(judged, why=told.sentences)


def _games_from_the_start(effort: Effort) -> int:
    """The start counts for all throws together, so it is measured better than single choices."""
    return 4 * effort.games


def _found(
    source: ChanceSource, choice: Choice, seed: int, effort: Effort
) -> tuple[Best, int, Difference | None]:
    """What is found out about a decision, the choice that is assumed, and what little was lost."""
    assumed = preferred(source, choice.decision, key_of_decision(source, choice.decision, seed))
    little = little_lost(source, choice)
    found = found_of(source, choice, seed, effort, assumed)
    return found, assumed, None if little is None else little.lost
