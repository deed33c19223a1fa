"""Configurations: values made of parts, from layers, with what a game usually has."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st
from own_evaluation import registered, taken_out

from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.configuration.config_files import as_toml, read_config, read_values
from senet_gp.evolution.configuration.options import AUTO, option
from senet_gp.evolution.configuration.parts import PARTS, class_of, defaults_of, owners_of
from senet_gp.evolution.configuration.recorded_code import code_of
from senet_gp.evolution.configuration.registration import operator, part, suite
from senet_gp.evolution.evaluation.credits import LexicaseCredit, MeanCredit, SharedCredit
from senet_gp.evolution.evaluation.suites import FullGames, Knockout, Regret
from senet_gp.evolution.run.precompile import compile_run
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.trees.individual import Individual

# What the game usually has


def test_the_defaults_are_the_papers() -> None:
    config = Config().resolved()
    assert (config.population, config.generations, config.size_limit) == (512, 30, 0)
    assert (config.elite_share, config.mutation_chance) == (1 / 8, 1 / 8)
    assert (config.fitness, config.credit, config.vocabulary) == (Knockout(games=3), None, "paper")
    assert config.selection == part("proportional", kind="selection")
    assert config.elite == part("proportional", kind="elite")
    assert config.crossover == part("paper", kind="crossover")


@pytest.mark.parametrize("game", GAMES)
def test_options_that_are_not_given_are_the_games(game: str, tmp_path: Path) -> None:
    """However the configuration is made."""
    config = Config(game=game)
    (tmp_path / "some.toml").write_text(f'game = "{game}"\n')
    assert config == Config.from_values({"game": game}) == Config.of(game) == Config.layered({"game": game})
    assert config == read_config(tmp_path / "some.toml")
    assert config.resolved().resolved() == config.resolved()
    for name, value in defaults_of(game).items():
        having = [part for part in config.resolved().parts().values() if name in part.options()]
        found = [getattr(part, name) for part in having]
        if name in COMMON:
            found = [getattr(config, name)]
        elif name in PARTS:
            found = [config.resolved().parts()[name].name]
        assert found == [value] * len(found), name
        assert found or owners_of(name)
    # What is given goes before.
    given = Config.of(game, population=16, selection="tournament", generations=2)
    assert (given.population, given.selection.name, given.generations) == (16, "tournament", 2)
    assert given.elite_share == config.elite_share


def test_a_replaced_game_keeps_what_was_chosen() -> None:
    config = dataclasses.replace(Config(population=16), game="hexapawn")
    assert (config.fitness, config.population, config.final_games) == (Knockout(games=3), 16, 100)
    assert copy.deepcopy(config) == config


# Values


def options_of(kind: type) -> dict[str, st.SearchStrategy[Any]]:
    """For each option of the configuration or a part the values that it accepts."""
    fields = {one.name: one for one in dataclasses.fields(kind)}
    return {name: values_of(one) for name, one in fields.items() if name not in PARTS}


def values_of(described: dataclasses.Field[Any]) -> st.SearchStrategy[Any]:
    about, text = described.metadata, st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
    between = about["between"] or (None, None)
    usual = st.just(AUTO) if described.default == AUTO else st.nothing()
    by_kind: dict[type, Callable[[], st.SearchStrategy[Any]]] = {
        bool: st.booleans,
        int: lambda: st.integers(*between),
        float: lambda: st.floats(*between),
        str: lambda: st.sampled_from(sorted(about["choices"])) if about["choices"] else text,
        tuple: lambda: st.lists(text, max_size=3).map(tuple),
        dict: lambda: st.dictionaries(st.from_regex("[a-z]{1,9}", fullmatch=True), st.integers(-9, 9)),
    }
    return by_kind[about["kind"]]() | usual


OF_ALL_RUNS = options_of(Config) | {
    "game": st.sampled_from([*GAMES]),
    # Other words and parameters are not possible in every game.
    "vocabulary": st.just(AUTO),
    "parameters": st.just({}),
    "objectives": st.sampled_from([("score",), ("score", "nodes"), AUTO]),
    "final_games": st.integers(1, 500_000).map(lambda n: 2 * n),
    "population": st.integers(1000, 1_000_000),
}


def parts(kind: str) -> st.SearchStrategy[Any]:
    """Any part of a kind with any options; half of a population may migrate."""
    more = {"migrants": st.integers(1, 500)} if kind == "migration" else {}
    found = [class_of(kind, name) for name in PARTS[kind]]
    return st.one_of([st.builds(cls, **options_of(cls) | more) for cls in found])


@st.composite
def configurations(draw: st.DrawFn) -> Config:
    """Any configuration of some options and parts, which need not be possible in a run."""
    fitness = draw(parts("fitness"))
    others = {*COMMON, *PARTS} - {"fitness"} - ({"credit"} if fitness.credit is None else set())
    names = sorted(draw(st.sets(st.sampled_from(sorted(others)))))
    values = {name: draw(OF_ALL_RUNS[name] if name in COMMON else parts(name)) for name in names}
    if values.get("islands", 1) > 1 and "migration" in values:
        enough = 2 * values["migration"].migrants
        values["population"] = max(values.get("population", Config().population), enough)
    return Config(fitness=fitness, **values)


@settings(max_examples=50)
@given(config=configurations())
@example(
    config=Config(
        parameters={"pieces": 5},
        vocabulary="extended",
        fitness=Regret(teacher='net:/\x7f \u2028"🙂\n.network'),
        seed_with=("\\", "ü"),
    )
)
def test_a_configuration_is_a_value(config: Config) -> None:
    """Equal, hashable, picklable, printed in a line, and the same however it is written."""
    again = Config.from_values(config.as_values())
    assert again == config
    assert hash(again) == hash(config)
    assert pickle.loads(pickle.dumps(config)) == config  # noqa: S301 - our own
    assert config.differences(again) == []
    assert repr(config).isprintable()
    assert len(repr(config)) < 150
    with TemporaryDirectory() as place:
        file = Path(place) / "config.toml"
        file.write_text(as_toml(config), encoding="utf-8")
        assert read_config(file, recorded=True) == config


MADE_AGAIN = """
import pickle, sys
from senet_gp import Config
from senet_gp.evolution.configuration.parts import classes
from senet_gp.evolution import part
from senet_gp.games.registry import GAMES

