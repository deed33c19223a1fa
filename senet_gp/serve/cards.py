"""The players of a game as cards: their name, how strong they are, and what they care for."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

from senet_gp.errors import SenetGpError, printable
from senet_gp.files.reading import read_text
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, part_of
from senet_gp.players import champion, matchbox_file, network_file
from senet_gp.players.parsing import player_from_text, usual_opponent
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import shortened
from senet_gp.serve.directory import found_files
from senet_gp.serve.gists import gist_of
from senet_gp.serve.players import PERSON

Card = dict[str, str]
#: At most so many files are looked into, none larger than this.
_MAX_FILES, _MAX_BYTES = 500, 1 << 20


def cards_of(game: Game) -> list[Card]:
    """The cards of all players of a game that can be found: known ones, and those of files."""
    return [
        _card(PERSON, "A person", "person", "", "You, or somebody beside you."),
        *_known(game),
        *_files(game),
    ]


def _card(text: str, name: str, kind: str, strength: str, sentence: str) -> Card:
    return {"text": text, "name": name, "kind": kind, "strength": strength, "sentence": sentence}


def _known(game: Game) -> list[Card]:
    """The players that need no file; those that cannot play with these parameters are left out."""
    entry, usual = GAMES[game.name], usual_opponent(game.name)
    cards = []
    if usual.startswith("expr:"):
        cards.append(
            _card(usual, "Usual opponent", "expression", "", f"Plays by {shortened(usual[5:], 80)}.")
        )
    if usual == "minimax" or entry.perfect:
        cards.append(
            _card(
                "minimax", "Perfect play", "perfect", "It cannot be beaten.", "Knows how every position ends."
            )
        )
    if entry.network:
        cards.append(
            _card(
                "net",
                "Network",
                "network",
                "The strongest here.",
                "Plays by chances of winning that it has learned.",
            )
        )
    cards += [_hand_made(name, game) for name in part_of(game.name, "players") or ()]
    if usual.startswith("expr:"):
        ahead = f"search:2:{usual}"
        cards.append(_card(ahead, "Looks ahead", "search", "", "The usual opponent, two turns ahead."))
    cards.append(_card("random", "Random mover", "random", "The weakest.", "Chooses among all moves by lot."))
    return [card for card in cards if _plays(card["text"], game)]


def _plays(text: str, game: Game) -> bool:
    if text == "minimax" and GAMES[game.name].perfect:
        # Finding exact chances takes long; the file that keeps them is found by the player itself.
        return getattr(game, "pieces", 0) <= 2
    try:
        player_from_text(text, game)
    except SenetGpError:
        return False
    return True


def _hand_made(name: str, game: Game) -> Card:
    text = f"hand:{name}"
    made = hand_made_of(name, game)
    return _card(text, name, "hand", "", "" if made is None else made)


def hand_made_of(name: str, game: Game) -> str | None:
    """The idea behind a hand-made player, if it is told."""
    make = part_of(game.name, "players")[name]
    owner = getattr(make, "__self__", None)
    why = getattr(owner, "why", None)
    return why if isinstance(why, str) else None


def _files(game: Game) -> list[Card]:
    """The players in files of the directory."""
    cards = []
    for path in islice(found_files(".json"), _MAX_FILES):
        content = _content(path)
        if content.get("game") != game.name:
            continue
        kind = content.get("format")
        if kind == champion.FORMAT:
            card = _champion(path, content, game)
        elif kind == matchbox_file.FORMAT:
            games = content.get("games")
            sentence = f"Has learned from {games:,} games." if type(games) is int else ""
            card = _card(f"matchbox:{path}", path.stem, "machine", "", sentence)
        elif kind == network_file.FORMAT:
            card = _card(f"net:{path}", path.stem, "network", "", "A network that has learned.")
        else:
            continue
        if _plays(card["text"], game):
            cards.append(card)
    return cards


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
    text = str(place)
    sentence = ""
    try:
        player = player_from_text(text, game)
        if isinstance(player, ExpressionPlayer):
            sentence = gist_of(player, game)
    except SenetGpError:
        pass
    kind = "run" if of_run else "champion"
    return _card(text, printable(shortened(place.name or text)), kind, _strength(content), sentence)


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
