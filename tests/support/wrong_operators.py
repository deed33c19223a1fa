"""Operators and evaluations that return what they should not, a setup function for each.

They are functions of a module that registers nothing else, so that workers may breed with them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from deap import base, gp

from primitives import vocabulary_of
from senet_gp.trees.individual import Individual, WeightedFitness

WORDS = vocabulary_of("hexapawn")
NAMED = WORDS.node_named


def _individual(text: str, words: Any = WORDS) -> Individual:
    return Individual([words.node_named[word] for word in text.split()], words)


def _behind_its_back() -> Individual:
    tree = _individual("add my_moves 1")
    _ = tree.codes
    list.append(tree, NAMED["2"])
    return tree


def _with_weights() -> Individual:
    tree = _individual("my_moves")
    tree.fitness = WeightedFitness((1.0, -1.0), (1, 2))
    return tree


#: What is no individual of a run of hexapawn.
NO_INDIVIDUALS: Mapping[str, Callable[[], Any]] = {
    "nothing": lambda: None,
    "empty": lambda: _individual(""),
    "half": lambda: _individual("add my_moves"),
    "surplus": lambda: _individual("add my_moves 1 2"),
    "truth": lambda: _individual("and_ always never"),
    "wrong_argument": lambda: _individual("add always 1"),
    "no_node": lambda: Individual([NAMED["add"], 5, NAMED["1"]], WORDS),
    "other_words": lambda: Individual([vocabulary_of("senet").node_named["my_moves"]], WORDS),
    "other_game": lambda: _individual("my_moves", vocabulary_of("pursuit")),
    "other_vocabulary": lambda: _individual("my_moves", WORDS.with_constants(range(1, 9))),
    "behind_its_back": _behind_its_back,
    "bare": lambda: gp.PrimitiveTree([NAMED["my_moves"]]),
    "text": lambda: "my_moves",
}
#: What is one, but cannot be evaluated.
NOT_NEW = {"with_weights": _with_weights}


def _raising(*_: Any, **_options: Any) -> Any:
    raise ValueError("of its own")


def _broken_parents(population: list[Individual], count: int) -> list[Individual]:
    population[0].append(NAMED["1"])
    return population[:1] * count


def _popped(tree: Individual, *_: Any) -> tuple[Individual]:
    tree.pop()
    return (tree,)


def _appended(tree: Individual, *_: Any) -> tuple[Individual]:
    tree.append(NAMED["1"])
    return (tree,)


def _evaluation(population: list[Individual], **changes: Any) -> Any:
    for individual in population:
        individual.fitness.values = (1.0,)
    return SimpleNamespace(**{"winner": 0, "games": 1, "turns": 1, "self_losses": 0} | changes)


def _with_fitness(values: Any) -> Callable[..., Any]:
    def evaluate(population: list[Individual], *_: Any, **_options: Any) -> Any:
        result = _evaluation(population)
        population[1].fitness.values = values
        return result

    return evaluate


def _setting(name: str, value: Any) -> Callable[..., Any]:
    def evaluate(population: list[Individual], *_: Any, **_options: Any) -> Any:
        result = _evaluation(population)
        setattr(population[1], name, value)
        return result

    return evaluate


def _without_fitness(population: list[Individual], *_: Any, **_options: Any) -> Any:
    result = _evaluation(population)
    del population[1].fitness.values
    return result


def _breaking(population: list[Individual], *_: Any, **_options: Any) -> Any:
    population[0].append(NAMED["1"])
    return _evaluation(population)


class _OneMore(base.Fitness):  # type: ignore[misc]
    weights = (1.0, 1.0)


def _operators() -> dict[str, dict[str, Callable[..., Any]]]:
    """By alias, the operators by what is wrong with them."""
    children = {f"a_{kind}": made for kind, made in (NO_INDIVIDUALS | NOT_NEW).items()}
    found: dict[str, dict[str, Callable[..., Any]]] = {
        "expr": {
            kind: lambda made=made: made()
            for kind, made in children.items()
            if kind not in {"a_bare", "a_other_vocabulary"}  # whose nodes are an expression
        },
        "individual": {kind: lambda made=made: made() for kind, made in children.items()},
        "population": {
            "nothing": lambda **_options: None,
            "too_few": lambda n: [_individual("my_moves")] * (n - 1),
            "too_many": lambda n: [_individual("my_moves")] * (n + 1),
            **{
                kind: lambda n, made=made: [_individual("my_moves") for _ in range(n - 1)] + [made()]
                for kind, made in children.items()
            },
        },
        "clone": {kind: lambda _, made=made: made() for kind, made in children.items()},
        "evaluate": {
            "nothing": lambda *_, **_options: None,
            "breaking": _breaking,
            "without_fitness": _without_fitness,
            "no_fitness": _setting("fitness", 3.0),
            "one_more_value": _setting("fitness", _OneMore((1, 2))),
            **{
                f"values_{number}": _with_fitness(values)
                for number, values in enumerate(
                    [(float("nan"),), (float("inf"),), (1.0, 2.0), ("1",), 1.0, (1j,), (np.ones(2),), (None,)]
                )
            },
            **{
                f"{name}_{number}": lambda population, *_, name=name, value=value, **_options: _evaluation(
                    population, **{name: value}
                )
                for name in ("winner", "games", "turns", "self_losses")
                for number, value in enumerate([-1, 1.5, "0", None, True, float("nan"), [0]])
            },
            "winner_99": lambda population, *_, **_options: _evaluation(population, winner=999),
        },
    }
    for alias in ("mate", "mutate"):
        found[alias] = {
            "nothing": lambda *_: None,
            "no_children": lambda *_: (),
            "alone": lambda one, *_: one,
            "list_of_nodes": lambda one, *_: (list(one),),
            "popped": _popped,
            "appended": _appended,
            **{kind: lambda *_, made=made: (made(),) for kind, made in children.items()},
        }
    for alias in ("select", "reproduce", "survive"):
        found[alias] = {
            "nothing": lambda *_: None,
            "too_few": lambda population, count: population[: count - 1],
            "too_many": lambda population, count: [population[0]] * (count + 1),
            "broken_parents": _broken_parents,
            **{
                f"a_{kind}": lambda _, count, made=made: [made()] * count
                for kind, made in NO_INDIVIDUALS.items()
            },
        }
    found["survive"] |= {
        "one_again_and_again": lambda candidates, count: candidates[:1] * count,
        "strangers": lambda _, count: [_individual("my_moves") for _ in range(count)],
    }
    for operators in found.values():
        operators["raising"] = _raising
    return found


def _register(alias: str, operator: Callable[..., Any], toolbox: base.Toolbox, _evolution: Any) -> None:
    toolbox.register(alias, operator)


#: The names of the operators of each alias; each can be registered by the function ``setup_NAME``.
WRONG: dict[str, list[str]] = {}
for _alias, _made in _operators().items():
    WRONG[_alias] = []
    for _kind, _operator in _made.items():
        _name = f"{_alias}_{_kind}"

        # A function that a module holds under its own name may breed in workers.
        def _own(*arguments: Any, _called: Callable[..., Any] = _operator, **options: Any) -> Any:
            return _called(*arguments, **options)

        _own.__name__ = _own.__qualname__ = _name
        globals()[_name] = _own
        globals()[f"setup_{_name}"] = functools.partial(_register, _alias, _own)
        WRONG[_alias].append(_name)


def wrapped(operator: Callable[..., Any]) -> Callable[..., Any]:
    """An operator in a wrapper that has its name."""

    @functools.wraps(operator)
    def wrapper(*arguments: Any, **options: Any) -> Any:
        return operator(*arguments, **options)

    return wrapper
