"""Puzzles: decisions with a best move that is worth finding, chosen by the judge of a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.protocol import Decision, Game
from senet_gp.insight.judges import Judge, Judgement, Playouts, judged, patient_judge_of, wins
from senet_gp.insight.reasons import reasons_of
from senet_gp.players.player import NoisyPlayer, Player
from senet_gp.runtime.streams import Purpose, game_streams, key_of

#: Games in which puzzles are looked for.
PUZZLES = Purpose(40)
#: How many games are looked through, and how many decisions, fewer where games are played on from each.
_GAMES, _DECISIONS, _PLAYED_ON = 100, 3000, 60
#: The share of moves at random, so that boards differ.
_AT_RANDOM = 0.25
#: The best move wins more often by this chance than any that is not about as good.
_CLEAR = 0.08
#: A person looks through this many moves.
_MOST_MOVES = 40


class Puzzle(NamedTuple):
    """A decision, told as one of the first mover.

    Attributes:
        position: the position as the player to move sees it.
        throws: the throws.
        best: the indices of the moves that are about the best, the very best first.
        next: the index of the best move that is worse.
        chances: what each move is worth, in words.
        reasons: what the best move does, compared with the next.
    """

    position: Any
    throws: tuple[int, ...]
    best: list[int]
    next: int
    chances: list[str]
    reasons: list[str]


def puzzles_of(player: Player, game: Game, most: int) -> list[Puzzle]:
    """Puzzles from games of a player against itself with moves at random, those that decide most first.

    Args:
        player: the player.
        game: the game, with its parameters.
        most: how many at most.
    """
    judge = patient_judge_of(game)
    looked_at = _PLAYED_ON if isinstance(judge, Playouts) else _DECISIONS
    met = islice(_met(player, game), looked_at)
    # Decisions between two moves come last: half of those who guess are right.
    glances = [(len(one.afterstates) > 2, _gap(judge.glance(one)), one) for one in met]
    clear = sorted((one for one in glances if one[1] >= _CLEAR), key=lambda one: one[:2], reverse=True)
    return list(islice(filter(None, (_puzzle(judge, one) for *_, one in clear[: 2 * most])), most))


def _met(player: Player, game: Game) -> Iterator[Decision]:
    """Decisions between several moves, each once, of which none wins at once."""
    seen = set()
    for number in range(_GAMES):
        pair = NoisyPlayer(player, _AT_RANDOM), NoisyPlayer(player, _AT_RANDOM)
        for choice in choices_of_game(pair, game, game_streams(key_of(key_of(1, PUZZLES), number))):
            before = game.text(choice.before), choice.decision.throws
            moves = range(len(choice.decision.afterstates))
            if before in seen or len(moves) > _MOST_MOVES:
                continue
            seen.add(before)
            if not any(choice.decision.result(index) == 1 for index in moves):
                yield game.decision(choice.before, 0, choice.decision.throws)


def _gap(chances: Any) -> float:
    """How much better the best move is than the second."""
    return float(np.diff(np.sort(chances)[-2:])[0])


def _puzzle(judge: Judge, decision: Decision) -> Puzzle | None:
    """The decision as a puzzle, if a second look finds it clear, too."""
    found = judged(judge, decision)
    best = [index for index in found.order if found.is_equal(found.best, index)]
    others = found.order[len(best) :]
    if not others or found.lost(others[0]) < _CLEAR:
        return None
    reasons = reasons_of(judge).between(decision, found.best, others[0])
    return Puzzle(
        decision.position,
        tuple(decision.throws),
        best,
        others[0],
        [_worth(found, index) for index in range(len(decision.afterstates))],
        [reason.text for reason in reasons if reason.worth > 0],
    )


def _worth(found: Judgement, index: int) -> str:
    """What a move is worth, in words."""
    return found.word(index) or f"wins {wins(found.chance(index))} of 100"
