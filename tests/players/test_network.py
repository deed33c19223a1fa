"""Networks: what they compute, how they learn, their files, and the games that they play."""

from __future__ import annotations

import hashlib
import json
import pickle
from dataclasses import replace
from functools import cache
from math import exp
from pathlib import Path

import numpy as np
import pytest

from senet_gp.engine import play
from senet_gp.engine.dice_choices import in_columns
from senet_gp.engine.network import Network
from senet_gp.engine.network_learning import Course
from senet_gp.engine.participants import Noisy
from senet_gp.engine.playthrough import games_by_choices
from senet_gp.engine.results import Pairings
from senet_gp.games.registry import game_of
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.players.network import (
    FORMAT,
    VERSION,
    NetworkPlayer,
    TrainedNetwork,
    pinned,
    read_network,
    shipped_network,
    shipped_networks,
    train_network,
    write_network,
)
from senet_gp.players.parsing import player_from_text
from senet_gp.players.search import SearchPlayer, search_player
from senet_gp.runtime.documents import write_document
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.streams import game_streams, part_keys

#: Of the weights of the shipped network after its first 40 games.
FIRST_GAMES = "6e3ac6d75585d6b2"
#: The same after a fiftieth of its games.
A_FIFTIETH = 20_000, "f28c561ff046a3ff"
SENET, SMALL = Senet(), Senet(pieces=2)
#: The rows of weights of a network of Senet.
ROWS = 139
COURSE = Course(seed=5, rate=0.2)


@cache
def trained() -> TrainedNetwork:
    """A small network that has learned something."""
    *_, last = train_network(TrainedNetwork.new(SMALL, 16, COURSE), 60)
    return last


def slow_chance(network: Network, mine: int, theirs: int) -> float:
    """The chance by the description of the network, in float64 and without kernels."""
    position = SenetPosition(mine, theirs)
    weights = np.frombuffer(network.data, "<f4").astype(float).reshape(ROWS, network.hidden)
    inputs = np.zeros(ROWS)
    for first, own in ((0, position.my_squares), (68, position.their_squares)):
        for square in own:
            beside = 27 not in own and ({square - 1, square + 1} & set(own))
            inputs[first + (30 if beside else 0) + square - 1] = 1
        inputs[first + 60 + 7 - len(own)] = 1
    sums = inputs[:136] @ weights[:136] + weights[136]
    total = (sums / (1 + abs(sums))) @ weights[137] + weights[138, 0]
    return 1 / (1 + exp(-total))


def random_boards(number: int, rng: np.random.Generator) -> np.ndarray:
    """Masks of up to seven pieces a side anywhere, (2, boards) uint32."""
    squares = rng.permuted(np.tile(np.arange(1, 31, dtype=np.uint32), (number, 1)), axis=1)
    bits, place = np.uint32(1) << squares, np.arange(30)
    mine, theirs = rng.integers(0, 8, (2, number, 1))
    sides = place < mine, (place >= mine) & (place < mine + theirs)
    return np.array([np.where(side, bits, 0).sum(axis=1) for side in sides], np.uint32)


def test_chances_are_what_the_description_says() -> None:
    network = trained().network
    boards = random_boards(300, np.random.default_rng(1))
    slow = [slow_chance(network, *masks) for masks in boards[:2].T.tolist() if masks[0] and masks[1]]
    kept = (boards[0] != 0) & (boards[1] != 0)
    assert np.ptp(slow) > 0.05
    np.testing.assert_allclose(network.chances(boards[:, kept]), slow, atol=2e-6)


def test_networks_together_say_the_mean_of_their_log_odds() -> None:
    networks = [Network.new(SENET, 16, 1), trained().network, Network.new(SENET, 32, 2)]
    boards = random_boards(300, np.random.default_rng(4))
    boards = boards[:, (boards[0] != 0) & (boards[1] != 0)]
    chances = np.array([network.chances(boards) for network in networks])
    odds = np.log(chances / (1 - chances)).mean(axis=0)
    together = Network.together(networks)
    assert together.hidden == 64
    np.testing.assert_allclose(together.chances(boards), 1 / (1 + np.exp(-odds)), atol=2e-6)
    with pytest.raises(UsageError, match="hidden units"):
        Network.together([Network.new(SENET, 1024, 1)] * 2)


def test_the_mean_of_networks_has_the_mean_weights() -> None:
    networks = [Network.new(SENET, 16, seed) for seed in range(3)]
    mean = Network.mean_of(networks)
    np.testing.assert_allclose(mean.weights, sum(each.weights for each in networks) / 3, atol=1e-7)
    assert Network.mean_of(networks[:1]) == networks[0]


def test_the_end_of_a_game_is_certain() -> None:
    assert trained().network.chances(np.array([[0, 2], [2, 0]], np.uint32)).tolist() == [1, 0]


