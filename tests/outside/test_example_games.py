"""The example package: its games go through every verb, as plugins and installed, by fork and by spawn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from commands import import_all, run_command

from senet_gp.evolution.run import measured_winners, run
from senet_gp.insight import decisive_positions, pairing, simplify
from senet_gp.insight.decisive_positions import PlayoutEffort
from senet_gp.show import run_report
from senet_gp.show.formats import FORMATS as ALL_FORMATS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "docs" / "examples" / "board_games"
GAMES = PACKAGE / "board_games_example"
#: Pictures are drawn by the same code for all games: one of them is enough; Python files have their own test.
FORMATS = [name for name in ALL_FORMATS if name not in {"python", "javascript", "png"}]
EXPRESSION = {"tapatan": "(sub my_longest their_longest)", "dash": "(sub 1 their_steps)"}


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds in plain Python is done with few games; the verbs run in forks of this process."""
    import_all()
    monkeypatch.setattr(decisive_positions, "PLAIN_PLAYOUTS", PlayoutEffort(((4, 2),), 4))
    monkeypatch.setattr(pairing, "USUAL", pairing.SampleSize(40, 20))
    monkeypatch.setattr(run_report, "_MAX_SLOW_GAMES", 2)
    monkeypatch.setattr(run, "PLAIN_PANEL_GAMES", 2)
    monkeypatch.setattr(measured_winners, "QUICK_WALK", 100)
    monkeypatch.setattr(simplify, "MAX_PLAIN_DECISIONS", 200)


def shown(name: str, *arguments: str, cwd: Path, lines: str = "") -> str:
    """What a verb prints, with the game as a plugin from its file."""
    done = run_command("--plugin", str(GAMES / f"{name}.py"), *arguments, cwd=cwd, lines=lines)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_all_verbs(tmp_path: Path) -> None:
    name = "dash"

    def verb(*arguments: str, lines: str = "") -> str:
        return shown(name, *arguments, cwd=tmp_path, lines=lines)

    size = ("--population", "8", "--generations", "2", "--final-games", "2", "--seed", "1", "--workers", "2")
    verb("evolve", name, *size, "--quiet", "--out", "run")
    verb("resume", "run", "--generations", "3", "--workers", "2", "--quiet")
    assert (tmp_path / "run" / "generations.csv").read_text(encoding="utf-8").count("\n") == 4
    report = json.loads(verb("match", name, f"expr:{EXPRESSION[name]}", "random", "--games", "200", "--json"))
    assert report["score"] > 0.5
    table = verb("tournament", name, "run", "random", "random-tree:1", "--games", "4", "--json")
    assert sum(row["wins"] + row["draws"] / 2 for row in json.loads(table)["table"]) == 12
    knockout = verb("tournament", name, "run", "random", "--knockout", "--games", "3")
    assert "won the knockout" in knockout
    played = verb(
        *("play", name, "--against", "run", "--record", "game.txt", "--ascii", "--seed", "1"),
        lines="?\n" + "1!\n" * 99,
    )
    assert "You" in played
    replayed = verb("replay", "game.txt", "--ascii")
    assert replayed.startswith(f"{name.capitalize()}: x ")
    assert "    1     2     3" in replayed
    explained = verb("explain", f"expr:{EXPRESSION[name]}", "--game", name, "--games", "4", "--json")
    assert [read["word"] for read in json.loads(explained)["reads"]] or explained
    for format_name in FORMATS:
        verb("export", "run", "--format", format_name, "--out", f"player.{format_name}")
    for kind in ("terms", "play"):
        player = f"expr:(add 1 (add 1 {EXPRESSION[name]}))"
        export = ("export", player, "--game", name, "--format", "lisp", f"--simplify={kind}")
        shorter = verb(*export, *(("--decisions", "100") if kind == "play" else ()))
        assert len(shorter) < len(player)
    verb("report", "run", "--games", "4", "--workers", "1")
    assert (tmp_path / "run" / "report" / "index.html").exists()
    search = verb("match", name, f"search:2:expr:{EXPRESSION[name]}", "random", "--games", "4", "--json")
    assert sum(json.loads(search)["wins"]) <= 4


