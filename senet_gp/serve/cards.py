"""The players of a game as cards: their name, how strong they are, and what they care for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from senet_gp.errors import SenetGpError, printable
from senet_gp.files.reading import read_text
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, part_of
from senet_gp.players import champion, matchbox_file, network_file
from senet_gp.players.hand import hand_made_of
from senet_gp.players.minimax import MinimaxPlayer
from senet_gp.players.parsing import player_from_text, usual_opponent
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import shortened
from senet_gp.serve import gists
from senet_gp.serve.directory import found_files
from senet_gp.serve.players import PERSON

#: At most so many files are looked into, none larger than this.
_MAX_FILES, _MAX_BYTES = 500, 1 << 20
#: Whom hand-made players are measured against.
_REFERENCES = "HC1 to HC5"


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


def cards_of(game: Game) -> list[dict[str, str]]:
    """The cards of all players of a game that can be found: known ones, and those of files."""
    person = Card(PERSON, "A person", "person", "You, or somebody beside you.")
    players = [card for card in (*_known(game), *_files(game)) if _plays(card.text, game)]
    return [asdict(card) for card in (person, *players)]


def _known(game: Game) -> Iterator[Card]:
    """The players that need no file; some of them cannot play with these parameters."""
    usual = usual_opponent(game.name)
    if usual.startswith("expr:"):
        player = player_from_text(usual, game)
        told = gists.formula_of(player) if isinstance(player, ExpressionPlayer) else ""
        yield Card(usual, "Usual opponent", "expression", told)
    # Of games with throws the exact chances are found in many seconds, so that is left to who asks for it.
    if usual == MinimaxPlayer.name:
        yield Card(usual, "Perfect play", "perfect", "Knows how every position ends.", "It cannot be beaten.")
    if GAMES[game.name].network:
        learned = "Plays by chances of winning that it has learned."
        yield Card("net", "Network", "network", learned, "Stronger than the players made by hand.")
    for name in part_of(game.name, "players") or ():
        yield _hand_made(name, game)
    if usual.startswith("expr:"):
        yield Card(f"search:2:{usual}", "Looks ahead", "search", "The usual opponent, two turns ahead.")
    yield Card("random", "Random mover", "random", "Chooses among all moves by lot.", "The weakest.")


def _plays(text: str, game: Game) -> bool:
    try:
        player_from_text(text, game)
    except SenetGpError:
        return False
    return True


def _hand_made(name: str, game: Game) -> Card:
    made = hand_made_of(name, game.name)
    if made is None:
        return Card(f"hand:{name}", name, "hand")
    strength = "" if made.share is None else f"Scores {made.share:.0f} % against {_REFERENCES}."
    return Card(f"hand:{name}", name, "hand", made.why, strength)


def _files(game: Game) -> Iterator[Card]:
    """The players in files of the directory."""
    for path in islice(found_files(".json"), _MAX_FILES):
        content = _content(path)
        if content.get("game") != game.name:
            continue
        kind = content.get("format")
        if kind == champion.FORMAT:
            yield _champion(path, content, game)
        elif kind == matchbox_file.FORMAT:
            games = content.get("games")
            sentence = f"Has learned from {games:,} games." if type(games) is int else ""
            yield Card(f"matchbox:{path}", path.stem, "machine", sentence)
        elif kind == network_file.FORMAT:
            yield Card(f"net:{path}", path.stem, "network", "A network that has learned.")


def _content(path: Path) -> dict[str, Any]:
    """The object in a JSON file; empty if it is none, or too large."""
    try:
        found = json.loads(read_text(path, _MAX_BYTES))
    except (SenetGpError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _champion(path: Path, content: dict[str, Any], game: Game) -> Card:
    """The card of a champion: of a run directory, or in a file of its own."""
    of_run = path.name == champion.FILE_NAME and (path.parent / "config.toml").is_file()
    place = path.parent if of_run and path.parent != Path() else path
    sentence = ""
    with suppress(SenetGpError):  # then it is left out anyway
        player = player_from_text(str(place), game)
        if isinstance(player, ExpressionPlayer):
            sentence = gists.gist_of(player, game)
    name = printable(shortened(place.name))
    return Card(str(place), name, "run" if of_run else "champion", sentence, _strength(content))


def _strength(content: dict[str, Any]) -> str:
    """How a champion did against fixed opponents, as its file says."""
    told = []
    results = content.get("results")
    for match in results if isinstance(results, list) else []:
        if not isinstance(match, dict):
            continue
        score, players = match.get("score"), match.get("players")
        if isinstance(score, float | int) and isinstance(players, list) and len(players) == 2:
            told.append((float(score), str(players[1])))
    if not told:
        return ""
    worst = sorted(told)[:2]
    parts = [f"{score:.0%} against {printable(shortened(name, 40))}" for score, name in worst]
    return f"Scores {' and '.join(parts)}."
