"""Participants: players as they are sent to worker processes, and as the kernels that play games use them.

A participant plays in one of two ways, which give the same game: in compiled code, for which the worker
prepares it (:meth:`Participant.compiled`), or choice by choice (:meth:`Participant.choose`).

Boards are scored in two forms. Compiled code scores those of a game that it knows, with words that all have
kernels: arrays of four columns, in games with throws of five, ``uint32``. Elsewhere the boards are what words
see in plain Python, in arrays of one row of objects. Both kinds are cut and joined alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Codes, Node, Vocabulary
from senet_gp.engine.evaluator import Values, load_constants, scores_of
from senet_gp.engine.program import Code, Program, compiles, translate_codes
from senet_gp.engine.results import one_of
from senet_gp.engine.vectors import INSTRUCTION_WIDTH
from senet_gp.games.protocol import Decision, Game
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel
from senet_gp.runtime.errors import brief
from senet_gp.runtime.streams import CHOICES, Streams, below
from senet_gp.trees.individual import whole
from senet_gp.trees.plain import values_on

#: The chance of a random move is a whole number of parts, of which this many make 1.
NOISE_PARTS = 1 << 16
#: The noise of a participant without noise: nothing is drawn for it.
NO_NOISE = -1


class Compiled(NamedTuple):
    """A participant prepared for compiled code, in this process."""

    program: Program | None = None  # scores boards; None if it moves at random
    noise: int = NO_NOISE  # the chance of a random move, in ``NOISE_PARTS``


class Chooser(Protocol):
    """A player that chooses among the afterstates of a decision."""

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the chosen afterstate; all draws come from the stream of choices."""


class Participant(Chooser, Protocol):
    """A player that compiled code can play too if every word of it has a kernel."""

    @property
    def size(self) -> int:
        """Roughly how much work scoring a board is, in instructions."""

    @property
    def has_kernels(self) -> bool:
        """Whether compiled code can play it."""

    def compiled(self) -> Compiled:
        """The participant prepared for compiled code; it must have kernels (``has_kernels``)."""


@dataclass(frozen=True)
class RandomMover:
    """Chooses uniformly among all afterstates: in Senet boards that a turn can end in, elsewhere moves."""

    #: It scores no boards, and needs no kernels.
    size = 0
    has_kernels = True

    def compiled(self) -> Compiled:
        """The participant prepared for compiled code."""
        return Compiled()

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate, all equally likely."""
        return int(below(streams, CHOICES, len(decision.afterstates)))


_BYTES_OF_A_SYMBOL = np.dtype(np.int16).itemsize


class Source(NamedTuple):
    """A tree as it is sent to worker processes: a tenth of the size of its program.

    >>> from primitives import vocabulary_of
    >>> from senet_gp.trees.text import from_lisp
    >>> vocabulary = vocabulary_of("tictactoe")
    >>> Source.of(from_lisp("(sub my_moves 1)", vocabulary), vocabulary).size
    3
    """

    codes: bytes  # the codes of its symbols, as int16
    vocabulary: Vocabulary

    @classmethod
    def of(cls, tree: Sequence[Node], vocabulary: Vocabulary) -> Source:
        """The source of a tree.

        Raises:
            UsageError: if it is no expression of the vocabulary.
        """
        return cls(whole(tree, vocabulary).packed, vocabulary)

    def __repr__(self) -> str:
        return brief(self, f"{self.size} nodes", f"vocabulary {self.vocabulary.name}")

    @property
    def symbols(self) -> Codes:
        """The codes of its symbols, root first."""
        # Calling a kernel is much faster with a writable array.
        return np.frombuffer(bytearray(self.codes), np.int16)

    @property
    def program(self) -> Program:
        """Its translation. Recent small ones are cached, because a winner plays again."""
        return _remembered(self) if self.size <= _MAX_NODES_REMEMBERED else _program_of(self)

    @property
    def size(self) -> int:
        """The number of its nodes."""
        return len(self.codes) // _BYTES_OF_A_SYMBOL

    @property
    def has_kernels(self) -> bool:
        """Whether every word of it has a kernel."""
        return not self.vocabulary.without_kernel or compiles(self.symbols, self.vocabulary)

    def compiled(self) -> Compiled:
        """The participant prepared for compiled code."""
        return Compiled(self.program)

    def scores(self, decision: Decision) -> list[int]:
        """The score of each afterstate: its value, or for a policy 1 for the afterstate that it names."""
        return self.scores_in([decision])[0]

    def scores_in(self, decisions: Sequence[Decision]) -> list[list[int]]:
        """The scores in at least one decision of a game: those of many cost little more than those of one.

        Compiled code computes them if it knows the game and all words, otherwise the plain meanings do, with
        the same results.
        """
        plainly = not self.has_kernels
        boards = [scored_boards(decision, plainly=plainly) for decision in decisions]
        values = iter(values_of(self, joined_boards(boards)).tolist())
        return [
            _as_scores(list(islice(values, some.shape[1])), decision)
            for some, decision in zip(boards, decisions, strict=True)
        ]

    def values_on(self, seen: Sequence[Any]) -> list[int]:
        """Its values on boards as words see them, by the plain meanings."""
        return values_on(_nodes_of(self), self.vocabulary, seen)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate with the highest score; ties are broken at random."""
        return one_of_best(self.scores(decision), streams)


