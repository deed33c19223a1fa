"""Machines learn from games, and the strength of what they learned is proven."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reference_small_games import HEXAPAWN as REFERENCE
from thinned import thinned

from senet_gp.arena.verdict import MAX_POSITIONS, seat_verdict
from senet_gp.experiments.matchbox_training import Teacher, play, teachers_from, train
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.small import Rulebook
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.matchbox import SCHEMES, VALUES, Box, MatchboxPlayer, Scheme, Window, write_matchbox
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.streams import game_streams
from senet_gp.show.matchboxes import drawn_boxes
from senet_gp.show.plots import save
from senet_gp.show.plots.players import draw_curve

HEXAPAWN = Hexapawn()
FAST = Scheme(form=VALUES, best=True)


def trained(
    scheme: Scheme = SCHEMES["last-move"], against: str = "mix", games: int = 3000, seed: int = 1
) -> MatchboxPlayer:
    player = MatchboxPlayer(HEXAPAWN, scheme)
    train(player, teachers_from(against, HEXAPAWN, scheme), games=games, seed=seed)
    return player


def loses(player: MatchboxPlayer, seat: int, state: Any) -> bool:
    """Whether any line loses: by the slow rules, recursively, with the weights read out of the boxes."""
    if state[1] != seat:
        return any(loses(player, seat, after) if result is None else result == 1
                   for _, after, result in REFERENCE.moves(state))  # fmt: skip
    moves = REFERENCE.moves(state)
    text = REFERENCE.seen(state, seat)
    weights = [1] * len(moves)
    if text in player.boxes:
        afterstates = HEXAPAWN.afterstates(HEXAPAWN.position_from(text))
        names = [HEXAPAWN.notation(afterstate, seat) for afterstate in afterstates]
        found = dict(zip(names, player.boxes[text].weights, strict=True))
        weights = [found[name] for name, _, _ in moves]
    if not any(weights):
        weights = [1] * len(moves)
    return any(
        loses(player, seat, after) if result is None else result == -1
        for (_, after, result), weight in zip(moves, weights, strict=True)
        if weight
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_the_proof_agrees_with_a_slow_walk(seat: int) -> None:
    rulebook = Rulebook(HEXAPAWN)
    verdicts = set()
    for seed in range(8):
        for games in (3, 30, 150, 400):
            player = MatchboxPlayer(HEXAPAWN)
            train(player, [Teacher(RandomPlayer())], games=games, seed=seed, seats=(seat,))
            found = seat_verdict(rulebook, player, seat, MAX_POSITIONS)
            assert found is not None
            assert (found.worst == -1) == loses(player, seat, REFERENCE.starts[0])
            verdicts.add(found.worst)
            assert_line_is_possible(player, found.line, seat, found.worst)
    assert verdicts == ({-1, 1} if seat else {-1}), "who moves first is lost"


def assert_line_is_possible(player: MatchboxPlayer, line: tuple[str, ...], seat: int, worst: int) -> None:
    """Follow a line; at its end the game must have this result for the player of a seat."""
    rulebook = Rulebook(HEXAPAWN)
    position, result = HEXAPAWN.starts()[0], None
    for ply, move in enumerate(line):
        decision = rulebook.decision(ply % 2, position)
        index = HEXAPAWN.afterstate_named(decision.afterstates, ply % 2, move)
        assert ply % 2 != seat or index in player.possible(decision)
        afterstate = decision.afterstates[index]
        position = rulebook.swapped(afterstate.position)
        result = afterstate.result
    assert result is not None
    assert (result if (len(line) - 1) % 2 == seat else -result) == worst


def test_an_untrained_machine_can_reach_every_position() -> None:
    found = [
        seat_verdict(Rulebook(HEXAPAWN), MatchboxPlayer(HEXAPAWN), seat, MAX_POSITIONS) for seat in (0, 1)
    ]
    states, new = set(), list(REFERENCE.starts)
    while new:
        state = new.pop()
        states.add(state)
        new += [after for _, after, result in REFERENCE.moves(state) if result is None]
    assert [(one.worst, one.positions) for one in found if one] == [(-1, len(states))] * 2


def test_pursuit_can_go_on_until_it_is_drawn() -> None:
    # In one round the first mover can be caught on the small board, but not on the large one.
    for size, worst in ((3, -1), (4, 0)):
        game = Pursuit(size, 1)
        found = seat_verdict(Rulebook(game), MatchboxPlayer(game), 0, MAX_POSITIONS)
        assert found is not None
        assert (found.worst, len(found.line)) == (worst, 2)


def test_games_with_too_many_positions_are_not_walked_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senet_gp.experiments.matchbox_training.MAX_POSITIONS", 300)
    game = Trilobite(5, 5, 4)
    player = MatchboxPlayer(game)
    assert seat_verdict(Rulebook(game), player, 0, 300) is None
    train(player, [Teacher(RandomPlayer())], games=2, seed=1)
    assert [window.worst for window in player.curve] == [None]


@pytest.mark.parametrize("seed", thinned(range(1, 7), kept=[0, 1]))
def test_the_default_lessons_lead_to_a_proven_machine(seed: int) -> None:
    player = trained(seed=seed)
    assert player.curve[-1].worst == 1
    assert not loses(player, 1, REFERENCE.starts[0])


@pytest.mark.parametrize("seed", thinned(range(1, 5), kept=[0, 1]))
def test_punishing_the_last_move_is_proven_against_random_play(seed: int) -> None:
    """The specification's simulation: so it was in 30 of 30 runs of 3,000 games."""
    assert trained(against="random", seed=seed).curve[-1].worst == 1


