"""What notebooks show of objects: pictures in SVG, tables in HTML (see :mod:`senet_gp.runtime.registries`).

Objects of a subclass are shown as those of its nearest base here. Others can be added by ``svg_of.register``
and ``html_of.register``.

Notebooks are light or dark, and a program cannot see which. So pictures have a light background of their own,
and tables take the colours of the notebook.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial, singledispatch
from html import escape
from typing import Any, NamedTuple

from primitives.vocabulary import Node
from senet_gp.arena.match import MatchReport, RoundRobin
from senet_gp.arena.record import GameRecord
from senet_gp.arena.tournament import Standing, Tournament, standings
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.playthrough import Choice, throws_text
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.games import board_pictures
from senet_gp.games.board_pictures import Diagram
from senet_gp.games.protocol import SEATS, Game
from senet_gp.games.registry import GAMES, in_words
from senet_gp.games.wording import wording_of
from senet_gp.insight.rows import COUNT, INTERVAL, TENTHS, VALUE, Fact, Kind, Rows
from senet_gp.players.champion import Champion, PlayersBySize
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import FileError, printable, shortened
from senet_gp.runtime.files import is_there
from senet_gp.show.pages import data_url, html_from
from senet_gp.show.plots import rendered
from senet_gp.show.plots.expression import MAX_NODES, drawn
from senet_gp.show.plots.run import draw_front, draw_population
from senet_gp.trees.individual import Individual

#: The most nodes and levels in a picture: about what fits on a screen.
MAX_SHOWN = 80
MAX_LEVELS = 12
#: At most this many results of a champion are shown.
_MAX_RESULTS = 10
#: The most moves of a decision that are listed, and choices of a record whose boards are drawn.
MAX_MOVES = 12
MAX_BOARDS = 6
#: At most this many entrants are shown, the best.
MAX_ENTRANTS = 40


@singledispatch
def svg_of(_thing: object) -> str | None:
    """The picture of an object, an SVG document; None if it has none."""
    return None


@singledispatch
def html_of(thing: object) -> str | None:
    """An HTML fragment that shows an object; None if it is shown otherwise."""
    # Each family of games has a class of its own for decisions.
    return _decision_html(thing) if hasattr(thing, "afterstates") else None


svg_of.register(Diagram, board_pictures.svg_of)


class LeftOut(NamedTuple):
    """A part that is not drawn, in its place in the tree: a leaf that tells the size of the part."""

    name: str
    ret: type
    arity: int = 0


@svg_of.register
def individual_svg(individual: Individual) -> str:
    """The picture of an expression; if it is large, parts are left out and a sentence says how many."""
    nodes, parts, missing = pruned(individual.checked())
    note = ""
    if parts:
        drawable = f"; senet-gp export --format svg draws all of up to {MAX_NODES:,}"
        note = (
            f"{missing:,} of {len(individual):,} nodes are left out, in {parts} "
            f"{'part' if parts == 1 else 'parts'}{drawable if len(individual) <= MAX_NODES else ''}."
        )
    return rendered(drawn(nodes, individual.vocabulary, note=note), "svg").decode()


def pruned(individual: Individual) -> tuple[list[Node], int, int]:
    """An expression without the parts for which there is no room, level by level.

    Returns:
        Its nodes, with a :class:`LeftOut` for each such part; the number of parts; their nodes in all.
    """
    shown: dict[int, tuple[int, ...]] = {}  # the arguments of each function whose arguments are drawn
    waiting, count = deque([(0, 1)]), 1
    while waiting:
        begin, level = waiting.popleft()
        arity = individual[begin].arity
        if arity and level < MAX_LEVELS and count + arity <= MAX_SHOWN:
            shown[begin] = tuple(individual.argument_begin(begin, number) for number in range(arity))
            waiting.extend((argument, level + 1) for argument in shown[begin])
            count += arity
    nodes: list[Node] = []
    parts = missing = 0
    unseen = [0]
    while unseen:
        begin = unseen.pop()
        node = individual[begin]
        if node.arity and begin not in shown:
            part = individual.searchSubtree(begin)
            nodes.append(LeftOut(f"… {part.stop - part.start:,} nodes", node.ret))
            parts, missing = parts + 1, missing + part.stop - part.start
        else:
            nodes.append(node)
            unseen.extend(reversed(shown.get(begin, ())))
    return nodes, parts, missing


@svg_of.register
def player_svg(player: ExpressionPlayer) -> str:
    """The picture of a player's expression."""
    return individual_svg(Individual(player.tree, player.vocabulary))


