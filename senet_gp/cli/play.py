"""``senet-gp play``."""

from __future__ import annotations

import secrets
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli.options import parameters_option
from senet_gp.errors import printable
from senet_gp.files import quoted

if TYPE_CHECKING:
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_table import GameTable
    from senet_gp.games.rules import Rules
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.player import Player


DEFAULT_OPPONENTS = {"senet": "expr:(sub their_distance my_distance)"}
#: The part of the seed that the start is drawn from; those of the throws are numbers of choices.
_START = 1 << 20


@click.command("play")
@click.argument("game")
@click.option("--against", metavar="PLAYER", help="Whom to play.  [default: a good one]")
@click.option("--second", is_flag=True, help="Let the other player move first.")
@click.option(
    "--hint", "adviser", metavar="PLAYER", help="Whose hints to give.  [default: the other player's]"
)
@parameters_option
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="The same seed gives the same throws.  [default: drawn]"
)
@click.option(
    "--load", type=click.Path(path_type=Path), help="Go on with an unfinished game from its record."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Save the game into this new file when it ends or is left.",
)
@click.option(
    "--learn",
    is_flag=True,
    help="Let the other player, a matchbox:FILE, learn from game after game; its file is written.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use no other characters than ASCII.")
def command(
    game: str,
    against: str | None,
    adviser: str | None,
    parameters: tuple[tuple[str, int], ...],
    seed: int | None,
    load: Path | None,
    record: Path | None,
    *,
    second: bool,
    learn: bool,
    ascii_only: bool,
) -> None:
    """Play GAME against a player, in the terminal or through a pipe.

    Moves are chosen by number or written 9+3 9-1; ? at the prompt tells of undo, hints and saving.
    """
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.game_table import GameTable
    from senet_gp.errors import UsageError
    from senet_gp.files import check_new, shortened
    from senet_gp.players.human import Adviser, HumanPlayer
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.parsing import player_from_text

    if record is not None and record != load:
        check_new(record)
    if load and (against or parameters or second):
        raise UsageError("--against, --rule and --second stand in the record that is loaded: leave them out")
    if learn and (record or load):
        raise UsageError("with --learn one game follows another: leave out --record and --load")
    seed = secrets.randbelow(2**31) if seed is None else seed
    played = _loaded(load, game) if load else _begun(game, against, dict(parameters), seed, second=second)
    rules = played.rules
    seat = played.players.index(HumanPlayer.name)
    opponent = player_from_text(played.players[1 - seat], rules)
    if learn and not isinstance(opponent, MatchboxPlayer):
        raise UsageError("only a machine can learn: name one with --against matchbox:FILE")
    hints = player_from_text(adviser, rules) if adviser else opponent
    if adviser and not isinstance(hints, Adviser):
        raise UsageError(
            f"{adviser} has no evaluation, so it cannot give hints: name an expression with --hint"
        )
    table = GameTable(rules, ascii_only=ascii_only)
    compile_kernels(rules)
    save = partial(_save, played, table, game, load)
    person = HumanPlayer(table, hints if isinstance(hints, Adviser) else None, save)
    place = "second" if seat else "first"
    name = printable(shortened(opponent.name, 40))
    table.say(f"{rules.title} against {name}: you are {table.signs[seat]} and move {place}.")
    table.say(f"? at the prompt tells what you can do there. (The same game again: --seed {seed})")
    players = (person, opponent) if seat == 0 else (opponent, person)
    if learn:
        _play_on(played, players, seed, table)
    else:
        _play_one(played, players, seed, table, record or load)


def _play_one(
    played: GameRecord, players: tuple[Player, Player], seed: int, table: GameTable, file: Path | None
) -> None:
    """Play a game to its end, or until the person leaves, and save it."""
    from senet_gp.cli import Interrupted

    try:
        reason = _left(played, players, seed, table)
    except KeyboardInterrupt:
        where = f"; it is saved in {file}" if file else ", and not saved"
        raise Interrupted(f"the game is left in turn {played.turns + 1}{where}") from None
    finally:
        if file:
            played.write(file)
    if reason:
        table.say(f"{reason} The game is unfinished.")
    if file:
        table.say(f"Saved in {printable(str(file))}.")


def _play_on(played: GameRecord, players: tuple[Player, Player], seed: int, table: GameTable) -> None:
    """Play game after game, from each of which the machine learns."""
    from senet_gp.cli import Interrupted
    from senet_gp.players.matchbox import MatchboxPlayer

    machine = next(player for player in players if isinstance(player, MatchboxPlayer))
    try:
        for number in count(seed):
            reason = _left(played, players, number, table) or _learned(machine, played, table)
            if reason:
                table.say(reason)
                return
            played = _new_record(played.players, played.rules, number + 1)
    except KeyboardInterrupt:
        raise Interrupted(f"you stop; the machine has learned from {machine.games} games") from None


