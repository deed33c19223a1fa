"""Players in notebooks: expressions as pictures, without the deeper parts of large ones; champions; runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from primitives.vocabulary import Node
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import is_there
from senet_gp.show.notebooks import image, name_of, rendered
from senet_gp.show.plots import rendered as drawing_of
from senet_gp.show.plots.expression import MAX_NODES, drawn
from senet_gp.show.plots.run import draw_sizes
from senet_gp.trees.individual import Individual

#: A picture shows at most so many nodes, in so many levels: about what fits on a screen.
MAX_SHOWN, MAX_LEVELS = 80, 12
#: At most this many results of a champion are shown.
_MAX_RESULTS = 10


class LeftOut(NamedTuple):
    """A part that is not drawn, in its place in the tree: a leaf that tells the size of the part."""

    name: str
    ret: type
    arity: int = 0


def individual_svg(individual: Individual) -> str:
    """The picture of an expression; if it is large, parts are left out and a sentence says how many."""
    nodes, parts, missing = pruned(individual.checked())
    note = ""
    if parts:
        drawable = f"; senet-gp export --format svg draws all of up to {MAX_NODES:,}"
        note = (
            f"{missing:,} of {len(individual):,} nodes are left out, in {parts} "
            f"{'part' if parts == 1 else 'parts'}{drawable if len(individual) <= MAX_NODES else ''}."
        )
    return drawing_of(drawn(nodes, individual.vocabulary, note=note), "svg").decode()


def pruned(individual: Individual) -> tuple[list[Node], int, int]:
    """An expression without the parts for which there is no room, level by level.

    Returns:
        Its nodes, with a :class:`LeftOut` for each such part; the number of parts; their nodes in all.
    """
    shown: dict[int, tuple[int, ...]] = {}  # the arguments of each function whose arguments are drawn
    waiting, count = deque([(0, 1)]), 1
    while waiting:
        begin, level = waiting.popleft()
        arity = individual[begin].arity
        if arity and level < MAX_LEVELS and count + arity <= MAX_SHOWN:
            shown[begin] = tuple(individual.argument_begin(begin, number) for number in range(arity))
            waiting.extend((argument, level + 1) for argument in shown[begin])
            count += arity
    nodes: list[Node] = []
    parts = missing = 0
    unseen = [0]
    while unseen:
        begin = unseen.pop()
        node = individual[begin]
        if node.arity and begin not in shown:
            part = individual.searchSubtree(begin)
            nodes.append(LeftOut(f"… {part.stop - part.start:,} nodes", node.ret))
            parts, missing = parts + 1, missing + part.stop - part.start
        else:
            nodes.append(node)
            unseen.extend(reversed(shown.get(begin, ())))
    return nodes, parts, missing


def player_svg(player: ExpressionPlayer) -> str:
    """The picture of a player's expression."""
    return individual_svg(Individual(player.tree, player.vocabulary))


def champion_html(champion: Champion) -> str:
    """A champion: where it comes from, its expression, and its results, as its file tells them."""
    return rendered(
        "champion",
        game=name_of(champion.game),
        facts=list(_facts(champion)),
        results=[row for row in map(_result, champion.results[:_MAX_RESULTS]) if row],
        picture=image(
            individual_svg(champion.tree), "The tree of the champion's expression, its root on the left."
        ),
    )


def _facts(champion: Champion) -> Iterator[str]:
    """What is told of a champion; its file may have come from anyone, and lack some of it."""
    yield f"{len(champion.tree):,} {'node' if len(champion.tree) == 1 else 'nodes'}"
    yield f"vocabulary {champion.vocabulary.name}"
    told = ("generation", "generations", "population", "seed")
    known = {name: value for name in told if type(value := champion.origin.get(name)) is int}
    if {"generation", "generations"} <= known.keys():
        yield f"winner of generation {known['generation']} of {known['generations']}"
    yield from (f"{name} {known[name]}" for name in ("population", "seed") if name in known)


def _result(result: object) -> dict[str, object] | None:
    """A result as a row; None if a file holds something else."""
    match result:
        case {
            "players": [_, str(opponent)],
            "games": int(games),
            "score": int() | float() as score,
            "interval": [int() | float() as low, int() | float() as high],
        }:
            return {"opponent": opponent, "games": games, "score": score, "low": low, "high": high}
    return None


def run_html(run: RunDirectory) -> str:
    """A run as its files tell it; a problem with a file is told in its place."""
    problems = []
    played, curve, champion = 0, "", ""
    try:
        logs = run.read_logs()
        played = min(len(log.generations) for log in logs)
        for number, log in enumerate(logs, 1):
            drawing = drawing_of(draw_sizes(log.generations), "svg").decode()
            where = f"Island {number}: nodes" if len(logs) > 1 else "Line chart: nodes"
            curve += image(drawing, f"{where} by generation, of the largest, the winner and the mean.")
    except FileError as error:
        problems.append(str(error))
    if is_there(run.champion_file):
        try:
            champion = champion_html(Champion.read(run.champion_file))
        except FileError as error:
            problems.append(str(error))
    return rendered(
        "run",
        run=run,
        game=name_of(run.config.game_value),
        played=played,
        curve=curve,
        champion=champion,
        problems=problems,
    )
