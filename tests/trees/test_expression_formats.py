"""Every format of an expression means the same."""

from __future__ import annotations

import contextlib
import json
import random
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from board_texts import text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from readers import (
    dot_words,
    infix_words,
    json_words,
    latex_words,
    pairs_of_parentheses,
    regrouped,
    words_by_python,
)
from small_boards import BOARD_GAMES, candidate_board, random_candidates
from small_boards import columns as small_columns
from strategies import columns, nested, random_board, random_tree
from thinned import thinned

from primitives import Board, Vocabulary, vocabularies, vocabulary_of
from primitives.types import MOST
from primitives.vocabulary import Node
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of, in_words
from senet_gp.games.senet import Senet
from senet_gp.players.hand import hand_made_player
from senet_gp.runtime.documents import read_document
from senet_gp.runtime.errors import UsageError
from senet_gp.show.formats import FORMATS, content_in, text_in
from senet_gp.show.plots.expression import MAX_NODES, drawn, layout_of, to_png, to_svg
from senet_gp.trees.individual import random_individual
from senet_gp.trees.plain import value
from senet_gp.trees.text import FORMAT, VERSION, from_lisp, greatest_of, to_lisp

EXTENDED = vocabulary_of("senet", "extended")
VOCABULARIES = [*vocabularies("senet").values(), *(vocabulary_of(game) for game in BOARD_GAMES)]
#: Those whose programs are compiled, and written as Python files.
WRITTEN = [words for words in VOCABULARIES if GAMES[words.game.name].exported and not words.without_kernel]
READERS = {"infix": infix_words, "latex": latex_words, "dot": dot_words, "json": json_words}


def test_every_format_is_read_back_or_compared_otherwise() -> None:
    """Lisp is read by the program itself, Python and JavaScript are run, and pictures are looked at."""
    assert {*READERS, "lisp", "python", "javascript", "png", "svg"} == set(FORMATS)


def kept_champions() -> Iterator[list[Node]]:
    for name in ("HC1", "HC2", "HC3", "HC4", "HC5", *(f"S{number}" for number in range(1, 9))):
        yield list(hand_made_player(name, "senet").tree)


def assert_reads_back(tree: list[Node], vocabulary: Vocabulary) -> None:
    own = [node.name for node in tree]
    assert from_lisp(text_in("lisp", tree, vocabulary), vocabulary) == tree
    for name, reader in READERS.items():
        words = reader(text_in(name, tree, vocabulary))
        names = own
        if name in {"infix", "latex"}:
            words, names = regrouped(words, vocabulary), regrouped(own, vocabulary)
        assert words == names, f"{name}: {to_lisp(tree)}"


@given(st.sampled_from(VOCABULARIES), st.integers(0, 10**9), st.sampled_from([1, 2, 4, 8, 15, 40, 100, 300]))
def test_random_trees_of_all_games_read_back(vocabulary: Vocabulary, seed: int, nodes: int) -> None:
    rng = random.Random(seed)
    assert_reads_back(random_tree(rng, vocabulary, nodes), vocabulary)
    assert_reads_back(list(random_individual(vocabulary, rng)), vocabulary)


def test_champions_and_large_trees_read_back_and_score_alike(tmp_path: Path) -> None:
    boards, evaluated = some_boards(EXTENDED, random.Random(4), 40)
    large = [random_tree(random.Random(nodes), EXTENDED, nodes) for nodes in (50, 150, 500, 2500)]
    for number, tree in enumerate([*kept_champions(), *large]):
        assert_reads_back(tree, EXTENDED)
        scores = scores_of(translate(tree, EXTENDED), evaluated).tolist()
        assert shown_scores(tree, EXTENDED, tmp_path / f"player{number}.py", boards) == scores


def some_boards(vocabulary: Vocabulary, rng: random.Random, count: int) -> tuple[list[Board], object]:
    """Boards of a game as plain meanings see them, and as the evaluator does."""
    if isinstance(vocabulary.game, BoardGame):
        afterstates = random_candidates(vocabulary.game, rng, count)
        return [candidate_board(vocabulary.game, c) for c in afterstates], small_columns(afterstates)
    boards = [random_board(rng) for _ in range(count)]
    return boards, columns(boards)


