"""Games played choice by choice, by the plain meanings of words, are those of compiled code, key by key."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from strategies import columns, random_board, random_tree
from thinned import thinned

from primitives import (
    Board,
    Number,
    Primitive,
    Query,
    Square,
    Truth,
    Vocabulary,
    vocabularies,
    vocabulary_of,
)
from primitives.vocabulary import Node
from senet_gp.arena import games as games_of_any
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine import play
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import (
    RANDOM_MOVER,
    SAFE_RANDOM_MOVER,
    Chooser,
    Noisy,
    Participant,
    RandomMover,
    Source,
    one_of_best,
    scored_boards,
    values_of,
)
from senet_gp.engine.playthrough import duels_by_choices, games_by_choices
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES as KNOWN
from senet_gp.games.registry import game_of
from senet_gp.runtime.compiled import inlined_kernel
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams, part_keys
from senet_gp.trees import plain
from senet_gp.trees.text import from_lisp


def compiled_vocabularies(game: Game) -> list[Vocabulary]:
    """Those of a game that compiled code knows whole."""
    return [words for words in vocabularies(game).values() if not words.without_kernel]


GAMES = [
    *(game for game in map(game_of, KNOWN) if game.family and compiled_vocabularies(game)),
    game_of("senet", {"pieces": 2}),
    game_of("pursuit", {"size": 3, "rounds": 4}),
    game_of("trilobite", {"width": 5, "height": 6, "line": 4}),
]


@dataclass(frozen=True)
class Plainly:
    """Plays as an expression does, by the plain meanings of its words: compiled code does not know it."""

    source: Source

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The afterstate that the expression, or the policy, chooses."""
        values = values_of(self.source, scored_boards(decision, plainly=True)).tolist()
        if decision.policy:
            return values[0] % len(decision.afterstates)
        return one_of_best(values, streams)


def plainly(participant: Participant) -> Chooser:
    """A participant as it is played choice by choice."""
    if isinstance(participant, RandomMover):
        return participant
    if isinstance(participant, Noisy):
        return dataclasses.replace(participant, base=plainly(participant.base))
    assert isinstance(participant, Source)
    return Plainly(participant)


def participants(game: Game, rng: random.Random) -> list[Participant]:
    """Expressions of all sizes, in all vocabularies of the game, and all kinds of random movers."""
    made = [
        Source.of(random_tree(rng, words, nodes), words)
        for words in compiled_vocabularies(game)
        for nodes in (3, 30, 120)
    ]
    noisy = [Noisy(made[0], 0.3), Noisy(made[1], 0.5)]
    return [*made, *noisy, RANDOM_MOVER, SAFE_RANDOM_MOVER]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_games_are_those_of_compiled_code(game: Game) -> None:
    rng = random.Random(7)
    fast = participants(game, rng)
    slow = [plainly(each) for each in fast]
    games = 8 if game.name == "senet" else 80
    first, second = (np.array([rng.randrange(len(fast)) for _ in range(games)]) for _ in range(2))
    keys = part_keys(11, games)
    assert play.in_compiled_code(fast, game).all()
    compiled = play.play_games(fast, Pairings(first, second, keys), game)
    by_choices = games_by_choices(slow, Pairings(first, second, keys), game)
    for name, values in compiled._asdict().items():
        assert np.array_equal(values, getattr(by_choices, name)), name
    assert len(set(compiled.outcomes.tolist())) > 1


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("games", thinned([1, 4], kept=[1]))
def test_matches_are_those_of_compiled_code(game: Game, games: int) -> None:
    rng = random.Random(games)
    fast = participants(game, rng)
    slow = [plainly(each) for each in fast]
    matches = 3 if game.name == "senet" else 20
    first, second = (np.array([rng.randrange(len(fast)) for _ in range(matches)]) for _ in range(2))
    keys = part_keys(12, matches)
    compiled = play.play_duels(fast, Pairings(first, second, keys), games, game)
    by_choices = duels_by_choices(slow, Pairings(first, second, keys), games, game)
    for name, values in compiled._asdict().items():
        assert np.array_equal(values, getattr(by_choices, name)), name


def mobility(board: Board) -> int:
    """What my_moves says, without a kernel."""
    return WORDS.by_name["my_moves"].meaning(board)  # type: ignore[no-any-return]


def both_mine(board: Board, n: int, m: int) -> bool:
    """Whether pieces of mine stand on two squares."""
    return (n - 1) % 30 + 1 in board.mine and (m - 1) % 30 + 1 in board.mine


def between(low: int, number: int, high: int) -> bool:
    """Whether a number is between two others."""
    return low < number < high


def chosen(condition: bool, board_like: int, other: int) -> int:
    """The first number modulo 7 if the condition is true, else the second modulo 5."""
    return board_like % 7 if condition else other % 5


def bonus(board: Board, n: int) -> int:
    """Hits, plus the square that a number names, plus three."""
    return board.hits + (n - 1) % 30 + 1 + 3


@inlined_kernel
def _both_on(mine: int, n: int, m: int) -> int:
    return (mine >> n) & (mine >> m) & 1


@inlined_kernel
def _between(low: int, number: int, high: int) -> bool:
    return (low < number) & (number < high)


