"""``senet-gp learn``."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli.machines import (
    FORMS,
    OF_THE_SCHEME,
    SCHEME_NAMES,
    in_words,
    plot_curve,
    scheme_named,
    scheme_options,
)
from senet_gp.cli.options import json_option, parameters_option, refuse_unread, seed_option, workers_option
from senet_gp.errors import printable
from senet_gp.quoting import quoted

if TYPE_CHECKING:
    from senet_gp.arena.verdict import SeatVerdict
    from senet_gp.games.board.game import BoardGame
    from senet_gp.players.matchbox import MatchboxPlayer, Scheme, Window

_SEATS = {"first": (0,), "second": (1,), "both": (0, 1)}
_SEAT_NAMES = ("first mover", "second mover")
_LINES = 10
_MOST_LINES_SHOWN = 12
#: Parameters that say how a machine is taught, and what is punished and rewarded.
_OF_LESSONS = ("games", "against", "seat", "seed")


@click.command("learn")
@click.argument("game", default="hexapawn")
@parameters_option
@click.option(
    "--games",
    type=click.IntRange(0, 10_000_000),
    default=5000,
    show_default=True,
    help="How many games it learns from; 0 makes a blank machine.",
)
@scheme_options("boxes; with --compare both")
@click.option(
    "--against",
    metavar="WHO",
    default="mix",
    show_default=True,
    help="self or self:SCHEME, another machine that learns too; mix, random and self in turn; or any player, "
    "such as random, minimax, or matchbox:FILE.",
)
@click.option(
    "--seat",
    type=click.Choice(list(_SEATS)),
    default="second",
    show_default=True,
    help="Which seat it learns in.",
)
@seed_option
@click.option(
    "--load", type=click.Path(path_type=Path), help="Go on with the machine in this file, by its own scheme."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Save the machine into this file, new or that of --load."
)
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the learning curve into this new file.")
@click.option("--compare", is_flag=True, help="Compare the schemes over many machines instead.")
@click.option(
    "--seeds",
    type=click.IntRange(1, 10_000),
    default=10,
    show_default=True,
    help="Machines a scheme that --compare trains.",
)
@workers_option
@click.option(
    "--show", type=click.Path(path_type=Path), help="Only show the boxes of the machine in this file."
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use no other characters than ASCII.")
@json_option
def command(
    game: str,
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
    games: int,
    seed: int,
    no_refill: bool,
    compare: bool,
    seeds: int,
    workers: Workers | None,
    ascii_only: bool,
    as_json: bool,
) -> None:
    """Let a machine learn GAME (default: hexapawn) from its own games.

    It starts with equal weights for all moves, and takes weight from moves that lost. At the end every line
    of play is walked over, to see whether it can still lose. --compare says which schemes get there.
    """
    from senet_gp.errors import UsageError
    from senet_gp.files.names import check_new
    from senet_gp.games.small import small_game

    if sum((compare, show is not None, load is not None)) > 1 or (out and (compare or show)):
        raise UsageError("--compare and --show go with neither --load nor --out, nor with each other")
    if load:
        refuse_unread("without --load, whose machine goes on by its own scheme", *OF_THE_SCHEME)
    if show is not None:
        refuse_unread("without --show", "game", "parameters", *_OF_LESSONS, *OF_THE_SCHEME)
    else:
        refuse_unread("with --show", "ascii_only")
    if compare:
        refuse_unread("without --compare, which tries all schemes", "scheme_name")
    else:
        refuse_unread("with --compare", "seeds", "workers")
    if not games and not load and (compare or plot):
        raise UsageError("without games there is nothing to draw or to compare: leave out --games 0")
    if plot is not None:
        from senet_gp.plots import check_drawable

        check_drawable(plot)
        check_new(plot)
    if out is not None and out != load:
        check_new(out)
    if show is not None:
        _show(show, plot, ascii_only=ascii_only, as_json=as_json)
        return
    rules = small_game(game, dict(parameters))
    scheme = scheme_named(scheme_name, form, refill=not no_refill)
    if compare:
        forms = (form,) if form else FORMS if not rules.policy else FORMS[:1]
        schemes = {
            f"{name}, {each}": scheme_named(name, each, refill=not no_refill)
            for name in SCHEME_NAMES
            for each in forms
        }
        lesson = _Lesson(rules, against, seat, games, seed)
        _compare(lesson, schemes, seeds, workers, plot, as_json=as_json)
        return
    _learn(_Lesson(rules, against, seat, games, seed), scheme, load, out, plot, as_json=as_json)


@dataclasses.dataclass(frozen=True)
class _Lesson:
    """What a machine learns from."""

    game: BoardGame
    against: str
    seat: str
    games: int
    seed: int

    def __str__(self) -> str:
        games = "game" if self.games == 1 else "games"
        seat = "both seats" if self.seat == "both" else f"the {self.seat} seat"
        return f"{self.game.name}, {seat}, {self.games} {games} against {self.against}"

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "against": self.against,
            "seat": self.seat,
            "seed": self.seed,
        }


def _learn(
    lesson: _Lesson, scheme: Scheme, load: Path | None, out: Path | None, plot: Path | None, *, as_json: bool
) -> None:
    """Train a machine, report, and write what was asked for."""
    from senet_gp.arena.verdict import seat_verdict
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.cli.progress import progress_bar
    from senet_gp.games.board.rulebook import Rulebook
    from senet_gp.learning.training import MOST_POSITIONS, teachers_from, train
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.matchbox_file import matchbox_from, write_matchbox

    learner = matchbox_from(f"matchbox:{load}", lesson.game) if load else MatchboxPlayer(lesson.game, scheme)
    teachers = teachers_from(lesson.against, lesson.game, learner.scheme)
    compile_kernels(lesson.game)
    before = len(learner.curve)
    seats = _SEATS[lesson.seat]
    try:
        with progress_bar("games", lesson.games) as advance:
            played = train(
                learner,
                teachers,
                games=lesson.games,
                seed=lesson.seed,
                seats=seats,
                show=lambda done: advance(done, f"{done}/{lesson.games} {_figures(learner.curve)}"),
            )
    except KeyboardInterrupt:
        saved = "nothing is saved"
        if out:
            write_matchbox(learner, out)
            saved = f"it is saved; go on with: senet-gp learn {lesson.game.name} --load {quoted(out)}"
        raise Interrupted(f"interrupted after {learner.games} games; {saved}") from None
    if out:
        write_matchbox(learner, out)
    if plot:
        plot_curve(learner, plot)
    rulebook = Rulebook(lesson.game)
    verdicts = [seat_verdict(rulebook, learner, seat, MOST_POSITIONS) for seat in seats]
    _report(lesson, learner, learner.curve[before:], played, verdicts, as_json=as_json)
    if not as_json:
        _say_written(out, plot)
        if out:
            click.echo(f"Look at what it has learned: senet-gp learn --show {quoted(out)}")


def _report(
    lesson: _Lesson,
    learner: MatchboxPlayer,
    curve: Sequence[Window],
    played: int,
    verdicts: Sequence[SeatVerdict | None],
    *,
    as_json: bool,
) -> None:
    """Say how the lessons went, and what the machine's play is worth."""
    if as_json:
        result = {
            **lesson.as_json(),
            "scheme": dataclasses.asdict(learner.scheme),
            "games": played,
            "proven": all(found is not None and found.worst >= 0 for found in verdicts),
            "seats": [found.as_json() for found in verdicts if found],
            "boxes": len(learner.boxes),
            "curve": [dataclasses.asdict(window) for window in curve],
        }
        click.echo(json.dumps(result))
        return
    click.echo(f"Learning {lesson}, seed {lesson.seed}; {learner.scheme.form}\n")
    if curve:
        _print_curve(curve)
    if played < lesson.games:
        click.echo(f"\nThe lessons ended after {played} games: a first box is empty, and is not refilled.")
    click.echo()
    for seat, found in zip(_SEATS[lesson.seat], verdicts, strict=True):
        click.echo(_verdict(found, seat))