def shown_scores(tree: list[Node], vocabulary: Vocabulary, file: Path, boards: list[Board]) -> list[int]:
    """The scores of the exported Python file, run by itself; its choice is one of the best."""
    texts = [text_of(board, pursuit=vocabulary.game.name == "pursuit") for board in boards]
    file.write_text(text_in("python", tree, vocabulary))
    command = [sys.executable, "-I", "-S", file, *texts]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    played = lines.pop()[1] if lines[-1][0] == "plays" else None
    assert [line[0] for line in lines] == texts
    scores = [int(line[1]) for line in lines]
    if vocabulary.game.name == "pursuit":
        assert [int(line[3]) for line in lines] == [score % 4 for score in scores]
    else:
        assert played in {text for text, score in zip(texts, scores, strict=True) if score == max(scores)}
    return scores


@pytest.mark.parametrize(
    "vocabulary",
    thinned(WRITTEN, kept=range(0, len(WRITTEN), 3)),
    ids=lambda vocabulary: f"{vocabulary.game.name}-{vocabulary.name}",
)
def test_all_score_a_thousand_boards_alike(vocabulary: Vocabulary, tmp_path: Path) -> None:
    """The exported Python is run as a file; what the others are read back to is the tree, node by node."""
    rng = random.Random(5)
    boards, evaluated = some_boards(vocabulary, rng, 1000)
    for number, nodes in enumerate((3, 60, 250)):
        tree = random_tree(rng, vocabulary, nodes)
        assert_reads_back(tree, vocabulary)
        scores = scores_of(translate(tree, vocabulary), evaluated).tolist()
        assert shown_scores(tree, vocabulary, tmp_path / f"player{number}.py", boards) == scores
        assert [value(tree, vocabulary, board) for board in boards[:100]] == scores[:100]


INFIX = {
    "(sub their_pieces my_pieces)": "their_pieces - my_pieces",
    "(add my_moves (sub 1 2))": "my_moves + 1 - 2",
    "(sub my_moves (sub 1 2))": "my_moves - (1 - 2)",
    "(add hits (sub (mul 30 (mul (mul 30 30) (mul 30 (mul 30 my_distance)))) 1))": (
        "hits + (30 * (30 * 30 * 30 * 30 * my_distance) - 1)"
    ),
    "(add (add my_moves 1) 2)": "my_moves + 1 + 2",
    "(sub my_moves (mul 2 (sub hits 1)))": "my_moves - 2 * (hits - 1)",
    "(mul (mul 2 3) (mul 4 5))": "2 * 3 * 4 * 5",
    "(if_then_else (and_ (not_ (mine 5)) (or_ (empty 1) (less_than 1 hits))) 1 2)": (
        "if not mine(5) and (empty(1) or 1 < hits) then 1 else 2"
    ),
    "(if_then_else (or_ (and_ (mine 1) (mine 2)) (not_ (equal 1 2))) 1 2)": (
        "if mine(1) and mine(2) or not 1 = 2 then 1 else 2"
    ),
    "(add 1 (if_then_else i_am_in_water 20 1))": "1 + (if i_am_in_water then 20 else 1)",
    "(move_start (add 1 hits))": "move_start(1 + hits)",
    "(if_then_else (mine 26) 20 (if_then_else (mine 27) 10 1))": (
        "if mine(26) then 20\nelse if mine(27) then 10\nelse 1"
    ),
}


@pytest.mark.parametrize(("lisp", "infix"), INFIX.items())
def test_infix_is_as_people_write(lisp: str, infix: str) -> None:
    assert text_in("infix", from_lisp(lisp, EXTENDED), EXTENDED) == infix + "\n"


@given(st.sampled_from(WRITTEN), st.integers(0, 10**9), st.integers(3, 60))
def test_infix_has_the_parentheses_that_its_value_needs(
    vocabulary: Vocabulary, seed: int, nodes: int
) -> None:
    """Python groups the text as its value wants, and in another way without any pair of parentheses."""
    rng = random.Random(seed)
    tree = random_tree(rng, vocabulary, nodes)
    text = " ".join(text_in("infix", tree, vocabulary).split())
    words = words_by_python(text)
    read = [vocabulary.node_named[word] for word in words]
    boards = some_boards(vocabulary, rng, 10)[0]
    assert [value(read, vocabulary, board) for board in boards] == [
        value(tree, vocabulary, board) for board in boards
    ]
    for begin, end in pairs_of_parentheses(text):
        without = f"{text[:begin]} {text[begin + 1 : end]} {text[end + 1 :]}"
        with contextlib.suppress(SyntaxError):
            other = words_by_python(without)
            assert other != words
            alike = regrouped(other, vocabulary) == regrouped(words, vocabulary)
            assert not alike or may_saturate(tree, vocabulary), text


