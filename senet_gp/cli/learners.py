"""Learning at the command line: a machine that is taught, boxes that are shown, and networks."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click

from senet_gp.arena.match import measured_against
from senet_gp.arena.panel import RANDOM_TREES, measuring_opponents
from senet_gp.arena.pool import SerialPool
from senet_gp.arena.verdict import SeatVerdict, seat_verdict
from senet_gp.cli import Interrupted, compile_kernels, options
from senet_gp.cli.console import figures, names, print_table, texts
from senet_gp.cli.entrants import progress_of_games
from senet_gp.cli.game_view import GameView
from senet_gp.cli.output import command_for, plural, print_json, rules_of, tell_written
from senet_gp.cli.progress import progress
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.network import NETWORK
from senet_gp.experiments.matchbox_training import MAX_POSITIONS, teachers_from, train
from senet_gp.games.registry import in_words, parameters_of
from senet_gp.games.small import Rulebook, SmallGame
from senet_gp.players.matchbox import (
    ALL,
    BOXES,
    SCHEMES,
    VALUES,
    MatchboxPlayer,
    Scheme,
    Tally,
    Window,
    as_content,
    matchbox_from,
    read_matchbox,
    write_matchbox,
)
from senet_gp.players.network import NetworkPlayer, TrainedNetwork, train_network, write_network
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import SenetGpError, UsageError, quoted
from senet_gp.runtime.streams import key_of
from senet_gp.show.matchboxes import drawn_boxes

#: How many rows a printed learning curve has.
_ROWS = 10
#: How many games a network plays at the end against each of the fixed opponents.
_MEASURED = 1000
#: Said before and after the training of a network, which may take minutes.
_NOT_SAVED = "Nothing is saved: --out FILE saves the network."


def scheme_named(name: str, form: str | None, *, no_refill: bool) -> Scheme:
    """The scheme of a name, in one of the forms; with values of positions the best move is chosen."""
    return dataclasses.replace(SCHEMES[name], form=form or BOXES, best=form == VALUES, refill=not no_refill)


def scheme_in_words(scheme: Scheme) -> str:
    """A scheme in a sentence of two lines.

    >>> print(scheme_in_words(SCHEMES["reward"]))
    Weights begin at 1;
    the last move of a lost game loses all; a won game adds 1, a drawn one 0.
    """
    taken = ", ".join("all" if amount == ALL else str(amount) for amount in scheme.punishments)
    moves = "move of a lost game loses" if len(scheme.punishments) == 1 else "moves of a lost game lose"
    return (
        f"Weights begin at {scheme.initial};\nthe last {moves} {taken}; "
        f"a won game adds {scheme.reward}, a drawn one {scheme.draw_reward}."
    )


@dataclasses.dataclass(frozen=True)
class Lesson:
    """The training of a machine.

    Attributes:
        game: the game that it learns.
        against: who plays against it.
        seat: where it sits, one of ``options.SEATS``.
        games: how many games it plays.
        seed: what the games are drawn from.
    """

    game: SmallGame
    against: str
    seat: str
    games: int
    seed: int

    def __str__(self) -> str:
        seat = "both seats" if self.seat == "both" else f"the {self.seat} seat"
        return f"{in_words(self.game)}, {seat}, {plural(self.games, 'game')} against {self.against}"

    def as_json(self) -> dict[str, Any]:
        """The part of ``--json`` about the training."""
        return {
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "against": self.against,
            "seat": self.seat,
            "seed": self.seed,
        }


def learn(
    lesson: Lesson, scheme: Scheme, load: Path | None, out: Path | None, plot: Path | None, *, as_json: bool
) -> None:
    """Train a machine, report, and write what was asked for."""
    learner = matchbox_from(f"matchbox:{load}", lesson.game) if load else MatchboxPlayer(lesson.game, scheme)
    if plot and not (lesson.games or learner.curve):
        raise UsageError("without games there is nothing to draw: leave out --plot, or let it learn some")
    teachers = teachers_from(lesson.against, lesson.game, learner.scheme)
    compile_kernels(lesson.game)
    before, learned_before = len(learner.curve), learner.games
    seats, new = options.SEATS[lesson.seat], None if out == load else out
    try:
        with _taken(new, partial(write_matchbox, learner)), progress("games") as show:
            show(0, lesson.games)
            played = train(
                learner,
                teachers,
                games=lesson.games,
                seed=lesson.seed,
                seats=seats,
                show=show,
            )
    except KeyboardInterrupt:
        saved = "the machine is not saved; name a file with --out"
        if out:
            write_matchbox(learner, out)
            saved = f"the machine is saved; {_further(lesson, learner.games - learned_before, out)}"
        raise Interrupted(f"interrupted after {learner.games} games; {saved}") from None
    if out:
        write_matchbox(learner, out)
    if plot:
        plot_curve(learner, plot)
    with _after_all_games("the machine was examined", out):
        verdicts = _examined(learner, seats)
    _report_machine(lesson, learner, learner.curve[before:], played, verdicts, as_json=as_json)
    if not as_json:
        tell_written(out, plot)
        if out:
            click.echo(f"Its boxes: {command_for(f'learn boxes {quoted(out)}')}")


@contextmanager
def _after_all_games(what: str, out: Path | None) -> Iterator[None]:
    """Inside this context all games are played, and all is saved; if it is interrupted, say so.

    Args:
        what: what goes on, such as ``the machine was examined``.
        out: the file that holds what has learned, if one was named.

    Raises:
        Interrupted: if the person stops it.
    """
    try:
        yield
    except KeyboardInterrupt:
        whole = (
            f"it is whole, and saved in {quoted(out)}" if out else "it is not saved; name a file with --out"
        )
        raise Interrupted(f"interrupted after all games, while {what}; {whole}") from None


def _examined(learner: MatchboxPlayer, seats: Sequence[int]) -> list[SeatVerdict | None]:
    """What is proven of the machine's play in each seat."""
    interruption.check()
    rulebook = Rulebook(learner.game)
    return [seat_verdict(rulebook, learner, seat, MAX_POSITIONS) for seat in seats]


