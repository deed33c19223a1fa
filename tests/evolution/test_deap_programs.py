"""Programs of DEAP's parts with our individuals work, and go on as they would have when they are saved."""

from __future__ import annotations

import os
import pickle
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import deap_programs
import numpy as np
import pytest
from deap import algorithms, base, creator, gp, tools
from deap_programs import WORDS, Running, programs
from page_blocks import blocks_of

from primitives import Number
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.loop.deap_toolbox import DeapToolbox, deap_toolbox
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "extending_deap.md"
PROGRAMS = dict(programs())
#: What cannot be used, with the sentence that says so; DEAP's own says it of words that are missing.
REFUSED: dict[str, tuple[type[Exception], str]] = {
    "mutEphemeral, one": (
        UsageError,
        "these trees have none, so it would do nothing: use the mutation",
    ),
    "cxSemantic, one": (AssertionError, "A 'lf' function is required"),
    "mutSemantic, one": (AssertionError, "A 'lf' function is required"),
    "selection lexicase, one": (UsageError, "needs the points of every test, which only runs have"),
    "selection lexicase, several": (UsageError, "needs the points of every test, which only runs have"),
}
CONFIG = Config(game="hexapawn", seed=5, selection=part("tournament"), population=8)


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """DEAP draws from the generators of Python and of numpy."""
    before = random.getstate(), np.random.get_state()  # noqa: NPY002
    yield
    random.setstate(before[0])
    np.random.set_state(before[1])  # noqa: NPY002


def in_a_process(*arguments: object, cwd: Path | None = None, seed_of_hashes: int = 1) -> tuple[int, str]:
    """The exit code of a Python program, and what it printed."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=os.environ | {"PYTHONHASHSEED": str(seed_of_hashes)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode <= 0, done.stderr
    return done.returncode, done.stdout


def test_every_part_of_deap_goes_on_in_another_process_as_it_would_have(tmp_path: Path) -> None:
    """The first halves are saved by one process, and the second halves played by another."""
    expected = {}
    for name, program in PROGRAMS.items():
        if name not in REFUSED:
            running = Running(program)
            running.half()
            running.half()
            expected[name] = running.shown()
    assert len(expected) > 60
    file = tmp_path / "saved"
    file.write_bytes(pickle.dumps(list(expected)))
    for number, task in enumerate(["save", "go-on"], 1):
        in_a_process(deap_programs.__file__, task, file, seed_of_hashes=number)
    found = pickle.loads(file.read_bytes())  # noqa: S301 - our own
    assert [name for name in expected if found[name] != expected[name]] == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_part_that_cannot_be_used_is_refused(name: str) -> None:
    error, sentence = REFUSED[name]
    with pytest.raises(error, match=re.escape(sentence)):
        Running(PROGRAMS[name]).half()


def test_a_run_refuses_what_would_do_nothing_too() -> None:
    evolution = Evolution(CONFIG, SerialPool())
    with pytest.raises(UsageError, match="it would do nothing"):
        evolution.toolbox.register("mutate", gp.mutEphemeral, mode="all")


#: Runs a program, and ends the process before or after its n-th file is put in its place.
KILLED = """
import itertools, os, runpy, signal, sys
program, nth, when = sys.argv[1], int(sys.argv[2]), sys.argv[3]
replace, number = os.replace, itertools.count(1)
def replaced(new, file):
    last = next(number) == nth
    if last and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    replace(new, file)
    if last:
        os.kill(os.getpid(), signal.SIGKILL)
