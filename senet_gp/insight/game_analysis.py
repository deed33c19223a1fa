"""A recorded game analysed: the chances after every choice, mistakes, and what the throws gave.

Every choice is judged by itself (:mod:`senet_gp.insight.judges`), and all choices of a player together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Choice
from senet_gp.games.registry import parameters_of
from senet_gp.games.wording import wording_of
from senet_gp.insight.hints import why
from senet_gp.insight.judges import (
    Grade,
    Judge,
    Judgement,
    Playouts,
    judge_among,
    judged,
    rounded,
    signed,
    wins,
)
from senet_gp.insight.reasons import reasons_of
from senet_gp.players.human import HumanPlayer
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import Brief, UsageError, brief, printable
from senet_gp.runtime.interruption import Progress, no_progress

_SEATS = ("first", "second")
#: How many of the worst choices are shown.
_WORST = 3
_AT_RANDOM = (
    "Both sides play on at random, because no better player of this game is known: "
    "such chances say little about good play."
)


@dataclass(frozen=True, eq=False, repr=False)
class JudgedChoice(Brief):
    """A choice of a game, with the chances of the player who made it.

    Attributes:
        choice: the decision, and what was played.
        before: the chance before the throw.
        judgement: what the choices were worth.
        why: why the best choice is better, in sentences, if the choice is an inaccuracy or worse.
    """

    choice: Choice
    before: float
    judgement: Judgement
    why: tuple[str, ...] = ()

    @property
    def best(self) -> int:
        """The index of the best choice."""
        return self.judgement.best

    @property
    def shown(self) -> tuple[int, ...]:
        """The indices of the best choices, the best first, and of the one that was played."""
        return tuple(dict.fromkeys([*self.judgement.shown, self.choice.index]))

    @property
    def after(self) -> float:
        """The chance after the choice."""
        return self.judgement.chance(self.choice.index)

    @property
    def luck(self) -> float | None:
        """What the throw gave: the chance after it less the chance before it; None if nothing was thrown."""
        if not self.choice.decision.throws:
            return None
        return self.judgement.chance(self.judgement.expected) - self.before

    @property
    def play(self) -> float:
        """How much better the choice is than the one that the chance before the throw assumes."""
        return self.after - self.judgement.chance(self.judgement.expected)

    @property
    def lost(self) -> float:
        """How much worse the choice is than the best; never below 0."""
        return self.judgement.lost(self.choice.index)

    @property
    def grade(self) -> Grade:
        """How good the choice is."""
        return self.judgement.grade(self.choice.index)

    @property
    def mark(self) -> str:
        """``?!``, ``?`` or ``??`` for an inaccuracy, a mistake or a blunder; else nothing."""
        return self.grade.mark

    def chance_of(self, seat: int) -> float:
        """The chance of a seat's player after the choice."""
        return self.after if self.choice.seat == seat else 1 - self.after

    def word(self, index: int) -> str:
        """What is known of a choice besides its chance."""
        return self.judgement.word(index)

    def move_text(self, index: int) -> str:
        """A choice of the decision as people read it."""
        return self.judgement.move_text(index)

    def note(self, index: int) -> str:
        """What is said of one of the best choices, or of the one that was played."""
        played = f"played {self.mark}".strip() if index == self.choice.index else ""
        return ", ".join(filter(None, (played, self.judgement.note(index))))

    @property
    def luck_cell(self) -> str:
        """What the throw gave, in wins of 100; nothing if nothing was thrown."""
        return "" if self.luck is None else signed(self.luck)

    @property
    def lost_cell(self) -> str:
        """What the choice lost, in wins of 100, where it lost any."""
        return wins(self.lost) if rounded(self.lost) else ""

    @property
    def better(self) -> str:
        """The best choice, and what is known of it, if a worse one was made; else nothing."""
        return f"{self.move_text(self.best)} {self.word(self.best)}".strip() if self.mark else ""

    def as_json(self) -> dict[str, Any]:
        """The choice in :meth:`GameAnalysis.as_json`.

        ``options`` is how many choices there were, ``index`` the one that was made, ``moves`` in the notation
        of records and ``text`` in words. ``before`` the throw, ``after`` the choice, ``luck`` and ``lost``
        are chances of the player who moved, ``first_movers`` that of the first mover. ``grade`` is one of
        best, fine, inaccuracy, mistake and blunder, ``note`` how sure it is that a choice is worse than the
        best, ``verdict`` a sentence on all choices, ``why`` sentences on what was worse, and ``known`` what
        is known besides where chances are known.
        """
        decision, index = self.choice.decision, self.choice.index
        return {
            "turn": self.choice.turn,
            "seat": _SEATS[self.choice.seat],
            "throws": list(decision.throws),
            "options": len(decision.afterstates),
            **self._named(index),
            "before": self.before,
            "after": self.after,
            "first_movers": self.chance_of(0),
            "luck": self.luck,
            "lost": self.lost,
            "grade": self.grade.value,
            "mark": self.mark,
            "note": self.judgement.note(index),
            "verdict": self.judgement.verdict,
            "why": list(self.why),
            "known": self.word(index),
            "best": [
                {
                    **self._named(one),
                    "chance": self.judgement.chance(one),
                    "known": self.word(one),
                    "note": self.judgement.note(one),
                    "played": one == index,
                }
                for one in self.judgement.shown
            ],
        }

    def _named(self, index: int) -> dict[str, Any]:
        """What a choice is called, and the steps of its pieces: 0 is the hand, or off the board."""
        decision = self.choice.decision
        return {
            "index": index,
            "moves": decision.notation(index),
            "text": self.move_text(index),
            "remark": decision.remark(index),
            "steps": [list(step) for step in wording_of(decision).steps(index)],
        }