def make():
    regret, chosen = part("regret", teacher="net:/not/there.network"), part("tournament", tournament_size=2)
    found = [Config(fitness=regret, credit=part("mean"), selection=chosen, seed_with=("hand:S1",))]
    found += [Config.of("senet", fitness="regret", teacher="table:there.chances", cases=9)]
    for game in GAMES:
        found += [Config(game=game)]
        found += [Config.of(game, **{part.kind: part.name}) for part in classes() if part.kind != "credit"]
    found += [Config.from_values(config.as_values()) for config in found]
    assert all(pickle.loads(pickle.dumps(config)) == config for config in found)
    return [hash(config) for config in found], repr(found)

make()
sys.addaudithook(lambda event, arguments: sys.exit(f"opens {arguments[0]}") if event == "open" else None)
make()
heavy = ["numba", "numpy", "deap", "primitives", "senet_gp.engine"]
heavy += [f"senet_gp.games.{game}" for game in GAMES]
print([name for name in sys.modules if any(f"{name}.".startswith(f"{one}.") for one in heavy)])
"""


def test_it_stays_what_it_is_if_what_it_was_made_of_changes() -> None:
    parameters = {"pieces": 5}
    config = Config(parameters=parameters)
    parameters["pieces"] = 3
    assert config.parameters == {"pieces": 5}


def test_it_is_made_without_a_file_or_what_is_heavy() -> None:
    """In a new interpreter, where none of it is imported yet."""
    done = subprocess.run([sys.executable, "-c", MADE_AGAIN], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout) == ("", "[]\n")


def test_the_same_number_of_another_kind_is_the_same() -> None:
    assert repr(Config(mutation_chance=1).mutation_chance) == "1.0"
    assert Config(fitness=FullGames(noise=1)) == Config(fitness=FullGames(noise=1.0))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"population": 0}, "population is 0, but it must be from 1 to 1000000"),
        ({"seed": -1}, "seed is -1"),
        ({"mutation_chance": float("nan")}, "mutation_chance is nan"),
        (
            {"crossover": "two-point"},
            "crossover is 'two-point', but it must be one of paper, one-po",
        ),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"final_games": 3}, "it must be even"),
        ({"popluation": 5}, "there is no option 'popluation': did you mean population"),
        ({"mutation_rate": 0.1}, r"'mutation_rate': did you mean mutant_share or mutation_chance\?"),
        (
            {"tournament_size": 5},
            r"belongs to --selection tournament or double-t.*: write it in the table \[selection",
        ),
        (
            {"fitness": {"cases": 5}},
            r"^fitness\.cases belongs to --fitness regret, which this run does n",
        ),
        (
            {"fitness": {"seed": 5}},
            r"^fitness\.seed is an option of all runs: write it above all tables",
        ),
        (
            {"fitness": {"name": "regret", "epsilon": True}},
            r"^fitness\.epsilon belongs to --selection lexicase: write it in the table \[selection\]",
        ),
        ({"elite": {"share": 1}}, r"there is no option 'elite\.share': did you mean elite_share\?"),
        (
            {"fitness": 3},
            r"fitness is 3, but it must be a table, such as \[fitness\] with a line name = ",
        ),
        (
            {"credit": {"parsimony": 0.1}},
            "parsimony is an option of the credit, but the fitness knockout has none: leave it",
        ),
        ({"credit": {"name": None}}, "credit is None, but it must be one of "),
        ({"vocabulary": 3, "fitness": {"cases": 1}}, "vocabulary is 3, but it must be a text"),
        ({"parameters": 3, "fitness": {"cases": 1}}, "parameters is 3, but it must be a table"),
        ({"credit": "mean"}, "credit is mean, but the fitness knockout needs none: leave it out"),
        (
            {"islands": 2, "population": 3},
            "population is 3, but it must be at least 4, the migrants of an",
        ),
    ],
)
def test_what_is_no_configuration_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Config.from_values(values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"vocabulary": "huge"}, "senet has no vocabulary 'huge': it has paper, extended, rich, short"),
        ({"parameters": {"pieces": 8}}, "pieces a side in Senet is 8, but it must be from 1 to 7"),
    ],
)
def test_what_no_run_can_have_is_refused_when_it_begins(values: dict[str, Any], message: str) -> None:
    config = Config.from_values(values)
    with pytest.raises(UsageError, match=message):
        config.resolved()


@pytest.mark.parametrize("kind", PARTS)
def test_a_part_in_python_is_a_part(kind: str) -> None:
    other = part("proportional", kind="elite") if kind != "elite" else part("paper", kind="crossover")
    for wrong in ("paper", other, 3, None, type(other)):
        if kind == "credit" and wrong is None:
            continue
        with pytest.raises(UsageError, match=rf"^{kind} is .*, but it must be a part such as part\("):
            Config(fitness=FullGames(), **{kind: wrong}) if kind != "fitness" else Config(fitness=wrong)
    name = [*PARTS[kind]][-1]
    with pytest.raises(UsageError, match=rf"such as part\('{name}'.*\)$"):
        Config(game="hexapawn", **{kind: name})  # type: ignore[arg-type]


def test_an_option_that_is_not_there_is_refused_in_python_as_elsewhere() -> None:
    with pytest.raises(UsageError, match=r"^there is no option 'popluation': did you mean population\?$"):
        Config(popluation=5)  # type: ignore[call-arg]
    with pytest.raises(UsageError, match=r"^tournament_size belongs to --selection tournament or double-t"):
        Config(tournament_size=5)  # type: ignore[call-arg]


def test_the_signature_has_the_defaults_of_the_paper() -> None:
    defaults = {name: one.default for name, one in inspect.signature(Config).parameters.items()}
    assert (defaults["population"], defaults["generations"], defaults["until"]) == (512, 30, "generations")


def test_what_is_resolved_stays_so() -> None:
    resolved = Config(game="hexapawn").resolved()
    assert resolved.resolved() is resolved
    assert isinstance(dataclasses.replace(resolved, seed=2), ResolvedConfig)
    assert resolved == Config.from_values(resolved.as_values())
    assert resolved != Config(game="hexapawn")  # which follows what is changed in it


def test_a_part_is_chosen_by_its_name_and_printed_as_it_is_chosen() -> None:
    for kind, rows in PARTS.items():
        for name, cls in rows.items():
            chosen = part(
                name, kind=kind, **{name: one.metadata["sample"] for name, one in cls.options().items()}
            )
            assert eval(repr(chosen), {"part": part}) == chosen  # noqa: S307 - our own
            assert hash(eval(repr(chosen), {"part": part})) == hash(chosen)  # noqa: S307
    assert part("regret", cases=9) == Regret(cases=9)
    assert repr(part("lexicase", kind="selection", epsilon=True)) == (
        "part('lexicase', kind='selection', epsilon=True)"
    )


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (lambda: part("tournamnt"), "there is no part 'tournamnt': did you mean tournament?"),
        (lambda: part("x"), "there is no part 'x': the parts are knockout, full-games, regret"),
        (lambda: part(3), "there is no part 3: the parts are knockout"),
        (
            lambda: part("lexicase", epsilon=True),
            "lexicase is the name of a credit and of a selection: add kind='credit' or kind='selection'",
        ),
        (lambda: part("best", kind="elites"), "kind is 'elites', but it must be one of fitness, credit, ini"),
        (
            lambda: part("best", kind="selection"),
            "selection is 'best', but it must be one of proportional, t",
        ),
        (
            lambda: part("tournament", tournament=3),
            "there is no option 'tournament': did you mean tournament_size?",
        ),
        (
            lambda: part("best", cases=3),
            "cases belongs to --fitness regret: g",
        ),
        (
            lambda: part("tournament", tournament_size=0),
            "tournament_size is 0, but it must be from 1 to 1000000",
        ),
    ],
)
def test_a_wrong_part_is_refused_at_once(chosen: Callable[[], Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        chosen()
    assert str(caught.value).startswith(message)


# Layers


def test_auto_gives_a_part_back_that_follows_from_others() -> None:
    preset = {"game": "senet", "credit": {"name": "mean", "parsimony": 0.5}, "selection": "tournament"}
    flat = {"fitness": "full-games", "credit": "auto"}
    config = Config.layered(preset, flat=flat, written=True)
    assert (config.credit, config.selection) == (AUTO, part("tournament"))
    assert config.resolved().credit == SharedCredit()
    with pytest.raises(UsageError, match=r"elite is 'auto', but it must be one of"):
        Config.layered(preset, flat={"elite": "auto"})


def test_choosing_another_part_replaces_the_whole_part() -> None:
    below = {"game": "tictactoe", "fitness": {"cases": 7, "look_ahead": False}}
    config = Config.layered(below)
    # An option alone changes one field of what the game usually has.
    assert config.fitness == dataclasses.replace(Config(game="tictactoe").fitness, cases=7, look_ahead=False)
    again = Config.layered(below, {"fitness": {"name": "regret", "refresh": 3}})
    assert again.fitness == dataclasses.replace(config.fitness, refresh=3)
    other = Config.layered(below, {"fitness": {"name": "full-games", "opponents": 3}})
    assert other.fitness == FullGames(games=6, opponents=3)
    assert Config.layered(below, {"fitness": Regret()}).fitness == Regret()
    assert Config.layered(below, flat={"fitness": "full-games", "noise": 0.5}).fitness == dataclasses.replace(
        other.fitness, opponents=4, noise=0.5
    )


def test_what_follows_from_another_part_goes_with_it() -> None:
    """A credit that was chosen for tests, where no tests are; generations and minutes."""
    below = {"game": "hexapawn", "credit": {"name": "mean", "parsimony": 0.5}}
    assert Config.layered(below, flat={"fitness": "regret"}).credit == MeanCredit(0.9, parsimony=0.5)
    assert Config.layered(below, flat={"fitness": "knockout"}).credit is None
    assert Config.layered(below, {"minutes": 2.0}).generations == 1_000_000
    assert Config.layered({"minutes": 2.0}, flat={"generations": 5}).minutes == 0
    assert Config(game="tictactoe").resolved().credit == LexicaseCredit(draw_value=1.0, halving_budget=64)


def test_an_option_alone_chooses_no_part() -> None:
    """What a later layer makes usual takes the options of a part that none has chosen."""
    below = {"game": "hexapawn", "credit": {"draw_value": 0.7}, "selection": {"tournament_size": 3}}
    config = Config.layered(below)
    assert (config.credit, config.selection) == (SharedCredit(0.7), part("tournament", tournament_size=3))
    config = Config.layered(below, {"fitness": "regret"})
    assert (config.credit, config.selection) == (MeanCredit(0.7), part("tournament", tournament_size=3))
    config = Config.layered(below, {"credit": "mean"})
    assert config.credit == MeanCredit(0.9)
    config = Config.layered(below, {"credit": "shared"}, {"fitness": "regret"})
    assert config.credit == SharedCredit(0.7)
    assert Config.layered(below, {"fitness": Knockout()}).credit is None
    with pytest.raises(
        UsageError, match=r"^fitness is part\('paper', kind='crossover'\), but it must be a table"
    ):
        Config.of("hexapawn", fitness=part("paper", kind="crossover"), noise=0.1)


def test_a_flat_option_is_set_in_every_chosen_part_that_has_it() -> None:
    config = Config.of("senet", fitness="regret", credit="mean", parsimony=0.5, cases=9)
    assert (config.fitness, config.credit) == (Regret(cases=9, parsimony=0.5), MeanCredit(parsimony=0.5))
    # A file tells them apart.
    apart = {"fitness": {"name": "regret", "parsimony": 0.25}, "credit": {"name": "mean", "parsimony": 0.5}}
    config = Config.from_values(apart)
    assert (config.fitness, config.credit) == (Regret(parsimony=0.25), MeanCredit(parsimony=0.5))
    # Also in parts that are not chosen by name.
    usual = Config.of("hexapawn", draw_value=0.25, tournament_size=3, elite="best")
    assert usual.resolved().credit.draw_value == 0.25  # type: ignore[union-attr]
    assert (usual.selection, usual.elite) == (part("tournament", tournament_size=3), part("best"))


@pytest.mark.parametrize(
    ("text", "value"),
    [(".5", 0.5), ("5e-1", 0.5), ("+.5", 0.5), ("1", 1.0), ("1.", 1.0), ("0_0", 0.0)],
)
def test_numbers_on_the_command_line_are_written_as_in_python(text: str, value: float) -> None:
    flat = {"game": "hexapawn", "elite_share": text, "noise": text, "population": "1_000"}
    config = Config.layered(flat=flat, written=True)
    assert (config.elite_share, config.fitness.noise, config.population) == (value, value, 1000)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "shown"), [("x", "'x'"), ("true", "'true'"), ("", "''"), ("5.0", "5.0"), ("9" * 9999, "inf")]
)
def test_what_is_no_number_is_shown_as_it_was_read(text: str, shown: str) -> None:
    with pytest.raises(UsageError, match=rf"^population is {shown}, but it must be a whole number"):
        Config.layered(flat={"population": text}, written=True)


def test_what_differs_is_named_with_its_part() -> None:
    one, other = Config(), Config(seed=2, fitness=Knockout(games=5), selection=part("tournament"))
    assert one.differences(other) == ["seed", "fitness.games", "selection", "selection.tournament_size"]


# Files


@pytest.mark.parametrize(
    ("options", "changed"),
    [
        (
            {"game": "senet", "fitness": "full-games", "noise": 0.5},
            {"fitness": "knockout", "fitness.noise": 0.3, "credit": None},
        ),
        (
            {"game": "hexapawn", "islands": 2, "population": 3, "migrants": 1},
            {"islands": 1, "population": 400, "migration.migrants": 2},
        ),
        (
            {"game": "senet", "fitness": "regret", "minutes": 10, "parameters": {"pieces": 2}},
            {"fitness": "knockout", "credit": None, "minutes": 0.0, "generations": 30, "parameters": {}},
        ),
    ],
)
def test_what_is_usual_is_told_also_where_no_run_can_have_it(
    options: dict[str, Any], changed: dict[str, Any]
) -> None:
    config = Config.layered(flat=options).resolved()
    usual = config.usual_values()
    assert {name: usual[name] for name, value in config.flat().items() if usual[name] != value} == changed


def test_what_is_written_reads_back_with_a_line_for_every_option(tmp_path: Path) -> None:
    config = Config.of("senet", population=33, elite="best", fitness="regret", seed=2**63 - 1).resolved()
    file = tmp_path / "config.toml"
    file.write_text(as_toml(config))
    assert read_config(file, recorded=True) == config
    text = as_toml(config)
    options = [*COMMON, *(name for part in config.parts().values() for name in part.options())]
    assert all(text.count(f"\n{name} = ") == options.count(name) for name in options)
    assert all(f"\n[{kind}]\nname = " in text for kind in PARTS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("population = ", "is not a TOML file"),
        ("a = " + "[" * 5000, "is not a TOML file"),
        ("a" + ".a" * 40_000 + " = 1", "has a line with more than 1000 dots"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(FileError, match=message):
        read_values(file)
    with pytest.raises(FileError, match="does not exist"):
        read_values(tmp_path / "nothing.toml")
    file.write_text("[vary]\npopulation = [8, 9]\n")
    with pytest.raises(FileError, match="is the plan of an experiment: play it by senet-gp experiment "):
        read_values(file)


# Parts from outside


@operator("selection", "listing", "with a list of words")
def with_words(
    population: Sequence[Individual],
    count: int,
    *,
    words: tuple[str, ...] = option(("a", "b"), "words,\n    in two lines of code"),  # noqa: ARG001
) -> list[Individual]:
    """The first individuals."""
    return [*population[:count]]


Listing = taken_out("selection", "listing")


@pytest.fixture
def listing() -> Iterator[Any]:
    """A selection from outside that is known for a while."""
    with registered(Listing):
        yield Listing


def test_an_option_may_be_a_list_of_texts(listing: Any, tmp_path: Path) -> None:
    config = Config.layered(flat={"selection": "listing", "words": "c,d,e"}, written=True)
    assert config.selection == listing(("c", "d", "e"))
    (tmp_path / "config.toml").write_text(as_toml(config.resolved()))
    assert read_config(tmp_path / "config.toml") == config.resolved()
    assert Config.layered(flat={"selection": "listing", "words": ""}, written=True).selection == listing(())
    for wrong in ("a", (1,), 3):
        with pytest.raises(UsageError, match=r"words is .*, but it must be a list of texts"):
            listing(wrong)


@pytest.mark.usefixtures("listing")
def test_the_help_of_evolve_has_lists_of_texts() -> None:
    from senet_gp.cli import cli

    told = CliRunner().invoke(cli, ["evolve", "--help-all"])
    assert told.exit_code == 0, told.output
    assert "--words TEXT,TEXT" in told.output
    assert "Words, in two lines of code. [default: a,b]" in " ".join(told.output.split())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("seed", "which all runs have"),
        ("function", "which is something else there"),
        ("check", "which is something else there"),
        ("crowned", "which is something else there"),
    ],
)
def test_an_option_must_have_a_name_of_its_own(name: str, message: str) -> None:
    class Made(FullGames):
        """Games with one more option."""

        __annotations__ = {name: int}

    setattr(Made, name, option(1, "a number"))
    with pytest.raises(UsageError, match=message):
        suite("made", "games with one more option")(Made)


@pytest.mark.parametrize("default", [None, {"a": 1}, 1j, Path("x")])
def test_an_option_of_another_type_is_refused(default: object) -> None:
    with pytest.raises(UsageError, match=r"^the default of an option is .*, but it must be a number, a tr"):
        option(default, "what it is")


@pytest.mark.parametrize("attribute", ["opened_by", "improved_by"])
def test_functions_that_a_suite_names_are_of_its_code(
    attribute: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = [f"{attribute}_of", f"{attribute}_here"]
    text = (
        "from senet_gp.evolution.evaluation.suites import FullGames\n"
        "class Named(FullGames):\n"
        f"    name, summary, {attribute} = 'named', 'something', '{modules[1]}:named'\n"
    )
    (tmp_path / f"{modules[0]}.py").write_text(text)
    (tmp_path / f"{modules[1]}.py").write_text("def named(*arguments, **options):\n    return 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    suite = importlib.import_module(modules[0]).Named()
    assert list(code_of(Config(game="hexapawn", fitness=suite))) == modules


@suite("many", "many games")
class Many(FullGames):
    """Many games."""

    games: int = option(10, "games of each", between=(4, 40))


taken_out("fitness", "many")


@pytest.fixture
def many() -> Iterator[type[Many]]:
    """A suite from outside that is known for a while."""
    with registered(Many):
        yield Many


def test_a_run_is_compiled_with_what_its_parts_accept(many: type[Many]) -> None:
    compile_run(Config(game="hexapawn", fitness=many(), minutes=1.0))
