"""What a person's games add up to: results, wins lost a choice, and the habits that cost most.

Every choice of the person among several is judged as in the analysis of a game
(:mod:`senet_gp.insight.game_analysis`), and with the same figures.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import RECORD_ENDING, GameRecord
from senet_gp.engine.playthrough import Choice
from senet_gp.games.registry import game_of
from senet_gp.insight.judges import WINS_LOST, Grade, Judge, Judgement, Playouts, judge_among, judged, wins
from senet_gp.insight.reasons import Reason, reasons_of
from senet_gp.insight.rows import COUNT, NAME, TENTHS, WINS, Fact, Rows, Section, records
from senet_gp.players.human import HumanPlayer
from senet_gp.players.parsing import called
from senet_gp.runtime.errors import Brief, SenetGpError
from senet_gp.runtime.files import date_of
from senet_gp.runtime.interruption import Progress, no_progress

#: The games in a row whose mean shows whether a person gets better.
_IN_A_ROW = 5
_MOST_HABITS = 5
#: The grades of the choices that are listed.
_MISTAKES = {Grade.MISTAKE, Grade.BLUNDER}
_MOST_MISTAKES = 20
#: How many of the last games, and of the last mistakes, are shown.
_GAMES_SHOWN, _MISTAKES_SHOWN = 10, 5
_WHAT_COST = "In choices that are marked, what spoke most for the best one."
#: A curve has two points or more, and its top is one win of 100 or more.
_FEWEST_POINTS, _LOWEST_TOP = 2, 0.01
#: What the result of a person's game is called.
_RESULTS = {1: "won", 0: "drawn", -1: "lost", None: "unfinished"}


@dataclass(frozen=True, eq=False)
class OwnChoice:
    """A choice of the person among several.

    Attributes:
        number: how many choices were made in the game before it.
        choice: the decision, and what was played.
        judgement: what the choices were worth.
        reason: what speaks most for the best choice, if this one is an inaccuracy or worse and it can be
            told.
    """

    number: int
    choice: Choice
    judgement: Judgement
    reason: Reason | None

    @property
    def lost(self) -> float:
        """How much better the best choice is; never below 0."""
        return self.judgement.lost(self.choice.index)

    @property
    def grade(self) -> Grade:
        """How good the choice is."""
        return self.judgement.grade(self.choice.index)


@dataclass(frozen=True, eq=False, repr=False)
class OwnGame(Brief):
    """A game of the person.

    Attributes:
        name: what the game is called, such as its file.
        record: its record.
        seat: the person's seat.
        choices: how many choices among several the person made.
        judged: these choices, judged; None in games in plain Python, of which too few can be played.
        date: when its file was last changed, as ISO 8601 writes it, if it has one.
    """

    name: str
    record: GameRecord
    seat: int
    choices: int
    judged: tuple[OwnChoice, ...] | None
    date: str = ""

    @property
    def opponent(self) -> str:
        """Who played against the person."""
        return called(self.record.players[1 - self.seat], self.record.game)

    @property
    def result(self) -> int | None:
        """1 if the person won, -1 if they lost, 0 for a draw, None if the game is unfinished."""
        outcome = self.record.outcome
        return None if outcome is None else outcome * (1 - 2 * self.seat)

    @property
    def ended(self) -> str:
        """The result in words."""
        return _RESULTS[self.result]

    @property
    def lost(self) -> float | None:
        """The wins that the person's choices lost, as a chance, added up; None if they are not judged."""
        return None if self.judged is None else sum(one.lost for one in self.judged)


def usual_judge(record: GameRecord) -> Judge:
    """The judge of a recorded game (:func:`~senet_gp.insight.judges.judge_among`)."""
    return judge_among(record.players, record.game)


