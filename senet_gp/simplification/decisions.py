"""Decisions from games, and which candidates an expression thinks best in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, cycle, islice
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Node, Vocabulary
from senet_gp import interruption
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.movers import best_board
from senet_gp.engine.participants import boards_of
from senet_gp.engine.playthrough import Game, draw_start
from senet_gp.engine.program import translate
from senet_gp.games.board.game import BoardGame, Decision
from senet_gp.games.protocol import Rules
from senet_gp.games.senet import Senet
from senet_gp.games.senet import rules as senet_rules
from senet_gp.games.senet import turns as senet_turns
from senet_gp.games.senet.turns import MINE, REST, THEIRS
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.streams import CHOICES, Streams, below, game_streams, key_of

#: Random expressions that the player meets, besides itself and a random mover.
_PANEL = 4
#: Games with fewer positions are gone through whole.
MOST_POSITIONS = 30_000


class Decisions(NamedTuple):
    """Decisions between at least two candidates, as programs see them.

    Attributes:
        boards: what programs see: the candidates' boards of all decisions; of a policy the boards before.
        begins: where the boards of each decision begin, and behind the last where they end.
        moves: of policies, the number of moves that a value is taken modulo; else 0.
        complete: whether these are all decisions that the game has.
    """

    boards: Boards
    begins: NDArray[np.int64]
    moves: int
    complete: bool

    @classmethod
    def of(cls, decisions: Sequence[NDArray[np.uint32]], moves: int, *, complete: bool) -> Self:
        """Those with these boards."""
        begins = np.zeros(len(decisions) + 1, np.int64)
        np.cumsum([boards.shape[1] for boards in decisions], out=begins[1:])
        return cls(np.concatenate(decisions, axis=1, dtype=np.uint32), begins, moves, complete)

    def __len__(self) -> int:
        return len(self.begins) - 1

    def first(self, number: int) -> Decisions:
        """The first so many."""
        begins = self.begins[: number + 1]
        return Decisions(self.boards[:, : begins[-1]], begins, self.moves, complete=False)

    def best(self, tree: Sequence[Node], vocabulary: Vocabulary) -> NDArray[np.int64]:
        """For each board whether it is among the best of its decision; of policies the move that is named."""
        scores = scores_of(translate(tree, vocabulary), self.boards).astype(np.int64)
        if self.moves:
            named: NDArray[np.int64] = scores % self.moves
            return named
        highest = np.maximum.reduceat(scores, self.begins[:-1])
        best: NDArray[np.int64] = (scores == np.repeat(highest, np.diff(self.begins))).astype(np.int64)
        return best

    def differences(self, best: NDArray[np.int64], other: NDArray[np.int64]) -> int:
        """In how many decisions two answers of :meth:`best` differ."""
        return int(np.count_nonzero(np.add.reduceat(best != other, self.begins[:-1])))


def all_decisions(game: BoardGame, most: int = MOST_POSITIONS) -> Decisions | None:
    """All decisions that any line of play of a small game can lead to; None if there are too many.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    found = [decision.boards() for decision in _reachable(game, most) if len(decision.candidates) > 1]
    return Decisions.of(found, _moves_named(game), complete=True) if len(found) < most else None


