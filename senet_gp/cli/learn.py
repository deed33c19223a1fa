"""``senet-gp learn``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli import options
from senet_gp.cli.help_pages import GAME, OUTPUT, GroupedOption, Verb, option
from senet_gp.cli.output import typed
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.files import check_new

if TYPE_CHECKING:
    from senet_gp.players.network import TrainedNetwork

#: Groups of options in the help.
_MACHINES = "Matchbox machines"
_NETWORKS = "Networks"
#: The parameters that describe the training: how many games, against whom, in which seat.
_OF_LESSONS = ("games", "against", "seat", "seed")
#: What is usual: the games of a machine and of a network, and the hidden units of a network.
_GAMES_OF_MACHINES = 5000
_GAMES_OF_NETWORKS = 400_000
_USUAL_HIDDEN = 64


@click.command(
    "learn",
    cls=Verb,
    examples=[
        "senet-gp learn hexapawn --out machine.json",
        "senet-gp learn hexapawn --scheme reward --plot curve.png",
        "senet-gp learn senet --out net.json",
    ],
)
@click.argument("game_name", metavar="[GAME]", default="hexapawn", shell_complete=options.game_names)
@options.usual_rules
@option(
    "--games",
    group=GAME,
    type=click.IntRange(0, 1_000_000_000),
    help="How many games the machine or the network learns from, with --load how many more; 0 makes a blank "
    f"one.  [default: {_GAMES_OF_MACHINES} for machines, {_GAMES_OF_NETWORKS} for networks]",
)
@options.scheme(_MACHINES)
@option(
    "--against",
    group=_MACHINES,
    metavar="WHO",
    default="mix",
    show_default=True,
    help="The machine's opponent: self or self:SCHEME (another machine, which learns too), mix (random and "
    "self in turn), or any player, such as random, minimax, or matchbox:FILE.",
)
@option(
    "--seat",
    group=_MACHINES,
    rare=True,
    type=click.Choice(list(options.SEATS)),
    default="second",
    show_default=True,
    help="In which seat the machine learns: as first mover, as second mover, or as both.",
)
@options.seed
@option(
    "--load",
    group=OUTPUT,
    type=options.PATH,
    help="Train the machine or the network in this file further, by its own scheme or course.",
)
@option(
    "--out",
    group=OUTPUT,
    type=options.PATH,
    help="Save the machine or the network into this new file, or that of --load.",
)
@option(
    "--hidden",
    group=_NETWORKS,
    rare=True,
    type=int,
    default=_USUAL_HIDDEN,
    show_default=True,
    help="The number of hidden units of a new network, a multiple of 16.",
)
@option(
    "--mixed",
    group=_NETWORKS,
    rare=True,
    is_flag=True,
    help="A new network learns the game's shorter forms, too: in Senet each game begins with one to seven "
    "pieces, drawn evenly.",
)
@options.new_file("--plot", "Draw the learning curve into this new file.", picture=True, group=_MACHINES)
@option(
    "--show", group=_MACHINES, type=options.PATH, help="Instead, show the boxes of the machine in this file."
)
@option(
    "--ascii",
    "ascii_only",
    group=_MACHINES,
    rare=True,
    is_flag=True,
    help="With --show: draw with ASCII characters only.",
)
@options.as_json
def learn(
    game_name: str,
    parameters: dict[str, int],
    games: int | None,
    scheme_name: str,
    form: str | None,
    against: str,
    seat: str,
    seed: int,
    load: Path | None,
    out: Path | None,
    hidden: int,
    plot: Path | None,
    show: Path | None,
    *,
    no_refill: bool,
    mixed: bool,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Train a player of GAME (default: hexapawn): a matchbox machine, or in games such as Senet a network.

    Networks learn the games with throws whose rules are compiled, machines small games.

    A machine starts with equal weights for all moves, and takes weight from the moves of lost games. At the
    end every line of play is examined, to prove whether the machine can still lose. docs/hexapawn.md tells
    which schemes lead to a machine that cannot.

    A network plays against itself, and learns the chance of winning on each board by TD(λ). With --out it is
    saved, also when Ctrl-C stops it, and goes on to the same end; without --out nothing is saved. A machine
    is saved, too, but further lessons have other games, and so another end, than those without the break.
    """
    from senet_gp.cli import learners
    from senet_gp.engine.network_learning import Course
    from senet_gp.games.registry import game_of
    from senet_gp.games.small import small_game
    from senet_gp.players.network import TrainedNetwork

    networks = _has_networks(game_name)
    if networks:
        options.refuse_unread("in games whose learners are matchbox machines", *_options_of(_MACHINES))
        games = _GAMES_OF_NETWORKS if games is None else games
    else:
        games = _GAMES_OF_MACHINES if games is None else games
        _check_machines(load, out, show, drawn=plot is not None, games=games)
    if out is not None and out != load:
        check_new(out)
    if networks:
        if load:
            begun = _network_in(load, game_name)
        else:
            course = Course(seed, mixed=mixed or None)
            begun = TrainedNetwork.new(game_of(game_name, parameters), hidden, course, typed())
        learners.learn_as_network(begun, games, out, new=out != load, as_json=as_json)
        return
    if show is not None:
        learners.show_boxes(show, plot, ascii_only=ascii_only, as_json=as_json)
        return
    lesson = learners.Lesson(small_game(game_name, parameters), against, seat, games, seed)
    scheme = learners.scheme_named(scheme_name, form, no_refill=no_refill)
    learners.learn(lesson, scheme, load, out, plot, as_json=as_json)


def _has_networks(game_name: str) -> bool:
    """Whether networks learn a game; else machines do.

    Raises:
        UsageError: if nothing learns it.
    """
    from senet_gp.games.dice.game import if_dice

    game = game_of(game_name)
    if game.stochastic and if_dice(game) is None:
        raise UsageError(
            f"nothing learns {game.title}: learn trains machines in small games, and networks in games with "
            "throws whose rules are kernels (docs/extending_games.md tells how they are written)"
        )
    return game.stochastic


def _options_of(group: str) -> Iterator[str]:
    """The parameters of the options that the help shows in a group."""
    for one in click.get_current_context().command.params:
        if isinstance(one, GroupedOption) and one.group == group and one.name:
            yield one.name


def _check_machines(
    load: Path | None, out: Path | None, show: Path | None, *, drawn: bool, games: int
) -> None:
    """Refuse options that do not fit together where machines learn.

    Raises:
        UsageError: if there are such options.
    """
    options.refuse_unread("in games whose learners are networks", *_options_of(_NETWORKS))
    if show is not None and (load or out):
        raise UsageError("--show excludes --load and --out: leave out all but one")
    own = options.OF_THE_SCHEME
    if load:
        options.refuse_unread("without --load, whose machine goes on by its own scheme", *own)
    if show is not None:
        options.refuse_unread("without --show", "game_name", "parameters", *_OF_LESSONS, *own)
    else:
        options.refuse_unread("with --show", "ascii_only")
    if not games and not load and drawn:
        raise UsageError("without games there is nothing to draw: leave out --games 0")


def _network_in(file: Path, game_name: str) -> TrainedNetwork:
    """The network in a file, which goes on learning.

    Raises:
        FileError: if it cannot be read, or has learned another game.
        UsageError: if options are given that only a new network has.
    """
    from senet_gp.players.network import read_network

    own = "without --load, whose network goes on by its own course"
    options.refuse_unread(own, "hidden", "mixed", "seed", "parameters")
    begun = read_network(file)
    if begun.game.name != game_name:
        raise FileError(f"{file} has learned {begun.game.name}, not {game_name}")
    return begun
