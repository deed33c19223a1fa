"""Configurations, plans and the command line with values of the wrong type: one sentence that helps."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, run_command

from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import read_config
from senet_gp.experiments.plan import read_plan
from senet_gp.runtime.errors import FileError

#: Values as TOML writes them, each with the types of options that it may fit.
VALUES: dict[str, tuple[type, ...]] = {
    '"x"': (str,),
    '["x"]': (tuple,),
    "[[1], [2]]": (),
    "[]": (tuple, dict),
    "{ a = 1 }": (dict,),
    "{ a = [{ b = 1 }] }": (dict,),
    "true": (bool,),
    "1": (int, float),
    "-1": (),
    "2.5": (float,),
    "nan": (),
    "-inf": (),
    f"0x{'f' * 5000}": (),
    "1979-05-27": (),
    "07:32:00": (),
    "1979-05-27T07:32:00Z": (),
}
OPTIONS = {option.name: type(option.metadata["default"]) for option in dataclasses.fields(Config)}
#: Tables within configurations, each with the rest of a file in which it is read.
TABLES = {
    ("parameters", "pieces"): 'game = "senet"\n',
    ("operator_options", "parsimony_size"): 'selection = "double-tournament"\n',
    ("operator_options", "fitness_first"): 'selection = "double-tournament"\n',
}
#: The types of the values in these tables.
IN_TABLES = {"pieces": int, "parsimony_size": float, "fitness_first": bool}


def config(path: Path, text: str) -> object:
    path.write_text(text, encoding="utf-8")
    return read_config(path)


def plan(path: Path, text: str) -> object:
    # Common options stand before the variants.
    path.write_text(f"{text}\n[variants.a]\n", encoding="utf-8")
    return read_plan(path, seeds=1)


def refused(read: Callable[[Path, str], object], path: Path, text: str, option: str) -> None:
    with pytest.raises(FileError) as caught:
        read(path, text)
    sentence = str(caught.value)
    assert path.name in sentence, text[:100]
    assert option in sentence, text[:100]
    assert "must" in sentence, sentence
    assert len(sentence) < 500, sentence


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_of_a_configuration_refuses_every_other_type(option: str, tmp_path: Path) -> None:
    for value, fits in VALUES.items():
        if OPTIONS[option] not in fits:
            refused(config, tmp_path / "config.toml", f"{option} = {value}\n", option)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_of_a_plan_refuses_every_other_type(option: str, tmp_path: Path) -> None:
    for value, fits in VALUES.items():
        # A list makes a grid: of one word, or of nothing.
        grid = value == "[]" or (value == '["x"]' and OPTIONS[option] is str)
        if OPTIONS[option] not in fits and not grid:
            refused(plan, tmp_path / "plan.toml", f"{option} = {value}\n", option)


@pytest.mark.parametrize("place", TABLES, ids="-".join)
@pytest.mark.parametrize("read", [config, plan])
def test_tables_within_refuse_every_other_type(
    read: Callable[[Path, str], object], place: tuple[str, str], tmp_path: Path
) -> None:
    table, name = place
    for value, fits in VALUES.items():
        if IN_TABLES[name] not in fits:
            text = f"{TABLES[place]}{table} = {{ {name} = {value} }}\n"
            told = table if value.startswith("0x") else name
            refused(read, tmp_path / "file.toml", text, told)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ('minutes = ["x"]', []),
        ('minutes = ["x"]', ["--generations", "1"]),  # which replaces it
        ("operator_options = 3", ["--operator-option", "parsimony_size=1.5"]),
    ],
)
def test_evolve_refuses_them_in_a_sentence(text: str, more: list[str], tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    done = run_command("evolve", "--config", str(tmp_path / "config.toml"), *more, cwd=tmp_path)
    assert_refused(done, 1, f"config.toml is unsound: {text.partition(' ')[0]} is ")


@pytest.mark.parametrize("value", [["x"], {}, {"a": 1}, None, b"x", object()])
def test_minutes_of_any_type_are_refused_with_every_fitness(value: Any) -> None:
    from senet_gp.evolution.evaluation.registry import SUITES
    from senet_gp.runtime.errors import UsageError

    for fitness in SUITES:
        with pytest.raises(UsageError, match=r"minutes is .* but it must be a number"):
            Config(minutes=value, fitness=fitness)


def test_a_message_about_toml_says_where(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"at line 3, column 14\)$"):
        config(tmp_path / "config.toml", 'game = "senet"\n\npopulation = = 3\n')