@dataclass(frozen=True)
class Accuracy:
    """How well a player chose.

    Attributes:
        name: the player's name.
        seat: the player's seat.
        lost: for each decision in which there was anything to choose, how much the choice lost.
        grades: how many of these choices have each grade.
    """

    name: str
    seat: int
    lost: tuple[float, ...]
    grades: Counter[Grade]

    @classmethod
    def of(cls, name: str, seat: int, choices: Sequence[JudgedChoice]) -> Accuracy:
        """The accuracy of a player in the choices of a game."""
        own = [choice for choice in choices if choice.choice.seat == seat and choice.judgement.is_choice]
        return cls(name, seat, tuple(choice.lost for choice in own), Counter(one.grade for one in own))

    @property
    def decisions(self) -> int:
        """In how many decisions there was anything to choose."""
        return len(self.lost)

    @property
    def mean(self) -> float:
        """How much of the chance of winning a choice lost on average."""
        return sum(self.lost) / max(1, len(self.lost))

    @property
    def shown(self) -> str:
        """What a choice lost on average, in wins of 100."""
        return f"{100 * self.mean:.1f}"

    def as_json(self) -> dict[str, Any]:
        """The accuracy in :meth:`GameAnalysis.as_json`."""
        return {
            "player": self.name,
            "seat": _SEATS[self.seat],
            "decisions": self.decisions,
            "lost_a_decision": self.mean,
            **{grade.value: self.grades[grade] for grade in Grade},
        }