@html_of.register
def champion_html(champion: Champion) -> str:
    """A champion: where it comes from, its expression, and its results, as its file tells them."""
    return html_from(
        "notebooks/champion",
        game=name_of(champion.game),
        facts=list(_facts(champion)),
        results=Rows.of(_RESULT, filter(None, map(_result, champion.results[:_MAX_RESULTS])), "Results"),
        picture=image(
            individual_svg(champion.tree), "The tree of the champion's expression, its root on the left."
        ),
    )


@svg_of.register
def front_svg(sizes: PlayersBySize) -> str:
    """The strength of the players of each size."""
    return rendered(draw_front(sizes), "svg").decode()


def _facts(champion: Champion) -> Iterator[str]:
    """What is told of a champion; its file may have come from anyone, and lack some of it."""
    yield f"{len(champion.tree):,} {'node' if len(champion.tree) == 1 else 'nodes'}"
    yield f"vocabulary {champion.vocabulary.name}"
    told = ("generation", "generations", "population", "seed")
    known = {name: value for name in told if type(value := champion.origin.get(name)) is int}
    if {"generation", "generations"} <= known.keys():
        yield f"from generation {known['generation']} of {known['generations']}"
    yield from (f"{name} {known[name]}" for name in ("population", "seed") if name in known)


class FileResult(NamedTuple):
    """A result of a champion, as its file tells it."""

    opponent: str
    games: int
    score: float
    interval: tuple[float, float]


_PLAYER = Kind("name", lambda name: printable(shortened(name, 80)), is_figure=False)
_RESULT: tuple[Fact[FileResult], ...] = (
    Fact("opponent", lambda row: row.opponent, "against", _PLAYER),
    Fact("games", lambda row: row.games, "games", COUNT),
    Fact("score", lambda row: row.score, "points of 100", TENTHS),
    Fact("interval", lambda row: row.interval, "95 % interval", INTERVAL),
)


def _result(result: object) -> FileResult | None:
    """A result; None if a file holds something else."""
    match result:
        case {
            "players": [_, str(opponent)],
            "games": int(games),
            "score": int() | float() as score,
            "interval": [int() | float() as low, int() | float() as high],
        }:
            return FileResult(opponent, games, score, (low, high))
    return None


@html_of.register
def run_html(run: RunDirectory) -> str:
    """A run as its files tell it; a problem with a file is told in its place."""
    problems = []
    played, curve, champion = 0, "", ""
    try:
        logs = run.read_logs()
        played = min(len(log.generations) for log in logs)
        for number, log in enumerate(logs, 1):
            drawing = rendered(draw_population(log.generations, run.config.population), "svg").decode()
            where = f"Island {number}: nodes" if len(logs) > 1 else "Line chart: nodes"
            curve += image(drawing, f"{where} by generation, of the largest, the winner and the mean.")
    except FileError as error:
        problems.append(str(error))
    if is_there(run.champion_file):
        try:
            champion = champion_html(Champion.read(run.champion_file))
        except FileError as error:
            problems.append(str(error))
    return html_from(
        "notebooks/run",
        run=run,
        game=name_of(run.config.game_value),
        played=played,
        curve=curve,
        champion=champion,
        problems=problems,
    )


@svg_of.register
def choice_svg(choice: Choice) -> str | None:
    """The board before a choice, with its moves as arrows; None if the decision does not tell its game."""
    game = getattr(choice.decision, "game", None)
    return None if game is None else _board_before(choice, game)


def _decision_html(decision: Any) -> str:
    """The board before a decision, the throws, and the moves to choose from."""
    count = len(decision.afterstates)
    return html_from(
        "notebooks/decision",
        mover=SEATS[decision.seat],
        throws=throws_text(decision.throws),
        count=count,
        moves=[(decision.notation(n), decision.remark(n)) for n in range(min(count, MAX_MOVES))],
        picture=image(_board(decision.game, decision.position, decision.seat), "The board."),
    )


