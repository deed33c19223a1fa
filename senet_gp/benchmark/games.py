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
    """A tree to be measured."""

    name: str
    tree: Individual
    vocabulary: Vocabulary

    @property
    def source(self) -> Source:
        """It as a participant. Programs of trees so small are remembered where they are played."""
        return Source.of(self.tree, self.vocabulary)

    @property
    def instructions(self) -> int:
        """The length of the program that it is translated into."""
        return len(translate(self.tree, self.vocabulary).code)


class Lengths(NamedTuple):
    """How long games are, on average."""

    turns: float
    boards: float  # that the tree has to score


@dataclass(frozen=True, slots=True)
class TreeFigures:
    """Games of a tree against a random mover, on one core.

    Attributes:
        tree: where it comes from.
        nodes: of the tree.
        instructions: of the program that it is translated into.
        games_per_second: how many are played.
        turns_per_game: how many turns games take, one player's turn counting one.
        boards_per_game: how many boards the tree has to score.
        node_evaluations_per_second: what playing is equivalent to: boards times nodes of the tree.
        instructions_per_second: what was really evaluated: boards times instructions of the program.
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
        """What follows from the seconds a game; ``more`` are the figures that a class adds."""
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

    It takes the number of games, and returns the number of their turns.
    """

    def play(games: int) -> int:
        seats = np.arange(games) % 2
        keys = part_keys(KEY, games)
        results = play_games(pool, [player, RANDOM_MOVER], Pairings(seats, 1 - seats, keys), Senet())
        return int(results.turns.sum())

    return play


def drawn_subjects(sizes: Sequence[int] = SIZES) -> list[Subject]:
    """What ``senet-gp bench`` measures: random expressions of about so many nodes."""
    vocabulary = vocabulary_of("senet", WORDS)
    return [Subject("drawn", drawn_tree(nodes, random.Random(nodes)), vocabulary) for nodes in sizes]


def boards_a_turn(subject: Subject, games: int, pieces: int = 7) -> float:
    """How many boards a tree scores in a turn of either player, on average.

    Nothing is counted where games are timed, which would slow them down: some of the same games are played
    again, choice by choice.

    Args:
        subject: the tree.
        games: how many games are counted in.
        pieces: pieces a side.
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
        boards += sum(count for count in options if count > 1)  # where there is no choice, none is scored
        turns += playthrough.turns
    return boards / turns


def measure_games(
    subjects: Sequence[Subject], *, seconds: float, repeats: int, counted: int
) -> tuple[float, list[TreeFigures]]:
    """Games a second of two random movers, and the figures of each tree.

    Args:
        subjects: the trees to be measured.
        seconds: how long each is played at a time.
        repeats: how often.
        counted: in how many games the boards are counted.
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
