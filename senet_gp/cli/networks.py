"""Training a network by self-play, and the report on how strong it has become."""

from __future__ import annotations

import shlex
import sys
import time
from typing import TYPE_CHECKING

import click

from senet_gp.cli.output import print_json, rules_of, tell_written, whole_and
from senet_gp.cli.plugin_option import repeated
from senet_gp.games.registry import in_words
from senet_gp.quoting import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from senet_gp.arena.intervals import Estimate
    from senet_gp.engine.network import Course
    from senet_gp.games.protocol import Game
    from senet_gp.players.network import TrainedNetwork

#: How many hidden values a network has if nothing else is said, and from how many games it learns.
USUAL_HIDDEN, USUAL_GAMES = 64, 400_000
#: How many games it plays then against each of the fixed opponents.
_MEASURED = 1000
#: Said before and after the training, which may take minutes.
_NOT_SAVED = "Nothing is saved: --out FILE saves the network."


def new_network(game: Game, hidden: int, course: Course) -> TrainedNetwork:
    """A network that has learned nothing, which records the command that began it.

    Raises:
        UsageError: if the game has no networks, or none of this size.
    """
    from senet_gp.players.network import TrainedNetwork

    return TrainedNetwork.new(game, hidden, course, shlex.join(["senet-gp", *sys.argv[1:]]))


def learn(begun: TrainedNetwork, games: int, load: Path | None, out: Path | None, *, as_json: bool) -> None:
    """Let a network learn, write its file, and report.

    Args:
        begun: the network, new or from a file.
        games: how many games it learns from.
        load: the file that it was read from, if it was.
        out: the file that it is written into, if it is.
        as_json: whether to print one JSON object instead of text.
    """
    from senet_gp import interruption
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.cli.progress import progress_bar, progress_lines
    from senet_gp.players.network import train_network, write_network

    if not out:
        click.echo(_NOT_SAVED, err=True)
    compile_kernels(begun.game)
    state, since = begun, time.perf_counter()
    try:
        with progress_bar("games", games, plain=progress_lines("games", games)) as show:
            for state in train_network(begun, games):
                done = state.games - begun.games
                show(done, f"{done:,}/{games:,}")
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


def _strength(state: TrainedNetwork) -> dict[str, Estimate]:
    """The network's share of points against each of the game's fixed opponents that measure champions."""
    from senet_gp.arena.panel import RANDOM_TREES, against, measuring_opponents
    from senet_gp.arena.pool import SerialPool
    from senet_gp.players.network import NetworkPlayer
    from senet_gp.players.parsing import player_from_text
    from senet_gp.seed_domains import SeedDomain
    from senet_gp.streams import key_of

    player, game = NetworkPlayer(state.network, "net"), state.game
    key = key_of(state.course.seed, SeedDomain.NETWORK, state.games)
    return {
        text: against(
            player, [player_from_text(text, game)], games=_MEASURED, key=key, pool=SerialPool(), game=game
        )
        for text in measuring_opponents(game)
        if text not in RANDOM_TREES
    }


def _report(state: TrainedNetwork, seconds: float, strength: dict[str, Estimate], *, as_json: bool) -> None:
    """Print what was learned from, and how strong the network is."""
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
                "scores": [
                    {
                        "player": text,
                        "score": found.score,
                        "adjusted_score": found.adjusted,
                        "interval": list(found.interval),
                    }
                    for text, found in strength.items()
                ],
            }
        )
        return
    click.echo(
        f"A network of {state.network.hidden} hidden values has learned {in_words(state.game)} from\n"
        f"{state.games:,} games against itself, seed {course.seed}."
    )
    click.echo(f"\nIts share of points in {_MEASURED:,} games against each of these, with 95 % intervals:")
    for text, found in strength.items():
        low, high = found.interval
        click.echo(f"  {found.adjusted:6.1%}  ({low:.1%} to {high:.1%})  {text}")
    if state.game.stochastic:
        click.echo("Luck is subtracted in scores and intervals (docs/measuring.md).")
    click.echo()