@contextmanager
def _taken(out: Path | None, write: Callable[..., None]) -> Iterator[None]:
    """Let a new file have its name while something learns, so that no other command takes it.

    Args:
        out: the file, which is removed again if learning fails; None for none.
        write: writes it as it is before.
    """
    if out is not None:
        write(out, new=True)
    try:
        yield
    except SenetGpError:
        if out is not None:
            out.unlink(missing_ok=True)
        raise


def _further(lesson: Lesson, played: int, out: Path) -> str:
    """How an interrupted machine is taught further, and what differs then from a lesson without a break."""
    file = quoted(out)
    command = command_for(
        f"learn machine {lesson.game.name}{rules_of(lesson.game)} --load {file} --out {file} "
        f"--games {lesson.games - played} --against {quoted(lesson.against)} --seat {lesson.seat} "
        f"--seed {lesson.seed + 1}"
    )
    return f"teach it further, by other games than without the break, with: {command}"


def _report_machine(
    lesson: Lesson,
    learner: MatchboxPlayer,
    curve: Sequence[Window],
    played: int,
    verdicts: Sequence[SeatVerdict | None],
    *,
    as_json: bool,
) -> None:
    """Print the learning curve, and what is proven of the machine's play."""
    if as_json:
        result = {
            **lesson.as_json(),
            "scheme": dataclasses.asdict(learner.scheme),
            "games": played,
            "proven": all(verdict is not None and verdict.worst >= 0 for verdict in verdicts),
            "seats": [verdict.as_json() for verdict in verdicts if verdict],
            "boxes": len(learner.boxes),
            "curve": [dataclasses.asdict(window) for window in curve],
        }
        print_json(result)
        return
    click.echo(f"Learning {lesson}, seed {lesson.seed}; {learner.scheme.form}\n")
    if curve:
        _print_curve(curve)
    if played < lesson.games:
        click.echo(f"\nThe training ended after {played} games: a first box is empty, and is not refilled.")
    click.echo("\nAgainst every line of play:")
    for verdict in verdicts:
        click.echo(f"  {verdict or 'not known, as the game has too many positions to examine'}")


