"""Lessons: a machine plays games and learns from each of them, also from one against a person.

After a game against a person the machine's file, learning curve and tally are updated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import ClassVar

from senet_gp.arena.verdict import seat_verdict
from senet_gp.games.protocol import Decision
from senet_gp.games.small import Rulebook, SmallGame
from senet_gp.players.matchbox import SCHEMES, Chosen, MatchboxPlayer, Scheme, Window, taught
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player
from senet_gp.runtime import interruption
from senet_gp.runtime.checks import MAX_GAMES, seed_number, several, whole_number
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.interruption import Progress, no_progress
from senet_gp.runtime.streams import CHOICES, Purpose, Streams, below, game_streams, key_of

#: Lesson games of a learning player.
LESSONS = Purpose(20)
#: Proofs during lessons examine at most this many positions, since more would take seconds.
MAX_POSITIONS = 10_000
#: The smallest number of games in a window of a learning curve, enough for a meaningful share.
_MIN_WINDOW = 20
#: The smallest ratio of the ends of two windows, since most is learned at first.
_WINDOW_GROWTH = 1.15
#: Opponents by name: random play, another machine that learns by the same scheme, and both in turn.
RANDOM = "random"
SELF = "self"
MIX = "mix"


@dataclass(frozen=True, slots=True)
class Teacher:
    """A player that takes part in lessons.

    Attributes:
        player: the player.
        learns: whether it is a machine that learns from these games, and so resigns if its box is empty.
    """

    player: Player
    learns: bool = False

    participant: ClassVar[None] = None

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""
        return self.player.name

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the afterstate that is played."""
        return self.player.choose(decision, streams)

    def gives_up(self, decision: Decision) -> bool:
        """Whether a machine that learns resigns, because its box is empty."""
        return self.learns and isinstance(self.player, MatchboxPlayer) and self.player.resigns(decision)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has ended.

    Attributes:
        result: 1 if the first mover has won, -1 if the second mover has won, 0 for a draw.
        chosen: the decisions of each seat with the chosen indices.
    """

    result: int
    chosen: tuple[list[Chosen], list[Chosen]]


def teachers_from(text: str, game: SmallGame, scheme: Scheme) -> list[Teacher]:
    """The opponents that a text names, to be met in turn.

    * ``self``: another machine of the same scheme, which begins to learn with the first game.
    * ``self:SCHEME``: another machine of this scheme.
    * ``mix``: ``random`` and ``self`` in turn.
    * any other player, as :func:`~senet_gp.players.parsing.player_from_text` reads it.

    Args:
        text: the text.
        game: the game.
        scheme: the learning scheme of the machine that they play against.

    Raises:
        UsageError: if the text names no opponent.
        FileError: if a machine's file cannot be read.

    >>> from senet_gp.games.registry import game_of
    >>> opponents = teachers_from("mix", game_of("hexapawn"), SCHEMES["reward"])
    >>> [opponent.name for opponent in opponents], [opponent.learns for opponent in opponents]
    (['random', 'self'], [False, True])
    """
    if text == MIX:
        return [*teachers_from(RANDOM, game, scheme), *teachers_from(SELF, game, scheme)]
    kind, _, rest = text.partition(":")
    if text == SELF or (kind == SELF and rest in SCHEMES):
        own = scheme if text == SELF else SCHEMES[rest]
        return [Teacher(MatchboxPlayer(game, own, text), learns=True)]
    if kind == SELF:
        raise UsageError(f"there is no scheme {shortened(repr(rest))}: they are {', '.join(SCHEMES)}")
    return [Teacher(player_from_text(text, game))]


def play(rulebook: Rulebook, players: Sequence[Teacher], streams: Streams) -> Played:
    """Play a game, in which a machine that learns resigns if its box is empty.

    Args:
        rulebook: the rules of the game.
        players: the first and the second mover.
        streams: the random streams of the game.
    """
    chosen: tuple[list[Chosen], list[Chosen]] = ([], [])
    starts = rulebook.game.starts()
    position = starts[int(below(streams, CHOICES, len(starts)))]
    for ply in range(rulebook.game.most_turns):
        mover = ply % 2
        decision = rulebook.decision(mover, position)
        if players[mover].gives_up(decision):
            return Played(2 * mover - 1, chosen)
        index = players[mover].choose(decision, streams)
        chosen[mover].append((decision, index))
        afterstate = decision.afterstates[index]
        if afterstate.result is not None:
            return Played(afterstate.result if mover == 0 else -afterstate.result, chosen)
        position = rulebook.swapped(afterstate.position)
    return Played(0, chosen)


def train(
    learner: MatchboxPlayer,
    teachers: Sequence[Teacher],
    *,
    games: int,
    seed: int,
    seats: Sequence[int] = (1,),
    show: Progress = no_progress,
) -> int:
    """Let a machine learn from games, and extend its learning curve.

    Args:
        learner: the machine.
        teachers: its opponents, met in turn.
        games: the number of games.
        seed: the seed of the games.
        seats: the machine's seats, taken in turn: 0 moves first, 1 second.
        show: called after each game, with the share of games won in the last window.

    Returns:
        The number of games played. It is smaller than ``games`` if the machine or every opponent resigns
        before its first move, so that nothing more can be learned.

    Raises:
        UsageError: if a number is impossible, or there is no teacher or no seat.

    >>> from senet_gp.games.registry import game_of
    >>> game, scheme = game_of("hexapawn"), SCHEMES["last-move"]
    >>> learner = MatchboxPlayer(game, scheme)
    >>> train(learner, teachers_from("random", game, scheme), games=5, seed=1)
    5
    """
    games, seed = whole_number("games", games, 0, MAX_GAMES), seed_number(seed)
    seats = [whole_number("a seat", seat, 0, 1) for seat in several("seats", seats, "1")]
    teachers = several("teachers", teachers, "Teacher(player)")
    if not teachers or not seats:
        raise UsageError("a machine needs a teacher and a seat to learn: name at least one of each")
    rulebook = Rulebook(learner.game)
    pupil = Teacher(learner, learns=True)
    tables = list(product(teachers, seats))
    ends = _window_ends(games)
    results = {1: 0, 0: 0, -1: 0}
    idle = 0
    worst: int | None = -1
    for number in range(games):
        interruption.check()
        teacher, seat = tables[number % len(tables)]
        players = (pupil, teacher) if seat == 0 else (teacher, pupil)
        played = play(rulebook, players, game_streams(key_of(seed, LESSONS, number)))
        idle = 0 if played.chosen[0] else idle + 1
        own_result = played.result if seat == 0 else -played.result
        learner.learn(played.chosen[seat], own_result)
        if isinstance(teacher.player, MatchboxPlayer) and teacher.learns:
            teacher.player.learn(played.chosen[1 - seat], -own_result)
        results[own_result] += 1
        stopped = idle == len(tables)
        if number + 1 in ends or stopped:
            # If there were too many positions to examine before, there still are.
            worst = worst_of(rulebook, learner, seats) if worst is not None else None
            learner.curve.append(Window(learner.games, results[1], results[0], results[-1], worst))
            results = dict.fromkeys(results, 0)
        show(number + 1, games, _share_won(learner.curve))
        if stopped:
            return number + 1
    return games


def _share_won(curve: Sequence[Window]) -> str:
    if not curve:
        return ""
    certain = ", cannot lose" if curve[-1].proven else ""
    return f"won {curve[-1].share_won:.0%}{certain}"


def _window_ends(games: int) -> set[int]:
    """The numbers of games after which the windows of a learning curve end."""
    ends = {games}
    end = _MIN_WINDOW
    while end < games:
        ends.add(end)
        end = max(end + _MIN_WINDOW, round(end * _WINDOW_GROWTH))
    return ends


def worst_of(rulebook: Rulebook, learner: MatchboxPlayer, seats: Sequence[int]) -> int | None:
    """The worst result of all lines of play in these seats; None if there are too many positions."""
    verdicts = [seat_verdict(rulebook, learner, seat, MAX_POSITIONS) for seat in sorted(set(seats))]
    worsts = [found.worst for found in verdicts if found is not None]
    return min(worsts) if len(worsts) == len(verdicts) else None


@dataclass(frozen=True, slots=True)
class Change:
    """A decision of the machine whose weights a game has changed.

    Attributes:
        decision: the decision.
        before: the weight of each afterstate before the machine learned from the game.
        after: the weights afterwards.
    """

    decision: Decision
    before: Sequence[int]
    after: Sequence[int]


@dataclass(frozen=True, slots=True)
class TableLesson:
    """What a machine has learned from a game.

    Attributes:
        result: 1 if it has won, 0 if the game was drawn, -1 if it has lost or resigned.
        changes: the decisions of the game whose weights have changed, in the order of the game.
        worst: the worst result of any line of play for the machine in this seat from now on; None if there
            are too many positions to examine.
    """

    result: int
    changes: Sequence[Change]
    worst: int | None


def learn_at_table(
    machine: MatchboxPlayer, path: Path, chosen: Sequence[Chosen], result: int, seat: int
) -> TableLesson:
    """Let a machine learn from a game against a person, and write its file.

    If another process has taught the machine in the meantime, its file is read again first. The learning
    curve gets a window of this one game.

    Args:
        machine: the machine.
        path: its file.
        chosen: all its decisions of the game in order.
        result: 1 if it has won, 0 if the game was drawn, -1 if it has lost or resigned.
        seat: the machine's seat.

    Raises:
        FileError: if the file now holds another machine, or cannot be read or written.
        KeyboardInterrupt: if the user interrupts it; the machine has learned and the file is written.
    """
    interrupted = False
    with taught(machine, path):
        before = [machine.weights(decision) for decision, _ in chosen]
        machine.learn(chosen, result)
        after = [machine.weights(decision) for decision, _ in chosen]
        try:
            worst = worst_of(Rulebook(machine.game), machine, [seat])
        except KeyboardInterrupt:
            worst, interrupted = None, True
        won, drawn, lost = (int(result == one) for one in (1, 0, -1))
        machine.curve.append(Window(machine.games, won, drawn, lost, worst))
        machine.people = machine.people.and_one(result)
    if interrupted:
        raise KeyboardInterrupt
    changes = [
        Change(decision, *weights)
        for (decision, _), *weights in zip(chosen, before, after, strict=True)
        if weights[0] != weights[1]
    ]
    return TableLesson(result, changes, worst)