@pytest.mark.slow
def test_a_board_game_without_chance_is_solved(tmp_path: Path) -> None:
    def verb(*arguments: str) -> str:
        return shown("tapatan", *arguments, cwd=tmp_path)

    # Who begins in the centre wins; perfect play does not go round in circles.
    for player in ("table", "minimax"):
        seats = json.loads(verb("verdict", "tapatan", player, "--json"))["seats"]
        assert [seat["worst"] for seat in seats] == [1, -1]
    entries = json.loads(verb("table", "tapatan", "--reduced", "--out", "table.txt", "--json"))
    assert (entries["with_a_move"], entries["entries"], entries["symmetries"]) == (3602, 498, 8)
    again = verb("verdict", "tapatan", "table:table.txt", "--json")
    assert json.loads(again)["seats"][0]["worst"] == 1
    shown_entry = json.loads(verb("table", "tapatan", "--from", "table.txt", "--show", "--json"))["entry"]
    assert shown_entry["move"] == "5"
    assert shown_entry["values"]["5"].startswith("win in")
    learned = verb("learn", "machine", "tapatan", "--games", "20", "--out", "machine.json")
    assert "20 games" in learned
    assert (
        sum(
            json.loads(verb("match", "tapatan", "matchbox:machine.json", "random", "--json", "--games", "4"))[
                "wins"
            ]
        )
        <= 4
    )


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        (
            "tapatan",
            ("table", "tapatan", "--tree"),
            "tapatan can go on for ever, so it has no tree: use senet-gp table",
        ),
        (
            "dash",
            ("learn", "network", "dash"),
            "dash has no networks that learn: they learn games with throws whose rules are compiled",
        ),
        (
            "dash",
            ("match", "dash", "table:dash.chances", "random"),
            "no file has the chances of Dash, whose boards have no numbers: name the player minimax",
        ),
        (
            "dash",
            ("export", "expr:my_last", "--game", "dash", "--format", "python"),
            "cannot be written as code",
        ),
    ],
)
def test_what_a_game_cannot_do_is_said_in_a_sentence(
    name: str, arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    done = run_command("--plugin", str(GAMES / f"{name}.py"), *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert message in done.stderr


@pytest.mark.parametrize("pieces", [3, 4])
def test_an_exported_player_knows_squares_and_a_parameter(pieces: int, tmp_path: Path) -> None:
    """On the first board three of mine stand: all that I have, or all but one."""
    expression = (
        "expr:(if_then_else (and_ still_placing (empty 3)) (mine_next_to 8) (mine_next_to my_longest))"
    )
    out = ("--format", "python", "--out", "player.py")
    shown(
        "tapatan", "export", expression, "--game", "tapatan", "--rule", f"pieces={pieces}", *out, cwd=tmp_path
    )
    boards = ["xo.oxx...", "x........"]
    command = [sys.executable, "-I", "-S", "player.py", *boards]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    # With three pieces all are placed: two stand next to point 2, which the longest line names, one to 8.
    assert done.stdout.splitlines()[:2] == [f"{boards[0]} {5 - pieces}", f"{boards[1]} 0"]


@pytest.mark.slow
def test_spawned_workers_import_it_themselves(tmp_path: Path) -> None:
    results = {
        shown("dash", "match", "dash", "random", f"expr:{EXPRESSION['dash']}", *options, cwd=tmp_path)
        for options in (
            ("--games", "20", "--json", "--workers", "1"),
            ("--games", "20", "--json", "--workers", "2"),
            ("--games", "20", "--json", "--workers", "spawn:2"),
        )
    }
    assert len(results) == 1


def test_an_installed_package_is_found_by_its_entry_points(tmp_path: Path) -> None:
    """It is installed by hand: pip would build it, which needs the network."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        f"[{group}]\n" + "".join(f"{n} = {of}\n" for n, of in points.items())
        for group, points in project["entry-points"].items()
    ]
    info = tmp_path / "board_games_example-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (info / "entry_points.txt").write_text("\n".join(lines))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (tmp_path, PACKAGE, ROOT)))}
    command = [sys.executable, "-m", "senet_gp", "--help"]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (
        "GAME is senet, pursuit, hexapawn, tictactoe, trilobite, tapatan, dash, fast_tapatan or fast_dash."
        in " ".join(done.stdout.split())
    )


_CHECK = """\
from senet_gp.runtime import plugins
from senet_gp.games.board import rules
from senet_gp.games.hexapawn import successors
from senet_gp.runtime.kernel_contents import content_of
texts, function_from = [], rules.function_from
rules.function_from = lambda text, name: texts.append(text) or function_from(text, name)
from senet_gp.testing import check_game
for name in ("tapatan", "dash", "fast_dash", "fast_tapatan"):
    module = plugins.load(f"board_games_example.{name}")
    print(check_game(name, seconds=0.2))
content = content_of(module.successors)
print(len(content), any(content in text for text in texts), content_of(successors) == "")
"""


def test_the_examples_pass_the_checks_with_kernels_and_without(tmp_path: Path) -> None:
    """In a process of its own, in which their modules stay.

    Machine code is kept under a text with a hash of the kernels' file, so that an edited one is compiled.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (PACKAGE, ROOT)))}
    command = [sys.executable, "-c", _CHECK]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    *reports, hashed = done.stdout.splitlines()
    assert [line.split()[0] for line in reports] == ["<tapatan", "<dash", "<fast_dash", "<fast_tapatan"]
    assert hashed == "16 True True"
    assert done.stdout.count(" passes: ") == 4


_SUITES = """\
import json
from senet_gp.evolution.configuration.across_parts import usable
from senet_gp.runtime import plugins
from primitives import vocabulary_of
games = ("tapatan", "fast_tapatan", "dash", "fast_dash")
for name in games:
    plugins.load(f"board_games_example.{name}")
print(json.dumps([usable("fitness", vocabulary_of(name).game, vocabulary_of(name)) for name in games]))
"""


def test_the_page_tells_which_fitness_works_for_which_game(tmp_path: Path) -> None:
    """Its columns are for games like these four."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (PACKAGE, ROOT)))}
    command = [sys.executable, "-c", _SUITES]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    page = (ROOT / "docs" / "extending_games.md").read_text(encoding="utf-8")
    told: list[set[str]] = [set(), set(), set(), set()]
    for line in page.splitlines():
        if line.startswith("| fitness "):
            names, *works = [cell.strip() for cell in line.strip("|").split("|")]
            for column, cell in zip(told, works, strict=True):
                column.update(names.replace("fitness ", "").replace("`", "").split(", ") if cell else ())
    assert told == [set(names) for names in json.loads(done.stdout)]


def test_the_examples_are_short() -> None:
    for name, most in {"tapatan": 100, "dash": 85}.items():
        assert (GAMES / f"{name}.py").read_text(encoding="utf-8").count("\n") <= most
