"""All checks of a game, made on the random games that a budget of time allows."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from primitives import vocabularies as vocabularies_of
from primitives.vocabulary import Vocabulary
from senet_gp.arena.record import GameRecord
from senet_gp.engine import play
from senet_gp.engine.participants import RANDOM_MOVER, Participant, Source
from senet_gp.engine.playthrough import Choice, Playthrough, draw_start, games_by_choices
from senet_gp.engine.results import Pairings
from senet_gp.games.dice.game import if_dice
from senet_gp.games.dice.numbering import check_numbers, groups_of, is_numbered, numbering_of, order_of
from senet_gp.games.dice.rules import MOST_IN_A_TURN
from senet_gp.games.plain import PlainGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, MAX_TURNS, as_game, game_of, in_words, parameters_of, part_of
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.checks import real_number, seed_number
from senet_gp.runtime.streams import game_streams, key_of, part_keys
from senet_gp.testing.checks import (
    Claims,
    Table,
    check,
    check_decision,
    check_position,
    check_throws,
    check_vocabulary,
    check_words,
    position_text,
)
from senet_gp.testing.kernels import check_kernels
from senet_gp.trees.individual import random_individual
from senet_gp.trees.python_source import to_python

#: The least and the most games that are played.
_MIN_GAMES = 3
_MAX_GAMES = 1000
#: All words are checked in one of this many decisions, and all throws in this many decisions of a game.
_EVERY = 5
_WITH_ALL_THROWS = 3
_THROWS = 2000
_SIGMAS = 6
_COMPILED_GAMES = 3
_TREES = 2
#: The games in which kernels are compared with the rules at every decision, before they play.
_KERNEL_GAMES = 5
#: The positions that are visited in search of one that is repeated.
_WALKED = 2000
#: The numbers that are not squares of which a report names at most this many.
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
        off_board = f"{shown} stand for pieces off the board; " if self.off_board else ""
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
    check(_GAME, "the game", game)
    own_words = _own_words(game)
    _check_start(game, key_of(seed, 0))
    for number in range(_KERNEL_GAMES if if_dice(game) else 0):
        for choice in _played(game, key_of(seed, 3, number)):
            check_kernels(game, choice.decision)
    tally = _Tally()
    since = time.perf_counter()
    while tally.games < _MIN_GAMES or (tally.games < _MAX_GAMES and time.perf_counter() - since <= seconds):
        choices = _played(game, key_of(seed, 1, tally.games))
        _check_choices(game, choices, own_words, random.Random(f"{seed} {tally.games}"), tally)
        tally.count(choices)
    small = if_solvable(game)
    if small is not None and not small.cyclic:
        check((_lines_of_play,), "the game", small)
    # Where kernels do not list what decisions have, compiled games could do anything.
    _check_compiled(game, own_words, seed)
    if game.name in GAMES and part_of(game.name, "exported") is not None:
        for name, vocabulary in own_words.items():
            check((_exported_players,), f"the vocabulary {name}", game, vocabulary, seed)
    check(_ALL_GAMES, f"{tally.games} random games", game, tally)
    words = sum(len(vocabulary.primitives) for vocabulary in own_words.values())
    seconds = time.perf_counter() - begun
    counts = tally.games, tally.decisions, tally.stopped
    return GameReport(game, *counts, words, seconds, tuple(sorted(tally.off_board)))


@dataclass
class _Tally:
    """What is known of all random games: their numbers, and what is checked when they have been played."""

    games: int = 0
    decisions: int = 0
    stopped: int = 0
    alone: bool = True
    thrown: bool = False
    off_board: set[int] = field(default_factory=set)

    def count(self, choices: list[Choice]) -> None:
        """Count a game."""
        self.games += 1
        self.decisions += len(choices)
        self.stopped += choices[-1].result is None
        self.alone = self.alone and len(choices) > 1 and all(choice.seat == 0 for choice in choices)
        self.thrown = self.thrown or any(choice.decision.throws for choice in choices)


def _check_choices(
    game: Game, choices: list[Choice], own_words: Mapping[str, Vocabulary], rng: random.Random, tally: _Tally
) -> None:
    """Check a random game."""
    for index, choice in enumerate(choices):
        check_position(game, choice.before, choice.seat)
        check_decision(game, choice.decision)
        check_kernels(game, choice.decision)
        tally.off_board |= _off_board(game, choice.before)
        if index % (1 + len(choices) // _WITH_ALL_THROWS) == 0:
            check_throws(game, choice.before, choice.seat)
        if index % _EVERY == tally.games % _EVERY:
            for vocabulary in own_words.values():
                check_words(game, vocabulary, choice.decision, rng)
    if game.name in GAMES:
        where = f"the game from {position_text(game, choices[0].before)}"
        check((_records_of_games,), where, game, choices)


def _the_game_is_a_value(game: Game) -> Claims:
    there = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    yield there == game and type(there) is type(game), "an equal game after it is pickled", there
    yield hash(there) == hash(game), "equal hashes of equal games", hash(there)
    parameters = parameters_of(game)
    kinds = all(type(value) is int for value in parameters.values())
    yield kinds, "parameters that are whole numbers", parameters
    if game.name in GAMES:
        made = game_of(game.name, parameters)
        yield made == game, "the game of this name with these parameters to be equal", made


def _names_and_rules(game: Game) -> Claims:
    named = re.fullmatch(r"[a-z][a-z0-9_]{0,29}", game.name)
    yield named, "a name of at most 30 letters a to z, digits and _", game.name
    yield game.title.strip() and game.title.isprintable(), "a title in a line", game.title
    lines = game.rules_text.splitlines()
    fits = 2 <= len(lines) <= 4 and all(line.isprintable() and len(line) <= 110 for line in lines)
    yield fits, "rules_text to be the rules in two to four lines of at most 110 characters", game.rules_text
    turns = game.most_turns
    yield type(turns) is int and 1 <= turns <= MAX_TURNS, f"1 to {MAX_TURNS} most_turns", turns


def _geometry(game: Game) -> Claims:
    squares = [square for row in game.geometry.rows for square in row if square]
    numbered = sorted(squares) == list(range(1, len(squares) + 1))
    yield numbered, "squares numbered from 1 on, each drawn once", squares


def _dice(game: Game) -> Claims:
    kind: Any = type(game)
    thrown = isinstance(game, PlainGame) and (kind.dice, kind.throw_chances)
    silent = game.stochastic and not game.small and thrown == (PlainGame.dice, PlainGame.throw_chances)
    yield not silent, "a method dice, as the game says stochastic = True", "none"


_GAME: Table = (_the_game_is_a_value, _names_and_rules, _geometry, _dice)


def _own_words(game: Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game that is registered."""
    if game.name not in GAMES:
        return {}
    check((_vocabularies,), "the game", game)
    own_words = vocabularies_of(game)
    for vocabulary in own_words.values():
        check_vocabulary(game, vocabulary)
    return own_words