@inlined_kernel
def _chosen(condition: int, a: int, b: int) -> int:
    return a % 7 if condition else b % 5


@inlined_kernel
def _bonus(hits: int, n: int, more: int) -> int:
    return hits + n + more


WORDS = vocabulary_of("senet", "extended")
OWN = (
    Primitive(mobility, (), Number, None, 0, 35),
    Primitive(both_mine, (Square, Square), Truth, Query(_both_on, "mine")),
    Primitive(between, (Number, Number, Number), Truth, Query(_between), reads_board=False),
    Primitive(chosen, (Truth, Number, Number), Number, Query(_chosen), 0, 6, reads_board=False),
    Primitive(bonus, (Square,), Number, Query(_bonus, "extra", 3), 4, 37),
)
WIDER = Vocabulary(WORDS.game, "wider", WORDS.primitives + OWN, WORDS.constants, WORDS.squares)


def without_plain_words(tree: Sequence[Node]) -> list[Node]:
    """The same with my_moves where the tree says mobility."""
    return [WIDER.node_named["my_moves"] if node.name == "mobility" else node for node in tree]


def test_words_of_up_to_three_arguments_mean_the_same_compiled() -> None:
    rng = random.Random(3)
    some = [random_board(rng) for _ in range(300)]
    used: set[str] = set()
    for nodes in (1, 5, 20, 60, 200, 700):
        tree = without_plain_words(random_tree(rng, WIDER, nodes))
        used |= {node.name for node in tree}
        values = scores_of(translate(tree, WIDER), columns(some)).tolist()
        assert values == plain.values_on(tree, WIDER, some)
        assert values == [plain.value(tree, WIDER, board) for board in some]
    assert {word.name for word in OWN} - {"mobility"} <= used


@inlined_kernel
def _half(mine: int) -> float:
    return mine / 2


@inlined_kernel
def _nothing(mine: int) -> None:
    pass


@inlined_kernel
def _no_numbers(mine: int) -> int:
    return mine.unheard_of  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (_half, "the kernel _half returns a value of type float64, but must return a whole number"),
        (_nothing, "the kernel _nothing returns a value of type none"),
        (_no_numbers, "the kernel _no_numbers cannot be compiled: "),
    ],
)
def test_a_kernel_that_cannot_answer_is_refused(answer: Callable[..., Any], problem: str) -> None:
    word = Primitive(mobility, (), Number, Query(answer, "mine"), 0, 30)
    words = Vocabulary(game_of("senet"), "own", (word,), range(1, 3), 30)
    with pytest.raises(UsageError, match=problem):
        translate(from_lisp("mobility", words), words)


def test_a_word_without_a_kernel_is_not_translated() -> None:
    tree = from_lisp("(add mobility 1)", WIDER)
    assert not Source.of(tree, WIDER).has_kernels
    assert Source.of(without_plain_words(tree), WIDER).has_kernels
    with pytest.raises(UsageError, match="the word 'mobility' has no kernel"):
        translate(tree, WIDER)


@pytest.mark.parametrize("name", ["tictactoe", "pursuit"])
def test_whoever_is_noisy_twice_plays_as_both(name: str) -> None:
    """Compiled code knows only one noise, so these games are played in plain Python."""
    game = game_of(name)
    source = Source.of(random_tree(random.Random(3), vocabulary_of(game), 9), vocabulary_of(game))
    for base in (SAFE_RANDOM_MOVER, Noisy(source, 0.5)):
        players = [Noisy(base, 0.5), source]
        assert play.in_compiled_code(players, game).tolist() == [False, True]
        pairings = Pairings(np.arange(20) % 2, 1 - np.arange(20) % 2, part_keys(5, 20))
        results = [way(players, pairings, game) for way in (play.play_games, games_by_choices)]
        for one, other in zip(*results, strict=True):
            assert np.array_equal(one, other)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_with_a_word_without_a_kernel_plays_the_same_games(workers: int) -> None:
    """Some games are played plainly and others compiled, side by side, here and by workers."""
    texts = ["(sub mobility my_distance)", "(sub their_distance my_distance)", "(mul mobility (bonus hits))"]
    trees = [from_lisp(text, WIDER) for text in texts]
    mixed = [*(Source.of(tree, WIDER) for tree in trees), RANDOM_MOVER]
    fast = [*(Source.of(without_plain_words(tree), WIDER) for tree in trees), RANDOM_MOVER]
    game = game_of("senet", {"pieces": 3})
    first, second = np.arange(24) % 4, np.arange(24) // 4 % 4
    keys = part_keys(5, 24)
    assert play.in_compiled_code(mixed, game).tolist() == [False, True, False, True]
    with WorkerPool(workers) as pool:
        games = [
            games_of_any.play_games_in_pool(pool, each, Pairings(first, second, keys), game)
            for each in (mixed, fast)
        ]
        matches = [
            games_of_any.play_duels_in_pool(pool, each, Pairings(first, second, keys), 2, game)
            for each in (mixed, fast)
        ]
    for results in (games, matches):
        for one, other in zip(*results, strict=True):
            assert np.array_equal(one, other)
