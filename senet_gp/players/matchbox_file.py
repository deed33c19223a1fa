"""Files of machines that have learned: all boxes with their weights, as JSON text."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from senet_gp.checks import absolute
from senet_gp.errors import FileError, SenetGpError, UsageError
from senet_gp.files.documents import document_text, read_document
from senet_gp.files.locks import locked
from senet_gp.files.names import check_new
from senet_gp.files.reading import is_there
from senet_gp.files.writing import write_whole
from senet_gp.games.registry import in_words, parameters_of
from senet_gp.games.small import SmallGame, small_game
from senet_gp.players.matchbox import ALL, BOXES, Box, MatchboxPlayer, Scheme, Tally, Window
from senet_gp.quoting import shortened

FORMAT, VERSION = "senet-gp matchbox", 2
KIND = "matchbox"
#: More games are refused.
_MAX_GAMES = 10**12
#: Another process locks a machine's file only for a moment; wait this many seconds for it.
_PATIENCE = 10
#: The name of a position's weight in a file; in the form of boxes a weight has the name of its move.
_VALUE = "value"


def write_matchbox(player: MatchboxPlayer, path: Path | str, *, new: bool = False) -> None:
    """Write a machine's file and replace an existing one, unless ``new``: then there must be none.

    Raises:
        FileError: if it cannot be written.
    """
    write_whole(Path(path), document_text(FORMAT, VERSION, as_content(player)), new=new)


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


def as_content(player: MatchboxPlayer) -> dict[str, Any]:
    """The content of a machine's file, as an object of simple values."""
    return {
        "game": player.game.name,
        "parameters": parameters_of(player.game),
        "scheme": dataclasses.asdict(player.scheme),
        "games": player.games,
        "curve": [list(dataclasses.astuple(window)) for window in player.curve],
        "people": dataclasses.asdict(player.people),
        "boxes": {
            text: {
                "seat": box.seat,
                "weights": dict(zip(weight_names(player, text, box.seat), box.weights, strict=True)),
            }
            for text, box in player.boxes.items()
        },
    }


def read_matchbox(path: Path | str) -> MatchboxPlayer:
    """Read a machine's file.

    Raises:
        FileError: if it cannot be read, or is not as this program writes it.
    """
    content = read_document(Path(path), FORMAT, VERSION)
    try:
        return _player(content, f"{KIND}:{path}")
    except (KeyError, TypeError, ValueError, AttributeError, SenetGpError) as error:
        reason = str(error) if isinstance(error, SenetGpError) else "a part is missing or of the wrong kind"
        raise FileError(f"{path} is not a sound {FORMAT} file: {reason}") from None


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


def _player(content: dict[str, Any], name: str) -> MatchboxPlayer:
    """The machine of a file's content.

    Raises:
        UsageError: if a value is wrong.
        KeyError, TypeError, ValueError, AttributeError: if a part is missing or of the wrong kind.
    """
    game = small_game(_text(content["game"]), {**content["parameters"]})
    scheme = content["scheme"]
    player = MatchboxPlayer(game, Scheme(**scheme | {"punishments": tuple(scheme["punishments"])}), name)
    player.games = _number("the number of games", content["games"], 0, _MAX_GAMES)
    player.curve = [_window(figures) for figures in content["curve"]]
    player.people = _tally(content["people"])
    for text, box in content["boxes"].items():
        player.boxes[text] = _box(player, text, box)
    return player


def _box(player: MatchboxPlayer, text: str, content: dict[str, Any]) -> Box:
    seat = _number("a seat", content["seat"], 0, 1)
    names = weight_names(player, text, seat)
    weights = content["weights"]
    if not names or set(weights) != set(names):
        raise UsageError(f"the weights of {text!r} are not those of {', '.join(names) or 'any move'}")
    return Box(seat, [_number("a weight", weights[name], 0, ALL) for name in names])


def _window(figures: Any) -> Window:
    *counts, worst = figures
    games, won, drawn, lost = (_number("a figure of the curve", count, 0, _MAX_GAMES) for count in counts)
    return Window(games, won, drawn, lost, None if worst is None else _number("a worst result", worst, -1, 1))


def _tally(counts: dict[str, Any]) -> Tally:
    names = [field.name for field in dataclasses.fields(Tally)]
    return Tally(*(_number(f"games {name}", counts[name], 0, _MAX_GAMES) for name in names))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"the game's name is a text, not {shortened(repr(value), 20)}")
    return value


def _number(what: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise UsageError(f"{what} is a whole number from {least} to {most}, not {shortened(repr(value), 20)}")
    return value
