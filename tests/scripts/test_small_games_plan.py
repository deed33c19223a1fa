"""The plan of scripts/small_games.toml."""

from __future__ import annotations

from pathlib import Path

from senet_gp.evolution.config import Config
from senet_gp.experiments.plan import read_plan
from senet_gp.games.registry import game_of
from senet_gp.games.small import small_games

FILE = Path(__file__).resolve().parents[2] / "scripts" / "small_games.toml"


def test_it_has_every_small_game_by_its_defaults() -> None:
    # Other tests register games of their own.
    ours = [name for name in small_games() if type(game_of(name)).__module__.startswith("senet_gp.")]
    assert {"hexapawn", "pursuit"} < set(ours)
    assert read_plan(FILE, seeds=1).variants == {name: Config.from_values({"game": name}) for name in ours}