def _say_written(*files: Path | None) -> None:
    for file in files:
        if file:
            click.echo(f"{printable(str(file))} written")


def _compare(
    lesson: _Lesson,
    schemes: dict[str, Scheme],
    seeds: int,
    workers: Workers | None,
    plot: Path | None,
    *,
    as_json: bool,
) -> None:
    """Train many machines by each scheme, and put the schemes side by side."""
    from rich.box import SIMPLE
    from rich.table import Table

    from senet_gp.arena.local_pool import WorkerPool
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.console import Console
    from senet_gp.cli.progress import progress_bar
    from senet_gp.learning.comparison import compare
    from senet_gp.learning.training import teachers_from

    teachers_from(lesson.against, lesson.game, next(iter(schemes.values())))  # so that a bad name is told now
    compile_kernels(lesson.game)
    with WorkerPool(workers) as pool, progress_bar("schemes", len(schemes)) as advance:
        courses = compare(
            lesson.game,
            schemes,
            lesson.against,
            games=lesson.games,
            seeds=range(lesson.seed, lesson.seed + seeds),
            seats=_SEATS[lesson.seat],
            pool=pool,
            show=lambda done: advance(len(done), f"{len(done)}/{len(schemes)} {done[-1].scheme}"),
        )
    if plot:
        from senet_gp.plots import save
        from senet_gp.plots.learning import draw_comparison

        machines = "one machine" if seeds == 1 else f"{seeds} machines"
        save(draw_comparison(courses, f"{lesson}, {machines} a scheme"), plot)
    rows = [course.as_json() for course in courses]
    if as_json:
        click.echo(json.dumps({**lesson.as_json(), "games": lesson.games, "seeds": seeds, "schemes": rows}))
        return
    click.echo(f"Learning {lesson}, seeds {lesson.seed} to {lesson.seed + seeds - 1}")
    table = Table(box=SIMPLE)
    table.add_column("scheme", no_wrap=True)
    for heading in ("proven", "after games, median", "at most", "won at the end"):
        table.add_column(heading, justify="right")
    for course, row in zip(courses, rows, strict=True):
        until = row["games_until_proven"]
        table.add_row(
            course.scheme,
            f"{round(course.proven[-1] * seeds)} of {seeds}",
            f"{until['median']:.0f}" if until else "-",
            str(until["most"]) if until else "-",
            f"{course.won[-1]:.1%}",
        )
    Console().print(table)
    click.echo("Proven: no line of play makes the machine lose.")
    _say_written(plot)


