"""All positions of a small game that can be reached, each once."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

from senet_gp import interruption
from senet_gp.errors import UsageError
from senet_gp.games.small import Afterstate, Position, SmallGame


def reachable(
    game: SmallGame,
    positions: Iterable[Position],
    known: Container[Position] = (),
    *,
    most: int | None = None,
    depth_first: bool = False,
) -> Iterator[tuple[Position, Sequence[Afterstate]]]:
    """Yield the positions that can be reached from some positions, with their moves.

    The game goes on in all of them; the limit of plies is ignored.

    >>> from senet_gp.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> sum(1 for _ in reachable(game, game.starts()))
    4520

    Args:
        game: the game.
        positions: the positions to begin with; they are yielded, too.
        known: positions that are left out, together with those that can only be reached through them.
        most: how many positions there may be; None if any number.
        depth_first: whether the order is depth-first; otherwise it is breadth-first.

    Raises:
        UsageError: if there are more than ``most``, as soon as that is known.
        KeyboardInterrupt: if the user interrupts the program.
    """
    waiting = deque(dict.fromkeys(positions))
    met = set(waiting)
    while waiting:
        if most is not None and len(met) > most:
            raise UsageError(f"{game.name} has more than {most} positions: take a smaller board")
        interruption.check()
        position = waiting.pop() if depth_first else waiting.popleft()
        afterstates = game.afterstates(position)
        yield position, afterstates
        for afterstate in afterstates:
            after = game.swapped(afterstate.position)
            if afterstate.result is None and after not in met and after not in known:
                met.add(after)
                waiting.append(after)


@cache
def has_at_most(game: SmallGame, most: int) -> bool:
    """Whether a game has at most so many positions that can be reached.

    >>> from senet_gp.games.tictactoe import TicTacToe
    >>> has_at_most(TicTacToe(), 4520), has_at_most(TicTacToe(), 4519)
    (True, False)
    """
    return sum(1 for _ in islice(reachable(game, game.starts()), most + 1)) <= most
