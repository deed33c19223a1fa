"""Matchbox machines at the command line: their options, their training, schemes compared, their boxes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from senet_gp.cli.output import print_json, program, rules_of, tell_written, whole_and
from senet_gp.cli.plugin_option import repeated
from senet_gp.runtime.errors import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from senet_gp.arena.verdict import SeatVerdict
    from senet_gp.arena.workers import Workers
    from senet_gp.experiments.comparison import Findings
    from senet_gp.experiments.matchbox_schemes import Course
    from senet_gp.games.small import SmallGame
    from senet_gp.players.matchbox import MatchboxPlayer, Scheme, Window

SCHEME_NAMES = ("last-move", "schedule-321", "schedule-21", "reward", "menace")
FORMS = ("boxes", "values")
#: The parameters that :func:`scheme_options` adds; they are used where a new machine is made.
OF_THE_SCHEME = ("scheme_name", "form", "no_refill")
#: The seats that a machine can learn in, by their name on the command line.
SEATS = {"first": (0,), "second": (1,), "both": (0, 1)}
_SEAT_NAMES = ("first mover", "second mover")
#: The learning curve is printed in so many rows, and a line of play with so many moves.
_ROWS, _MAX_MOVES_SHOWN = 10, 12


def scheme_options(form_default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --scheme, --form and --no-refill.

    Args:
        form_default: what the help says about the form that is used if none is given.
    """
    scheme = click.option(
        "--scheme",
        "scheme_name",
        type=click.Choice(SCHEME_NAMES),
        default=SCHEME_NAMES[0],
        show_default=True,
        help="Which moves a new machine punishes and rewards, as docs/hexapawn.md explains.",
    )
    form = click.option(
        "--form",
        type=click.Choice(FORMS),
        default=None,
        help="What a new machine stores: weights of moves, which are drawn in proportion (boxes), or values "
        f"of positions, the best of which is chosen (values).  [default: {form_default}]",
    )
    refill = click.option(
        "--no-refill",
        is_flag=True,
        help="Leave the first box of a new machine empty when all its moves have lost.",
    )
    return lambda command: scheme(form(refill(command)))


def scheme_named(name: str, form: str | None, *, refill: bool) -> Scheme:
    """The scheme of a name, in one of the forms; with values of positions the best move is chosen."""
    from senet_gp.players.matchbox import BOXES, SCHEMES, VALUES

    return dataclasses.replace(SCHEMES[name], form=form or BOXES, best=form == VALUES, refill=refill)


def in_words(scheme: Scheme) -> str:
    """A scheme in a sentence of two lines.

    >>> from senet_gp.players.matchbox import SCHEMES
    >>> print(in_words(SCHEMES["reward"]))
    Weights begin at 1;
    the last move of a lost game loses all; a won game adds 1, a drawn one 0.
    """
    from senet_gp.players.matchbox import ALL

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
        seat: where it sits, one of ``SEATS``.
        games: how many games it plays.
        seed: what the games are drawn from.
    """

    game: SmallGame
    against: str
    seat: str
    games: int
    seed: int

    def __str__(self) -> str:
        games = "game" if self.games == 1 else "games"
        seat = "both seats" if self.seat == "both" else f"the {self.seat} seat"
        return f"{self.game.name}, {seat}, {self.games} {games} against {self.against}"

    def as_json(self) -> dict[str, Any]:
        """The part of ``--json`` about the training."""
        return {
            "game": self.game.name,
            "against": self.against,
            "seat": self.seat,
            "seed": self.seed,
        }


def learn(
    lesson: Lesson, scheme: Scheme, load: Path | None, out: Path | None, plot: Path | None, *, as_json: bool
) -> None:
    """Train a machine, report, and write what was asked for."""
    from senet_gp.cli import Interrupted, compile_kernels
    from senet_gp.cli.progress import progress
    from senet_gp.experiments.matchbox_training import teachers_from, train
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.matchbox_file import matchbox_from, write_matchbox

    learner = matchbox_from(f"matchbox:{load}", lesson.game) if load else MatchboxPlayer(lesson.game, scheme)
    teachers = teachers_from(lesson.against, lesson.game, learner.scheme)
    compile_kernels(lesson.game)
    before, learned_before = len(learner.curve), learner.games
    seats = SEATS[lesson.seat]
    try:
        with progress("games", lesson.games) as show:
            show(0)
            played = train(
                learner,
                teachers,
                games=lesson.games,
                seed=lesson.seed,
                seats=seats,
                show=lambda done: show(done, _share_won(learner.curve)),
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
    try:
        verdicts = _examined(learner, seats)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after all games, while the machine was examined; {whole_and(out)}"
        ) from None
    _report(lesson, learner, learner.curve[before:], played, verdicts, as_json=as_json)
    if not as_json:
        tell_written(out, plot)
        if out:
            click.echo(f"Its boxes: {program()} learn --show {quoted(out)}{repeated()}")


def _examined(learner: MatchboxPlayer, seats: Sequence[int]) -> list[SeatVerdict | None]:
    """What is proven of the machine's play in each seat."""
    from senet_gp.arena.verdict import seat_verdict
    from senet_gp.experiments.matchbox_training import MAX_POSITIONS
    from senet_gp.games.small import Rulebook
    from senet_gp.runtime import interruption

    interruption.check()
    rulebook = Rulebook(learner.game)
    return [seat_verdict(rulebook, learner, seat, MAX_POSITIONS) for seat in seats]