def _as_scores(values: list[int], decision: Decision) -> list[int]:
    if not decision.policy:
        return values
    count = len(decision.afterstates)
    return [int(index == values[0] % count) for index in range(count)]


#: As many as the default population, so that no individual is translated twice.
_PROGRAMS_REMEMBERED = 512
#: Larger trees are not cached: they would fill the memory, and their games take much longer than translating.
_MAX_NODES_REMEMBERED = 4096


def _program_of(source: Source) -> Program:
    return translate_codes(source.symbols, source.vocabulary)


_remembered = lru_cache(_PROGRAMS_REMEMBERED)(_program_of)


@lru_cache(maxsize=64)
def _nodes_of(source: Source) -> list[Node]:
    return source.vocabulary.decode(source.symbols)


def one_of_best(scores: Sequence[float], streams: Streams) -> int:
    """The index of the highest score; ties are broken by a draw from the stream of choices."""
    best = max(scores)
    equals = [index for index, score in enumerate(scores) if score == best]
    return equals[one_of(len(equals), streams)]


@dataclass(frozen=True)
class Noisy:
    """Plays as another participant, but with noise: with some probability it makes a random move.

    The random move does not lose at once if another move is possible.

    >>> Noisy(RANDOM_MOVER, 0.25).chance
    0.25

    Attributes:
        base: the participant that it plays as.
        chance: the probability of a random move, 0 to 1.
    """

    base: Participant
    chance: float

    @property
    def size(self) -> int:
        """The size of the participant that it plays as."""
        return self.base.size

    @property
    def has_kernels(self) -> bool:
        """Whether its base has kernels and is not noisy itself: compiled code knows one noise only."""
        return self.base.has_kernels and not isinstance(self.base, Noisy)

    @cached_property
    def noise(self) -> int:
        """The chance in ``NOISE_PARTS``."""
        return round(self.chance * NOISE_PARTS)

    def compiled(self) -> Compiled:
        """The participant prepared for compiled code."""
        return self.base.compiled()._replace(noise=self.noise)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the chosen afterstate."""
        if below(streams, CHOICES, NOISE_PARTS) >= self.noise:
            return self.base.choose(decision, streams)
        results = [decision.result(index) for index in range(len(decision.afterstates))]
        safe = [index for index, result in enumerate(results) if result != -1]
        best = safe or list(range(len(results)))
        return best[below(streams, CHOICES, len(best))]


#: Chooses uniformly.
RANDOM_MOVER = RandomMover()
#: Moves at random, but does not lose at once if it can avoid it.
SAFE_RANDOM_MOVER = Noisy(RANDOM_MOVER, 1.0)

#: A row per participant: where its program begins and ends, whether it has one (0 or 1), and its noise.
Roster = NDArray[np.int64]
BEGIN, END, SCORES, NOISE = range(4)
#: The program of a participant that has none.
_NOTHING: Code = np.empty((0, INSTRUCTION_WIDTH), np.int32)


class Programs(NamedTuple):
    """Several participants as kernels take them, with the code of all programs in one array."""

    code: Code
    roster: Roster  # (participants, 4)
    rows: int  # the largest number of rows that any of them needs


def joined(participants: Sequence[Participant | Program]) -> Programs:
    """Join participants, or bare programs, for kernels, in the same order."""
    ready = [Compiled(each) if isinstance(each, Program) else each.compiled() for each in participants]
    pieces = [_NOTHING if entry.program is None else entry.program.code for entry in ready]
    lengths = np.array([len(piece) for piece in pieces], np.int64)
    roster = np.empty((len(ready), 4), np.int64)
    np.cumsum(lengths, out=roster[:, END])
    roster[:, BEGIN] = roster[:, END] - lengths
    roster[:, SCORES] = lengths > 0
    roster[:, NOISE] = [entry.noise for entry in ready]
    rows = max((entry.program.rows for entry in ready if entry.program is not None), default=0)
    return Programs(np.concatenate(pieces, axis=0, dtype=np.int32), roster, rows)


#: (4 or 5, boards) uint32 for compiled code, or (1, boards) objects.
ScoredBoards = NDArray[np.uint32] | NDArray[np.object_]


def scored_plainly(game: Game, vocabulary: Vocabulary) -> bool:
    """Whether boards of a game are scored by the plain meanings of a vocabulary.

    >>> from primitives import vocabulary_of
    >>> hexapawn = vocabulary_of("hexapawn")
    >>> scored_plainly(hexapawn.game, hexapawn)
    False
    """
    return not game.family or bool(vocabulary.without_kernel)


def scored_boards(decision: Decision, *, plainly: bool) -> ScoredBoards:
    """The boards of a decision: one per afterstate, or for a policy the one before the move."""
    boards = None if plainly else decision.boards()
    if boards is not None:
        return boards
    return seen_boards([decision.view(n) for n in range(1 if decision.policy else len(decision.afterstates))])


def seen_boards(seen: Sequence[Any]) -> NDArray[np.object_]:
    """An array of what words see, (1, boards)."""
    boards = np.empty((1, len(seen)), np.object_)
    for number, view in enumerate(seen):  # numpy would take tuples apart
        boards[0, number] = view
    return boards


def values_of(source: Source, boards: ScoredBoards) -> NDArray[np.int64]:
    """The values of an expression of either type on boards, (boards,) int64."""
    if boards.dtype == np.object_:
        return np.array(source.values_on(boards[0].tolist()), np.int64)
    return scores_of(source.program, boards.astype(np.uint32, copy=False)).astype(np.int64)


def joined_boards(parts: Sequence[ScoredBoards]) -> ScoredBoards:
    """Boards of one kind, side by side."""
    return cast("ScoredBoards", np.concatenate(parts, axis=1, dtype=parts[0].dtype))


class Mover(NamedTuple):
    """A participant that plays a game: where its program is, and how noisy it is."""

    begin: int  # the index of its first instruction after the constants
    end: int  # the index after its last instruction
    scores: bool  # whether it has a program; else it moves at random
    noise: int  # the chance of a random move, in ``NOISE_PARTS``; ``NO_NOISE`` if it has no noise


@kernel
def open_mover(programs: Programs, number: int, lanes: int, values: Values) -> Mover:
    """Prepare a participant to play in this many lanes; its constants are written into ``values``."""
    entry = programs.roster[number]
    begin, end, scores = entry[BEGIN], entry[END], entry[SCORES] == 1
    if scores:
        begin = load_constants(programs.code, begin, end, lanes, values)
    return Mover(begin, end, scores, entry[NOISE])


@inlined_kernel
def moves_at_random(mover: Mover) -> bool:
    """Whether a mover scores no boards."""
    return not mover.scores


@inlined_kernel
def moves_by_noise(mover: Mover, streams: Streams) -> bool:
    """Whether noise makes this move random; nothing is drawn for a mover without noise."""
    if mover.noise == NO_NOISE:
        return False
    return below(streams, CHOICES, NOISE_PARTS) < mover.noise


@kernel
def noisy_choice(results: NDArray[np.int8], count: int, streams: Streams) -> int:
    """A random one of ``count`` boards, but none that loses at once if there are others."""
    kept = 0
    for board in range(count):
        kept += int64(results[board] != -1)
    every = kept == 0
    left = below(streams, CHOICES, count if every else kept)
    board = 0
    while left or not (every or results[board] != -1):
        left -= int64(every or results[board] != -1)
        board += 1
    return board
