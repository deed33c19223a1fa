"""``senet-gp learn``."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli.machines import (
    FORMS,
    OF_THE_SCHEME,
    SCHEME_NAMES,
    SEATS,
    scheme_named,
    scheme_options,
)
from senet_gp.cli.options import (
    game_names,
    json_option,
    refuse_unread,
    seed_option,
    usual_parameters_option,
    workers_option,
)
from senet_gp.cli.output import print_json, rules_of, tell_written, whole_and
from senet_gp.cli.plugin_option import repeated
from senet_gp.runtime.errors import quoted

if TYPE_CHECKING:
    from senet_gp.engine.measurement import Measurement
    from senet_gp.players.network import TrainedNetwork

#: The parameters that describe the training: how many games, against whom, in which seat.
_OF_LESSONS = ("games", "against", "seat", "seed")
#: The parameters that only matchbox machines have, and those that only networks have.
_OF_MACHINES = (
    *OF_THE_SCHEME,
    "against",
    "seat",
    "plot",
    "compare",
    "seeds",
    "workers",
    "show",
    "ascii_only",
)
#: What is usual: the games of a machine and of a network, and the hidden values of a network.
_GAMES_OF_MACHINES, _GAMES_OF_NETWORKS, _USUAL_HIDDEN = 5000, 400_000, 64
#: How many games a network plays at the end against each of the fixed opponents.
_MEASURED = 1000
#: Said before and after the training of a network, which may take minutes.
_NOT_SAVED = "Nothing is saved: --out FILE saves the network."


@click.command("learn")
@click.argument("game_name", metavar="[GAME]", default="hexapawn", shell_complete=game_names)
@usual_parameters_option
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000_000),
    default=None,
    help="How many games the machine or the network learns from, with --load how many more; 0 makes a blank "
    f"one.  [default: {_GAMES_OF_MACHINES} for machines, {_GAMES_OF_NETWORKS} for networks]",
)
@scheme_options("boxes; with --compare both")
@click.option(
    "--against",
    metavar="WHO",
    default="mix",
    show_default=True,
    help="The machine's opponent: self or self:SCHEME (another machine, which learns too), mix (random and "
    "self in turn), or any player, such as random, minimax, or matchbox:FILE.",
)
@click.option(
    "--seat",
    type=click.Choice(list(SEATS)),
    default="second",
    show_default=True,
    help="In which seat the machine learns: as first mover, as second mover, or as both.",
)
@seed_option
@click.option(
    "--load",
    type=click.Path(path_type=Path),
    help="Train the machine or the network in this file further, by its own scheme or course.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Save the machine or the network into this new file, or that of --load.",
)
@click.option(
    "--hidden",
    type=int,
    default=_USUAL_HIDDEN,
    show_default=True,
    help="The number of hidden values of a new network, a multiple of 16.",
)
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the learning curve into this new file.")
@click.option("--compare", is_flag=True, help="Instead, compare all schemes, with many machines for each.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    help="With --compare: how many machines are trained by each scheme.",
)
@workers_option
@click.option(
    "--show", type=click.Path(path_type=Path), help="Instead, show the boxes of the machine in this file."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
@json_option
def command(game_name: str, hidden: int, **others: Any) -> None:
    """Train a player of GAME (default: hexapawn): a matchbox machine, or in games such as Senet a network.

    Networks learn the games with throws whose rules are compiled, machines small games.

    A machine starts with equal weights for all moves, and takes weight from the moves of lost games. At the
    end every line of play is examined, to prove whether the machine can still lose. --compare shows which
    schemes lead to a machine that cannot, and which of them differ by more than chance.

    A network plays against itself, and learns the chance of winning on each board by TD(λ). With --out it is
    saved, also when Ctrl-C stops it, and goes on to the same end; without --out nothing is saved. A machine
    is saved, too, but further lessons have other games, and so another end, than those without the break.
    """
    from senet_gp.games.dice.game import if_dice
    from senet_gp.games.registry import game_of
    from senet_gp.runtime.errors import UsageError

    game = game_of(game_name)
    if game.stochastic and if_dice(game) is None:
        raise UsageError(
            f"nothing learns {game.title}: learn trains machines in small games, and networks in games with "
            "throws whose rules are kernels (docs/extending_games.md tells how they are written)"
        )
    if game.stochastic:
        refuse_unread("in games whose learners are matchbox machines", *_OF_MACHINES)
        shared = {name: others[name] for name in ("parameters", "games", "seed", "load", "out", "as_json")}
        _learn_network(game_name, hidden, **shared)
    else:
        refuse_unread("in games whose learners are networks", "hidden")
        _learn_machine(game_name, **others)


def _learn_machine(
    game_name: str,
    parameters: tuple[tuple[str, int], ...],
    form: str | None,
    scheme_name: str,
    against: str,
    seat: str,
    plot: Path | None,
    load: Path | None,
    out: Path | None,
    show: Path | None,
    *,
    games: int | None,
    seed: int,
    no_refill: bool,
    compare: bool,
    seeds: int,
    workers: Workers | None,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Train a machine, or compare schemes, or show a machine's boxes."""
    from senet_gp.cli.machines import Lesson, compare_schemes, learn, show_boxes
    from senet_gp.cli.output import check_picture
    from senet_gp.games.small import small_game
    from senet_gp.runtime.errors import UsageError
    from senet_gp.runtime.files import check_new

    if sum((compare, show is not None, load is not None)) > 1 or (out and (compare or show)):
        raise UsageError("--compare and --show exclude each other, --load and --out: leave out all but one")
    if load:
        refuse_unread("without --load, whose machine goes on by its own scheme", *OF_THE_SCHEME)
    if show is not None:
        refuse_unread("without --show", "game_name", "parameters", *_OF_LESSONS, *OF_THE_SCHEME)
    else:
        refuse_unread("with --show", "ascii_only")
    if compare:
        refuse_unread("without --compare, which tries all schemes", "scheme_name")
    else:
        refuse_unread("with --compare", "seeds", "workers")
    games = _GAMES_OF_MACHINES if games is None else games
    if not games and not load and (compare or plot):
        raise UsageError("without games there is nothing to draw or compare: leave out --games 0")
    if plot is not None:
        check_picture(plot)
    if out is not None and out != load:
        check_new(out)
    if show is not None:
        show_boxes(show, plot, ascii_only=ascii_only, as_json=as_json)
        return
    game = small_game(game_name, dict(parameters))
    lesson = Lesson(game, against, seat, games, seed)
    scheme = scheme_named(scheme_name, form, refill=not no_refill)
    if compare:
        forms = (form,) if form else FORMS if not game.policy else FORMS[:1]
        schemes = {
            f"{name}, {each}": scheme_named(name, each, refill=not no_refill)
            for name in SCHEME_NAMES
            for each in forms
        }
        compare_schemes(lesson, schemes, seeds, workers, plot, as_json=as_json)
        return
    learn(lesson, scheme, load, out, plot, as_json=as_json)


