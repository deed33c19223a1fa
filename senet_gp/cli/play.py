"""``senet-gp play``."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.cli.machines import OF_THE_SCHEME, in_words, scheme_named, scheme_options
from senet_gp.cli.options import game_names, parameters_option, player_names, refuse_unread, start_options
from senet_gp.cli.output import program
from senet_gp.cli.plugin_option import repeated
from senet_gp.runtime.checks import MAX_SEED
from senet_gp.runtime.errors import printable

if TYPE_CHECKING:
    from senet_gp.arena.record import GameRecord
    from senet_gp.cli.game_view import GameView
    from senet_gp.cli.play_session import PersonGame
    from senet_gp.games.protocol import Game
    from senet_gp.players.matchbox import Scheme
    from senet_gp.players.player import Player


@click.command("play")
@click.argument("game_name", metavar="GAME", shell_complete=game_names)
@click.option(
    "--against",
    metavar="PLAYER",
    shell_complete=player_names,
    help="Your opponent.  [default: a good player]",
)
@click.option("--second", is_flag=True, help="Let your opponent move first.")
@click.option(
    "--hint",
    "adviser",
    metavar="PLAYER",
    help="Hints are chances of winning if both sides play on as this player; in Senet with few "
    "pieces, and other games that can be solved, minimax and table:FILE know them.  [default: a good player; "
    "in small games perfect play]",
)
@parameters_option
@click.option(
    "--seed", type=click.IntRange(0, MAX_SEED), help="The same seed gives the same throws.  [default: drawn]"
)
@start_options
@click.option(
    "--load", type=click.Path(path_type=Path), help="Go on with an unfinished game from its record."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Save the game into this new file when it ends or you leave it; with --learn, each game into a file "
    "of its own: game.txt becomes game-1.txt, game-2.txt …",
)
@click.option(
    "--learn",
    is_flag=True,
    help="Play game after game against matchbox:FILE, which learns from each and is saved. If there is no "
    "such file, a blank machine begins.",
)
@scheme_options("boxes")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="With --learn: draw the machine's learning curve into this new file.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII characters only.")
def command(
    game_name: str,
    against: str | None,
    adviser: str | None,
    parameters: tuple[tuple[str, int], ...],
    seed: int | None,
    position: str | None,
    throws: str | None,
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

    Choose moves by number, or write them, such as 15-19 6-10; type ? to read about undo, hints, and saving.

    A short game: senet-gp play senet --rule pieces=3

    To teach a machine: senet-gp play hexapawn --against matchbox:new.json --learn
    """
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.game_view import GameView
    from senet_gp.cli.play_session import PersonGame, Teaching
    from senet_gp.insight.analysis.hints import ChanceHints
    from senet_gp.insight.analysis.sources import chance_source
    from senet_gp.players.human import HumanPlayer
    from senet_gp.players.matchbox import MatchboxPlayer
    from senet_gp.players.matchbox_file import begin_matchbox
    from senet_gp.runtime.errors import UsageError, shortened

    if load and (against or parameters or second):
        raise UsageError(
            "the record of --load already names the players and the game: leave out --against, "
            "--rule and --second"
        )
    if load or learn:
        refuse_unread("for a new game that nobody learns from", "position", "throws")
    if not learn:
        refuse_unread("with --learn", "plot", *OF_THE_SCHEME)
    _check_files(record, load, plot, learn=learn)
    drawn = secrets.randbelow(2**31) if seed is None else seed
    if load:
        played = _loaded(load, game_name, seed)
    else:
        played = _begun(game_name, against, dict(parameters), drawn, (position, throws), second=second)
    game = played.game
    seat = played.players.index(HumanPlayer.name)
    scheme = scheme_named(scheme_name, form, refill=not no_refill)
    opponent, blank = _opponent(played.players[1 - seat], game, scheme if learn else None)
    played.players = (HumanPlayer.name, opponent.name) if seat == 0 else (opponent.name, HumanPlayer.name)
    if learn and not isinstance(opponent, MatchboxPlayer):
        raise UsageError("only a machine can learn: name one with --against matchbox:FILE")
    hints = ChanceHints(chance_source(game, adviser))
    table = GameView(game, ascii_only=ascii_only)
    compile_kernels(game)
    _tell_beginning(
        table, played, seat, _sentence_of_draws(played, drawn, loaded=load is not None, learn=learn)
    )
    go_on = f"{program()} play {game_name}{repeated()}{' --learn' if learn else ''}"
    sitting = PersonGame(played, table, go_on)
    # With --learn, records are written into numbered files.
    sitting.own |= {file for file in (load, None if learn else record) if file}
    person = HumanPlayer(table, hints, sitting.save)
    if isinstance(opponent, MatchboxPlayer) and learn:
        file = Path(opponent.name.partition(":")[2])
        if blank:
            begin_matchbox(opponent, file)
            table.say(
                f"A blank machine, which may play any move, begins in {shortened(file)}. "
                f"{' '.join(in_words(scheme).split())}"
            )
        Teaching(sitting, person, opponent, file, record, load).play(drawn, plot)
    else:
        _play_one(sitting, (person, opponent) if seat == 0 else (opponent, person), record or load)


