"""The options that all runs have, whatever their parts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from senet_gp.evolution.configuration.options import AUTO, checked, option
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.runtime.checks import MAX_SEED, whole_number
from senet_gp.runtime.errors import UsageError, shortened

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game

#: The most generations that a run can have, which it has if minutes limit it.
MAX_GENERATIONS = 1_000_000
#: What a run can be played until: all its generations, or a winner that does as well as perfect play.
GENERATIONS = "generations"
PROVEN = "proven"
#: What a run logs: a row a generation, or a row an individual, too.
INDIVIDUALS = "individuals"
#: The objectives of a run, in their only order: the score alone, or both.
OBJECTIVES = ("score", "nodes")


@dataclass(frozen=True, kw_only=True)
class CommonOptions:
    """The options that all runs have. Their defaults are those of the paper of 1995.

    Raises:
        UsageError: if a value is out of range or of the wrong kind.
    """

    game: str = option(DEFAULT_GAME, "the game to evolve players for")
    parameters: dict[str, int] = field(
        default_factory=dict,
        hash=False,
        metadata={
            "help": "the game's parameters that differ from their defaults, such as { pieces = 5 } in senet",
            "kind": dict,
            "between": None,
            "choices": (),
        },
    )
    vocabulary: str = option(
        AUTO,
        "the functions and terminals that players are made of; auto is the game's first vocabulary",
        kind=str,
    )
    population: int = option(512, "individuals in the population", between=(1, 1_000_000))
    generations: int = option(30, "generations to evolve", between=(1, MAX_GENERATIONS))
    minutes: float = option(
        0.0,
        "end when generations have taken this many minutes; if generations are given, too, whichever ends "
        "first; 0 for no limit",
        between=(0.0, 1_000_000.0),
    )
    until: str = option(
        GENERATIONS,
        "when the run ends: generations (after all of them), or proven (with the first winner that is proven "
        "to do as well as perfect play, as by senet-gp verdict)",
        choices=(GENERATIONS, PROVEN),
    )
    seed: int = option(
        1,
        "seed of all random numbers: the same seed gives the same run; with minutes, only the number of "
        "generations may differ",
        between=(0, MAX_SEED),
    )
    objectives: tuple[str, ...] = option(
        OBJECTIVES[:1],
        "what is to be good: score alone, or score and nodes (individuals then compete within size classes, "
        "and the population holds the best of every size)",
    )
    elite_share: float = option(
        0.125,
        "the share of the next generation that is copied from this one, at least one individual",
        between=(0.0, 1.0),
    )
    mutation_chance: float = option(
        0.125, "the probability that a copied individual is mutated", between=(0.0, 1.0)
    )
    mutant_share: float = option(
        0.0,
        "the probability that a child is a mutant of one parent, not a crossover of two",
        between=(0.0, 1.0),
    )
    size_limit: int = option(
        0, "the most nodes that a child may have; 0 for no limit", between=(0, 2**31 - 1)
    )
    depth_limit: int = option(
        0,
        "the largest depth that a child may have (a root has depth 0; Koza's limit is 17); 0 for no limit",
        between=(0, 2**31 - 1),
    )
    max_nodes: int = option(
        0,
        "the most nodes that the whole population may have; a child that does not fit is replaced by a copy "
        "of a parent; 0 for no limit",
        between=(0, 2**63 - 1),
    )
    final_games: int = option(
        100,
        "games between each pair of the last 16 winners in the final, which chooses the champion",
        between=(2, 1_000_000),
    )
    seed_with: tuple[str, ...] = option(
        (),
        'expressions or PLAYERs that the first population begins with, such as ["(sub their_distance '
        'my_distance)", "hand:S1"]; hand:S stands for S1 to S8',
    )
    islands: int = option(
        1,
        "populations that evolve by themselves and exchange migrants",
        between=(1, 1_000),
    )
    log: str = option(
        GENERATIONS,
        "what is logged: generations (a row for each), or individuals, too (a row for each, with its "
        "parents, its operator and its fitness)",
        choices=(GENERATIONS, INDIVIDUALS),
    )

    def __post_init__(self) -> None:
        for name, described in COMMON.items():
            object.__setattr__(self, name, checked(described, getattr(self, name)))
        numbers = {str(name): whole_number(str(name), value) for name, value in self.parameters.items()}
        object.__setattr__(self, "parameters", numbers)
        if self.objectives not in [OBJECTIVES[:1], OBJECTIVES]:
            raise UsageError(
                f"objectives is {shortened(', '.join(self.objectives))!r}, but it must be score or "
                "score,nodes"
            )
        if self.final_games % 2:
            raise UsageError(
                f"final_games is {self.final_games}, but it must be even: both players move first in half "
                "of the games"
            )

    def common(self) -> dict[str, Any]:
        """The options that all runs have, by name."""
        return {name: getattr(self, name) for name in COMMON}

    @property
    def game_value(self) -> Game:
        """The game with its parameters."""
        from senet_gp.games.registry import game_of

        return game_of(self.game, self.parameters)

    @property
    def vocabulary_value(self) -> Vocabulary:
        """The vocabulary of its players."""
        from primitives import vocabulary_of

        return vocabulary_of(self.game_value, None if self.vocabulary == AUTO else self.vocabulary)

    @property
    def until_proven(self) -> bool:
        """Whether the run ends with the first winner that is proven to do as well as perfect play.

        >>> options = CommonOptions(game="tictactoe", until="proven")
        >>> options.until_proven, dataclasses.replace(options, islands=2).until_proven
        (True, False)
        """
        return self.until == PROVEN and self.islands == 1 and self.game_value.small

    @property
    def several_objectives(self) -> bool:
        """Whether parents and children compete in score and size.

        >>> CommonOptions(objectives=("score", "nodes")).several_objectives
        True
        """
        return len(self.objectives) > 1

    @property
    def reproduced(self) -> int:
        """The number of reproduced individuals, which come first in the next generation.

        With several objectives there are none: the best of the population survive without it.

        >>> CommonOptions(population=40, elite_share=0.125).reproduced
        5
        """
        if self.several_objectives:
            return 0
        # A share such as 0.29 of 100 is 29, though 100 * 0.29 is a little less.
        return max(1, int(self.population * self.elite_share + 1e-9))


#: The options that all runs have, by name.
COMMON: Mapping[str, dataclasses.Field[Any]] = {one.name: one for one in dataclasses.fields(CommonOptions)}
