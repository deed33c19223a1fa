"""``senet-gp tree``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from senet_gp.cli import options
from senet_gp.cli.output import print_json
from senet_gp.runtime.files import write_whole


@click.command("tree")
@options.game
@options.rules
@click.option(
    "--position",
    metavar="TEXT",
    help="Begin at this position, not at the start; x is to move, o is the opponent.",
)
@options.new_file("--dot", "Write the tree for Graphviz into this new file.")
@options.new_file("--plot", "Draw the tree into this new file: png, svg or pdf.", picture=True)
@click.option(
    "--depth", type=click.IntRange(0), help="Draw the tree only this many moves deep.  [default: all of it]"
)
@options.as_json
def command(
    game_name: str,
    parameters: dict[str, int],
    position: str | None,
    dot: Path | None,
    plot: Path | None,
    depth: int | None,
    *,
    as_json: bool,
) -> None:
    """Count, rate and draw the tree of GAME, a small game that always ends, such as hexapawn.

    The moves of the player to move are rated by minimax: 1 is a win, 0 a draw, -1 a loss. The first of the
    best moves is played; then the replies to it are rated, from the same player's view.
    """
    from senet_gp.games.small import small_game
    from senet_gp.games.solving.perfect import PerfectPlay
    from senet_gp.games.solving.rule_tree import MAX_DISTINCT, TreeNode, tree_report
    from senet_gp.trees.dot import tree_dot

    if dot is None and plot is None:
        options.refuse_unread("with --dot or --plot", "depth")
    game = small_game(game_name, parameters)
    root = TreeNode(game, 0, game.starts()[0] if position is None else game.position_to_move_from(position))
    perfect = PerfectPlay(game)
    if plot is not None:
        from senet_gp.show.plots.game_tree import picture

        drawing = picture(root, perfect, plot.suffix.lstrip(".").lower(), depth)
        write_whole(plot, drawing, new=True)
    if dot is not None:
        write_whole(dot, tree_dot(root, perfect, depth), new=True)
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