def _further(lesson: Lesson, played: int, out: Path) -> str:
    """How an interrupted machine is taught further, and what differs then from a lesson without a break."""
    file = quoted(out)
    command = (
        f"{program()} learn {lesson.game.name}{rules_of(lesson.game)} --load {file} --out {file} "
        f"--games {lesson.games - played} --against {quoted(lesson.against)} --seat {lesson.seat} "
        f"--seed {lesson.seed + 1}{repeated()}"
    )
    return f"teach it further, by other games than without the break, with: {command}"


def _report(
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
            "proven": all(found is not None and found.worst >= 0 for found in verdicts),
            "seats": [found.as_json() for found in verdicts if found],
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
    click.echo()
    for seat, found in zip(SEATS[lesson.seat], verdicts, strict=True):
        click.echo(_verdict(found, seat))


def _print_curve(curve: Sequence[Window]) -> None:
    """Print the curve in a few rows, each of which adds up several windows."""
    from senet_gp.cli.tables import figures, print_table, texts

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


def _verdict(found: SeatVerdict | None, seat: int) -> str:
    """What the examination of every line of play has shown, in a sentence."""
    who = f"as {_SEAT_NAMES[seat]}"
    if found is None:
        return f"Whether it can lose {who} is not known: the game has too many positions to examine."
    seen = f"{found.positions} positions"
    if found.worst < 0:
        line = " ".join(found.line[:_MAX_MOVES_SHOWN])
        return f"It can still lose {who}: {line}"
    return f"Proven over every line ({seen}): {who} it always {'wins' if found.worst else 'wins or draws'}."


def _share_won(curve: Sequence[Window]) -> str:
    if not curve:
        return ""
    certain = ", cannot lose" if curve[-1].proven else ""
    return f"won {curve[-1].share_won:.0%}{certain}"


def compare_schemes(
    lesson: Lesson,
    schemes: dict[str, Scheme],
    seeds: int,
    workers: Workers | None,
    plot: Path | None,
    *,
    as_json: bool,
) -> None:
    """Train many machines by each scheme, and print what that says about the schemes."""
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.progress import progress
    from senet_gp.experiments.matchbox_schemes import LessonPlan, compare, findings_of
    from senet_gp.experiments.matchbox_training import teachers_from

    teachers_from(lesson.against, lesson.game, next(iter(schemes.values())))  # refuses a wrong name now
    compile_kernels(lesson.game)
    plan = LessonPlan(against=lesson.against, games=lesson.games, seats=SEATS[lesson.seat])
    with pool_of(workers) as pool, progress("schemes", len(schemes)) as show:
        show(0)
        courses = compare(
            lesson.game,
            schemes,
            plan,
            seeds=range(lesson.seed, lesson.seed + seeds),
            pool=pool,
            show=lambda done: show(len(done), done[-1].scheme),
        )
    if plot:
        from senet_gp.show.plots import save
        from senet_gp.show.plots.learning import draw_comparison

        machines = "one machine" if seeds == 1 else f"{seeds} machines"
        save(draw_comparison(courses, f"{lesson}, {machines} a scheme"), plot)
    findings = findings_of(lesson.game, courses, plan)
    if as_json:
        rows = [course.as_json() for course in courses]
        lessons = {**lesson.as_json(), "games": lesson.games, "seeds": seeds, "schemes": rows}
        print_json({**lessons, **findings.as_json()})
        return
    click.echo(f"Learning {lesson}, seeds {lesson.seed} to {lesson.seed + seeds - 1}")
    _print_schemes(courses)
    click.echo("Proven: no line of play makes the machine lose; games: until it is proven.")
    _print_differences(findings)
    tell_written(plot)


def _print_schemes(courses: Sequence[Course]) -> None:
    from senet_gp.cli.tables import figures, names, print_table

    columns = ("proven", "median\ngames", "95 % interval", "at most", "won at\nthe end")
    click.echo()
    print_table([*names("scheme"), *figures(*columns)], map(_scheme_cells, courses))
    click.echo()


def _scheme_cells(course: Course) -> tuple[str, ...]:
    until = course.as_json()["games_until_proven"]
    interval = until and until["interval"]
    machines = len(course.curves)
    return (
        course.scheme,
        f"{round(course.proven[-1] * machines)} of {machines}",
        f"{until['median']:.0f}" if until else "-",
        f"{interval[0]:.0f} to {interval[1]:.0f}" if interval else "-",
        str(until["most"]) if until else "-",
        f"{course.won[-1]:.1%}",
    )


def _print_differences(findings: Findings) -> None:
    """Print which schemes are called different, and what so many machines can tell."""
    from senet_gp.cli.console import Console
    from senet_gp.cli.tables import names, print_table, texts
    from senet_gp.experiments.wording import sensitivity_in_words

    console = Console()
    sooner: dict[str, list[str]] = {summary.name: [] for summary in findings.summaries}
    for pair in findings.comparisons:
        if pair.different:
            scheme, other = (pair.a, pair.b) if pair.effect < 0.5 else (pair.b, pair.a)
            sooner[scheme].append(other)
    rows = [(scheme, "; ".join(others)) for scheme, others in sooner.items() if others]
    if rows:
        click.echo()
        print_table([*names("scheme"), *texts("proven sooner than")], rows)
        click.echo()
    else:
        console.print("No scheme is told from another.")
    console.print(
        "Sooner: after fewer games, where a machine that is not proven at the end counts with all its games; "
        "p of the Mann-Whitney test, corrected by Holm for all pairs of schemes, is below 0.05."
    )
    for one in findings.sensitivities:
        console.print(sensitivity_in_words(one, findings.column))


def plot_curve(machine: MatchboxPlayer, file: Path) -> None:
    """Draw a machine's learning curve, which must not be empty, into a file."""
    from senet_gp.show.plots import save
    from senet_gp.show.plots.learning import draw_curve

    title = f"{machine.game.name}: a machine of {machine.scheme.form} learns from {machine.games} games"
    save(draw_curve(machine.curve, title), file)


def show_boxes(file: Path, plot: Path | None, *, ascii_only: bool, as_json: bool) -> None:
    """Show every box of the machine in a file; draw its learning curve into ``plot``, if that is given.

    Raises:
        FileError: if a file cannot be read or written.
        UsageError: if the curve is wanted, and the machine has none.
    """
    from senet_gp.cli.game_view import GameView
    from senet_gp.players.matchbox import Tally
    from senet_gp.players.matchbox_file import as_content, read_matchbox
    from senet_gp.runtime.errors import UsageError
    from senet_gp.show.matchboxes import drawn_boxes

    player = read_matchbox(file)
    if plot:
        if not player.curve:
            raise UsageError(f"{file} has no learning curve: leave out --plot")
        plot_curve(player, plot)
    if as_json:
        print_json(as_content(player))
        return
    table = GameView(player.game, ascii_only=ascii_only)
    click.echo(f"{player.game.name}, learned from {player.games} games. {in_words(player.scheme)}\n")
    if player.people != Tally():
        met = player.people
        click.echo(f"Its games against people: {met.won} won, {met.drawn} drawn, {met.lost} lost.\n")
    for line in drawn_boxes(player, table.signs, table.empty):
        click.echo(line)
