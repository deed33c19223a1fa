"""Verbs in odd surroundings: they work, or say in one sentence what is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from commands import run_command
from patience import PATIENCE

from senet_gp.cli import VERBS

#: A line for each verb, and for what some do instead, that is done in a moment; what takes longer, or serves
#: for ever, is refused.
LINES = {
    "evolve": "evolve hexapawn --population 8 --generations 1 --games 2 --final-games 2 --out new --quiet",
    "resume": "resume run --quiet",
    "report": "report run --out new",
    "experiment": "experiment plan.toml --jobs 1 --seeds 1 --out new",
    "learn": "learn machine hexapawn --games 20 --out new.json --plot new.svg",
    "explain": "explain run --games 4",
    "export": "export expr:(sub my_moves hits) --format svg --out new.svg",
    "match": "match hexapawn random random --games 4",
    "tournament": "tournament hexapawn random random-tree:1 minimax --games 4 --plot new.png",
    "verdict": "verdict hexapawn run",
    "table": "table hexapawn --out new.txt",
    "table --tree": "table hexapawn --tree --plot new.png --depth 2",
    "play": "play hexapawn --against random",
    "watch": "watch hexapawn random random --delay 0",
    "replay": "replay game.txt",
    "analyse": "analyse game.txt",
    "serve": "serve --dir missing",
    "doctor": "doctor",
    "doctor --compile": "doctor --compile hexapawn",
}
MISSING = "/nowhere/at/all"
#: Verbs by what they do that depends on surroundings.
DRAW = ("report", "tournament", "learn", "export", "table --tree")
SHOW_TABLES = ("evolve", "tournament", "explain", "doctor", "verdict")
READ_LINES = ("play", "watch", "serve", "evolve")
#: All verbs ask for their workers in one way; one of these begins a run, the other only plays.
WITH_WORKERS = ("evolve", "match")
#: For what is done before any verb begins.
SOME = ("doctor", "match")


@dataclass(frozen=True)
class Around:
    """What surrounds a command.

    Attributes:
        verbs: those that are tried in it.
        variables: the variables that are set, or unset where they are None.
        python: options of Python.
        before: what a shell does in the directory before.
        said: what any verb says; "" if all of them work as ever.
    """

    verbs: Sequence[str]
    variables: dict[str, str | None] = field(default_factory=dict)
    python: tuple[str, ...] = ()
    before: str = ""
    said: str = ""


AROUND = {
    # All verbs draw by one module, so the backends that are there are tried with one of them.
    "a backend of Jupyter": Around(
        ("tournament",), {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    ),
    "a backend that is missing, and TeX": Around(
        DRAW,
        {"MPLBACKEND": "nonsense"},
        before="printf 'text.usetex: True\\nsavefig.bbox: x\\n' > matplotlibrc",
    ),
    "no compiler": Around(SOME, {"NUMBA_DISABLE_JIT": "1"}, said="NUMBA_DISABLE_JIT"),
    "a cache of numba's": Around(
        (*SOME, "doctor --compile"), {"NUMBA_CACHE_DIR": MISSING, "NUMBA_DEBUG_NRT": "1"}
    ),
    "a cache that cannot be written": Around(
        (*SOME, "doctor --compile"), {"SENET_GP_CACHE": "/dev/null/cache"}
    ),
    "-O, and spawned workers": Around(WITH_WORKERS, {"SENET_GP_START_METHOD": "spawn"}, python=("-O",)),
    "-OO": Around(SOME, python=("-OO",), said="-OO"),
    "no bytecode": Around(SOME, {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONSAFEPATH": "1"}),
    "isolated": Around(WITH_WORKERS, python=("-I",)),
    # Each verb has modules of its own, and a text of its own.
    "ASCII, and warnings are errors": Around(
        tuple(LINES),
        {"LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        python=("-W", "error"),
    ),
    "no home": Around(("report", "doctor", "experiment"), {"HOME": None, "XDG_CACHE_HOME": None}),
    # Here nothing can be kept, so every start compiles; a report both plays and draws.
    "a home that cannot be written": Around(("report",), {"HOME": "/proc/1", "MPLCONFIGDIR": "/proc/1"}),
    "no terminal, and another encoding": Around(
        SHOW_TABLES, {"TERM": None, "COLUMNS": "10", "LINES": "3", "PYTHONIOENCODING": "utf-16"}
    ),
    # All tables are as wide as one console, which the next surroundings have with all verbs, too.
    "odd columns": Around(("tournament", "doctor"), {"COLUMNS": "0", "FORCE_COLOR": "1", "TERM": "nonsense"}),
    "no temporary directory": Around(
        ("evolve", "experiment", "report", "learn", "doctor --compile"), {"TMPDIR": MISSING}
    ),
    "no input": Around(READ_LINES, before="exec <&-"),
    "no input, output or error": Around((*READ_LINES, "table", "analyse"), before="exec <&- >&- 2>&-"),
    "a deleted directory": Around(
        SOME, before="mkdir gone && cd gone && rmdir ../gone", said="the current directory does not exist"
    ),
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a run, a game and a plan."""
    place = tmp_path_factory.mktemp("kept")
    for line in (LINES["evolve"].replace("new", "run"), f"{LINES['watch']} --record game.txt"):
        done = run_command(*line.split(), cwd=place)
        assert done.returncode == 0, done.stderr
    shutil.copytree(place / "run", place / "other")
    (place / "plan.toml").write_text(
        'game = "hexapawn"\npopulation = 4\ngenerations = 1\ngames = 2\nfinal_games = 2\n'
        "[variants.one]\n[variants.two]\npopulation = 6\n"
    )
    return place


def done_in(around: Around, verb: str, place: Path) -> subprocess.CompletedProcess[str]:
    """What a verb does in a copy of a directory, in surroundings."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    for name, value in around.variables.items():
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = value
    words = [f"'{word}'" if "(" in word else word for word in _words(LINES[verb])]
    python = " ".join((sys.executable, *around.python, "-m", "senet_gp", *words))
    return subprocess.run(
        ["bash", "-c", f"{around.before or ':'}\nexec {python}"],  # noqa: S607
        cwd=place,
        env=variables,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=PATIENCE,
    )


def _words(line: str) -> Iterator[str]:
    """The words of a line; parentheses hold one together."""
    begun = ""
    for word in line.split():
        begun = f"{begun} {word}".strip()
        if begun.count("(") == begun.count(")"):
            yield begun
            begun = ""


def check(around: Around, verb: str, place: Path) -> None:
    done = done_in(around, verb, place)
    told = done.stdout + done.stderr
    assert "Traceback" not in told, told
    assert done.returncode in {0, 1, 2, 130}, told
    if around.said:
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("senet-gp: ")
        assert around.said in done.stderr
        assert done.stderr.count("\n") == 1


def test_every_verb_has_a_line() -> None:
    assert [line for line in LINES if " " not in line] == list(VERBS)
    assert {verb for around in AROUND.values() for verb in around.verbs} == set(LINES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("around", "verb"), [(name, verb) for name, around in AROUND.items() for verb in around.verbs]
)
def test_verbs_in_the_surroundings_that_they_depend_on(
    around: str, verb: str, kept: Path, tmp_path: Path
) -> None:
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    check(AROUND[around], verb, tmp_path)
