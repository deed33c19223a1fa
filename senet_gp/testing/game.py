"""The checks that every game must pass, of ours and of others, within a budget of time."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from primitives import vocabularies
from primitives.vocabulary import Vocabulary
from senet_gp.arena.record import GameRecord
from senet_gp.engine import play
from senet_gp.engine.participants import RANDOM_MOVER, Participant, Source
from senet_gp.engine.playthrough import Choice, Playthrough, draw_start, games_by_choices
from senet_gp.engine.results import Pairings
from senet_gp.games.dice.game import if_dice
from senet_gp.games.dice.numbering import check_numbers, groups_of, is_numbered, order_of, smallest_of
from senet_gp.games.dice.rules import MOST_IN_A_TURN
from senet_gp.games.plain import PlainGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, MAX_TURNS, as_game, game_of, in_words, parameters_of, part_of
from senet_gp.games.small import if_solvable
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.checks import real_number, seed_number
from senet_gp.runtime.streams import game_streams, key_of, part_keys
from senet_gp.testing.checks import (
    check_decision,
    check_kernels,
    check_position,
    check_throws,
    check_vocabulary,
    check_words,
    checking,
    place,
)
from senet_gp.trees.individual import random_individual
from senet_gp.trees.python_source import to_python

#: At least so many games are played, and at most so many.
_MIN_GAMES = 3
_MAX_GAMES = 1000
#: All words are checked in every so many decisions, and all throws in so many decisions of a game.
_EVERY = 5
_WITH_ALL_THROWS = 3
_THROWS = 2000
_SIGMAS = 6
_COMPILED_GAMES = 3
_TREES = 2
#: In so many games the kernels are compared with the rules at every decision, before they play.
_KERNEL_GAMES = 5
#: So many positions are visited in search of one that is repeated.
_WALKED = 2000
#: A report names so many numbers that are not squares.
_SHOWN = 8


@dataclass(frozen=True, repr=False)
class GameReport:
    """What was checked of a game that has passed.

    Attributes:
        game: the game.
        games: how many random games were played.
        decisions: how many decisions of them were checked.
        stopped: how many of the games were stopped by the limit of turns.
        words: how many words of its vocabularies were checked.
        seconds: the time that it took.
        off_board: the numbers in positions that are not squares: pieces in hand, at home, or forgotten by
            the geometry.
    """

    game: Game
    games: int
    decisions: int
    stopped: int
    words: int
    seconds: float
    off_board: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """One line."""
        name = in_words(self.game) if self.game.name in GAMES else self.game.name
        stopped = f" ({self.stopped} stopped at {self.game.most_turns} turns)" if self.stopped else ""
        more = ["…"] if len(self.off_board) > _SHOWN else []
        shown = ", ".join([*map(str, self.off_board[:_SHOWN]), *more])
        off_board = f"not squares: {shown}; " if self.off_board else ""
        return (
            f"<{name} passes: {self.games} games{stopped}, {self.decisions} decisions, {self.words} words, "
            f"{off_board}{self.seconds:.1f} s>"
        )


def check_game(game: str | Game, seconds: float = 10, seed: int = 1) -> GameReport:
    """Check a game, its decisions and its vocabularies by playing random games.

    Games are played until the time is up, but some at least. The clock decides only how many of them are
    played, never whether a check passes; the same seed gives the same games. If the game is registered, it is
    also made by its name, its games are written and read, and the values of its words are compared with
    their declarations.

    >>> check_game("tictactoe", seconds=0.1).stopped
    0

    Args:
        game: the game, or the name of a registered game with its default parameters.
        seconds: for how long games are played.
        seed: the seed of the games.

    Raises:
        GameFaultError: if the game fails a check; one sentence says which check, where, what was expected
            and what was found.
        UsageError: if there is no game with this name.
    """
    seconds, seed = real_number("seconds", seconds, 0), seed_number(seed)
    game = as_game(game)
    begun = time.perf_counter()
    _check_value(game)
    vocabularies = _vocabularies(game)
    _check_start(game, key_of(seed, 0))
    _check_lines(game)
    _check_kernels(game, seed)
    games = decisions = stopped = 0
    texts: dict[str, Any] = {}
    off_board: set[int] = set()
    alone, thrown = True, False
    since = time.perf_counter()
    for number in count():
        if number >= _MIN_GAMES and (number >= _MAX_GAMES or time.perf_counter() - since > seconds):
            break
        choices, ended = _played(game, key_of(seed, 1, number))
        games, decisions, stopped = games + 1, decisions + len(choices), stopped + (not ended)
        alone = alone and len(choices) > 1 and all(choice.seat == 0 for choice in choices)
        thrown = thrown or any(choice.decision.throws for choice in choices)
        rng = random.Random(f"{seed} {number}")
        for index, choice in enumerate(choices):
            check_position(game, choice.before, choice.seat)
            check_decision(game, choice.decision)
            _check_text(game, choice.before, texts)
            off_board |= _off_board(game, choice.before)
            if index % (1 + len(choices) // _WITH_ALL_THROWS) == 0:
                check_throws(game, choice.before, choice.seat)
            if index % _EVERY == number % _EVERY:
                for vocabulary in vocabularies.values():
                    check_words(game, vocabulary, choice.decision, rng)
        if game.name in GAMES:
            _check_record(game, choices)
    # Where kernels do not list what decisions have, compiled games could do anything.
    _check_compiled(game, vocabularies, seed)
    _check_exported(game, vocabularies, seed)
    with checking(game, "games end", f"{games} random games") as check:
        check.that(stopped < games, f"one of them to end before most_turns = {game.most_turns} turns", "none")
    with checking(game, "throws", f"{games} random games") as check:
        check.that(thrown or not game.stochastic, "throws, as the game says stochastic = True", "none")
    with checking(game, "turns end", f"{games} random games") as check:
        moved = "that the first player alone moved until the end of every game"
        if alone:
            check.fail(
                "the other player's turn to come, as goes_on or throws_again gives False at times", moved
            )
    with checking(game, "squares of pieces", f"{games} random games") as check:
        check.that(
            len(off_board) <= len(game.geometry.places),
            "the geometry to have most of the squares that pieces stand on (else override occupants)",
            sorted(off_board),
        )
    words = sum(len(vocabulary.primitives) for vocabulary in vocabularies.values())
    seconds = time.perf_counter() - begun
    return GameReport(game, games, decisions, stopped, words, seconds, tuple(sorted(off_board)))


def _check_value(game: Game) -> None:
    """Check the game as a value, and its attributes."""
    with checking(game, "the game is a value", "the game") as check:
        there = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
        check.that(there == game and type(there) is type(game), "an equal game after it is pickled", there)
        check.that(hash(there) == hash(game), "equal hashes of equal games", hash(there))
        parameters = parameters_of(game)
        kinds = all(type(value) is int for value in parameters.values())
        check.that(kinds, "parameters that are whole numbers", parameters)
        if game.name in GAMES:
            made = game_of(game.name, parameters)
            check.that(made == game, "the game of this name with these parameters to be equal", made)
    with checking(game, "names and rules", "the game") as check:
        named = re.fullmatch(r"[a-z][a-z0-9_]{0,29}", game.name)
        check.that(named, "a name of at most 30 letters a to z, digits and _", game.name)
        check.that(game.title.strip() and game.title.isprintable(), "a title in a line", game.title)
        lines = game.rules_text.splitlines()
        fits = 2 <= len(lines) <= 4 and all(line.isprintable() and len(line) <= 110 for line in lines)
        check.that(
            fits, "rules_text to be the rules in two to four lines of at most 110 characters", game.rules_text
        )
        turns = game.most_turns
        check.that(type(turns) is int and 1 <= turns <= MAX_TURNS, f"1 to {MAX_TURNS} most_turns", turns)
    with checking(game, "geometry", "the game") as check:
        squares = [square for row in game.geometry.rows for square in row if square]
        numbered = sorted(squares) == list(range(1, len(squares) + 1))
        check.that(numbered, "squares numbered from 1 on, each drawn once", squares)


def _vocabularies(game: Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game that is registered."""
    if game.name not in GAMES:
        return {}
    with checking(game, "vocabularies", "the game") as check:
        made = vocabularies(game)
        check.that(made, "at least one vocabulary", made)
    for vocabulary in made.values():
        check_vocabulary(game, vocabulary)
    return made


