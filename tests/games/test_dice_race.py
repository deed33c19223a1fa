"""A second game with dice, written by the protocol alone, through everything that a game goes through."""

from __future__ import annotations

import json
import random
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from commands import import_all, run_command
from dice_race import DiceRace, Race
from played_games import played, record_of

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import MatchReport, play_match
from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import play_game
from senet_gp.games.protocol import Decision
from senet_gp.games.registry import GAMES, Entry, game_of, in_words
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import CHOICES, Streams, below

#: A game without kernels cannot be played by programs.
VARIANTS = [DiceRace(), DiceRace(1, 6), DiceRace(5, 40)]
every_variant = pytest.mark.parametrize("game", VARIANTS, ids=repr)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    import_all()
    entry = Entry(game="dice_race:DiceRace", words="dice_race:vocabularies")
    monkeypatch.setitem(GAMES, DiceRace.name, entry)


class Choosing:
    """Chooses at random, or always the last, and has no program."""

    participant = None

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate."""
        count = len(decision.afterstates)
        return count - 1 if self.name == "last" else int(below(streams, CHOICES, count))


def slow_boards(race: Race, throw: int, length: int) -> set[Race]:
    """The boards that a throw can lead to, by counting how many pieces of a side stand on each square."""
    boards = set()
    for start in range(length + 1):
        mine, theirs = Counter(race.mine), Counter(race.theirs)
        target = start + throw
        if not mine[start] or (target <= length and theirs[target] > 1):
            continue
        mine[start] -= 1
        mine[target if target <= length else length + 1] += 1
        if target <= length:
            theirs[0] += theirs.pop(target, 0)
        sides = (tuple(sorted(side.elements(), reverse=True)) for side in (mine, theirs))
        boards.add(Race(*sides))
    return boards or {race}


@every_variant
def test_the_rules_are_those_of_a_slow_check(game: DiceRace) -> None:
    rng = random.Random(1)
    passes = hits = 0
    for _ in range(3000):
        stands = [rng.choices(range(game.length + 2), k=game.pieces) for _ in range(2)]
        race = Race(*[tuple(sorted(side, reverse=True)) for side in stands])
        throw = rng.randint(1, 6)
        decision = game.decision(race, 0, [throw])
        after = [afterstate.position for afterstate in decision.afterstates]
        assert set(after) == slow_boards(race, throw, game.length)
        assert len(set(after)) == len(after)
        passes += after == [race]
        hits += any(board.theirs != race.theirs for board in after)
        for index, board in enumerate(after):
            won = all(square > game.length for square in board.mine)
            assert decision.result(index) == (1 if won else None)
            assert decision.ends_turn(index) == (won or throw != 6)
            theirs = (board.theirs, board.mine)
            assert decision.following(index) == (theirs if won or throw != 6 else board)
            assert decision.named(decision.notation(index)) == index
            assert decision.view(index) == board
    assert hits > 100
    assert passes > 10 or game.pieces == 5  # a piece can nearly always move then


def test_a_whole_game_by_the_slow_check() -> None:
    for game in VARIANTS:
        for key in range(20):
            playthrough, choices = played(game, key)
            race, seat = game.starts()[0], 0
            for choice in choices:
                assert (choice.before, choice.seat) == (race, seat)
                (throw,) = choice.decision.throws
                after = choice.played.position
                assert after in slow_boards(race, throw, game.length)
                stays = throw == 6
                race, seat = (after, seat) if stays else (Race(after.theirs, after.mine), 1 - seat)
            assert playthrough.outcome == 1 - 2 * choices[-1].seat
            assert min(choices[-1].played.position.mine) == game.length + 1


def test_the_same_key_gives_the_same_game() -> None:
    texts = [["\n".join(map(str, played(DiceRace(), key)[1])) for key in range(10)] for _ in range(2)]
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 10


def test_a_turn_goes_on_after_a_six() -> None:
    pairs = [pair for key in range(20) for pair in pairwise(played(DiceRace(), key)[1])]
    for one, other in pairs:
        again = one.decision.throws == (6,)
        assert (other.seat == one.seat) == again == (other.turn == one.turn)
    assert sum(one.turn == other.turn for one, other in pairs) > 20


def test_who_is_barred_passes() -> None:
    decision = DiceRace().decision(Race((2, 2), (5, 5)), 1, (3,))
    assert [decision.notation(0), len(decision.afterstates)] == ["-", 1]
    assert decision.following(0) == Race((5, 5), (2, 2))


@pytest.mark.parametrize(
    "text", ["", "3,0", "3,0/1", "0,3/1,1", "14,0/1,1", "3,0/1,1/2", "a,b/c,d", "3,/1,1"]
)
def test_positions_read_back_and_others_are_refused(text: str) -> None:
    game = DiceRace()
    for choice in played(game, 4)[1]:
        assert game.position_from(game.text(choice.before)) == choice.before
    with pytest.raises(UsageError, match="is no position of a dice race, such as 3,0/12,7"):
        game.position_from(text)


def test_it_is_known_by_its_name_and_parameters() -> None:
    assert game_of("dicerace", {"pieces": 3}) == DiceRace(3)
    assert in_words(DiceRace(3)) == "dicerace with 3 pieces"
    with pytest.raises(
        UsageError, match="dicerace has no parameter 'width': its parameters are pieces, length"
    ):
        game_of("dicerace", {"width": 3})
    with pytest.raises(UsageError, match="1 to 5 pieces a side"):
        game_of("dicerace", {"pieces": 6})


@every_variant
def test_records_read_back(game: DiceRace, tmp_path: Path) -> None:
    for key in range(3):
        record = record_of(game, key)
        record.write(tmp_path / f"{key}.txt")
        assert GameRecord.read(tmp_path / f"{key}.txt") == record
        for length in range(len(record.choices)):
            begun = GameRecord(record.players, game, choices=record.choices[:length])
            assert GameRecord.from_text(begun.to_text()) == begun


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pieces: 2", "pieces: 9", "a dice race has 1 to 5 pieces a side and 6 to 40 squares"),
        ("start: 0,0/0,0", "start: what", "'what' is no position of a dice race"),
        (" x 2       1  0+2", " x 7       1  0+7", "line 10: 7 cannot be thrown where a die of 6 sides is"),
        (
            " x 2       1  0+2",
            " x 11      1  0+1",
            "line 10: 1 and 1 cannot be thrown where a die of 6 sides",
        ),
        (
            " x 2       1  0+2",
            " x         1  0+2",
            "line 10: nothing cannot be thrown where a die of 6 sides",
        ),
        (" x 2       1  0+2", " x 2       2  0+2", "line 10: the number of afterstates is 1, not 2"),
        ("0+2", "2+2", r"line 10: '2\+2' is not a move here: the moves are 0\+2"),
        ("x won", "o won", "line 8: the result does not agree with the moves"),
    ],
)
def test_bad_records_are_refused_with_a_sentence(old: str, new: str, message: str) -> None:
    text = record_of(DiceRace(), 3).to_text()
    assert old in text
    with pytest.raises(UsageError, match=message):
        GameRecord.from_text(text.replace(old, new, 1))


def test_a_record_is_replayed_at_the_terminal(tmp_path: Path) -> None:
    record = record_of(DiceRace(length=20), 3)
    record.write(tmp_path / "game.txt")
    done = run_command("replay", "game.txt", "--ascii", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Dice race with length 20: x random against o random\n\n0,0/0,0\n")
    assert done.stdout.count(" random throws ") == len(record.choices)
    assert done.stdout.endswith("End of the record: random wins.\n")


def measured(workers: int) -> MatchReport:
    with WorkerPool(workers) as pool:
        return play_match(Choosing("random"), Choosing("last"), games=60, seed=2, pool=pool, game=DiceRace())


def test_a_match_is_the_same_for_any_number_of_workers() -> None:
    one, two = measured(1), measured(2)
    assert one == two
    assert sum(one.wins) == 60
    assert 0.5 < one.score < 0.99
    # The luck of both has been subtracted, so the games tell more than they would without.
    assert one.measured.effective_games > 60


def play(*options: str, lines: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_command("play", "dicerace", *options, "--ascii", lines=lines, cwd=cwd)


def test_a_person_plays_to_the_end(tmp_path: Path) -> None:
    options = ("--against", "random", "--seed", "5", "--rule", "length=20", "--record", "game.txt")
    done = play(*options, lines="?\n7+7\n1\nu\n" + "1!\n" * 200, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Dice race against random: you are x and move first.")
    assert "choose a move as it is written in the list" in done.stdout
    assert "forward" not in done.stdout
    assert "'7+7' is not a move here: the moves are " in done.stdout
    assert "You (x) throw 6. Play this, then you throw again." in done.stdout
    assert " won the game." in done.stdout
    record = GameRecord.read(tmp_path / "game.txt")
    assert record.outcome in {1, -1}
    assert record.game == DiceRace(length=20)


def test_a_game_that_is_left_goes_on_as_it_would_have(tmp_path: Path) -> None:
    moves = ["1!"] * 200
    play("--against", "random", "--seed", "5", "--record", "whole.txt", lines="\n".join(moves), cwd=tmp_path)
    play("--against", "random", "--seed", "5", lines="1!\n1!\ns left.txt\nq\n", cwd=tmp_path)
    again = play("--load", "left.txt", lines="\n".join(moves), cwd=tmp_path)
    assert "The game goes on as it would have without the break)" in again.stdout
    assert (tmp_path / "whole.txt").read_text() == (tmp_path / "left.txt").read_text()


def test_players_are_evolved_and_play(tmp_path: Path) -> None:
    size = ("--population", "6", "--generations", "2", "--final-games", "2", "--seed", "1")
    for workers in ("1", "2"):
        where = ("--workers", workers, "--quiet", "--out", f"run{workers}")
        done = run_command("evolve", "dicerace", *size, *where, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
    logs = [(tmp_path / f"run{workers}" / "generations.csv").read_text() for workers in (1, 2)]
    assert logs[0] == logs[1]
    done = run_command("match", "dicerace", "run1", "random", "--games", "4", "--json", cwd=tmp_path)
    assert sum(json.loads(done.stdout)["wins"]) == 4
    assert run_command("resume", "run1", "--generations", "3", cwd=tmp_path).returncode == 0
    longer = (tmp_path / "run1" / "generations.csv").read_text()
    assert longer.startswith(logs[0])
    assert longer.count("\n") == logs[0].count("\n") + 1


def test_choice_by_choice_is_the_same_as_a_match() -> None:
    with WorkerPool(1) as pool:
        report = play_match(RandomPlayer(), RandomPlayer(), games=20, seed=2, pool=pool, game=DiceRace())
        same = play_match(
            Choosing("random"), Choosing("random"), games=20, seed=2, pool=pool, game=DiceRace()
        )
    assert report.wins == same.wins
    assert report.mean_turns == same.mean_turns
    assert play_game(RandomPlayer(), RandomPlayer(), 1, DiceRace()).outcome in {1, -1}


def test_what_needs_boards_of_squares_is_refused_in_a_sentence(tmp_path: Path) -> None:
    run = tmp_path / "run"
    options = ("--generations", "1", "--population", "4", "--final-games", "2", "--quiet", "--out", str(run))
    assert run_command("evolve", "dicerace", *options).returncode == 0
    done = run_command("export", str(run), "--format", "python")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "senet-gp: players of dicerace cannot be written as code, for its row does not" in done.stderr
    done = run_command("report", str(run), "--games", "4", "--workers", "1")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert (run / "report" / "index.html").exists()
