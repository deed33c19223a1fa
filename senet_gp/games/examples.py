"""Examples that teach a game: boards on which a rule is shown, and when a player meets that rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import part_of


@dataclass(frozen=True)
class RuleExample:
    """A rule, shown by a move.

    Attributes:
        title: the rule in a few words.
        text: the rule in a sentence or two.
        position: a position of the game with its usual parameters, as the player to move sees it.
        throws: what they throw; nothing in games without throws.
        move: what they play, in the notation of records.
        applies: whether a decision is a case of it, so that somebody who plays for the first time is told.
    """

    title: str
    text: str
    position: str
    throws: tuple[int, ...]
    move: str
    applies: Callable[[Decision], bool]

    def decision(self, game: Game) -> tuple[Decision, int]:
        """The decision, and the index of what is played."""
        decision = game.decision(game.position_from(self.position), 0, self.throws)
        return decision, decision.named(self.move)


def examples_of(game: Game) -> tuple[RuleExample, ...]:
    """The examples of a game, in the order in which they are told; none if it has none.

    >>> from senet_gp.games.registry import game_of
    >>> examples_of(game_of("senet"))[0].title
    'The way'
    """
    return tuple(part_of(game.name, "examples") or ())


def goes_to(decision: Decision, square: int) -> bool:
    """Whether a piece can go to a square, 0 being off the board."""
    every = range(len(decision.afterstates))
    return any(target == square for index in every for _, target in decision.steps(index))


def applying(decision: Decision) -> list[int]:
    """The numbers of the examples, from 0, that a decision is a case of."""
    return [number for number, one in enumerate(examples_of(decision.game)) if one.applies(decision)]


def always_met(_decision: Decision) -> bool:
    """Whether the rule is met in this decision: in any."""
    return True


def wins(decision: Decision) -> bool:
    """Whether a move wins at once."""
    return any(afterstate.result == 1 for afterstate in decision.afterstates)


def must_stop_a_line(decision: Decision) -> bool:
    """Whether the other player could win now, and this one cannot."""
    game = decision.game
    theirs = game.afterstates(game.swapped(decision.position))
    return not wins(decision) and any(afterstate.result == 1 for afterstate in theirs)


def three_in_a_line(position: str, move: str) -> RuleExample:
    """The example of a line that wins."""
    text = "Three in a row, a column or a diagonal win."
    return RuleExample("Three in a line", text, position, (), move, wins)


def stopped_line(position: str, move: str, what: str) -> RuleExample:
    """The example of a line that must be stopped."""
    text = f"They have two in a line, and would win on {move}: {what}."
    return RuleExample("Stop their line", text, position, (), move, must_stop_a_line)
