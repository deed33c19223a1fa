"""Every file names its format and version, and another version is refused in one sentence."""

from __future__ import annotations

import ast
import json
import re
import runpy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from written_files import written

import senet_gp
from senet_gp.arena.record import GameRecord
from senet_gp.engine.exact_table import read_chances, read_unfinished
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import read_config
from senet_gp.evolution.configuration.recorded_code import recorded_in
from senet_gp.evolution.loop.logbook import TimingRow
from senet_gp.evolution.record.provenance import command_of
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.record.run_logs import LOGS, LogFiles
from senet_gp.experiments.measured_runs import read_measured
from senet_gp.experiments.plan import PlannedRun
from senet_gp.experiments.plan_file import read_recorded
from senet_gp.games.senet import Senet
from senet_gp.games.small import small_game
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.players.matchbox import read_matchbox
from senet_gp.players.network import read_network
from senet_gp.players.position_table import read_position_table
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.logs import LOG_FORMAT
from senet_gp.trees.text import FORMAT as EXPRESSION_FORMAT

PACKAGE = Path(senet_gp.__file__).parent
#: What writes the page on tables.
DATA = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "document_data.py"))
#: Of each format what reads it, and a file of it.
FORMATS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "senet-gp champion": (Champion.read, "champions/hexapawn.json"),
    "senet-gp chances": (read_chances, "one.chances"),
    "senet-gp checkpoint": (lambda path: RunDirectory.open(path.parent).read_state(), "run/checkpoint.json"),
    "senet-gp configuration": (lambda path: RunDirectory.open(path.parent), "run/config.toml"),
    "senet-gp experiment": (lambda path: read_recorded(path.parent), "experiment/plan.json"),
    "senet-gp measured run": (
        lambda path: read_measured(path.parents[2], PlannedRun("a", Config(game="hexapawn", seed=1))),
        "experiment/measured/a/1.json",
    ),
    # Other programs read it.
    "senet-gp expression": (lambda path: read_document(path, EXPRESSION_FORMAT, 1, dict), "expression.json"),
    "senet-gp matchbox": (read_matchbox, "machines/boxes.json"),
    "senet-gp network": (read_network, "network.json"),
    "senet-gp players by size": (PlayersBySize.read, "run/sizes.json"),
    "senet-gp provenance": (lambda path: command_of(path.parent) == "", "run/provenance.json"),
    "senet-gp table": (lambda path: LogFiles(path.parent).played(), "run/generations.csv"),
    "senet-gp position table": (lambda path: read_position_table(path, small_game("hexapawn")), "table.txt"),
    "senet-gp unfinished chances": (lambda path: read_unfinished(path, Senet(pieces=1)), "one.unfinished"),
    "senet-gp words": (lambda path: recorded_in(path.parent), "words.json"),
    "senet-gp game record": (GameRecord.read, "records/hexapawn.txt"),
}
#: Where a file says its version: in JSON, in a configuration, at the end of a first line, in a table's rows.
_PLACES = (
    r'"version": ?(?P<version>\d+)(?=,)',
    r"(?m)^config_version = (?P<version>\d+)$",
    r"(?m)\Asenet-gp [a-z ]+ (?P<version>\d+)$",
    r"(?m),(?P<version>\d+)$",
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return shutil.copytree(written(), tmp_path / "written")


def with_version(file: Path, version: str) -> int:
    """Write another version into a file; the version that it had."""
    text = file.read_bytes().decode("latin-1")
    for pattern in _PLACES:
        found = re.search(pattern, text)
        if found:
            begin, end = found.span("version")
            file.write_bytes((text[:begin] + version + text[end:]).encode("latin-1"))
            return int(found["version"])
    raise AssertionError(f"{file} names no version")


def _formats_of_the_package() -> set[str]:
    """What the source assigns to names that end in FORMAT."""
    found = {LOG_FORMAT}  # the version of a table stands in the class of its rows
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


def test_all_formats_are_among_them() -> None:
    assert _formats_of_the_package() == set(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_another_version_is_refused_in_one_sentence(name: str, place: Path) -> None:
    read, file = FORMATS[name]
    sound = (place / file).read_bytes()
    assert read(place / file)
    present = with_version(place / file, "99")
    for version in {0, present - 1, present + 1, 99}:
        (place / file).write_bytes(sound)
        with_version(place / file, str(version))
        with pytest.raises(FileError) as refused:
            read(place / file)
        assert (
            f" is a {name} file of version {version}, but this program reads version {present}: "
            "use the senet-gp that wrote it"
        ) in str(refused.value)
        assert str(place / file) in str(refused.value)


def test_every_table_has_the_declared_columns_and_its_version(place: Path) -> None:
    declared = {row.TABLE.name: row for row in DATA["TABLES"]}
    assert len(declared) == len(DATA["TABLES"])
    files = [file for file in place.rglob("*.csv") if "experiment" not in file.parts]
    assert {file.name for file in files} == {*LOGS} - {"sparring.csv", "migrations.csv"}
    for file in files:
        header, *lines = file.read_text().splitlines()
        row, columns = declared[file.name], header.split(",")
        assert columns.pop() == "version"
        assert columns == [name for name in DATA["described"](row) if name != "CHAPTER_STATISTIC"]
        assert {line.rpartition(",")[2] for line in lines} == {str(row.TABLE.version)}
        since = [field.metadata["since"] for field in DATA["described"](row).values()]
        assert 0 <= max(since) <= row.TABLE.version


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| `memory_mb` |", "| `memory` |"),
        ("| `seconds_breeding` |", "| `seconds_spent` | else |\n| `seconds_breeding` |"),
    ],
)
def test_other_columns_ask_for_another_version(old: str, new: str) -> None:
    now = DATA["text"]()
    assert DATA["unversioned"](now) == []
    before = now.replace(old, new)
    assert before != now
    assert DATA["unversioned"](before) == ["timing.csv"]
    other = DATA["section"](TimingRow).partition("Version ")[2][:2]
    assert DATA["unversioned"](before.replace(f"here alone. Version {other}", "here alone. Version 1.")) == []


@pytest.mark.parametrize("name", ["generations.csv", "timing.csv", "individuals.csv", "sizes.csv"])
def test_a_run_does_not_go_on_with_a_log_of_another_version(name: str, place: Path) -> None:
    log = place / "run" / name
    for changed in (",99\n", "\n"):  # without the column, too
        log.write_text(re.sub(r",(version|\d)\n", changed, (written() / "run" / name).read_text()))
        with pytest.raises(
            FileError, match=rf"{name} is a senet-gp table file (of version 99|without)"
        ) as error:
            RunDirectory.open(place / "run").load_state()
        removable = "senet-gp that wrote it (if you remove it, the run goes on without it" in str(error.value)
        assert removable == (name != "generations.csv")


def test_what_the_program_writes_has_a_version_and_what_people_write_needs_none(place: Path) -> None:
    file = place / "run" / "config.toml"
    file.write_text(re.sub(r"config_version = .*\n", "", file.read_text()))
    assert read_config(file).game == "hexapawn"
    with pytest.raises(FileError, match="is a senet-gp configuration file without a version, but"):
        RunDirectory.open(file.parent)


@pytest.mark.parametrize("version", [0, -1, True, 1.0, "01", None, [1], 10**30])
def test_what_is_no_version_is_refused(tmp_path: Path, version: object) -> None:
    file = tmp_path / "document.json"
    write_document(file, "test format", 1, {"a": 1})
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": version}))
    with pytest.raises(FileError, match=r"is a test format file (of version|without a version)"):
        read_document(file, "test format", 1, dict)
