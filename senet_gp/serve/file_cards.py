"""Cards of the players in files: champions of runs and others, machines, and networks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from senet_gp.errors import SenetGpError, printable
from senet_gp.files.documents import glance
from senet_gp.games.protocol import Game
from senet_gp.players import champion, matchbox_file, network_file
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.quoting import shortened
from senet_gp.serve.directory import found_files
from senet_gp.serve.gists import gist_of

#: At most so many files are looked into, none larger than this; so many are remembered.
_MAX_FILES, _MAX_BYTES, _MAX_KEPT = 500, 1 << 20, 500
#: Files of runs that hold no player to choose.
_OTHERS = ("checkpoint", "sizes.json", "provenance.json")


@dataclass(frozen=True)
class Card:
    """What a person sees of a player before choosing it.

    Attributes:
        text: the player as on the command line, or ``person``.
        name: what it is called.
        kind: what kind of player it is (docs/serve.md).
        sentence: what it cares for.
        strength: how strong it is, if that is known.
    """

    text: str
    name: str
    kind: str
    sentence: str = ""
    strength: str = ""


def cards_of_files(game: Game) -> Iterator[Card]:
    """The cards of the players in files of the directory that can play a game."""
    players = (path for path in found_files(".json") if not path.name.startswith(_OTHERS))
    for path in islice(players, _MAX_FILES):
        try:
            status = path.stat()
        except OSError:
            continue
        found = _known(path, (status.st_ino, status.st_mtime_ns, status.st_size), game)
        if found is None:
            continue
        card, player = found
        if isinstance(player, ExpressionPlayer):
            card = replace(card, sentence=gist_of(player, game))
        yield card


@lru_cache(_MAX_KEPT)
def _known(path: Path, _stamp: tuple[int, ...], game: Game) -> tuple[Card, Player] | None:
    """The card of the player in a file, and the player; None if there is none that can play the game."""
    content = glance(path, _MAX_BYTES)
    if content.get("game") != game.name:
        return None
    card = _card(path, content)
    if card is None:
        return None
    try:
        return card, player_from_text(card.text, game)
    except SenetGpError:
        return None


def _card(path: Path, content: dict[str, Any]) -> Card | None:
    kind = content.get("format")
    if kind == champion.FORMAT:
        return _champion(path, content)
    if kind == matchbox_file.FORMAT:
        games = content.get("games")
        learned = f"Has learned from {games:,} games." if type(games) is int else ""
        return Card(f"matchbox:{path}", path.stem, "machine", learned)
    if kind == network_file.FORMAT:
        return Card(f"net:{path}", path.stem, "network", "A network that has learned.")
    return None


def _champion(path: Path, content: dict[str, Any]) -> Card:
    """The card of a champion: of a run directory, or in a file of its own."""
    of_run = path.name == champion.FILE_NAME and (path.parent / "config.toml").is_file()
    place = path.parent if of_run and path.parent != Path() else path
    name = printable(shortened(place.name))
    return Card(str(place), name, "run" if of_run else "champion", strength=_strength(content))


def _strength(content: dict[str, Any]) -> str:
    """How a champion did against the strongest of its fixed opponents, as its file says."""
    told = []
    results = content.get("results")
    for match in results if isinstance(results, list) else []:
        score, players = (match.get(key) if isinstance(match, dict) else None for key in ("score", "players"))
        if isinstance(score, float) and 0 <= score <= 1 and isinstance(players, list) and len(players) == 2:
            told.append((score, str(players[1])))
    parts = [f"{score:.0%} against {printable(shortened(name, 40))}" for score, name in sorted(told)[:2]]
    return f"Scores {' and '.join(parts)}." if parts else ""
