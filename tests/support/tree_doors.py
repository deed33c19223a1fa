"""Every public function that takes a tree, tried with every kind of broken tree.

Called as a program, it prints what has come of each try, as JSON. The tries are made in other processes,
so that one that ends by a signal is seen, too.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from deap import gp

from primitives import Number, vocabulary_of
from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.match import play_match, score_against
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.tournament import play_tournament
from senet_gp.arena.verdict import verdict
from senet_gp.engine.participants import Source
from senet_gp.engine.program import translate
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.final import choose_champion
from senet_gp.evolution.loop.deap_toolbox import deap_toolbox
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import State
from senet_gp.games.registry import game_of
from senet_gp.insight import judge_of
from senet_gp.insight.explanation import explain
from senet_gp.insight.simplify import simplify
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import as_player, player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import SenetGpError
from senet_gp.show.formats import FORMATS, content_in, text_in
from senet_gp.trees.individual import Individual
from senet_gp.trees.plain import function_of, value
from senet_gp.trees.text import from_lisp, to_lisp

GAME = "hexapawn"
WORDS = vocabulary_of(GAME)
NAMED = WORDS.node_named
SENET = vocabulary_of("senet").node_named
DEEP = 5000


def _nodes(text: str) -> list[Node]:
    return [NAMED[word] for word in text.split()]


#: What is wrong with each list of nodes.
BROKEN: Mapping[str, list[Any]] = {
    "empty": [],
    "half": _nodes("add my_moves"),
    "surplus": _nodes("add my_moves 1 2"),
    "wrong argument": _nodes("add my_moves always"),
    "truth at the root": _nodes("and_ always never"),
    "word that it lacks": [NAMED["add"], WORDS.with_constants(range(1, 99)).node_named["77"], NAMED["1"]],
    "word of another game": [SENET["sub"], SENET["my_moves"], SENET["their_moves"]],
    "no node": [NAMED["add"], 5, NAMED["1"]],
    "no name": [NAMED["add"], gp.PrimitiveTree([]), NAMED["1"]],
    "deep and broken": _nodes("add 1 " * DEEP),
    "deep and wrong": [*_nodes("add 1 " * DEEP), NAMED["always"]],
}
#: Changes that the class does not see.
BEHIND_ITS_BACK: Mapping[str, Callable[[Individual], object]] = {
    "appended": lambda tree: list.append(tree, NAMED["1"]),
    "replaced": lambda tree: list.__setitem__(tree, 1, NAMED["always"]),
    "another vocabulary": lambda tree: setattr(tree, "vocabulary", vocabulary_of("pursuit")),
}
SOUND = "(sub my_moves their_moves)"


def trees() -> dict[str, Callable[[], Any]]:
    """By kind, functions that make a tree; the first is sound."""
    made: dict[str, Callable[[], Any]] = {"sound": lambda: from_lisp(SOUND, WORDS)}
    for kind, nodes in BROKEN.items():
        made[kind] = lambda nodes=nodes: Individual(nodes, WORDS)
    for kind, change in BEHIND_ITS_BACK.items():

        def changed(change: Callable[[Individual], object] = change) -> Individual:
            tree = from_lisp(SOUND, WORDS)
            _ = tree.codes, tree.depth
            change(tree)
            return tree

        made[kind] = changed
    return made


def _deap() -> Any:
    return deap_toolbox(Config(game=GAME), ["random"], games=2)


def _with_state(tree: Individual) -> object:
    return Evolution(Config(game=GAME), SerialPool(), State(generation=1, population=[tree]))


def _written(tree: Individual) -> None:
    with tempfile.TemporaryDirectory() as directory:
        Champion(tree, WORDS, game_of(GAME)).write(Path(directory) / "champion.json")


#: By name, a call of each public function that takes a tree.
DOORS: Mapping[str, Callable[[Any], object]] = {
    "play_match": lambda tree: play_match(tree, "random", game=GAME, games=2),
    "play_match without a game": lambda tree: play_match("random", tree, games=2),
    "play_tournament": lambda tree: play_tournament([tree, "random"], game=GAME, games=2),
    "score_against": lambda tree: score_against([tree], ["random"], games=2, game=GAME),
    "score_against, opponents": lambda tree: score_against([from_lisp(SOUND, WORDS)], [tree], games=2),
    "verdict": lambda tree: verdict(GAME, tree),
    "explain": lambda tree: explain(tree, GAME, games=2),
    "judge_of": lambda tree: judge_of(game_of(GAME), tree),
    "as_player": lambda tree: as_player(tree, GAME),
    "ExpressionPlayer": lambda tree: ExpressionPlayer(tree, WORDS, "it"),
    "Champion": _written,
    "Champion._repr_html_": lambda tree: Champion(tree, WORDS, game_of(GAME))._repr_html_(),
    "Evolution": _with_state,
    "choose_champion": lambda tree: choose_champion(
        Config(game=GAME, final_games=2), [(1, from_lisp("1", WORDS)), (2, tree)], pool=SerialPool()
    ),
    "deap_toolbox, opponents": lambda tree: deap_toolbox(Config(game=GAME), [tree], games=2),
    "deap_toolbox.evaluate": lambda tree: _deap().evaluate(tree),
    "deap_toolbox.map": lambda tree: (box := _deap()).map(box.evaluate, [tree]),
    "deap_toolbox.compile": lambda tree: _deap().compile(expr=tree),
    "deap_toolbox.mate": lambda tree: _deap().mate(from_lisp(SOUND, WORDS), tree),
    "deap_toolbox.mutate": lambda tree: _deap().mutate(tree),
    "simplify": lambda tree: simplify(tree, WORDS, GAME, decisions=10),
    "function_of": lambda tree: function_of(tree, WORDS),
    "value": lambda tree: value(
        tree, WORDS, game_of(GAME).decision(game_of(GAME).starts()[0], 0, ()).view(0)
    ),
    "to_lisp": to_lisp,
    "text_in": lambda tree: text_in("lisp", tree, WORDS),
    **{f"content_in {name}": lambda tree, name=name: content_in(name, tree, WORDS) for name in FORMATS},
    "Vocabulary.encode": lambda tree: WORDS.encode(list(tree)) if _is_of(tree, WORDS) else tree.checked(),
    "Source.of": lambda tree: Source.of(list(tree), WORDS) if _is_of(tree, WORDS) else tree.checked(),
    "translate": lambda tree: translate(list(tree), WORDS) if _is_of(tree, WORDS) else tree.checked(),
    "Individual._repr_svg_": lambda tree: tree._repr_svg_(),
    "Individual.checked": lambda tree: tree.checked(),
    "pickle": lambda tree: pickle.dumps(tree.checked()),
}
#: Where the vocabulary is given, so that the nodes alone count.
GIVEN = (
    *("ExpressionPlayer", "Champion", "Champion._repr_html_", "deap_toolbox.compile", "simplify"),
    *("function_of", "value", "text_in", *(f"content_in {name}" for name in FORMATS)),
)
#: Where an expression need not be an individual.
PLAIN = (
    *("play_match", "play_tournament", "score_against", "verdict", "explain", "as_player"),
    *("score_against, opponents", "deap_toolbox, opponents", "ExpressionPlayer", "simplify", "function_of"),
    *("value", "text_in", *(f"content_in {name}" for name in FORMATS)),
)


#: What is no player and no individual of the game.
STRANGERS: Mapping[str, Callable[[], Any]] = {
    "tree of another game": lambda: from_lisp(SOUND, vocabulary_of("senet")),
    "player of another game": lambda: as_player(from_lisp(SOUND, vocabulary_of("senet")), "senet"),
    "None": lambda: None,
    "list": lambda: [1],
    "number": lambda: 3,
    "bytes": lambda: b"random",
}
#: Where one player or one individual is given, so that a stranger is refused.
OF_ONE = (
    *("play_match", "play_tournament", "score_against", "score_against, opponents", "verdict", "explain"),
    *("judge_of", "as_player", "Evolution", "choose_champion", "deap_toolbox, opponents"),
    *("deap_toolbox.evaluate", "deap_toolbox.map", "deap_toolbox.mate", "deap_toolbox.mutate"),
)
#: Where a text is given, or a tree of any vocabulary.
OF_TEXTS: Mapping[str, Callable[[Any], object]] = {
    "player_from_text": lambda text: player_from_text(text, GAME),
    "from_lisp": lambda text: from_lisp(text, WORDS),
    "to_lisp": to_lisp,
}


def _is_of(tree: Individual, vocabulary: Vocabulary) -> bool:
    return tree.vocabulary is vocabulary


def _with_strangers() -> dict[str, Callable[[], object]]:
    doors = {**{door: DOORS[door] for door in OF_ONE}, **OF_TEXTS}
    # No player means the game's own, and any expression can be written.
    sound = {("judge_of", "None"), ("to_lisp", "tree of another game")}
    return {
        f"{door} / {kind}": lambda enter=enter, make=make: enter(make())
        for door, enter in doors.items()
        for kind, make in STRANGERS.items()
        if (door, kind) not in sound
    }


def tries() -> dict[str, Callable[[], object]]:
    """Every door with every kind of tree."""
    made = {
        f"{door} / {kind}": lambda enter=enter, make=make: enter(make())
        for door, enter in DOORS.items()
        for kind, make in trees().items()
    }
    made |= _with_strangers()
    for door in PLAIN:
        for kind, nodes in {"sound": _nodes("sub my_moves their_moves"), **BROKEN}.items():
            made[f"{door} / bare {kind}"] = lambda enter=DOORS[door], nodes=nodes: enter(
                gp.PrimitiveTree(nodes)
            )
    for name, ask in {
        "searchSubtree(3)": lambda tree: tree.searchSubtree(3),
        "searchSubtree(-1)": lambda tree: tree.searchSubtree(-1),
        "argument_begin(9, 0)": lambda tree: tree.argument_begin(9, 0),
        "argument_begin(0, 2)": lambda tree: tree.argument_begin(0, 2),
        "argument_begin(0, -1)": lambda tree: tree.argument_begin(0, -1),
        "argument_begin(1, 0)": lambda tree: tree.argument_begin(1, 0),
        "replaced": lambda tree: tree.replaced(slice(0, 1), []).depth,
    }.items():
        made[f"Individual / {name}"] = lambda ask=ask: ask(from_lisp(SOUND, WORDS))
    for kind in BROKEN:
        for name, ask in {
            "codes": lambda tree: tree.codes,
            "packed": lambda tree: tree.packed,
            "depth": lambda tree: tree.depth,
            "searchSubtree": lambda tree: tree.searchSubtree(0),
            "argument_begin": lambda tree: tree.argument_begin(0, 0),
            "count_of_type": lambda tree: tree.count_of_type(Number),
            "place_of_type": lambda tree: tree.place_of_type(Number, 0),
        }.items():
            made[f"Individual.{name} / {kind}"] = lambda ask=ask, kind=kind: ask(trees()[kind]())
    return made


def outcomes_of(attempts: Mapping[str, Callable[[], object]]) -> dict[str, str]:
    """What comes of some tries, made in other processes: after one that ends by a signal, in a new one."""
    found: dict[str, str] = {}
    while left := [name for name in attempts if name not in found]:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            with os.fdopen(writer, "w", buffering=1) as answer:
                for name in left:
                    answer.write(json.dumps([name, _outcome_of(attempts[name])]) + "\n")
            # Nothing of the parent's is to be cleaned up here.
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as answer:
            found |= dict(map(json.loads, answer))
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            dead = next(name for name in left if name not in found)
            found[dead] = f"ended by signal {os.WTERMSIG(status)}"
    return found


def _outcome_of(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except SenetGpError as error:
        return f"refused: {error}"
    except BaseException as error:  # noqa: BLE001 - it is told
        return f"{type(error).__name__}: {error}"[:200]
    return "done"


if __name__ == "__main__":
    for sound in DOORS.values():
        sound(from_lisp(SOUND, WORDS))  # compiled once, before the forks
    json.dump(outcomes_of(tries()), sys.stdout)
