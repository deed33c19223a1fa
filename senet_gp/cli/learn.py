"""``senet-gp learn machine``, ``learn network`` and ``learn boxes``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from senet_gp.cli import options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import typed
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import check_new

#: Groups of options in the help.
_MACHINE = "Machine"
_NETWORK = "Network"


def _games(usual: int) -> Callable[[Any], Any]:
    """The option that says how many games the lessons have."""
    return option(
        "--games",
        group=GAME,
        type=click.IntRange(0, 1_000_000_000),
        default=usual,
        show_default=True,
        help="How many games it learns from, with --load how many more; 0 without --load makes a blank one.",
    )


def _load(by_what: str) -> Callable[[Any], Any]:
    """The option that names a file from which learning goes on."""
    return option(
        "--load",
        group=OUTPUT,
        type=options.PATH,
        help=f"Train the one in this file further, by its own {by_what}.",
    )


_out = option(
    "--out",
    group=OUTPUT,
    type=options.PATH,
    callback=options.named_once,
    help="Save it into this new file, or that of --load.",
)


@click.group("learn")
def learn() -> None:
    """Train a matchbox machine in a small game, or a network in a game with throws."""


@learn.command(
    "machine",
    cls=Verb,
    usual="rule games scheme against seed load out plot json",
    examples=[
        "senet-gp learn machine hexapawn --out machine.json",
        "senet-gp learn machine hexapawn --scheme reward --plot curve.png",
    ],
)
@options.game
@options.usual_rules
@_games(5000)
@options.scheme(_MACHINE)
@option(
    "--against",
    group=_MACHINE,
    metavar="WHO",
    default="mix",
    show_default=True,
    help="The machine's opponent: self or self:SCHEME (another machine, which learns too), mix (random and "
    "self in turn), or any player, such as random, minimax, or matchbox:FILE.",
)
@option(
    "--seat",
    group=_MACHINE,
    type=click.Choice(list(options.SEATS)),
    default="second",
    show_default=True,
    help="In which seat the machine learns: as first mover, as second mover, or as both.",
)
@options.seed
@_load("scheme")
@_out
@options.new_file("--plot", "Draw the learning curve into this new file.", picture=True)
@options.as_json
def machine(
    game_name: str,
    parameters: dict[str, int],
    games: int,
    scheme_name: str,
    form: str | None,
    against: str,
    seat: str,
    seed: int,
    load: Path | None,
    out: Path | None,
    plot: Path | None,
    *,
    no_refill: bool,
    as_json: bool,
) -> None:
    """Train a matchbox machine in GAME, a small game.

    It starts with equal weights for all moves, and takes weight from the moves of lost games. At the end
    every line of play is examined, to prove whether the machine can still lose. docs/hexapawn.md tells which
    schemes lead to a machine that cannot.

    With --out it is saved, also when Ctrl-C stops it; further lessons have other games, and so another end,
    than those without the break.
    """
    from senet_gp.cli import learners
    from senet_gp.games.small import solvable

    game = solvable(game_of(game_name, parameters), "a matchbox machine")
    if load:
        own = "without --load, whose machine goes on by its own scheme"
        options.refuse_unread(own, *options.OF_THE_SCHEME)
    if out is not None and out != load:
        check_new(out)
    scheme = learners.scheme_named(scheme_name, form, no_refill=no_refill)
    learners.learn(
        learners.Lesson(game, against, seat, games, seed), scheme, load, out, plot, as_json=as_json
    )


@learn.command("network", cls=Verb, examples=["senet-gp learn network senet --out net.json"])
@options.game
@options.usual_rules
@_games(400_000)
@option(
    "--hidden",
    group=_NETWORK,
    type=int,
    default=64,
    show_default=True,
    help="The number of hidden units of a new network, a multiple of 16.",
)
@option(
    "--mixed",
    group=_NETWORK,
    is_flag=True,
    help="A new network learns the game's shorter forms, too: in Senet each game begins with one to seven "
    "pieces, drawn evenly.",
)
@options.seed
@_load("course")
@_out
@options.as_json
def network(
    game_name: str,
    parameters: dict[str, int],
    games: int,
    seed: int,
    load: Path | None,
    out: Path | None,
    hidden: int,
    *,
    mixed: bool,
    as_json: bool,
) -> None:
    """Train a network in GAME, a game with throws.

    The game's rules must be compiled, as those of senet are. The network plays against itself, and learns the
    chance of winning on each board by TD(λ). With --out it is saved, also when Ctrl-C stops it, and goes on
    to the same end; without --out nothing is saved.
    """
    from senet_gp.cli import learners
    from senet_gp.engine.network_learning import Course
    from senet_gp.players.network import TrainedNetwork, network_game, read_network

    game = game_of(game_name, parameters)
    network_game(game)
    if out is not None and out != load:
        check_new(out)
    if load:
        own = "without --load, whose network goes on by its own course"
        options.refuse_unread(own, "hidden", "mixed", "seed", "parameters")
        begun = read_network(load)
        if begun.game.name != game_name:
            raise FileError(f"{load} has learned {begun.game.name}, not {game_name}")
    else:
        begun = TrainedNetwork.new(game, hidden, Course(seed, mixed=mixed or None), typed())
    learners.learn_as_network(begun, games, out, new=out != load, as_json=as_json)


@learn.command("boxes", cls=Verb, examples=["senet-gp learn boxes machine.json"])
@click.argument("file", type=options.PATH)
@options.new_file("--plot", "Draw the machine's learning curve into this new file.", picture=True)
@options.ascii_only
@options.as_json
def boxes(file: Path, plot: Path | None, *, ascii_only: bool, as_json: bool) -> None:
    """Show the boxes of the machine in FILE.

    A box is a board, with its moves and their weights.
    """
    from senet_gp.cli import learners

    learners.show_boxes(file, plot, ascii_only=ascii_only, as_json=as_json)
