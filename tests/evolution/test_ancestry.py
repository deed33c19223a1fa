"""The notes on how individuals were made are true, and ancestors are traced back to the beginning."""

from __future__ import annotations

import dataclasses
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest
from deap import gp
from tiny_runs import begun, files_of, play_until, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.ancestry import Brood, Family, Made, broods_in
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.operators import SubtreeMutation, VariedMutation
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.run_logs import LogFiles
from senet_gp.runtime.errors import FileError
from senet_gp.trees.individual import Individual

PAPER = Config.of("senet", population=40, generations=8, games=1, mutation_chance=0.5)
MIXED = Config.of(
    "senet", population=40, generations=8, games=1, vocabulary="extended", seed_with=["hand:S"],
    crossover="one-point",
    mutation="mixed", mutant_share=0.5, mutation_chance=0.5, elite_share=0.3, size_limit=60,
)  # fmt: skip
VARIED = dataclasses.replace(MIXED, mutation=VariedMutation())
FULL = Config.of("senet", population=40, generations=25, games=1, max_nodes=360, seed=3)


def played(config: Config) -> tuple[list[list[Individual]], list[Brood]]:
    """All populations of a run, and what was noted of them, as it is read back."""
    populations = []
    with WorkerPool(1) as pool, tempfile.TemporaryDirectory() as place:
        log = LogFiles(Path(place)).ancestry
        evolution = Evolution(config, pool)
        for generation in evolution:
            populations.append(list(evolution.state.population))
            log.append([generation.ancestry])
            assert populations[-1][generation.ancestry.winner] is generation.winner
        return populations, broods_in(log)


def read_back(text: str) -> list[Brood]:
    with tempfile.TemporaryDirectory() as place:
        log = LogFiles(Path(place)).ancestry
        log.path.write_text(text)
        return broods_in(log)


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


def is_true(made: Made, child: Individual, parents: list[Individual]) -> bool:
    """Whether an individual can have been made in this way."""
    base = parents[0]
    if made.unchanged:
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
    }[made.how[-1]]


@pytest.mark.parametrize("config", [PAPER, MIXED, VARIED, FULL], ids=["paper", "mixed", "varied", "full"])
def test_every_note_is_true(config: Config) -> None:
    populations, broods = played(config)
    assert [len(brood.made) for brood in broods] == [config.population] * config.generations
    first = [made.how for made in broods[0].made]
    given = len(config.resolved().seed_with)
    assert first == ["g"] * given + ["d"] * (config.population - given)
    for before, now, brood in zip(populations, populations[1:], broods[1:], strict=False):
        assert list(brood.nodes) == [len(tree) for tree in now]
        for made, child in zip(brood.made, now, strict=True):
            assert made.parents
            assert is_true(made, child, [before[parent] for parent in made.parents]), made
    seen = {made.how for brood in broods[1:] for made in brood.made}
    assert {"x", "r"} <= seen
    if config.mutation != SubtreeMutation():
        assert {"p", "s", "h", "i", "c", "rp", "rs"} <= seen
    assert ("n" in seen) == (config is FULL)


def test_the_line_leads_back_to_the_first_generation() -> None:
    _, broods = played(MIXED)
    line = Family([broods]).line_to(len(broods))
    assert [one.generation for one in line] == list(range(1, len(broods) + 1))
    assert line[-1].won
    for parent, child in pairwise(line):
        assert child.made.parents[0] == parent.index
        assert child.parent_nodes[0] == parent.nodes
    assert 1 <= len(Family([broods]).founders_of(len(broods))) <= MIXED.population


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
    assert read_back(f"generation,winner,made,nodes,version\n1,0,{'d ' * 11}d,{'1 ' * 11}1,2\n")


def test_a_run_without_it_goes_on_without_it(tmp_path: Path) -> None:
    """As one whose log was damaged, and therefore removed."""
    whole = to_its_end(begun(tmp_path / "whole"))
    run = play_until(begun(tmp_path / "run"), 2)
    (run.path / "ancestry.csv").unlink()
    to_its_end(RunDirectory.open(run.path))
    kept = files_of(whole)
    del kept["ancestry.csv"]
    assert files_of(run.path) == kept


SOUND = "generation,winner,made,nodes,version\n1,1,d d,3 5,2\n2,0,r1 x1.0,5 7,2\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x1.0", "x1.2"),
        ("x1.0", "z1"),
        ("x1.0", "x-1"),
        ("r1", "r99999999"),
        ("d d", "d r0"),
        ("5 7", "5"),
        ("5 7", "5 0"),
        ("5 7", "5 seven"),
        ("2,0", "2,2"),
        ("2,0", "3,0"),
        ("2,0,r1 x1.0,5 7,2", "2"),
        ("made", "mad"),
    ],
)
def test_damage_is_reported_in_one_sentence(old: str, new: str) -> None:
    assert [made.in_words for made in read_back(SOUND)[1].made] == ["reproduced", "crossover"]
    with pytest.raises(
        FileError,
        match=r"(is damaged: .*|has no column made, .*) \(if you remove it, the run goes on without it, "
        "and its report names",
    ):
        read_back(SOUND.replace(old, new))
