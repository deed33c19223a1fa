"""The panel: fixed opponents that are the same in every report and never used to choose a champion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, part_of
from senet_gp.games.small import if_solvable
from senet_gp.games.solving.perfect import solved_soon
from senet_gp.players.network import KIND, shipped_network
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player

#: Groups of opponents by name; opponents are written as on the command line.
Groups = Mapping[str, Sequence[str]]

RANDOM_MOVER = "random"
RANDOM_TREES = tuple(f"random-tree:{number}" for number in range(1, 9))


def panel_groups(game: Game) -> Groups:
    """The groups of the panel's opponents, by name."""
    own: Callable[[Game], Groups] = part_of(game.name, "panel") or _perfect_play
    return {"a random mover": (RANDOM_MOVER,), "eight random expressions": RANDOM_TREES, **own(game)}


def panel_of(game: Game) -> tuple[str, ...]:
    """A random mover, random expressions, and the game's own opponents, such as perfect play."""
    return texts_of(panel_groups(game))


def measuring_opponents(game: Game) -> tuple[str, ...]:
    """The panel, and the game's references if its row names some: the opponents of experiments.

    There are no networks among them, which teach runs of the preset ``strong``, helped by the last reference.

    >>> from senet_gp.games.registry import game_of
    >>> measuring_opponents(game_of("senet"))[-2:]
    ('hand:HC4', 'hand:HC5')
    """
    return (*panel_of(game), *texts_of(references(game)))


def strong_opponents(game: Game) -> Groups:
    """The groups of opponents that only strong champions beat: the game's references, and its own network.

    >>> from senet_gp.games.registry import game_of
    >>> list(strong_opponents(game_of("senet"))), list(strong_opponents(game_of("hexapawn")))
    (['HC1 to HC5', 'the network net'], [])
    """
    learned: Groups = {} if shipped_network(game) is None else {"the network net": (KIND,)}
    return {**references(game), **learned}


def yardsticks(game: Game) -> Groups:
    """The opponents that measure players of all sizes: the strongest by hand and the network, or the panel.

    >>> from senet_gp.games.registry import game_of
    >>> list(yardsticks(game_of("senet"))), list(yardsticks(game_of("hexapawn")))
    (['hand:HC5', 'net'], ['the panel'])
    """
    strong = [texts[-1] for texts in strong_opponents(game).values()]
    if strong:
        return {text: (text,) for text in strong}
    groups = panel_groups(game)
    return {"the panel": texts_of({name: groups[name] for name in fast_players(groups, game)})}


def landmarks(game: Game) -> dict[str, str]:
    """Well-known players to compare with, by name: references, and the default run's champion.

    >>> from senet_gp.games.registry import game_of
    >>> list(landmarks(game_of("senet")))
    ['HC1', 'HC2', 'HC3', 'HC4', 'HC5', 'default champion']
    """
    found = {text.partition(":")[-1]: text for text in texts_of(references(game))}
    champion = GAMES[game.name].champion
    return found | ({"default champion": f"expr:{champion}"} if champion else {})


def fast_panel(game: Game) -> list[Player]:
    """The groups of the panel's opponents that compiled code can play, together."""
    return [player for group in fast_players(panel_groups(game), game).values() for player in group]


def fast_players(groups: Groups, game: Game) -> dict[str, list[Player]]:
    """The groups of opponents that compiled code can play, by name."""
    found = {}
    for name, texts in groups.items():
        players = [player_from_text(text, game) for text in texts]
        if all(player.participant is not None for player in players):
            found[name] = players
    return found


def texts_of(groups: Groups) -> tuple[str, ...]:
    """The opponents of all groups, written as on the command line."""
    return tuple(text for texts in groups.values() for text in texts)


def references(game: Game) -> Groups:
    """The game's own strong opponents, the strongest last; none if its row names none."""
    own: Callable[[Game], Groups] | None = part_of(game.name, "references")
    return own(game) if own is not None else {}


def _perfect_play(game: Game) -> Groups:
    """The opponent of a game that names none: perfect play, unless finding it takes too long."""
    small = if_solvable(game)
    return {"perfect play": ("minimax",)} if small is not None and solved_soon(small) else {}