def _show(file: Path, plot: Path | None, *, ascii_only: bool, as_json: bool) -> None:
    """Show every box of a machine."""
    from senet_gp.cli.game_table import GameTable
    from senet_gp.errors import UsageError
    from senet_gp.learning.drawing import drawn_boxes
    from senet_gp.players.matchbox import Tally
    from senet_gp.players.matchbox_file import as_content, read_matchbox

    player = read_matchbox(file)
    if plot:
        if not player.curve:
            raise UsageError(f"{file} holds no learning curve: leave out --plot")
        plot_curve(player, plot)
    if as_json:
        click.echo(json.dumps(as_content(player)))
        return
    table = GameTable(player.game, ascii_only=ascii_only)
    click.echo(f"{player.game.name}, learned from {player.games} games. {in_words(player.scheme)}\n")
    if player.people != Tally():
        met = player.people
        click.echo(f"Against people it has won {met.won}, drawn {met.drawn} and lost {met.lost}.\n")
    for line in drawn_boxes(player, table.signs, table.empty):
        click.echo(line)


def _print_curve(curve: Sequence[Window]) -> None:
    """The curve in a few lines, some windows put together in each."""
    together = -(-len(curve) // _LINES)
    click.echo("  games    won  drawn   lost   can it lose?")
    for first in range(0, len(curve), together):
        windows = curve[first : first + together]
        results = [sum(getattr(window, name) for window in windows) for name in ("won", "drawn", "lost")]
        shares = "".join(f" {result / sum(results):6.1%}" for result in results)
        worst = windows[-1].worst
        can_lose = "not known" if worst is None else "no" if worst >= 0 else "yes"
        click.echo(f"{windows[-1].games:7}{shares}   {can_lose}")


def _verdict(found: SeatVerdict | None, seat: int) -> str:
    """What the walk over every line has shown, as a sentence."""
    who = f"as {_SEAT_NAMES[seat]}"
    if found is None:
        return f"Whether it can lose {who} is not known: the game has too many positions to walk over."
    seen = f"{found.positions} positions"
    if found.worst < 0:
        line = " ".join(found.line[:_MOST_LINES_SHOWN])
        return f"It can still lose {who}: {line}"
    return f"Proven over every line ({seen}): {who} it always {'wins' if found.worst else 'wins or draws'}."


def _figures(curve: Sequence[Window]) -> str:
    if not curve:
        return ""
    certain = ", cannot lose" if curve[-1].proven else ""
    return f"won {curve[-1].share_won:.0%}{certain}"
