"""The enumeration of all expressions of a small game."""

from __future__ import annotations

from itertools import product

import pytest
import shortest_proven

from primitives import vocabulary_of
from senet_gp.engine.participants import Source, values_of
from senet_gp.trees.text import from_lisp

LEAVES = ["my_pieces", "their_pieces", "my_moves", "their_moves", "move_start", "move_to", *"123456789"]


def test_all_expressions_that_differ_are_found() -> None:
    lines = shortest_proven.all_lines("hexapawn")
    enumeration = shortest_proven.Enumeration(lines)
    found = [len(enumeration.next_size()) for _ in range(3)]
    vocabulary = vocabulary_of("hexapawn")
    texts = [
        f"({word} {left} {right})" for word, left, right in product(["add", "sub", "mul"], LEAVES, LEAVES)
    ]
    trees = [from_lisp(text, vocabulary) for text in (*LEAVES, *texts)]
    values = {values_of(Source(tree.packed, vocabulary), lines.boards).tobytes() for tree in trees}
    assert found == [len(LEAVES), 0, len(values) - len(LEAVES)]


def test_of_each_size_it_is_told_whether_it_has_a_proven_one(capsys: pytest.CaptureFixture[str]) -> None:
    shortest_proven.search("hexapawn", 4)
    told = capsys.readouterr().out.splitlines()
    assert [line.split(" (")[0].split(", ")[-1] for line in told] == ["0 proven"] * 4
    assert told[3].startswith("4 nodes: 0 that differ")  # truths alone have even sizes


def test_a_formula_of_seven_nodes_is_proven() -> None:
    lines = shortest_proven.all_lines("hexapawn")
    tree = from_lisp("(mul move_to (if_then_else (mine 3) my_moves 1))", vocabulary_of("hexapawn"))
    assert lines.is_perfect(tree)


@pytest.mark.parametrize("game", ["senet", "chess"])
def test_other_games_are_refused(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["shortest_proven.py", game])
    with pytest.raises(SystemExit, match=r"shortest_proven: .*"):
        shortest_proven.main()