def _learn_network(
    game_name: str,
    hidden: int,
    *,
    parameters: tuple[tuple[str, int], ...],
    games: int | None,
    seed: int,
    load: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Train a network, a new one or that of a file."""
    from senet_gp.engine.network import Course
    from senet_gp.games.registry import game_of
    from senet_gp.players.network import TrainedNetwork, read_network
    from senet_gp.runtime.errors import FileError
    from senet_gp.runtime.files import check_new

    if out is not None and out != load:
        check_new(out)
    if load:
        own = "without --load, whose network goes on by its own course"
        refuse_unread(own, "hidden", "seed", "parameters")
        begun = read_network(load)
        if begun.game.name != game_name:
            raise FileError(f"{load} has learned {begun.game.name}, not {game_name}")
    else:
        command = shlex.join(["senet-gp", *sys.argv[1:]])
        begun = TrainedNetwork.new(game_of(game_name, dict(parameters)), hidden, Course(seed), command)
    _train(begun, _GAMES_OF_NETWORKS if games is None else games, load, out, as_json=as_json)


def _train(begun: TrainedNetwork, games: int, load: Path | None, out: Path | None, *, as_json: bool) -> None:
    """Let a network learn, write its file, and report.

    Args:
        begun: the network, new or from a file.
        games: how many games it learns from.
        load: the file that it was read from, if it was.
        out: the file that it is written into, if it is.
        as_json: whether to print one JSON object instead of text.
    """
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.cli.progress import progress
    from senet_gp.players.network import train_network, write_network
    from senet_gp.runtime import interruption

    if not out:
        click.echo(_NOT_SAVED, err=True)
    compile_kernels(begun.game)
    state, since = begun, time.perf_counter()
    try:
        with progress("games", games) as show:
            show(0)
            for state in train_network(begun, games):
                show(state.games - begun.games)
                interruption.check()
    except KeyboardInterrupt:
        saved = "the network is not saved; name a file with --out"
        if out:
            write_network(state, out, new=out != load)
            left = begun.games + games - state.games
            file = quoted(out)
            saved = (
                f"the network is saved; go on with: senet-gp learn {begun.game.name} --load {file} "
                f"--out {file} --games {left}{repeated()}"
            )
        raise Interrupted(f"interrupted after {state.games} games; {saved}") from None
    seconds = time.perf_counter() - since
    if out:
        write_network(state, out, new=out != load)
    try:
        strength = _strength(state)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after all games, while the network was measured; {whole_and(out)}"
        ) from None
    _report(state, seconds, strength, as_json=as_json)
    if not out:
        click.echo(_NOT_SAVED, err=True)
    elif not as_json:
        tell_written(out)
        which = f"{begun.game.name}{rules_of(begun.game)}"
        click.echo(f"Play against it: senet-gp play {which} --against net:{quoted(out)}{repeated()}")


def _strength(state: TrainedNetwork) -> dict[str, Measurement]:
    """The network's share of points against each of the game's fixed opponents that measure champions."""
    from senet_gp.arena.measuring import measured_against
    from senet_gp.arena.panel import RANDOM_TREES, measuring_opponents
    from senet_gp.arena.pool import SerialPool
    from senet_gp.cli.progress import progress_of_games
    from senet_gp.players.network import NetworkPlayer
    from senet_gp.players.parsing import player_from_text
    from senet_gp.runtime.streams import SeedDomain, key_of

    player, game = NetworkPlayer(state.network, "net"), state.game
    key = key_of(state.course.seed, SeedDomain.NETWORK, state.games)
    texts = [text for text in measuring_opponents(game) if text not in RANDOM_TREES]
    opponents = [player_from_text(text, game) for text in texts]
    with progress_of_games(_MEASURED * len(opponents), opponents) as show:
        return measured_against(
            player, opponents, games=_MEASURED, key=key, pool=SerialPool(), game=game, show=show
        )


def _report(
    state: TrainedNetwork, seconds: float, strength: dict[str, Measurement], *, as_json: bool
) -> None:
    """Print what was learned from, and how strong the network is."""
    from senet_gp.cli.tables import figures, names, print_table
    from senet_gp.games.registry import in_words

    course = state.course
    if as_json:
        print_json(
            {
                "game": state.game.name,
                "seed": course.seed,
                "games": state.games,
                "hidden": state.network.hidden,
                "lambda": course.decay,
                "rate": course.rate,
                "seconds": round(seconds, 1),
                "scores": [{"player": text, **found.as_json()} for text, found in strength.items()],
            }
        )
        return
    click.echo(
        f"A network of {state.network.hidden} hidden values has learned {in_words(state.game)} from\n"
        f"{state.games:,} games against itself, seed {course.seed}."
    )
    click.echo(f"\nIts share of points in {_MEASURED:,} games against each of these:\n")
    print_table(
        [*names("opponent"), *figures("points", "95 % interval")],
        [
            (text, f"{one.share:.1%}", f"{one.interval[0]:.1%} to {one.interval[1]:.1%}")
            for text, one in strength.items()
        ],
    )
    click.echo()
    if state.game.stochastic:
        click.echo("Luck is subtracted in scores and intervals (docs/measuring.md).")
    click.echo()