def _learned(machine: MatchboxPlayer, played: GameRecord, table: GameTable) -> str:
    """Let a machine learn from a game, and keep it; why there is no other game, or nothing."""
    from senet_gp.files import shortened
    from senet_gp.players.matchbox_file import taught

    seat = played.players.index(machine.name)
    own = [(choice.decision, choice.index) for choice in played.choices if choice.seat == seat]
    file = machine.name.partition(":")[2]
    with taught(machine, Path(file)):
        machine.learn(own, (played.outcome or 0) * (1 - 2 * seat))
    table.say(f"The machine has learned from {machine.games} games; {printable(shortened(file))} is written.")
    try:
        answer = table.ask("Enter plays another game, q ends: ")
    except EOFError:
        return "\nEnd of input."
    return "You stop here." if answer.strip().lower() == "q" else ""


def _begun(
    game: str, against: str | None, parameters: dict[str, int], seed: int, *, second: bool
) -> GameRecord:
    """The empty record of a new game against the player that a text names."""
    from senet_gp.players.human import HumanPlayer
    from senet_gp.players.parsing import player_from_text, rules_for

    against = against or DEFAULT_OPPONENTS.get(game, "minimax")
    rules = rules_for([against], game, parameters)
    other = player_from_text(against, rules)
    names = (other.name, HumanPlayer.name) if second else (HumanPlayer.name, other.name)
    return _new_record(names, rules, seed)


def _new_record(names: tuple[str, str], rules: Rules, seed: int) -> GameRecord:
    """The empty record of a new game between players of these names."""
    from senet_gp.arena.game import draw_start
    from senet_gp.arena.record import GameRecord
    from senet_gp.streams import game_streams, key_of

    return GameRecord(names, rules, draw_start(rules, game_streams(key_of(seed, _START))))


def _loaded(file: Path, game: str) -> GameRecord:
    """The record of a person's unfinished game."""
    from senet_gp.arena.record import GameRecord
    from senet_gp.errors import UsageError
    from senet_gp.players.human import HumanPlayer

    played = GameRecord.read(file)
    if played.players.count(HumanPlayer.name) != 1 or played.outcome is not None:
        raise UsageError(f"{file} is not an unfinished game of a person against a player; replay shows it")
    if played.rules.name != game:
        other = played.rules.name
        raise UsageError(
            f"{file} is a game of {other}: go on with senet-gp play {other} --load {quoted(file)}"
        )
    return played


def _save(played: GameRecord, table: GameTable, game: str, load: Path | None, name: str) -> None:
    """Save the game as it stands, at the person's wish."""
    from senet_gp.errors import FileError, UsageError
    from senet_gp.files import check_new

    path = Path(name)
    try:
        if path != load:
            check_new(path)
        played.write(path)
    except FileError as error:
        raise UsageError(str(error)) from None
    table.say(f"Saved; go on another time with: senet-gp play {game} --load {quoted(name)}")


def _left(played: GameRecord, players: tuple[Player, Player], seed: int, table: GameTable) -> str:
    """Play a game on; why it was left before its end, or nothing."""
    from senet_gp.players.human import Leave

    try:
        _play(played, players, seed, table)
    except Leave:
        return "You leave the game."
    except EOFError:
        return "\nEnd of input."
    return ""


def _play(played: GameRecord, players: tuple[Player, Player], seed: int, table: GameTable) -> None:
    """Play a game on from its record, adding to it, and say how it ends."""
    from senet_gp.arena.game import Game, watched
    from senet_gp.files import shortened
    from senet_gp.players.human import HumanPlayer
    from senet_gp.streams import game_streams, key_of

    # A game that is loaded goes on with other throws than it began with.
    streams = game_streams(key_of(seed, len(played.choices)))
    game = Game(players, streams, played.rules, played.next_position, played.turns)
    for choice in watched(game):
        played.choices.append(choice)
    played.outcome = game.outcome
    if game.outcome == 0:
        table.say(f"The game is over after {game.turns} turns; nobody has won.")
        return
    winner = 0 if game.outcome == 1 else 1
    name = players[winner].name
    who = "You have" if name == HumanPlayer.name else f"{printable(shortened(name))} has"
    table.say(f"{table.signs[winner]} {who} won the game.")
