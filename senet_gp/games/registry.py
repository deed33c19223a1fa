"""The games by name: one row each, which says where its parts stand.

Parts are dotted names, resolved when they are used: so what stands here imports no game, and what a game
brings for the layers above (words, opponents, defaults of evolution) is known by its row alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from senet_gp.errors import UsageError
from senet_gp.rows import Registry

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

#: The game that is meant where none is named.
DEFAULT_GAME = "senet"
#: Results of games have room for so many turns.
MAX_TURNS = 2**15 - 1


@dataclasses.dataclass(frozen=True, kw_only=True)
class Entry:
    """Where the parts of a game stand, each as ``module:attribute``; for most of them there is a default.

    Attributes:
        game: the class whose instances are the game, one for each choice of its parameters.
        words: a function from the game to its vocabularies by name, the default one first.
        defaults: options of :class:`senet_gp.evolution.config.Config` by name that suit the game, where these
            are not the paper's; by default what any game evolves with in a minute.
        players: its players made by hand: by name, in capitals, a function from the game to the player.
        lookahead: what makes a player that looks ahead, as
            :func:`senet_gp.players.search.board_search` does.
        panel: a function from the game to its own fixed opponents, as players are written on the command
            line, by what they are called together (see :mod:`senet_gp.arena.panel`).
        measure: what more a verdict measures (see :class:`senet_gp.arena.verdict.Measure`), as a function of
            the game and of what a player may choose in each position.
        facts: what is known of its boards, a subclass of :class:`senet_gp.simplification.facts.Facts`.
        sampling: where its boards and decisions come from when they cannot all be listed, a subclass of
            :class:`senet_gp.simplification.sampling.Sampling`.
        exported: how exported Python files read its boards, a
            :class:`senet_gp.export.board_form.BoardForm`.
        opponent: no dotted name, but the player that a person plays if they name none, as it is written on
            the command line; by default perfect play where that is known, else a random mover.
        hand_help: no dotted name, but the words of ``--help`` for players made by hand.
        rule_help: the same for the game's parameters.
    """

    game: str
    words: str
    defaults: str = "senet_gp.games.defaults:MODEST"
    players: str | None = None
    lookahead: str = "senet_gp.players.search:board_search"
    panel: str = "senet_gp.arena.panel:perfect_play"
    measure: str | None = None
    facts: str = "senet_gp.simplification.facts:Facts"
    sampling: str = "senet_gp.simplification.sampling:Sampling"
    exported: str | None = None
    opponent: str | None = None
    hand_help: str = ""
    rule_help: str = ""


#: The rows of all games, by the name that the command line knows them by.
GAMES = Registry(
    "game",
    {
        "senet": Entry(
            game="senet_gp.games.senet.game:Senet",
            words="primitives.senet:vocabularies",
            defaults="senet_gp.games.senet.defaults:PAPER",
            players="senet_gp.games.senet.players:PLAYERS",
            lookahead="senet_gp.games.senet.lookahead:senet_search",
            panel="senet_gp.games.senet.panel:panel",
            facts="senet_gp.games.senet.facts:SenetFacts",
            sampling="senet_gp.games.senet.sampling:SenetSampling",
            exported="senet_gp.games.senet.exported:THROWN",
            opponent="expr:(sub their_distance my_distance)",
            hand_help="in Senet hand:NAME (made by hand: HC1 to HC5, S1 to S8, V1 to V8)",
            rule_help="pieces=5 in Senet",
        ),
        "pursuit": Entry(
            game="senet_gp.games.pursuit.game:Pursuit",
            words="primitives.pursuit:vocabularies",
            defaults="senet_gp.games.pursuit.defaults:DEFAULTS",
            measure="senet_gp.games.pursuit.measure:measured",
            exported="senet_gp.games.pursuit.exported:PLACES",
            rule_help="size and rounds in pursuit",
        ),
        "hexapawn": Entry(
            game="senet_gp.games.hexapawn.game:Hexapawn",
            words="primitives.hexapawn:vocabularies",
            defaults="senet_gp.games.hexapawn.defaults:DEFAULTS",
            exported="senet_gp.export.board_form:MOVED",
            facts="senet_gp.games.hexapawn.facts:HexapawnFacts",
        ),
        "tictactoe": Entry(
            game="senet_gp.games.tictactoe.game:TicTacToe",
            words="primitives.tictactoe:vocabularies",
            defaults="senet_gp.games.tictactoe.defaults:DEFAULTS",
            players="senet_gp.games.tictactoe.players:PLAYERS",
            facts="senet_gp.games.tictactoe.facts:TicTacToeFacts",
            exported="senet_gp.games.tictactoe.exported:PLACED",
            hand_help="in tictactoe hand:LOGIC",
        ),
        "trilobite": Entry(
            game="senet_gp.games.trilobite.game:Trilobite",
            words="primitives.trilobite:vocabularies",
            defaults="senet_gp.games.defaults:SMALL",
            facts="senet_gp.games.board.facts:PlacingFacts",
            exported="senet_gp.export.board_form:MOVED",
            rule_help="width, height and line in trilobite",
        ),
    },
    joint="_",
)


def register_game(name: str, entry: Entry) -> None:
    """Make a game known: to the command line, to files, and wherever games are asked for by name.

    Whoever takes part in a game may stand in another process, so the module that calls this should be the one
    that holds the game's class: then it is known wherever the class is.

    Raises:
        UsageError: if the name is no simple word, or that of another game.
    """
    GAMES.add(name, entry)


def part_of(game: str, part: str) -> Any:
    """What the row of a game names as one of its parts; None if the game brings none.

    >>> part_of("hexapawn", "game")
    <class 'senet_gp.games.hexapawn.game.Hexapawn'>

    Raises:
        UsageError: if there is no such game, or what its row names cannot be had.
    """
    return GAMES.part(game, part)


def game_class(name: str) -> type[Any]:
    """The class whose instances are the game of this name, one for each choice of its parameters.

    Raises:
        UsageError: if there is no such game, or its row names another.
    """
    kind = cast("type[Any]", part_of(name, "game"))
    if kind.name != name:
        raise UsageError(f"the row of {name} names a game that is called {kind.name}: use one name")
    return kind


def game_of(name: str, parameters: Mapping[str, Any] | None = None) -> Game:
    """A game by name, with its usual parameters where no others are given.

    Raises:
        UsageError: if there is no such game or parameter, a value is impossible, or a game may have more than
            ``MAX_TURNS`` turns.
    """
    kind = game_class(name)
    if not isinstance(parameters, Mapping | None):
        raise UsageError(f"the parameters of {name} are {str(parameters)[:30]!r}, but must have names")
    known = [field.name for field in dataclasses.fields(kind)]
    for parameter in parameters or {}:
        if parameter not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
            raise UsageError(f"{name} has no parameter {str(parameter)[:30]!r}: {has}")
    game = cast("Game", kind(**(parameters or {})))
    if game.most_turns > MAX_TURNS:
        raise UsageError(f"a game has at most {MAX_TURNS} turns, and {name} may have {game.most_turns}")
    return game


def as_game(game: str | Game) -> Game:
    """A game that is given, or whose name is; a name stands for the game with its usual parameters.

    Raises:
        UsageError: if there is no game of this name.
    """
    return game_of(game) if isinstance(game, str) else game


def in_words(game: Game) -> str:
    """The game's name, with the parameters that are not the usual ones."""
    usual = parameters_of(game_of(game.name))
    changed = [f"{name} {value}" for name, value in parameters_of(game).items() if value != usual[name]]
    return f"{game.name} ({', '.join(changed)})" if changed else game.name


def parameters_of(game: Game) -> dict[str, int]:
    """The parameters of a game with their values."""
    return dataclasses.asdict(cast("Any", game))