def _tell_beginning(table: GameView, played: GameRecord, seat: int, drawn_from: str) -> None:
    """Say who plays whom, what the rules are, and what can be done."""
    from senet_gp.games.registry import GAMES, game_of
    from senet_gp.runtime.errors import shortened

    game, place = played.game, "second" if seat else "first"
    name = printable(shortened(played.players[1 - seat], 40))
    table.say(f"{game.title} against {name}: you are {table.signs[seat]} and move {place}.")
    table.rules()
    table.say(f"Type ? at the prompt to see what you can do. ({drawn_from})")
    short = GAMES[game.name].short_game
    if short and not played.choices and played.start in game.starts() and game == game_of(game.name):
        table.say(f"A short game: {program()} play {game.name} --rule {short}{repeated()}", command=True)


def _loaded(file: Path, game: str, seed: int | None) -> GameRecord:
    """The record of an unfinished game; a seed is allowed only if the record has no random streams."""
    from senet_gp.cli.play_session import loaded_record
    from senet_gp.runtime.errors import UsageError

    played = loaded_record(file, game)
    if played.streams and seed is not None:
        raise UsageError(f"{file} already says how its random numbers go on: leave out --seed")
    return played


def _begun(
    game: str,
    against: str | None,
    parameters: dict[str, int],
    seed: int,
    beginning: tuple[str | None, str | None],
    *,
    second: bool,
) -> GameRecord:
    """The record of a new game, without any moves, against the player that a text names."""
    from senet_gp.arena.record import record_from
    from senet_gp.players.human import HumanPlayer
    from senet_gp.players.parsing import game_for, usual_opponent

    against = against or usual_opponent(game)
    names = (against, HumanPlayer.name) if second else (HumanPlayer.name, against)
    return record_from(names, game_for([against], game, parameters), seed, *beginning)


def _check_files(record: Path | None, load: Path | None, plot: Path | None, *, learn: bool) -> None:
    """Make sure, before the game begins, that the files that are wanted can be written."""
    from senet_gp.cli.output import check_picture
    from senet_gp.cli.play_session import next_numbered
    from senet_gp.runtime.files import check_new

    if plot is not None:
        check_picture(plot)
    if record is not None and learn:
        check_new(next_numbered(record))
    elif record is not None and record != load:
        check_new(record)


def _opponent(text: str, game: Game, scheme: Scheme | None) -> tuple[Player, bool]:
    """The player that a text names, and whether it is a blank machine, which learns by the scheme."""
    from senet_gp.games.small import if_solvable
    from senet_gp.players.matchbox_file import KIND, blank_matchbox
    from senet_gp.players.parsing import player_from_text
    from senet_gp.runtime.errors import FileError, shortened
    from senet_gp.runtime.files import is_there

    kind, _, file = text.partition(":")
    learner = if_solvable(game)
    if kind == KIND and file and learner is not None:
        if scheme is None and not is_there(file):
            raise FileError(
                f"{shortened(file)} does not exist: name another file, or begin a blank machine with --learn"
            )
        if scheme and (blank := blank_matchbox(text, learner, scheme)):
            return blank, True
        refuse_unread(f"for a new machine, and {shortened(file)} has its own scheme", *OF_THE_SCHEME)
    return player_from_text(text, game), False


def _sentence_of_draws(played: GameRecord, seed: int, *, loaded: bool, learn: bool) -> str:
    """Where the game's random numbers come from; a game whose streams are not known gets new ones."""
    from senet_gp.arena.record import draw_on

    if not loaded:
        return f"Drawn from --seed {seed}" if learn else f"To play the same game again: --seed {seed}"
    if played.streams:
        return "The game goes on as it would have without the break"
    draw_on(played, seed)
    return f"The record has no random streams, so new ones are drawn: --seed {seed}"


def _play_one(sitting: PersonGame, players: tuple[Player, Player], file: Path | None) -> None:
    """Play a game to its end, or until the person leaves, and save it."""
    from senet_gp.cli import Interrupted

    played = sitting.record
    try:
        reason = sitting.play(players)
    except KeyboardInterrupt:
        where = f"it is saved in {file}" if file else "it is not saved"
        raise Interrupted(f"you left the game in turn {played.turns + 1}; {where}") from None
    finally:
        if file:
            played.write(file)
    if reason:
        sitting.table.say(f"{reason} The game is not finished.")
    if file:
        sitting.table.say(f"Saved in {printable(str(file))}.")