@dataclass(frozen=True, eq=False)
class GameAnalysis:
    """The analysis of a game.

    Attributes:
        record: the game.
        judge: who judged.
        start: the first mover's chance at the start.
        choices: all choices.
    """

    record: GameRecord
    judge: Judge
    start: float
    choices: tuple[JudgedChoice, ...]

    def __repr__(self) -> str:
        marked = sum(bool(choice.mark) for choice in self.choices)
        return brief(
            self, self.record.game, f"{len(self.choices)} choices", f"{marked} marked", self.judge.means
        )

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
        """The choices that lost most, at most three, each an inaccuracy or worse.

        They are those of the person, if one plays, else those of both players.
        """
        alone = HumanPlayer.name in self.record.players
        lost = [one for one in self.choices if one.mark and (not alone or one.choice.seat == self.side)]
        return sorted(lost, key=lambda choice: -choice.lost)[:_WORST]

    @property
    def begun(self) -> float:
        """The chance at the start of the side whose chances are told."""
        return 1 - self.start if self.side else self.start

    @property
    def play(self) -> float:
        """What choices gave that side, compared with how the judge assumes that they are made."""
        return sum(one.play if one.choice.seat == self.side else -one.play for one in self.choices)

    @property
    def luck(self) -> float:
        """What the throws of both players gave that side.

        The start, the throws and the choices add up to its chance after the last choice.
        """
        return self.choices[-1].chance_of(self.side) - self.begun - self.play

    @property
    def meaning(self) -> str:
        """What the chances are chances of, in a sentence or two."""
        meaning = f"Wins of 100 {printable(self.judge.means)}; a draw counts half a win."
        return f"{meaning} {_AT_RANDOM}" if self.judge.name == RandomPlayer.name else meaning

    def luck_told(self, side: str) -> str:
        """What the throws and the choices gave the side whose chances are told, in sentences.

        Args:
            side: what this side is called; "you" for the person who reads it.
        """
        last = self.choices[-1].chance_of(self.side)
        yours = "yours" if side == "you" else f"those of {side}"
        return (
            f"{_luck_in_words(rounded(self.luck), side)}. All choices, {yours} and the other's together, "
            f"{_gave(rounded(self.play), side)}. So {wins(self.begun)} wins of 100 at the start became "
            f"{wins(last)} after the last choice."
        )

    def as_json(self) -> dict[str, Any]:
        """The analysis as ``senet-gp analyse --json`` prints it; all chances are from 0 to 1.

        ``chances`` says what they are chances of, ``judge`` who judged, and ``exact`` whether they are known.
        ``start`` is the first mover's chance. ``side`` is whose chances the texts tell: the person's if one
        plays, else the first mover's; ``luck`` and ``play`` are what throws and choices gave that side.
        ``accuracy`` has the first mover first, and ``worst`` the numbers, from 0, of the choices that lost
        most.
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
            "judge": self.judge.name,
            "chances": self.judge.means,
            "exact": self.judge.exact,
            "side": _SEATS[self.side],
            "start": self.start,
            "luck": self.luck,
            "play": self.play,
            "accuracy": [accuracy.as_json() for accuracy in self.accuracies],
            "worst": [self.choices.index(choice) for choice in self.worst],
            "sentences": [self.meaning, *luck],
            "choices": [choice.as_json() for choice in self.choices],
        }


def _luck_in_words(luck: int, side: str) -> str:
    """What all throws gave a side, in wins of 100."""
    if not luck:
        return "Good and bad luck were even"
    return f"{'Good' if luck > 0 else 'Bad'} luck {_gave(luck, side)} wins of 100"


def _gave(given: int, side: str) -> str:
    return f"gave {side} {given}" if given >= 0 else f"cost {side} {-given}"


def analyse(
    record: GameRecord,
    judge: Judge | None = None,
    *,
    pool: Pool | None = None,
    show: Progress = no_progress,
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
    0.0

    Args:
        record: the game, which need not be finished.
        judge: who judges; by default as :func:`~senet_gp.insight.judges.judge_among` has it.
        pool: where games are played, if the judge plays games; by default in this process.
        show: is called with how many choices have been judged, or given to the pool.

    Raises:
        UsageError: if the record has no moves.
        KeyboardInterrupt: if the user interrupts it.
    """
    if not record.choices:
        raise UsageError("the record has no moves, so there is nothing to analyse")
    judge = judge or judge_among(record.players, record.game)

    def tasks() -> Iterator[tuple[Judge, Choice]]:
        for number, choice in enumerate(record.choices):
            show(number, len(record.choices), "")
            yield judge, choice

    # What looks chances up, or asks a network, is ready in this process.
    where: Pool = pool if pool is not None and isinstance(judge, Playouts) else SerialPool()
    start = before = judge.to_move(record.start)
    choices: list[JudgedChoice] = []
    for choice, judgement in zip(record.choices, where.map(_judgement, tasks()), strict=True):
        one = JudgedChoice(choice, before, judgement)
        choices.append(one if not one.mark else _explained(one, judge))
        before = 1 - one.after if choice.ends_turn else one.after
    return GameAnalysis(record, judge, start, tuple(choices))


def _judgement(judge: Judge, choice: Choice) -> Judgement:
    return judged(judge, choice.decision)


def _explained(one: JudgedChoice, judge: Judge) -> JudgedChoice:
    """A choice with the sentences that say why the best one is better."""
    told = why(judge, reasons_of(judge), one.judgement, (one.best, one.choice.index))
    return JudgedChoice(one.choice, one.before, one.judgement, told.sentences)
