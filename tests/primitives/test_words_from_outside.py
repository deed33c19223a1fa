"""Words, and vocabularies made of them, that come from outside this project."""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from typing import Any

import pytest
from commands import assert_refused, forget, run_command
from deap import gp
from small_boards import candidate_board, columns, random_candidates
from strategies import random, random_tree
from tiny_runs import result_in

from primitives import (
    Board,
    Number,
    Primitive,
    Query,
    Truth,
    primitive,
    register_vocabulary,
    vocabularies,
    vocabulary_of,
)
from primitives.vocabulary import _REGISTERED
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.games.registry import game_of
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.compiled import kernel
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

SUPPORT = Path(__file__).resolve().parents[1] / "support"
SOURCE = (SUPPORT / "my_words.py").read_text(encoding="utf-8")


@pytest.fixture
def words() -> Iterator[Any]:
    """The module of the words, registered for this test."""
    module = import_module("my_words")
    register_vocabulary("tictactoe", "mine", "my_words:vocabulary")
    yield module
    # Other tests go through all vocabularies.
    del _REGISTERED["tictactoe"]


def no_meaning(_board: Board) -> int:
    return 0


def told(_board: Board, *_arguments: int) -> int:
    """Told."""
    return 0


def my_row(_board: Board) -> int:
    """Nothing."""
    return 0


@kernel
def _late(n: int, mine: int) -> int:
    return n & mine


def test_a_word_is_declared_by_a_decorator(words: Any) -> None:
    word = words.my_edges
    assert isinstance(word, Primitive)
    assert (word.name, word.result, word.arguments, word.low, word.high) == ("my_edges", Number, (), 0, 4)
    assert word.compiled == Query(words._edges, "mine")
    assert word(Board(frozenset({1, 2, 4}), frozenset())) == 2
    assert words.both_mine.types == (Number, Number)
    assert pickle.loads(pickle.dumps(word)) is word  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(vocabulary_of("senet").by_name["hits"])).name == "hits"  # noqa: S301


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: primitive(Number, low=0, high=7)(no_meaning), "'no_meaning' has no docstring: say in one"),
        (lambda: primitive(Number, low=0)(told), "'told' gives numbers: declare their range with low= and"),
        (lambda: primitive(int, low=0, high=1)(told), "returns type <class 'int'>: a word returns"),
        (lambda: primitive(Truth, str)(told), "has an argument of type <class 'str'>: use Number"),
        (lambda: primitive(Truth, high=2)(told), "a Truth is between 0 and 1"),
        (lambda: primitive(Truth, compiled=7)(told), "'told' has compiled=7, which is not a kernel"),
        (lambda: primitive(Truth, compiled=my_row)(my_row), "is not a kernel: decorate it with senet_gp"),
        (
            lambda: primitive(Truth, Number, compiled=_late)(told),
            "takes n, mine: put the columns of the board, mine, before the arguments",
        ),
        (
            lambda: primitive(Number, Number, low=0, high=1)(_called("add")),
            "the word 'add' has the name of a built-in operation, which is written in its own way: rename it",
        ),
    ],
)
def test_what_cannot_be_a_word_is_refused(make: Callable[[], Any], problem: str) -> None:
    with pytest.raises(UsageError, match=re.escape(problem)):
        make()


def _called(name: str) -> Callable[..., int]:
    def meaning(_board: Board, n: int) -> int:
        """A number."""
        return n

    meaning.__name__ = name
    return meaning


