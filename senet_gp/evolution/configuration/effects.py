"""Which options have an effect in a run, and with what the others would have one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.configuration.option_advice import advice
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.runtime.errors import UsageError

_OF_ONE_OBJECTIVE = "--objectives score"
#: What is read only if children are bred at all.
_BRED = "an --elite-share below 1"


def unread(config: ResolvedConfig) -> dict[tuple[str, str], str]:
    """The options that have no effect in a run, each with options with which it would have one.

    An option is named by the kind of its part, or an empty text, and its name.

    >>> from senet_gp import Config
    >>> unread(Config(game="hexapawn").resolved())[("migration", "migrants")]
    '--islands 2 or more'
    """
    found = {("", name): needs for name, needs in _unread_of_all(config)}
    for kind, part in config.parts().items():
        without = found.get(("", kind))
        if without:
            found |= {(kind, name): without for name in part.options()}
        found |= {(kind, name): needs for name, needs in part.unread(config).items()}
    return found


def _unread_of_all(config: ResolvedConfig) -> Iterator[tuple[str, str]]:
    """Options of all runs that have no effect in this one, and what they need."""
    breeds = config.reproduced < config.population
    if not config.game_value.small:
        yield "until", "a game without throws whose positions can all be listed"
    elif config.islands > 1:
        yield "until", "--islands 1"
    if config.fitness.individual:
        yield "initialisation", "a --fitness that breeds"
    if config.islands == 1:
        yield "migration", "--islands 2 or more"
    if config.several_objectives:
        yield from ((name, _OF_ONE_OBJECTIVE) for name in ("elite", "elite_share", "mutation_chance"))
    if not breeds:
        needs = _BRED if config.population > 1 else "a --population of 2 or more"
        yield from ((name, needs) for name in ("selection", "crossover", "mutant_share"))
    elif config.mutant_share == 1:
        yield "crossover", "a --mutant-share below 1"
    mutates = config.mutation_chance > 0 and config.reproduced > 0
    if not mutates and not (config.mutant_share > 0 and breeds):
        of_children = "a --mutant-share above 0 or, with one objective, a --mutation-chance above 0"
        yield "mutation", of_children if breeds else "a --mutation-chance above 0"


def refuse_unread(config: ResolvedConfig, flat: Mapping[str, Any]) -> None:
    """Refuse options of the command line that have no effect in a run.

    An option that several parts have is refused if it has none in any of them.

    Args:
        config: the configuration of the run.
        flat: the options that were given, by name.

    Raises:
        UsageError: if there is one.
    """
    without, parts, common = unread(config), config.parts(), config.common()
    for name in flat:
        of_all = name in common or name in PARTS
        kinds = [""] if of_all else [kind for kind, part in parts.items() if name in part.options()]
        needs = [without[kind, name] for kind in kinds if (kind, name) in without]
        if kinds and len(needs) == len(kinds):
            raise UsageError(advice(name, called=f"--{name.replace('_', '-')}", needs=needs))
