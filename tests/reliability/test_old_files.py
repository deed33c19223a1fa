"""Every format names its version; a file of each that was ever written is kept, and read."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fuzz_targets import KEPT
from tiny_runs import TINY, begun, to_its_end

import senet_gp
from senet_gp.arena.record import GameRecord
from senet_gp.errors import FileError
from senet_gp.evolution.config import Config
from senet_gp.evolution.config_files import read_config
from senet_gp.evolution.log_rows import rows_of
from senet_gp.evolution.loop import State
from senet_gp.evolution.provenance import command_of
from senet_gp.evolution.recorded_code import recorded_in
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.experiments.encounters import read_encounters
from senet_gp.experiments.measuring import read_measured
from senet_gp.experiments.paper import read_found
from senet_gp.experiments.plan import Task, read_plan
from senet_gp.experiments.plan_file import read_recorded
from senet_gp.export.expression_json import FORMAT as EXPRESSION_FORMAT
from senet_gp.files.documents import read_document, write_document
from senet_gp.games.senet.few_pieces_file import read_chances, solve_into
from senet_gp.games.small import small_game
from senet_gp.players.by_size import PlayersBySize
from senet_gp.players.champion import Champion
from senet_gp.players.matchbox import BOXES, VALUES
from senet_gp.players.matchbox_file import read_matchbox
from senet_gp.players.network_file import read_network
from senet_gp.players.parsing import player_from_text
from senet_gp.players.position_table_file import read_position_table

V1 = KEPT / "v1"
#: Later games have no files of that version.
GAMES_OF_0_1_0 = {"senet", "pursuit", "hexapawn", "tictactoe", "trilobite"}
PACKAGE = Path(senet_gp.__file__).parent


def _expression(path: Path) -> dict[str, Any]:
    """It is written for other programs; ours does not read it."""
    return read_document(path, EXPRESSION_FORMAT, 1)


def _table(path: Path) -> list[Any]:
    return list(rows_of(path))


def _checkpoint(path: Path) -> State:
    return RunDirectory.open(path.parent).load_state()


#: Of each format what reads it, its kept files, and where a file says which version it is.
FORMATS: dict[str, tuple[Callable[[Path], Any], str, tuple[str, str]]] = {
    "senet-gp champion": (Champion.read, "champions/*.json", ('"version": 1', '"version": 99')),
    "senet-gp chances": (read_chances, "chances/*.chances", ('"version": 1', '"version": 99')),
    "senet-gp checkpoint": (
        _checkpoint,
        "run_directories/*/checkpoint.json",
        ('"version": 1', '"version": 99'),
    ),
    "senet-gp configuration": (
        read_config,
        "run_directories/*/config.toml",
        ("config_version = 1", "config_version = 99"),
    ),
    "senet-gp experiment of 1995": (
        lambda path: read_found(path.parents[1], None, read_plan("1995", seeds=1)),
        "experiments/*/paper/references.json",
        ('"version": 1', '"version": 99'),
    ),
    "senet-gp experiment": (
        lambda path: read_recorded(path.parent),
        "experiments/*/plan.json",
        ('"version": 2', '"version": 99'),
    ),
    "senet-gp measured run": (
        lambda path: read_measured(path.parents[2], Task("sharing", Config(game="hexapawn", seed=1))),
        "experiments/*/measured/*/*.json",
        ('"version": 1', '"version": 99'),
    ),
    "senet-gp encounters": (
        lambda path: read_encounters(path.parents[2], (path.parent.name, path.stem)),
        "experiments/*/encounters/*/*.json",
        ('"version": 1', '"version": 99'),
    ),
    "senet-gp expression": (_expression, "expressions/*.json", ('"version": 1', '"version": 99')),
    "senet-gp matchbox": (read_matchbox, "matchbox/*.json", ('"version": 1', '"version": 99')),
    "senet-gp network": (read_network, "networks/*.json", ('"version": 1', '"version": 99')),
    "senet-gp players by size": (PlayersBySize.read, "sizes/*.json", ('"version": 1', '"version": 99')),
    "senet-gp provenance": (
        lambda path: command_of(path.parent),
        "provenance/provenance.json",
        ('"version": 2', '"version": 99'),
    ),
    "senet-gp table": (_table, "run_directories/*/generations.csv", (",1\n", ",99\n")),
    "senet-gp position table": (
        lambda path: read_position_table(path, small_game("hexapawn")),
        "tables/hexapawn.txt",
        ("position table 1", "position table 99"),
    ),
    "senet-gp reduced position table": (
        lambda path: read_position_table(path, small_game("hexapawn")),
        "tables/*-reduced.txt",
        ("position table 1", "position table 99"),
    ),
    "senet-gp unfinished chances": (
        lambda path: solve_into(path.with_suffix(""), 1),
        "chances/*.unfinished",
        ('"version": 1', '"version": 99'),
    ),
    "senet-gp words": (
        lambda path: recorded_in(path.parent),
        "words/words.json",
        ('"version": 2', '"version": 99'),
    ),
    "senet-gp game record": (GameRecord.read, "records/*.txt", ("game record 1", "game record 99")),
}


def _formats_of_the_package() -> set[str]:
    """What the source assigns to names that end in FORMAT."""
    found = set()
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
                continue
            for target in node.targets:
                if isinstance(target, ast.Tuple) and getattr(target.elts[0], "id", "").endswith("FORMAT"):
                    value = node.value.elts[0]
                    if isinstance(value, ast.Constant):
                        found.add(value.value)
    return found


def test_a_file_of_every_format_is_kept() -> None:
    assert _formats_of_the_package() == set(FORMATS)
    assert all(list(V1.glob(pattern)) for _, pattern, _ in FORMATS.values())


@pytest.mark.parametrize("name", FORMATS)
def test_kept_files_are_read(name: str, tmp_path: Path) -> None:
    read, pattern, _ = FORMATS[name]
    kept = shutil.copytree(V1, tmp_path / "v1")
    assert all(read(file) for file in kept.glob(pattern))


def test_a_checkpoint_of_version_2_is_read(tmp_path: Path) -> None:
    """It holds any fitness, and names operators that are not the configured ones."""
    kept = shutil.copytree(KEPT / "v2" / "run_directories" / "own-operators", tmp_path / "run")
    assert '"version": 2' in (kept / "checkpoint.json").read_text()
    state = RunDirectory.open(kept).load_state()
    assert [individual.fitness.values[0] for individual in state.population] == [0.7477, 1.75, 0.1 + 0.2, 3.0]
    assert state.operators == {
        "evaluate": "evaluations.evaluate()",
        "mutate": "senet_gp.evolution.variation.hoist_mutation(rng)",
    }


def test_whatever_version_1_says_means_the_same_in_version_2(tmp_path: Path) -> None:
    kept = shutil.copytree(V1 / "run_directories" / "senet", tmp_path / "run")
    content = read_document(kept / "checkpoint.json", "senet-gp checkpoint", 1)
    old = RunDirectory.open(kept).load_state()
    write_document(kept / "checkpoint.json", "senet-gp checkpoint", 2, content)
    new = RunDirectory.open(kept).load_state()
    assert [one.fitness.values for one in old.population] == [one.fitness.values for one in new.population]
    assert old.population == new.population
    assert old.operators == new.operators == {}


@pytest.mark.parametrize("name", FORMATS)
def test_a_newer_version_is_refused_by_a_sentence(name: str, tmp_path: Path) -> None:
    read, pattern, (old, new) = FORMATS[name]
    kept = shutil.copytree(V1, tmp_path / "v1")
    file = next(file for file in sorted(kept.glob(pattern)) if old.encode() in file.read_bytes())
    file.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))
    with pytest.raises(FileError, match=r"of version (99|1: use)"):
        read(file)


def test_all_games_and_forms_are_among_them() -> None:
    assert {path.stem for path in (V1 / "champions").iterdir()} == GAMES_OF_0_1_0
    assert {path.stem for path in (V1 / "records").iterdir()} == GAMES_OF_0_1_0
    assert {read_matchbox(path).scheme.form for path in (V1 / "matchbox").iterdir()} == {BOXES, VALUES}
    for game in GAMES_OF_0_1_0:
        file = V1 / "champions" / f"{game}.json"
        assert player_from_text(str(file), Champion.read(file).game).participant is not None


def test_a_run_from_before_logs_named_a_version_goes_on(tmp_path: Path) -> None:
    kept = shutil.copytree(V1 / "run_directories" / "senet-before-versions", tmp_path / "run")
    log = kept / "generations.csv"
    before = log.read_text()
    assert "version" not in before
    run = RunDirectory.open(kept)
    run.logs.append_row("generations.csv", {"generation": 3, "games": 5})
    header, *_, last = log.read_text().splitlines()
    assert log.read_text().startswith(before)
    assert header.count(",") == last.count(",")


def test_a_run_from_before_an_option_goes_on_without_it(tmp_path: Path) -> None:
    """In tic-tac-toe the default of ``halving_budget`` is not what there was before."""
    values = {"game": "tictactoe", "fitness": "decisions", "cases": 8, "start_plies": 4, "halving_budget": 0}
    config = Config.from_values({**dataclasses.asdict(TINY), "mutation": "subtree", **values})
    whole = to_its_end(begun(tmp_path / "whole", config))
    run = begun(tmp_path / "run", dataclasses.replace(config, generations=2))
    file = run.path / "config.toml"
    to_its_end(run)
    file.write_text(re.sub(r"\n# [^\n]*\nhalving_budget = 0\n", "", file.read_text()))
    run = RunDirectory.open(run.path)
    assert "halving_budget" not in file.read_text()
    run.extend(4)
    assert to_its_end(run).joinpath("champion.json").read_bytes() == (whole / "champion.json").read_bytes()


def _one_to_two(content: dict[str, Any]) -> dict[str, Any]:
    return {"squares": content["board"]}


def _two_to_three(content: dict[str, Any]) -> dict[str, Any]:
    return {"squares": list(content["squares"])}


def test_older_versions_are_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    for version, content in [
        (1, {"board": "x.o"}),
        (2, {"squares": "x.o"}),
        (3, {"squares": ["x", ".", "o"]}),
    ]:
        write_document(file, "test format", version, content)
        read = read_document(file, "test format", 3, upgrades=[_one_to_two, _two_to_three])
        assert read == {"squares": ["x", ".", "o"]}
    write_document(file, "test format", 4, {})
    with pytest.raises(FileError, match="of version 4, but this program reads versions 1 to 3; use"):
        read_document(file, "test format", 3, upgrades=[_one_to_two, _two_to_three])
    write_document(file, "test format", 1, {})
    with pytest.raises(FileError, match="of version 1, but this program reads versions 2 to 3"):
        read_document(file, "test format", 3, upgrades=[_two_to_three])


@pytest.mark.parametrize("version", [0, -1, True, 1.0, "01", None, [1], 10**30])
def test_what_is_no_version_is_refused(tmp_path: Path, version: object) -> None:
    file = tmp_path / "document.json"
    write_document(file, "test format", 1, {"a": 1})
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": version}))
    with pytest.raises(FileError, match=r"is a test format file of version"):
        read_document(file, "test format", 1)
