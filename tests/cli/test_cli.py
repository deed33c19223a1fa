"""The command line, as people run it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import assert_refused, errors_of, run_command
from patience import PATIENCE
from terminal import on_terminal
from tiny_runs import result_in

from senet_gp.cli import VERBS, cli
from senet_gp.games.registry import GAMES
from senet_gp.show.formats import FORMATS

TINY = ["evolve", "--population", "10", "--generations", "3", "--final-games", "4"]


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "senet_gp", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a run that has ended."""
    place = tmp_path_factory.mktemp("finished")
    done = run_command(*TINY, "--out", "run", cwd=place)
    assert done.returncode == 0, done.stderr
    return place / "run"


def test_a_run_says_who_won_and_where_the_files_are(tmp_path: Path) -> None:
    done = run_command(*TINY, cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "runs" / "senet-1" / "champion.json").exists()
    champion = json.loads((tmp_path / "runs" / "senet-1" / "champion.json").read_text())
    assert f"the tournament of generation {champion['origin']['generation']}" in done.stdout
    assert f"{champion['nodes']} nodes, depth {champion['depth']}" in done.stdout
    assert "random-tree:8" in done.stdout
    assert "files are in runs/senet-1" in done.stdout
    assert [result["players"][1] for result in champion["results"]][:2] == ["random", "random-tree:1"]
    again = run_command(*TINY, "--quiet", cwd=tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, "runs/senet-2\n", "")
    for name in ("champion.json", "generations.csv", "config.toml", "checkpoint.json"):
        one, two = (tmp_path / "runs" / run / name for run in ("senet-1", "senet-2"))
        assert result_in(one) == result_in(two)