def own_game(
    name: str,
    record: GameRecord,
    player: str = HumanPlayer.name,
    judging: Callable[[GameRecord], Judge] = usual_judge,
) -> OwnGame | None:
    """What a player's choices in a game lost.

    It is None if they have not chosen yet, if both sides are theirs, and for practice, in which a choice of
    another game is tried again.

    Args:
        name: what the game is called.
        record: its record.
        player: the player, as records name them; by default a person.
        judging: the judge of a record.
    """
    if record.players.count(player) != 1 or record.retried is not None:
        return None
    seat = record.players.index(player)
    own = [
        (number, choice)
        for number, choice in enumerate(record.choices)
        if choice.seat == seat and len(choice.decision.afterstates) > 1
    ]
    if not own:
        return None
    judge = judging(record)
    slow = isinstance(judge, Playouts) and judge.plainly
    choices = None if slow else tuple(_judged(judge, number, choice) for number, choice in own)
    return OwnGame(name, record, seat, len(own), choices)


def _judged(judge: Judge, number: int, choice: Choice) -> OwnChoice:
    """A choice, and what it lost, as an analysis of the game counts it."""
    judgement = judged(judge, choice.decision)
    told = bool(judgement.grade(choice.index).mark)
    reasons = reasons_of(judge).between(choice.decision, judgement.best, choice.index) if told else []
    speaking = [one for one in reasons if one.worth > 0]
    return OwnChoice(number, choice, judgement, max(speaking, key=lambda one: one.worth, default=None))


class GameLosses(NamedTuple):
    """A game with the wins lost a choice in it, and their mean over it and some before; None if unknown."""

    game: OwnGame
    lost: float | None
    mean: float | None


@dataclass(frozen=True)
class Habit:
    """Something that the person's choices often miss.

    Attributes:
        rule: what to do instead, as a sentence.
        lost: the wins that were lost by it, as a chance, added up.
        times: in how many choices.
    """

    rule: str
    lost: float
    times: int


@dataclass(frozen=True)
class OpponentTally:
    """How often the person has played an opponent, and with which results."""

    name: str
    games: int
    won: int
    drawn: int


#: What is told of a game, and of its losses where they are known; of an opponent, a habit, and a mistake.
_GAME: tuple[Fact[GameLosses], ...] = (
    Fact("file", lambda row: row.game.name),
    Fact("date", lambda row: row.game.date),
    Fact("opponent", lambda row: row.game.opponent, "opponent", NAME),
    Fact("result", lambda row: row.game.result),
    Fact("ended", lambda row: row.game.ended, "result"),
    Fact("choices", lambda row: row.game.choices, "choices", COUNT),
)
_LOSSES: tuple[Fact[GameLosses], ...] = (
    Fact("lost_a_choice", lambda row: row.lost, "wins lost\na choice", TENTHS),
    Fact("mean", lambda row: row.mean, "mean\nof five", TENTHS),
)
_OPPONENT: tuple[Fact[OpponentTally], ...] = (
    Fact("name", lambda row: row.name, "opponent", NAME),
    Fact("games", lambda row: row.games, "games", COUNT),
    Fact("won", lambda row: row.won, "won", COUNT),
    Fact("drawn", lambda row: row.drawn, "drawn", COUNT),
)
_HABIT: tuple[Fact[Habit], ...] = (
    Fact("lost", lambda habit: habit.lost, "wins\nlost", WINS),
    Fact("times", lambda habit: habit.times, "choices", COUNT),
    Fact("rule", lambda habit: habit.rule, "do this instead"),
)
_MISTAKE: tuple[Fact[tuple[OwnGame, OwnChoice]], ...] = (
    Fact("lost", lambda row: row[1].lost, "wins\nlost", WINS),
    Fact("turn", lambda row: row[1].choice.turn, "turn", COUNT),
    Fact("played", lambda row: row[1].judgement.move_text(row[1].choice.index), "played"),
    Fact("best", lambda row: row[1].judgement.move_text(row[1].judgement.best), "better"),
    Fact("reason", lambda row: "" if row[1].reason is None else row[1].reason.text, "the better one"),
    Fact("file", lambda row: row[0].name),
    Fact("after", lambda row: row[1].number),
    Fact("opponent", lambda row: row[0].opponent),
    Fact("throws", lambda row: list(row[1].choice.decision.throws)),
    Fact("grade", lambda row: row[1].grade.value),
    Fact("mark", lambda row: row[1].grade.mark),
    Fact("told", lambda row: _mistake_told(*row)),
)
#: What the page shows of the last games; the browser writes the date, and leads to the game.
_LAST: tuple[Fact[GameLosses], ...] = (
    Fact("date", lambda row: row.game.date, "game"),
    *(one for one in (*_GAME, *_LOSSES) if one.key in {"file", "opponent", "ended", "lost_a_choice"}),
)