def _vocabularies(game: Game) -> Claims:
    yield vocabularies_of(game), "at least one vocabulary", {}


def _check_start(game: Game, key: int) -> None:
    """Check the positions that games start from, and that throws come as often as they say."""
    check((_starts,), "the game", game)
    starts = game.starts()
    for start in starts:
        check_position(game, start, 0)
        check_throws(game, start, 0)
    where = position_text(game, starts[0])
    check((_throws_agree_with_their_chances,), where, game, starts[0], key)


def _starts(game: Game) -> Claims:
    starts = game.starts()
    yield isinstance(starts, Sequence), "a list of positions to start from", starts
    yield starts, "at least one position to start from", starts
    yield starts == game.starts(), "the same positions to start from when asked again", starts


def _throws_agree_with_their_chances(game: Game, start: Any, key: int) -> Claims:
    chances = game.throw_chances(start)
    for seat in (0, 1):
        streams = game_streams(key)
        thrown = Counter(game.next_decision(start, seat, streams).throws for _ in range(_THROWS))
        yield set(thrown) <= set(chances), f"throws among {sorted(chances)}", sorted(thrown)
        for throws, chance in chances.items():
            expected, often = _THROWS * chance, thrown[throws]
            near = abs(often - expected) <= _SIGMAS * (expected * (1 - chance)) ** 0.5 + 3
            yield near, f"{throws} about {expected:.0f} of {_THROWS} times", often


def _lines_of_play(small: SmallGame) -> Claims:
    """A game that is not cyclic ends and repeats no position, in a walk of a bounded length."""
    finished = set[Any]()
    for start in small.starts():
        # The positions of the current line, each with the moves not yet tried there.
        line = {start: iter(small.afterstates(start))}
        while line and len(finished) + len(line) < _WALKED:
            position, untried = next(reversed(line.items()))
            move = next(untried, None)
            if move is None:
                finished.add(position)
                line.popitem()
            elif move.result is None and (after := small.swapped(move.position)) not in finished:
                again = position_text(small, after) if after in line else ""
                yield not again, "cyclic = True, as a game can come to a position again", again
                line[after] = iter(small.afterstates(after))
                most = small.most_turns
                yield len(line) <= most, f"every game to end within most_turns = {most}", "a longer one"