def test_flags_go_before_the_configuration_file(finished: Path, tmp_path: Path) -> None:
    done = run_command(
        *(
            "evolve",
            "--config",
            str(finished / "config.toml"),
            "--generations",
            "1",
            "--quiet",
            "--out",
            "run",
        ),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    config = (tmp_path / "run" / "config.toml").read_text()
    assert "\npopulation = 10\n" in config
    assert "\ngenerations = 1\n" in config


def test_the_game_of_the_command_decides_which_options_a_file_may_have(tmp_path: Path) -> None:
    """Senet's knockout has no opponents, but hexapawn's games have."""
    (tmp_path / "mine.toml").write_text("population = 8\ngenerations = 1\n[fitness]\nopponents = 3\n")
    options = ("--config", "mine.toml", "--quiet", "--out", "run")
    for game, code, message in (
        ("senet", 1, "mine.toml is unsound: fitness.opponents belongs to --fitness full-games,"),
        ("nobody", 2, "senet-gp: there is no game 'nobody'"),
        ("hexapawn", 0, ""),
    ):
        done = run_command("evolve", game, *options, cwd=tmp_path)
        assert done.returncode == code
        assert message in done.stderr
    assert "\nopponents = 3\n" in (tmp_path / "run" / "config.toml").read_text()


def test_a_mistake_in_the_configuration_file_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("popluation = 8\n")
    done = run_command("evolve", "--config", "mine.toml", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "mine.toml is unsound: there is no option 'popluation': did you mean population?" in done.stderr
    assert not (tmp_path / "runs").exists()


def test_a_switch_is_a_flag_both_ways(tmp_path: Path) -> None:
    for flags, value in [
        (["--no-look-ahead", "--out", "off"], "false"),
        (["--config", "off/config.toml", "--out", "still"], "false"),
        (["--config", "off/config.toml", "--look-ahead", "--out", "on"], "true"),
    ]:
        asked = ("--fitness", "regret", "--rule", "pieces=2", "--labelled", "8")
        done = run_command("evolve", *TINY[1:], *asked, "--cases", "8", "--quiet", *flags, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"\nlook_ahead = {value}\n" in (tmp_path / flags[-1] / "config.toml").read_text()


def test_a_run_begins_with_players_and_its_file_repeats_it(tmp_path: Path) -> None:
    first, second = '"(sub their_distance my_distance)"', '"my_moves"'
    for flags, seeds in [
        (["--seed-with", "expr:my_moves", "--out", "other"], f"[\n  {second},\n]"),
        (["--seed-with", f"expr:{first[1:-1]}", "--seed-with", "expr:my_moves", "--out", "on"],
         f"[\n  {first},\n  {second},\n]"),
        (["--config", "on/config.toml", "--out", "still"], f"[\n  {first},\n  {second},\n]"),
        (["--config", "on/config.toml", "--seed-with", "other", "--out", "champions"], "[\n  "),
        (["--config", "on/config.toml", "--seed-with", "none", "--out", "off"], "[]\n"),
    ]:  # fmt: skip
        done = run_command(*TINY, "--log", "individuals", "--quiet", *flags, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"\nseed_with = {seeds}" in (tmp_path / flags[-1] / "config.toml").read_text()
    champion = json.loads((tmp_path / "other" / "champion.json").read_text())["expression"]
    assert f"  {json.dumps(champion)},\n]" in (tmp_path / "champions" / "config.toml").read_text()
    generations = [(tmp_path / name / "generations.csv").read_bytes() for name in ("on", "still", "off")]
    assert generations[0] == generations[1] != generations[2]
    individuals = (tmp_path / "on" / "individuals.csv").read_text().splitlines()[1:4]
    assert [line.split(",")[2] for line in individuals] == ["given", "given", "drawn"]


def test_seeds_that_are_none_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    for flags, code, sentence in [
        (["--seed-with", "random"], 2, "seed 1 of seed_with, random: a seed must be an expression"),
        (
            ["--seed-with", "none", "--seed-with", "hand:HC5"],
            2,
            "--seed-with none means no seeds: leave out",
        ),
        (["--seed-with", str(tmp_path)], 1, "holds no champion; it is not a run directory"),
    ]:
        done = run_command("evolve", *flags, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (code, "")
        assert sentence in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_terminal_gets_a_progress_bar(tmp_path: Path) -> None:
    code, output = on_terminal(*TINY, cwd=tmp_path, columns=100)
    assert code == 0
    assert "3/3" in output
    assert "mean" in output
    assert "champion" in output


def test_match_prints_a_table_or_one_json_object() -> None:
    text = run_command("match", "senet", "random", "random-tree:2", "--games", "50", "--seed", "4")
    assert text.returncode == 0
    assert "50 games of senet, seed 4" in text.stdout
    done = run_command("match", "senet", "random", "random-tree:2", "--games", "50", "--seed", "4", "--json")
    report = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert list(report)[:10] == [
        *(
            "game",
            "players",
            "games",
            "seed",
            "wins",
            "draws",
            "first_mover_wins",
            "mean_turns",
            "score",
            "interval",
        ),
    ]
    assert report["players"] == ["random", "random-tree:2"]
    assert sum(report["wins"]) + report["draws"] == 50
    assert f"{report['score']:.1%}" in text.stdout


def test_match_takes_runs_and_expressions(finished: Path) -> None:
    done = run_command(
        "match", "senet", str(finished), "expr:(sub their_pieces my_pieces)", "--games", "20", "--json"
    )
    assert json.loads(done.stdout)["players"] == [str(finished), "expr:(sub their_pieces my_pieces)"]


def test_export_to_the_screen_and_into_a_file(finished: Path, tmp_path: Path) -> None:
    champion = json.loads((finished / "champion.json").read_text())
    lisp = run_command("export", str(finished))
    assert lisp.stdout == champion["expression"] + "\n"
    assert (
        run_command("match", "senet", f"expr:{lisp.stdout.strip()}", "random", "--games", "2").returncode == 0
    )
    out = tmp_path / "champion.py"
    assert run_command("export", str(finished), "--format", "python", "--out", str(out)).returncode == 0
    alone = subprocess.run([sys.executable, "-I", str(out)], check=True, capture_output=True)
    assert alone.stdout.startswith(b"checked on 12 boards\n")


def test_export_in_every_format_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, since starting others takes longer than all of it."""
    monkeypatch.chdir(tmp_path)
    for name in FORMATS:
        command = ["export", "hand:HC1", "--format", name]
        done = CliRunner().invoke(cli, [*command, "--out", name])
        assert (done.exit_code, done.stdout) == (0, "")
        assert done.stderr == f"{name} written (14 nodes)\n"
        content = Path(name).read_bytes()
        if FORMATS[name].is_text:
            assert CliRunner().invoke(cli, command).stdout.encode() == content
        again = CliRunner().invoke(cli, [*command, "--out", name])
        assert str(again.exception) == f"{name} already exists: choose another name, or remove it"
        assert Path(name).read_bytes() == content
    assert {file.name for file in tmp_path.iterdir()} == set(FORMATS)


def test_export_of_what_is_too_large_leaves_nothing(tmp_path: Path) -> None:
    text = "(add 1 " * 2000 + "1" + ")" * 2000
    done = run_command("export", f"expr:{text}", "--format", "svg", "--out", "tree", cwd=tmp_path)
    assert_refused(done, 2, "simplify it")
    assert list(tmp_path.iterdir()) == []


def test_export_knows_parameters_of_games() -> None:
    done = run_command(
        "export", "expr:move_to", "--game", "trilobite", "--rule", "width=5", "--format", "json"
    )
    document = json.loads(done.stdout)
    assert document["parameters"] == {"height": 3, "line": 3, "width": 5}


@pytest.mark.parametrize("player", ["hand:S8", "random-tree:3", "expr:my_distance"])
def test_export_is_of_the_pieces_that_are_asked_for(tmp_path: Path, player: str) -> None:
    options = ["export", player, "--rule", "pieces=5"]
    assert json.loads(run_command(*options, "--format", "json").stdout)["parameters"] == {"pieces": 5}
    source = run_command(*options, "--format", "python", "--out", "player.py", cwd=tmp_path)
    assert source.returncode == 0
    opened = subprocess.run(
        [sys.executable, "-I", "player.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert opened.stdout.splitlines()[1].split()[0] == f"{'ox' * 5}{'.' * 20}"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("frobnicate", 2, "No such command 'frobnicate'. See senet-gp --help."),
        ("evolv", 2, "No such command 'evolv'. Did you mean 'evolve'? See senet-gp --help."),
        ("evolve --help-al", 2, "'--help-al'. Did you mean '--help-all'? See"),
        ("evolve hexapawn --pop 50", 2, "No such option '--pop'. Did you mean '--population'? See"),
        ("evolve --max-seconds 9", 2, "Did you mean '--minutes'?"),
        (
            "match senet random random --games many",
            2,
            "'many' is not a valid integer range. See senet-gp match",
        ),
        (
            "match senet random random --games",
            2,
            "'--games' requires an argument. See senet-gp --help.",
        ),
        ("experiment .", 1, ". is not a file"),
        ("match senet random", 2, "Missing argument 'OPPONENT'. See senet-gp match --help."),
        ("match chess random random", 2, "there is no game 'chess': the games are senet, pursuit"),
        (
            "match senet random random --gmes 3",
            2,
            "No such option '--gmes'. Did you mean '--games'? See senet-gp match --help.",
        ),
        ("match senet random random --games 0", 2, "Invalid value for '--games'"),
        (
            "match senet random random --rule pieces=9",
            2,
            "pieces a side in Senet is 9, but it must be from 1 to 7",
        ),
        ("match senet nobody random", 2, "there is no player 'nobody'"),
        ("match senet random expr:(add,1", 2, "bad expression, character 2: 'add,1' is not a word"),
        ("evolve chess", 2, "there is no game 'chess'"),
        ("evolve --population 0", 2, "population is 0, but it must be from 1 to"),
        ("evolve --population many", 2, "population is 'many', but it must be a whole number"),
        ("evolve --vocabulary none", 2, "senet has no vocabulary 'none': it has paper, extended"),
        ("evolve --workers 0", 2, "Invalid value for '--workers'"),
        ("evolve --config nothing.toml", 1, "nothing.toml does not exist"),
        ("resume .", 1, "is not a complete run directory"),
        ("export random", 2, "random has no expression that could be written"),
        ("export random-tree:1 --format exe", 2, "Invalid value for '--format'"),
        ("export random-tree:1 --out no/such/place", 1, "make the directory no/such first"),
        ("export random-tree:1 --format png", 2, "cannot be printed: name a file with --out"),
        (
            "export search:1:hand:HC1 --format dot --out tree.dot",
            2,
            "has no expression that could be written",
        ),
        ("export minimax --game hexapawn --format infix", 2, "has no expression that could be written"),
        (
            "export expr:never --game hexapawn --format svg",
            2,
            "never is a Truth, but a Number should stand here",
        ),
        ("export hand:HC1 --rule width=5 --format png --out tree.png", 2, "width"),
    ],
)
def test_mistakes_get_one_sentence_and_nothing_is_left(
    tmp_path: Path, arguments: str, code: int, message: str
) -> None:
    done = run_command(*arguments.split(), cwd=tmp_path)
    assert_refused(done, code, message)
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_has_seen_enough_gets_no_traceback() -> None:
    assert errors_of(f"{sys.executable} -m senet_gp match senet random random --games 2 | true") == ""


def test_without_a_verb_it_is_said_what_to_do_first() -> None:
    done = started()
    assert (done.returncode, done.stderr) == (2, "")
    assert len(done.stdout.splitlines()) <= 10
    commands = re.findall(r"^  (senet-gp .*?)(?:  |$)", done.stdout, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        _, verb, *arguments = command.split()
        cli.get_command(None, verb).make_context(verb, arguments)  # type: ignore[arg-type,union-attr]


def test_help_lists_the_verbs_on_a_screen() -> None:
    told = started("--help").stdout
    assert all(f"\n  {verb} " in told for verb in VERBS)
    assert told.count("\n") <= 60


@pytest.mark.parametrize("command", ["match runs/a random", "watch runs/a hand:HC5", "verdict runs/a"])
def test_who_leaves_out_the_game_is_told_so(command: str) -> None:
    done = run_command(*command.split())
    assert_refused(done, 2, f"there is no game 'runs/a': the games are {', '.join(GAMES)}")