def _check_start(game: Game, key: int) -> None:
    """Check the positions that games start from, and that throws come as often as they say."""
    with checking(game, "starts", "the game") as check:
        starts = game.starts()
        check.that(starts, "at least one position to start from", starts)
        check.that(starts == game.starts(), "the same positions to start from when asked again", starts)
    for start in starts:
        check_position(game, start, 0)
        check_throws(game, start, 0)
    with checking(game, "throws agree with their chances", place(game, starts[0])) as check:
        chances = game.throw_chances(starts[0])
        for seat in (0, 1):
            streams = game_streams(key)
            thrown = Counter(game.next_decision(starts[0], seat, streams).throws for _ in range(_THROWS))
            check.that(set(thrown) <= set(chances), f"throws among {sorted(chances)}", sorted(thrown))
            for throws, chance in chances.items():
                expected = _THROWS * chance
                most = _SIGMAS * (expected * (1 - chance)) ** 0.5 + 3
                often = thrown[throws]
                check.that(
                    abs(often - expected) <= most, f"{throws} about {expected:.0f} of {_THROWS} times", often
                )


def _check_lines(game: Game) -> None:
    """Check that a game that is not cyclic ends and repeats no position, in a walk of a bounded length."""
    small, finished = if_solvable(game), set[Any]()
    if small is None or small.cyclic:
        return
    with checking(game, "lines of play", "the game") as check:
        for start in small.starts():
            # The positions of the current line, each with the moves not yet tried there.
            line = {start: iter(small.afterstates(start))}
            while line and len(finished) + len(line) < _WALKED:
                position, untried = next(reversed(line.items()))
                move = next(untried, None)
                if move is None:
                    finished.add(position)
                    line.popitem()
                elif move.result is None and (after := game.swapped(move.position)) not in finished:
                    again = place(game, after) if after in line else ""
                    check.that(not again, "cyclic = True, as a game can come to a position again", again)
                    line[after] = iter(small.afterstates(after))
                    most = game.most_turns
                    check.that(
                        len(line) <= most, f"every game to end within most_turns = {most}", "a longer one"
                    )


