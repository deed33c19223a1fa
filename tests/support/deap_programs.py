"""Programs made of DEAP's parts and ours, in two halves, between which they can be saved.

``python deap_programs.py save FILE`` plays the first half of every program and saves it; ``python
deap_programs.py go-on FILE`` plays the second half of what was saved and prints what came out.
"""

from __future__ import annotations

import pickle
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from deap import algorithms, gp, tools

from primitives import vocabulary_of
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.evolution.loop.deap_toolbox import DeapToolbox, deap_toolbox
from senet_gp.trees.text import to_lisp

WORDS = vocabulary_of("hexapawn")
SIZE = 8
OPPONENTS = ["random", "expr:(sub my_moves their_moves)"]
#: How a fitness has one value, and how it has several.
FITNESS: dict[str, dict[str, Any]] = {
    "one": {},
    "several": {"each_opponent": True, "measures": [len], "weights": (1.0, -1.0)},
}


def parts(module: Any, *beginnings: str) -> dict[str, Any]:
    """The functions and classes of a module whose names begin so."""
    return {
        name: part for name, part in vars(module).items() if name.startswith(beginnings) and callable(part)
    }


#: What DEAP has. The others of its crossovers and mutations are of lists of numbers, and one of its
#: algorithms asks a strategy for individuals, which has none that are trees.
ALGORITHMS = {"harm": gp.harm} | parts(algorithms, "ea")
del ALGORITHMS["eaGenerateUpdate"]
SELECTIONS = parts(tools, "sel")
CROSSOVERS, MUTATIONS = parts(gp, "cx"), parts(gp, "mut")
#: What they need to be told, by name.
_CHANCES = {"cxpb": 0.5, "mutpb": 0.4, "ngen": 2}
_MU = {"mu": SIZE, "lambda_": SIZE, **_CHANCES}
_REFERENCES = tools.uniform_reference_points(len(OPPONENTS) + 1, 4)
OPTIONS: dict[str, dict[str, Any]] = {
    "eaSimple": _CHANCES,
    "eaMuPlusLambda": _MU,
    "eaMuCommaLambda": _MU,
    "harm": {**_CHANCES, "alpha": 0.05, "beta": 10, "gamma": 0.25, "rho": 0.9, "nbrindsmodel": 20},
    "selTournament": {"tournsize": 3},
    "selDoubleTournament": {"fitness_size": 3, "parsimony_size": 1.4, "fitness_first": True},
    "selEpsilonLexicase": {"epsilon": 0.1},
    "selNSGA3": {"ref_points": _REFERENCES},
    "selNSGA3WithMemory": {"ref_points": _REFERENCES},
    "cxOnePointLeafBiased": {"termpb": 0.3},
    "cxSemantic": {"pset": WORDS.pset},
    "mutSemantic": {"pset": WORDS.pset},
    "mutUniform": {"expr": partial(gp.genHalfAndHalf, min_=0, max_=2), "pset": WORDS.pset},
    "mutNodeReplacement": {"pset": WORDS.pset},
    "mutInsert": {"pset": WORDS.pset},
    "mutEphemeral": {"mode": "one"},
}


def _crowded_first(individuals: list[Any], k: int) -> list[Any]:
    """Selection that needs crowding distances, of the individuals that it is given."""
    tools.emo.assignCrowdingDist(individuals)
    return list(tools.selTournamentDCD(individuals, k))


@dataclass(frozen=True)
class Program:
    """A program: the algorithm, and what it has in place of the usual operators.

    Attributes:
        algorithm: one of ``ALGORITHMS``.
        fitness: one of ``FITNESS``.
        own: DEAP's operators by alias of the toolbox.
        named: the configuration's operators by kind.
    """

    algorithm: str = "eaMuPlusLambda"
    fitness: str = "one"
    own: dict[str, str] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)

    def toolbox(self) -> DeapToolbox:
        """Its toolbox, as each of its processes makes it."""
        usual = {"selection": "tournament"}
        if self.named.get("selection") == "lexicase":
            usual["credit"] = "table"
        config = Config.of("hexapawn", seed=5, **(usual | self.named))
        box = deap_toolbox(config, OPPONENTS, games=2, **FITNESS[self.fitness])
        for alias, name in self.own.items():
            part, options = _given(name)
            box.register(alias, part, **options)
            if alias != "select":
                box.decorate(alias, gp.staticLimit(attrgetter("height"), 8))
        return box