@html_of.register
def record_html(record: GameRecord) -> str:
    """The result of a game, and the boards of its last choices."""
    shown = record.choices[-MAX_BOARDS:]
    boards = [
        (_turn(choice), image(_board_before(choice, record.game), f"The board before turn {choice.turn}."))
        for choice in shown
    ]
    end = image(_board(record.game, record.next_position, record.turns % 2), "The board at the end.")
    return html_from(
        "notebooks/record",
        game=name_of(record.game),
        record=record,
        result=_ending(record),
        left_out=len(record.choices) - len(shown),
        boards=boards,
        end=end,
    )


def _board_before(choice: Choice, game: Game) -> str:
    return _board(game, choice.before, choice.seat, wording_of(choice.decision).steps(choice.index))


def _board(game: Game, position: Any, seat: int, steps: Sequence[tuple[int, int]] = ()) -> str:
    return board_pictures.svg_of(Diagram(game, position, seat, steps))


def _turn(choice: Choice) -> str:
    decision = choice.decision
    thrown = f", thrown {throws_text(decision.throws)}" if decision.throws else ""
    return f"turn {choice.turn}{thrown}: {decision.notation(choice.index)}"


def _ending(record: GameRecord) -> str:
    if not record.outcome:
        return record.result
    winner, loser = record.players[:: record.outcome]
    return f"{winner} won, {loser} resigned" if record.resigned else f"{winner} won"


_SIDE: tuple[Fact[tuple[str, Measurement]], ...] = (
    Fact("player", lambda row: row[0], "player", _PLAYER),
    Fact("won", lambda row: row[1].wins, "won", COUNT),
    Fact("drawn", lambda row: row[1].draws, "drawn", COUNT),
    Fact("score", lambda row: row[1].score, "points of 100", TENTHS),
    Fact("interval", lambda row: row[1].interval, "95 % interval", INTERVAL),
)


@html_of.register
def match_html(report: MatchReport) -> str:
    """A match: what each player won, and the share of the first with its interval."""
    sides = zip(report.players, (report.measured, report.measured.reversed), strict=True)
    game = "".join(f", {name} {value}" for name, value in report.parameters.items())
    text = (
        f"{printable(shortened(report.game, 80))}{game}: {report.games:,} games, seed {report.seed}, "
        f"{report.mean_turns:.1f} turns a game; the first mover won {report.first_mover_wins:,}"
    )
    return html_from("notebooks/table", text=text, table=Rows.of(_SIDE, sides, "The match"))


@html_of.register
def tournament_html(tournament: Tournament) -> str:
    """The standings of a tournament with its cross table."""
    return round_robin_html(tournament.played)


@html_of.register
def round_robin_html(tournament: RoundRobin) -> str:
    """A round robin: the ratings with their intervals, and the points of each pair."""
    table = standings(tournament)
    shown = table[:MAX_ENTRANTS]
    left_out = len(table) - len(shown)
    points = 100 * tournament.points / tournament.games

    def against(other: Standing, standing: Standing) -> str:
        return "" if other is standing else f"{points[standing.entrant, other.entrant]:.0f}"

    facts: list[Fact[Standing]] = [
        Fact("rank", lambda standing: shown.index(standing) + 1, "", COUNT),
        Fact("player", lambda standing: standing.player, "player", _PLAYER),
        Fact("rating", lambda standing: standing.rating, "rating", Kind("rating", "{:+.0f}".format)),
        Fact("interval", lambda standing: standing.interval_in_words, "95 % interval", VALUE),
        Fact("wins", lambda standing: standing.wins, "won", COUNT),
        Fact("losses", lambda standing: standing.losses, "lost", COUNT),
        Fact("draws", lambda standing: standing.draws, "drawn", COUNT),
        *(Fact(str(n), partial(against, other), str(n), VALUE) for n, other in enumerate(shown, 1)),
    ]
    text = (
        f"Round robin of {len(tournament.players):,} players, {tournament.games:,} games a pair. The last "
        "columns: points of 100, row against column."
    )
    text += f" The last {left_out:,} players are left out." if left_out else ""
    return html_from("notebooks/table", text=text, table=Rows.of(facts, shown, "The tournament"))


def image(svg: str, told: str) -> str:
    """A picture as an ``img`` element, which templates take with the filter ``safe``.

    Args:
        svg: the picture, an SVG document.
        told: what it shows, for people who cannot see it.
    """
    return f'<img src="{data_url(svg.encode())}" alt="{escape(told)}" style="max-width:100%">'


def name_of(game: Game) -> str:
    """The name of a game with its parameters, or the title of a game that is not registered."""
    return in_words(game) if game.name in GAMES else game.title