def may_saturate(tree: list[Node], vocabulary: Vocabulary) -> bool:
    """Whether a sum or a product in a tree might exceed the bounds of numbers."""
    stack: list[int] = []
    for node in reversed(tree):
        stack.append(greatest_of(node.name, [stack.pop() for _ in range(node.arity)], vocabulary))
        if stack[-1] > MOST:
            return True
    return False


def test_infix_lines_are_short_and_indented() -> None:
    for tree in [*kept_champions(), nested(random.Random(1), EXTENDED, 3000)]:
        lines = text_in("infix", tree, EXTENDED).splitlines()
        assert max(map(len, lines)) <= 80, max(lines, key=len)
        assert not any(line != line.rstrip() for line in lines)
        indents = [len(line) - len(line.lstrip()) for line in lines]
        assert all(after - before <= 4 for before, after in pairwise(indents))


@cache
def large_trees() -> list[list[Node]]:
    """A deep one and a large one."""
    rng = random.Random(6)
    return [nested(rng, EXTENDED, 10_000), random_tree(rng, EXTENDED, 8_000)]


@pytest.mark.parametrize("name", FORMATS)
def test_large_and_deep_trees_work_or_are_refused_with_a_sentence(name: str) -> None:
    for tree in large_trees():
        if name in {"dot", "png", "svg"}:
            with pytest.raises(UsageError, match=rf"has {len(tree)} nodes.*simplify it"):
                content_in(name, tree, EXTENDED)
            continue
        assert content_in(name, tree, EXTENDED)
        if name in {"infix", "json", "latex"}:
            words = READERS[name](text_in(name, tree, EXTENDED))
            assert regrouped(words, EXTENDED) == regrouped([node.name for node in tree], EXTENDED)


def test_json_says_what_is_needed_and_is_sound(tmp_path: Path) -> None:
    tree = from_lisp("(if_then_else (mine 26) my_moves (sub 1 their_distance))", EXTENDED)
    file = tmp_path / "expression.json"
    file.write_text(text_in("json", tree, EXTENDED))
    content = read_document(file, FORMAT, VERSION, dict)
    assert content["expression"] == ["if_then_else", "mine", 26, "my_moves", "sub", 1, "their_distance"]
    assert content["words"]["mine"] == {
        "arguments": ["Number"],
        "result": "Truth",
        "reads_board": True,
        "meaning": "Whether a piece of mine stands on the named square.",
    }
    assert (content["game"], content["parameters"]) == ("senet", {"pieces": 7})
    assert (content["vocabulary"], content["nodes"], content["depth"]) == ("extended", 7, 2)


@pytest.mark.parametrize(
    "game",
    [*(game for game in BOARD_GAMES if GAMES[game.name].exported), Senet(1), Senet(5), Senet()],
    ids=repr,
)
def test_exports_are_of_the_game_with_its_parameters(game: Game) -> None:
    """JSON names all parameters, texts name the unusual ones, and Python files use the right board."""
    for words in vocabularies(game).values():
        tree = random_tree(random.Random(6), words, 30)
        content = json.loads(text_in("json", tree, words))
        assert game_of(content["game"], content["parameters"]) == game
        told = f"A player of {game.title}{in_words(game).removeprefix(game.name)}, made by senet-gp"
        source = text_in("python", tree, words)
        assert told in " ".join(text_in("latex", tree, words).split())
        assert told in source
        start = game.text(game.starts()[0])
        assert (start.rpartition(",")[0] if game.name == "pursuit" else start) in source


