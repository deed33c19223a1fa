"""One file of each kind, as the program writes it."""

from __future__ import annotations

import dataclasses
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tiny_runs import TINY, begun, to_its_end

from primitives import vocabulary_of
from senet_gp.arena.record import GameRecord
from senet_gp.engine.exact_solving import Solving
from senet_gp.engine.exact_table import chance_table, write_chances, write_unfinished
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.network_learning import Course
from senet_gp.engine.playthrough import Playthrough, draw_start
from senet_gp.evolution.configuration import recorded_code
from senet_gp.experiments import measured_runs
from senet_gp.experiments.matchbox_training import teachers_from, train
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.senet import Senet
from senet_gp.games.small import small_game
from senet_gp.players.champion import Champion
from senet_gp.players.matchbox import BOXES, VALUES, MatchboxPlayer, Scheme, write_matchbox
from senet_gp.players.network import TrainedNetwork, write_network
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.position_table import PositionTable
from senet_gp.runtime.documents import write_document
from senet_gp.runtime.streams import game_streams
from senet_gp.trees.text import to_json

#: What a champion is against an opponent, as files hold it.
SCORE = Measurement(games=2, wins=1, draws=0, share=0.5, effective_games=2.5).as_json()
#: What was measured of a run.
MEASURED: dict[str, Any] = {
    "generations": 1,
    "games": 9,
    "champion": 1,
    "nodes": 3,
    "depth": 1,
    "verdict": [-1, 0],
    "scores": {"random": SCORE},
}


@cache
def scratch() -> Path:
    """A directory that is removed at the end."""
    memory = Path("/dev/shm")  # noqa: S108 - only where it is, for speed
    kept = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    _KEPT_UNTIL_THE_END.append(kept)
    return Path(kept.name)


_KEPT_UNTIL_THE_END: list[Any] = []


@cache
def written() -> Path:
    """A directory with a file of each kind, which is made once; tests copy what they change."""
    place = scratch() / "written"
    place.mkdir()
    run = to_its_end(begun(place / "run", TINY))
    (run / "checkpoint-before.json").unlink()  # it would be read wherever the last one is refused
    for name in GAMES:
        _write_champion(place, name)
        _write_record(place, name)
    _write_machines(place)
    _write_tables(place)
    _write_experiment(place)
    outside: dict[str, Any] = {"code": {}}
    write_document(place / "words.json", recorded_code._WORDS_FORMAT, recorded_code._WORDS_VERSION, outside)
    return place


def _write_champion(place: Path, name: str) -> None:
    player = player_from_text("random-tree:4", name)
    assert isinstance(player, ExpressionPlayer)
    vocabulary = vocabulary_of(name)
    origin = {"seed": 2, "generation": 3, "generations": 3}
    (place / "champions").mkdir(exist_ok=True)
    Champion(player.tree, vocabulary, game_of(name), origin).write(place / "champions" / f"{name}.json")
    (place / "expression.json").write_text(to_json(player.tree, vocabulary))


def _write_record(place: Path, name: str) -> None:
    """A game to its end, and one that is left, with its seed and its streams."""
    game, names, streams = game_of(name), ("random", "random-tree:4"), game_streams(1)
    players = (player_from_text(names[0], game), player_from_text(names[1], game))
    playthrough = Playthrough(players, streams, game, draw_start(game, streams))
    choices = list(playthrough.choices())
    start = choices[0].before
    (place / "records").mkdir(exist_ok=True)
    whole = GameRecord(names, game, start, choices, playthrough.outcome)
    whole.write(place / "records" / f"{name}.txt")
    left = dataclasses.replace(
        whole, choices=choices[:2], outcome=None, seed=1, streams=tuple(map(int, streams))
    )
    left.write(place / "records" / f"{name}-left.txt")


def _write_machines(place: Path) -> None:
    game = small_game("hexapawn")
    (place / "machines").mkdir()
    for form in (BOXES, VALUES):
        machine = MatchboxPlayer(game, Scheme(form=form))
        train(machine, teachers_from("mix", game, machine.scheme), games=12, seed=3, seats=(0, 1))
        write_matchbox(machine, place / "machines" / f"{form}.json")
    write_network(TrainedNetwork.new(Senet(pieces=2), 16, Course(seed=5, rate=0.2)), place / "network.json")


def _write_tables(place: Path) -> None:
    for name, reduced in (("table.txt", False), ("reduced.txt", True)):
        PositionTable.build(small_game("hexapawn"), reduced=reduced).write(place / name)
    write_chances(place / "one.chances", chance_table(Senet(pieces=1)))
    write_unfinished(place / "one.unfinished", Solving(Senet(pieces=1)))


def _write_experiment(place: Path) -> None:
    experiment = place / "experiment"
    variants: dict[str, Any] = {"a": {}, "b": {"fitness": {"noise": 0.1}}}
    begin_or_go_on(experiment, Plan.of({"game": "hexapawn", "variants": variants}, seeds=2))
    (experiment / "measured" / "a").mkdir(parents=True)
    write_document(experiment / "measured/a/1.json", measured_runs._FORMAT, measured_runs._VERSION, MEASURED)
