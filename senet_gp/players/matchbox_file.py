"""Files of machines that have learned: all boxes with their weights, as JSON text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from senet_gp.games.registry import in_words, parameters_of
from senet_gp.games.small import SmallGame, small_game
from senet_gp.players.matchbox import ALL, BOXES, Box, Games, MatchboxPlayer, Scheme, Tally, Window
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.codec import Between, at, fields_as_json, within
from senet_gp.runtime.documents import document_text, read_content, sound
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import check_new, is_there, locked, write_whole

FORMAT, VERSION = "senet-gp matchbox", 3
KIND = "matchbox"
#: Another process locks a machine's file only for a moment; wait this many seconds for it.
_PATIENCE = 10
#: The name of a position's weight in a file; in the form of boxes a weight has the name of its move.
_VALUE = "value"


def write_matchbox(player: MatchboxPlayer, path: Path | str, *, new: bool = False) -> None:
    """Write a machine's file and replace an existing one, unless ``new``: then there must be none.

    Raises:
        FileError: if it cannot be written.
    """
    write_whole(Path(path), document_text(FORMAT, VERSION, _Content.of(player)), new=new)


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
class _Content:
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
            with at(place):
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
    return fields_as_json(_Content.of(player))


def read_matchbox(path: Path | str) -> MatchboxPlayer:
    """Read a machine's file.

    Raises:
        FileError: if it cannot be read, or is not as this program writes it.
    """
    path = Path(path)
    content = read_content(path, FORMAT, VERSION, _Content)
    with sound(path, FORMAT):
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