def _exported_players(_game: Game, vocabulary: Vocabulary, seed: int) -> Claims:
    """Players that are exported as Python run, if the game says how boards are read."""
    with TemporaryDirectory() as folder:
        tree, file = random_individual(vocabulary, random.Random(seed)), Path(folder, "player.py")
        file.write_text(to_python(tree, vocabulary), encoding="utf-8")
        command = [sys.executable, "-I", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    last = done.stderr.strip().splitlines()[-1:]
    yield done.returncode == 0, "the exported file to check itself and end", last


def _played(game: Game, key: int) -> list[Choice]:
    """The choices of a random game."""
    streams = game_streams(key)
    start = draw_start(game, streams)
    playthrough = Playthrough((RandomPlayer(), RandomPlayer()), streams, game, start)
    choices: list[Choice] = []
    check((_random_games,), f"the game from {position_text(game, start)}", game, playthrough, choices)
    return choices


def _random_games(_game: Game, playthrough: Playthrough[RandomPlayer], choices: list[Choice]) -> Claims:
    in_turn = 0
    for choice in playthrough.choices():
        in_turn = in_turn + 1 if choices and choice.turn == choices[-1].turn else 1
        yield in_turn < MOST_IN_A_TURN, "every turn to end", f"{in_turn} decisions in a turn"
        choices.append(choice)
    expected = _outcome(choices[-1])
    yield playthrough.outcome == expected, f"the outcome {expected}", playthrough.outcome


def _outcome(last: Choice) -> int:
    """The outcome of a game for the first mover; 0 if the limit of turns has stopped it."""
    return (last.result or 0) * (1 - 2 * last.seat)


def _off_board(game: Game, position: Any) -> set[int]:
    """The numbers of a position that no square has, if the board is drawn from these numbers."""
    if type(game).occupants is not PlainGame.occupants or not game.geometry.rows:
        return set()
    return {*position.mine, *position.theirs}.difference(game.geometry.places)


def _records_of_games(game: Game, choices: list[Choice]) -> Claims:
    players = ("random", "random")
    record = GameRecord(players, game, choices[0].before, choices, _outcome(choices[-1]))
    yield GameRecord.from_text(record.to_text()) == record, "the record to read back", "another"


def _check_compiled(game: Game, own_words: Mapping[str, Vocabulary], seed: int) -> None:
    """Check that compiled code plays the same games as plain Python, with and without expressions."""
    if not game.family:
        return
    check((_numbers_of_boards,), "the game", game)
    players: list[Participant] = [RANDOM_MOVER]
    for vocabulary in own_words.values():
        if not vocabulary.without_kernel:
            drawn = [random_individual(vocabulary, random.Random(f"{seed} {n}")) for n in range(_TREES)]
            players += [Source.of(tree, vocabulary) for tree in drawn]
    where = "random games and games of random expressions"
    check((_compiled_games,), where, game, players, key_of(seed, 2))


def _numbers_of_boards(game: Game) -> Claims:
    dice = if_dice(game)
    if dice is None or not dice.numbering:
        return
    smallest = numbering_of(dice).smallest(dice)
    for numbered in filter(is_numbered, (dice, smallest)):
        check_numbers(numbered)
    # Of a large game an order takes as much memory as there are boards.
    for group in range(len(groups_of(smallest)) if is_numbered(smallest) else 0):
        order_of(smallest, group)
    yield from ()


def _compiled_games(game: Game, players: list[Participant], key: int) -> Claims:
    first = np.repeat(np.arange(len(players)), _COMPILED_GAMES)
    pairings = Pairings(first, np.zeros_like(first), part_keys(key, len(first)))
    compiled = play.play_games(players, pairings, game)
    plain = games_by_choices(players, pairings, game)
    for name, values in compiled._asdict().items():
        expected = getattr(plain, name)
        same = np.array_equal(values, expected)
        yield same, f"the {name} of plain Python, {expected.tolist()}", values.tolist()


def _games_end(game: Game, tally: _Tally) -> Claims:
    ends = f"one of them to end before most_turns = {game.most_turns} turns"
    yield tally.stopped < tally.games, ends, "none"


def _throws(game: Game, tally: _Tally) -> Claims:
    yield tally.thrown or not game.stochastic, "throws, as the game says stochastic = True", "none"


def _turns_end(_game: Game, tally: _Tally) -> Claims:
    expected = "the other player's turn to come, as goes_on or throws_again gives False at times"
    yield not tally.alone, expected, "that the first player alone moved until the end of every game"


def _squares_of_pieces(game: Game, tally: _Tally) -> Claims:
    expected = "the geometry to have most of the squares that pieces stand on (else override occupants)"
    yield len(tally.off_board) <= len(game.geometry.places), expected, sorted(tally.off_board)


_ALL_GAMES: Table = (
    _games_end,
    _throws,
    _turns_end,
    _squares_of_pieces,
)
