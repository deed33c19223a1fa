"""``senet-gp play``."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli.machines import OF_THE_SCHEME, in_words, scheme_named, scheme_options
from senet_gp.cli.options import parameters_option, refuse_unread
from senet_gp.errors import printable

if TYPE_CHECKING:
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.table_game import TableGame
    from senet_gp.games.protocol import Game
    from senet_gp.players.human import Adviser, Solver
    from senet_gp.players.matchbox import Scheme
    from senet_gp.players.player import Player


@click.command("play")
@click.argument("game_name", metavar="GAME")
@click.option("--against", metavar="PLAYER", help="Whom to play.  [default: a good one]")
@click.option("--second", is_flag=True, help="Let the other player move first.")
@click.option(
    "--hint",
    "adviser",
    metavar="PLAYER",
    help="Whose hints to give.  [default: the other player's, or in small games those of perfect play]",
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
    help="Save the game into this new file when it ends or is left; with --learn each game into a file "
    "of its own: game.txt becomes game-1.txt, game-2.txt …",
)
@click.option(
    "--learn",
    is_flag=True,
    help="Let the other player, a matchbox:FILE, learn from game after game; its file is written. A blank "
    "machine is begun where there is no such file.",
)
@scheme_options("boxes")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="With --learn: draw its learning curve into this new file.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use no other characters than ASCII.")
def command(
    game_name: str,
    against: str | None,
    adviser: str | None,
    parameters: tuple[tuple[str, int], ...],
    seed: int | None,
    load: Path | None,
    record: Path | None,
    scheme_name: str,
    form: str | None,
    plot: Path | None,
    *,
    second: bool,
    learn: bool,
    no_refill: bool,
    ascii_only: bool,
) -> None:
    """Play GAME against a player, in the terminal or through a pipe.

    Moves are chosen by number or written 9+3 9-1; ? at the prompt tells of undo, hints and saving.

    To teach a machine: play hexapawn --against matchbox:new.json --learn
    """
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.game_table import GameTable
    from senet_gp.cli.table_game import TableGame
    from senet_gp.cli.teaching import Teaching
    from senet_gp.errors import UsageError
    from senet_gp.players.human import HumanPlayer
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.matchbox_file import begin_matchbox
    from senet_gp.quoting import shortened

    if load and (against or parameters or second):
        raise UsageError("--against, --rule and --second stand in the record that is loaded: leave them out")
    if not learn:
        refuse_unread("with --learn", "plot", *OF_THE_SCHEME)
    _check_files(record, load, plot, learn=learn)
    drawn = secrets.randbelow(2**31) if seed is None else seed
    if load:
        played = _loaded(load, game_name, seed)
    else:
        played = _begun(game_name, against, dict(parameters), drawn, second=second)
    game = played.game
    seat = played.players.index(HumanPlayer.name)
    scheme = scheme_named(scheme_name, form, refill=not no_refill)
    opponent, blank = _opponent(played.players[1 - seat], game, scheme if learn else None)
    played.players = (HumanPlayer.name, opponent.name) if seat == 0 else (opponent.name, HumanPlayer.name)
    if learn and not isinstance(opponent, MatchboxPlayer):
        raise UsageError("only a machine can learn: name one with --against matchbox:FILE")
    hints = _hints(adviser, opponent, game)
    table = GameTable(game, ascii_only=ascii_only)
    compile_kernels(game)
    place = "second" if seat else "first"
    name = printable(shortened(opponent.name, 40))
    table.say(f"{game.title} against {name}: you are {table.signs[seat]} and move {place}.")
    drawn_from = _sentence_of_draws(played, drawn, loaded=load is not None, learn=learn)
    table.say(f"? at the prompt tells what you can do there. ({drawn_from})")
    sitting = TableGame(played, table, f"senet-gp play {game_name}{' --learn' if learn else ''}")
    # With --learn a record is written into files of other names.
    sitting.own |= {file for file in (load, None if learn else record) if file}
    person = HumanPlayer(table, hints, sitting.save)
    if isinstance(opponent, MatchboxPlayer) and learn:
        file = Path(opponent.name.partition(":")[2])
        if blank:
            begin_matchbox(opponent, file)
            table.say(
                f"A blank machine begins in {shortened(file)}: it may play any move. {in_words(scheme)}"
            )
        Teaching(sitting, person, opponent, file, record, load).play(drawn, plot)
    else:
        _play_one(sitting, (person, opponent) if seat == 0 else (opponent, person), record or load)


def _loaded(file: Path, game: str, seed: int | None) -> GameRecord:
    """The record of an unfinished game; a seed is only wanted where it does not tell what comes."""
    from senet_gp.cli.table_game import loaded_record
    from senet_gp.errors import UsageError

    played = loaded_record(file, game)
    if played.streams and seed is not None:
        raise UsageError(f"{file} goes on as it would have without the break: leave out --seed")
    return played


def _begun(
    game: str, against: str | None, parameters: dict[str, int], seed: int, *, second: bool
) -> GameRecord:
    """The empty record of a new game against the player that a text names."""
    from senet_gp.cli.table_game import new_record
    from senet_gp.players.human import HumanPlayer
    from senet_gp.players.parsing import game_for, usual_opponent

    against = against or usual_opponent(game)
    names = (against, HumanPlayer.name) if second else (HumanPlayer.name, against)
    return new_record(names, game_for([against], game, parameters), seed)


def _check_files(record: Path | None, load: Path | None, plot: Path | None, *, learn: bool) -> None:
    """Make sure, before anybody plays, that what is wanted can be written."""
    from senet_gp.cli.output import check_picture
    from senet_gp.cli.teaching import next_numbered
    from senet_gp.files.names import check_new

    if plot is not None:
        check_picture(plot)
    if record is not None and learn:
        check_new(next_numbered(record))
    elif record is not None and record != load:
        check_new(record)


def _opponent(text: str, game: Game, scheme: Scheme | None) -> tuple[Player, bool]:
    """The player that a text names; whether it is a blank machine, which begins to learn by the scheme."""
    from senet_gp.errors import FileError
    from senet_gp.files.reading import is_there
    from senet_gp.games.small import if_solvable
    from senet_gp.players.matchbox_file import KIND, blank_matchbox
    from senet_gp.players.parsing import player_from_text
    from senet_gp.quoting import shortened

    kind, _, file = text.partition(":")
    learner = if_solvable(game)
    if kind == KIND and file and learner is not None:
        if scheme is None and not is_there(file):
            raise FileError(f"{shortened(file)} does not exist; with --learn a blank machine begins there")
        if scheme and (blank := blank_matchbox(text, learner, scheme)):
            return blank, True
        refuse_unread(f"for a new machine, and the one in {shortened(file)} has its own", *OF_THE_SCHEME)
    return player_from_text(text, game), False


def _hints(adviser: str | None, opponent: Player, game: Game) -> Adviser | Solver | None:
    """Who gives hints: whoever is named, else the opponent, else perfect play where it is known.

    Raises:
        UsageError: if who is named cannot.
    """
    from senet_gp.errors import UsageError
    from senet_gp.games.small import if_solvable
    from senet_gp.players.human import Adviser
    from senet_gp.players.minimax import PerfectHints
    from senet_gp.players.parsing import player_from_text

    hints = player_from_text(adviser, game) if adviser else opponent
    if isinstance(hints, Adviser):
        return hints
    if adviser:
        raise UsageError(
            f"{adviser} has no evaluation, so it cannot give hints: name an expression with --hint"
        )
    known = if_solvable(game)
    return None if known is None else PerfectHints(known)


def _sentence_of_draws(played: GameRecord, seed: int, *, loaded: bool, learn: bool) -> str:
    """Where the game's throws and draws come from; a game whose own are not known gets new ones."""
    from senet_gp.cli.table_game import draw_on

    if not loaded:
        return f"Drawn from --seed {seed}" if learn else f"The same game again: --seed {seed}"
    if played.streams:
        return "It goes on as it would have without the break"
    draw_on(played, seed)
    return f"The record does not tell what comes, so it is drawn anew: --seed {seed}"


def _play_one(sitting: TableGame, players: tuple[Player, Player], file: Path | None) -> None:
    """Play a game to its end, or until the person leaves, and save it."""
    from senet_gp.cli import Interrupted

    played = sitting.record
    try:
        reason = sitting.play(players)
    except KeyboardInterrupt:
        where = f"; it is saved in {file}" if file else ", and not saved"
        raise Interrupted(f"the game is left in turn {played.turns + 1}{where}") from None
    finally:
        if file:
            played.write(file)
    if reason:
        sitting.table.say(f"{reason} The game is unfinished.")
    if file:
        sitting.table.say(f"Saved in {printable(str(file))}.")