def _mistake_told(game: OwnGame, own: OwnChoice) -> str:
    """A mistake in a sentence: what was played, and what it lost."""
    choice, judgement = own.choice, own.judgement
    throws = f", throws {' '.join(map(str, choice.decision.throws))}" if choice.decision.throws else ""
    return (
        f"Turn {choice.turn} against {game.opponent}{throws}: {judgement.move_text(choice.index)} lost about "
        f"{wins(own.lost)} wins of 100."
    )


@dataclass(frozen=True, eq=False, repr=False)
class OwnRecord(Brief):
    """The games of a person in one game.

    Attributes:
        game: the game's name.
        games: their games, the first first.
    """

    game: str
    games: tuple[OwnGame, ...]

    @cached_property
    def losses(self) -> list[float | None]:
        """For each game the wins lost a choice, as a chance; None where choices are not judged."""
        return [None if one.lost is None else one.lost / one.choices for one in self.games]

    @cached_property
    def means(self) -> list[float | None]:
        """For each game the mean of :attr:`losses` over it and those before it, five at most, by choices.

        None where choices are not judged.
        """
        found: list[float | None] = []
        last: deque[OwnGame] = deque(maxlen=_IN_A_ROW)
        for one in self.games:
            last.append(one)
            row = [each for each in last if each.lost is not None]
            choices = sum(each.choices for each in row)
            found.append(sum(each.lost or 0 for each in row) / choices if choices else None)
        return found

    @cached_property
    def opponents(self) -> list[OpponentTally]:
        """The opponents in finished games, the one that was met most often first."""
        met: dict[str, list[int]] = defaultdict(list)
        for one in self.games:
            if one.result is not None:
                met[one.opponent].append(one.result)
        rows = [OpponentTally(name, len(all_), all_.count(1), all_.count(0)) for name, all_ in met.items()]
        return sorted(rows, key=lambda row: -row.games)

    @cached_property
    def habits(self) -> list[Habit]:
        """What cost most, added up over all games."""
        lost: dict[str, list[float]] = defaultdict(list)
        for choice in (choice for one in self.games for choice in one.judged or ()):
            if choice.reason is not None:
                lost[choice.reason.rule].append(choice.lost)
        rows = [Habit(rule, sum(all_), len(all_)) for rule, all_ in lost.items()]
        return sorted(rows, key=lambda row: -row.lost)[:_MOST_HABITS]

    @property
    def mistakes(self) -> list[tuple[OwnGame, OwnChoice]]:
        """The person's mistakes, each with its game, the latest first."""
        found = [
            (one, choice)
            for one in reversed(self.games)
            for choice in reversed(one.judged or ())
            if choice.grade in _MISTAKES
        ]
        return found[:_MOST_MISTAKES]

    @property
    def _rows(self) -> list[GameLosses]:
        return list(map(GameLosses, self.games, self.losses, self.means))

    def section(self) -> Section:
        """The record as people read it."""
        rows = self._rows[-_GAMES_SHOWN:]
        judged = any(row.lost is not None for row in rows)
        mistakes = Rows.of(_MISTAKE, self.mistakes[:_MISTAKES_SHOWN])
        return Section.of(
            self._heading(),
            Rows.of([*_GAME, *(_LOSSES if judged else ())], rows),
            WINS_LOST if judged else None,
            Rows.of(_OPPONENT, self.opponents),
            Section.of("The last mistakes", mistakes) if self.mistakes else None,
            Section.of("What cost most", Rows.of(_HABIT, self.habits)) if self.habits else None,
        )

    def as_json(self) -> dict[str, Any]:
        """The record as documented for ``senet-gp analyse --own --json``."""
        last = self._rows[: -_GAMES_SHOWN - 1 : -1]
        return {
            "game": self.game,
            "games": records([*_GAME, *_LOSSES], self._rows),
            "opponents": records(_OPPONENT, self.opponents),
            "habits": records(_HABIT, self.habits),
            "mistakes": records(_MISTAKE, self.mistakes),
            "shown": {
                "title": self._heading(),
                "opponents": Rows.of(_OPPONENT, self.opponents).as_json(),
                "last": Rows.of(_LAST, last).as_json(),
                "habits": Rows.of(_HABIT, self.habits, _WHAT_COST).as_json(),
                "curve": self._curve(),
            },
        }

    def _heading(self) -> str:
        """How many of the games that have ended were won."""
        results = [one.result for one in self.games if one.result is not None]
        return f"{game_of(self.game).title}: {results.count(1)} of {len(results)} finished games won"

    def _curve(self) -> dict[str, Any] | None:
        """What a choice lost, game by game, and the mean, as shares of the most; None for fewer than two."""
        points = [(row.lost, row.mean) for row in self._rows if row.lost is not None and row.mean is not None]
        if len(points) < _FEWEST_POINTS:
            return None
        most = max(_LOWEST_TOP, *(lost for lost, _ in points))
        (_, first), (_, last) = points[0], points[-1]
        return {
            "points": [[lost / most, mean / most] for lost, mean in points],
            "top": TENTHS.written(most),
            "told": f"Wins of 100 lost a choice: {TENTHS.written(first)} at first, "
            f"{TENTHS.written(last)} at last.",
            "caption": "Points: wins of 100 that a choice lost, game by game. Line: the mean of the last "
            f"five, {TENTHS.written(last)} now. Less is better.",
        }


