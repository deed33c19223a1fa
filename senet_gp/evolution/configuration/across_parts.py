"""The parts that a run has if none are chosen, and those that it can have.

What a part does alone is in its class. Two things depend on more: the usual credit follows from the tests,
and a game may have no use for a part.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from senet_gp.evolution.configuration.options import AUTO
from senet_gp.evolution.configuration.parts import PARTS, Part, class_of, defaults_of, usual_part
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import UsageError, shown

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.evolution.configuration.kinds import FitnessEvaluation
    from senet_gp.games.protocol import Game

#: The parts of runs as in the paper of 1995; the credit follows from the tests.
USUAL_PARTS: Mapping[str, str] = {
    "fitness": "knockout",
    "credit": AUTO,
    "initialisation": "paper",
    "selection": "proportional",
    "elite": "proportional",
    "crossover": "paper",
    "mutation": "subtree",
    "migration": "ring",
}


def check_game(game: Any) -> None:
    """Check that something is the name of a game.

    Raises:
        UsageError: if it is none.
    """
    if not isinstance(game, str) or game not in GAMES:
        raise UsageError(GAMES.unknown(game if isinstance(game, str) else shown(game)))


def usual_name(game: str, kind: str) -> str:
    """The name of the part that a game usually has; ``auto`` if it follows from other parts.

    >>> usual_name("hexapawn", "fitness"), usual_name("hexapawn", "credit")
    ('full-games', 'auto')
    """
    return str(defaults_of(game).get(kind, USUAL_PARTS[kind]))


def names_of(game: str, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str | None]:
    """The names of a run's parts by kind, chosen or usual; the credit is None if its tests need none.

    >>> names = names_of("hexapawn", {"selection": {"name": "lexicase"}})
    >>> names["selection"], names["credit"]
    ('lexicase', 'shared')

    Args:
        game: the name of the game.
        tables: tables of parts by kind, each of which may name one.

    Raises:
        UsageError: if there are no tests of this name.
    """
    names: dict[str, Any] = {kind: tables.get(kind, {}).get("name", usual_name(game, kind)) for kind in PARTS}
    if "name" not in tables.get("credit", {}):
        names["credit"] = _usual_credit(game, class_of("fitness", names["fitness"]))
    return names


def _usual_credit(game: str, fitness: Any) -> str | None:
    """The name of the credit that a game usually has with an evaluation; None if that needs none."""
    name = usual_name(game, "credit")
    return cast("str | None", fitness.credit) if name == AUTO or fitness.credit is None else name


def usual_part_beside(game: str, kind: str, *, fitness: FitnessEvaluation) -> Part | None:
    """The part that a run has if none is chosen; None if it has none. Credit follows from the tests.

    >>> fitness = usual_part("hexapawn", "fitness", "full-games")
    >>> usual_part_beside("hexapawn", "credit", fitness=fitness).name
    'shared'

    Args:
        game: the name of the game.
        kind: the kind of the part.
        fitness: the tests of the run.
    """
    name = _usual_credit(game, fitness) if kind == "credit" else usual_name(game, kind)
    return None if name is None else usual_part(game, kind, name)


def usable(kind: str, game: Game, vocabulary: Vocabulary) -> list[str]:
    """The names of the parts of a kind that runs of a game can use, with their usual options there."""
    return [name for name in PARTS[kind] if not usual_part(game.name, kind, name).why_not(game, vocabulary)]


def usable_suites(game: Game, vocabulary: Vocabulary) -> list[type[FitnessEvaluation]]:
    """The suites that runs of a game can use: evaluations whose tests a credit turns into fitness."""
    named = [class_of("fitness", name) for name in usable("fitness", game, vocabulary)]
    evaluations = [cast("type[FitnessEvaluation]", one) for one in named]
    return [one for one in evaluations if one.credit is not None]