def test_compiled_and_plain_games_are_the_same() -> None:
    network = trained().network
    players = [network, player_from_text("hand:HC5", SENET).participant, Noisy(network, 0.2)]
    first, second = np.array([0, 1, 2, 0]), np.array([1, 0, 1, 0])
    pairings = Pairings(first, second, part_keys(9, 4))
    compiled = play.play_games(players, pairings, SMALL)
    plain = games_by_choices(players, pairings, SMALL)
    assert compiled.turns.tolist() == plain.turns.tolist()
    assert compiled.outcomes.tolist() == plain.outcomes.tolist()


def test_a_network_learns_to_beat_what_it_was() -> None:
    taught = trained().network
    blank = Network.new(SENET, 16, 5)
    number = np.arange(2000)
    results = play.play_games(
        [taught, blank], Pairings(number % 2, 1 - number % 2, part_keys(3, 1000).repeat(2)), SMALL
    )
    share = (1 + results.outcomes * np.where(number % 2, -1, 1)).mean() / 2
    assert share > 0.55


def test_going_on_and_a_file_change_nothing(tmp_path: Path) -> None:
    begun = TrainedNetwork.new(SMALL, 16, COURSE)
    *_, half = train_network(begun, 23, at_once=7)
    write_network(half, tmp_path / "half.json")
    *_, whole = train_network(read_network(tmp_path / "half.json"), 37)
    assert whole == trained()
    assert pickle.loads(pickle.dumps(whole)) == whole  # noqa: S301 - our own
    *_, other = train_network(TrainedNetwork.new(SMALL, 16, Course(seed=6, rate=0.2)), 60)
    assert other.network != whole.network


def test_a_search_is_the_plain_search_with_the_network() -> None:
    base = NetworkPlayer(trained().network, "net:FILE")
    search = search_player(base, 2, SMALL)
    position = SenetPosition.of([20, 24], [21, 26])
    decision = SMALL.decision(position, 0, (1, 2))
    for index, found in enumerate(search.scores(decision)):
        after = decision.afterstates[index].position.swapped()
        best = 0.0
        for throws, chance in SMALL.throw_chances(after).items():
            replies = SMALL.decision(after, 1, throws)
            boards = replies.boards()
            best += chance * trained().network.chances(boards).max()
        assert found == pytest.approx(1 - best, abs=1e-9)
    deep = search_player(base, 3, SMALL)
    near = SMALL.decision(SenetPosition.of([20], [30]), 0, (2,))
    assert deep.choose(near, game_streams(1)) in range(len(near.afterstates))
    with pytest.raises(UsageError, match="no threats"):
        search_player(base, 2, SMALL, deeper=True)


def test_other_games_have_no_networks() -> None:
    with pytest.raises(UsageError, match="has no networks"):
        TrainedNetwork.new(game_of("hexapawn"), 16, Course(seed=1))
    with pytest.raises(UsageError, match=r"hexapawn has no networks that learn: .* such as senet"):
        player_from_text("net", "hexapawn")


def test_a_player_of_a_file_can_name_the_network_that_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "a#b.json"
    write_network(TrainedNetwork.new(Senet(), 16, Course(seed=3)), file)
    player = player_from_text(f"net:{file}", "senet")
    assert isinstance(player, NetworkPlayer)
    meant = pinned(player)
    digest = hashlib.sha256(player.network.data).hexdigest()
    assert meant == f"net:{file}#{digest[:16]}"
    assert pinned(player_from_text(meant, "senet")) == meant  # type: ignore[arg-type]
    with pytest.raises(FileError, match="has another network than the one that is meant"):
        player_from_text(f"net:{file}#{'0' * 16}", "senet")
    for wrong in ("x", "", "0" * 15, "A" * 16):
        with pytest.raises(UsageError, match=f"#{wrong} is to be the 16 hexadecimal digits"):
            player_from_text(f"net:{file}#{wrong}", "senet")
    with pytest.raises(FileError, match="does not exist"):
        player_from_text(f"net:{tmp_path / 'a#c.json'}", "senet")
    with pytest.raises(UsageError, match="net: names no file: write net:FILE, or net alone"):
        player_from_text("net:", "senet")


FILED = {"seed": 1, "decay": 0.8, "rate": 0.02, "halving": 50_000}


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("weights", "AAAA", "bytes of weights"),
        ("weights", "not base64!", 'weights is "not base64!", but it must be numbers in base64'),
        ("weights", "AADAfw==" * (ROWS * 16), "in base64"),
        ("hidden", 10**9, "hidden units"),
        ("hidden", 17, "multiple of 16"),
        ("games", -1, "games is -1, but it must be a whole number from 0 to 1000000000"),
        ("course", FILED | {"rate": 0}, "course is unsound: the rate of learning is 0.0"),
        ("game", "hexapawn", "no parameter"),
        ("parameters", {"pieces": 99}, "1 to 7"),
    ],
)
def test_unsound_files_are_refused(tmp_path: Path, key: str, value: object, reason: str) -> None:
    file = tmp_path / "net.json"
    write_network(trained(), file)
    content = json.loads(file.read_text())
    head = {name: content[name] for name in content if name not in {"format", "version", "sha256"}}
    write_document(file, FORMAT, VERSION, {**head, key: value})
    with pytest.raises(FileError, match=reason):
        read_network(file)


