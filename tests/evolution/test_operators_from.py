"""Operators from outside, by ``--operators MODULE:FUNCTION``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import assert_refused, run_command
from tiny_runs import TINY, files_of

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, operators_from, play_run
from senet_gp.players.champion import Champion
from senet_gp.runtime.errors import SenetGpError, UsageError

SMALL = ("hexapawn", "--population", "10", "--games", "2", "--random-games", "4", "--final-games", "2")
MODULE = """
from senet_gp.evolution.operators.variation import hoist_mutation

def setup(toolbox, evolution):
    toolbox.register("mutate", hoist_mutation, rng=evolution.rng)

def nothing(toolbox, evolution):
    pass

def broken(toolbox, evolution):
    toolbox.unheard_of()
"""
NEEDED = (
    "the run was made with other operators: mutate was "
    "senet_gp.evolution.operators.variation.hoist_mutation(rng) and is the configured one; if you trust this "
    "code, continue it with --operators operators_at_hand:setup"
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory with a module of operators, where commands run."""
    (tmp_path / "operators_at_hand.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before = [*sys.path]
    yield tmp_path
    sys.path[:] = before
    sys.modules.pop("operators_at_hand", None)


def evolve(out: str, generations: int, *options: str) -> None:
    more = ("--generations", str(generations), "--workers", "1", "--quiet", "--out", out)
    done = run_command("evolve", *SMALL, *more, *options)
    assert done.returncode == 0, done.stderr


def test_changed_code_is_said_to_be_changed(here: Path) -> None:
    named = ("--operators", "operators_at_hand:setup")
    own = MODULE.replace("hoist_mutation, rng=evolution.rng", "own")
    file = here / "operators_at_hand.py"
    file.write_text(f"{own}\n\ndef own(tree):\n    return (tree,)\n", encoding="utf-8")
    evolve("run", 2, *named)
    file.write_text(f"{own}\n\ndef own(tree):\n    return (tree, tree)\n", encoding="utf-8")
    sys.modules.pop("operators_at_hand", None)
    done = run_command("resume", "run", "--generations", "3", *named)
    # What is advised is not what was just done.
    assert_refused(
        done,
        1,
        "the run was made with other operators: the code of mutate, operators_at_hand.own(), has changed; "
        "go on with that code as it was, or accept it as it is now (senet-gp resume RUN --accept-code, in "
        "Python RunDirectory.open(RUN, accept_code=True))",
    )
    done = run_command("resume", "run", "--generations", "3", "--accept-code", "--quiet", *named)
    assert (done.returncode, done.stderr) == (0, "")
    # From now on the run is one with the code as it is.
    done = run_command("resume", "run", "--generations", "4", "--quiet", *named)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_is_recorded_with_them_and_goes_on_only_with_them(here: Path) -> None:
    named = ("--operators", "operators_at_hand:setup")
    evolve("run", 2, *named)
    checkpoint = json.loads((here / "run" / "checkpoint.json").read_text())
    assert checkpoint["operators_from"] == "operators_at_hand:setup"
    origin = Champion.read(here / "run" / "champion.json").origin
    assert origin["operators_from"] == "operators_at_hand:setup"
    before = files_of(here / "run")
    for options in ((), ("--operators", "operators_at_hand:nothing")):
        done = run_command("resume", "run", "--generations", "4", *options)
        assert (done.returncode, done.stdout) == (1, "")
        assert NEEDED in done.stderr
        assert files_of(here / "run") == before
    done = run_command("resume", "run", "--generations", "4", "--workers", "1", "--quiet", *named)
    assert done.returncode == 0, done.stderr
    evolve("whole", 4, *named)
    assert files_of(here / "run") == files_of(here / "whole")
    evolve("usual", 4)
    assert files_of(here / "usual")["generations.csv"] != files_of(here / "whole")["generations.csv"]


def test_from_python_it_is_a_hook(here: Path) -> None:
    evolve("run", 2, "--operators", "operators_at_hand:setup")
    run = RunDirectory.create(here / "same", RunDirectory.open(here / "run").config)
    with WorkerPool(1) as pool:
        play_run(run, pool=pool, hooks=RunHooks(prepare=operators_from("operators_at_hand:setup")))
    assert files_of(here / "same") == files_of(here / "run")


def test_a_command_that_goes_on_repeats_the_name(here: Path) -> None:
    (here / "operators_at_hand.py").write_text(
        MODULE + "\nfrom senet_gp.runtime.errors import SenetGpError\n"
        "def stopping(toolbox, evolution):\n"
        "    select = toolbox.select\n"
        "    def once(population, count):\n"
        "        if evolution.state.generation == 2:\n"
        "            raise KeyboardInterrupt\n"
        "        return select(population, count)\n"
        "    toolbox.register('select', once)\n"
    )
    done = run_command(
        *("evolve", *SMALL, "--generations", "4", "--workers", "1", "--quiet", "--out", "run"),
        *("--operators", "operators_at_hand:stopping"),
    )
    assert done.returncode == 130
    assert "go on with: senet-gp resume run" in done.stderr
    assert done.stderr.endswith(" --operators operators_at_hand:stopping\n")


def test_no_file_makes_a_module_load(here: Path) -> None:
    evolve("run", 2, "--operators", "operators_at_hand:setup")
    (here / "operators_at_hand.py").write_text("open('sprung', 'w').close()\n")
    assert run_command("resume", "run", "--generations", "3").returncode == 1
    assert run_command("report", "run", "--games", "4", "--simplify", "none").returncode == 0
    assert not (here / "sprung").exists()


def test_sparring_needs_a_selection_of_known_chances(here: Path) -> None:
    options = ("--generations", "2", "--selection", "lexicase", "--credit", "table", "--out", "run")
    done = run_command("evolve", *SMALL, *options, "--spar", "human", "--spar-every", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the probabilities of the selection lexicase are unknown" in done.stderr
    assert not (here / "run").exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("operators_at_hand", "names no operators: write MODULE:FUNCTION, as in my_module:setup"),
        (":setup", "names no operators"),
        ("operators_at_hand:", "names no operators"),
        ("nowhere_at_all:setup", "no such module is installed, and the current directory has no nowhere"),
        ("operators_at_hand:other", "has no function other: define other(toolbox, evolution) at its top"),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_name_of_nothing_is_refused_before_anything_is_made(name: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        operators_from(name)
    assert message in str(error.value)
    done = run_command("evolve", *SMALL, "--generations", "2", "--out", "run", "--operators", name)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert message in done.stderr
    assert not Path("run").exists()


def test_what_fails_in_it_is_a_sentence(here: Path) -> None:
    run = RunDirectory.create(here / "run", TINY)
    with WorkerPool(1) as pool, pytest.raises(SenetGpError) as error:
        play_run(run, pool=pool, hooks=RunHooks(prepare=operators_from("operators_at_hand:broken")))
    told = str(error.value)
    assert told.startswith(
        "operators_at_hand:broken, which registers operators, has failed with AttributeError: 'Toolbox' "
        "object has no attribute 'unheard_of' (line "
    )
    assert told.endswith("operators_at_hand.py): mend it there")