def test_vocabularies_are_made_of_others() -> None:
    paper = vocabulary_of("senet")
    row = primitive(Number, low=0, high=0)(my_row)
    more = paper.with_primitives(row)
    assert (more.name, [*more.by_name]) == ("paper+my_row", [*paper.by_name, "my_row"])
    less = more.without("hits", "my_row", name="less")
    assert (less.name, [*less.by_name]) == ("less", [name for name in paper.by_name if name != "hits"])
    few = paper.with_constants(range(3))
    assert (few.name, few.constants, few.game) == ("paper, 0 to 2", range(3), paper.game)
    assert {len(each.pset.terminals[Number]) for each in (paper, few)} == {9 + 30, 9 + 3}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda v: v.with_primitives(told), "is not a word: decorate a function with @primitive"),
        (
            lambda v: v.with_primitives(v.by_name["hits"]),
            "'paper' already has a word 'hits': rename yours, or leave the other out with .without('hits')",
        ),
        (lambda v: v.without("hit"), "'paper' has no word 'hit', did you mean 'hits'?"),
        (lambda v: v.without("xyz"), "'paper' has no word 'xyz': it has add, sub"),
        (lambda v: v.without("add", "sub", "mul"), "keep a function of two arguments that gives a Number"),
        (
            lambda v: v.without(*(word.name for word in v.primitives if word.result is Truth)),
            "some of its words take a Truth, and none gives one",
        ),
        (lambda v: v.with_constants([1, 2]), "constants are a range, such as range(1, 31), not [1, 2]"),
        (lambda v: v.with_constants(range(0)), "needs constants"),
    ],
)
def test_vocabularies_that_cannot_be_are_refused(change: Callable[[Any], Any], problem: str) -> None:
    with pytest.raises(UsageError, match=re.escape(problem)):
        change(vocabulary_of("senet"))


def test_random_trees_end_whichever_words_are_left_out() -> None:
    basic = vocabulary_of("hexapawn")
    smaller = basic.without("my_moves", "their_moves")
    assert (basic.constants_together, smaller.constants_together) == (True, False)
    assert max(len(random_individual(smaller, Random(seed))) for seed in range(200)) < 200
    assert vocabulary_of("senet").without("hits").constants_together


def test_a_word_keeps_to_its_range() -> None:
    paper = vocabulary_of("senet")
    wide = primitive(Number, Number, low=0, high=7)(_called("wide"))
    words = paper.with_primitives(wide)
    board = Board(frozenset({1}), frozenset())
    assert plain.value(from_lisp("(wide 7)", words), words, board) == 7
    with pytest.raises(UsageError, match="'wide' has the value 8, but is declared to have whole"):
        plain.value(from_lisp("(wide 8)", words), words, board)


def test_squares_reach_words_as_squares(words: Any) -> None:
    mine = vocabulary_of("tictactoe", "mine")
    board = Board(frozenset({2, 9}), frozenset(), squares=9, width=3)
    for text, holds in {
        "(both_mine 2 9)": True,
        "(both_mine (add 9 2) 9)": True,
        "(both_mine (sub 2 9) (sub 9 9))": True,
        "(both_mine 2 (add 9 1))": False,
    }.items():
        tree = from_lisp(f"(if_then_else {text} 2 1)", mine)
        assert plain.value(tree, mine, board) == 1 + holds
        assert gp.compile(tree, mine.pset)(board) == 1 + holds
    assert words.both_mine(board, 2, 9)


def test_kernels_and_meanings_agree(words: Any) -> None:
    usual = vocabulary_of("tictactoe")
    compiled = usual.with_primitives(words.my_edges, words.both_mine)
    rng = random.Random(1)
    some = random_candidates(usual.game, rng, 200)  # type: ignore[arg-type]
    boards = [candidate_board(usual.game, one) for one in some]  # type: ignore[arg-type]
    for nodes in (5, 40, 120):
        tree = random_tree(rng, compiled, nodes)
        assert scores_of(translate(tree, compiled), columns(some)).tolist() == plain.values_on(
            tree, compiled, boards
        )


def test_registered_vocabularies_are_found_by_name(words: Any) -> None:
    mine = vocabulary_of("tictactoe", "mine")
    assert list(vocabularies("tictactoe")) == ["basic", "mine"]
    assert (mine.name, mine.without_kernel) == ("mine", ("my_corners",))
    assert mine is vocabulary_of("tictactoe", "mine")
    assert pickle.loads(pickle.dumps(mine)) is mine  # noqa: S301 - our own
    assert mine.maker == "my_words:vocabulary"
    assert vocabulary_of("tictactoe").maker == "primitives.small_games:tictactoe"
    assert player_from_text("expr:my_corners", "tictactoe").vocabulary is mine  # type: ignore[attr-defined]
    assert player_from_text("expr:my_moves", "tictactoe").vocabulary.name == "basic"  # type: ignore[attr-defined]
    assert words.my_corners in mine.primitives


