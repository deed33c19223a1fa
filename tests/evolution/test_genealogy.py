"""The log of individuals is true: how each was made, of which parents, on which island."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from deap import gp
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.trees.individual import Individual

PAPER = Config.of("senet", population=40, generations=8, games=1, mutation_chance=0.5, log="individuals")
MIXED = Config.of(
    "senet", population=40, generations=8, games=1, vocabulary="extended", seed_with=["hand:S"],
    crossover="one-point",
    mutation="mixed", mutant_share=0.5, mutation_chance=0.5, elite_share=0.3, size_limit=60,
    log="individuals",
)  # fmt: skip
VARIED = dataclasses.replace(MIXED, mutation=part("varied"))
FULL = Config.of("senet", population=40, generations=25, games=1, max_nodes=360, seed=3, log="individuals")


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


def is_true(operator: str, child: Individual, parents: list[Individual]) -> bool:
    """Whether an individual can have been made in this way."""
    base = parents[0]
    if operator in {"reproduced", "copied", "reproduced+copied", "no-room"}:
        return names(child) == names(base)
    grafts = graft_of(child, base)
    donors = [part for donor in parents[1:] for part in subtrees_of(donor)]
    changed = sum(map(str.__ne__, names(child), names(base)))
    return {
        "crossover": any(graft in donors for graft in grafts),
        "point": len(child) == len(base) and changed <= 1,
        "subtree": bool(grafts),
        "hoist": bool(grafts) and len(child) < len(base),
        "insertion": bool(grafts) and len(child) > len(base),
    }[operator.removeprefix("reproduced+")]


@pytest.mark.parametrize("config", [PAPER, MIXED, VARIED, FULL], ids=["paper", "mixed", "varied", "full"])
def test_every_row_is_true(config: Config) -> None:
    by_id: dict[int, Individual] = {}
    operators = set()
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        for generation in evolution:
            for row, tree in zip(generation.individuals, evolution.state.population, strict=True):
                assert (row.generation, row.id) == (generation.number, len(by_id))
                assert (row.nodes, row.depth, row.fitness) == (len(tree), tree.depth, tree.fitness.values[0])
                by_id[row.id] = tree
                parents = [one for one in (row.parent, row.donor) if one is not None]
                assert all((row.id // config.population - 1) == one // config.population for one in parents)
                if generation.number > 1:
                    operators.add(row.operator)
                    assert len(parents) == 1 + (row.operator == "crossover")
                    assert is_true(row.operator, tree, [by_id[one] for one in parents]), row
            assert by_id[generation.row.winner_id] is generation.winner
            if generation.number == 1:
                given = len(config.resolved().seed_with)
                made = [(row.operator, row.parent) for row in generation.individuals]
                assert made == [("given", None)] * given + [("drawn", None)] * (config.population - given)
    assert {"crossover", "reproduced"} <= operators
    if config.mutation != part("subtree"):
        mutations = {
            "point",
            "subtree",
            "hoist",
            "insertion",
            "copied",
            "reproduced+point",
            "reproduced+subtree",
        }
        assert mutations <= operators
    assert ("no-room" in operators) == (config is FULL)


def test_operators_from_outside_are_noted_without_details() -> None:
    config = Config.of("senet", population=12, generations=3, games=1, mutation_chance=1.0, log="individuals")
    with WorkerPool(1) as pool:
        evolution = Evolution(config, pool)
        evolution.toolbox.register("mate", gp.cxOnePoint)
        evolution.toolbox.register("mutate", lambda tree: (tree,))
        evolution.toolbox.register(
            "reproduce", lambda population, count: list(map(Individual, population[:count]))
        )
        for generation in evolution:
            rows = generation.individuals
    assert (rows[0].operator, rows[0].parent) == ("reproduced+mutation", None), "its parent is not known"
    assert rows[-1].operator == "crossover"


def test_nothing_but_the_log_differs_if_individuals_are_logged(tmp_path: Path) -> None:
    both = [
        files_of(to_its_end(begun(tmp_path / log, dataclasses.replace(TINY, log=log))))
        for log in ("individuals", "generations")
    ]
    assert "individuals.csv" not in both[1]
    for name, content in both[1].items():
        if name not in {"config.toml", "champion.json"}:
            assert both[0][name] == content, name


def test_with_objectives_a_survivor_descends_from_itself() -> None:
    config = Config.of(
        "hexapawn", population=16, generations=4, games=2, objectives=("score", "nodes"), log="individuals"
    )
    before: dict[int, Individual] = {}
    for generation in (evolution := Evolution(config, SerialPool())):
        own = dict(zip((row.id for row in generation.individuals), evolution.state.population, strict=True))
        for row in generation.individuals:
            if row.operator == "reproduced":
                assert row.parent is not None
                assert own[row.id].packed == before[row.parent].packed
        before = own


def test_a_lineage_crosses_islands(tmp_path: Path) -> None:
    config = Config.of(
        "hexapawn", population=10, generations=8, games=2, islands=3, migrate_every=2, log="individuals"
    )
    run = RunDirectory.open(to_its_end(begun(tmp_path / "run", config)))
    rows = [row for population in run.populations for row in population.logs.individuals.rows()]
    by_id = {row.id: row for row in rows}
    assert sorted(by_id) == list(range(3 * 10 * 8))
    migrants = list(run.logs.migrants.rows())
    for row in migrants:
        assert by_id[row.id].generation == row.generation
        assert (row.id // 10) % 3 + 1 == row.origin != row.island
        assert row.replaced is not None
        assert (row.replaced // 10) % 3 + 1 == row.island
    replaced = {row.replaced for row in migrants}
    parents = {parent for row in rows for parent in (row.parent, row.donor) if parent is not None}
    assert not parents & replaced, "nobody descends from one that was replaced"
    crossing = [
        row for row in rows if row.parent is not None and (row.parent // 10) % 3 != (row.id // 10) % 3
    ]
    assert {row.parent for row in crossing} <= {row.id for row in migrants}
    assert crossing
    assert all(by_id[parent].generation < 8 for parent in parents)


def test_islands_that_were_stopped_log_the_same_individuals(tmp_path: Path) -> None:
    config = Config.of(
        "hexapawn", population=10, generations=8, games=2, islands=2, migrate_every=3, log="individuals"
    )
    whole = files_of(to_its_end(begun(tmp_path / "whole", config), workers=2))
    stopped = play_until(begun(tmp_path / "stopped", config), 5)
    assert files_of(to_its_end(RunDirectory.open(stopped.path))) == whole
    assert "islands/2/individuals.csv" in whole


def test_a_log_that_is_wanted_later_begins_later(tmp_path: Path) -> None:
    run = play_until(begun(tmp_path / "run", dataclasses.replace(TINY, log="generations")), 2)
    file = run.path / "config.toml"
    file.write_text(file.read_text().replace('\nlog = "generations"', '\nlog = "individuals"'))
    run = RunDirectory.open(to_its_end(RunDirectory.open(run.path)))
    assert {row.generation for row in run.logs.individuals.rows()} == {3, 4}
