"""A recorded game analysed: the chances after every choice, mistakes, and what the throws gave.

Every choice is judged by itself (:mod:`senet_gp.insight.judges`), and all choices of a player together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Choice
from senet_gp.games.protocol import SEATS
from senet_gp.games.registry import parameters_of, titled
from senet_gp.insight.hints import choice_facts, choices_caption, why
from senet_gp.insight.judges import (
    WINS_LOST,
    Grade,
    Judge,
    Judgement,
    Playouts,
    judge_among,
    judged,
    rounded,
    wins,
)
from senet_gp.insight.reasons import reasons_of
from senet_gp.insight.rows import (
    COUNT,
    GAIN,
    LOSS,
    MARK,
    SEAT,
    SIGNS,
    TENTHS,
    TEXT,
    THROWS,
    WINS,
    Boards,
    Fact,
    Rows,
    Section,
    name_text,
    records,
    to_move,
)
from senet_gp.players.human import HumanPlayer, addressed
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import Brief, UsageError, brief, printable
from senet_gp.runtime.interruption import Progress, no_progress

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

    @property
    def better(self) -> str:
        """The best choice, and what is known of it, if a worse one was made; else nothing."""
        return f"{self.move_text(self.best)} {self.word(self.best)}".strip() if self.mark else ""

    def _which(self, index: int) -> str:
        return f"played {self.mark}".rstrip() if index == self.choice.index else ""

    @property
    def rows(self) -> Rows:
        """The best choices, and the one that was played."""
        facts: list[Fact[int]] = [
            *choice_facts(self.judgement, SIGNS[self.choice.seat]),
            Fact("played", lambda index: index == self.choice.index),
            Fact("which", self._which, "", MARK if self.mark else TEXT),
            Fact("note", self.judgement.note, "" if any(map(self.judgement.note, self.shown)) else None),
        ]
        return Rows.of(facts, self.shown, choices_caption(self.judgement))

    @property
    def sentences(self) -> list[str]:
        """What is said of all choices, of the one that was made, and of the throw."""
        found = [self.judgement.verdict] if self.judgement.verdict else []
        if self.judgement.is_choice and rounded(self.lost):
            found.append(f"What was played lost {_of_100(self.lost)}.")
        if self.luck is not None:
            what = f"{'cost' if self.luck < 0 else 'gave'} {_of_100(abs(self.luck))}"
            found.append(f"The throw {what if rounded(self.luck) else 'gave nothing'}.")
        return found

    def section(self, number: int) -> Section:
        """The choice as people see it.

        Args:
            number: its number among those that are shown, from 1.
        """
        decision, index = self.choice.decision, self.choice.index
        named = (("Played", index), ("Best", self.best))
        moves = tuple((f"{what}: {self.move_text(one)}", one) for what, one in named)
        return Section.of(
            f"{number}. turn {self.choice.turn}: {to_move(decision)}",
            Boards(decision, moves),
            self.rows,
            *self.sentences,
            *self.why,
        )


#: What programs read of a choice besides.
_VALUES: tuple[Fact[JudgedChoice], ...] = (
    Fact("grade", lambda one: one.grade.value),
    Fact("options", lambda one: len(one.choice.decision.afterstates)),
    Fact("index", lambda one: one.choice.index),
    Fact("moves", lambda one: one.choice.decision.notation(one.choice.index)),
    Fact("before", lambda one: one.before),
    Fact("after", lambda one: one.after),
    Fact("first_movers", lambda one: one.chance_of(0)),
    Fact("note", lambda one: one.judgement.note(one.choice.index)),
    Fact("verdict", lambda one: one.judgement.verdict),
    Fact("best", lambda one: one.rows.as_json()),
    Fact("sentences", lambda one: one.sentences),
    Fact("why", lambda one: list(one.why)),
)


@dataclass(frozen=True)
class Accuracy:
    """How well a player chose.

    Attributes:
        name: the player's name.
        called: what people call the player.
        seat: the player's seat.
        lost: for each decision in which there was anything to choose, how much the choice lost.
        grades: how many of these choices have each grade.
    """

    name: str
    called: str
    seat: int
    lost: tuple[float, ...]
    grades: Counter[Grade]

    @property
    def decisions(self) -> int:
        """In how many decisions there was anything to choose."""
        return len(self.lost)

    @property
    def mean(self) -> float:
        """How much of the chance of winning a choice lost on average."""
        return sum(self.lost) / max(1, len(self.lost))


def _graded(grade: Grade, one: Accuracy) -> int:
    return one.grades[grade]


#: What is told of how well a player chose.
_ACCURACY: tuple[Fact[Accuracy], ...] = (
    Fact("player", lambda one: one.name),
    Fact("seat", lambda one: SEATS[one.seat]),
    Fact("called", lambda one: f"{SIGNS[one.seat]} {one.called}", "player"),
    Fact("decisions", lambda one: one.decisions, "choices", COUNT),
    Fact("lost_a_decision", lambda one: one.mean, "wins lost\na choice", TENTHS),
    *(Fact(grade.value, partial(_graded, grade), grade.value, COUNT) for grade in Grade),
)


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
        return self._accuracy(0), self._accuracy(1)

    def _accuracy(self, seat: int) -> Accuracy:
        own = [choice for choice in self.choices if choice.choice.seat == seat and choice.judgement.is_choice]
        lost, grades = tuple(choice.lost for choice in own), Counter(choice.grade for choice in own)
        return Accuracy(self.record.players[seat], self.names[seat], seat, lost, grades)

    @property
    def names(self) -> tuple[str, ...]:
        """What people call the players, the first mover first."""
        return tuple(map(name_text, addressed(self.record.players, self.record.game)))

    @property
    def side(self) -> int:
        """The seat whose chances are told: that of the person, if one plays, else the first mover's."""
        return self.record.players.index(HumanPlayer.name) if self._one_person else 0

    @property
    def _one_person(self) -> bool:
        """Whether one person plays, who is told of their own game."""
        return self.record.players.count(HumanPlayer.name) == 1

    @property
    def worst(self) -> list[JudgedChoice]:
        """The choices that lost most, at most three, each an inaccuracy or worse.

        They are those of the person, if one plays, else those of both players.
        """
        alone = self._one_person
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

    @property
    def luck_told(self) -> str:
        """What the throws and the choices gave the side whose chances are told, in sentences."""
        side = "you" if self._one_person else SIGNS[self.side]
        yours = "yours" if side == "you" else f"those of {side}"
        return (
            f"{_luck_in_words(rounded(self.luck), side)}. All choices, {yours} and the other's together, "
            f"{_gave(rounded(self.play), side)}. So {wins(self.begun)} wins of 100 at the start became "
            f"{wins(self.choices[-1].chance_of(self.side))} after the last choice."
        )

    @property
    def _facts(self) -> list[Fact[JudgedChoice]]:
        """What is told of each choice; ``docs/play.md`` explains it."""
        exact, has_throws = self.judge.exact, self.record.game.stochastic
        chance = f"wins of\n100 of {SIGNS[self.side]}"
        throws, luck = ("throws", "luck") if has_throws else (None, None)
        return [
            Fact("turn", lambda one: one.choice.turn, "turn", COUNT),
            Fact("seat", lambda one: SEATS[one.choice.seat], "", SEAT),
            Fact("throws", lambda one: list(one.choice.decision.throws), throws, THROWS),
            Fact("text", lambda one: one.move_text(one.choice.index), "played"),
            Fact("known", lambda one: one.word(one.choice.index), "perfect play" if exact else None),
            Fact("chance", lambda one: one.chance_of(self.side), None if exact else chance, WINS),
            Fact("luck", lambda one: one.luck, luck, GAIN),
            Fact("lost", lambda one: one.lost, "lost", LOSS),
            Fact("mark", lambda one: one.mark, "", MARK),
        ]

    def section(self) -> Section:
        """The analysis as people read it."""
        names = " against ".join(f"{sign} {name}" for sign, name in zip(SIGNS, self.names, strict=True))
        luck = Section.of("Luck", self.luck_told) if self.record.game.stochastic else None
        worst: list[Section | str] = [judged.section(number) for number, judged in enumerate(self.worst, 1)]
        if worst and not self._one_person:
            worst.insert(0, '"You" is the player who moves.')
        return Section.of(
            f"{titled(self.record.game)}: {names}, {self.record.turns} turns",
            self.meaning,
            Section.of(
                "Accuracy",
                Rows.of(_ACCURACY, self.accuracies),
                f"{WINS_LOST}; an inaccuracy (?!) lost 2 or more, a mistake (?) 5, a blunder (??) 10, where "
                "the judge is sure of it",
                luck,
                key="accuracy",
            ),
            Section.of("The worst choices", *(worst or ["No choice is marked."]), key="worst"),
            self._better_section(),
            self._choices_section(),
        )

    def _better_section(self) -> Section | None:
        """For each mistake what was better; None if there are none."""
        marked = [judged for judged in self.choices if judged.mark]
        if not marked:
            return None
        facts = [fact for fact in self._facts if fact.key in {"turn", "seat", "text", "mark"}]
        better = Fact[JudgedChoice]("better", lambda one: one.better, "better")
        return Section.of("What was better", Rows.of([*facts, better], marked), key="better")

    def _choices_section(self) -> Section:
        luck = "luck: what the throw gave the player; " if self.record.game.stochastic else ""
        return Section.of(
            "Choice by choice",
            Rows.of(self._facts, self.choices),
            f"{luck}lost: against the best choice, in wins of 100",
            key="all",
        )

    def as_json(self) -> dict[str, Any]:
        """The analysis as ``senet-gp analyse --json`` prints it; all chances are from 0 to 1.

        ``chances`` says what they are chances of, ``judge`` who judged, and ``exact`` whether they are known.
        ``start`` is the first mover's chance. ``side`` is whose chances the texts tell: the person's if one
        plays, else the first mover's; ``begun`` is its chance at the start, ``luck`` and ``play`` what throws
        and choices gave it.
        ``accuracy`` has the first mover first, and ``worst`` the numbers, from 0, of the choices that lost
        most.

        Of each choice, ``options`` is how many choices there were, ``index`` the one that was made, ``moves``
        in the notation of records and ``text`` in words. ``before`` the throw, ``after`` the choice, ``luck``
        and ``lost`` are chances of the player who moved, ``first_movers`` that of the first mover,
        ``chance`` that of ``side``. ``grade`` is one of best, fine, inaccuracy, mistake and blunder, ``note``
        how sure it is that the choice is worse than the best, ``verdict`` a sentence on all choices,
        ``best`` the rows of the best choices, ``sentences`` what is said of them, ``why`` sentences on what
        was worse, and ``known`` what is known besides where chances are known. ``shown`` are sections for
        people.
        """
        luck = [self.luck_told] if self.record.game.stochastic else []
        return {
            "game": self.record.game.name,
            "parameters": parameters_of(self.record.game),
            "players": list(self.record.players),
            "result": self.record.result,
            "turns": self.record.turns,
            "judge": self.judge.name,
            "chances": self.judge.means,
            "exact": self.judge.exact,
            "side": SEATS[self.side],
            "start": self.start,
            "begun": self.begun,
            "luck": self.luck,
            "play": self.play,
            "accuracy": records(_ACCURACY, self.accuracies),
            "worst": [self.choices.index(choice) for choice in self.worst],
            "sentences": [self.meaning, *luck],
            "choices": records([*self._facts, *_VALUES], self.choices),
            "shown": [section.as_json() for section in self.section().sections if section.key == "accuracy"],
        }


def _luck_in_words(luck: int, side: str) -> str:
    """What all throws gave a side, in wins of 100."""
    if not luck:
        return "Good and bad luck were even"
    wins = "win" if abs(luck) == 1 else "wins"
    return f"{'Good' if luck > 0 else 'Bad'} luck {_gave(luck, side)} {wins} of 100"


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


def _of_100(chance: float) -> str:
    """A positive difference of chances, such as ``3 wins of 100``."""
    return f"{wins(chance)} win{'' if rounded(chance) == 1 else 's'} of 100"
