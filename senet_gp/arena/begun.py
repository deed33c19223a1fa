"""Games that are played bit by bit: begun from a seed, played on from their record, and taken back."""

from __future__ import annotations

import numpy as np

from senet_gp.arena.record import GameRecord
from senet_gp.checks import seed_number
from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import Playthrough, draw_start
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.streams import CHOICES, Streams, game_streams, key_of

#: The part of the seed that the start is drawn from; throws are drawn from parts that count the choices.
_START = 1 << 20


def new_record(names: tuple[str, str], game: Game, seed: int) -> GameRecord:
    """The record of a new game, without any moves, between players of these names.

    >>> from senet_gp.games.registry import game_of
    >>> record = new_record(("random", "human"), game_of("senet"), seed=7)
    >>> next_decision(record).throws
    (2,)
    """
    seed = seed_number(seed)
    record = GameRecord(names, game, draw_start(game, game_streams(key_of(seed, _START))), seed=seed)
    draw_on(record, seed)
    return record


def draw_on(record: GameRecord, seed: int) -> None:
    """Give a game whose random streams are not known new ones, which the seed determines."""
    record.streams = tuple(_streams_after(len(record.choices), seed).tolist())


def next_decision(record: GameRecord) -> Decision:
    """The decision of the player to move in an unfinished game whose random streams are known."""
    seat = record.turns % 2
    return record.game.next_decision(record.next_position, seat, np.array(record.streams, np.uint64))


def play_choice(record: GameRecord, players: tuple[Chooser, Chooser]) -> None:
    """Let the player to move in an unfinished game make a choice, or resign.

    The choice and the outcome are in the record afterwards.

    Args:
        record: the game, whose random streams are known.
        players: the first mover and the other player.

    Raises:
        KeyboardInterrupt: if the user has interrupted the program.
    """
    streams = np.array(record.streams, np.uint64)
    playthrough = Playthrough(players, streams, record.game, record.next_position, record.turns)
    choice = next(playthrough.choices(), None)
    if choice is None:
        record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
    else:
        record.choices.append(choice)
        record.outcome = record.outcome_by_moves
    record.streams = tuple(streams.tolist())


def take_back(record: GameRecord, count: int) -> None:
    """Take choices back, so that a number of them is left; what is thrown next is what was thrown then.

    Args:
        record: the game.
        count: how many choices are left.

    Raises:
        UsageError: if the throws are not those of the record's seed, or the seed of a game with throws is not
            known; nothing has changed then.
    """
    streams = _streams_after(count, record.seed or 0)
    if record.game.stochastic:
        streams[:CHOICES] = _throw_streams(record, count)[:CHOICES]
    del record.choices[count:]
    record.outcome, record.resigned = None, False
    record.streams = tuple(streams.tolist())


def _throw_streams(record: GameRecord, count: int) -> Streams:
    """The streams of the throws after a number of choices, found by throwing again."""
    if record.seed is None:
        raise UsageError("the record does not tell the seed of its throws, so no move can be taken back")
    streams = _streams_after(0, record.seed)
    for choice in record.choices[:count]:
        decision = record.game.next_decision(choice.before, choice.seat, streams)
        if decision.throws != choice.decision.throws:
            raise UsageError("the throws are not those of the record's seed, so no move can be taken back")
    return streams


def _streams_after(count: int, seed: int) -> Streams:
    return game_streams(key_of(seed, count))
