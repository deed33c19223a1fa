"""Games a second against a random mover, on one core."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from primitives import vocabulary_of
from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import play_games
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.benchmark.expressions import SIZES, WORDS, drawn_tree
from senet_gp.benchmark.rates import Times, measured, rate
from senet_gp.engine.participants import RANDOM_MOVER, Participant, Source
from senet_gp.engine.playthrough import Playthrough
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Position, Senet
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.streams import game_streams, key_of, part_keys
from senet_gp.trees.individual import Individual

KEY = key_of(1)


class Subject(NamedTuple):
    """A tree to be measured, under a name for the report."""

    name: str
    tree: Individual
    vocabulary: Vocabulary

    @property
    def source(self) -> Source:
        """The tree as a participant. Workers remember the programs of trees that are this small."""
        return Source.of(self.tree, self.vocabulary)

    @property
    def instructions(self) -> int:
        """The length of the program that the tree is translated into."""
        return len(translate(self.tree, self.vocabulary).code)


class Lengths(NamedTuple):
    """The mean length of a game: its turns, and the boards that the tree scores in it."""

    turns: float
    boards: float


@dataclass(frozen=True, slots=True)
class TreeFigures:
    """Games of a tree against a random mover, on one core.

    Attributes:
        tree: the origin of the tree.
        nodes: the nodes of the tree.
        instructions: the instructions of the program that it is translated into.
        games_per_second: the games played per second.
        turns_per_game: the mean number of turns of a game, where the turns of both players count.
        boards_per_game: the mean number of boards that the tree scores in a game.
        node_evaluations_per_second: boards scored per second, times the nodes of the tree.
        instructions_per_second: boards scored per second, times the instructions of the program.
    """

    tree: str
    nodes: int
    instructions: int
    games_per_second: float
    turns_per_game: float
    boards_per_game: float
    node_evaluations_per_second: float
    instructions_per_second: float

    @classmethod
    def of(cls, subject: Subject, times: Times, lengths: Lengths, **more: float) -> Self:
        """Compute the figures from the seconds per game.

        Args:
            subject: the tree.
            times: the seconds per game, one for each repeat.
            lengths: the mean length of a game.
            more: the figures that a derived class adds.
        """
        nodes, instructions, games = len(subject.tree), subject.instructions, rate(times)
        return cls(
            tree=subject.name,
            nodes=nodes,
            instructions=instructions,
            games_per_second=games,
            turns_per_game=lengths.turns,
            boards_per_game=lengths.boards,
            node_evaluations_per_second=games * lengths.boards * nodes,
            instructions_per_second=games * lengths.boards * instructions,
            **more,
        )


def games_against_random(player: Participant, pool: Pool) -> Callable[[int], int]:
    """A function that plays games of a player against a random mover, with alternating seats.

    The function takes the number of games and returns the total number of turns.
    """

    def play(games: int) -> int:
        seats = np.arange(games) % 2
        keys = part_keys(KEY, games)
        results = play_games(pool, [player, RANDOM_MOVER], Pairings(seats, 1 - seats, keys), Senet())
        return int(results.turns.sum())

    return play


def drawn_subjects(sizes: Sequence[int] = SIZES) -> list[Subject]:
    """The trees that ``senet-gp bench`` measures: a random expression of about each of these sizes."""
    vocabulary = vocabulary_of("senet", WORDS)
    return [Subject("drawn", drawn_tree(nodes, random.Random(nodes)), vocabulary) for nodes in sizes]


def boards_a_turn(subject: Subject, games: int, pieces: int = 7) -> float:
    """The mean number of boards that a tree scores per turn, where the turns of both players count.

    Timed games count nothing, since counting would slow them down. So some of the same games are played
    again here, choice by choice.

    Args:
        subject: the tree.
        games: the number of games to count in.
        pieces: the number of pieces of each side.
    """
    player, opponent = ExpressionPlayer(subject.tree, subject.vocabulary, subject.name), RandomPlayer()
    boards = turns = 0
    for number, key in enumerate(part_keys(KEY, games).tolist()):
        seat = number % 2
        players = (opponent, player) if seat else (player, opponent)
        playthrough = Playthrough(players, game_streams(key), Senet(pieces), Position.start(pieces))
        options = [
            len(choice.decision.afterstates) for choice in playthrough.choices() if choice.seat == seat
        ]
        boards += sum(count for count in options if count > 1)  # a forced choice scores no board
        turns += playthrough.turns
    return boards / turns


def measure_games(
    subjects: Sequence[Subject], *, seconds: float, repeats: int, counted: int
) -> tuple[float, list[TreeFigures]]:
    """Games per second of two random movers, and the figures of each tree.

    Args:
        subjects: the trees to be measured.
        seconds: the length of a measurement.
        repeats: the number of measurements of each tree.
        counted: the number of games in which boards are counted.
    """
    players: list[Participant] = [RANDOM_MOVER, *(subject.source for subject in subjects)]
    figures = []
    with WorkerPool(1) as pool:
        plays = [games_against_random(player, pool) for player in players]
        named = {str(number): play for number, play in enumerate(plays)}
        of_random, *times = measured(named, seconds=seconds, repeats=repeats).values()
        for subject, play, own in zip(subjects, plays[1:], times, strict=True):
            turns = play(8 * counted) / (8 * counted)
            lengths = Lengths(turns, turns * boards_a_turn(subject, counted))
            figures.append(TreeFigures.of(subject, own, lengths))
    return rate(of_random), figures
