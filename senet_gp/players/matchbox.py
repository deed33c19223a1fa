"""A machine that learns by playing: weights for moves, changed after every game.

It is Gardner's hexapawn machine of matchboxes and beads (Scientific American, March 1962), after Michie's for
tic-tac-toe. A *box* is a position with a weight for each of its moves. In the other form a weight belongs to
the position after a move, however it is reached: these are *position values*. Both learn in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from senet_gp.games.protocol import Decision
from senet_gp.games.small import SmallGame
from senet_gp.runtime.checks import several, truth, whole_number
from senet_gp.runtime.codec import Between
from senet_gp.runtime.errors import UsageError, brief, shortened
from senet_gp.runtime.streams import CHOICES, Streams, below

#: The greatest weight; a punishment of this much takes the whole weight.
ALL = 1_000_000
BOXES, VALUES = "boxes", "values"
#: A number of games, of which a machine has learned from no more.
Games = Annotated[int, Between(0, 10**12)]
#: The largest number of moves of a game that can be punished.
_MAX_PUNISHMENTS = 100


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a machine learns, and how it plays with what it has learned.

    >>> SCHEMES["last-move"].form
    'boxes'

    Attributes:
        form: ``boxes``, a weight for every move of a position; ``values``, one for the position after a move.
        initial: the initial value of each weight.
        punishments: how much the weights of the last moves of a lost game are reduced, the last move first.
        reward: how much the weight of every move of a won game is increased.
        draw_reward: the same for a drawn game.
        best: whether the machine makes the move with the greatest weight; otherwise a move is drawn in
            proportion to the weights.
        refill: whether an empty first box gets its weights back; otherwise the machine plays no more games.

    Raises:
        UsageError: if a number is out of bounds.
    """

    form: str = BOXES
    initial: int = 1
    punishments: tuple[int, ...] = (ALL,)
    reward: int = 0
    draw_reward: int = 0
    best: bool = False
    refill: bool = True

    def __post_init__(self) -> None:
        if self.form not in {BOXES, VALUES}:
            raise UsageError(
                f"the form of a machine is {BOXES} or {VALUES}, not {shortened(repr(self.form), 20)}"
            )
        punishments = several("punishments", self.punishments, "1")
        if not 1 <= len(punishments) <= _MAX_PUNISHMENTS:
            raise UsageError(f"a scheme punishes 1 to {_MAX_PUNISHMENTS} moves, not {len(punishments)}")
        found: dict[str, Any] = {
            "punishments": tuple(whole_number("a scheme's punishment", n, 1, ALL) for n in punishments),
            "initial": whole_number("a scheme's initial weight", self.initial, 1, ALL),
            "reward": whole_number("a scheme's reward", self.reward, 0, ALL),
            "draw_reward": whole_number("a scheme's reward for a draw", self.draw_reward, 0, ALL),
            "best": truth("best", self.best),
            "refill": truth("refill", self.refill),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)


#: Ways to punish and to reward, which go with both forms.
SCHEMES = {
    "last-move": Scheme(),
    "schedule-321": Scheme(initial=3, punishments=(3, 2, 1)),
    "schedule-21": Scheme(initial=2, punishments=(2, 1)),
    "reward": Scheme(reward=1),
    # Michie's rates of 1961; no side makes more than five moves in tic-tac-toe.
    "menace": Scheme(initial=4, punishments=(1,) * 5, reward=3, draw_reward=1),
}


@dataclass(slots=True)
class Box:
    """The weights for a position.

    Attributes:
        seat: the seat of the player who saw the position when it first occurred.
        weights: one weight for each afterstate, in their order; in the form of values only one, for the
            position.
    """

    seat: int
    weights: list[int]