def test_a_vocabulary_is_registered_by_its_function_or_by_its_name(words: Any) -> None:
    register_vocabulary("tictactoe", "mine", words.vocabulary)
    assert vocabulary_of("tictactoe", "mine").maker == "my_words:vocabulary"
    with pytest.raises(UsageError, match="define it with def or class at the top of a module"):
        register_vocabulary("tictactoe", "nameless", lambda _game: None)


@pytest.mark.parametrize("name", ["_5", "__5"])
def test_a_word_has_no_name_of_a_constant(name: str) -> None:
    with pytest.raises(UsageError, match=f"'{name}' cannot be a word's name"):
        primitive(Number, Number, low=0, high=7)(_called(name))


def test_a_word_may_be_made_by_exec_in_a_namespace_without_a_name(tmp_path: Path) -> None:
    namespace: dict[str, Any] = {}
    exec("def made(board):\n    'One.'\n    return 1\n", namespace)  # noqa: S102
    words = vocabulary_of("hexapawn").with_primitives(primitive(Number, low=0, high=3)(namespace["made"]))
    champion = Champion(from_lisp("(add made 1)", words), words, game_of("hexapawn"))
    champion.write(tmp_path / "champion.json")
    words_in_file = json.loads((tmp_path / "champion.json").read_text(encoding="utf-8"))["words"]
    # What stands in no module has no hash.
    assert words_in_file["declared"]["made"] == "() -> Number, 0 to 3"
    assert words_in_file["code"] == {}


def test_a_word_of_no_vocabulary_is_said_to_be_in_none(words: Any) -> None:
    assert words
    with pytest.raises(UsageError, match="of any vocabulary of tictactoe; did you mean 'my_corners'"):
        player_from_text("expr:(add my_corner 1)", "tictactoe")
    with pytest.raises(UsageError, match="'lines' is not a word of any"):
        player_from_text("expr:(add lines 1)", "tictactoe")


def test_names_are_given_once(words: Any) -> None:
    assert words
    with pytest.raises(UsageError, match="there is another vocabulary of tictactoe with the name mine"):
        register_vocabulary("tictactoe", "mine", "my_words:another")
    with pytest.raises(UsageError, match="cannot be the name of a vocabulary of tictactoe"):
        register_vocabulary("tictactoe", "Two Words", "my_words:vocabulary")
    with pytest.raises(UsageError, match="made by 7, but that must be a function, or its name"):
        register_vocabulary("tictactoe", "seventh", 7)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="there is no game 'chess'"):
        register_vocabulary("chess", "mine", "my_words:vocabulary")
    register_vocabulary("tictactoe", "basic", "my_words:vocabulary")
    with pytest.raises(UsageError, match="tictactoe has a vocabulary 'basic' of its own: let my_words:voc"):
        vocabularies("tictactoe")


def test_the_function_is_of_the_game_with_its_parameters() -> None:
    register_vocabulary("trilobite", "wide", "my_words:vocabulary")
    register_vocabulary("trilobite", "other", "test_words_from_outside:of_another_game")
    register_vocabulary("trilobite", "none", "builtins:repr")
    register_vocabulary("trilobite", "lost", "my_words:lost")
    sys.modules["test_words_from_outside"] = sys.modules[__name__]
    try:
        game = game_of("trilobite", {"width": 5})
        assert vocabulary_of(game, "wide").game == game
        assert vocabulary_of(game, "wide").squares == game.squares  # type: ignore[attr-defined]
        for name, problem in {
            "other": "make it of the game that is given",
            "none": "builtins:repr must return a Vocabulary, but returns 'Trilobite",
            "lost": "a vocabulary of trilobite names my_words:lost, which cannot be imported",
        }.items():
            with pytest.raises(UsageError, match=problem):
                vocabulary_of(game, name)
    finally:
        del _REGISTERED["trilobite"]


