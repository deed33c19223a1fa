"""``senet-gp table``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli import Interrupted, options
from senet_gp.cli.help_pages import Verb, option
from senet_gp.cli.output import command_for, print_json, rules_of, tell_written
from senet_gp.games.registry import game_of
from senet_gp.runtime.codec import fields_as_json
from senet_gp.runtime.errors import UsageError, printable, quoted
from senet_gp.runtime.files import is_there, write_whole

if TYPE_CHECKING:
    from senet_gp.engine.exact_table import SolvedChances
    from senet_gp.games.protocol import Game
    from senet_gp.games.small import Position, SmallGame
    from senet_gp.players.position_table import EntryReport, TableSummary

_START = "start"
#: The groups of options in the help.
_TABLE = "Table"
_TREE = "Tree"


@click.command(
    "table",
    cls=Verb,
    usual="rule out reduced from show tree position plot json",
    examples=[
        "senet-gp table tictactoe --out tictactoe.txt",
        "senet-gp table hexapawn --tree --plot tree.svg",
        "senet-gp table senet --rule pieces=2",
    ],
)
@options.game
@options.usual_rules
@options.new_file("--out", "Write the table into this new file.", group=_TABLE)
@option(
    "--reduced",
    group=_TABLE,
    is_flag=True,
    help="Make only one entry for all positions that symmetries of the board map to one another.",
)
@option(
    "--from",
    "source",
    group=_TABLE,
    type=options.PATH,
    help="Read and check this table instead of making one.",
)
@option(
    "--show",
    group=_TABLE,
    is_flag=False,
    flag_value=_START,
    metavar="[POSITION]",
    help="Show the entry of a position; x is to move, o is the opponent.  [--show alone: the start]",
)
@option(
    "--tree",
    group=_TREE,
    is_flag=True,
    help="Instead, count and rate the tree of GAME, which must always end, such as hexapawn.",
)
@option(
    "--position",
    group=_TREE,
    metavar="TEXT",
    help="Begin the tree at this position, not at the start; x is to move, o is the opponent.",
)
@options.new_file("--dot", "Write the tree for Graphviz into this new file.", group=_TREE)
@options.new_file("--plot", "Draw the tree into this new file: png, svg or pdf.", picture=True, group=_TREE)
@option(
    "--depth",
    group=_TREE,
    type=click.IntRange(0),
    help="Draw the tree only this many moves deep.  [default: all of it]",
)
@options.as_json
def table(
    game_name: str,
    parameters: dict[str, int],
    out: Path | None,
    source: Path | None,
    show: str | None,
    position: str | None,
    dot: Path | None,
    plot: Path | None,
    depth: int | None,
    *,
    reduced: bool,
    tree: bool,
    as_json: bool,
) -> None:
    """Make the table of all positions of GAME, a small game, with a best move for each.

    The player table:FILE looks up its moves in such a file. It is a text file: you may change its moves by
    hand, and --from FILE checks it. Of several best moves the table holds the quickest win, the slowest loss,
    then the lowest square.

    In a game with throws that can be solved, such as senet with one to three pieces a side (--rule pieces=2),
    the table holds the exact win probability in every position; table:FILE plays perfectly by it. Three
    pieces take some half an hour: --out is needed, what is done is saved in FILE.unfinished, and the same
    command goes on after a stop.

    With --tree, the moves of the player to move are rated by minimax: 1 is a win, 0 a draw, -1 a loss. The
    first of the best moves is played; then the replies to it are rated, from the same player's view.
    """
    from senet_gp.games.small import small_game

    if tree:
        options.refuse_unread("without --tree", "out", "source", "show", "reduced")
        if dot is None and plot is None:
            options.refuse_unread("with --dot or --plot", "depth")
        _tell_tree(small_game(game_name, parameters), position, dot, plot, depth, as_json=as_json)
        return
    options.refuse_unread("with --tree", "position", "dot", "plot", "depth")
    game = game_of(game_name, parameters)
    if game.stochastic:
        options.refuse_unread("for games without throws", "reduced")
        _tell_chances(game, out, source, show, as_json=as_json)
        return
    if reduced and source is not None:
        raise UsageError("--reduced makes a new table and --from reads one: leave out one of them")
    _tell_table(small_game(game_name, parameters), out, source, show, reduced=reduced, as_json=as_json)


def _tell_table(
    game: SmallGame, out: Path | None, source: Path | None, show: str | None, *, reduced: bool, as_json: bool
) -> None:
    """Make or read the table of a small game, and tell how large it is.

    Args:
        game: the game.
        out: the file that the table is written into, if one is named.
        source: the file that it is read from, if one is named.
        show: the position whose entry is told, if one is named.
        reduced: whether there is only one entry for positions that symmetries map to one another.
        as_json: whether one JSON object is printed.
    """
    from senet_gp.games.board_texts import board_text
    from senet_gp.players.position_table import PositionTable, entry_report, read_position_table, summary

    position = None if show is None else _position(game, show)
    if source is None:
        table = PositionTable.build(game, reduced=reduced)
    else:
        table = read_position_table(source, game)
    if out is not None:
        table.write(out, new=True)
    numbers = summary(table)
    shown = None if position is None else entry_report(table, position)
    if as_json:
        print_json(fields_as_json(numbers) | ({} if shown is None else {"entry": shown}))
        return
    _print_summary(numbers)
    tell_written(out)
    if position is not None and shown is not None:
        click.echo(f"\n{board_text(game, position, 0)}\n")
        _print_entry(shown)


def _tell_chances(
    game: Game, out: Path | None, source: Path | None, wanted: str | None, *, as_json: bool
) -> None:
    """Find or read the exact win probabilities of a game with throws, and tell them.

    Args:
        game: the game.
        out: the file that they are written into, if one is named.
        source: the file that they are read from, if one is named.
        wanted: the position whose chance is told, if one is named.
        as_json: whether one JSON object is printed.
    """
    from senet_gp.games.board_texts import board_text

    position = (
        None if wanted is None else game.starts()[0] if wanted == _START else game.position_from(wanted)
    )
    solved = _solved(game, out, source)
    chance = None if position is None else solved.chance(position)
    if as_json:
        entry = {} if position is None else {"entry": {"position": game.text(position), "chance": chance}}
        print_json(solved.as_json() | entry)
        return
    for line in solved.lines():
        click.echo(line)
    tell_written(out)
    if position is not None:
        click.echo(f"\n{board_text(game, position, 0)}\n\nx, to move, wins with a chance of {chance:.4%}")


def _solved(game: Game, out: Path | None, source: Path | None) -> SolvedChances:
    """The exact win probabilities of a game with throws, found or read."""
    from senet_gp.cli.progress import progress
    from senet_gp.engine.exact_table import UNFINISHED, exact_table, listed_chances
    from senet_gp.games.dice.game import if_numbered

    numbered = if_numbered(game)
    if numbered is None:
        options.refuse_unread("for games whose boards have numbers", "out", "source")
        return listed_chances(game)
    try:
        with progress("solving", as_share=True) as show:
            return exact_table(numbered, out, source, show)
    except KeyboardInterrupt:
        if out is None:
            raise
        again = command_for(f"table {game.name}{rules_of(game)} --out {quoted(out)}")
        unfinished = Path(f"{out}{UNFINISHED}")
        if not is_there(unfinished):
            raise Interrupted(
                f"interrupted before anything was saved, as is done once a minute; begin again with: {again}"
            ) from None
        raise Interrupted(
            f"interrupted; what was done up to the last minute is in {printable(str(unfinished))}; "
            f"go on with: {again}"
        ) from None


def _position(game: SmallGame, text: str) -> Position:
    return game.starts()[0] if text == _START else game.position_to_move_from(text)


def _print_summary(numbers: TableSummary) -> None:
    from senet_gp.cli.console import figures, print_table, texts

    several = numbers.symmetries > 1
    rows: list[tuple[str, int | None]] = [
        ("orders in which the board can be filled (9!)", numbers.orders),
        ("games that can be played", numbers.games),
        ("ways to fill the board", numbers.combinations),
        ("of them the source's filter keeps", numbers.source_filter),
        ("positions that the table answers for", numbers.kept),
        ("of them with a move to make", numbers.with_a_move),
        (
            f"positions that differ under {numbers.symmetries} symmetries",
            numbers.classes if several else None,
        ),
        ("of them with a move to make", numbers.classes_with_a_move if several else None),
        ("entries of this reduced table", numbers.entries if numbers.reduced else None),
    ]
    known = [(text, str(number)) for text, number in rows if number is not None]
    print_table([*texts(""), *figures("")], known)
    if numbers.source_filter is None:
        click.echo("(These are the positions that can be reached while the game goes on, seen by the player")
        click.echo("to move; senet-gp verdict counts one twice in which both players can be to move.)")
    else:
        click.echo("(By mistake, the source's filter drops boards whose first row is empty.)")


def _print_entry(entry: EntryReport) -> None:
    to_move = f"x ({entry.side}) to move" if entry.side else "x to move"
    click.echo(f"entry {entry.index}: {entry.position}, {to_move}")
    if entry.stored != entry.position:
        click.echo(f"  by symmetry the entry of {entry.stored}")
    click.echo("  each move:  " + ", ".join(f"{move} {value}" for move, value in entry.values.items()))
    ends = entry.leads_to if not entry.leads_to.isdecimal() else f"to entry {entry.leads_to}"
    click.echo(f"  plays {entry.move}: {ends}")


def _tell_tree(
    game: SmallGame,
    position: str | None,
    dot: Path | None,
    plot: Path | None,
    depth: int | None,
    *,
    as_json: bool,
) -> None:
    """Count, rate and draw the tree of a small game.

    Args:
        game: the game.
        position: the position that the tree begins at; None for the start.
        dot: a new file for Graphviz, or None.
        plot: a new file for a picture, or None.
        depth: how many moves deep it is drawn; None for all of it.
        as_json: whether one JSON object is printed.

    Raises:
        UsageError: if the game has no tree, or it cannot be drawn.
        FileError: if a file cannot be written.
    """
    from senet_gp.games.solving.perfect import PerfectPlay
    from senet_gp.games.solving.rule_tree import MAX_DISTINCT, TreeNode, tree_report
    from senet_gp.trees.dot import tree_dot

    begins_at = game.starts()[0] if position is None else game.position_to_move_from(position)
    root = TreeNode(game, 0, begins_at)
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
    click.echo(f"{game.name} from {game.text(root.position)}{f', x ({side}) to move' if side else ''}")
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
    click.echo(f"  moves:    {_in_columns(report.moves)}")
    click.echo(f"  ratings:  {_in_columns(report.ratings)}")
    click.echo(f"  plays {report.move}")
    if report.replies:
        click.echo(f"  replies:  {_in_columns(report.replies)}")
        click.echo(f"  ratings:  {_in_columns(report.reply_ratings)}")


def _in_columns(cells: Sequence[object]) -> str:
    return " ".join(f"{cell:>3}" for cell in map(str, cells))
