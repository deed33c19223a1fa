"""``senet-gp play``."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import command_for
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.files import check_new

#: A group of options in the help.
_TEACHING = "Teaching a machine"


@click.command(
    "play",
    cls=Verb,
    usual="against second table rule seed load record keep learn ascii",
    examples=[
        "senet-gp play senet --rule pieces=3",
        "senet-gp play senet --against runs/senet-1 --record game.txt",
        "senet-gp play hexapawn --against matchbox:new.json --learn",
    ],
)
@options.game
@option(
    "--against",
    group=GAME,
    metavar="PLAYER",
    shell_complete=options.player_names,
    help="Your opponent: easy, medium, hard, best, or any other player.  [default: easy]",
)
@option("--second", group=GAME, is_flag=True, help="Let your opponent move first.")
@options.table_of_chances
@options.rules
@options.drawn_seed("throws")
@options.start
@option("--load", group=OUTPUT, type=options.PATH, help="Go on with an unfinished game from its record.")
@option(
    "--record",
    group=OUTPUT,
    type=options.PATH,
    help="Save the game into this new file; with --learn, each game into a file of its own: game.txt becomes "
    "game-1.txt, game-2.txt …",
)
@option(
    "--keep/--no-keep",
    group=OUTPUT,
    default=True,
    show_default=True,
    help="Keep games that go into no file of --record or --load in your own folder; the end of a game says "
    "where that is.",
)
@option(
    "--learn",
    group=_TEACHING,
    is_flag=True,
    help="Play game after game against matchbox:FILE, which learns from each and is saved. If there is no "
    "such file, a blank machine begins.",
)
@options.scheme(_TEACHING)
@options.ascii_only
def play(
    game_name: str,
    against: str | None,
    table: Path | None,
    parameters: dict[str, int],
    seed: int | None,
    position: str | None,
    throws: str | None,
    load: Path | None,
    record: Path | None,
    scheme_name: str,
    form: str | None,
    *,
    second: bool,
    learn: bool,
    no_refill: bool,
    keep: bool,
    ascii_only: bool,
) -> None:
    """Play GAME against a player, in the terminal or through a pipe.

    Choose moves by number, or write them, such as 15-19 6-10; type help to read about undo and hints.
    """
    from senet_gp.arena.record import record_from
    from senet_gp.cli.game_view import GameView
    from senet_gp.cli.learners import scheme_in_words, scheme_named
    from senet_gp.cli.play_session import (
        Session,
        Teaching,
        kept_game_for,
        loaded_record,
        next_numbered,
        opponent_from,
    )
    from senet_gp.games.registry import game_of
    from senet_gp.insight.hints import JudgeHints
    from senet_gp.insight.judges import judge_among
    from senet_gp.players.human import HumanPlayer
    from senet_gp.players.levels import default_opponent
    from senet_gp.players.matchbox import MatchboxPlayer, begin_matchbox
    from senet_gp.players.parsing import game_for

    if load and (against or parameters or second):
        raise UsageError(
            "the record of --load already names the players and the game: leave out --against, "
            "--rule and --second"
        )
    if load or learn:
        options.refuse_unread("for a new game, without --learn", "position", "throws")
    if not learn:
        options.refuse_unread("with --learn", *options.OF_THE_SCHEME)
    if record is not None and (learn or record != load):
        check_new(next(next_numbered(record)) if learn else record)
    drawn = secrets.randbelow(2**31) if seed is None else seed
    if load:
        played = loaded_record(load, game_name, seed)
    else:
        against = against or default_opponent(game_of(game_name, parameters))
        players = (against, HumanPlayer.name) if second else (HumanPlayer.name, against)
        played = record_from(players, game_for([against], game_name, parameters), drawn, position, throws)
    game, names = played.game, played.players
    opponents_seat = 1 - names.index(HumanPlayer.name)
    scheme = scheme_named(scheme_name, form, no_refill=no_refill)
    opponent, blank = opponent_from(
        names[opponents_seat], game, scheme if learn else None, goes_on=load is not None
    )
    played.players = (opponent.name, names[1]) if opponents_seat == 0 else (names[0], opponent.name)
    judge = judge_among(played.players, game, table)
    view = GameView(game, ascii_only=ascii_only)
    view.discard_until_asked()
    compile_kernels(game)
    go_on = command_for(f"play {game_name}") + (" --learn" if learn else "")
    kept = kept_game_for(game_name, record, load, learn=learn, keep=keep)
    session = Session(played, view, go_on, JudgeHints(judge), kept)
    session.tell_beginning(drawn, loaded=load is not None, learn=learn)
    if not learn or not isinstance(opponent, MatchboxPlayer):
        session.play_against(opponent)
        return
    machine_file = Path(opponent.name.partition(":")[2])
    if blank:
        begin_matchbox(opponent, machine_file)
        view.say(
            f"A blank machine, which may play any move, begins in {shortened(machine_file)}. "
            f"{' '.join(scheme_in_words(scheme).split())}"
        )
    Teaching(session, opponent, machine_file).play(drawn)
