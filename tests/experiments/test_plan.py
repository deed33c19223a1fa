"""Plans of experiments: what they may say, and how what they may not say is refused."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from own_evaluation import taken_out

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.evolution.configuration.presets import preset_values
from senet_gp.evolution.configuration.registration import operator, part
from senet_gp.evolution.configuration.seeding import resolved_seeds
from senet_gp.evolution.evaluation.credits import MeanCredit
from senet_gp.evolution.evaluation.suites import FullGames
from senet_gp.experiments import plan_file
from senet_gp.experiments.comparison import at_best
from senet_gp.experiments.experiment import shard_of
from senet_gp.experiments.plan import Budget, Plan, read_plan
from senet_gp.experiments.plan_file import begin_or_go_on, read_recorded
from senet_gp.experiments.plan_variants import _cell
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.trees.individual import Individual

SMALL = 'game = "hexapawn"\npopulation = 8\n'


@operator("selection", "named", "those of some names")
def named(
    population: Sequence[Individual],
    count: int,
    *,
    names: tuple[str, ...] = option((), "which names"),  # noqa: ARG001
    pressure: float = option(1.0, "how often"),  # noqa: ARG001
) -> list[Individual]:
    """The first individuals."""
    return [*population[:count]]


Named = taken_out("selection", "named")


def plan_in(directory: Path, text: str, seeds: int = 2) -> Plan:
    (directory / "plan.toml").write_text(text, encoding="utf-8")
    return read_plan(directory / "plan.toml", seeds=seeds)


def test_variants_have_the_common_options_and_their_own(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, SMALL + "seed = 5\n[variants.a]\n[variants.b]\npopulation = 9\nseed = 100\n")
    assert {name: config.population for name, config in plan.variants.items()} == {"a": 8, "b": 9}
    assert [(task.variant, task.config.seed) for task in plan.tasks()] == [
        *(("a", 5), ("b", 100), ("a", 6), ("b", 101)),
    ]


def test_a_variant_may_have_fewer_runs_than_others(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, SMALL + "[variants.a]\n[variants.b]\nfitness.noise = 0.2\nseeds = 2\n", 3)
    assert [(task.variant, task.config.seed) for task in plan.tasks()] == [
        *(("a", 1), ("b", 1), ("a", 2), ("b", 2), ("a", 3)),
    ]
    begin_or_go_on(tmp_path / "out", plan)
    recorded = read_recorded(tmp_path / "out")
    assert recorded == plan
    assert recorded.at_most == {"b": 2}


def test_a_variant_has_one_largest_number_of_runs(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"seeds of a is \[1, 2\], but it must be a whole number"):
        plan_in(tmp_path, SMALL + "[variants.a]\nseeds = [1, 2]\n")
    text = SMALL + "[variants.a]\nvary.fitness.noise = [0.1, 0.2]\nseeds = 1\n"
    assert plan_in(tmp_path, text).at_most == {"a,noise=0.1": 1, "a,noise=0.2": 1}


def test_variants_are_different_directories_on_every_system(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"two variants are called .* which are one directory"):
        plan_in(tmp_path, SMALL + "[variants.Sharing]\n[variants.sharing]\nfitness.noise = 0.2\n")


@pytest.mark.parametrize(("seeds", "games", "message"), [(0, 200, "seeds is 0"), (1, 3, "even number")])
def test_the_file_is_not_blamed_for_options(tmp_path: Path, seeds: int, games: int, message: str) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(SMALL + "[variants.a]\n", encoding="utf-8")
    with pytest.raises(UsageError, match=message) as refused:
        read_plan(file, seeds=seeds, games=games)
    assert not isinstance(refused.value, FileError)


def test_seeds_that_a_plan_limits_are_not_asked_for() -> None:
    limited = {"game": "hexapawn", "variants": {name: {"seeds": 1, "population": 8} for name in "ab"}}
    limited["variants"]["b"]["population"] = 9  # type: ignore[index]
    assert at_best(Plan.of(limited, seeds=10)).endswith("give variants more seeds in the plan")


@pytest.mark.parametrize("name", ["at_most", "operators"])
def test_what_is_said_of_variants_is_said_of_those_of_the_plan(name: str) -> None:
    variants = {"a": Config(game="hexapawn").resolved()}
    with pytest.raises(UsageError, match=f"{name} names zzz, but the variants are a"):
        Plan(variants=variants, seeds=1, **{name: {"zzz": 1}})  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=f"{name} is 3, but it must be a mapping from names of variants"):
        Plan(variants=variants, seeds=1, **{name: 3})  # type: ignore[arg-type]


def test_a_file_goes_before_a_plan_that_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("1995").mkdir()  # where the experiment is played
    assert "unseeded" in read_plan("1995", seeds=1).variants
    Path("1995").rmdir()
    Path("1995").write_text(SMALL + "[variants.mine]\n", encoding="utf-8")
    assert list(read_plan("1995", seeds=1).variants) == ["mine"]


def test_lists_make_a_grid(tmp_path: Path) -> None:
    text = SMALL + "[vary.fitness]\nnoise = [0.1, 0.2]\n[variants.a.vary]\ncredit = ['shared', 'mean']\n"
    text += "[variants.b]\nseed = 5\n"
    assert list(plan_in(tmp_path, text).variants) == [
        *("a,credit=shared,noise=0.1", "a,credit=shared,noise=0.2"),
        *("a,credit=mean,noise=0.1", "a,credit=mean,noise=0.2", "b,noise=0.1", "b,noise=0.2"),
    ]


def test_factors_alone_make_variants_whose_levels_are_columns(tmp_path: Path) -> None:
    text = "population = 8\n[vary]\ngame = ['hexapawn']\ncredit = ['shared', 'mean']\nfitness.games = [2]\n"
    plan = plan_in(tmp_path, text)
    assert list(plan.variants) == [f"game=hexapawn,credit={credit},games=2" for credit in ("shared", "mean")]
    # Games, and the games of a run, have columns of their own.
    assert plan.levels_of("game=hexapawn,credit=mean,games=2") == {"credit": "mean", "vary.games": 2}
    named = plan_in(tmp_path, text.replace("[vary]", "[variants.a]\n[variants.b]\nseed = 9\n[vary]"))
    assert named.levels_of("b,game=hexapawn,credit=mean,games=2") == {
        "variant": "b",
        "credit": "mean",
        "vary.games": 2,
    }


def test_levels_are_cells_that_a_table_can_hold() -> None:
    levels = [0.5, True, "", None, {"name": "tournament", "tournament_size": 3}]
    assert [_cell(level) for level in levels] == [0.5, True, "usual", "none", "tournament+tournament_size-3"]


def test_options_of_a_part_vary_with_the_part_that_is_chosen(tmp_path: Path) -> None:
    text = SMALL + "[variants.a.vary.fitness]\nname = ['full-games', 'knockout']\ngames = [2, 3]\n"
    variants = plan_in(tmp_path, text).variants
    assert list(variants) == [
        *("a,fitness=full-games,games=2", "a,fitness=full-games,games=3"),
        *("a,fitness=knockout,games=2", "a,fitness=knockout,games=3"),
    ]
    for name, config in variants.items():
        assert name == f"a,fitness={config.fitness.name},games={vars(config.fitness)['games']}"


KNOCKOUT = "{ name = 'knockout', games = 2 }"


@pytest.mark.parametrize(
    "text",
    [
        "fitness.games = 2\nvary.fitness.name = ['full-games', 'knockout']\n[variants.a]\n",
        "vary.fitness = ['full-games', 'knockout']\n[variants.a]\nfitness.games = 2\n",
        "[variants.a]\nfitness.games = 2\nvary.fitness = ['full-games', 'knockout']\n",
        f"[variants.a]\nvary.fitness = [{{ name = 'full-games', games = 2 }}, {KNOCKOUT}]",
    ],
)
def test_a_part_that_varies_has_the_options_that_stand_beside_it(tmp_path: Path, text: str) -> None:
    configs = plan_in(tmp_path, SMALL + text).variants.values()
    assert [(config.fitness.name, vars(config.fitness)["games"]) for config in configs] == [
        ("full-games", 2),
        ("knockout", 2),
    ]


def test_options_of_two_parts_that_are_called_alike_vary_apart(tmp_path: Path) -> None:
    text = "preset = 'strong'\nobjectives = ['score']\n[variants.a.vary]\n"
    text += "fitness.parsimony = [0.0, 1.0]\ncredit.parsimony = [0.5]\n"
    variants = plan_in(tmp_path, text).variants
    assert [*variants] == [f"a,fitness.parsimony={p},credit.parsimony=0.5" for p in (0.0, 1.0)]
    assert [config.flat()["credit.parsimony"] for config in variants.values()] == [0.5, 0.5]
    assert [config.flat()["fitness.parsimony"] for config in variants.values()] == [0, 1]


def test_what_a_variant_says_itself_does_not_vary_in_it(tmp_path: Path) -> None:
    text = SMALL + "[vary]\npopulation = [8, 9]\nselection = ['proportional', 'tournament']\n"
    text += "[variants.a]\nselection = 'double-tournament'\n[variants.b]\npopulation = 20\n"
    text += "[variants.c]\nselection = 'tournament'\nvary.population = [30]\n"
    assert list(plan_in(tmp_path, text.replace("population = 8\n", "")).variants) == [
        *("a,population=8", "a,population=9", "b,selection=proportional", "b,selection=tournament"),
        "c,population=30",
    ]


def test_parameters_of_the_game_and_its_operators_vary(tmp_path: Path) -> None:
    text = 'game = "senet"\nparameters.pieces = 5\n[variants.a.vary]\nparameters.pieces = [2, 3]\n'
    text += "crossover = ['paper', 'one-point']\n"
    variants = plan_in(tmp_path, text).variants
    assert list(variants) == [
        f"a,pieces={n},crossover={name}" for n in (2, 3) for name in ("paper", "one-point")
    ]
    assert [config.parameters["pieces"] for config in variants.values()] == [2, 2, 3, 3]


def test_programs_pass_parts_themselves() -> None:
    suites = [FullGames(games=2), FullGames(games=4, noise=0.5)]
    values = {"game": "hexapawn", "vary": {"fitness": suites}, "variants": {"a": {"credit": MeanCredit()}}}
    variants = Plan.of(values, seeds=1).variants
    assert {name: config.fitness for name, config in variants.items()} == {
        "a,fitness=full-games+games-2": suites[0],
        "a,fitness=full-games+games-4+noise-0.5": suites[1],
    }
    assert {config.credit for config in variants.values()} == {MeanCredit()}


def test_options_of_parts_from_outside_vary_also_those_that_are_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PARTS["selection"].data, "named", Named)
    text = SMALL + "[variants.a]\nselection = { name = 'named', names = ['x', 'y'] }\n"
    text += "[variants.a.vary]\nselection.pressure = [1, 2]\n"
    variants = plan_in(tmp_path, text).variants
    assert [config.selection for config in variants.values()] == [
        part("named", names=("x", "y"), pressure=pressure) for pressure in (1.0, 2.0)
    ]
    text = text.replace("names = ['x', 'y'] }", "names = ['x'] }") + "selection.names = [['y'], ['y', 'x']]\n"
    with pytest.raises(FileError, match=r"selection\.names is \['x'\] and varies as well: leave out one"):
        plan_in(tmp_path, text)
    variants = plan_in(tmp_path, text.replace(", names = ['x'] }", " }")).variants
    assert [*variants][:2] == ["a,pressure=1,names=y", "a,pressure=1,names=y+x"]


ROOT = Path(__file__).resolve().parents[2]


def test_plans_on_the_page_can_be_played(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    plans = [plan_in(tmp_path, block) for block in blocks if "[variants" in block or "[vary" in block]
    assert "game=hexapawn,selection=tournament,crossover=paper" in plans[1].variants
    assert len(plans[1].variants) == 12


def test_a_list_of_seeds_is_a_value_and_a_list_of_such_lists_a_grid() -> None:
    one = {"game": "tictactoe", "variants": {"a": {"seed_with": ["(sub my_moves 1)"]}}}
    assert list(Plan.of(one, seeds=1).variants) == ["a"]
    two = {"game": "tictactoe", "variants": {"a": {"vary": {"seed_with": [["my_moves"], []]}}}}
    variants = Plan.of(two, seeds=1).variants
    assert {name: len(config.seed_with) for name, config in variants.items()} == {
        "a,seed_with=my_moves": 1,
        "a,seed_with=usual": 0,
    }


def test_a_budget_of_games_leaves_generations_open_unless_the_plan_names_them() -> None:
    values = {"game": "hexapawn", "variants": {"a": {}, "b": {"generations": 7}}}
    plan = Plan.of(values, seeds=1, budget=Budget(max_games=50))
    assert [config.generations for config in plan.variants.values()] == [1_000_000, 7]


def test_all_options_override_those_of_a_preset(tmp_path: Path) -> None:
    text = (
        'preset = "strong"\n[variants.a]\n[variants.b]\nfitness.cases = 64\n[variants.c]\npreset = "paper"\n'
    )
    variants = plan_in(tmp_path, text).variants
    strong = Config.from_values(preset_values("strong")).resolved()
    assert variants == {
        "a": strong,
        "b": dataclasses.replace(strong, fitness=dataclasses.replace(strong.fitness, cases=64)),
        "c": Config.from_values(preset_values("paper")).resolved(),
    }
    assert list(plan_in(tmp_path, "[variants.a.vary]\npreset = ['paper', 'strong']\n").variants) == [
        *("a,preset=paper", "a,preset=strong"),
    ]


@pytest.mark.parametrize("budget", [Budget(max_games=50), Budget(max_seconds=1)])
def test_a_budget_takes_the_place_of_the_minutes_of_a_preset(budget: Budget) -> None:
    values = {"preset": "strong", "variants": {"a": {}, "b": {"minutes": 3.0}}}
    a, b = Plan.of(values, seeds=1, budget=budget).variants.values()
    assert (a.generations, a.minutes) == (1_000_000, 0)
    assert b.minutes == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[variants.a]\npreset = 'weak'\n", "in the variant a, there is no preset 'weak': there are paper"),
        ("[variants.a]\npreset = {}\n", "in the variant a, there is no preset '{}'"),
        ("[variants.a]\npreset = 'strong'\n", "the preset strong is not for hexapawn"),
        ("[variants.a]\npresets = 'strong'\n", "there is no option 'presets': did you mean preset?"),
        ("", "a plan needs variants: add a table such as [variants.lexicase], or lists in"),
        ("[variants]\na = 1\n", "the variants are no tables"),
        ("variants = 3\n", "the variants are no tables"),
        ("[[variants]]\na = 1\n", "the variants are no tables"),
        ("[variants.a]\nluck = 3\n", "in the variant a, there is no option 'luck'"),
        ("[variants.a]\npopulation = 0\n", "in the variant a, population is 0, but it must be from 1"),
        ("[variants.a.vary]\npopulation = []\n", "the list of population is empty"),
        (
            "[variants.a]\nfitness.name = 'knockout'\nfitness.noise = 0.2\n",
            "fitness.noise belongs to --fitness full-games, which this run does not have",
        ),
        (
            "[variants.a]\nmigration.migrants = 3\n",
            "in the variant a, migration.migrants would change nothing here: it is used only with --islands",
        ),
        ("[variants.a]\nobjectives = ['score', 'nodes']\nelite = 'best'\n", "a, elite would change nothing"),
        (
            "[variants.a]\npopulation = [8, 9]\n",
            "is a list: for a variant with each of its values, write it in the table [variants.a.vary]",
        ),
        ("fitness.noise = [0.1, 0.2]\n[variants.a]\n", "write it in the table [vary.fitness]"),
        ("[variants.a]\nfitness = ['knockout']\n", "fitness is a list: for a variant with each"),
        ("[variants.a]\npreset = ['paper']\n", "preset is a list: for a variant with each"),
        ("[variants.a]\nparameters.pieces = [3]\n", "write it in the table [variants.a.vary.parameters]"),
        ("[variants.a]\nobjectives = [['score']]\n", "objectives is a list: for a variant with each"),
        ("[variants.a]\nvary.objectives = ['score']\n", "a,objectives=score, objectives is 'score', but it"),
        ("[variants.a]\nnoise = 0.2\n", "write it in the table [variants.a.fitness]"),
        ("[variants.a]\nvary.noise = [0.2]\n", "write it in the table [variants.a.vary.fitness]"),
        ("vary.tournament_size = [3]\n[variants.a]\n", "write it in the table [vary.selection]"),
        (
            "[variants.a.fitness.vary]\nnoise = [0.2]\n",
            ".fitness.vary] is no place for lists: write them in the table [variants.a.vary.fitness]",
        ),
        ("[variants.a]\nvary = [8, 9]\n", "vary is [8, 9], but it must be a table of lists, such as"),
        ("[variants.a]\nvary.population = 9\n", "population varies, but it is 9: write a list of values"),
        ("[variants.a]\nvary.fitness.noise = 0.2\n", "fitness.noise varies, but it is 0.2: write a list"),
        ("vary.population = [9]\n[variants.a]\n", "population is 8 and varies as well: leave out one"),
        (
            "vary.fitness.noise = [0.1, 0.2]\n[variants.a]\nfitness = 'knockout'\n",
            "a,noise=0.1, fitness.noise belongs to --fitness full-games, which this run does",
        ),
        ("[variants.a]\nvary.migration.migrants = [1, 2]\n", "migration.migrants would change nothing"),
        ("[variants.a]\nvary.seeds = [1, 2]\n", "seeds is the same for all variants"),
        ("[variants.'../a']\n", "a variant cannot be called '../a'"),
        ("[variants.con]\n", "a variant cannot be called 'con'"),
        ("[variants.'LPT1.a']\n", "a variant cannot be called 'LPT1.a'"),
        ("[variants.'a.']\n", "a variant cannot be called 'a.'"),
        *(
            (f"[variants.{name}]\n", f"a variant cannot be called '{name}'")
            for name in ("NA", "NULL", "NaN", "None", "nan", "null")
        ),
        ("[variants.a]\nvary.fitness.noise = [0.1, 0.1]\n", "two variants are called a,noise=0.1"),
        ("[variants.a]\nseed = 9223372036854775807\n", "seed is 9223372036854775808"),
        ("[variants.a]\npopluation = 9\n", "there is no option 'popluation': did you mean population?"),
        ("[variants.a]\nmax-nodes = 9\n", "there is no option 'max-nodes': did you mean max_nodes?"),
        ("seeds = 30\n[variants.a]\n", "give it on the command line, as --seeds"),
        ("[variants.a]\nseeds = 0\n", "seeds of a is 0, but it must be at least 1"),
        ("[variants.a]\nseeds = 'x'\n", "seeds of a is 'x', but it must be a whole number"),
        (
            f"[variants.a]\nvary.population = {list(range(10, 1100))}\n",
            "the plan has more than 1,000 variants: shorten its lists",
        ),
        (
            f"[variants.a]\nvary.fitness.noise = [0.1, 0x{'f' * 5000}]\n",
            "noise is a number of thousands of digits, but it must be a finite number",
        ),
        ("[variants.a]\n[variants.a]\n", "is not a TOML file"),
        ("[variants.a]\n[variants.b]\nseed = 2\n", "a and b have the same options and seeds in common"),
        ("plugins = 3\n[variants.a]\n", "plugins is 3, but it must be a list"),
        ("[variants.a]\noperators = 'os_of_others:setup'\n", "add --plugin os_of_others"),
        ("[variants.a]\nvary.operators = ['os_of_others:setup']\n", "add --plugin os_of_others"),
        ("plugins = ['games_of_others']\n[variants.a]\n", "add --plugin games_of_others"),
    ],
)
def test_a_bad_plan_is_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(SenetGpError) as caught:
        plan_in(tmp_path, text if text.startswith(("variants", "[[")) else SMALL + text)
    assert sentence in str(caught.value)
    assert "plan.toml" in str(caught.value)
    assert "os_of_others" not in sys.modules


@pytest.mark.parametrize(("seeds", "games"), [(0, 2), (2_000_000, 2), (1, 3), (1, 0)])
def test_impossible_numbers_are_refused(seeds: int, games: int) -> None:
    with pytest.raises(UsageError, match=r"impossible|games is [03], but it must be"):
        Plan.of({"game": "hexapawn", "variants": {"a": {}}}, seeds=seeds, games=games)


@pytest.mark.parametrize("budget", [{"max_games": 2, "max_seconds": 1.0}, {"max_seconds": float("nan")}])
def test_an_impossible_budget_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=r"a budget|max_seconds is nan, but"):
        Budget(**budget)  # type: ignore[arg-type]


def test_a_recorded_plan_is_the_plan(tmp_path: Path) -> None:
    plan = plan_in(tmp_path, SMALL + "[variants.a]\nseed_with = ['my_moves']\n[variants.b]\n")
    assert begin_or_go_on(tmp_path / "out", plan) == ""
    assert begin_or_go_on(tmp_path / "out", plan) == ""
    assert read_recorded(tmp_path / "out") == plan


def test_more_seeds_and_variants_extend_an_experiment(tmp_path: Path) -> None:
    begin_or_go_on(tmp_path / "out", plan_in(tmp_path, SMALL + "[variants.a]\n"))
    more = plan_in(tmp_path, SMALL + "[variants.b]\nfitness.noise = 0.2\n[variants.a]\n", seeds=4)
    said = begin_or_go_on(tmp_path / "out", more)
    assert said.endswith("is extended from 2 to 4 seeds and by the variants b")
    assert read_recorded(tmp_path / "out") == more


@pytest.mark.parametrize(
    ("text", "seeds", "sentence"),
    [
        ("[variants.a]\nfitness.noise = 0.2\n", 2, "variant a has other options (fitness.noise)"),
        ("[variants.b]\n", 2, "with a variant a: add it"),
        ("[variants.a]\n", 1, "with 2 seeds: give --seeds 2 or more"),
        ("[variants.a]\nseeds = 1\n", 2, "variant a has other options (seeds)"),
    ],
)
def test_another_plan_is_refused(tmp_path: Path, text: str, seeds: int, sentence: str) -> None:
    begin_or_go_on(tmp_path / "out", plan_in(tmp_path, SMALL + "[variants.a]\n"))
    with pytest.raises(UsageError) as caught:
        begin_or_go_on(tmp_path / "out", plan_in(tmp_path, SMALL + text, seeds))
    assert sentence in str(caught.value)


def test_a_directory_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    plan = Plan.of({"game": "hexapawn", "variants": {"a": {}}}, seeds=1)
    with pytest.raises(FileError, match="holds something else"):
        begin_or_go_on(tmp_path, plan)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("text", ["{}", "[", '{"format": "senet-gp experiment", "version": 1, "seeds": []}'])
def test_a_damaged_record_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=r"plan\.json"):
        read_recorded(tmp_path)


def test_a_record_says_everything(tmp_path: Path) -> None:
    plan = Plan.of({"game": "hexapawn", "variants": {"a": {}}}, seeds=1)
    begin_or_go_on(tmp_path / "experiment", plan)
    file = tmp_path / "experiment" / "plan.json"
    content = read_document(file, plan_file._FORMAT, plan_file._VERSION, dict)
    for key in content.keys() - {"code"}:  # which experiments have that were begun by earlier versions
        less = {name: value for name, value in content.items() if name != key}
        write_document(file, plan_file._FORMAT, plan_file._VERSION, less)
        with pytest.raises(FileError, match=rf"plan\.json is unsound: {key} is missing, but it must be"):
            read_recorded(file.parent)


def test_shards_are_all_runs_together() -> None:
    tasks = list(
        Plan.of(
            {"game": "hexapawn", "variants": {"a": {}, "b": {"fitness": {"noise": 0.2}}}}, seeds=4
        ).tasks()
    )
    shards = [shard_of(tasks, number, 3) for number in (1, 2, 3)]
    assert sorted(task.variant + str(task.config.seed) for shard in shards for task in shard) == sorted(
        task.variant + str(task.config.seed) for task in tasks
    )
    with pytest.raises(UsageError, match="there is no shard 4 of 3"):
        shard_of(tasks, 4, 3)


def test_arrays_of_numpy_make_a_grid() -> None:
    own = {"seed": np.int64(4), "vary": {"fitness": {"noise": np.linspace(0, 0.5, 3)}}}
    values = {"game": "hexapawn", "variants": {"a": own}}
    variants = Plan.of(values, seeds=np.int64(2)).variants  # type: ignore[arg-type]
    assert list(variants) == ["a,noise=0.0", "a,noise=0.25", "a,noise=0.5"]
    assert [type(config.fitness.noise) for config in variants.values()] == [float] * 3


def test_a_list_of_objectives_is_a_value_and_a_list_of_such_lists_a_grid() -> None:
    one = {"game": "hexapawn", "variants": {"a": {"objectives": ["score", "nodes"]}}}
    assert [config.objectives for config in Plan.of(one, seeds=1).variants.values()] == [("score", "nodes")]
    two = {"game": "hexapawn", "variants": {"a": {"vary": {"objectives": [["score"], ["score", "nodes"]]}}}}
    assert list(Plan.of(two, seeds=1).variants) == ["a,objectives=score", "a,objectives=score+nodes"]


def test_a_name_that_is_too_long_is_told_so() -> None:
    with pytest.raises(UsageError, match="use at most 120 letters, digits, and signs"):
        Plan.of({"game": "hexapawn", "variants": {"a" * 121: {}}}, seeds=1)


def test_the_plan_that_ships() -> None:
    plan = read_plan("1995", seeds=20)
    tasks = list(plan.tasks())
    assert len({task.config.seed for task in tasks}) == len(tasks) == 66
    for name, config in plan.variants.items():
        group = "V" if name.startswith("strongly") else "S"
        seeds = resolved_seeds(
            [f"hand:{group}"], config.game_value, config.vocabulary_value, population=512, size_limit=0
        )
        assert config.seed_with == (() if "unseeded" in name else seeds)
        assert (config.population, config.generations) == (512, 300 if "long" in name else 33)
        assert len(plan.seeds_of(name)) == (3 if "long" in name else 20)
    assert [config.seed for config in plan.variants.values()] == [1, 1001, 2001, 3001, 4001]