def test_weights_that_are_no_numbers_are_refused() -> None:
    weights = trained().network.weights.copy()
    for bad in (np.nan, np.inf, 1e7):
        weights[3, 4] = bad
        with pytest.raises(UsageError, match="a weight is not"):
            Network.of_data(SENET, weights.astype("<f4").tobytes(), 16)


def test_a_course_refuses_impossible_numbers() -> None:
    for wrong in ({"decay": 1.5}, {"rate": 0}, {"seed": -1}, {"halving": 0}, {"seed": 1.0}):
        with pytest.raises(UsageError, match="but it must be"):
            replace(Course(seed=1), **wrong)  # type: ignore[arg-type]


def test_the_shipped_network_plays_and_says_where_it_comes_from() -> None:
    player = player_from_text("net", SENET)
    assert isinstance(player, NetworkPlayer)
    file = shipped_network(SENET)
    assert file is not None
    shipped = read_network(file)
    assert (shipped.game, shipped.network) == (SENET, player.network)
    assert f"--games {shipped.games} --seed {shipped.course.seed}" in shipped.command
    decision = SENET.decision(SenetPosition.start(), 0, (2,))
    assert player_from_text("search:1:net", SENET).choose(decision, game_streams(1)) in player.possible(
        decision
    )
    number = np.arange(1000)
    race = player_from_text("expr:(sub their_distance my_distance)", SENET)
    pairings = Pairings(number % 2, 1 - number % 2, part_keys(4, 500).repeat(2))
    results = play.play_games([player.participant, race.participant], pairings, SENET)
    share = (1 + results.outcomes * np.where(number % 2, -1, 1)).mean() / 2
    assert share > 0.55, "it beats the plain race"


@pytest.mark.parametrize("turns", [2, 3])
def test_a_search_asks_who_is_to_move_after_throws_that_grant_another(turns: int) -> None:
    """Looking further is looking one turn less far after each throw."""
    ahead, less_far = (player_from_text(f"search:{number}:net", SENET) for number in (turns, turns - 1))
    assert isinstance(ahead, SearchPlayer)
    assert isinstance(less_far, SearchPlayer)
    decision = SENET.decision(SenetPosition.of([23], [29]), 0, (1, 1, 1, 1))
    stays = SENET.decision(SenetPosition.of([19], [29]), 0, (1, 1, 1, 1))
    assert (decision.ends_turn(0), stays.ends_turn(0)) == (True, False)
    for one in (decision, stays):
        chance = 0.0
        for throws, part in SENET.throw_chances(one.following(0)).items():
            scores = less_far.scores(SENET.decision(one.following(0), 0, throws))
            chance += part * max(scores)
        expected = 1 - chance if one.ends_turn(0) else chance
        assert ahead.scores(one) == [pytest.approx(expected, abs=1e-4)], "a network's chances are rounded"


@pytest.mark.parametrize(
    ("games", "digest"), [(40, FIRST_GAMES), pytest.param(*A_FIFTIETH, marks=pytest.mark.slow)]
)
def test_its_training_begins_as_recorded(games: int, digest: str) -> None:
    file = shipped_network(SENET)
    assert file is not None
    shipped = read_network(file)
    *_, begun = train_network(TrainedNetwork.new(SENET, shipped.network.hidden, shipped.course), games)
    assert hashlib.sha256(begun.network.data).hexdigest()[:16] == digest, (
        "if training is meant to change, train the networks again by: python scripts/train_networks.py"
    )


def test_all_networks_together_err_less() -> None:
    together = player_from_text("nets", SENET)
    assert isinstance(together, NetworkPlayer)
    networks = [read_network(file).network for file in shipped_networks(SENET)]
    assert len(networks) >= 2
    boards = np.array([[0b111, 0b111000, 0], [1 << 20 | 1, 1 << 25, 0]], np.int64)
    odds = [np.log(one / (1 - one)) for one in (network.chances(in_columns(boards)) for network in networks)]
    mean = 1 / (1 + np.exp(-np.mean(odds, axis=0)))
    assert together.network.chances(in_columns(boards)) == pytest.approx(mean, abs=1e-5)
    with pytest.raises(UsageError, match="hexapawn has no networks"):
        player_from_text("nets", "hexapawn")


@pytest.mark.parametrize("file", shipped_networks(SENET), ids=lambda file: file.stem)
def test_shipped_networks_say_how_they_are_made_again(file: Path) -> None:
    shipped = read_network(file)
    words = shipped.command.split()
    assert words[:3] == ["senet-gp", "learn", "senet"]
    assert f"--games {shipped.games} --seed {shipped.course.seed}" in shipped.command
    assert shipped.course == Course(shipped.course.seed)
