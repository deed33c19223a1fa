"""The players of a game as cards: their name, how strong they are, and what they care for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from senet_gp.errors import SenetGpError
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, part_of
from senet_gp.players.hand import hand_made_of
from senet_gp.players.minimax import MinimaxPlayer
from senet_gp.players.parsing import player_from_text, usual_opponent
from senet_gp.players.player import ExpressionPlayer
from senet_gp.serve.file_cards import Card, cards_of_files
from senet_gp.serve.gists import formula_of
from senet_gp.serve.players import PERSON, USUAL

#: Whom hand-made players are measured against.
_REFERENCES = "HC1 to HC5"


def cards_of(game: Game) -> list[dict[str, str]]:
    """The cards of all players of a game that can be found: known ones, and those of files."""
    person = Card(PERSON, "A person", "person", "You, or somebody beside you.")
    known = [card for card in _known(game) if _plays(card.text, game)]
    return [asdict(card) for card in (person, *known, *cards_of_files(game))]


def _known(game: Game) -> Iterator[Card]:
    """The players that need no file; some of them cannot play with these parameters."""
    usual = usual_opponent(game.name)
    if usual.startswith("expr:"):
        player = player_from_text(usual, game)
        told = formula_of(player) if isinstance(player, ExpressionPlayer) else ""
        yield Card(usual, USUAL, "expression", told)
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