def _check_exported(game: Game, vocabularies: Mapping[str, Vocabulary], seed: int) -> None:
    """Check that players that are exported as Python run, if the game says how boards are read."""
    if game.name not in GAMES or part_of(game.name, "exported") is None:
        return
    for name, vocabulary in vocabularies.items():
        where = f"the vocabulary {name}"
        with checking(game, "players as Python", where) as check, TemporaryDirectory() as folder:
            tree, file = random_individual(vocabulary, random.Random(seed)), Path(folder, "player.py")
            file.write_text(to_python(tree, vocabulary), encoding="utf-8")
            done = subprocess.run(  # noqa: S603 - our own
                [sys.executable, "-I", str(file)], capture_output=True, text=True, check=False
            )
            last = done.stderr.strip().splitlines()[-1:]
            check.that(done.returncode == 0, "the exported file to check itself and end", last)


def _played(game: Game, key: int) -> tuple[list[Choice], bool]:
    """The choices of a random game, and whether it ended before the limit of turns."""
    streams = game_streams(key)
    start = draw_start(game, streams)
    playthrough = Playthrough((RandomPlayer(), RandomPlayer()), streams, game, start)
    choices: list[Choice] = []
    with checking(game, "random games", f"the game from {place(game, start)}") as check:
        in_turn = 0
        for choice in playthrough.choices():
            in_turn = in_turn + 1 if choices and choice.turn == choices[-1].turn else 1
            check.that(in_turn < MOST_IN_A_TURN, "every turn to end", f"{in_turn} decisions in a turn")
            choices.append(choice)
        last = choices[-1]
        expected = 0 if last.result is None else last.result * (1 - 2 * last.seat)
        check.that(playthrough.outcome == expected, f"the outcome {expected}", playthrough.outcome)
    return choices, last.result is not None


def _check_text(game: Game, position: Any, texts: dict[str, Any]) -> None:
    """Check that no other position had the same text."""
    with checking(game, "texts are distinct", place(game, position)) as check:
        known = texts.setdefault(game.text(position), position)
        check.that(known == position, "another text than that of another position", known)


def _off_board(game: Game, position: Any) -> set[int]:
    """The numbers of a position that no square has, if the board is drawn from these numbers."""
    if type(game).occupants is not PlainGame.occupants or not game.geometry.rows:
        return set()
    return {*position.mine, *position.theirs}.difference(game.geometry.places)


def _check_record(game: Game, choices: list[Choice]) -> None:
    """Check that the record of a game reads back."""
    first, last = choices[0], choices[-1]
    with checking(game, "records of games", f"the game from {place(game, first.before)}") as check:
        outcome = 0 if last.result is None else last.result * (1 - 2 * last.seat)
        record = GameRecord(("random", "random"), game, first.before, choices, outcome)
        check.that(GameRecord.from_text(record.to_text()) == record, "the record to read back", "another")


def _check_kernels(game: Game, seed: int) -> None:
    """Check the kernels at the decisions of some games, before they play games on their own."""
    dice = if_dice(game)
    if dice is None:
        return
    for number in range(_KERNEL_GAMES):
        for choice in _played(game, key_of(seed, 3, number))[0]:
            check_kernels(dice, choice.decision)


def _check_compiled(game: Game, vocabularies: Mapping[str, Vocabulary], seed: int) -> None:
    """Check that compiled code plays the same games as plain Python, with and without expressions."""
    if not game.family:
        return
    dice = if_dice(game)
    if dice is not None and dice.numbering:
        with checking(game, "numbers of boards", "the game"):
            for numbered in filter(is_numbered, (dice, smallest_of(dice))):
                check_numbers(numbered)
            # Of a large game an order takes as much memory as there are boards.
            smallest = smallest_of(dice)
            for group in range(len(groups_of(smallest)) if is_numbered(smallest) else 0):
                order_of(smallest, group)
    players: list[Participant] = [RANDOM_MOVER]
    for vocabulary in vocabularies.values():
        if not vocabulary.without_kernel:
            drawn = [random_individual(vocabulary, random.Random(f"{seed} {n}")) for n in range(_TREES)]
            players += [Source.of(tree, vocabulary) for tree in drawn]
    with checking(game, "compiled games", "random games and games of random expressions") as check:
        first = np.repeat(np.arange(len(players)), _COMPILED_GAMES)
        pairings = Pairings(first, np.zeros_like(first), part_keys(key_of(seed, 2), len(first)))
        compiled = play.play_games(players, pairings, game)
        plain = games_by_choices(players, pairings, game)
        for name, found in compiled._asdict().items():
            expected = getattr(plain, name)
            same = np.array_equal(found, expected)
            check.that(same, f"the {name} of plain Python, {expected.tolist()}", found.tolist())