os.replace = replaced
runpy.run_path(program, run_name="__main__")
"""


@pytest.mark.slow
def test_the_program_of_the_page_is_killed_and_goes_on_identically(tmp_path: Path) -> None:
    program = blocks_of(PAGE).files["goes_on.py"]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for place in (whole, cut):
        place.mkdir()
        (place / "goes_on.py").write_text(program)
    code, expected = in_a_process("goes_on.py", cwd=whole)
    assert code == 0
    for number, (nth, when) in enumerate([(2, "after"), (2, "before")], 2):
        ended = in_a_process("-c", KILLED, "goes_on.py", nth, when, cwd=cut, seed_of_hashes=number)
        assert ended == (-signal.SIGKILL, "")
    assert in_a_process("goes_on.py", cwd=cut) == (0, expected)
    assert len(expected.splitlines()) > 5


# The generator of a toolbox


def drawn_by_others() -> tuple[Any, ...]:
    """The states of the generators of Python and of numpy."""
    name, numbers, *rest = np.random.get_state()  # noqa: NPY002
    return random.getstate(), name, numbers.tolist(), rest


def test_what_is_ours_draws_from_the_generator_of_the_toolbox_alone() -> None:
    for name, program in PROGRAMS.items():
        if not program.named or name in REFUSED:
            continue
        before = drawn_by_others()
        box = program.toolbox()
        population = box.population(n=8)
        for number, one in enumerate(population):
            one.fitness.values = [number] * len(one.fitness.weights)
        parents = box.select(population, 4)
        assert len([*box.mate(*parents[:2]), *box.mutate(parents[2])]) == 3
        assert drawn_by_others() == before, name


def evolved(box: DeapToolbox) -> tuple[list[str], float]:
    population, _ = algorithms.eaSimple(box.population(), box, 0.6, 0.3, 1, verbose=False)
    return list(map(to_lisp, population)), box.rng.random()


def test_the_generator_of_a_toolbox_can_be_saved_in_every_way() -> None:
    box = deap_toolbox(CONFIG, ["random"], games=2)
    random.seed(7)
    saved, state = pickle.dumps(box.rng), box.rng.getstate()
    expected = evolved(box)
    random.seed(7)
    assert evolved(box) != expected
    for way in ("state", "generator"):
        random.seed(7)
        if way == "state":
            box.rng.setstate(state)
        else:
            box.rng = pickle.loads(saved)  # noqa: S301 - our own
        assert evolved(box) == expected
    with pytest.raises(UsageError, match=r"is a random.Random, such as one that was saved, not 7"):
        box.rng = 7  # type: ignore[assignment]


# A fitness


def test_each_opponent_gives_a_value_that_lexicase_reads() -> None:
    box = deap_toolbox(
        CONFIG, ["random", "minimax", "random"], games=4, each_opponent=True, measures=[len], weights=(2, -1)
    )
    mean = deap_toolbox(CONFIG, ["random", "minimax", "random"], games=4)
    population = box.population()
    assert {one.fitness.weights for one in population} == {(2.0, 2.0, 2.0, -1.0)}
    values = list(box.map(box.evaluate, population))
    for one, (*scores, nodes) in zip(population, values, strict=True):
        assert (sum(scores) / 3, nodes) == (pytest.approx(mean.evaluate(one)[0]), len(one))
        one.fitness.values = (*scores, nodes)
    # Games against the same opponent in another place are others.
    assert any(first != third for first, _, third, _ in values)
    worker = pickle.loads(pickle.dumps(box.evaluate))  # noqa: S301 - our own
    assert worker(population[0]) == values[0]
    for choose in (tools.selLexicase, tools.selAutomaticEpsilonLexicase):
        assert len(choose(population, 5)) == 5


@pytest.mark.parametrize("measured", [float("nan"), float("-inf"), None, "3"])
def test_a_measure_that_cannot_be_compared_is_refused_by_name(
    measured: Any,
) -> None:
    def share_of_leaves(_individual: Individual) -> Any:
        return measured

    box = deap_toolbox(CONFIG, ["random"], games=2, measures=[len, share_of_leaves], weights=(1, -1, 1))
    with pytest.raises(UsageError, match=r"the measure .*share_of_leaves is .*, but it must be a"):
        algorithms.eaSimple(box.population(), box, 0.5, 0.5, 1, verbose=False)


@pytest.mark.parametrize(
    "values", [(float("nan"),), (float("inf"),), (1.0, 2.0), (), 0.5, None, ("1",), (10**400,)]
)
def test_an_evaluation_of_ones_own_that_cannot_be_compared_is_refused(values: Any) -> None:
    box = deap_toolbox(CONFIG, ["random"], games=2)
    box.register("evaluate", lambda _individual: values)
    with pytest.raises(UsageError, match=r"but it must be a tuple of finite numbers, one for each of its w"):
        algorithms.eaSimple(box.population(), box, 0.5, 0.5, 1, verbose=False)


# What comes along, and what cannot


@pytest.fixture
def created() -> Iterator[Any]:
    """A class that DEAP's creator makes of ours, with a fitness of which less is better."""
    creator.create("Less", base.Fitness, weights=(-1.0,))
    creator.create("Created", Individual, fitness=creator.Less)
    yield creator.Created
    del creator.Less, creator.Created


def test_a_class_of_the_creator_keeps_its_fitness(created: Any) -> None:
    box = deap_toolbox(CONFIG, ["random"], games=2)
    population = [created(box.individual()) for _ in range(8)]
    population, _ = algorithms.eaSimple(population, box, 0.5, 0.5, 2, verbose=False)
    again = pickle.loads(pickle.dumps(population))  # noqa: S301 - our own
    assert {type(one.fitness).__name__ for one in [*population, *again]} == {"Less"}
    assert [one.fitness.values for one in again] == [one.fitness.values for one in population]


FOREIGN = {
    "a float": gp.Terminal(0.5, symbolic=False, ret=Number),
    "an ephemeral constant": gp.MetaEphemeral("drawn", partial(int, 3), Number)(),
    "an ADF": gp.Primitive("ADF0", [Number, Number], Number),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_what_is_no_word_cannot_come_along(what: str) -> None:
    one = WORDS.node_named["1"]
    tree = Individual([FOREIGN[what], *[one] * FOREIGN[what].arity], WORDS)
    with pytest.raises((KeyError, SenetGpError)):
        deap_toolbox(CONFIG, ["random"], games=2).evaluate(tree)
