"""Exported JavaScript stands alone and means the same, in a browser."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import chromium, complaints
from selenium.webdriver import Chrome
from small_boards import BOARD_GAMES
from strategies import nested, random_tree

from primitives import Number, Vocabulary, vocabularies, vocabulary_of
from primitives.declarations import Primitive
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.runtime.errors import UsageError
from senet_gp.show.formats import text_in
from senet_gp.trees.board_forms import BoardForm
from senet_gp.trees.javascript import Sources
from senet_gp.trees.plain import value
from senet_gp.trees.python_source import board_form
from senet_gp.trees.python_to_javascript import RUNTIME, NotTranslatedError, Translator
from senet_gp.trees.text import from_lisp

EXPORTED: list[Game] = [
    game
    for game in dict.fromkeys((*map(game_of, GAMES), *BOARD_GAMES))
    if GAMES[game.name].exported and not game.name.startswith("own")
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    with chromium() as driver:
        driver.get("about:blank")
        yield driver
        assert not complaints(driver)


def test_every_word_of_every_vocabulary_is_worth_the_same(browser: Chrome) -> None:
    rng = random.Random(1)
    for words in (words for game in EXPORTED for words in vocabularies(game).values()):
        form, _, _ = board_form(words)
        used: set[str] = set()
        scripts, expected = [], []
        while len(scripts) < 4 or used < {*words.by_name}:
            tree = random_tree(rng, words, 30)
            used |= {node.name for node in tree} & {*words.by_name}
            texts = [form.sample(words, rng) for _ in range(8)]
            expected.append([value_of(tree, words, form, text) for text in texts])
            scripts.append(scored(text_in("javascript", tree, words), texts))
        assert browser.execute_script(f"return [{','.join(scripts)}]") == expected, words


def scored(file: str, texts: list[str]) -> str:
    """An expression of JavaScript: the scores of boards by a file, if its own checks hold."""
    asked = f"player.check() && {json.dumps(texts)}.map(player.score)"
    return f"(() => {{{file}\nreturn {asked};}})()"


def value_of(tree: list[Any], words: Vocabulary, form: BoardForm, text: str) -> int:
    return value(tree, words, form.read(text, words.squares, words.width))


@pytest.mark.slow
def test_deep_trees(browser: Chrome) -> None:
    words = vocabulary_of("senet", "extended")
    tree = nested(random.Random(2), words, 10_000)
    text = game_of("senet").text(game_of("senet").starts()[0])
    form, _, _ = board_form(words)
    script = scored(text_in("javascript", tree, words), [text])
    assert browser.execute_script(f"return {script}") == [value_of(tree, words, form, text)]


def test_a_page_names_the_file_and_asks_it_what_to_play(browser: Chrome, tmp_path: Path) -> None:
    words = vocabulary_of("hexapawn")
    (tmp_path / "player.js").write_text(
        text_in("javascript", from_lisp("(add move_start move_to)", words), words)
    )
    (tmp_path / "page.html").write_text("<!doctype html><title>Mine</title><script src='player.js'></script>")
    browser.get(f"file://{tmp_path}/page.html")
    assert browser.execute_script("return player.choose(['.xxx..ooo:1-4', 'xx...xooo:3-6'])") == 1
    assert browser.execute_script("return player.score(player.read('.xxx..ooo:1-4'))") == 5
    asked = "try {return player.score('xo')} catch (error) {return error.message}"
    assert browser.execute_script(asked) == "a board is 9 characters x, o or ., not 'xo'"


def test_a_policy_names_its_move(browser: Chrome) -> None:
    words = vocabulary_of("pursuit")
    file = text_in("javascript", from_lisp("(sub own_x 3)", words), words)
    assert browser.execute_script(
        f"{file}\nreturn [player.score(arguments[0]), player.choose(arguments[0])]", "1,0,3,2,-1,2"
    ) == [-2, 2]


EXPRESSIONS = """
-7 // 2, 7 // -2, -7 % 3, 7 % -3, divmod(-7, 2), 6 / 4, abs(-3), 5 & ~1, -8 >> 1, 3 << 33, (1 << 40 | 5) & (1 << 40)
3 ^ 5, True ^ True, True & False, True + True, 2 * True, True == 1, 1 == 1.0, "1" == 1, None is None, not [], not {0}
1 < 2 < 3, 1 < 2 > 3, 2 in (1, 2), (1, 2) in {(1, 2)}, [1, (2, 3)] == [1, (2, 3)], {1, 2} == {2, 1}, 1 not in {2}
{1, 2} <= {1, 2, 3}, {1} < {1}, {1, 4} <= {1, 2, 3}, {1, 2, 3} >= {3}, sorted({3, 1} | {2}), sorted({1, 2, 3} - {2})
sorted({1, 2} & {2, 3}), sorted({1, 2} ^ {2, 3}), {1}.isdisjoint({2}), sorted({1}.union({2}, [3])), len({1, True, 1.0})
0 or 5, 0 or "" or None, 1 and 0 and 5, [] or [1], 3 if [] else 4, min(3, 1, 2), max([4, 2]), max((), default=7)
min([(2, 1), (1, 9)]), max([-3, 2], key=abs), min(3, -4, key=lambda x: -x), sorted([2, 3, 1], reverse=True)
sorted([(1, 2), (0, 9)], key=lambda pair: pair[1]), sum([1, 2], 10), sum(x > 1 for x in (1, 2, 3)), any([0, 0]), all([])
[1, 2, 3, 4][-1], [1, 2, 3, 4][1:3], [1, 2, 3, 4][::-1], [1, 2, 3, 4][-3:-1], [1, 2, 3][5:], [0, 1, 2, 3][3:0:-2]
(1,) * 3, [0, 1] * 2, (1, 2) + (3,), (1, 2).index(2), [1, 1, 2].count(1), list(range(5, 0, -2)), list(enumerate("ab", 1))
"a:b:c".partition(":"), "a:b:c".rpartition(":"), "ab".partition(":"), "a,b".split(","), " a  b ".split(), "-".join("ab")
"aXbX".replace("X", "$&"), "x" in "xo", "abc"[::-1], int("-12"), int(True), str(5), f"{1 + 1}{'a'!r}-{True}", len("abc")
{1: 2, (3, 4): 5}[3, 4], {1: 2}.get(7, 9), list({1: 2}), list({1: 2}.items()), sorted({1: 2, 3: 4}.values()), dict([(1, 2)])[1]
[x * y for x in (1, 2) for y in range(x) if x], {x: -x for x in (1, 2)}[2], [a + b for a, b in zip([1, 2], [3, 4])]
sorted({x % 2 for x in range(5)}), list(map(int, "12")), list(map(lambda a, b: a * b, [1, 2], [3, 4])), list(reversed((1, 2)))
sorted({31, 32, -1} | {33, 0}), sorted({31, 40, 41} - {31, 41}), sorted({1, 31, 40} & {31, 40}), {40, 31, (1,)} == {(1,), 31, 40}
len({31, 32, 64}), 31 in {31}, 63 in {31}, -1 in {31}, 40 in {31} | {40}, {31} <= {31, 40}, {40} <= {31}, min({30, 7, 40})
"." * 3, 2 * "ab", "ab" * -1, [0, 1, 2, 3, 4][10::2], [0, 1, 2][-9::2], "abc".index("c"), "cabab".index("ba"), "abab".count("ab")
(5).bit_count(), (0).bit_length(), (9).bit_length(), max(-9, min(9, 2**31 * 2**31)) if False else 0, bool([0]), tuple([1])
"""  # noqa: E501


def test_operators_and_functions_mean_the_same(browser: Chrome) -> None:
    texts = [
        ast.unparse(each)
        for line in EXPRESSIONS.split("\n")
        if line
        for each in ast.parse(line).body[0].value.elts
    ]  # type: ignore[attr-defined]
    texts = [text for text in texts if "**" not in text]
    assert len(texts) > 100
    translated = [Translator().expression(text) for text in texts]
    given = browser.execute_script(f"{RUNTIME.read_text()}\nreturn [{','.join(translated)}]")
    for text, found in zip(texts, given, strict=True):
        expected = json.loads(json.dumps(eval(text)))  # noqa: S307 - the texts above
        assert (type(found) in {int, float}, found) == (type(expected) in {int, float}, expected), text


STATEMENTS = '''
from dataclasses import dataclass
from typing import NamedTuple


class Pair(NamedTuple):
    """A pair."""

    first: int
    second: tuple = (1, 2)

    @property
    def both(self):
        return (self.first, *self.second)

    def swapped(self):
        return Pair(second=(self.first,), first=self.second[0])


@dataclass(frozen=True)
class Thing:
    default: int
    new: bool = False

    @property
    def keys(self):
        return self.default

    @classmethod
    def of(cls, *, number, new=False):
        return cls(*(each for each in [number]), new=new)


class Map(NamedTuple):
    Error: int

    def doubled(self, Set):
        return Map(self.Error * 2 + Set)


def extended(items):
    items += [4]
    items += [item + 1 for item in items]


def replaced(items, at):
    try:
        items[at] = 0
    except IndexError:
        return "none"
    return items


def first_above(numbers, least, *, most=100):
    """Text."""
    for index, number in enumerate(numbers):
        if number <= least:
            continue
        elif number > most:
            break
        return index


def counted(items):
    found = {}
    for item in items:
        found[item] = found.get(item, 0) + 1
        found[item] += 10
    return found


def powers(count):
    a, *rest = [1, 2, 3]
    number = a
    while True:
        yield number
        number *= 2
        if number > count:
            yield from rest
            return


def number_in(text):
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is none") from None


def tried(text):
    try:
        return number_in(text)
    except ValueError:
        return -1


def largest(squares: frozenset[int]) -> int:
    return max(squares)


def grown(squares):
    before = largest(squares)
    squares.add(9)
    return before, largest(squares), largest(squares)


def results():
    throw = Pair(3).swapped()
    one, (two, three) = throw.second[0], Pair(0).second
    items = [1]
    extended(items)
    return [
        throw.both, one, two, three, throw == Pair(1, (3,)), {Pair(1), Pair(1)} == {Pair(1, (1, 2))},
        Thing(2, new=True) == Thing.of(number=2, new=True), Thing(1) == Thing(2), Thing.of(number=4).keys,
        throw._replace(first=9)[0], Pair._make((1, 2))[1], first_above([1, 5], 2),
        first_above([1], least=2) is None, first_above([7], 2, most=3) is None,
        sorted(counted("aab").items()), list(powers(5)), tried("x"), tried("7"),
        grown({1, 5}), grown({1, 40}), items, Map(Error=3).doubled(1),
        replaced([1, 2], 2), replaced([1, 2], 1), replaced([1, 2], -2), replaced([1, 2], -3),
    ]
'''


def test_functions_and_classes_mean_the_same(browser: Chrome) -> None:
    space: dict[str, Any] = {"__name__": __name__}
    exec(STATEMENTS, space)  # noqa: S102 - the text above
    text = STATEMENTS.replace("from dataclasses import dataclass\nfrom typing import NamedTuple\n", "")
    script = f"{RUNTIME.read_text()}\n{Translator().definition(text)}return results()"
    assert browser.execute_script(script) == json.loads(json.dumps(space["results"]()))


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    import math",
        "def f(x):\n    return x.anything",
        "def f(x):\n    return unknown(x)",
        "def f(x):\n    for _ in x:\n        pass\n    else:\n        return 1",
        "def f(x):\n    with x:\n        pass",
        "def f(*xs):\n    return 1",
        "def f(x):\n    return x**2",
        "def f(x):\n    return x.sort()",
        "def f(x):\n    x.y = 1",
        "def f(x):\n    return f(y=1)",
        "def f(x):\n    return f'{x:3}'",
        "def f(x):\n    return 9007199254740993",
        "def f(x):\n    return b'x'",
        "def f(x):\n    global g",
        "def f(x):\n    return x.split('/', 1)",
        "def f(x):\n    return x.index(2, 3)",
        "def f(x):\n    return int(x, 2)",
        "def f(x):\n    *a, b = x",
        "def f(x):\n    return [a for *a, b in x]",
        "class A(NamedTuple):\n    length: int",
        "class A(NamedTuple):\n    x: int\n    def at(self, y):\n        return 1",
        "class A(NamedTuple):\n    x: int\n    def count(self, y):\n        return 1",
        "class A(B):\n    x: int",
        "@dataclass\nclass A:\n    x: int\n    def __post_init__(self):\n        pass",
    ],
)
def test_what_has_no_translation_is_refused(text: str) -> None:
    with pytest.raises(NotTranslatedError):
        Translator().definition(text)


def test_a_refusal_names_the_part_of_a_class() -> None:
    with pytest.raises(NotTranslatedError) as refused:
        Translator().definition("class A(NamedTuple):\n    x: int\n    length: int")
    assert (refused.value.line, refused.value.what) == (3, "length: int")


def test_a_refusal_names_the_word_and_the_line() -> None:
    sources = Sources({"mine"})
    sources.define_all([Primitive(squared, (), Number)], [])
    line = squared.__code__.co_firstlineno + 2
    refusal = f"^squared, in line {line} of {__name__}, has no translation into JavaScript: "
    with pytest.raises(UsageError, match=refusal + r"len\(board.mine\) \*\* 2$"):
        sources.translated()


def squared(board: Any) -> int:
    """The square of the number of my pieces."""
    return len(board.mine) ** 2