def all_boards(game: BoardGame, most: int, rng: np.random.Generator) -> tuple[Boards, bool]:
    """The boards of a small game that programs score, and whether these are all.

    If there are more than ``most``, they are those of so many random games.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    decisions = [decision.boards() for decision in _reachable(game, most)]
    complete = len(decisions) < most
    if not complete:
        decisions = [decision.boards() for decision in _random_games(game, most, rng)]
    return np.unique(np.concatenate(decisions, axis=1, dtype=np.uint32), axis=1), complete


def _reachable(game: BoardGame, most: int) -> Iterator[Decision]:
    """What can be asked, along all lines of play; not more than so often."""
    waiting = list(game.starts())
    seen = set(waiting)
    number = 0
    while waiting and number < most:
        interruption.check()
        decision = game.decision(waiting.pop(), 0, ())
        number += 1
        yield decision
        for candidate in decision.candidates:
            after = game.turned(candidate.position)
            if candidate.result is None and after not in seen:
                seen.add(after)
                waiting.append(after)


def _random_games(game: BoardGame, boards: int, rng: np.random.Generator) -> Iterator[Decision]:
    """What is asked in random games, until so many boards have been seen."""
    starts = game.starts()
    while boards > 0:
        position = starts[int(rng.integers(len(starts)))]
        for _ in range(game.most_plies):
            interruption.check()
            decision = game.decision(position, 0, ())
            boards -= len(decision.candidates)
            yield decision
            candidate = decision.candidates[int(rng.integers(len(decision.candidates)))]
            if candidate.result is not None:
                break
            position = game.turned(candidate.position)


def _moves_named(rules: Rules) -> int:
    """How many moves a value can name; 0 if values score boards."""
    return rules.most_candidates if isinstance(rules, BoardGame) and rules.policy else 0


def sampled_decisions(player: ExpressionPlayer, rules: Rules, number: int, seed: int) -> Decisions:
    """Decisions of both sides in games of the player against itself, a random mover and random expressions.

    Args:
        player: the player.
        rules: the game.
        number: how many.
        seed: the same gives the same decisions; another, other games.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    others: list[Player] = [player, RandomPlayer()]
    others += [player_from_text(f"random-tree:{tree}", rules) for tree in range(1, _PANEL + 1)]
    found: list[Boards] = []
    for game, other in zip(count(), cycle(others), strict=False):
        pair = (player, other) if game // len(others) % 2 == 0 else (other, player)
        streams = game_streams(key_of(seed, game))
        played = (
            _senet_game(pair, rules, streams) if isinstance(rules, Senet) else _game(pair, rules, streams)
        )
        found += islice(played, number - len(found))
        if len(found) == number:
            break
    return Decisions.of(found, _moves_named(rules), complete=False)


def decisions_for(player: ExpressionPlayer, rules: Rules, number: int, seed: int) -> Decisions:
    """All decisions of the game if it is small, else a sample (see :func:`sampled_decisions`)."""
    whole = all_decisions(rules) if isinstance(rules, BoardGame) else None
    return sampled_decisions(player, rules, number, seed) if whole is None else whole


def _game(pair: tuple[Player, Player], rules: Rules, streams: Streams) -> Iterator[Boards]:
    """The boards of every decision of a game."""
    for choice in Game(pair, streams, rules, draw_start(rules, streams)).choices():
        if len(choice.decision.candidates) > 1:
            yield boards_of(choice.decision)


def _senet_game(pair: tuple[Player, Player], rules: Senet, streams: Streams) -> Iterator[Boards]:
    """As :func:`_game`, ten times as fast: of the many candidates no objects are made."""
    work = _workspace()
    mine, theirs = senet_rules.starting_masks(rules.pieces)
    turn, again = 0, False
    while turn < rules.most_turns and mine and theirs:
        interruption.check()
        seat = turn % 2
        if mine >> senet_rules.WATER & 1:
            mine = int(senet_rules.rescued(mine, theirs, senet_rules.throw_sticks(streams, seat)))
            again = False
        else:
            throws, again = senet_rules.throw_group(streams, seat)
            number = senet_turns.end_boards(mine, theirs, throws, work)
            boards = work.boards[0, :REST, :number].copy()
            if number > 1:
                yield boards
            chosen = _chosen(pair[seat], boards, streams)
            mine, theirs = boards[MINE, chosen].item(), boards[THEIRS, chosen].item()
        if not again or mine >> senet_rules.WATER & 1 or not mine:
            mine, theirs = theirs, mine
            turn += 1


def _chosen(player: Player, boards: Boards, streams: Streams) -> int:
    """The index of the board that a player chooses."""
    number = boards.shape[1]
    if number == 1:
        return 0
    if not isinstance(player, ExpressionPlayer):
        return int(below(streams, CHOICES, number))
    return int(best_board(number, scores_of(player.program, boards), streams))


@cache
def _workspace() -> senet_turns.Workspace:
    return senet_turns.new_workspace()
