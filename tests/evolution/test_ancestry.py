"""The notes on how individuals were made are true."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import NamedTuple

import pytest
from deap import gp
from tiny_runs import begun, files_of, play_until, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.trees.individual import Individual

PAPER = Config.of("senet", population=40, generations=8, games=1, mutation_chance=0.5)
MIXED = Config.of(
    "senet", population=40, generations=8, games=1, vocabulary="extended", seed_with=["hand:S"],
    crossover="one-point",
    mutation="mixed", mutant_share=0.5, mutation_chance=0.5, elite_share=0.3, size_limit=60,
)  # fmt: skip
VARIED = dataclasses.replace(MIXED, mutation=part("varied"))
FULL = Config.of("senet", population=40, generations=25, games=1, max_nodes=360, seed=3)


class Note(NamedTuple):
    """A note, as its letters and the indices of the parents."""

    how: str
    parents: list[int]

    @classmethod
    def of(cls, text: str) -> Note:
        """The note that a log holds."""
        how = text.rstrip("0123456789.")
        return cls(how, [int(index) for index in text.removeprefix(how).split(".") if index])


def names(tree: Individual) -> list[str]:
    return [node.name for node in tree]


def graft_of(child: Individual, base: Individual) -> list[list[str]]:
    """The subtrees that may have replaced one of the base to make the child."""
    found = []
    for begin in range(len(base)):
        old = base.searchSubtree(begin)
        end = len(child) - (len(base) - old.stop)
        same = names(child)[:begin] == names(base)[:begin] and names(child)[end:] == names(base)[old.stop :]
        if begin < end and same and child.searchSubtree(begin).stop == end:
            found.append(names(child)[begin:end])
    return found


def subtrees_of(tree: Individual) -> list[list[str]]:
    return [names(tree)[tree.searchSubtree(begin)] for begin in range(len(tree))]


def is_true(how: str, child: Individual, parents: list[Individual]) -> bool:
    """Whether an individual can have been made in this way."""
    base = parents[0]
    if how in {"r", "c", "rc", "n"}:
        return names(child) == names(base)
    grafts = graft_of(child, base)
    donors = [part for donor in parents[1:] for part in subtrees_of(donor)]
    changed = sum(map(str.__ne__, names(child), names(base)))
    return {
        "x": any(graft in donors for graft in grafts),
        "p": len(child) == len(base) and changed <= 1,
        "s": bool(grafts),
        "h": bool(grafts) and len(child) < len(base),
        "i": bool(grafts) and len(child) > len(base),
    }[how[-1]]


@pytest.mark.parametrize("config", [PAPER, MIXED, VARIED, FULL], ids=["paper", "mixed", "varied", "full"])
def test_every_note_is_true(config: Config) -> None:
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        rows, populations = [], []
        for generation in evolution:
            rows.append(generation.ancestry)
            populations.append(list(evolution.state.population))
            assert populations[-1][rows[-1].winner] is generation.winner
    notes = [[Note.of(text) for text in row.made] for row in rows]
    assert [row.generation for row in rows] == [*range(1, config.generations + 1)]
    given = len(config.resolved().seed_with)
    assert notes[0] == [Note("g", [])] * given + [Note("d", [])] * (config.population - given)
    for before, population, row, made in zip(populations, populations[1:], rows[1:], notes[1:], strict=False):
        assert row.nodes == tuple(map(len, population))
        for note, child in zip(made, population, strict=True):
            assert note.parents
            assert is_true(note.how, child, [before[parent] for parent in note.parents]), note
    seen = {note.how for made in notes[1:] for note in made}
    assert {"x", "r"} <= seen
    if config.mutation != part("subtree"):
        assert {"p", "s", "h", "i", "c", "rp", "rs"} <= seen
    assert ("n" in seen) == (config is FULL)


def test_operators_of_ones_own_are_noted_without_details() -> None:
    config = Config.of("senet", population=12, generations=3, games=1, mutation_chance=1.0)
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        evolution.toolbox.register("mate", gp.cxOnePoint)
        evolution.toolbox.register("mutate", lambda tree: (tree,))
        evolution.toolbox.register(
            "reproduce", lambda population, count: list(map(Individual, population[:count]))
        )
        for generation in evolution:
            notes = generation.ancestry.made
    assert notes[0] == "rm"  # its parent is not known
    assert notes[-1].startswith("x")


def test_a_run_without_it_goes_on_without_it(tmp_path: Path) -> None:
    """As one whose log was damaged, and therefore removed."""
    whole = to_its_end(begun(tmp_path / "whole"))
    run = play_until(begun(tmp_path / "run"), 2)
    (run.path / "ancestry.csv").unlink()
    to_its_end(RunDirectory.open(run.path))
    kept = files_of(whole)
    del kept["ancestry.csv"]
    assert files_of(run.path) == kept
