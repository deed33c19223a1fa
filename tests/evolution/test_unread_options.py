"""Every option says when it has an effect: elsewhere it changes nothing, and the command line refuses it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from configs import fitting

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import FIELDS, Config
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.configuration.parts import PARTS, Part, classes, usual_part
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.node_budget import PopulationTooLargeError
from senet_gp.trees.text import to_lisp

#: What keeps a run tiny, and lets its options have an effect. Options of parts have their samples.
TINY: dict[str, Any] = {
    "game": "tictactoe",
    "fitness": "full-games",
    "population": 10,
    "generations": 6,
    "final_games": 2,
    "selection": "proportional",
    "elite": "best",
    "elite_share": 0.3,
    "crossover": "one-point",
    "mutation": "mixed",
    "mutation_chance": 0.5,
    "mutant_share": 0.5,
    "size_limit": 0,
    "until": "generations",
}
#: Another value of an option, where the one that :func:`another` finds would not do.
OTHERS: dict[str, Any] = {
    "generations": 3,
    "minutes": 1e-09,
    "objectives": ("score", "nodes"),
    "max_nodes": 60,
    "final_games": 40,
    "teacher": "net",
}
#: What a part needs for its options to change a run of tic-tac-toe; most parts need nothing.
NEEDS: dict[tuple[str, str], dict[str, Any]] = {
    ("fitness", "knockout"): {"game": "senet", "parameters": {"pieces": 1}},
    ("fitness", "regret"): {"game": "senet", "parameters": {"pieces": 2}, "generations": 8},
    ("credit", "lexicase"): {"fitness": "full-games"},  # where games are drawn
    ("selection", "lexicase"): {"credit": "table", "cases": 8},
}
#: What makes options unread that are no part's own.
RUNS: dict[str, dict[str, Any]] = {
    "tuned": {
        "game": "senet",
        "parameters": {"pieces": 2},
        "fitness": "regret",
        "generations": 3,
        "credit": "lexicase",
        "tune": 1,
        "parsimony": 1e-6,
    },
    "several objectives": {"game": "hexapawn", "objectives": ("score", "nodes"), "selection": "tournament"},
    "mutants only": {"game": "hexapawn", "mutant_share": 1.0},
    "no mutants": {"game": "hexapawn", "mutant_share": 0.0, "mutation_chance": 0.0},
    "all reproduced": {"game": "hexapawn", "elite_share": 1.0, "mutation_chance": 0.0},
}
#: These decide what kind of run it is.
GIVEN_BY_THE_RUN = {"game", "parameters", "vocabulary", "seed_with", "fitness", "credit"}


def with_part(part: type[Part]) -> dict[str, Any]:
    """The options of a run in which a part has an effect."""
    return {part.kind: part.name} | NEEDS.get((part.kind, part.name), {})


RUNS |= {f"{part.kind} {part.name}": with_part(part) for part in classes() if part.options()}


#: An option: the kind of its part, or an empty text, and its name.
Option = tuple[str, str]


def steps_of(config: Config) -> Iterator[Any]:
    """What a tiny run comes to, generation by generation, and its end."""
    try:
        with WorkerPool(1) as pool:
            evolution = Evolution(config, pool)
            yield from (generation.record for generation in evolution)
            champion, born = evolution.champion()
        yield to_lisp(champion), born, [one.fitness.values for one in evolution.state.population]
    except PopulationTooLargeError as error:
        yield str(error)


@cache
def run_of(config: Config) -> list[Any]:
    """All that a tiny run comes to."""
    return list(steps_of(config))


def differ(config: Config, other: Config) -> bool:
    """Whether two runs differ; the second is played up to its first difference."""
    return any(one != two for one, two in zip_longest(run_of(config), steps_of(other)))


def configured(**given: Any) -> Config:
    """A tiny run, in which options of parts that are not given have their samples."""
    config = fitting(**TINY | given).resolved()
    parts: dict[str, Any] = {
        kind: dataclasses.replace(
            part,
            **{name: one.metadata["sample"] for name, one in part.options().items() if name not in given},
        )
        for kind, part in config.parts().items()
    }
    return dataclasses.replace(config, **parts).resolved()


def options_of(config: Config) -> Iterator[Option]:
    """All options that a configuration has."""
    yield from (("", name) for name in FIELDS)
    for kind, part in config.parts().items():
        yield from ((kind, name) for name in part.options())


def another(described: dataclasses.Field[Any], value: Any) -> Any:
    """Another value than an option has: a number that is far enough from it, a switch turned, a choice."""
    kind, choices = described.metadata["kind"], described.metadata["choices"]
    if described.name in OTHERS:
        return OTHERS[described.name]
    if kind is bool:
        return not value
    if choices:
        return next(choice for choice in choices if choice != value)
    low, high = described.metadata["between"]
    if kind is int:
        # Beyond the population, more of something may be the same.
        return low if value > TINY["population"] else 2 * value + 1
    return high if value - low < high - value else low


def with_other(config: Config, option: Option) -> Config:
    """The configuration with another value of an option."""
    kind, name = option
    if name in PARTS:
        other = next((one for one in PARTS[name] if one != config.parts()[name].name), "ring")
        return dataclasses.replace(config, **{name: usual_part(config.game, name, other)})  # type: ignore[arg-type]
    if not kind:
        return dataclasses.replace(config, **{name: another(FIELDS[name], getattr(config, name))})
    part = config.parts()[kind]
    value = another(part.options()[name], getattr(part, name))
    return dataclasses.replace(config, **{kind: dataclasses.replace(part, **{name: value})})  # type: ignore[arg-type]


def check_changes(config: Config, option: Option) -> None:
    """Check that an option changes some of a few runs."""
    kind, name = option
    seeded = [dataclasses.replace(config, seed=seed) for seed in range(1, 40)]
    assert any(differ(one, with_other(one, option)) for one in seeded), (
        f"no run with another {name} was another: if it cannot be in this game, say what the {kind} needs in "
        f"NEEDS ({Path(__file__).name}); if the other value is too near, give the option a sample"
    )


@pytest.mark.slow
@pytest.mark.parametrize("run", RUNS)
def test_an_option_that_is_not_read_changes_nothing(run: str) -> None:
    config = configured(**RUNS[run])
    without = unread(config)
    assert without
    for option in without:
        assert not differ(config, with_other(config, option)), option


@pytest.mark.parametrize(
    "run",
    [
        *("fitness knockout", "fitness full-games", "fitness regret"),
        "selection tournament",
    ],
)
def test_an_option_of_all_runs_that_is_read_changes_the_run(run: str) -> None:
    """Every option without effect in one of them says so."""
    # What islands change is in test_islands.py: an Evolution is of one population. Nothing is proven so soon;
    # what until changes is in test_until.py, what log changes in test_genealogy.py.
    config = configured(**RUNS[run])
    for name in FIELDS.keys() - GIVEN_BY_THE_RUN - {"islands", "until", "log"}:
        if ("", name) not in unread(config):
            check_changes(config, ("", name))


@pytest.mark.parametrize(
    ("part", "option"),
    [
        pytest.param(part, option, id=f"{part.kind}-{part.name}-{option}")
        for part in classes()
        for option in part.options()
        if part.kind != "migration"  # what it changes is in test_migration.py
    ],
)
def test_an_option_of_a_part_changes_a_run_that_has_the_part(part: type[Part], option: str) -> None:
    """A new part is tested with all its options: what they are says what they can be."""
    config = configured(**with_part(part))
    if (part.kind, option) not in unread(config):
        check_changes(config, (part.kind, option))