@dataclass(frozen=True, slots=True)
class Window:
    """A window of the learning curve.

    Attributes:
        games: how many games the machine had learned from at the end of the window.
        won: the number of games in the window that it won.
        drawn: the number of drawn games.
        lost: the number of games that it lost.
        worst: the machine's worst possible result, 1, 0 or -1, at the end of the window; None if unknown.
    """

    games: Games
    won: Games
    drawn: Games
    lost: Games
    worst: Annotated[int, Between(-1, 1)] | None = None

    @property
    def share_won(self) -> float:
        """The share of the window's games that were won."""
        return self.won / max(1, self.won + self.drawn + self.lost)

    @property
    def proven(self) -> bool:
        """Whether it was proven that the machine cannot lose any more."""
        return self.worst is not None and self.worst >= 0


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of games by their results for the machine.

    >>> Tally().and_one(1).and_one(0)
    Tally(won=1, drawn=1, lost=0)

    Attributes:
        won: the number of games that it won.
        drawn: the number of drawn games.
        lost: the number of games that it lost.
    """

    won: Games = 0
    drawn: Games = 0
    lost: Games = 0

    def and_one(self, result: int) -> Tally:
        """The tally with one more game, with the result 1, 0 or -1 for the machine."""
        return Tally(self.won + (result == 1), self.drawn + (result == 0), self.lost + (result == -1))


#: A decision, and the index of the chosen afterstate.
Chosen = tuple[Decision, int]


class MatchboxPlayer:
    """The machine as a player. It changes only in :meth:`learn`.

    Attributes:
        game: the game it plays.
        scheme: how it learns.
        name: the player as it is written on the command line.
        boxes: what it has learned, by the text of the position as the machine sees it: in the form of boxes
            the position before its move, in the form of values the position after it.
        games: the number of games that it has learned from.
        curve: its learning curve.
        people: its games against people, among those that it has learned from.
    """

    participant = None

    def __init__(
        self, game: SmallGame, scheme: Scheme = SCHEMES["last-move"], name: str = "matchbox"
    ) -> None:
        if scheme.form == VALUES and game.policy:
            raise UsageError(f"{game.name} rates moves, not positions: choose --form {BOXES}")
        self.game = game
        self.scheme = scheme
        self.name = name
        self.boxes: dict[str, Box] = {}
        self.games = 0
        self.curve: list[Window] = []
        self.people = Tally()

    def __repr__(self) -> str:
        return brief(
            self, self.name, self.game, f"{self.games:,} games learned from", f"{len(self.boxes):,} boxes"
        )

    def weights(self, decision: Decision) -> list[int]:
        """The weight of each afterstate."""
        initial = self.scheme.initial
        if self.scheme.form == BOXES:
            box = self.boxes.get(self.game.text(decision.position))
            return list(box.weights) if box else [initial] * len(decision.afterstates)
        found = [self.boxes.get(self.game.text(afterstate.position)) for afterstate in decision.afterstates]
        return [box.weights[0] if box else initial for box in found]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that it may choose.

        It does not make a move of weight zero unless all weights are zero.
        """
        weights = self.weights(decision)
        least = max(weights) if self.scheme.best else min(1, max(weights))
        return [index for index, weight in enumerate(weights) if weight >= least]

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate: drawn in proportion to the weights, or one with the greatest weight.

        Equal weights are equally likely, and so are all moves of an empty box.
        """
        indices = self.possible(decision)
        if self.scheme.best:
            return indices[int(below(streams, CHOICES, len(indices)))]
        weights = self.weights(decision)
        shares = [weights[index] or 1 for index in indices]
        drawn = int(below(streams, CHOICES, sum(shares)))
        for index, share in zip(indices, shares, strict=True):
            drawn -= share
            if drawn < 0:
                return index
        raise AssertionError("a number below the sum of the shares falls on one of them")

    def resigns(self, decision: Decision) -> bool:
        """Whether all weights are zero: while it learns, the machine then resigns."""
        return not any(self.weights(decision))

    def learn(self, chosen: Sequence[Chosen], result: int) -> None:
        """Change the weights after a game.

        Args:
            chosen: all its own choices in the game, in order, including those with only one afterstate.
            result: 1 if it won, 0 if the game was drawn, -1 if it lost or resigned.
        """
        self.games += 1
        for decision, _ in chosen:
            self._open(decision)
        if result == -1:
            self._blame(chosen)
            return
        reward = self.scheme.reward if result == 1 else self.scheme.draw_reward
        for decision, index in chosen:
            self._change(decision, index, reward)

    def _blame(self, chosen: Sequence[Chosen]) -> None:
        """Punish the moves of a lost game, from the last one back.

        If a box is or becomes empty, every move in it loses: then the move before lost the game, and is
        punished like a last move.
        """
        punished = 0
        for decision, index in reversed(chosen):
            if not self.resigns(decision):
                if punished == len(self.scheme.punishments):
                    return
                self._change(decision, index, -self.scheme.punishments[punished])
                punished += 1
            if self.resigns(decision):
                punished = 0
        if chosen and self.scheme.refill and self.resigns(chosen[0][0]):
            decision = chosen[0][0]
            for index in range(len(decision.afterstates)):
                self._change(decision, index, self.scheme.initial)

    def _open(self, decision: Decision) -> None:
        """Make the boxes of a decision that occurs for the first time."""
        initial = self.scheme.initial
        if self.scheme.form == BOXES:
            text = self.game.text(decision.position)
            self.boxes.setdefault(text, Box(decision.seat, [initial] * len(decision.afterstates)))
            return
        for afterstate in decision.afterstates:
            self.boxes.setdefault(self.game.text(afterstate.position), Box(decision.seat, [initial]))

    def _change(self, decision: Decision, index: int, amount: int) -> None:
        """Add to the weight of an afterstate, within the bounds."""
        in_boxes = self.scheme.form == BOXES
        position = decision.position if in_boxes else decision.afterstates[index].position
        weights = self.boxes[self.game.text(position)].weights
        place = index if in_boxes else 0
        weights[place] = min(ALL, max(0, weights[place] + amount))