@pytest.mark.parametrize("name", ["schedule-321", "schedule-21"])
def test_schedules_destroy_good_moves_if_nothing_is_refilled(name: str) -> None:
    """The specification's simulation: 0 of 30."""
    for seed in range(1, 4):
        player = trained(replace(SCHEMES[name], refill=False), "random", 1500, seed)
        assert not player.curve[-1].proven
        assert any(not any(box.weights) for box in player.boxes.values())
    assert trained(SCHEMES[name], "random", 1500).curve[-1].proven, "refilled boxes give them another chance"


def test_the_last_move_scheme_takes_no_good_move() -> None:
    """Weights are zero only where a slow search sees that the move loses."""
    player = trained(games=800)

    def wins(state: Any) -> bool:
        return any(result == 1 or (result is None and not wins(after))
                   for _, after, result in REFERENCE.moves(state))  # fmt: skip

    new, seen = list(REFERENCE.starts), set()
    while new:
        state = new.pop()
        seen.add(state)
        moves = REFERENCE.moves(state)
        new += [after for _, after, result in moves if result is None and after not in seen]
        box = player.boxes.get(REFERENCE.seen(state, 1))
        if state[1] == 0 or box is None:
            continue
        afterstates = HEXAPAWN.afterstates(HEXAPAWN.position_from(REFERENCE.seen(state, 1)))
        names = [HEXAPAWN.notation(afterstate, 1) for afterstate in afterstates]
        for name, after, result in moves:
            if box.weights[names.index(name)] == 0:
                assert result is None
                assert wins(after)


def test_plain_self_play_stops() -> None:
    """White finds out that it is lost, and gives up before Black has seen every line."""
    scheme = Scheme(refill=False)
    player, teachers = MatchboxPlayer(HEXAPAWN, scheme), teachers_from("self", HEXAPAWN, scheme)
    assert train(player, teachers, games=1000, seed=1) < 200
    white = teachers[0].player
    assert isinstance(white, MatchboxPlayer)
    assert white.boxes["xxx...ooo"].weights == [0, 0, 0]
    assert not player.curve[-1].proven
    refilled = trained(against="self", games=1000)
    assert refilled.games == 1000
    assert not refilled.curve[-1].proven


def test_the_same_seed_gives_the_same_machine() -> None:
    one, two, other = (trained(games=200, seed=seed) for seed in (1, 1, 2))
    assert (one.boxes, one.curve) == (two.boxes, two.curve)
    assert one.boxes != other.boxes
    first, second = trained(FAST, games=200), trained(FAST, games=200)
    assert first.boxes == second.boxes


def test_a_machine_learns_in_both_seats() -> None:
    player = MatchboxPlayer(TicTacToe())
    train(player, teachers_from("random", TicTacToe(), player.scheme), games=50, seed=1, seats=(0, 1))
    assert {box.seat for box in player.boxes.values()} == {0, 1}
    assert player.games == sum(w.won + w.drawn + w.lost for w in player.curve) == 50
    assert [window.games for window in player.curve] == [20, 40, 50]


def test_a_game_gives_each_seat_its_own_decisions() -> None:
    rulebook = Rulebook(HEXAPAWN)
    played = play(rulebook, [Teacher(RandomPlayer())] * 2, game_streams(1))
    assert played.result in {1, -1}
    for seat, chosen in enumerate(played.chosen):
        assert chosen
        assert all(decision.seat == seat for decision, _ in chosen)


