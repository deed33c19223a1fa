"""A machine that learns by playing: weights for moves, changed after every game.

It is Gardner's hexapawn machine of matchboxes and beads (Scientific American, March 1962), after Michie's for
tic-tac-toe. A *box* is a position with a weight for each of its moves. In the other form a weight belongs to
the position after a move, however it is reached: these are *position values*. Both learn in the same way.

The file of a machine holds all boxes with their weights, as JSON text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from senet_gp.games.protocol import Decision
from senet_gp.games.registry import in_words, parameters_of
from senet_gp.games.small import SmallGame, small_game
from senet_gp.runtime.checks import absolute, several, truth, whole_number
from senet_gp.runtime.codec import Between, fields_as_json, sound, within
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, UsageError, brief, shortened
from senet_gp.runtime.files import check_new, is_there, locked
from senet_gp.runtime.streams import CHOICES, Streams, below

FORMAT, VERSION = "senet-gp matchbox", 3
KIND = "matchbox"
#: The greatest weight; a punishment of this much takes the whole weight.
ALL = 1_000_000
BOXES = "boxes"
VALUES = "values"
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


#: Another process locks a machine's file only for a moment; wait this many seconds for it.
_PATIENCE = 10
#: The name of a position's weight in a file; in the form of boxes a weight has the name of its move.
_VALUE = "value"


def write_matchbox(player: MatchboxPlayer, path: Path | str, *, new: bool = False) -> None:
    """Write a machine's file and replace an existing one, unless ``new``: then there must be none.

    Raises:
        FileError: if it cannot be written.
    """
    write_document(Path(path), FORMAT, VERSION, _MatchboxFile.of(player), new=new)


def blank_matchbox(text: str, game: SmallGame, scheme: Scheme) -> MatchboxPlayer | None:
    """A blank machine if the file of ``matchbox:FILE`` does not exist yet, else None; it writes nothing.

    Raises:
        FileError: if the file could not be written.
        UsageError: if the game's machines do not have the scheme's form.
    """
    kind, _, path = text.partition(":")
    if kind != KIND or not path or is_there(path):
        return None
    check_new(Path(path))
    return MatchboxPlayer(game, scheme, text)


def begin_matchbox(player: MatchboxPlayer, path: Path | str) -> None:
    """Write the file of a blank machine, unless another process has written one there meanwhile.

    Raises:
        FileError: if it cannot be written.
    """
    try:
        write_matchbox(player, path, new=True)
    except FileError:
        if not is_there(path):
            raise


@contextmanager
def taught(player: MatchboxPlayer, path: Path | str) -> Iterator[None]:
    """Let a machine learn from a game, and write its file.

    It first reads the file again, with what other processes have taught the machine since. A deleted file is
    written again.

    Raises:
        FileError: if the file holds another machine now, or cannot be read or written.
    """
    path = absolute(path)
    if not is_there(path):
        yield
        write_matchbox(player, path)
        return
    with locked(path, f"{path} is being written by another process", patience=_PATIENCE):
        newest = read_matchbox(path)
        if (newest.game, newest.scheme) != (player.game, player.scheme):
            raise FileError(f"{path} holds another machine now, so it does not learn from this game")
        player.boxes, player.games = newest.boxes, newest.games
        player.curve, player.people = newest.curve, newest.people
        yield
        write_matchbox(player, path)


@dataclass(frozen=True)
class _Box:
    """A box, as the file holds it: its weights by the names of moves, or by the one name of values."""

    seat: Annotated[int, Between(0, 1)]
    weights: dict[str, Annotated[int, Between(0, ALL)]]


@dataclass(frozen=True)
class _MatchboxFile:
    """What the file of a machine holds."""

    game: str
    parameters: dict[str, Any]
    scheme: Scheme
    games: Games
    curve: list[Window]
    people: Tally
    boxes: dict[str, _Box]

    @classmethod
    def of(cls, player: MatchboxPlayer) -> Self:
        """What the file of a machine holds."""
        return cls(
            game=player.game.name,
            parameters=parameters_of(player.game),
            scheme=player.scheme,
            games=player.games,
            curve=player.curve,
            people=player.people,
            boxes={
                text: _Box(
                    box.seat, dict(zip(weight_names(player, text, box.seat), box.weights, strict=True))
                )
                for text, box in player.boxes.items()
            },
        )

    def read(self, name: str) -> MatchboxPlayer:
        """The machine, by the name that it has as a player.

        Raises:
            SenetGpError: if there is no such game or position, or a box has other weights than its position.
        """
        player = MatchboxPlayer(small_game(self.game, self.parameters), self.scheme, name)
        player.games, player.curve, player.people = self.games, self.curve, self.people
        for text, box in self.boxes.items():
            place = within("boxes", text)
            with sound(place):
                names = weight_names(player, text, box.seat)
            if not names or set(box.weights) != set(names):
                raise FileError(
                    f"{place}.weights are those of {shortened(', '.join(box.weights)) or 'no move'}, but "
                    f"they must be those of {', '.join(names) or 'a position in which there is a move'}"
                )
            player.boxes[text] = Box(box.seat, [box.weights[name] for name in names])
        return player


def as_content(player: MatchboxPlayer) -> dict[str, Any]:
    """The content of a machine's file, as an object of simple values."""
    return fields_as_json(_MatchboxFile.of(player))


def read_matchbox(path: Path | str) -> MatchboxPlayer:
    """Read a machine's file.

    Raises:
        FileError: if it cannot be read, or is not as this program writes it.
    """
    path = Path(path)
    content = read_document(path, FORMAT, VERSION, _MatchboxFile)
    with sound(path):
        return content.read(f"{KIND}:{path}")


def matchbox_from(text: str, game: SmallGame) -> MatchboxPlayer:
    """The machine that ``matchbox:FILE`` names.

    Raises:
        UsageError: if the text is not of this form.
        FileError: if the file cannot be read, or its machine plays another game.
    """
    kind, _, path = text.partition(":")
    if kind != KIND or not path:
        raise UsageError(f"{shortened(repr(text))} is not a matchbox machine: write {KIND}:FILE")
    player = read_matchbox(Path(path))
    if player.game != game:
        raise FileError(f"{path} has learned {in_words(player.game)}, not {in_words(game)}")
    return player


def weight_names(player: MatchboxPlayer, text: str, seat: int) -> list[str]:
    """The names of the weights of a box: its moves, in their order, or the one name of values.

    Raises:
        UsageError: if the text is not a position of the game.
    """
    game = player.game
    position = game.position_from(text)
    if player.scheme.form == BOXES:
        return [game.notation(afterstate, seat) for afterstate in game.afterstates(position)]
    return [_VALUE]
