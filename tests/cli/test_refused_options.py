"""Options of the command line that would have no effect are refused before anything is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import run_command

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.config_files import as_toml
from senet_gp.evolution.configuration.effects import unread


@pytest.mark.parametrize(
    ("line", "named", "needs"),
    [
        ("evolve hexapawn --migrants 3", "--migrants", "--islands 2 or more"),
        ("evolve --spar-every 3", "--spar-every", "--spar"),
        ("resume run --spar-every 3", "--spar-every", "--spar"),
        ("export expr:1 --decisions 1000", "--decisions", "--simplify"),
        ("export expr:1 --allow 0.1", "--allow", "--simplify"),
        ("export expr:1 --seed 3", "--seed", "--simplify"),
        ("export expr:1 --json", "--json", "--simplify"),
        ("export expr:1 --champion new.json", "--champion", "--simplify"),
        ("export expr:1 --simplify=terms --decisions 1000", "--decisions", "--simplify=play"),
        ("export expr:1 --simplify=terms --allow 0.1", "--allow", "--simplify=play"),
        ("export expr:1 --simplify --json --format infix", "--format", "--out"),
        ("learn machine hexapawn --load machine.json --no-refill", "--no-refill", "without --load"),
        ("learn machine hexapawn --load machine.json --scheme menace", "--scheme", "without --load"),
        ("learn network senet --load network.json --hidden 32", "--hidden", "without --load"),
        ("learn network senet --load network.json --rule pieces=2", "--rule", "without --load"),
        ("table hexapawn --tree --depth 2", "--depth", "--dot or --plot"),
        ("table hexapawn --tree --show", "--show", "without --tree"),
        ("table hexapawn --tree --out new.txt", "--out", "without --tree"),
        ("table hexapawn --tree --reduced", "--reduced", "without --tree"),
        ("table hexapawn --tree --from old.txt", "--from", "without --tree"),
        ("table hexapawn --plot new.svg", "--plot", "with --tree"),
        ("table hexapawn --dot new.dot", "--dot", "with --tree"),
        ("table hexapawn --position xxx...ooo", "--position", "with --tree"),
        ("table hexapawn --depth 2", "--depth", "with --tree"),
        ("doctor hexapawn", "GAME", "with --compile"),
        ("doctor --compile --json", "--json", "without --compile"),
    ],
)
def test_unread_options_are_refused(line: str, named: str, needs: str, tmp_path: Path) -> None:
    done = run_command(*line.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"senet-gp: {named} would change nothing here: it is used only ")
    assert needs in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "named", "chosen"),
    [
        ("evolve --tournament-size 3", "--tournament-size", "--selection tournament"),
        ("evolve hexapawn --cases 100", "--cases", "--fitness regret,"),
        ("evolve hexapawn --teacher net", "--teacher", "--fitness regret,"),
        ("evolve --no-look-ahead", "--look-ahead", "--fitness regret"),
        ("evolve --preset strong --fitness knockout --cases 9", "--cases", "--fitness regret"),
    ],
)
def test_an_option_of_a_part_that_is_not_chosen_says_how_to_choose_it(
    line: str, named: str, chosen: str, tmp_path: Path
) -> None:
    done = run_command(*line.split(), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"senet-gp: {named} belongs to {chosen}")
    assert not list(tmp_path.iterdir())


def test_files_hold_all_options_and_those_that_are_not_read_are_ignored(tmp_path: Path) -> None:
    config = Config.of(
        "senet", population=4, generations=1, games=1, final_games=2, parameters={"pieces": 1}
    ).resolved()
    assert {("", "until"), ("migration", "migrants")} <= unread(config).keys()
    (tmp_path / "all.toml").write_text(as_toml(config))
    evolve = ("evolve", "--config", "all.toml", "--quiet", "--out")
    assert run_command(*evolve, "run", cwd=tmp_path).returncode == 0
    done = run_command(*evolve, "other", "--selection", "tournament", "--tournament-size", "2", cwd=tmp_path)
    assert done.returncode == 0
    assert "\ntournament_size = 2\n" in (tmp_path / "other" / "config.toml").read_text()