def test_real_graphviz_accepts_the_files(tmp_path: Path) -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("there is no dot here")
    for number, words in enumerate(VOCABULARIES):
        tree = random_tree(random.Random(7), words, 60)
        file = tmp_path / f"{number}.dot"
        file.write_text(text_in("dot", tree, words))
        done = subprocess.run([program, "-Tplain", file], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        lines = done.stdout.splitlines()
        nodes = {line.split()[1]: float(line.split()[2]) for line in lines if line.startswith("node")}
        assert len(nodes) == len(tree)
        # Arguments stand from left to right, so that 1 - 2 is not read as 2 - 1.
        edges = re.findall(r"(n\d+) -> (n\d+)", file.read_text())
        for (parent, left), (same, right) in pairwise(edges):
            assert parent != same or nodes[left] < nodes[right]


def latex_problems(text: str) -> list[str]:
    """What a document would not compile for: braces, environments, signs and commands."""
    problems = []
    if re.sub(r"\\[{}]", "", text).count("{") != re.sub(r"\\[{}]", "", text).count("}"):
        problems.append("braces")
    commands = set(re.findall(r"\\([a-zA-Z]+)", text))
    known = "begin bigskip cdot define displaystyle documentclass end geometry hangindent hrule land left "
    known += "lnot lor mathit mathrel medskip newcommand par parindent pm query raggedright right setlength "
    known += "smallskip "
    known += "tell text usepackage"
    problems += sorted(commands - set(known.split()))
    if re.findall(r"[^\x20-\x7e\n]", text):
        problems.append("not ASCII")
    if len(re.findall(r"\\left\(", text)) != len(re.findall(r"\\right\)", text)):
        problems.append("left and right")
    if text.count(r"\begin{cases}") != text.count(r"\end{cases}") or text.replace(r"\$", "").count("$") % 2:
        problems.append("cases or dollars")
    body = text.partition(r"\begin{document}")[2]
    if re.search(r"(?<![\\e])_|(?<!\\)[#%]|\^(?!\{31\})", body):
        problems.append("signs that TeX takes for its own")
    return problems


def test_latex_compiles(tmp_path: Path) -> None:
    """Where TeX is; elsewhere its usual complaints are looked for."""
    program = shutil.which("pdflatex") or shutil.which("tectonic")
    options = ["-interaction=nonstopmode", "-halt-on-error"] if program and "pdflatex" in program else []
    for number, words in enumerate(VOCABULARIES):
        tree = random_tree(random.Random(8), words, 2000)
        assert {node.name for node in tree} >= set(words.by_name)  # so that every meaning is told
        text = text_in("latex", tree, words)
        assert latex_problems(text) == []
        if program:
            file = tmp_path / f"{number}.tex"
            file.write_text(text)
            done = subprocess.run([program, *options, file], cwd=tmp_path, capture_output=True, check=False)
            assert done.returncode == 0, done.stdout[-500:]
            assert file.with_suffix(".pdf").exists()


@given(st.sampled_from(VOCABULARIES), st.integers(0, 10**9), st.integers(1, 120))
@settings(max_examples=30)
def test_no_two_nodes_of_a_drawing_overlap(vocabulary: Vocabulary, seed: int, nodes: int) -> None:
    tree = random_tree(random.Random(seed), vocabulary, nodes)
    places = layout_of(tree)
    boxes = list(zip(places.left, places.right, places.middle, strict=True))
    width, height = places.size
    for number, (left, right, middle) in enumerate(boxes):
        assert 0 < left < right < width
        assert 0 < middle < height
        for other_left, other_right, other_middle in boxes[:number]:
            apart = left > other_right or right < other_left or abs(middle - other_middle) > 0.2
            assert apart, to_lisp(tree)


def test_labels_fit_their_boxes() -> None:
    tree = random_tree(random.Random(9), EXTENDED, 30)
    figure = drawn(tree, EXTENDED)
    figure.canvas.draw()
    (axes,) = figure.axes
    places = layout_of(tree)
    labels = [text for text in axes.texts if text.get_text() not in {"", "then", "else"}]
    assert [text.get_text() for text in labels] == places.labels
    for text, left, right in zip(labels, places.left, places.right, strict=True):
        extent = text.get_window_extent().transformed(axes.transData.inverted())
        assert left < extent.x0 < extent.x1 < right


def test_pictures_are_pictures() -> None:
    for words in VOCABULARIES:
        tree = random_tree(random.Random(10), words, 5)
        assert to_png(tree, words).startswith(b"\x89PNG")
        svg = to_svg(tree, words)
        assert ET.fromstring(svg).tag.endswith("svg")  # noqa: S314 - our own
    assert to_svg(tree, words) == svg


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    tree = nested(random.Random(11), EXTENDED, MAX_NODES // 2)
    assert len(tree) <= MAX_NODES
    with pytest.raises(UsageError, match=r"too large for png: choose svg or dot"):
        to_png(tree, EXTENDED)


def test_helpers_of_exported_files_take_no_word_away() -> None:
    source = text_in("python", from_lisp("7", EXTENDED), EXTENDED)
    taken = set(re.findall(r"^(?:def|class) (\w+)|^(\w+) =", source, re.MULTILINE))
    names = {name for pair in taken for name in pair} | {"random", "sys", "board"}
    for words in VOCABULARIES:
        assert not names & set(words.by_name)


def test_text_is_made_without_matplotlib() -> None:
    program = (
        "import sys; from senet_gp.show.formats import text_in\n"
        "from senet_gp.players.hand import hand_made_player\n"
        "who = hand_made_player('HC1', 'senet')\n"
        f"for name in {[name for name, row in FORMATS.items() if row.is_text and name != 'svg']}:\n"
        "    text_in(name, who.tree, who.vocabulary)\n"
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