def _print_curve(curve: Sequence[Window]) -> None:
    """Print the curve in a few rows, each of which adds up several windows."""
    together = -(-len(curve) // _ROWS)
    windows = [curve[first : first + together] for first in range(0, len(curve), together)]
    columns = [*figures("games", "won", "drawn", "lost"), *texts("can it lose?")]
    print_table(columns, map(_curve_cells, windows))


def _curve_cells(windows: Sequence[Window]) -> tuple[str, ...]:
    results = [sum(getattr(window, name) for window in windows) for name in ("won", "drawn", "lost")]
    shares = (f"{result / sum(results):.1%}" for result in results)
    worst = windows[-1].worst
    can_lose = "not known" if worst is None else "no" if worst >= 0 else "yes"
    return (str(windows[-1].games), *shares, can_lose)


def plot_curve(machine: MatchboxPlayer, file: Path) -> None:
    """Draw a machine's learning curve, which must not be empty, into a file."""
    from senet_gp.show.plots import save
    from senet_gp.show.plots.players import draw_curve

    title = f"{machine.game.name}: a machine of {machine.scheme.form} learns from {machine.games} games"
    save(draw_curve(machine.curve, title), file)


def show_boxes(file: Path, plot: Path | None, *, ascii_only: bool, as_json: bool) -> None:
    """Show every box of the machine in a file; draw its learning curve into ``plot``, if that is given.

    Raises:
        FileError: if a file cannot be read or written.
        UsageError: if the curve is wanted, and the machine has none.
    """
    player = read_matchbox(file)
    if plot:
        if not player.curve:
            raise UsageError(f"{file} has no learning curve: leave out --plot")
        plot_curve(player, plot)
    if as_json:
        print_json(as_content(player))
        return
    table = GameView(player.game, ascii_only=ascii_only)
    click.echo(f"{player.game.name}, learned from {player.games} games. {scheme_in_words(player.scheme)}\n")
    if player.people != Tally():
        met = player.people
        click.echo(f"Its games against people: {met.won} won, {met.drawn} drawn, {met.lost} lost.\n")
    for line in drawn_boxes(player, table.signs, table.empty):
        click.echo(line)


def learn_as_network(
    begun: TrainedNetwork, games: int, out: Path | None, *, new: bool, as_json: bool
) -> None:
    """Let a network learn, write its file, and report.

    Args:
        begun: the network, new or from a file.
        games: how many games it learns from.
        out: the file that it is written into, if it is.
        new: whether this file is new.
        as_json: whether to print one JSON object instead of text.
    """
    if not out:
        click.echo(_NOT_SAVED, err=True)
    compile_kernels(begun.game)
    state, since = begun, time.perf_counter()
    try:
        with _taken(out if new else None, partial(write_network, begun)), progress("games") as show:
            show(0, games)
            for state in train_network(begun, games):
                show(state.games - begun.games, games)
                interruption.check()
    except KeyboardInterrupt:
        saved = "the network is not saved; name a file with --out"
        if out:
            write_network(state, out)
            left = begun.games + games - state.games
            file = quoted(out)
            again = command_for(f"learn network {begun.game.name} --load {file} --out {file} --games {left}")
            saved = f"the network is saved; go on with: {again}"
        raise Interrupted(f"interrupted after {state.games} games; {saved}") from None
    seconds = time.perf_counter() - since
    if out:
        write_network(state, out)
    with _after_all_games("the network was measured", out):
        strength = _strength(state)
    _report_network(state, seconds, strength, as_json=as_json)
    if not out:
        click.echo(_NOT_SAVED, err=True)
    elif not as_json:
        tell_written(out)
        which = f"{begun.game.name}{rules_of(begun.game)}"
        click.echo(f"Play against it: {command_for(f'play {which} --against net:{quoted(out)}')}")


def _strength(state: TrainedNetwork) -> dict[str, Measurement]:
    """The network's share of points against each of the game's fixed opponents that measure champions."""
    player, game = NetworkPlayer(state.network, "net"), state.game
    key = key_of(state.course.seed, NETWORK, state.games)
    texts = [text for text in measuring_opponents(game) if text not in RANDOM_TREES]
    opponents = [player_from_text(text, game) for text in texts]
    with progress_of_games(_MEASURED * len(opponents), opponents) as show:
        return measured_against(
            player, opponents, games=_MEASURED, key=key, pool=SerialPool(), game=game, show=show
        )


def _report_network(
    state: TrainedNetwork, seconds: float, strength: dict[str, Measurement], *, as_json: bool
) -> None:
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
                "scores": [{"player": text, **measured.as_json()} for text, measured in strength.items()],
            }
        )
        return
    click.echo(
        f"A network of {state.network.hidden} hidden units has learned {in_words(state.game)} from\n"
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
        click.echo("Luck is subtracted in scores and intervals.")
    click.echo()