def test_only_a_machine_that_learns_resigns() -> None:
    player = MatchboxPlayer(HEXAPAWN)
    player.boxes["xxx...ooo"] = Box(0, [0, 0, 0])
    rulebook = Rulebook(HEXAPAWN)
    resigned = play(rulebook, [Teacher(player, learns=True), Teacher(RandomPlayer())], game_streams(1))
    assert (resigned.result, resigned.chosen) == (-1, ([], []))
    assert play(rulebook, [Teacher(player), Teacher(RandomPlayer())], game_streams(1)).chosen[0]


def test_teachers(tmp_path: Path) -> None:
    scheme = SCHEMES["reward"]

    def named(text: str) -> list[tuple[str, bool]]:
        return [(teacher.player.name, teacher.learns) for teacher in teachers_from(text, HEXAPAWN, scheme)]

    assert named("mix") == [("random", False), ("self", True)]
    assert named("self:menace") == [("self:menace", True)]
    own, other = (teachers_from(text, HEXAPAWN, scheme)[0].player for text in ("self", "self:menace"))
    assert isinstance(own, MatchboxPlayer)
    assert isinstance(other, MatchboxPlayer)
    assert (own.scheme, other.scheme) == (scheme, SCHEMES["menace"])
    file = tmp_path / "machine.json"
    write_matchbox(trained(games=20), file)
    before = file.read_bytes()
    assert named(f"matchbox:{file}") == [(f"matchbox:{file}", False)]
    assert trained(against=f"matchbox:{file}", games=20).games == 20
    assert file.read_bytes() == before
    for text, message in (("nobody", "no player 'nobody'"), ("self:nobody", "no scheme"), ("", "no player")):
        with pytest.raises(UsageError, match=message):
            named(text)
    with pytest.raises(FileError, match="does not exist"):
        named(f"matchbox:{tmp_path}/none")


@pytest.mark.parametrize("scheme", [SCHEMES["menace"], FAST])
@pytest.mark.parametrize("game", [HEXAPAWN, TicTacToe(), Pursuit(), Trilobite(7, 4, 4)], ids=lambda g: g.name)
def test_boxes_are_drawn_within_the_width(game: Any, scheme: Scheme) -> None:
    if game.policy and scheme.form == VALUES:
        return
    player = MatchboxPlayer(game, scheme)
    rulebook, pupil = Rulebook(game), Teacher(player, learns=True)
    for key in range(5):
        played = play(rulebook, [pupil, pupil], game_streams(key))
        for chosen, result in zip(played.chosen, (played.result, -played.result), strict=True):
            player.learn(chosen, result)
    lines = list(drawn_boxes(player))
    assert max(map(len, lines)) <= 80
    assert all(line.isascii() for line in lines)
    assert len(list(drawn_boxes(player, width=1))) > len(lines), "never less than one a row"
    boards = sum(line.count("value") for line in lines) if scheme.form == VALUES else None
    assert boards in {None, len(player.boxes)}


def test_a_box_is_drawn_as_it_lies_on_the_table() -> None:
    player = MatchboxPlayer(HEXAPAWN)
    # Black sees the board rotated, with their own pawns below.
    text = HEXAPAWN.text(HEXAPAWN.swapped(HEXAPAWN.position_from("x.x.x.ooo")))
    assert text == "xxx.o.o.o"
    player.boxes[text] = Box(1, [1, 20, 0, 3])
    assert list(drawn_boxes(player, ("●", "○"), "·")) == [
        "Boxes of the second mover, ○: 1",
        "",
        "○ ○ ○  9-6  1  7-4 3",
        "· ● ·  9x5 20",
        "● · ●  7x5  0",
        "",
    ]


def test_pictures(tmp_path: Path) -> None:
    player = trained(games=400)
    figure = draw_curve(player.curve, "one")
    axes = figure.axes[0]
    assert axes.lines[0].get_xdata()[-1] == 400  # type: ignore[index]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["won", "proven: no line loses"]
    assert axes.get_xscale() == "log"
    save(figure, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    short = draw_curve([Window(1, 0, 1, 0)], "short").axes[0]
    assert short.get_xscale() == "linear"
    line = short.lines[0]
    assert (list(line.get_xdata()), list(line.get_ydata())) == ([1], [0])  # type: ignore[arg-type]
    with pytest.raises(FileError, match="cannot be written"):
        save(figure, tmp_path / "none" / "a.png")
