"""The players of a game as cards: their name, how strong they are, and what they care for.

The players in files are the champions of runs and others, machines, and networks. How a player plays is
found in the background, while the page goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of, parameters_of, part_of
from senet_gp.games.small import if_solvable
from senet_gp.insight.way_of_play import way_of_play
from senet_gp.players import champion, matchbox, network
from senet_gp.players.hand import hand_made_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.documents import glance
from senet_gp.runtime.errors import SenetGpError, printable, shortened
from senet_gp.runtime.recent import Recent
from senet_gp.serve.background import Background
from senet_gp.serve.directory import found_files, stamp_of
from senet_gp.serve.game_json import levels_json
from senet_gp.serve.players import NEW_MACHINE
from senet_gp.trees.text import to_infix, to_lisp

#: A longer formula is cut.
_LONGEST = 80
#: How many sentences tell how a player plays.
_TOLD = 2
#: Sentences about players that are kept, and the most that wait to be found at a time.
_MAX_SENTENCES = 200
_MAX_WAITING = 8
_background = Background("sentences")
_sentences: Recent[object, Future[str]] = Recent(_MAX_SENTENCES)
_lock = threading.Lock()
#: The most files that are looked into, the most bytes of one, and the most players kept.
_MAX_FILES = 500
_MAX_BYTES = 1 << 20
_MAX_PLAYERS = 500
#: Files of runs that hold no player to choose.
_OTHERS = ("checkpoint", "sizes.json", "provenance.json")
#: What the kinds of players are called that are for experts, in the order in which they are listed.
_GROUPS = {
    "level": "",
    "pupil": "",
    "machine": "",
    "run": "Bred by your runs",
    "champion": "Champions' files",
    "network": "Networks",
    "hand": "Made by hand",
    "search": "Looking ahead",
    "random": "Random",
}
#: Whom hand-made players are measured against.
_REFERENCES = "HC1 to HC5"


def sentence_of(player: ExpressionPlayer, game: Game) -> str:
    """How a player plays; until that is found, its formula.

    Args:
        player: the player.
        game: the game, with its parameters.
    """
    key = (to_lisp(player.tree), player.vocabulary.name, game)
    with _lock:
        sentence = _sentences.get(key)
        waiting = sum(not other.done() for other in _sentences.values())
        if sentence is None and waiting < _MAX_WAITING:
            sentence = _background.submit(_found, player, game)
            _sentences.put(key, sentence)
    return sentence.result() if sentence is not None and sentence.done() else formula_of(player)


def _found(player: ExpressionPlayer, game: Game) -> str:
    try:
        return " ".join(way_of_play(player, game).sentences[:_TOLD]) or formula_of(player)
    except (Exception, KeyboardInterrupt):  # noqa: BLE001 - it never has a choice, its code fails, or the server ends
        return ""


def formula_of(player: ExpressionPlayer) -> str:
    """A sentence with the formula of a player."""
    formula = " ".join(to_infix(player.tree, player.vocabulary).split())
    return f"Plays by {shortened(formula, _LONGEST)}."


@dataclass(frozen=True)
class Card:
    """What a person sees of a player before choosing it.

    Attributes:
        text: the player as on the command line.
        name: what it is called.
        kind: what kind of player it is (:mod:`senet_gp.serve.interface`).
        sentence: how it plays.
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
            stamp = stamp_of(path)
        except OSError:
            continue
        found = _player_in(path, stamp, game)
        if found is None:
            continue
        card, player = found
        if isinstance(player, ExpressionPlayer):
            card = replace(card, sentence=sentence_of(player, game))
        yield card


@lru_cache(_MAX_PLAYERS)
def _player_in(path: Path, _stamp: tuple[int, ...], game: Game) -> tuple[Card, Player] | None:
    """The card of the player in a file, and the player; None if there is none that can play the game."""
    content = glance(path, _MAX_BYTES)
    if content.get("game") != game.name:
        return None
    card = _card(path, content, game)
    if card is None:
        return None
    try:
        return card, player_from_text(card.text, game)
    except SenetGpError:
        return None


def _card(path: Path, content: dict[str, Any], game: Game) -> Card | None:
    kind = content.get("format")
    if kind == champion.FORMAT:
        return _champion(path, content, game)
    if kind == matchbox.FORMAT:
        games = content.get("games")
        learned = f"Has learned from {games:,} game{'s' if games != 1 else ''}." if type(games) is int else ""
        return Card(f"matchbox:{path}", path.stem, "machine", learned)
    if kind == network.FORMAT:
        return Card(f"net:{path}", path.stem, "network", "A network that has learned.")
    return None


def _champion(path: Path, content: dict[str, Any], game: Game) -> Card:
    """The card of a champion: of a run directory, or in a file of its own.

    Its results are told only in the game with the parameters that they were measured with.
    """
    of_run = path.name == champion.FILE_NAME and (path.parent / "config.toml").is_file()
    place = path.parent if of_run and path.parent != Path() else path
    name = printable(shortened(place.name))
    strength = _strength(content) if content.get("parameters") == parameters_of(game) else ""
    return Card(str(place), name, "run" if of_run else "champion", strength=strength)


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


def cards_of(game: Game) -> list[dict[str, str]]:
    """The cards of all players of a game that can be found: levels, machines, and groups for experts.

    Those of a group begin with the strongest, as far as their strength is known.
    """
    levels = [Card(kind="level", **card) for card in levels_json(game)]
    known = [card for card in _known(game) if card.text not in {one.text for one in levels}]
    others = [card for card in known if _plays(card.text, game)]
    pupil = [_PUPIL] if if_solvable(game) is not None else []
    cards = [*levels, *pupil, *others, *cards_of_files(game)]
    return [asdict(card) | {"group": _GROUPS[card.kind]} for card in sorted(cards, key=_place_of)]


def _place_of(card: Card) -> int:
    return list(_GROUPS).index(card.kind)


_PUPIL = Card(
    NEW_MACHINE,
    "A new machine",
    "pupil",
    "It knows nothing yet. After each game you let it learn.",
)


def _known(game: Game) -> Iterator[Card]:
    """Players that need no file, the strongest first; some of them cannot play with these parameters."""
    if network.shipped_network(game) is not None:
        learned = "Plays by chances of winning that it has learned."
        yield Card("net", "net", "network", learned)
    names = list(part_of(game.name, "players") or ())
    yield from (_hand_made(name, game) for name in sorted(names, key=lambda name: -_share(name, game)))
    named = GAMES[game.name].opponent or ""
    if named.startswith("expr:"):
        ahead = "The game's opponent, which looks two turns ahead."
        yield Card(f"search:2:{named}", "Looks ahead", "search", ahead)
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
        return Card(f"hand:{name}", f"hand:{name}", "hand")
    share = _share(name, game)
    strength = f"Scores {share:.0f} % against {_REFERENCES}." if share else ""
    return Card(f"hand:{name}", f"hand:{name}", "hand", made.why, strength)


def _share(name: str, game: Game) -> float:
    """The measured share of a hand-made player; 0 if it was not measured with these parameters."""
    made = hand_made_of(name, game.name) if game == game_of(game.name) else None
    return 0.0 if made is None or made.share is None else made.share
