"""Foreign files: no content of theirs is run, shown raw, followed elsewhere, or takes unbounded memory."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_command
from patience import PATIENCE
from written_files import written

import primitives
import senet_gp
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import MAX_CHARACTERS, FileError, SenetGpError, UsageError, printable
from senet_gp.runtime.files import check_inside, read_text

ROOT = Path(__file__).parents[2]
#: What runs, or makes objects of, what it is given, by the last part of its name.
_RUNNING = {
    *("eval", "exec", "compile", "__import__", "import_module", "run_path", "run_module", "from_string"),
    *("load", "loads", "Unpickler", "system", "popen", "literal_eval", "fromstring", "read_pickle"),
}
#: Those that are called, and why that is no matter.
_ALLOWED = {
    ("senet_gp.runtime", "import_module"): "a name of a package's own table",
    ("senet_gp.runtime.plugins", "importlib.import_module"): "a plugin that a person named",
    ("senet_gp.runtime.plugins", "point.load"): "an installed plugin",
    ("senet_gp.evolution.run.run", "plugins.load"): "a module that a person named",
    ("senet_gp.games.dice.features", "import_module"): "what a game's class names",
    ("senet_gp.testing.checks", "pickle.loads"): "what it has pickled itself",
    ("senet_gp.testing.game", "pickle.loads"): "what it has pickled itself",
    ("senet_gp.games.rules_code", "import_module"): "what a game's class names",
    ("senet_gp.evolution.configuration.kinds", "import_module"): "where an operator in a task is defined",
    ("senet_gp.trees.python_source", "compile"): "text of a loaded class, whose names are read",
    (
        "primitives.declarations",
        "import_module",
    ): "where a word or its kernel is defined",
    ("senet_gp.cli", "importlib.import_module"): "a verb of its own table",
    ("senet_gp.cli.help_pages", "plugins.load"): "a plugin that a person named",
    ("senet_gp.trees.javascript_rules", "import_module"): "what a game's class names",
    ("senet_gp.runtime.registries", "import_module"): "what a row of a registry names",
    ("senet_gp.engine.queries", "kernel.compile"): "a kernel of the vocabularies",
    ("senet_gp.engine.play", "import_module"): "what a game's class names",
    ("senet_gp.runtime.compiled", "compile"): "text that is made here",
    ("senet_gp.runtime.compiled", "exec"): "text that is made here",
    ("senet_gp.runtime.compiled", "builder.load"): "an instruction for the processor",
    ("senet_gp.arena.local_pool", "pickle.loads"): "from the pipe to its own worker",
    ("senet_gp.arena.tasks", "pickle.loads"): "from the pipe to its own parent",
    ("senet_gp.arena.executor_pool", "pickle.loads"): "what its own workers answer",
    ("senet_gp.arena.tasks", "plugins.load"): "a plugin that a person named",
    ("senet_gp.evolution.run.island_run", "plugins.load"): "a plugin that a person named",
    ("senet_gp.engine.exact_table", "json.loads"): "makes plain values",
    ("senet_gp.runtime.documents", "json.loads"): "makes plain values",
    ("senet_gp.evolution.configuration.config_files", "tomllib.loads"): "makes plain values",
    ("senet_gp.experiments.running", "plugins.load"): "a plugin that a person named",
    ("senet_gp.engine.vectors", "self._builder.load"): "an instruction for the processor",
    ("senet_gp.evolution.loop.evolution", "self.statistics.compile"): "DEAP's word for computing statistics",
    ("senet_gp.evolution.loop.logbook", "new_statistics().compile"): "DEAP's word for computing statistics",
    ("senet_gp.evolution.loop.logbook", "import_module"): "pandas, by its name",
}


def _calls(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {name for name in called if name.rpartition(".")[2] in _RUNNING and name != "re.compile"}


def test_nothing_that_is_read_is_run() -> None:
    found = set()
    for package in (senet_gp, primitives):
        top = Path(package.__file__ or "").parent
        for file in top.rglob("*.py"):
            module = ".".join(file.relative_to(top.parent).with_suffix("").parts).removesuffix(".__init__")
            found |= {(module, call) for call in _calls(file)}
    assert found == set(_ALLOWED)


def _tree(source: str, tmp_path: Path) -> set[str]:
    file = tmp_path / "module.py"
    file.write_text(source)
    return _calls(file)


def test_the_search_for_what_runs_things_finds_them(tmp_path: Path) -> None:
    assert _tree("eval(a); pickle.load(b); gp.PrimitiveTree.from_string(c); re.compile(d)", tmp_path) == {
        "eval",
        "pickle.load",
        "gp.PrimitiveTree.from_string",
    }


def test_pipes_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    for name in ("pipe", "zero"):
        with pytest.raises(FileError, match="is not a file"):
            read_text(tmp_path / name)


def test_what_a_link_leads_to_is_not_shown(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("root:x:0:0")
    (tmp_path / "champion.json").symlink_to(secret)
    with pytest.raises(FileError, match=r"is not a senet-gp champion file: it is cut short.*$"):
        Champion.read(tmp_path / "champion.json")


@pytest.mark.parametrize(
    "name", ["generations.csv", "checkpoint.json", "config.toml", "champion.json", "else"]
)
def test_links_out_of_a_run_directory_are_refused(tmp_path: Path, name: str) -> None:
    run = shutil.copytree(written() / "run", tmp_path / "run")
    outside = tmp_path / "outside"
    outside.write_bytes((run / name).read_bytes() if (run / name).exists() else b"")
    (run / name).unlink(missing_ok=True)
    (run / name).symlink_to(Path("..") / "outside")
    for use in (RunDirectory.open, lambda path: player_from_text(str(path), "hexapawn")):
        with pytest.raises(
            FileError, match=rf"^{name} in .* is a link out of this directory: if you trust it"
        ):
            use(run)


def test_links_within_a_directory_are_followed(tmp_path: Path) -> None:
    run = shutil.copytree(written() / "run", tmp_path / "run")
    (run / "champion.json").rename(run / "best.json")
    (run / "champion.json").symlink_to("best.json")
    (tmp_path / "link").symlink_to(run)
    check_inside(run)
    assert player_from_text(str(tmp_path / "link"), "hexapawn").participant is not None
    (run / "loop").symlink_to("loop")
    check_inside(run)


def test_messages_are_printable_and_not_long() -> None:
    evil = "\x1b]0;title\x07\x1b[2J\u202e\n\ud800" * 1000
    for error in (SenetGpError(evil), FileError(f"x{evil}y"), UsageError("a" * 10**7)):
        assert str(error).isprintable()
        assert len(str(error)) <= MAX_CHARACTERS
    assert str(UsageError("a, b: ä")) == "a, b: ä"
    assert printable("\x1b[31m\n") == "\\x1b[31m\\n"
    assert printable("ä …●") == "ä …●"


def _with_escapes(tmp_path: Path) -> list[tuple[list[str], int]]:
    """Command lines that read foreign files with escape sequences, and their exit codes."""
    champion = json.loads((written() / "champions" / "senet.json").read_text())
    content = {key: value for key, value in champion.items() if key not in {"format", "version", "sha256"}}
    content["expression"] = "(add \x1b[31m\x07 1)"
    write_document(tmp_path / "champion.json", "senet-gp champion", 3, content)
    (tmp_path / "config.toml").write_text('"\\u001b[2J" = 1\n')
    (tmp_path / "table.txt").write_text("senet-gp position table 1\ngame: \x1b[2J\n")
    record = (written() / "records" / "hexapawn.txt").read_text()
    (tmp_path / "record.txt").write_text(record.replace("x: random", "x: \x1b[2J\x07[/red]"))
    (tmp_path / "[").mkdir()
    shutil.copy(written() / "champions" / "senet.json", tmp_path / "[/red]\x1b[2J.json")
    return [
        (["export", "champion.json"], 1),
        (["evolve", "--config", "config.toml"], 1),
        (["table", "hexapawn", "--from", "table.txt"], 1),
        (["replay", "record.txt"], 0),
        (["tournament", "senet", "random", "[/red]\x1b[2J.json", "--games", "2"], 0),
        (["match", "senet", "\x1b[2J", "random"], 2),
    ]


def test_no_terminal_is_told_what_a_stranger_wrote(tmp_path: Path) -> None:
    for arguments, code in _with_escapes(tmp_path):
        done = run_command(*arguments, cwd=tmp_path)
        assert done.returncode == code, (arguments, done.stderr)
        assert "Traceback" not in done.stderr
        for sign in "\x1b\x07":
            assert sign not in done.stdout + done.stderr, arguments
        if code:
            assert done.stdout == ""
            assert done.stderr.count("\n") == 1


def test_documents_are_bounded_before_they_are_made(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    write_document(file, "some format", 1, {"a": [1, 2, 3]})
    assert read_document(file, "some format", 1, dict, most_values=9) == {"a": [1, 2, 3]}
    with pytest.raises(FileError, match="is not a some format file"):
        read_document(file, "some format", 1, dict, most_values=8)
    with pytest.raises(FileError, match="is larger than 0 KiB"):
        read_document(file, "some format", 1, dict, most_bytes=20)
    write_document(file, "some format", 1, {"a": "[" * 1000 + '"{\\'})
    assert len(read_document(file, "some format", 1, dict)["a"]) == 1003


@pytest.mark.slow
def test_what_is_too_large_is_refused_or_read_in_bounded_memory_and_time() -> None:
    """In a process of its own, which may take 1 GiB more than it has, and could crash without the tests."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "giant_inputs.py")],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "senet" not in done.stderr