def _given(name: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    """A part of DEAP, and what it needs to be told, as a toolbox registers it."""
    part, options = (SELECTIONS | CROSSOVERS | MUTATIONS)[name], OPTIONS.get(name, {})
    if name == "selTournamentDCD":
        part = _crowded_first
    return (part(**options), {}) if isinstance(part, type) else (part, options)


def programs() -> Iterator[tuple[str, Program]]:
    """Every program with its name: over what DEAP has, and over our operators."""
    for name in ALGORITHMS:
        yield name, Program(algorithm=name)
    for alias, names in {"select": SELECTIONS, "mate": CROSSOVERS, "mutate": MUTATIONS}.items():
        for name in names:
            for fitness in ["several"] if "NSGA3" in name else FITNESS if alias == "select" else ["one"]:
                yield f"{name}, {fitness}", Program(fitness=fitness, own={alias: name})
    for kind in ("selection", "crossover", "mutation"):
        for name in PARTS[kind]:
            for fitness in FITNESS:
                yield f"{kind} {name}, {fitness}", Program(fitness=fitness, named={kind: name})


class Running:
    """A program that runs.

    Args:
        program: the program.
        state: what was saved of it; without it, it begins.
    """

    def __init__(self, program: Program, state: dict[str, Any] | None = None) -> None:
        self.program, self.box = program, program.toolbox()
        if state is None:
            random.seed(3)
            np.random.seed(3)  # noqa: NPY002 - DEAP draws from it
            state = {
                "population": tools.initRepeat(list, self.box.individual, SIZE),
                "best": tools.HallOfFame(3) if program.fitness == "one" else tools.ParetoFront(),
                "statistics": _statistics(),
                "logbooks": [],
                "history": tools.History(),
                "select": self.box.select.func,
            }
            state["history"].update(state["population"])
        else:
            random.setstate(state["python"])
            np.random.set_state(state["numpy"])  # noqa: NPY002
            self.box.rng = state["rng"]
            # An operator with a memory of its own.
            if "select" in program.own:
                self.box.register("select", state["select"], **self.box.select.keywords)
        for alias in ("mate", "mutate"):
            self.box.decorate(alias, state["history"].decorator)
        self.state = state

    def half(self) -> None:
        """Two generations, and an exchange between the halves of the population."""
        state = self.state
        run: Callable[..., Any] = ALGORITHMS[self.program.algorithm]
        population, logbook = run(
            state["population"],
            self.box,
            **OPTIONS[self.program.algorithm],
            stats=state["statistics"],
            halloffame=state["best"],
            verbose=False,
        )
        demes = [population[: SIZE // 2], population[SIZE // 2 :]]
        tools.migRing(demes, 1, tools.selBest)
        state["population"] = [self.box.clone(one) for deme in demes for one in deme]
        state["logbooks"].append(logbook)

    def saved(self) -> dict[str, Any]:
        """What such a program saves."""
        numpys = np.random.get_state()  # noqa: NPY002
        return self.state | {"python": random.getstate(), "numpy": numpys, "rng": self.box.rng}

    def shown(self) -> str:
        """All that came out, also what the generators would draw next."""
        state = self.state
        return repr(
            (
                [_all_of(one) for one in state["population"]],
                [_all_of(one) for one in state["best"]],
                list(map(str, state["logbooks"])),
                state["history"].genealogy_tree,
                [state["history"].getGenealogy(one) for one in state["population"]],
                {number: _all_of(one) for number, one in state["history"].genealogy_history.items()},
                (random.getrandbits(64), self.box.rng.getrandbits(64), float(np.random.random())),  # noqa: NPY002
            )
        )


def _statistics() -> tools.MultiStatistics:
    statistics = tools.MultiStatistics(
        score=tools.Statistics(attrgetter("fitness.values")), nodes=tools.Statistics(len)
    )
    statistics.register("most", max)
    return statistics


def _all_of(individual: Any) -> tuple[Any, ...]:
    fitness = individual.fitness
    return (
        *(to_lisp(individual), fitness.values, fitness.weights, str(individual.made_by)),
        *(individual.of_second, individual.history_index),
    )


def _of_all(task: str, file: Path) -> None:
    """Save the first halves of all programs that work, or go on with them."""
    if task == "save":
        states = {}
        for name in pickle.loads(file.read_bytes()):  # noqa: S301 - our own
            running = Running(dict(programs())[name])
            running.half()
            states[name] = pickle.dumps(running.saved())
        file.write_bytes(pickle.dumps(states))
    else:
        found = {}
        for name, state in pickle.loads(file.read_bytes()).items():  # noqa: S301
            running = Running(dict(programs())[name], pickle.loads(state))  # noqa: S301
            running.half()
            found[name] = running.shown()
        file.write_bytes(pickle.dumps(found))


if __name__ == "__main__":
    _of_all(sys.argv[1], Path(sys.argv[2]))
