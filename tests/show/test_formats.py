"""Formats are rows: a function and a row add one, and everything else follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from primitives import Vocabulary, vocabulary_of
from primitives.vocabulary import Node
from senet_gp.cli import cli
from senet_gp.runtime.errors import UsageError
from senet_gp.show.formats import FORMATS, Format, content_in, register_format, text_in
from senet_gp.trees.text import from_lisp

WORDS = vocabulary_of("senet", "extended")
TREE = from_lisp("(sub their_distance my_distance)", WORDS)
PLAYER = "expr:(sub their_distance my_distance)"
MAX_NODES = 10


def postfix(tree: Sequence[Node], vocabulary: Vocabulary) -> str:
    """The words as a machine with a stack would be given them, behind the game's name."""
    if len(tree) > MAX_NODES:
        raise UsageError(f"the expression has {len(tree)} nodes, too many to be read so: simplify it")
    stack: list[str] = []
    for node in reversed(tree):
        stack.append(" ".join([stack.pop() for _ in range(node.arity)] + [node.name]))
    return f"{vocabulary.game.name}: {stack[0]}\n"


def sizes(tree: Sequence[Node], _vocabulary: Vocabulary) -> bytes:
    """How many arguments each node takes, a byte each."""
    return bytes(node.arity for node in tree)


POSTFIX = Format(made=f"{__name__}:postfix", help="operators behind what they work on")
SIZES = Format(made=f"{__name__}:sizes", help="numbers of arguments", is_text=False)


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Two formats that a user registers."""
    before = dict(FORMATS)
    register_format("own-postfix", POSTFIX)
    register_format("own-sizes", SIZES)
    yield
    FORMATS.clear()
    FORMATS.update(before)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["export", *arguments])


def test_a_format_of_ones_own_is_exported_by_the_command_line(tmp_path: Path) -> None:
    text = "senet: their_distance my_distance sub\n"
    assert run(PLAYER, "--format", "own-postfix").stdout == text
    file = tmp_path / "player.txt"
    assert run(PLAYER, "--format", "own-postfix", "--out", str(file)).exit_code == 0
    assert file.read_bytes() == text.encode()
    assert content_in("own-postfix", TREE, WORDS) == text_in("own-postfix", TREE, WORDS) == text


def test_what_is_not_text_is_written_but_not_printed(tmp_path: Path) -> None:
    file = tmp_path / "player.bin"
    assert run(PLAYER, "--format", "own-sizes", "--out", str(file)).exit_code == 0
    assert file.read_bytes() == b"\2\0\0"
    printed = run(PLAYER, "--format", "own-sizes")
    assert (printed.stdout, str(printed.exception)) == (
        "",
        "own-sizes is not text, so it cannot be printed: name a file with --out",
    )
    with pytest.raises(UsageError, match=r"^own-sizes is not text: take one of lisp, .*, own-postfix$"):
        text_in("own-sizes", TREE, WORDS)


def test_help_and_mistakes_name_it() -> None:
    # Without white space, since lines are broken at hyphens, too.
    told = "".join(run("--help-all").stdout.split())
    assert "|own-postfix|own-sizes|page|csv]" in told
    for name, row in (("own-postfix", POSTFIX), ("own-sizes", SIZES)):
        assert f"{name}: {row.help}".replace(" ", "") in told
    assert "'own-postfix', 'own-sizes', 'page', 'csv'" in run(PLAYER, "--format", "nothing").output


def test_a_tree_too_large_for_it_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "player.txt"
    done = run(f"expr:{'(add 1 ' * 5}1{')' * 5}", "--format", "own-postfix", "--out", str(file))
    assert str(done.exception) == "the expression has 11 nodes, too many to be read so: simplify it"
    assert not file.exists()


def test_what_is_registered_must_be_new() -> None:
    register_format("own-postfix", POSTFIX)  # as often as its module is imported
    with pytest.raises(UsageError, match="another format with the name own-postfix"):
        register_format("own-postfix", SIZES)
    with pytest.raises(UsageError, match="another format with the name lisp"):
        register_format("lisp", POSTFIX)


def test_a_row_that_is_wrong_is_reported_when_it_is_used() -> None:
    register_format("untrue", Format(made=f"{__name__}:sizes", help="bytes that are no text"))
    with pytest.raises(UsageError, match="makes bytes, but the row of the format untrue promises str"):
        content_in("untrue", TREE, WORDS)
    with pytest.raises(UsageError, match="there is no format 'nothing': the formats are lisp, "):
        content_in("nothing", TREE, WORDS)
