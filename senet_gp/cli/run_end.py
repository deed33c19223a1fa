"""What is shown when a run has ended: its champion, the champion's results, and where the files are."""

from __future__ import annotations

import click
from rich.box import SIMPLE
from rich.table import Table

from senet_gp.arena.verdict import seat_verdict
from senet_gp.cli.console import Console
from senet_gp.cli.output import print_json
from senet_gp.cli.plugin_option import repeated
from senet_gp.errors import printable
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.games.rulebook import Rulebook
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import quoted
from senet_gp.trees.text import to_indented_lisp, to_lisp

#: In games with more positions than this, the verdict is left to ``senet-gp verdict``.
_MAX_POSITIONS = 20_000


def print_champion(run: RunDirectory) -> None:
    """Print the champion of a run that has ended, and its results, as JSON."""
    champion = Champion.read(run.champion_file)
    print_json(
        {
            "game": champion.game.name,
            "directory": str(run.path),
            "champion": to_lisp(champion.tree),
            "nodes": len(champion.tree),
            "generation": champion.origin["generation"],
            **({"island": champion.origin["island"]} if run.config.islands > 1 else {}),
            "results": champion.results,
        }
    )


def tell_ended(run: RunDirectory) -> None:
    """Say on standard error that a run has ended already."""
    path, champion = (printable(str(each)) for each in (run.path, run.champion_file))
    click.echo(f"{path} has ended already; its champion is in {champion}", err=True)


def tell_champion(run: RunDirectory, champion: Champion, seconds: float) -> None:
    """Print the champion, its results against fixed opponents, and where the files are."""
    console = Console()
    size = f"{len(champion.tree)} nodes, depth {champion.tree.depth}"
    generation = champion.origin["generation"]
    won = SUITES[run.config.fitness].crowned.format(generation=generation)
    if run.config.islands > 1:
        won += f", and comes from island {champion.origin['island']}"
    console.print(f"\nThe champion {won}. It is an expression of {size}:\n")
    click.echo(to_indented_lisp(champion.tree))
    table = Table(box=SIMPLE)
    table.add_column("opponent")
    table.add_column("won", justify="right")
    table.add_column("lost", justify="right")
    table.add_column("drawn", justify="right")
    table.add_column("score", justify="right")
    table.add_column("95 % interval", justify="right")
    games = max((match["games"] for match in champion.results), default=0)
    click.echo(f"\nAgainst fixed opponents, {games} games each:")
    for match in champion.results:
        low, high = match["interval"]
        wins, losses = match["wins"]
        table.add_row(
            match["players"][1],
            str(wins),
            str(losses),
            str(match["draws"]),
            f"{match['score']:.0%}",
            f"{low:.0%} to {high:.0%}",
        )
    console.print(table)
    game = if_solvable(champion.game)
    if game is not None:
        _tell_verdict(champion, game)
    path = quoted(run.path)
    click.echo(
        "random-tree:N is a random expression; docs/vocabulary.md explains the functions and terminals."
    )
    click.echo(f"{seconds:.0f} s. The run's files are in {path}:")
    logs = "two checkpoints; the logs generations.csv, timing.csv, sizes.csv, ancestry.csv"
    if run.config.islands > 1:
        logs = f"migrations.csv; of each island, in islands, {logs}"
    click.echo(
        f"  champion.json, sizes.json, config.toml, provenance.json, {logs}"
        f"{', sparring.csv' if run.admits_person else ''}"
    )
    more = repeated()
    click.echo(f"See the whole run:    senet-gp report {path}{more}")
    click.echo(f"Measure the champion: senet-gp match {run.config.game} {path} random --games 10000{more}")
    click.echo(f"Read a shorter one:   senet-gp export {path} --nodes 30{more}")
    click.echo(f"Use it in Python:     senet-gp export {path} --format python --out champion.py{more}")


def _tell_verdict(champion: Champion, game: SmallGame) -> None:
    """Print what can be proven of the champion of a small game within seconds."""
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    rulebook = Rulebook(game)
    found = [seat_verdict(rulebook, player, seat, _MAX_POSITIONS) for seat in (0, 1)]
    verdicts = [verdict for verdict in found if verdict is not None]
    if verdicts:
        click.echo("Against every line of play (senet-gp verdict shows more):")
        for verdict in verdicts:
            click.echo(f"  {verdict}")
        click.echo()
