"""What notebooks show of objects: pictures that can be seen on any page, and no text that does anything."""

from __future__ import annotations

import random
import re
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest
from dice_race import DiceRace
from played_games import record_of

from primitives import vocabulary_of
from senet_gp import Champion, Config, Diagram, RunDirectory, SerialPool, play_run
from senet_gp.arena.match import play_match, round_robin
from senet_gp.arena.tournament import standings
from senet_gp.engine.playthrough import Choice
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.show.notebooks import MAX_LEVELS, MAX_SHOWN, LeftOut, pruned
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

GAME = game_of("hexapawn")
VOCABULARY = vocabulary_of(GAME)
TREE = from_lisp("(sub my_moves (add their_moves 1))", VOCABULARY)
ATTACK = "</td><script>alert('1')</script>\"' onerror=alert(1) \x1b[31m"
SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """The elements and the text of a fragment; it checks that elements are closed in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.pictures: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open, text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: D102
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {
            "src",
            "alt",
            "style",
            "class",
            "scope",
            "tabindex",
            "role",
            "aria-label",
        }
        if tag == "img":
            kind, _, content = (dict(attrs)["src"] or "").partition(",")
            assert kind == "data:image/svg+xml;base64"
            self.pictures.append(b64decode(content).decode())
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:  # noqa: D102
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:  # noqa: D102
        self.text += data


def page_of(thing: Any) -> Page:
    page = Page(thing._repr_html_())
    known = {
        "p",
        "b",
        "code",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "img",
        "div",
        "figure",
        "figcaption",
    }
    assert page.tags <= known
    for picture in page.pictures:
        seen(picture)
    return page


def seen(svg: str | None) -> ET.Element:
    """The picture, which must be a sound document, run nothing, and have a light background of its own."""
    assert svg is not None
    assert "<script" not in svg
    assert "prefers-color-scheme" not in svg
    picture = ET.fromstring(svg)  # noqa: S314 - our own
    assert picture.tag == f"{SVG}svg"
    assert re.search(r"(fill: ?|fill=\")#ffffff", svg)
    return picture


@pytest.mark.parametrize("name", GAMES)
def test_boards_decisions_choices_and_records(name: str) -> None:
    game = game_of(name)
    seen(Diagram.of(name)._repr_svg_())
    record = replace(record_of(game, 1), players=(ATTACK, "random"))
    choices = record.choices
    first = choices[0]
    arrows = seen(first._repr_svg_()).findall(f".//{SVG}g[@data-step]")
    assert len(arrows) == len(first.decision.steps(first.index))
    page = page_of(first.decision)
    assert first.decision.notation(0) in page.text
    assert len(page.pictures) == 1
    page = page_of(record)
    assert "<script>" in page.text, "the name is text"
    assert "\x1b" not in page.text
    assert len(page.pictures) == min(6, len(choices)) + 1
    assert ("are left out" in page.text) == (len(choices) > 6)


def test_a_game_without_a_board() -> None:
    """It is drawn as its text, and a choice that does not tell its game is not drawn."""
    game = DiceRace()
    assert game.text(game.starts()[0]) in seen(Diagram.of(game)._repr_svg_()).findtext(f".//{SVG}desc", "")
    record = record_of(game, 1)
    page_of(record)
    page_of(record.choices[0].decision)
    seen(record.choices[0]._repr_svg_())

    class Foreign:
        seat, position = 0, None

    assert Choice(1, cast("Any", Foreign()), 0)._repr_svg_() is None


def test_a_diagram_takes_a_text_as_people_write_it() -> None:
    assert Diagram.of("hexapawn", "x.x.x.ooo").position == GAME.position_from("x.x.x.ooo")
    assert str(Diagram.of(GAME)) == str(Diagram.of("hexapawn", GAME.starts()[0]))
    with pytest.raises(UsageError, match="a position of hexapawn is 9 characters"):
        Diagram.of("hexapawn", "x")
    with pytest.raises(UsageError, match="there is no game"):
        Diagram.of("<b>")


@pytest.mark.parametrize("name", ["senet", "hexapawn"])
def test_what_is_left_out_of_a_large_tree_is_counted(name: str) -> None:
    rng, vocabulary = random.Random(2), vocabulary_of(game_of(name))
    trees = [random_individual(vocabulary, rng) for _ in range(400)]
    large = 0
    for tree in trees:
        nodes, parts, missing = pruned(tree)
        left_out = [node for node in nodes if isinstance(node, LeftOut)]
        assert len(left_out) == parts
        assert len(nodes) <= MAX_SHOWN
        assert len(nodes) - parts + missing == len(tree)
        assert sum(int(re.sub(r"\D", "", node.name)) for node in left_out) == missing
        assert (parts == 0) or len(tree) > MAX_SHOWN or tree.depth >= MAX_LEVELS
        large += parts > 0
        if not parts:
            assert nodes == list(tree)
    assert large > 5


def test_pictures_of_expressions() -> None:
    small, plain = TREE._repr_svg_(), ExpressionPlayer(TREE, VOCABULARY, ATTACK)._repr_svg_()
    seen(small)
    assert small == plain
    deep = from_lisp("(add 1 " * 50_000 + "2" + ")" * 50_000, VOCABULARY)
    picture = deep._repr_svg_()
    seen(picture)
    assert "99,979 of 100,001 nodes are left out, in 1 part" in re.sub(r"<!-- | -->", "", picture)


def test_a_dark_style_of_the_person_does_not_reach_the_picture() -> None:
    import matplotlib as mpl
    from matplotlib import style

    expected = TREE._repr_svg_()
    with style.context("dark_background"):
        assert TREE._repr_svg_() == expected
        assert mpl.rcParams["figure.facecolor"] == "black"


def test_matches_and_round_robins() -> None:
    player, other = ExpressionPlayer(TREE, VOCABULARY, ATTACK), RandomPlayer()
    with SerialPool() as pool:
        match = play_match(player, other, games=20, seed=1, pool=pool, game=GAME)
        played = round_robin([player, other], key=1, pool=pool, game=GAME, games=20)
    page = page_of(match)
    low, high = match.interval
    for text in ("<script>", f"{100 * match.score:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"):
        assert text in page.text
    page = page_of(played)
    for standing in standings(played):
        assert f"{standing.rating:+.0f}" in page.text
        assert f"{standing.interval[0]:+.0f} to {standing.interval[1]:+.0f}" in page.text


def test_champions_and_runs(tmp_path: Path) -> None:
    config = Config.of("hexapawn", population=12, generations=2, games=2)
    run = RunDirectory.create(tmp_path / "<script>'run'", config)
    page = page_of(run)
    assert "no generation of" in page.text
    assert not page.pictures
    with SerialPool() as pool:
        champion = play_run(run, pool=pool)
    page = page_of(run)
    assert "2 of 2 generations of 12 individuals, seed 1" in page.text
    assert len(page.pictures) == 2
    page = page_of(champion)
    assert "from generation" in page.text
    assert "random-tree:1" in page.text
    run.champion_file.write_text("{}")
    (run.path / "generations.csv").write_text(f"generation,{ATTACK},version\n{ATTACK},{ATTACK},2\n")
    page = page_of(run)
    assert "is not a senet-gp champion" in page.text or "is damaged" in page.text


@pytest.mark.parametrize(
    "results",
    [
        [{}],
        [{"players": ["a", ATTACK], "games": 3, "score": 0.5, "interval": [0.1, 0.9]}],
        [{"players": ["a", ATTACK], "games": "3", "score": 0.5, "interval": [0.1, 0.9]}],
        [{"players": [], "score": "x"}] * 1000,
    ],
)
def test_a_champion_from_anyone(results: list[dict[str, Any]]) -> None:
    origin = {"seed": ATTACK, "generation": [ATTACK], ATTACK: ATTACK, "population": 7}
    page = page_of(Champion(TREE, VOCABULARY, GAME, origin, results))
    assert "population 7" in page.text
    assert "seed" not in page.text
    assert ("<script>" in page.text) == (results[0].get("games") == 3)
