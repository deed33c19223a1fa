"""What crosses the parts of a run: defaults that follow from other parts, and what goes together.

Everything that one part alone decides is in its class. Here is the rest, in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from senet_gp.evolution.configuration.parts import (
    AUTO,
    PARTS,
    Part,
    RunOptions,
    check_registered,
    class_of,
    classes,
    defaults_of,
    owners_text,
    usual_part,
)
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import UsageError, shortened, shown

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.evolution.evaluation.protocol import Credit, FitnessEvaluation
    from senet_gp.evolution.operators.operators import Migration, Selection
    from senet_gp.games.protocol import Game

#: The objectives of a run, in their only order: the score alone, or both.
OBJECTIVES = ("score", "nodes")
#: The parts of runs as in the paper of 1995.
USUAL_PARTS: Mapping[str, str] = {
    "fitness": "knockout",
    "credit": AUTO,
    "selection": "proportional",
    "elite": "proportional",
    "crossover": "paper",
    "mutation": "subtree",
    "migration": "ring",
}
#: The kinds of parts that follow from others, if none is chosen: credit from the tests.
FOLLOWING = frozenset({"credit"})
_OF_ONE_OBJECTIVE = "--objectives score"
#: What is read only if children are bred at all.
_BRED = "an --elite-share below 1"


class Settings(RunOptions, Protocol):
    """What is asked here of a configuration, besides what parts ask."""

    @property
    def objectives(self) -> tuple[str, ...]:
        """What is to be good."""

    @property
    def reproduced(self) -> int:
        """The number of reproduced individuals."""

    @property
    def mutation_chance(self) -> float:
        """The probability that a reproduced individual is mutated."""

    @property
    def mutant_share(self) -> float:
        """The probability that a child is a mutant."""

    @property
    def final_games(self) -> int:
        """The number of games between two finalists."""

    @property
    def fitness(self) -> FitnessEvaluation:
        """How individuals are tested."""

    @property
    def credit(self) -> Credit | None:
        """How results become fitness."""

    @property
    def selection(self) -> Selection:
        """How parents are chosen."""

    @property
    def migration(self) -> Migration:
        """How individuals migrate."""


def usual_name(game: str, kind: str) -> str:
    """The name of the part that a game usually has; ``auto`` if it follows from other parts.

    >>> usual_name("hexapawn", "fitness"), usual_name("hexapawn", "credit")
    ('full-games', 'auto')
    """
    return str(defaults_of(game).get(kind, USUAL_PARTS[kind]))


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
    name: str | None = usual_name(game, kind)
    if kind == "credit" and (name == AUTO or fitness.credit is None):
        name = fitness.credit
    return None if name is None else usual_part(game, kind, name)


def check_game(game: Any) -> None:
    """Check that something is the name of a game.

    Raises:
        UsageError: if it is none.
    """
    if not isinstance(game, str) or game not in GAMES:
        raise UsageError(GAMES.unknown(game if isinstance(game, str) else shown(game)))


def check(config: Settings) -> None:
    """Check what does not depend on the game's rules or on files.

    Raises:
        UsageError: if options do not go together.
    """
    if config.objectives not in [OBJECTIVES[:1], OBJECTIVES]:
        raise UsageError(
            f"objectives is {shortened(', '.join(config.objectives))!r}, but it must be score or score,nodes"
        )
    if config.final_games % 2:
        raise UsageError(
            f"final_games is {config.final_games}, but it must be even: both players move first in half of "
            "the games"
        )
    least = 2 * config.migration.migrants
    if config.islands > 1 and config.population < least:
        raise UsageError(
            f"population is {config.population}, but it must be at least {least}, the migrants of an island "
            "and those that come to it: give fewer migrants"
        )


def check_usable(config: Settings) -> None:
    """Check that the game and its vocabulary can be used with the chosen parts, and these with one another.

    Raises:
        UsageError: if they cannot.
    """
    game, vocabulary = config.game_value, config.vocabulary_value
    for kind, part in config.parts().items():
        check_registered(type(part))
        why_not = part.why_not(game, vocabulary)
        if why_not:
            others = " or ".join(usable(kind, game, vocabulary))
            raise UsageError(f"{kind} is {part.name}, which {why_not.replace('{others}', others)}")
        part.check(config)
    _check_table(config, game, vocabulary)


def usable(kind: str, game: Game, vocabulary: Vocabulary) -> list[str]:
    """The names of the parts of a kind that runs of a game can use, with their usual options there."""
    return [name for name in PARTS[kind] if not usual_part(game.name, kind, name).why_not(game, vocabulary)]


def usable_suites(game: Game, vocabulary: Vocabulary) -> list[type[FitnessEvaluation]]:
    """The suites that runs of a game can use: evaluations whose tests a credit turns into fitness."""
    named = [class_of("fitness", name) for name in usable("fitness", game, vocabulary)]
    evaluations = [cast("type[FitnessEvaluation]", one) for one in named]
    return [one for one in evaluations if one.credit is not None]


def _check_table(config: Settings, game: Game, vocabulary: Vocabulary) -> None:
    """Check that the credit gives the points of each test if the selection needs them.

    Raises:
        UsageError: if it does not.
    """
    if not config.selection.by_table:
        return
    if config.several_objectives:
        raise UsageError(
            f"selection is {config.selection.name}, which needs the points of each test, but with several "
            "objectives fitness is the score and the nodes: use another selection, or --objectives score"
        )
    if config.credit is not None and config.credit.gives_table:
        return
    credits_ = [cast("type[Credit]", one) for one in classes() if one.kind == "credit"]
    giving = " or ".join(one.name for one in credits_ if one.gives_table)
    needs = f"selection is {config.selection.name}, which needs the points of each test"
    if config.credit is not None:
        raise UsageError(f"{needs}: use --credit {giving}")
    raise UsageError(
        f"{needs}, but fitness is {config.fitness.name}, which has no tests: use "
        f"{owners_text(usable_suites(game, vocabulary))} with --credit {giving}"
    )


def unread(config: Settings) -> dict[tuple[str, str], str]:
    """The options that have no effect in a run, each with options with which it would have one.

    An option is named by the kind of its part, or an empty text, and its name.

    >>> from senet_gp import Config
    >>> unread(Config(game="hexapawn"))[("migration", "migrants")]
    '--islands 2 or more'
    """
    found = {("", name): needs for name, needs in _unread_of_all(config)}
    for kind, part in config.parts().items():
        without = found.get(("", kind))
        if without:
            found |= {(kind, name): without for name in part.options()}
        found |= {(kind, name): needs for name, needs in part.unread(config).items()}
    return found


def _unread_of_all(config: Settings) -> Iterator[tuple[str, str]]:
    """Options of all runs that have no effect in this one, and what they need."""
    breeds = config.reproduced < config.population
    if not config.game_value.small:
        yield "until", "a game without throws whose positions can all be listed"
    elif config.islands > 1:
        yield "until", "--islands 1"
    if config.islands == 1:
        yield "migration", "--islands 2 or more"
    if config.several_objectives:
        yield from ((name, _OF_ONE_OBJECTIVE) for name in ("elite", "elite_share", "mutation_chance"))
    if not breeds:
        yield from ((name, _BRED) for name in ("selection", "crossover", "mutant_share"))
    elif config.mutant_share == 1:
        yield "crossover", "a --mutant-share below 1"
    mutates = config.mutation_chance > 0 and config.reproduced > 0
    if not mutates and not (config.mutant_share > 0 and breeds):
        of_children = "a --mutant-share above 0 or, with one objective, a --mutation-chance above 0"
        yield "mutation", of_children if breeds else "a --mutation-chance above 0"
