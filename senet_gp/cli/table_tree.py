"""``senet-gp table GAME --tree``: the tree of a small game is counted, rated and drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from senet_gp.cli.output import print_json
from senet_gp.runtime.files import write_whole


@dataclass(frozen=True, kw_only=True)
class TreeDrawing:
    """Where a tree begins, and how it is drawn.

    Attributes:
        position: the position that it begins at; by default the start.
        dot: a new file for Graphviz, or None.
        plot: a new file for a picture, or None.
        depth: how many moves deep it is drawn; by default all of it.
    """

    position: str | None
    dot: Path | None
    plot: Path | None
    depth: int | None


def tell_tree(game_name: str, parameters: Mapping[str, int], wanted: TreeDrawing, *, as_json: bool) -> None:
    """Count, rate and draw the tree of a small game.

    Args:
        game_name: the game.
        parameters: its parameters that are not the usual ones.
        wanted: where the tree begins, and how it is drawn.
        as_json: whether one JSON object is printed.

    Raises:
        UsageError: if the game has no tree, or it cannot be drawn.
        FileError: if a file cannot be written.
    """
    from senet_gp.games.small import small_game
    from senet_gp.games.solving.perfect import PerfectPlay
    from senet_gp.games.solving.rule_tree import MAX_DISTINCT, TreeNode, tree_report
    from senet_gp.trees.dot import tree_dot

    game = small_game(game_name, parameters)
    begins_at = game.starts()[0] if wanted.position is None else game.position_to_move_from(wanted.position)
    root = TreeNode(game, 0, begins_at)
    perfect = PerfectPlay(game)
    if wanted.plot is not None:
        from senet_gp.show.plots.game_tree import picture

        drawing = picture(root, perfect, wanted.plot.suffix.lstrip(".").lower(), wanted.depth)
        write_whole(wanted.plot, drawing, new=True)
    if wanted.dot is not None:
        write_whole(wanted.dot, tree_dot(root, perfect, wanted.depth), new=True)
    report = tree_report(root, perfect)
    if as_json:
        print_json(report.as_json())
        return
    side = game.side_to_move(root.position)
    click.echo(f"{game_name} from {game.text(root.position)}{f', x ({side}) to move' if side else ''}")
    if report.size is None:
        click.echo(f"  the whole tree: not counted, for it has more than {MAX_DISTINCT} distinct positions")
    else:
        click.echo(
            f"  the whole tree: {report.size.nodes} nodes, {report.size.leaves} leaves, "
            f"{report.size.distinct} distinct positions"
        )
        plies = report.size.plies
        click.echo(
            f"  the longest line: {plies} moves, {plies - plies // 2} of the player to move, "
            f"{plies // 2} of the opponent"
        )
    click.echo(f"  moves:    {_columns(report.moves)}")
    click.echo(f"  ratings:  {_columns(report.ratings)}")
    click.echo(f"  plays {report.move}")
    if report.replies:
        click.echo(f"  replies:  {_columns(report.replies)}")
        click.echo(f"  ratings:  {_columns(report.reply_ratings)}")


def _columns(cells: Sequence[object]) -> str:
    return " ".join(f"{cell:>3}" for cell in map(str, cells))
