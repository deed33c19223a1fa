"""The registry of games: one row for each, which names the parts of the game.

Parts are dotted names that are resolved when they are used. So this module imports no game, and what a game
provides for the packages above (vocabularies, opponents, defaults of evolution) is known by its row alone.
The rows of our games stand in :mod:`senet_gp.built_in`, above all that they name.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.registries import Registry, dotted

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

#: The game that is used if none is named.
DEFAULT_GAME = "senet"
#: The largest number of turns that results of games can hold.
MAX_TURNS = 2**15 - 1


@dataclasses.dataclass(frozen=True, kw_only=True)
class Entry:
    """The parts of a game, each as ``module:attribute``; most of them have a default.

    Attributes:
        game: the class of the game, with one instance for each choice of its parameters.
        words: a function from the game to its vocabularies by name, the default one first.
        defaults: options of runs, by name, in which the game differs from the paper, as in
            :mod:`senet_gp.games.defaults`; by default those with which any game evolves in a minute.
        players: its hand-made players: for each name, in capitals, a function from the game to the player,
            whose own name is ``hand:`` and this one.
        levels: a function from the game to its opponents for people, four players from easy to best, written
            as on the command line; by default the best player that is known, with more or fewer of its moves
            at random.
        panel: a function from the game to its own groups of fixed opponents by name, written as on the
            command line (see :mod:`senet_gp.arena.panel`); by default perfect play, unless finding it takes
            too long.
        references: a function from the game to further groups, of strong opponents, that measure champions of
            experiments in addition to the panel; where a network teaches, the last one plays games from which
            decisions come.
        measure: an additional measure of verdicts (see :class:`senet_gp.arena.verdict.Measure`): a function
            of the game and of the possible choices of a player in each position.
        themes: what its players want more or less of, a sequence of :class:`senet_gp.games.wording.Theme`.
        examples: what teaches it, a sequence of :class:`senet_gp.games.wording.RuleExample`.
        plain: a function from the game to the same game in plain Python, where its own class is not plain;
            pages that are given away have these rules.
        exported: how exported Python files read its boards, a
            :class:`senet_gp.trees.board_forms.BoardForm`.
        opponent: not a dotted name but who plays with a person where no level does, written as on the command
            line; levels are made of it where neither perfect play, a network nor own levels are known. By
            default the best player that is known without a file.
        analyst: not a dotted name but who gives the chances of hints and analyses where the game is not
            solved: a network, or a player whose games give them, written as on the command line; by default
            ``opponent``, or else a random mover.
        champion: not a dotted name but the expression that the default run breeds with seed 1, to be shown
            beside players of other runs.
        hand_help: not a dotted name but the text of ``--help`` about hand-made players.
        rule_help: not a dotted name but the text of ``--help`` about the game's parameters.
        short_game: not a dotted name but the parameters of a short game, written as on the command line, such
            as ``pieces=3``; a person who begins a game is told of it.
    """

    game: str
    words: str
    defaults: str = "senet_gp.games.defaults:MODEST"
    players: str | None = None
    levels: str | None = None
    panel: str | None = None
    references: str | None = None
    measure: str | None = None
    themes: str | None = None
    examples: str | None = None
    plain: str | None = None
    exported: str | None = None
    opponent: str | None = None
    analyst: str | None = None
    champion: str | None = None
    hand_help: str = ""
    rule_help: str = ""
    short_game: str = ""

    @classmethod
    def of(cls, game: type[Any], words: Callable[[Any], Any], **parts: str) -> Entry:
        """The row of a game, with the dotted names of its class and of its function of vocabularies.

        >>> from senet_gp.games.senet import Senet
        >>> from primitives.senet import vocabularies
        >>> Entry.of(Senet, vocabularies, rule_help="pieces=5").words
        'primitives.senet:vocabularies'

        Args:
            game: the class of the game.
            words: the function from the game to its vocabularies by name.
            parts: further parts, as the class lists them.

        Raises:
            UsageError: if the class or the function is not found under its name in its module, or the class
                cannot be that of a game.
        """
        _check_class(game)
        return cls(game=dotted(game), words=dotted(words), **parts)


#: The rows of all games, by their names on the command line.
GAMES: Registry[Entry] = Registry("game", {}, joint="_", installed=True)


def register_game(name: str, entry: Entry) -> None:
    """Register a game, so that the command line, files and functions find it by name.

    Games may be played in other processes. So call this in the module that defines the game's class: then the
    game is registered wherever the class is imported.

    Raises:
        UsageError: if the name is not a simple word, or belongs to another game.
    """
    GAMES.add(name, entry)


def part_of(game: str, part: str) -> Any:
    """A part of a game, resolved from its row; None if the game does not have this part.

    >>> part_of("hexapawn", "game")
    <class 'senet_gp.games.hexapawn.Hexapawn'>

    Raises:
        UsageError: if there is no such game, or the part that its row names cannot be imported.
    """
    return GAMES.part(game, part)


def game_class(name: str) -> type[Any]:
    """The class of the game with this name.

    Raises:
        UsageError: if there is no such game, or its row names a class with another name.
    """
    kind = cast("type[Any]", part_of(name, "game"))
    if kind.name != name:
        raise UsageError(f"the row of {name} names a game that is called {kind.name}: use one name")
    return kind


def game_of(name: str, parameters: Mapping[str, Any] | None = None) -> Game:
    """A game by name; parameters that are not given have their default values.

    >>> game_of("trilobite", {"width": 5}).squares
    15

    Raises:
        UsageError: if there is no such game or parameter, a parameter has no default, a value is impossible,
            or a game may have more than ``MAX_TURNS`` turns.
    """
    if not isinstance(name, str):
        raise _no_game(name)
    kind = game_class(name)
    if not isinstance(parameters, Mapping | None):
        raise UsageError(f"the parameters of {name} are {str(parameters)[:30]!r}, but must have names")
    _check_class(kind)
    known = [field.name for field in dataclasses.fields(kind)]
    for parameter in parameters or {}:
        if parameter not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
            raise UsageError(f"{name} has no parameter {str(parameter)[:30]!r}: {has}")
    numbers = {parameter: whole_number(parameter, value) for parameter, value in (parameters or {}).items()}
    game = cast("Game", kind(**numbers))
    if game.most_turns > MAX_TURNS:
        raise UsageError(f"a game has at most {MAX_TURNS} turns, and {name} may have {game.most_turns}")
    return game


def _check_class(kind: type[Any]) -> None:
    """Check that a class can be that of a game: what it lacks would fail later, in code that is not its own.

    Raises:
        UsageError: if it is no frozen dataclass, lacks something, or a parameter has no default, without
            which the game's name alone names no game.
    """
    named = f"{kind.__name__} of {kind.__module__}"
    made = getattr(kind, "__dataclass_params__", None)
    if made is None or not made.frozen:
        raise UsageError(f"{named} is no frozen dataclass: write @dataclass(frozen=True) above the class")
    texts = [name for name in ("name", "title") if not isinstance(getattr(kind, name, None), str)]
    missing = [*texts, *sorted(getattr(kind, "__abstractmethods__", ()))]
    if missing:
        raise UsageError(f"{named} has no {', '.join(missing)}: a game says what it is called and its rules")
    for field in dataclasses.fields(kind):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise UsageError(
                f"the parameter {field.name} of {kind.name} has no default: give it one in {named}, as in "
                f"{field.name}: int = 3"
            )


def as_game(game: str | Game) -> Game:
    """The game itself, or the game with this name and its default parameters.

    >>> as_game("hexapawn") == game_of("hexapawn")
    True

    Raises:
        UsageError: if it is no game, or there is none with this name.
    """
    if isinstance(game, str):
        return game_of(game)
    if isinstance(game, type) or not hasattr(game, "next_decision"):
        raise _no_game(game)
    return game


def _no_game(given: object) -> UsageError:
    return UsageError(f"{str(given)[:30]!r} is no game: give one, or the name of one, such as 'senet'")


def in_words(game: Game) -> str:
    """The game's name, with the parameters that differ from their defaults.

    >>> in_words(game_of("senet")), in_words(game_of("senet", {"pieces": 5}))
    ('senet', 'senet with 5 pieces')
    """
    return game.name + with_parameters(game.name, parameters_of(game))


def with_parameters(name: str, values: Mapping[str, object]) -> str:
    """Those parameters of a game that differ from their defaults, as they follow its name; else empty.

    >>> with_parameters("trilobite", {"width": 4, "line": 3}), with_parameters("senet", {"pieces": "1"})
    (' with width 4', ' with 1 piece')
    """
    told = []
    for key, usual in parameters_of(game_of(name)).items():
        value = str(values.get(key, usual))
        if value != str(usual):
            # What has a plural is counted, such as pieces; anything else is measured.
            counted = f"{value} {key[:-1] if value == '1' else key}"
            told.append(counted if re.search("[^su]s$", key) else f"{key} {value}")
    return f" with {' and '.join(told)}" if told else ""


def titled(game: Game) -> str:
    """The game's title, with the parameters that differ from their defaults.

    >>> titled(game_of("senet", {"pieces": 5}))
    'Senet with 5 pieces'
    """
    return game.title + in_words(game).removeprefix(game.name)


def parameters_of(game: Game) -> dict[str, int]:
    """The parameters of a game with their values."""
    return dataclasses.asdict(cast("Any", game))