def games_in(
    folder: Path, player: str = HumanPlayer.name, show: Progress = no_progress, pool: Pool | None = None
) -> list[OwnGame]:
    """A player's games in a folder, the first first; what is no record is left out.

    Args:
        folder: the folder.
        player: the player, as records name them; by default a person.
        show: is called with how many files have been given to the pool.
        pool: where games are judged; by default in this process.
    """
    files = [path for path in folder.iterdir() if path.suffix == RECORD_ENDING and path.is_file()]

    def tasks() -> Iterator[tuple[Path, str]]:
        for number, path in enumerate(sorted(files, key=lambda path: (path.stat().st_mtime, path.name))):
            show(number, len(files), "")
            yield path, player

    found = (SerialPool() if pool is None else pool).map(own_game_in, tasks())
    return [one for one in found if one is not None]


def own_game_in(
    file: Path, player: str = HumanPlayer.name, judging: Callable[[GameRecord], Judge] = usual_judge
) -> OwnGame | None:
    """As :func:`own_game`, of the record in a file; None if it is none."""
    try:
        found = own_game(str(file), GameRecord.read(file), player, judging)
        return None if found is None else replace(found, date=date_of(file))
    except (SenetGpError, OSError):
        return None


def own_records(games: Sequence[OwnGame]) -> list[OwnRecord]:
    """A person's games, game by game: the one that was played most often first.

    Args:
        games: all games, the first first.
    """
    by_game: dict[str, list[OwnGame]] = defaultdict(list)
    for one in games:
        by_game[one.record.game.name].append(one)
    rows = [OwnRecord(name, tuple(all_)) for name, all_ in by_game.items()]
    return sorted(rows, key=lambda row: -len(row.games))