def of_another_game(_game: object) -> object:
    return vocabulary_of("tictactoe")


def with_module(*arguments: str, place: Path = SUPPORT) -> CompletedProcess[str]:
    """What the program does with the plugin, the one in this directory."""

    def begin() -> None:
        # The process is a fork of this one, which may have made the vocabulary.
        forget(["my_words"])
        sys.path.insert(0, str(place))

    return run_command("--plugin", "my_words", *arguments, before=begin)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with words from outside."""
    run = tmp_path_factory.mktemp("words") / "run"
    done = with_module(*evolve(run))
    assert done.returncode == 0, done.stderr
    assert re.search("has no kernel|have no kernel", done.stderr), done.stderr
    return run


def evolve(run: Path) -> list[str]:
    return ["evolve", "tictactoe", "--vocabulary", "mine", "--population", "8", "--generations", "2",
            "--fitness", "full-games", "--games", "2", "--final-games", "4", "--seed", "4",
            "--workers", "fork:2", "--out", str(run)]  # fmt: skip


def test_an_experiment_tells_of_slow_words_before_it_is_played(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('game = "tictactoe"\nplugins = ["my_words"]\n[vary]\nvocabulary = ["basic", "mine"]\n')
    done = with_module(
        "experiment", str(plan), "--out", str(tmp_path / "out"), "--shard", "9/9", "--seeds", "1"
    )
    assert re.search("(has|have) no kernel: games of expressions with such a word", done.stderr), done.stderr


@pytest.mark.slow
def test_every_verb_knows_the_words(played: Path, tmp_path: Path) -> None:
    again, player = tmp_path / "spawned", str(played / "champion.json")
    done = with_module("evolve", "--config", str(played / "config.toml"), "--out", str(again), "--quiet",
                       "--workers", "spawn:2")  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{again}\n", "")
    for name in ("champion.json", "generations.csv", "words.json"):
        assert result_in(again / name) == result_in(played / name)
    done = with_module("match", "tictactoe", "expr:(add my_corners 1)", "random", "--games", "4")
    assert done.stderr.startswith("senet-gp: my_corners has no kernel: games of expressions with such a word")
    for verb in (
        ["match", "tictactoe", player, "random", "--games", "4"],
        ["export", player, "--simplify", "terms", "--format", "json"],
        ["resume", str(played)],
    ):
        done = with_module(*verb)
        assert done.returncode == 0, done.stderr


def test_a_run_records_its_words(played: Path) -> None:
    record = json.loads((played / "words.json").read_text())["words"]
    assert record["made_by"] == "my_words:vocabulary"
    assert record["declared"]["both_mine"] == "(Square, Square) -> Truth, 0 to 1"
    assert record["declared"]["my_edges"] == "() -> Number, 0 to 4"
    assert record["declared"]["add"] == "(Number, Number) -> Number, without the board"
    assert list(record["code"]) == ["my_words"]
    assert re.fullmatch("[0-9a-f]{16}", record["code"]["my_words"])
    champion = json.loads((played / "champion.json").read_text())
    used = set(re.findall(r"[a-z_]+", champion["expression"]))
    assert set(champion["words"]["declared"]) == used


@pytest.mark.usefixtures("whole_end")
def test_the_end_of_a_run_in_plain_python_has_fewer_games(tmp_path: Path) -> None:
    assert with_module(*evolve(tmp_path / "run")).returncode == 0
    champion = json.loads((tmp_path / "run" / "champion.json").read_text())
    assert {match["games"] for match in champion["results"]} == {20}


def test_what_is_of_this_project_records_nothing(tmp_path: Path) -> None:
    done = run_command("evolve", "hexapawn", "--population", "8", "--generations", "2", "--games", "2",
                       "--out", str(tmp_path / "run"), "--quiet")  # fmt: skip
    assert done.returncode == 0
    assert not (tmp_path / "run" / "words.json").exists()
    for name in ("champion.json", "checkpoint.json"):
        assert "words" not in json.loads((tmp_path / "run" / name).read_text())


def test_without_the_module_it_is_named(played: Path) -> None:
    for arguments in (
        ["resume", str(played)],
        ["export", str(played / "champion.json"), "--format", "infix"],
    ):
        # Other tests import the module, and the process is a fork of this one.
        done = run_command(*arguments, before=lambda: sys.modules.pop("my_words", None))
        assert_refused(done, 2, "(my_words): if you trust it, add --plugin my_words")


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("high=4)\ndef my_corners", "high=5)\ndef my_corners",
         "was () -> Number, 0 to 4 and is () -> Number, 0 to 5 here, in my_words"),
        ("(Truth, Square, Square,", "(Truth, Square, Number,",
         "was (Square, Square) -> Truth, 0 to 1 and is (Square, Number) -> Truth, 0 to 1 here"),
        ("my_corners, my_edges, both_mine)", "my_edges, both_mine)",
         "is missing in the vocabulary 'mine' here: my_words no longer declares it; was it renamed?"),
        ('"mine", "my_words', '"other", "my_words', "tictactoe has no vocabulary 'mine'"),
    ],
)  # fmt: skip
def test_words_that_differ_are_named(
    played: Path, tmp_path: Path, before: str, after: str, problem: str
) -> None:
    assert SOURCE.count(before) == 1
    (tmp_path / "my_words.py").write_text(SOURCE.replace(before, after), encoding="utf-8")
    done = with_module("resume", str(played), place=tmp_path)
    assert_refused(done, 1, problem)


def test_a_word_may_be_written_otherwise(played: Path, tmp_path: Path) -> None:
    line = "    return len(board.mine & CORNERS)"
    otherwise = "    # A comment.\n    return len(\n        (board.mine & CORNERS))"
    text = SOURCE.replace(line, otherwise)
    assert text != SOURCE
    text = text.replace("How many corners are mine", "How many of my pieces stand in a corner")
    (tmp_path / "my_words.py").write_text(text, encoding="utf-8")
    done = with_module("match", "tictactoe", str(played), "random", "--games", "2", place=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "the code of" not in done.stderr


def _recorded(declared: Any = None, made_by: Any = None, **changed: Any) -> dict[str, Any]:
    """What a file of the version before records of a word that differs from the one here."""
    word = {
        "name": "my_moves",
        "module": "os",
        "arguments": [],
        "result": "Truth",
        "low": 0,
        "high": 1,
        "reads_board": True,
    }
    return {"made_by": made_by, "declared": [word | changed] if declared is None else declared}


@pytest.mark.parametrize(
    "record",
    [7, [], _recorded(declared=3), _recorded(declared=[3]), _recorded(name=1), _recorded(module="os; rm"),
     _recorded(name="x" * 1000, module="os.path"), _recorded(low={}), _recorded(made_by=["os:system"]),
     {"made_by": None, "declared": {"x" * 1000: "other"}, "code": {"os; rm": "0" * 16}},
     {"made_by": "os; rm:a", "declared": {"my_moves": "other"}, "code": {"os": "0" * 16}},
     {"made_by": None, "declared": {"my_moves": 7}, "code": {}},
     {"made_by": None, "declared": {"x": "other"}, "code": {"os": 7}},
     {"made_by": None, "declared": {"x": "other"}, "code": 7}],
)  # fmt: skip
@pytest.mark.parametrize("version", [2, 3])
def test_records_from_anyone_are_checked(record: Any, version: int, tmp_path: Path) -> None:
    tree = from_lisp("(add my_moves 1)", vocabulary_of("hexapawn"))
    file = tmp_path / "champion.json"
    champion = Champion(tree, vocabulary_of("hexapawn"), game_of("hexapawn"))
    champion.write(file)
    from senet_gp.runtime.documents import read_document, write_document

    content = read_document(file, "senet-gp champion", 3, dict)
    write_document(file, "senet-gp champion", version, content | {"words": record})
    with pytest.raises(FileError) as refused:
        Champion.read(file)
    assert "rm" not in str(refused.value).partition("--plugin")[2]
